package bench_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/bot/simulator"
	"keepsake/people"
	"keepsake/session"
	"keepsake/store/storetest"
)

// crowd is what a full store holds of other people.
type crowd struct{ messages, memories int }

// TestFlat: a turn costs the same beside all that other people ever said (X4): as many
// statements, and about as much time. It does so in a conversation with a window of 250 messages,
// beside one that has just begun. Turns on a full store and on an empty one alternate.
func TestFlat(t *testing.T) {
	size, turns, most := crowd{messages: 20_000, memories: 1_000}, 6, 3.0 // a busy machine
	if os.Getenv("KEEPSAKE_BENCH") != "" {
		size, turns, most = crowd{messages: 300_000, memories: 10_000}, 60, 1.2
	}
	for _, driver := range []string{"sqlite3", "pgx"} {
		t.Run(driver, func(t *testing.T) {
			empty, full := newFlatWorld(t, driver), newFlatWorld(t, driver)
			began := time.Now()
			full.fill(t, size)
			t.Logf("%d messages and %d memories of other people: filled in %s", size.messages, size.memories, time.Since(began).Round(time.Millisecond))
			compare := func(what string) {
				if ratio := alternate(t, what, turns, empty, full); ratio > most {
					t.Errorf("a turn %s takes %.2f times as long, at most %.1f is wanted", what, ratio, most)
				}
			}
			compare("beside others")
			for _, w := range []*flatWorld{empty, full} {
				w.command(w.ann, "/new")
				w.ask(w.ann, "Good morning.")
			}
			full.lengthen(250)
			compare("beside others, in a window of 250 messages")
		})
	}
}

// alternate measures turns in two worlds in turn and returns the ratio of the medians.
func alternate(t *testing.T, what string, turns int, empty, full *flatWorld) float64 {
	t.Helper()
	for range 3 {
		empty.turn(-1)
		full.turn(-1)
	}
	empty.forgetMeasures()
	full.forgetMeasures()
	for i := range turns {
		contest(i, func() { empty.turn(i) }, func() { full.turn(i) })
	}
	report(t, "turn on an empty store", empty.took)
	report(t, "turn "+what, full.took)
	slices.Sort(empty.statements)
	slices.Sort(full.statements)
	asked, asWhenEmpty := full.statements[turns/2], empty.statements[turns/2]
	ratio := float64(median(full.took)) / float64(median(empty.took))
	t.Logf("%s / empty: %.2f; statements %d and %d", what, ratio, asked, asWhenEmpty)
	// Whether the live view or the outbox places the answer is chance, and two statements.
	if asked > asWhenEmpty+2 {
		t.Errorf("a turn asks %d times %s, %d times on an empty store", asked, what, asWhenEmpty)
	}
	return ratio
}

// flatWorld is a bot with one person who talks, and what their turns cost.
type flatWorld struct {
	*world
	driver, url string
	count       *tally
	ann         *simulator.Person
	took        []time.Duration
	statements  []int
}

func newFlatWorld(t *testing.T, driver string) *flatWorld {
	w := &flatWorld{driver: driver, count: &tally{statements: map[string]int{}}}
	if driver == "pgx" {
		w.url = storetest.PostgresURL(t)
		w.world = newObservedWorld(t, w.url, w.count.observe)
	} else {
		path := t.TempDir() + "/keepsake.db"
		w.url = "file:" + path
		w.world = newObservedWorld(t, "sqlite:"+path, w.count.observe)
	}
	w.ann = w.person()
	w.ask(w.ann, "Good morning.")
	return w
}

// turn lets the person ask, and notes what the answer cost.
func (w *flatWorld) turn(i int) {
	w.count.settle()
	w.took = append(w.took, w.ask(w.ann, fmt.Sprintf("And on day %d, was it as busy as ever?", i)))
	statements, _, _ := w.count.settle()
	w.statements = append(w.statements, sum(statements))
}

func (w *flatWorld) forgetMeasures() { w.took, w.statements = nil, nil }

// lengthen fills the person's own conversation, which has just begun, up to n messages.
func (w *flatWorld) lengthen(n int) {
	w.t.Helper()
	place := session.Place{Bot: w.app.Config.Name, Chat: w.ann.ID()}
	s, err := w.app.Sessions.Current(w.t.Context(), place, people.ID(w.ann.ID()))
	if err != nil {
		w.t.Fatal(err)
	}
	var ms []session.Message
	for i := range n - 2 {
		role := []session.Role{session.User, session.Assistant}[i%2]
		ms = append(ms, session.Message{Role: role, Content: fmt.Sprintf("The harbour was busy on day %d, and the wind came from the west.", i)})
	}
	if _, err := w.app.Sessions.Append(w.t.Context(), actor.OfSystem(), s.ID, ms...); err != nil {
		w.t.Fatal(err)
	}
}

