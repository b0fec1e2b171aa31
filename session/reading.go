package session

import (
	"encoding/json"
	"strings"

	"keepsake/llm"
	"keepsake/trust"
)

// Forgotten stands where a message said what the person had forgotten.
const Forgotten = "[forgotten at the user's request]"

// noWords stands for a person's message without any: a prompt must not hold an empty one.
const noWords = "[a message without words]"

// ForModel returns messages as the model reads them (M12, M17). A tool call stands together
// with all its results, whatever was appended in between; a call without a result gets
// one that says so; a call of which anything is masked or removed goes with its results.
func ForModel(ms []Message) []llm.Message { return ForModelOf(ms, nil) }

// ForModelOf is ForModel for a conversation of many: label, when not nil, is given each
// person's message with its words, and returns them with who says so.
func ForModelOf(ms []Message, label func(m Message, words string) string) []llm.Message {
	type key struct{ turn, call string }
	results := map[key]Message{}
	for _, m := range ms {
		if m.Role == Tool {
			results[key{m.TurnID, m.ToolCallID}] = m
		}
	}
	out := make([]llm.Message, 0, len(ms))
	for _, m := range ms {
		switch {
		case m.Role == Tool || m.Removed != nil && len(m.ToolCalls) == 0:
			// with its call; shown no more
		case len(m.ToolCalls) > 0:
			bundle := []llm.Message{{Role: string(Assistant), Content: wordsOf(m.View())}}
			hidden := m.Masked != nil || m.Removed != nil
			for _, c := range m.ToolCalls {
				bundle[0].ToolCalls = append(bundle[0].ToolCalls, llm.ToolCall{ID: c.ID, Name: c.Name, Arguments: arguments(c)})
				r, ok := results[key{m.TurnID, c.ID}]
				if !ok {
					r = Message{Content: "This call has no result."}
				}
				hidden = hidden || r.Masked != nil || r.Removed != nil
				bundle = append(bundle, llm.Message{Role: string(Tool), Content: wordsOf(r.View()), ToolCallID: c.ID})
			}
			if !hidden {
				out = append(out, bundle...)
			}
		default:
			content := content(m)
			if label != nil && m.Role == User {
				content = label(m, content)
			}
			if content != "" {
				out = append(out, llm.Message{Role: string(m.Role), Content: content, Images: picturesOf(m)})
			}
		}
	}
	return out
}

// picturesOf returns the pictures of a person's message as it is shown.
func picturesOf(m Message) []string {
	if m.Role != User {
		return nil
	}
	return m.View().Images
}

// arguments returns what a call said, or an empty object where that was no JSON: some
// endpoints refuse the whole prompt otherwise.
func arguments(c ToolCall) string {
	if s := strings.TrimSpace(c.Arguments); strings.HasPrefix(s, "{") && json.Valid([]byte(s)) {
		return c.Arguments
	}
	return "{}"
}

// content returns the words of a person's or the assistant's message: the later wording
// of an edited one; what the person quoted, forwarded or sent as a document set apart
// from their own words.
func content(m Message) string {
	if m.Masked != nil {
		return Forgotten
	}
	said := strings.TrimSpace(wordsOf(m.View()))
	if m.Role != User {
		return said
	}
	switch m.Trust {
	case trust.Forwarded:
		said = setApart("[forwarded by the user, not the user's own words]", said)
	case trust.Document:
		label := "[from a document the user sent]"
		if len(m.View().Images) > 0 {
			label = "[a picture the user sent, not the user's own words]"
		}
		said = setApart(label, said)
	case trust.Quoted, trust.Tool:
		said = setApart("[quoted by the user]", said)
	}
	if m.Quote != "" {
		said = strings.TrimSpace(setApart("[in reply to]", m.Quote) + "\n\n" + said)
	}
	if said = strings.TrimSpace(said); said == "" {
		return noWords
	}
	return said
}

// wordsOf returns what a message says as text: its content; JSON as JSON; whom it asked;
// structured data where it says nothing else.
func wordsOf(m Message) string {
	parts := []string{m.Content, string(m.Object)}
	for _, c := range m.AgentCalls {
		parts = append(parts, "[asked the agent "+c.Agent+"] "+string(c.Request))
	}
	said := join(parts)
	if said == "" {
		return string(m.Structured)
	}
	return said
}

// join puts the parts that are not empty on lines of their own; a single one stays as it is.
func join(parts []string) string {
	var some []string
	for _, p := range parts {
		if p != "" {
			some = append(some, p)
		}
	}
	return strings.Join(some, "\n")
}

func setApart(label, s string) string {
	if strings.TrimSpace(s) == "" {
		return ""
	}
	return label + "\n> " + strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n> ")
}
