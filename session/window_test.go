package session_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"keepsake/actor"
	"keepsake/session"
)

// anyHistory draws a log: a system message or none, people and the assistant in any
// order, several calls at once, results that come late, between other messages, or never,
// images and JSON; several turns, several bundles in one.
func anyHistory(t *rapid.T) []session.Message {
	var ms []session.Message
	add := func(m session.Message) {
		m.Seq = int64(len(ms) + 1)
		m.ID = fmt.Sprint("m", m.Seq)
		ms = append(ms, m)
	}
	words := func(what string) string {
		return strings.Repeat("word ", rapid.IntRange(0, 60).Draw(t, what))
	}
	if rapid.Bool().Draw(t, "system") {
		add(session.Message{Role: session.System, Content: "Be kind. " + words("rules")})
	}
	type call struct{ turn, id string }
	var waiting []call
	turn, calls := 0, 0
	for range rapid.IntRange(0, 30).Draw(t, "messages") {
		m := session.Message{TurnID: fmt.Sprint("t", turn), Content: words("said")}
		switch rapid.IntRange(0, 5).Draw(t, "what") {
		case 0:
			turn++
			m.TurnID, m.Role = fmt.Sprint("t", turn), session.User
			if rapid.Bool().Draw(t, "sees") {
				m.Images = []string{"https://x/i.png"}
			}
		case 1:
			m.Role = session.User
		case 2:
			m.Role, m.Content = session.Assistant, ""
			m.Object = []byte(`{"a":"` + words("json") + `"}`)
		case 3, 4:
			m.Role = session.Assistant
			for range rapid.IntRange(1, 3).Draw(t, "calls") {
				calls++
				id := fmt.Sprint("c", calls)
				m.ToolCalls = append(m.ToolCalls, session.ToolCall{ID: id, Name: "look", Arguments: `{"a":1}`})
				waiting = append(waiting, call{m.TurnID, id})
			}
		case 5:
			if len(waiting) == 0 {
				continue
			}
			i := rapid.IntRange(0, len(waiting)-1).Draw(t, "which")
			m.Role, m.TurnID, m.ToolCallID = session.Tool, waiting[i].turn, waiting[i].id
			waiting = append(waiting[:i], waiting[i+1:]...)
		}
		add(m)
	}
	return ms
}

// alone returns what must stay whatever the budget: the newest message with the calls and
// results that hang together with it.
func alone(ms []session.Message) int {
	first := len(ms) - 1
	for again := true; again; {
		again = false
		for i := first; i < len(ms); i++ {
			for j := range first {
				for _, c := range ms[j].ToolCalls {
					if ms[i].Role == session.Tool && ms[i].TurnID == ms[j].TurnID && ms[i].ToolCallID == c.ID {
						first, again = j, true
					}
				}
			}
		}
	}
	return first
}

// F16, M13: for any history the window keeps the system message, the newest message and
// whole tool bundles, and the budget unless these alone exceed it.
func TestAnyWindowF16(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ms := anyHistory(t)
		trigger := rapid.IntRange(1, 1500).Draw(t, "trigger")
		w := session.Window{Trigger: trigger, Target: rapid.IntRange(1, trigger).Draw(t, "target"), Image: rapid.IntRange(0, 100).Draw(t, "image")}
		from, over := w.Cut(ms)
		var window, cut []session.Message
		for i, m := range ms {
			if m.Seq >= from || i == 0 && m.Role == session.System {
				window = append(window, m)
			} else {
				cut = append(cut, m)
			}
		}
		if len(ms) == 0 {
			if from != 0 || over {
				t.Fatalf("an empty log: from %d, over %v", from, over)
			}
			return
		}
		if window[len(window)-1].ID != ms[len(ms)-1].ID {
			t.Fatal("the newest message is gone")
		}
		for _, gone := range cut {
			for _, kept := range window {
				for _, c := range gone.ToolCalls {
					if kept.Role == session.Tool && kept.ToolCallID == c.ID && kept.TurnID == gone.TurnID {
						t.Fatalf("call %s was cut off from its result", c.ID)
					}
				}
				for _, c := range kept.ToolCalls {
					if gone.Role == session.Tool && gone.ToolCallID == c.ID && kept.TurnID == gone.TurnID {
						t.Fatalf("result of %s was cut off from its call", c.ID)
					}
				}
			}
		}
		whole, left := w.Count(ms), w.Count(window)
		if whole <= trigger {
			if len(cut) > 0 || over {
				t.Fatalf("%d tokens were cut below the trigger %d", whole, trigger)
			}
			return
		}
		must := ms[alone(ms):]
		if ms[0].Role == session.System && alone(ms) > 0 {
			must = append([]session.Message{ms[0]}, must...)
		}
		if n := w.Count(must); n > w.Target {
			if len(ms) > 1 && !over || len(window) != len(must) {
				t.Fatalf("over %v: %d messages are left where %d must be (%d tokens, target %d)", over, len(window), len(must), n, w.Target)
			}
		} else if left > w.Target || over {
			t.Fatalf("%d tokens are left, target %d, over %v", left, w.Target, over)
		}
		if again, _ := w.Cut(window); left <= trigger && len(window) > 0 && len(cut) > 0 && again != from {
			t.Fatalf("cut again below the trigger: from %d to %d", from, again)
		}
	})
}