// crowdStatements fill a store, in one form for both databases. A person of the crowd has a
// thousand messages in turns of two, with what arrived and went out, and a hundred memories.
var crowdStatements = []string{
	`INSERT INTO people (id, name, username, client_lang, created_at, seen_at)
		SELECT 'telegram:' || (900000 + i), 'Person', '', 'en', {now}, {now} FROM {people}`,
	`INSERT INTO agent_conversations (id, public_id, store, bot, chat, person, started_at, last_active_at, next_seq)
		SELECT {uuid:i}, 'p' || i, {bot}, {bot}, 900000 + i, 'telegram:' || (900000 + i), {now}, {now}, 1001 FROM {people}`,
	`INSERT INTO lanes (name, bot, chat) SELECT {bot} || ':' || (900000 + i) || ':0', {bot}, 900000 + i FROM {people}`,
	`INSERT INTO agent_turns (id, session_id, lane, reply_id, state, opened_at, closed_at)
		SELECT 'turn' || i, {uuid:i / 500}, {bot} || ':' || (900000 + i / 500) || ':0', i, 'answered', {now}, {now} FROM {turns}`,
	`INSERT INTO agent_messages (id, session_id, seq, turn_id, role, content, author, external, said_at)
		SELECT 'message' || i, {uuid:i / 1000}, 1 + i % 1000, 'turn' || (i / 2), CASE WHEN i % 2 = 0 THEN 'user' ELSE 'assistant' END,
		'It was as busy at the harbour on day ' || i || ' as on the day before.', '', i, {now} FROM {messages}`,
	`INSERT INTO inbox (bot, update_id, lane, chat, person, received_at, due_at, state, turn_id)
		SELECT {bot}, 10000000 + i, {bot} || ':' || (900000 + i / 500) || ':0', 900000 + i / 500, 'telegram:' || (900000 + i / 500), {now}, {now},
		'handled', 'turn' || i FROM {turns}`,
	`INSERT INTO outbox (bot, chat, person, kind, state, due_at, turn_id, sent_at)
		SELECT {bot}, 900000 + i / 500, 'telegram:' || (900000 + i / 500), 'reply', 'sent', {now}, 'turn' || i, {now} FROM {turns}`,
	`INSERT INTO outbox_messages (outbox_id, part, message) SELECT id, 0, id FROM outbox WHERE turn_id LIKE 'turn%'`,
	`INSERT INTO memory_scopes (store, kind, scope_id, revision) SELECT {bot}, 'user', 'telegram:' || (900000 + i), 100 FROM {people}`,
	`INSERT INTO agent_memories (id, scope, kind, type, category, status, origin, trust, confidence, importance, version, created_at, updated_at)
		SELECT 'o' || i, (SELECT id FROM memory_scopes WHERE kind = 'user' AND scope_id = 'telegram:' || (900000 + i / 100)),
		'item', 'profile', 'context', 'active', 'explicit', 'person', 1, 0.5, 1, {now}, {now} FROM {memories}`,
	`INSERT INTO agent_memory_versions (id, memory_id, version_number, content, created_at)
		SELECT {uuid:i}, 'o' || i, 1, 'They like the harbour on day ' || i, {now} FROM {memories}`,
}

// uuidForm is a UUID made of a number, which is text in SQLite.
var uuidForm = regexp.MustCompile(`\{uuid:([^}]*)\}`)

// fill puts a crowd into the store.
func (w *flatWorld) fill(t *testing.T, c crowd) {
	t.Helper()
	db, err := sql.Open(w.driver, w.url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	numbers := func(n int) string {
		return fmt.Sprintf("(WITH RECURSIVE series(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM series WHERE i < %d) SELECT i FROM series) AS numbers", n-1)
	}
	values := strings.NewReplacer("{now}", "'2026-01-02T03:04:05.000000Z'", "{bot}", "'"+w.app.Config.Name+"'",
		"{people}", numbers(max(c.messages/1000, c.memories/100)), "{turns}", numbers(c.messages/2),
		"{messages}", numbers(c.messages), "{memories}", numbers(c.memories))
	tx, err := db.BeginTx(context.WithoutCancel(t.Context()), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	uuid := "'00000000-0000-4000-8000-' || (100000000000 + $1)"
	if w.driver == "pgx" {
		uuid = "CAST(" + uuid + " AS uuid)"
	}
	for _, statement := range crowdStatements {
		if _, err := tx.Exec(uuidForm.ReplaceAllString(values.Replace(statement), uuid)); err != nil {
			t.Fatalf("%v:\n%s", err, statement)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if w.driver == "pgx" { // as the server does in time, and not while turns are measured
		for _, statement := range []string{"VACUUM (ANALYZE)", "CHECKPOINT"} {
			if _, err := db.Exec(statement); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func median(ds []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(ds))
	return sorted[len(sorted)/2]
}
