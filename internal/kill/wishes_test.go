package kill_test

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"keepsake/internal/failpoint"
	"keepsake/llm/scripted"
	"keepsake/memory/digest"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
)

// wishForm is how people say how they want to be answered.
var wishForm = regexp.MustCompile(`Always write about parcel m\d+x\d+`)

// Issue 12 clause 1, F14: killed before and after the transaction of a reading, again and again, a conversation comes to its
// facts, wishes and episodes once. On both databases.
func TestKillReading(t *testing.T) {
	for name, url := range map[string]string{"sqlite": "sqlite:" + t.TempDir() + "/keepsake.db", "postgres": storetest.PostgresURL(t)} {
		t.Run(name, func(t *testing.T) {
			besides(t)
			w := newWorld(t, url)
			talking, hush := context.WithCancel(t.Context())
			done := make(chan struct{})
			go func() { defer close(done); w.talk(talking) }()
			hits, n := map[string]int{}, max(4, kills(t)/4)
			i := 0
			killedAt := func() int { return hits[failpoint.AfterReading] + hits[failpoint.AfterForming] }
			for ; i < n || (w.hasSaidTooLittle() || killedAt() < 2) && i < 4*n; i++ {
				if name := []string{failpoint.AfterReading, failpoint.AfterForming}[i%2]; w.killAt(name, 1+i%3) {
					hits[name]++
				}
			}
			hush()
			<-done
			w.finish()
			w.judge(i, hits)
			if killedAt() < 2 {
				t.Errorf("killed at readings: %v", hits)
			}
		})
	}
}

// readAll answers who reads a conversation for several things: what people say in passing, and what they wish.
func readAll(instructions, question string) scripted.Answer {
	answer := map[string]any{"episode": "They spoke of parcels", "reasoning": ""}
	wishes := []map[string]any{}
	for _, said := range wishForm.FindAllString(question, -1) {
		wishes = append(wishes, map[string]any{"quote": said, "directive": said})
	}
	answer["directives"] = wishes
	if strings.Contains(instructions, `"facts": [`) {
		answer["facts"] = listFacts(question)
	}
	text, _ := json.Marshal(answer)
	return scripted.Answer{Text: string(text)}
}

// listFacts lists what people say in passing.
func listFacts(question string) []map[string]any {
	facts := []map[string]any{}
	for _, said := range lateForm.FindAllString(question, -1) {
		facts = append(facts, map[string]any{"quote": said, "fact": said, "type": "profile", "fact_key": said, "subject": "", "confidence": 0.9, "importance": 0.5})
	}
	return facts
}

// judgeWishes counts the wishes that are missing although what was said was read, and those that are there more than once.
// Whatever follows the position of a conversation is not read yet: fewer than four messages wait for more (E7).
func (w *world) judgeWishes() (missing, doubled, kept int) {
	ctx := w.t.Context()
	db, err := store.Open(ctx, store.Options{URL: w.url, Key: w.key})
	if err != nil {
		w.t.Fatal(err)
	}
	defer db.Close()
	for i, p := range w.people {
		owner := scope.Scope{Store: "keepsake", Kind: scope.User, ID: people.ID(p.ID())}
		ds, es, err := db.Digests().All(ctx, owner)
		if err != nil {
			w.t.Fatal(err)
		}
		counts := map[string]int{}
		for _, d := range ds {
			counts[d.Content]++
		}
		kept += len(ds)
		unread := ""
		talks, err := db.Sessions().List(ctx, session.Place{Bot: "keepsake", Chat: p.ID()}, owner.ID, 100)
		if err != nil {
			w.t.Fatal(err)
		}
		for _, x := range talks {
			j, _, err := db.Digests().OfSession(ctx, x.ID)
			if err != nil {
				w.t.Fatal(err)
			}
			w.judgeEpisodes(db, i, x, j, es)
			ms, err := db.Sessions().Messages(ctx, x.ID, j.Position+1, 500)
			if err != nil {
				w.t.Fatal(err)
			}
			for _, m := range ms {
				unread += m.Content + "\n"
			}
		}
		for _, wish := range w.wished[i] {
			switch c := counts[wish]; {
			case c == 0 && !strings.Contains(unread, wish):
				missing++
			case c > 1:
				doubled++
			}
		}
	}
	return missing, doubled, kept
}

// judgeEpisodes checks that whatever a person said up to the position of a conversation is in one episode.
func (w *world) judgeEpisodes(db *store.DB, i int, x session.Session, j digest.Job, es []digest.Episode) {
	if j.Position == 0 {
		return
	}
	ms, err := db.Sessions().Messages(w.t.Context(), x.ID, 1, int(j.Position))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, m := range ms {
		n := 0
		for _, e := range es {
			if e.SessionID == x.ID && e.From <= m.Seq && m.Seq <= e.To {
				n++
			}
		}
		if m.Role == session.User && m.Seq <= j.Position && n != 1 {
			w.t.Errorf("chat %d: message %d is in %d episodes; it is read up to %d", i, m.Seq, n, j.Position)
		}
	}
}
