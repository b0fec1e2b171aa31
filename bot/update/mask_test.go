package update_test

import (
	"encoding/json"
	"strings"
	"testing"

	"keepsake/bot/update"
)

func TestMasksWhatPeopleWrote(t *testing.T) {
	hide := func(s string) string { return strings.ReplaceAll(s, "hunter2", "•••") }
	payload := `{"update_id":9007199254740993,"message":{"message_id":1,"text":"pw hunter2","from":{"username":"hunter2"},
		"caption":"hunter2","reply_to_message":{"text":"hunter2 too"},"poll":{"question":"hunter2?","options":[{"text":"hunter2"}]},
		"entities":[{"type":"text_link","url":"https://x/hunter2"}]}}`
	masked := update.Mask([]byte(payload), hide)
	if n := strings.Count(string(masked), "hunter2"); n != 1 { // the user name
		t.Errorf("%d left in %s", n, masked)
	}
	if update.ID(masked) != 9007199254740993 {
		t.Errorf("a large number lost digits: %s", masked)
	}
	if !json.Valid(masked) {
		t.Errorf("no JSON: %s", masked)
	}
}

func TestMaskLeavesTheRestAlone(t *testing.T) {
	hide := func(s string) string { return strings.ReplaceAll(s, "hunter2", "•••") }
	for _, payload := range []string{`{ "text" : "nothing here" }`, `{"text":"hunter2`, `"hunter2"`, ``} {
		if got := string(update.Mask([]byte(payload), hide)); got != payload {
			t.Errorf("%q became %q", payload, got)
		}
	}
}
