// Package turnlog reads a turn's own messages: how far it is, and what is still to run. They are the only state
// of a turn, so a resumed turn and a running one see the same.
//
// It is pure: it stores nothing and runs nothing. Start reading at OpenCalls.
package turnlog

import (
	"encoding/json"
	"strconv"
	"strings"

	"keepsake/session"
	"keepsake/tool"
	"keepsake/trust"
)

// OpenCalls returns the tool calls of a turn that have no result yet, in order.
func OpenCalls(ms []session.Message) []session.ToolCall {
	done := map[string]bool{}
	for _, m := range ms {
		if m.Role == session.Tool {
			done[m.ToolCallID] = true
		}
	}
	var open []session.ToolCall
	for _, m := range ms {
		for _, c := range m.ToolCalls {
			if !done[c.ID] {
				open = append(open, c)
			}
		}
	}
	return open
}

// HasCalls reports whether the model has called tools in this turn: only then can the turn
// have changed anything but the conversation.
func HasCalls(ms []session.Message) bool { return Steps(ms) > 0 }

// Steps returns how many times the model has called tools in this turn.
func Steps(ms []session.Message) int {
	n := 0
	for _, m := range ms {
		if len(m.ToolCalls) > 0 {
			n++
		}
	}
	return n
}

// IsExhausted reports whether a turn may call no more tools: it has made its steps, or kept
// repeating a call.
func IsExhausted(ms []session.Message, maxSteps int) bool {
	if Steps(ms) >= maxSteps {
		return true
	}
	for _, m := range ms {
		for _, c := range m.ToolCalls {
			if CountRepeats(ms, c) > 1 {
				return true
			}
		}
	}
	return false
}

// TextBesideCalls returns the texts that came with tool calls in this turn.
func TextBesideCalls(ms []session.Message) string {
	var parts []string
	for _, m := range ms {
		if said := strings.TrimSpace(m.Content); m.Role == session.Assistant && len(m.ToolCalls) > 0 && m.Masked == nil && said != "" {
			parts = append(parts, said)
		}
	}
	return strings.Join(parts, "\n\n")
}

// CountRepeats returns how many times a call has been made again without need in the turn, 0
// for a new one. Calling once more after a different call is no repetition (a list read again
// after a change); a third time is.
func CountRepeats(ms []session.Message, call session.ToolCall) int {
	same := signature(call)
	seen, extra, other := 0, 0, false
	for _, c := range append(callsUntil(ms, call.ID), call) {
		if signature(c) != same {
			other = true
			continue
		}
		if seen > 1 || seen == 1 && !other {
			extra++
		}
		seen++
		other = false
	}
	return extra
}

// callsUntil returns the turn's calls before the one with this id.
func callsUntil(ms []session.Message, id string) []session.ToolCall {
	var out []session.ToolCall
	for _, m := range ms {
		for _, c := range m.ToolCalls {
			if c.ID == id {
				return out
			}
			out = append(out, c)
		}
	}
	return out
}

// signature returns a call without its id. Arguments that are equal as JSON are equal.
func signature(c session.ToolCall) string {
	var v any
	if json.Unmarshal([]byte(c.Arguments), &v) == nil {
		if b, err := json.Marshal(v); err == nil { // map keys come out sorted
			return c.Name + " " + string(b)
		}
	}
	return c.Name + " " + strings.TrimSpace(c.Arguments)
}

// maxCallID is the longest tool call id that endpoints take.
const maxCallID = 40

// AssignIDs returns the calls with ids that are unique among those used already; a missing,
// repeated or overlong id is replaced.
func AssignIDs(calls []session.ToolCall, used map[string]bool) []session.ToolCall {
	out := make([]session.ToolCall, len(calls))
	for i, c := range calls {
		if c.ID == "" || len(c.ID) > maxCallID || used[c.ID] {
			for n := len(used) + 1; c.ID == "" || len(c.ID) > maxCallID || used[c.ID]; n++ {
				c.ID = "call_" + strconv.Itoa(n)
			}
		}
		used[c.ID] = true
		out[i] = c
	}
	return out
}

// CallIDs returns the ids of the calls in these messages.
func CallIDs(ms []session.Message) map[string]bool {
	used := map[string]bool{}
	for _, m := range ms {
		for _, c := range m.ToolCalls {
			used[c.ID] = true
		}
	}
	return used
}

// ParseObject returns a call's arguments as a JSON object; none at all is an empty one, as some
// endpoints send it.
func ParseObject(arguments string) (json.RawMessage, bool) {
	s := strings.TrimSpace(arguments)
	if s == "" || s == "null" {
		s = "{}"
	}
	if !strings.HasPrefix(s, "{") || !json.Valid([]byte(s)) {
		return nil, false
	}
	return json.RawMessage(s), true
}

// Arguments returns the arguments of a call of a turn as its person was shown them (tool.Plain). ok is false when they were
// forgotten, or there is no such call.
func Arguments(ms []session.Message, callID string) (args json.RawMessage, ok bool) {
	for _, m := range ms {
		for _, c := range m.ToolCalls {
			if c.ID != callID || m.Masked != nil {
				continue
			}
			if args, ok = ParseObject(c.Arguments); !ok {
				return nil, false
			}
			return tool.Plain(args)
		}
	}
	return nil, false
}

// AssistantMessage returns what the model said in a turn, as a record.
func AssistantMessage(turnID, content string, calls []session.ToolCall) *session.Message {
	return &session.Message{
		TurnID: turnID, Role: session.Assistant, Content: content, ToolCalls: calls, Trust: trust.Bot,
	}
}

// ToolMessage returns the result of a call, as a record.
func ToolMessage(turnID string, c session.ToolCall, content string) session.Message {
	return session.Message{
		TurnID: turnID, Role: session.Tool, Name: c.Name, ToolCallID: c.ID, Content: content, Trust: trust.Bot,
	}
}

// Join joins what is not empty with blank lines.
func Join(parts ...string) string {
	var out []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, "\n\n")
}
