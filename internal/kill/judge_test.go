package kill_test

import (
	"fmt"
	"strings"
	"time"

	"keepsake/agent"
	"keepsake/bot/simulator"
	"keepsake/internal/failpoint"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/digest"
	"keepsake/people"
	"keepsake/session"
	"keepsake/store"
)

// tidyWithin is how long the bots are given, once everybody is answered, to find the
// placeholders that kills have stranded. They are looked for beside everything else.
const tidyWithin = time.Minute

// readWithin is how long they are given to read what was said for memories.
const readWithin = 2 * time.Minute

// awaitTidy waits until every message of the bots answers something.
func (w *world) awaitTidy() {
	began := time.Now()
	found := w.strays()
	for len(w.strays()) > 0 && time.Since(began) < tidyWithin {
		changed := w.tg.NextChange()
		select {
		case <-changed:
		case <-time.After(200 * time.Millisecond):
		}
	}
	w.t.Logf("%d placeholders were there when everybody was answered, %d after %s",
		len(found), len(w.strays()), time.Since(began).Round(time.Millisecond))
}

// awaitReading waits until every conversation was read for memories.
func (w *world) awaitReading() {
	began := time.Now()
	db, err := store.Open(w.t.Context(), store.Options{URL: w.url, Key: w.key, Shared: true})
	if err != nil {
		w.t.Fatal(err)
	}
	defer db.Close()
	finds := candidate.New(db.Candidates(), time.Now)
	waiting := -1
	for ; time.Since(began) < readWithin; time.Sleep(200 * time.Millisecond) {
		if waiting, _, err = finds.Pending(w.t.Context(), "keepsake"); err != nil {
			w.t.Fatal(err)
		}
		due, err := digest.New(db.Digests(), time.Now).Due(w.t.Context(), "keepsake", 4, 1)
		if err != nil {
			w.t.Fatal(err)
		}
		if waiting == 0 && len(due) == 0 {
			break
		}
	}
	parked, err := finds.Parked(w.t.Context(), "keepsake", 10)
	w.t.Logf("all was read for memories after %s, %d parked", time.Since(began).Round(time.Millisecond), len(parked))
	if err != nil || waiting != 0 || len(parked) > 0 {
		w.t.Errorf("%d stretches are unread, %d are parked: %v", waiting, len(parked), err)
	}
}

// strays returns the bots' messages that answer nothing.
func (w *world) strays() (found []simulator.Message) {
	for _, p := range w.people {
		for _, m := range p.Messages() {
			if m.IsFromBot() && !m.Deleted && !tokenForm.MatchString(answerOf(m.Text)) {
				found = append(found, m)
			}
		}
	}
	return found
}

// judge compares the phones and the database with what was said.
func (w *world) judge(kills int, hits map[string]int) {
	t := w.t
	var lost, twice, disordered, total int
	for i, p := range w.people {
		total += w.said[i]
		counts := map[string]int{}
		last := 0
		for _, m := range p.Messages() {
			if !m.IsFromBot() || m.Deleted {
				continue
			}
			tokens := tokenForm.FindAllString(answerOf(m.Text), -1)
			for _, tok := range tokens {
				counts[tok]++
				n := number(tok)
				if n < last {
					disordered++
				}
				last = n
			}
		}
		for n := 1; n <= w.said[i]; n++ {
			switch c := counts[token(i, n)]; {
			case c == 0:
				lost++
				t.Logf("%s is not answered; its phone ends with %q", token(i, n), lastWords(p))
			case c > 1:
				twice++
			}
		}
	}
	strays := w.strays()
	for _, m := range strays {
		t.Logf("chat %d: message %d answers nothing: %q", m.Chat, m.ID, m.Text)
	}
	missing, doubled, kept := w.judgeMemories()
	lostWishes, doubledWishes, wishes := w.judgeWishes()
	t.Logf("%d wishes: missing %d, twice %d", wishes, lostWishes, doubledWishes)
	if lostWishes+doubledWishes > 0 || wishes == 0 {
		t.Error("a wish was lost or kept twice, or there was none")
	}
	t.Logf("%d messages, %d memories, %d kills (failpoints reached: %v): lost %d, answered twice %d, out of order %d, memories twice %d, memories missing %d, stray placeholders %d",
		total, kept, kills, hits, lost, twice, disordered, doubled, missing, len(strays))
	if lost+twice+disordered+doubled+missing > 0 || len(strays) > 1+kills/10 {
		t.Error("a kill was noticed")
	}
	if w.hasSaidTooLittle() {
		t.Errorf("only %d messages were said: this proves nothing", total)
	}
	if kills >= 20*len(failpoint.Names) {
		for _, name := range failpoint.Names {
			if hits[name] == 0 {
				t.Errorf("failpoint %s was never reached", name)
			}
		}
	}
	if v := w.model.Violations(); len(v) > 0 {
		t.Errorf("the model's endpoint was spoken to wrongly: %s", v)
	}
	if v := w.tg.Violations(); len(v) > 0 {
		t.Errorf("Telegram was spoken to wrongly: %s", v)
	}
}

// hasSaidTooLittle reports whether the people said so few messages that a run would prove nothing:
// failpoints may all be reached at once.
func (w *world) hasSaidTooLittle() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	total := 0
	for _, n := range w.said {
		total += n
	}
	return total < chats
}

// judgeMemories counts memories that are missing, and that were written more than once
// (in two rows, or in two versions or changes of one).
func (w *world) judgeMemories() (missing, doubled, kept int) {
	ctx := w.t.Context()
	db, err := store.Open(ctx, store.Options{URL: w.url, Key: w.key})
	if err != nil {
		w.t.Fatal(err)
	}
	defer db.Close()
	for i, p := range w.people {
		scopes := agent.Scopes(session.Session{Store: "keepsake", Person: people.ID(p.ID())})
		ms, err := db.Memories().Find(ctx, memory.ActiveQuery(scopes...))
		if err != nil {
			w.t.Fatal(err)
		}
		kept += len(ms)
		counts := map[string]int{}
		for _, m := range ms {
			changes, err := db.Memories().Changes(ctx, m.ID, "")
			if err != nil {
				w.t.Fatal(err)
			}
			counts[m.Content] += max(m.Version, len(changes))
		}
		for _, content := range w.saved[i] {
			switch c := counts[content]; {
			case c == 0:
				missing++
			case c > 1:
				doubled++
			}
			delete(counts, content)
		}
		for content := range counts {
			w.t.Errorf("chat %d: a memory nobody asked for: %q", i, content)
		}
	}
	return missing, doubled, kept
}

// lastWords are the last messages that a phone shows.
func lastWords(p *simulator.Person) (texts []string) {
	ms := p.Messages()
	for _, m := range ms[max(0, len(ms)-4):] {
		texts = append(texts, m.Text)
	}
	return texts
}

func number(tok string) (n int) {
	_, after, _ := strings.Cut(tok, "x")
	_, _ = fmt.Sscan(after, &n)
	return n
}
