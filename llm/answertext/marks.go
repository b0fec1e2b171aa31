package answertext

import (
	"regexp"
	"slices"
	"strings"
)

// Marks ends an answer where the model writes the marks with which its template parts messages: a server that does not know the
// template lets it go on, with a conversation that it makes up. Between backticks they are text, and where the person wrote one.
type Marks struct {
	Person string // what the person wrote
	Ended  bool   // a mark came: nothing that follows belongs to the answer

	held  string
	begun bool // something of the answer was returned
	ticks int  // backticks in it
}

// marks are those of the templates of ChatML, Llama, Gemma, Phi and Mistral, also those around a tool's result, which small models repeat.
var marks = []string{"<|im_end|>", "<|im_start|>", "<|endoftext|>", "<|eot_id|>", "<|start_header_id|>", "<|end_of_text|>",
	"<end_of_turn>", "<start_of_turn>", "<|end|>", "<|user|>", "<|assistant|>", "[/INST]", "[INST]",
	"<tool_response>", "</tool_response>"}

// header is how a template begins an answer; what repeats it at its start has only begun.
var header = regexp.MustCompile(`^\s*(?:<\|im_start\|>\s*assistant|<start_of_turn>\s*model|<\|start_header_id\|>\s*assistant\s*<\|end_header_id\|>|<\|assistant\|>)\s*`)

// longHeader is how many bytes show that an answer begins with no header.
const longHeader = 60

// Filter returns what of the answer so far belongs to it and was not returned yet.
func (m *Marks) Filter(piece string) string {
	if m.Ended {
		return ""
	}
	m.held += piece
	if !m.begun {
		if at := header.FindStringIndex(m.held); at != nil && at[1] < len(m.held) {
			m.held, m.begun = m.held[at[1]:], true
		} else if _, isMark := firstMark(m.held); isMark && len(m.held) < longHeader {
			return ""
		}
	}
	return m.take(false)
}

// Flush returns what Filter has held back, for an answer that has ended.
func (m *Marks) Flush() string {
	if m.Ended {
		return ""
	}
	m.held = header.ReplaceAllString(m.held, "")
	return m.take(true)
}

// take returns what is held up to the next mark, or up to where one may begin unless all has come.
func (m *Marks) take(all bool) string {
	var out strings.Builder
	for m.held != "" {
		at, isMark := firstMark(m.held)
		if !isMark && all {
			at = len(m.held)
		}
		m.ticks += strings.Count(m.held[:at], "`")
		out.WriteString(m.held[:at])
		m.held = m.held[at:]
		if !isMark {
			break
		}
		mark := marks[slices.IndexFunc(marks, func(k string) bool { return strings.HasPrefix(m.held, k) })]
		if m.ticks%2 == 0 && !strings.Contains(m.Person, mark) {
			m.held, m.Ended = "", true
			break
		}
		out.WriteString(mark)
		m.held = m.held[len(mark):]
	}
	m.begun = m.begun || strings.TrimSpace(out.String()) != ""
	return out.String()
}

// firstMark returns where the first mark of a text begins; without one, where its end may be the beginning of one.
func firstMark(s string) (at int, isMark bool) {
	for i := range len(s) {
		if s[i] != '<' && s[i] != '[' {
			continue
		}
		for _, k := range marks {
			if strings.HasPrefix(s[i:], k) {
				return i, true
			}
		}
	}
	for i := max(0, len(s)-len("<|start_header_id|>")); i < len(s); i++ {
		if slices.ContainsFunc(marks, func(k string) bool { return strings.HasPrefix(k, s[i:]) }) {
			return i, false
		}
	}
	return len(s), false
}
