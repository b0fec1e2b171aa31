package tool_test

import (
	"encoding/json"
	"testing"

	"keepsake/tool"
)

// What a person is shown of a call is what is sent: nothing is hidden by escapes or by a name that is there twice.
func TestPlain(t *testing.T) {
	for args, want := range map[string]string{
		`{"a": "\u003cb\u003e \u043f\u0440\u0438"}`:   `{"a":"<b> при"}`,
		`{"to":"ann","to":"bob"}`:                     `{"to":"bob"}`,
		`{"n": 12345678901234567890.10, "z":[1, {}]}`: `{"n":12345678901234567890.10,"z":[1,{}]}`,
		`{}`: `{}`,
	} {
		if got, ok := tool.Plain(json.RawMessage(args)); !ok || string(got) != want {
			t.Errorf("%s: %s %t", args, got, ok)
		}
	}
	for _, args := range []string{``, `null`, `[]`, `{"a"`, `"x"`} {
		if got, ok := tool.Plain(json.RawMessage(args)); ok {
			t.Errorf("%s: %s", args, got)
		}
	}
}
