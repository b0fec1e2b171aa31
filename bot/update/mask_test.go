package update_test

import (
	"encoding/json"
	"strings"
	"testing"

	"keepsake/bot/update"
)

func TestMasksWhatPeopleWrote(t *testing.T) {
	hide := func(s string) string { return strings.ReplaceAll(s, "hunter2", "•••") }
	payload := `{"update_id":9007199254740993,"message":{"message_id":1,"text":"pw hunter2","from":{"username":"hunter2","first_name":"hunter2"},
		"chat":{"title":"hunter2"},"document":{"file_name":"hunter2.pdf"},
		"caption":"hunter2","reply_to_message":{"text":"hunter2 too"},"poll":{"question":"hunter2?","options":[{"text":"hunter2"}]},
		"entities":[{"type":"text_link","url":"https://x/hunter2"}]}}`
	masked := update.Mask([]byte(payload), hide)
	if n := strings.Count(string(masked), "hunter2"); n != 0 {
		t.Errorf("%d left in %s", n, masked)
	}
	if !strings.Contains(string(masked), `"•••.pdf"`) {
		t.Errorf("the extension of a file, which says how it is read, is gone: %s", masked)
	}
	if update.ID(masked) != 9007199254740993 {
		t.Errorf("a large number lost digits: %s", masked)
	}
	if !json.Valid(masked) {
		t.Errorf("no JSON: %s", masked)
	}
}

// W19: the words of a file's name are joined by underscores, those of a person's are in two fields.
func TestMasksJoinedNames(t *testing.T) {
	hide := func(s string) string { return strings.ReplaceAll(s, "pin 4711", "pin •••") }
	payload := `{"message":{"from":{"first_name":"pin","last_name":"4711"},"document":{"file_name":"my_pin_4711.tar.gz"}}}`
	if masked := string(update.Mask([]byte(payload), hide)); strings.Contains(masked, "4711") || !strings.Contains(masked, `.gz"`) {
		t.Errorf("left: %s", masked)
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