// M13, M20: the managed log shows what fits, stays there until the trigger is met again,
// and its records stay whole.
func TestManagedLog(t *testing.T) {
	ctx := t.Context()
	w := session.Window{Trigger: 1000, Target: 600}
	l, s, x := logOf(t, session.LogOptions{Kind: session.ManagedConversation, Description: "Be kind.", Window: w})
	cuts, last := 0, int64(1)
	for i := range 40 {
		add(t, l, user(strings.Repeat("word ", 80)))
		add(t, l, asks(fmt.Sprint("c", i)))
		add(t, l, answers(fmt.Sprint("c", i)))
		chat, over, err := l.Messages(ctx)
		if err != nil || over {
			t.Fatal(err, over)
		}
		if chat[0].Role != "system" || chat[0].Content != "Be kind." || chat[len(chat)-1].Role != "tool" {
			t.Fatalf("window %+v", chat)
		}
		x = must(s.Get(ctx, x.ID))(t)
		if x.WindowFrom != last {
			cuts++
			last = x.WindowFrom
		}
	}
	if cuts < 5 || cuts > 15 {
		t.Errorf("cut %d times in 40", cuts)
	}
	if all := must(l.All(ctx))(t); len(all) != 121 {
		t.Errorf("%d records", len(all))
	}
	add(t, l, user(strings.Repeat("word ", 2000)))
	if chat, over, err := l.Messages(ctx); err != nil || !over || len(chat) != 2 {
		t.Errorf("a message larger than the budget: %v over %v, %d messages", err, over, len(chat))
	}
	if _, err := s.Log(ctx, actor.OfSystem(), x.ID, session.LogOptions{Description: "Be brief."}); err != nil {
		t.Fatal(err)
	}
	if got := must(l.All(ctx))(t)[0].Content; got != "Be brief." { // I16
		t.Errorf("the new description: %q", got)
	}
}

// A description belongs to the beginning.
func TestDescriptionTooLate(t *testing.T) {
	l, s, x := logOf(t, session.LogOptions{})
	add(t, l, user("hello"))
	var err error
	if _, err = s.Log(t.Context(), actor.OfSystem(), x.ID, session.LogOptions{Description: "late"}); err == nil {
		t.Error("a system message in the middle")
	}
	if errors.Is(err, session.ErrNotFound) {
		t.Error(err)
	}
}

// TestWindowByNumber (I13 to I15, R13): at most so many messages, the newest, beginning with
// one of the person's, bundles whole, whatever the tokens say.
func TestWindowByNumber(t *testing.T) {
	history := func(roles string) (ms []session.Message) {
		turn := 0
		for i, r := range roles {
			m := session.Message{Seq: int64(i + 1), Content: "word"}
			switch r {
			case 'u':
				turn++
				m.Role = session.User
			case 'a':
				m.Role = session.Assistant
			case 'c':
				m.Role, m.ToolCalls = session.Assistant, []session.ToolCall{{ID: "c", Name: "look"}}
			case 't':
				m.Role, m.ToolCallID = session.Tool, "c"
			}
			m.TurnID = fmt.Sprint("t", turn)
			ms = append(ms, m)
		}
		return ms
	}
	for _, c := range []struct {
		roles string
		most  int
		from  int64
	}{
		{"uaua", 4, 1},
		{"uauaua", 4, 3},
		{"uauaua", 3, 5},
		{"uaucta", 3, 3}, // the newest turn is longer: it stays whole
		{"uauctaua", 6, 3},
		{"uauctaua", 5, 7},
		{"aaua", 9, 3}, // leading answers are skipped
		{"uuaa", 2, 2},
		{"aa", 1, 1},
		{"ua", 0, 1},
	} {
		w := session.Window{Trigger: 1 << 30, Target: 1 << 30, Messages: c.most}
		if from, over := w.Cut(history(c.roles)); from != c.from || over {
			t.Errorf("%s, %d: from %d (%v), want %d", c.roles, c.most, from, over, c.from)
		}
	}
	// Both triggers at once: the narrower wins.
	ms := history("uauauaua")
	tight := session.Window{Trigger: 1, Target: 1, Messages: 6, Turns: true}
	if from, _ := tight.Cut(ms); from != 7 {
		t.Errorf("by tokens: from %d", from)
	}
}
