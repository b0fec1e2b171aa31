package load_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
	"keepsake/store/storetest"
)

// firstToken is how long the model of TestFirstShown takes for its first token.
const firstToken = 300 * time.Millisecond

// ownShare is what may come on top of it until the person sees words (U17): the quiet time, the turn, Telegram.
const ownShare = 400 * time.Millisecond

// chatBurst is how many calls of a chat Telegram lets pass at once here: as many as the limits that Keepsake ships with count on, of
// which two answers right after each other, with their placeholders, use four. Telegram documents no number. One that lets only three
// pass costs a second more right after an answer, by its 429.
const chatBurst = 6

// TestFirstShown: with the limits and the quiet time that Keepsake ships with, and a Telegram that lets pass what they count on,
// half of all lone messages show the first words of their answer within the model's first token and 400 ms, after a pause and
// right after an answer (U17, issue 14.3).
func TestFirstShown(t *testing.T) {
	chats, rounds, slack := 2, 1, 10*time.Second // a busy machine
	if full() {
		chats, rounds, slack = 6, 6, 0
	}
	for _, database := range []string{"sqlite", "postgres"} {
		if database == "postgres" && !full() {
			continue
		}
		t.Run(database, func(t *testing.T) {
			url := "sqlite:" + t.TempDir() + "/keepsake.db"
			if database == "postgres" {
				url = storetest.PostgresURL(t)
			}
			w := newWorldWith(t, url, false, simulator.Options{Limits: true, ChatBurst: chatBurst})
			w.model.SetBrain(scripted.BrainFunc(func(ctx context.Context, p scripted.Prompt) (scripted.Answer, error) {
				a, err := think(ctx, p)
				a.Fault = &scripted.Fault{Latency: firstToken}
				return a, err
			}))
			w.env = slices.DeleteFunc(w.env, func(s string) bool {
				return strings.HasPrefix(s, "KEEPSAKE_QUIET=") || strings.HasPrefix(s, "KEEPSAKE_REJOIN=") || strings.Contains(s, "RATE=")
			})
			people := w.persons(chats)
			w.start()
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			w.speak(ctx, people, 1) // who they are, and their first snapshot
			var paused, atOnce, typing []time.Duration
			measured := func(p *simulator.Person) time.Duration {
				began := time.Now()
				took := w.untilShown(ctx, p)
				typing = append(typing, w.typedAfter(p, began))
				return took
			}
			for range rounds {
				for _, p := range people {
					paused = append(paused, measured(p))
				}
				for _, p := range people {
					w.ask(ctx, p)
					atOnce = append(atOnce, measured(p))
				}
			}
			if p50 := quantile(typing, 0.5); p50 > ownTyping+slack {
				t.Errorf("typing after p50 %s, want at most %s", p50, ownTyping)
			}
			t.Logf("typing after p50 %s, p95 %s", quantile(typing, 0.5).Round(time.Millisecond), quantile(typing, 0.95).Round(time.Millisecond))
			for what, took := range map[string][]time.Duration{"after a pause": paused, "right after an answer": atOnce} {
				p50 := quantile(took, 0.5)
				t.Logf("%s: words after p50 %s, p95 %s of %d (the model's first token after %s)", what, p50.Round(time.Millisecond), quantile(took, 0.95).Round(time.Millisecond), len(took), firstToken)
				if most := firstToken + ownShare + slack; p50 > most {
					t.Errorf("%s: %s, want at most %s", what, p50, most)
				}
			}
		})
	}
}

// ownTyping is how soon typing is to show after a message (issue 14.3).
const ownTyping = 300 * time.Millisecond

// typedAfter returns how long after a time typing was shown to a person.
func (w *world) typedAfter(p *simulator.Person, began time.Time) time.Duration {
	for _, c := range w.tg.Calls("sendChatAction") {
		if c.Chat == p.Chat() && !c.At.Before(began) {
			return c.At.Sub(began)
		}
	}
	w.t.Fatal("typing was not shown")
	return 0
}

// untilShown lets a person say something and returns how long it took until their phone showed words of the answer.
func (w *world) untilShown(ctx context.Context, p *simulator.Person) time.Duration {
	newest := p.Messages()[len(p.Messages())-1].ID
	began := time.Now()
	answered := w.say(p)
	if err := w.tg.WaitFor(ctx, func() bool {
		return slices.ContainsFunc(p.Messages(), func(m simulator.Message) bool {
			return m.ID > newest && m.IsFromBot() && strings.HasPrefix(m.Text, "Fine")
		})
	}); err != nil {
		w.t.Fatal(err)
	}
	took := time.Since(began)
	<-answered
	return took
}
