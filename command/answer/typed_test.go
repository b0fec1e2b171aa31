package answer_test

import (
	"testing"

	"keepsake/command/answer"
)

// U4: a command of one word does what the two did.
func TestU4ShortCommands(t *testing.T) {
	for _, c := range []struct{ name, args, wantName, wantArgs string }{
		{"search", "", "memory", "search"}, {"search", "green tea", "memory", "search green tea"},
		{"export", "", "memory", "export"}, {"archive", "2", "memory", "archive 2"},
		{"mode", "off", "memory", "mode off"}, {"review", "", "memory", "review"}, {"refused", "", "memory", "refused"},
		{"wishes", "", "memory", "wishes"}, {"everybody", "", "memory", "everybody"},
		{"forget", "", "memory", "forget all"}, {"forget", "a1b2c3d4", "memory", "forget a1b2c3d4"},
		{"help", "me", "help", "me"}, {"memory", "forget", "memory", "forget"},
	} {
		if name, args := answer.ExpandShort(c.name, c.args); name != c.wantName || args != c.wantArgs {
			t.Errorf("/%s %s is /%s %s", c.name, c.args, name, args)
		}
	}
}

// U13, F1: a typed id is taken in any case where that names one memory, exactly where it could name two.
func TestU13IDsInAnyCase(t *testing.T) {
	ids := []string{"aB3dE5gH", "zzzzzzzz", "ZZZZZZZZ"}
	for typed, want := range map[string]string{
		"aB3dE5gH": "aB3dE5gH", "AB3DE5GH": "aB3dE5gH", "ab3de5gh": "aB3dE5gH",
		"zzzzzzzz": "zzzzzzzz", "ZZZZZZZZ": "ZZZZZZZZ", "zzzzZZZZ": "zzzzZZZZ", "nothere1": "nothere1",
	} {
		if got := answer.MatchID(ids, typed); got != want {
			t.Errorf("%s means %s, want %s", typed, got, want)
		}
	}
	if got := answer.MatchID([]string{"aB3dE5gH", "aB3dE5gH"}, "ab3de5gh"); got != "aB3dE5gH" {
		t.Errorf("an id that is there twice is %s", got)
	}
}
