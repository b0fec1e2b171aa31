package demo_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"keepsake/bot/simulator"
	"keepsake/memory"
)

// chip is a suggestion of the page.
type chip struct{ Who, Text, Label, Kind, From, Answers, After, Chat string }

// nextChip returns what the page suggests first to somebody who sent these texts.
func nextChip(all []chip, who string, sent []string) (chip, bool) {
	i := slices.IndexFunc(all, func(c chip) bool {
		return c.Who == who && c.Kind != "become" && c.Kind != "go" && c.Chat == "" && !slices.Contains(sent, c.Text) &&
			(c.Answers == "" || len(sent) > 0 && sent[len(sent)-1] == c.Answers) && (c.After == "" || slices.Contains(sent, c.After))
	})
	if i < 0 {
		return chip{}, false
	}
	return all[i], true
}

// U8, 14.6: whoever follows the suggestions, in whatever language, is understood every time, and sees each once.
func TestEverySuggestionIsUnderstoodAndLeaves(t *testing.T) {
	for _, c := range []struct {
		who   string
		steps int
		kept  []string
	}{
		{"alice", 13, []string{"User can't stand coriander", "Bob is the user's boss"}},
		{"jonas", 9, []string{"Der Nutzer mag keinen Koriander", "Bob ist der Chef des Nutzers"}},
		{"mei", 8, []string{"用户不吃香菜", "安娜是用户的姐姐", "鲍勃是用户的老板"}},
	} {
		v := visit(t)
		var world struct{ Chips []chip }
		if err := json.Unmarshal([]byte(v.feed().until("world")), &world); err != nil {
			t.Fatal(err)
		}
		var sent []string
		for {
			next, ok := nextChip(world.Chips, c.who, sent)
			if !ok {
				break
			}
			sent = append(sent, next.Text)
			body, path := map[string]any{"person": c.who, "text": next.Text}, "/api/say"
			switch next.Kind {
			case "reply":
				ms := v.world.Chat(c.who)
				slices.Reverse(ms)
				body["reply_to"] = ms[slices.IndexFunc(ms, func(m simulator.Message) bool { return !m.IsFromBot() })].ID
			case "":
			default:
				body["kind"], body["from"], path = next.Kind, next.From, "/api/send"
			}
			if status, said := v.post(path, body); status != 204 {
				t.Fatalf("%q: %d %s", next.Text, status, said)
			}
			if err := v.world.Settle(t.Context()); err != nil {
				t.Fatal(err)
			}
			ms := v.world.Chat(c.who)
			last := ms[len(ms)-1]
			for _, excuse := range []string{"few rules", "Drehbuch", "脚本"} {
				if !last.IsFromBot() || strings.Contains(last.Text, excuse) {
					t.Errorf("%s: %q: the answer is %q", c.who, next.Text, last.Text)
				}
			}
			if next.Kind == "reply" { // somebody else's words wait for a tap
				if status, said := v.post("/api/press", map[string]any{"person": c.who, "message": last.ID}); status != 204 {
					t.Fatalf("%q: %d %s", next.Text, status, said)
				}
				if err := v.world.Settle(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		if len(sent) != c.steps {
			t.Errorf("%s: %d suggestions were shown, want %d: %q", c.who, len(sent), c.steps, sent)
		}
		ms, err := v.world.Memories(t.Context(), c.who, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range c.kept {
			if !slices.ContainsFunc(ms, func(m memory.Memory) bool { return m.Content == want }) {
				t.Errorf("%s: %q is not kept: %+v", c.who, want, ms)
			}
		}
	}
}
