package groundset_test

import (
	"testing"

	"keepsake/internal/groundset"
)

// What counts as the person's own words is told by letters alone.
func TestSetKeepsWords(t *testing.T) {
	for _, c := range []struct {
		said, claim string
		want        bool
	}{
		{"Remember that I live in Berlin", "User lives in Berlin", true},
		{"I can't eat peanuts", "User is allergic to peanuts", false},
		{"запомни, я живу в Москве", "Пользователь живёт в Москве", false}, // живу, живёт: three letters are the same
		{"запомни, что я левша", "Пользователь левша", true},
		{"记住我住在成都", "用户住在成都", true},
		{"the meter said 10442", "The meter reading is 10443", false},
	} {
		x := groundset.Case{Talk: []groundset.Utterance{{By: groundset.Person, Turn: true, Text: c.said}}, Write: groundset.Write{Content: c.claim}}
		if got := x.KeepsWords(); got != c.want {
			t.Errorf("%q → %q: %v", c.said, c.claim, got)
		}
	}
}

// What is kept of a claim is told by the quotations that say it, without the mark at their end; of an update, only by those of what is new.
func TestIsSaidIn(t *testing.T) {
	knee := groundset.Case{Want: groundset.Keep, Write: groundset.Write{Content: "The user had their left knee replaced; it clicks but does not hurt"}, States: []groundset.Statement{
		{Quote: "Had my left knee replaced", Facts: []string{"The user's left knee was replaced"}}, {Quote: "it clicks. No pain.", Facts: []string{"The knee clicks and does not hurt"}},
	}}
	dentist := groundset.Case{Want: groundset.Keep, Write: groundset.Write{Op: "update", Before: "The user sees the dentist on Wednesday at 5", Content: "The user sees the dentist on Thursday at 5"}, States: []groundset.Statement{
		{Quote: "dentist on wednesday at 5", Facts: []string{"The dentist was to be on Wednesday at 5"}}, {Quote: "make that thursday", Facts: []string{"It is on Thursday"}},
	}}
	for _, c := range []struct {
		of    groundset.Case
		words string
		want  bool
	}{
		{knee, "Had my left knee replaced and it clicks. No pain", true}, {knee, "it clicks. No pain", false},
		{dentist, "make that thursday", true}, {dentist, "dentist on wednesday at 5", false},
	} {
		if got := c.of.IsSaidIn(c.words); got != c.want {
			t.Errorf("%q: %v", c.words, got)
		}
	}
}
