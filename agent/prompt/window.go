package prompt

import (
	"strings"

	"keepsake/llm"
	"keepsake/session"
	"keepsake/text"
	"keepsake/trust"
)

// Forgotten stands where a message said what the person had forgotten.
const Forgotten = "[forgotten at the user's request]"

// noWords stands for a person's message without any: a prompt must not hold an empty one.
const noWords = "[a message without words]"

// Messages returns session messages as the model reads them. A tool call stands together
// with all its results, whatever was appended in between; a call without a result gets
// one that says so; a call of which anything is masked goes with its results.
func Messages(ms []session.Message) []llm.Message { return messages(ms, false) }

func messages(ms []session.Message, group bool) []llm.Message {
	type key struct{ turn, call string }
	results := map[key]session.Message{}
	for _, m := range ms {
		if m.Role == session.Tool {
			results[key{m.TurnID, m.ToolCallID}] = m
		}
	}
	var out []llm.Message
	for _, m := range ms {
		switch {
		case m.Role == session.Tool:
			// with its call
		case len(m.ToolCalls) > 0:
			bundle := []llm.Message{{Role: string(session.Assistant), Content: m.Content}}
			masked := m.Masked != nil
			for _, c := range m.ToolCalls {
				bundle[0].ToolCalls = append(bundle[0].ToolCalls, llm.ToolCall{ID: c.ID, Name: c.Name, Arguments: arguments(c)})
				r, ok := results[key{m.TurnID, c.ID}]
				if !ok {
					r = session.Message{Content: "This call has no result."}
				}
				masked = masked || r.Masked != nil
				bundle = append(bundle, llm.Message{Role: string(session.Tool), Content: r.Content, ToolCallID: c.ID})
			}
			if !masked {
				out = append(out, bundle...)
			}
		default:
			content := content(m)
			if group && m.Role == session.User {
				content = labelled(m, content)
			}
			if content != "" {
				out = append(out, llm.Message{Role: string(m.Role), Content: content})
			}
		}
	}
	return out
}

// arguments returns what a call said, or an empty object where that was no JSON: some
// endpoints refuse the whole prompt otherwise.
func arguments(c session.ToolCall) string {
	if s := strings.TrimSpace(c.Arguments); strings.HasPrefix(s, "{") && validJSON(s) {
		return c.Arguments
	}
	return "{}"
}

// content returns the words of a person's or the assistant's message: the later wording
// of an edited one; what the person quoted, forwarded or sent as a document set apart
// from their own words.
func content(m session.Message) string {
	if m.Masked != nil {
		return Forgotten
	}
	said := m.Content
	if m.Edited != "" {
		said = m.Edited
	}
	said = strings.TrimSpace(said)
	if m.Role != session.User {
		return said
	}
	switch m.Trust {
	case trust.Forwarded:
		said = setApart("[forwarded by the user, not the user's own words]", said)
	case trust.Document:
		said = setApart("[from a document the user sent]", said)
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

func setApart(label, s string) string {
	if strings.TrimSpace(s) == "" {
		return ""
	}
	return label + "\n> " + strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n> ")
}

// Count returns about how many tokens a window takes in a prompt; real text counted.
func Count(ms []session.Message) int {
	n := 0
	for _, m := range Messages(ms) {
		n += 4 + text.Tokens(m.Content)
		for _, c := range m.ToolCalls {
			n += 4 + text.Tokens(c.Name) + text.Tokens(c.Arguments)
		}
	}
	return n
}

// Size returns a number that Count never exceeds by more than what frames messages; it
// costs nothing.
func Size(ms []session.Message) int {
	n := 0
	for _, m := range ms {
		n += 64 + len(m.Content) + len(m.Quote) + len(m.Edited)
		for _, c := range m.ToolCalls {
			n += 16 + len(c.Name) + len(c.Arguments)
		}
	}
	return n
}

// Cut says where a window should begin (F16): where it begins now while it holds at most
// trigger tokens; else at the oldest turn such that at most target are left. Turns stay
// whole, so that a call and its results go together; the newest turn always stays, and
// over reports that it alone is more than target.
func Cut(ms []session.Message, trigger, target int) (from int64, over bool) {
	if len(ms) == 0 {
		return 0, false
	}
	from = ms[0].Seq
	if Size(ms) <= trigger || Count(ms) <= trigger {
		return from, false
	}
	turns := byTurn(ms)
	last := turns[len(turns)-1]
	left := target - Count(last)
	from = last[0].Seq
	for i := len(turns) - 2; i >= 0; i-- {
		n := Count(turns[i])
		if n > left {
			break
		}
		left -= n
		from = turns[i][0].Seq
	}
	return from, Count(last) > target
}

// byTurn groups consecutive messages of the same turn; what belongs to none stands alone.
func byTurn(ms []session.Message) [][]session.Message {
	var out [][]session.Message
	for i, m := range ms {
		if i == 0 || m.TurnID == "" || m.TurnID != ms[i-1].TurnID {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], m)
	}
	return out
}
