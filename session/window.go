package session

import (
	"keepsake/fault"
	"keepsake/text"
)

// Defaults of a managed window (M13).
const (
	DefaultTrigger = 150000
	DefaultTarget  = 100000
	DefaultImage   = 800
)

// Window says how much of a log a prompt shows, in tokens of real text (M13, F16). It is
// the one way to cut: the bot's turns and the managed log use it alike.
type Window struct {
	Trigger int `json:"max_total_tokens_trigger"` // above it the window is cut
	Target  int `json:"target_total_tokens"`      // what it is cut to
	Image   int `json:"image_token_estimate"`     // what an image counts; 0 = DefaultImage
	// Messages is a second trigger: at most this number of messages is shown, beginning with one of the
	// person's (I14, I15, R13). 0 = however many.
	Messages int `json:"max_messages,omitempty"`
	// Turns keeps turns whole: the window is cut between them only, and the newest stays.
	// What belongs to no turn stands alone.
	Turns bool `json:"whole_turns,omitempty"`
}

// withDefaults completes the zero Window and refuses a half-filled or contradictory one
// (M15).
func (w Window) withDefaults() (Window, error) {
	if w.Trigger == 0 && w.Target == 0 {
		w.Trigger, w.Target = DefaultTrigger, DefaultTarget
	}
	if w.Image == 0 {
		w.Image = DefaultImage
	}
	switch {
	case w.Trigger <= 0:
		return w, fault.Field("max_total_tokens_trigger", "must be more than 0")
	case w.Target <= 0:
		return w, fault.Field("target_total_tokens", "must be more than 0")
	case w.Target > w.Trigger:
		return w, fault.Field("target_total_tokens", "must not be more than max_total_tokens_trigger")
	case w.Messages < 0:
		return w, fault.Field("max_messages", "must not be negative")
	case w.Image < 0:
		return w, fault.Field("image_token_estimate", "must not be negative")
	}
	return w, nil
}

// Cut says where a window should begin (F16): where it begins now while it holds at most
// Trigger tokens; else at the oldest message such that at most Target are left. A call,
// its results and what came in between stay together or go together; so do turns when
// Turns is set. A system message at the front always stays and counts; from then speaks of
// the messages after it (0 = there are none). The newest message always stays: over
// reports that it alone, with what must stay with it, is more than Target.
//
// It counts from the newest message back and stops at Trigger, so a long log costs no more
// than a full window.
func (w Window) Cut(ms []Message) (from int64, over bool) {
	total, size := 0, w.Size(ms)
	if len(ms) > 0 && ms[0].Role == System {
		total, ms = w.Count(ms[:1]), ms[1:]
	}
	if len(ms) == 0 {
		return 0, total > w.Trigger
	}
	if w.Messages > 0 {
		ms = ms[w.cutByNumber(ms):]
		size = w.Size(ms)
	}
	if size <= w.Trigger {
		return ms[0].Seq, false
	}
	starts := w.findStarts(ms)
	cut, end := 0, len(ms)
	for i := len(starts) - 1; i >= 0; i-- {
		total += w.Count(ms[starts[i]:end])
		end = starts[i]
		if newest := i == len(starts)-1; newest || total <= w.Target {
			cut, over = end, newest && total > w.Target
		}
		if total > w.Trigger {
			return ms[cut].Seq, over
		}
	}
	return ms[0].Seq, false
}

// cutByNumber returns the index at which the newest messages begin: at most Messages of them,
// beginning with one of the person's. Where a bundle is longer, it stays whole.
func (w Window) cutByNumber(ms []Message) int {
	last := 0
	for _, i := range w.findStarts(ms) {
		if ms[i].Role != User {
			continue
		}
		if last = i; len(ms)-i <= w.Messages {
			break
		}
	}
	return last
}

// findStarts returns the indices at which a window may begin: those that separate no call from
// its results and, when Turns is set, split no turn.
func (w Window) findStarts(ms []Message) []int {
	type key struct{ turn, call string }
	asked := map[key]int{}        // where a call stands
	reach := make([]int, len(ms)) // up to which message one must stay with what follows
	for i, m := range ms {
		for _, c := range m.ToolCalls {
			if _, twice := asked[key{m.TurnID, c.ID}]; !twice {
				asked[key{m.TurnID, c.ID}] = i
			}
		}
		if at, ok := asked[key{m.TurnID, m.ToolCallID}]; ok && m.Role == Tool {
			reach[at] = i
		}
		if w.Turns && i > 0 && m.TurnID != "" && m.TurnID == ms[i-1].TurnID {
			reach[i-1] = max(reach[i-1], i)
		}
	}
	var out []int
	until := -1
	for i := range ms {
		if i > until {
			out = append(out, i)
		}
		until = max(until, reach[i])
	}
	return out
}

// Count returns about how many tokens messages take in a prompt; real text counted.
func (w Window) Count(ms []Message) int {
	n := 0
	for _, m := range ForModel(ms) {
		n += 4 + text.Tokens(m.Content)
		for _, c := range m.ToolCalls {
			n += 4 + text.Tokens(c.Name) + text.Tokens(c.Arguments)
		}
	}
	return n + w.images(ms)
}

// Size returns a number that Count never exceeds by more than what frames messages; it
// costs nothing.
func (w Window) Size(ms []Message) int {
	n := 0
	for _, m := range ms {
		v := m.View()
		n += 64 + len(v.Content) + len(v.Quote) + len(v.Object) + len(v.Structured)
		for _, c := range v.ToolCalls {
			n += 16 + len(c.Name) + len(c.Arguments)
		}
		for _, c := range v.AgentCalls {
			n += 32 + len(c.Agent) + len(c.Request)
		}
	}
	return n + w.images(ms)
}

func (w Window) images(ms []Message) int {
	each, n := w.Image, 0
	if each == 0 {
		each = DefaultImage
	}
	for _, m := range ms {
		if m.Removed == nil {
			n += each * len(m.View().Images)
		}
	}
	return n
}
