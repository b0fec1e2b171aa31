package prompt_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"keepsake/agent/prompt"
	"keepsake/llm"
	"keepsake/session"
)

// anyWindow draws a session: turns with bursts, tool bundles whose results come late, are
// mixed with messages that joined, or never came, and masked messages here and there.
// Masked ones say "Zanzibar".
func anyWindow(t *rapid.T) []session.Message {
	var ms []session.Message
	masked := time.Now()
	add := func(m session.Message) {
		m.Seq = int64(len(ms) + 1)
		if rapid.IntRange(0, 9).Draw(t, "mask") == 0 {
			m.Masked = &masked
			m.Content += "Zanzibar"
		}
		ms = append(ms, m)
	}
	for turn := range rapid.IntRange(1, 5).Draw(t, "turns") {
		id := fmt.Sprint("t", turn)
		for range rapid.IntRange(1, 3).Draw(t, "burst") {
			add(msg(0, id, session.User, rapid.StringN(0, 20, 60).Draw(t, "said")))
		}
		for step := range rapid.IntRange(0, 3).Draw(t, "steps") {
			var cs []session.ToolCall
			for i := range rapid.IntRange(1, 3).Draw(t, "calls") {
				cs = append(cs, session.ToolCall{
					ID: fmt.Sprint("c", step, i), Name: "x",
					Arguments: rapid.SampledFrom([]string{"{}", `{"a":1}`, "", "{oops", "[]"}).Draw(t, "args"),
				})
			}
			add(calls(msg(0, id, session.Assistant, ""), cs...))
			for _, c := range cs {
				if rapid.Bool().Draw(t, "joined") {
					add(msg(0, id, session.User, "one more thing"))
				}
				if rapid.IntRange(0, 9).Draw(t, "answered") > 0 {
					add(result(0, id, c.ID, "fine"))
				}
			}
		}
		if rapid.Bool().Draw(t, "ended") {
			add(msg(0, id, session.Assistant, "that is it"))
		}
	}
	return ms
}

// checkOrder wants what strict endpoints want: every call answered at once, each result
// with its call, nothing empty, arguments that are JSON objects.
func checkOrder(t *rapid.T, ms []llm.Message) {
	open := map[string]bool{}
	for i, m := range ms {
		if m.Role == "tool" {
			if !open[m.ToolCallID] {
				t.Fatalf("message %d answers no open call", i)
			}
			delete(open, m.ToolCallID)
		} else if len(open) > 0 {
			t.Fatalf("message %d (%s) comes before all calls were answered", i, m.Role)
		}
		for _, c := range m.ToolCalls {
			open[c.ID] = true
			if !strings.HasPrefix(c.Arguments, "{") || strings.Contains(c.Arguments, "oops") {
				t.Fatalf("arguments %q", c.Arguments)
			}
		}
		if strings.TrimSpace(m.Content) == "" && len(m.ToolCalls) == 0 {
			t.Fatalf("message %d (%s) is empty", i, m.Role)
		}
		if strings.Contains(m.Content, "Zanzibar") {
			t.Fatalf("message %d tells what is masked", i)
		}
	}
	if len(open) > 0 {
		t.Fatalf("calls without results at the end: %v", open)
	}
}

func TestAnyWindowIsWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ms := anyWindow(t)
		checkOrder(t, session.ForModel(ms))
		last := ms[len(ms)-1].TurnID
		p := prompt.Prompt{Window: ms, TurnID: last, Late: prompt.Late{Now: day}}
		built := prompt.Build(p)
		checkOrder(t, built)
		if fmt.Sprint(prompt.Build(p)) != fmt.Sprint(built) {
			t.Fatal("the same data gave another prompt")
		}
	})
}

func TestAnyCutKeepsBundlesAndTheNewestTurn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ms := anyWindow(t)
		trigger := rapid.IntRange(1, 400).Draw(t, "trigger")
		target := rapid.IntRange(1, trigger).Draw(t, "target")
		w := session.Window{Trigger: trigger, Target: target, Turns: true}
		from, over := w.Cut(ms)
		rest := ms[from-1:]
		last := ms[len(ms)-1].TurnID
		for i, m := range ms {
			if m.Seq < from && m.TurnID == last || i > 0 && m.Seq == from && m.TurnID == ms[i-1].TurnID {
				t.Fatalf("a turn was cut apart at %d", from)
			}
		}
		checkOrder(t, session.ForModel(rest))
		n := (session.Window{}).Count(rest)
		if from == 1 {
			if n > trigger && n > target && !over && rest[0].TurnID != last {
				t.Fatalf("%d tokens were kept above the trigger %d", n, trigger)
			}
		} else if n > target && !over {
			t.Fatalf("%d tokens are left, the target is %d", n, target)
		}
		// Once cut, it stays until the trigger is met again (F16).
		if again, _ := w.Cut(rest); n <= trigger && again != from {
			t.Fatalf("cut again, from %d to %d", from, again)
		}
	})
}
