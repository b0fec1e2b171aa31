package llm_test

import (
	"testing"

	"keepsake/llm"
)

func TestFindObject(t *testing.T) {
	for answer, want := range map[string]string{
		`{"a":{"b":1}}`:                       `{"a":{"b":1}}`,
		"Sorry!\n```json\n{\"a\": []}\n```\n": `{"a": []}`,
		`{"a":1} and {"b":2}`:                 `{"a":1}`,
		`As {you} asked [1]: {"a":1}`:         `{"a":1}`,
		`[] {"a":1}`:                          `{"a":1}`,
		`[{"a":1},{"a":2}]`:                   "",
		`[{"a":1},{"a"`:                       "",
		`{"a":`:                               "",
		`{"a":[{"b":1},{"b"`:                  "",
		"nothing":                             "",
	} {
		if got := string(llm.FindObject(answer)); got != want {
			t.Errorf("of %q: %q, want %q", answer, got, want)
		}
	}
}
