package number_test

import (
	"testing"

	"keepsake/secret/number"
)

// A number is read in each grouping, the longest first.
func TestCandidates(t *testing.T) {
	const text = "call 078-05-1120 or 4111 1111 1111 1111"
	groups := number.Groups(text)
	var first []string
	for a := range groups {
		for c := range number.Candidates(text, groups, a) {
			first = append(first, c.Form+" "+text[c.From:c.To])
			break
		}
	}
	want := []string{"3-2-4 078-05-1120", "4 4 4 4 4111 1111 1111 1111"}
	for _, w := range want {
		found := false
		for _, f := range first {
			found = found || f == w
		}
		if !found {
			t.Errorf("no candidate %q among %q", w, first)
		}
	}
}

// Forms of national numbers: each with a right number and the same with one digit changed.
func TestForms(t *testing.T) {
	read := func(text string) number.Candidate {
		groups := number.Groups(text)
		for c := range number.Candidates(text, groups, 0) {
			return c
		}
		return number.Candidate{}
	}
	for _, c := range []struct {
		is            func(number.Candidate) bool
		right, others string
	}{
		{number.HasOwnForm, "078-05-1120", "000-05-1120"},
		{number.HasOwnForm, "529.982.247-25", "529.982.247-26"},
		{number.HasOwnForm, "112-233-445 95", "112-233-445 96"},
		{number.HasOwnForm, "756.9217.0769.85", "756.9217.0769.86"},
		{number.HasOwnForm, "850101-1234567"[:6] + "-1234567", "859901-1234567"},
		{number.NeedsCheck, "12345678Z", "12345678A"},
		{number.NeedsName, "10000000146", "10000000145"},
	} {
		if !c.is(read(c.right)) {
			t.Errorf("%q is not accepted", c.right)
		}
		if c.is(read(c.others)) {
			t.Errorf("%q is accepted", c.others)
		}
	}
}
