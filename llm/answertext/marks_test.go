package answertext_test

import (
	"strings"
	"testing"

	"keepsake/llm/answertext"
)

// TestMarks: what a base model really wrote (gemma3-270m, the first), and what others do; in one piece and letter by letter.
func TestMarks(t *testing.T) {
	for name, c := range map[string]struct {
		text, person, want string
		ended              bool
	}{
		"a made up talk":  {"Your friend Mira is your neighbour.\n<|im_end|>\n<|im_start|>help\n<|im_end|>\n<|im_start|>email", "", "Your friend Mira is your neighbour.\n", true},
		"a tool's result": {"<tool_response>\nNot stored yet: the person did not say it in so many words.\n</tool_response>", "", "", true}, // Qwen2.5-Coder 1.5B
		"a header":        {"<|im_start|>assistant\nHello!<|im_end|>", "", "Hello!", true},
		"gemma's header":  {"<start_of_turn>model\nHello!", "", "Hello!", false},
		"llama's header":  {"<|start_header_id|>assistant<|end_header_id|>\n\nHello!<|eot_id|>", "", "Hello!", true},
		"only marks":      {"<|im_end|>\n<|im_end|>\n<|im_end|>", "", "", true},
		"the user's turn": {"<|im_start|>user\nWhat is the time, please, and where can I find you today?", "", "", true},
		"no mark":         {"1 < 2 and a[INDEX] <b>bold</b> <|", "", "1 < 2 and a[INDEX] <b>bold</b> <|", false},
		"in code":         {"The mark is `<|im_end|>`, as you see.", "", "The mark is `<|im_end|>`, as you see.", false},
		"asked about":     {"It is <|im_end|>, the end.", "What does <|im_end|> mean?", "It is <|im_end|>, the end.", false},
	} {
		for _, size := range []int{1, 7, 1 << 20} {
			m := answertext.Marks{Person: c.person}
			got := ""
			for s := c.text; s != ""; {
				n := min(size, len(s))
				got, s = got+m.Filter(s[:n]), s[n:]
			}
			if got += m.Flush(); strings.TrimSpace(got) != strings.TrimSpace(c.want) || m.Ended != c.ended {
				t.Errorf("%s in pieces of %d: %q, ended %v", name, size, got, m.Ended)
			}
		}
	}
}
