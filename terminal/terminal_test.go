package terminal_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/terminal"
	"keepsake/trust"
)

// An interactive terminal prints the agent's name, the answer while it grows, how to resume, and
// after a resume the last exchange (I10 to I12, I35).
func TestConversation(t *testing.T) {
	w := newWorld(t, "")
	w.rules.When("good morning").Say("Good **morning**, *Ann*. How did you sleep in the new bed?")
	w.rules.Otherwise().Say("Ah.")
	w.talk("good morning", "", "/quit", "never said")
	w.has("\x1b[1mkeepsake\x1b[0m — just type.", "> good morning\nGood \x1b[1mmorning\x1b[0m, \x1b[3mAnn\x1b[0m. How did you sleep in the new bed?\n")
	if w.out.pieces < 8 {
		t.Errorf("the answer came in %d pieces", w.out.pieces)
	}
	if strings.Contains(w.out.String(), "never said") {
		t.Error("it goes on after /quit")
	}
	left := w.err.String()
	id := strings.TrimPrefix(left, "Conversation ")[:12]
	if left != "Conversation "+id+" is kept. To go on with it: keepsake chat --resume\n" || strings.Trim(id, "0123456789abcdef") != "" {
		t.Errorf("at the end it says %q", left) // I11
	}
	w.out, w.err = screen{}, screen{}
	o := w.options("well")
	o.Resume, o.Live = true, false
	w.run(o)
	w.has("\\> good morning\n"[1:], "Good \x1b[1mmorning\x1b[0m", "> well\nAh.\n")
	if !strings.HasPrefix(w.err.String(), "Going on with conversation "+id+" (2 messages).\n") {
		t.Errorf("on the way back it says %q", w.err.String())
	}
	if got := w.model.LastRequest().Prompt.Messages; len(got) < 4 {
		t.Errorf("the model was shown %v", got)
	}
}

func TestNothingToResume(t *testing.T) {
	w := newWorld(t, "")
	w.rules.Otherwise().Say("Hello.")
	o := w.options("hi")
	o.Resume = true
	w.run(o)
	w.has("> hi\nHello.\n")
	if !strings.Contains(w.err.String(), "no conversation to go on with yet") {
		t.Errorf("it says %q", w.err.String())
	}
}

// Ctrl-C stops an answer, whose text so far is kept. A second Ctrl-C leaves.
func TestInterrupt(t *testing.T) {
	w := newWorld(t, "")
	w.rules.When("tell me").Fail(scripted.Fault{Trouble: scripted.HangMid, Pieces: 4}).Say("Once upon a time there was a king.")
	w.rules.Otherwise().Say("Hm.")
	go func() {
		w.out.await(t, "Once upon")
		w.interrupts <- struct{}{}
	}()
	w.talk("tell me a tale", ctrlC, "never said")
	w.has("Once upon a", "⏹ \x1b[3mStopped.\x1b[0m\n")
	if strings.Contains(w.out.String(), "never said") {
		t.Error("the second Ctrl-C did not leave")
	}
	w.out = screen{}
	o := w.options(ctrlC, "what was that?", ctrlC, ctrlC, "never said")
	o.Resume = true
	w.run(o)
	w.has("> what was that?\nHm.\n")
	if strings.Contains(w.out.String(), "never said") || strings.Count(w.err.String(), "Ctrl-C again leaves") != 2 {
		t.Errorf("Ctrl-C while nothing is said: %s", w.err.String())
	}
}

// A pending decision is answered by typing Save, Edit or Never. A label selects the newest
// decision, a number any of them.
func TestDecisions(t *testing.T) {
	w := newWorld(t, "")
	w.rules.Otherwise().Say("Well.")
	person, place := app.Local("ann"), terminal.Place("keepsake", app.Local("ann"))
	scope := scope.Scope{Store: "keepsake", Kind: scope.User, ID: person}
	// Another process puts the decisions into the outbox, as the agent does after an answer.
	ask := func() {
		db := w.database()
		defer db.Close()
		body := delivery.Body{Text: "Shall I remember these?"}
		for _, d := range []struct{ id, content string }{{"d00000000001", "Ann likes tea"}, {"d00000000002", "Ann likes coffee"}, {"d00000000003", "Ann likes gin"}} {
			if err := db.Memories().PutDecision(t.Context(), memory.Decision{
				ID: d.id, Scope: scope, Op: memory.OpAdd, Content: d.content, Category: "preference", State: memory.DecisionOpen,
				Actor: actor.Actor{Kind: actor.Tool}, At: time.Now(),
				Evidence: []memory.Evidence{{Quote: d.content, Trust: trust.Person, SaidAt: time.Now()}},
			}); err != nil {
				t.Error(err)
			}
			body.Buttons = append(body.Buttons, []delivery.Button{
				{Text: "💾 Save", Action: "save", Ref: d.id}, {Text: "✏️ Edit", Action: "amend", Ref: d.id}, {Text: "🚫 Never", Action: "never", Ref: d.id},
			})
		}
		ds := delivery.New(delivery.Config{Store: db.Deliveries(), Now: time.Now})
		if _, err := ds.Put(t.Context(), delivery.Outgoing{Bot: place.Bot, Chat: place.Chat, Person: person, Kind: delivery.Send, Body: body}); err != nil {
			t.Error(err)
		}
	}
	w.talk(ask, "hello", "never", "/2", "Ann likes tea in the morning", "SAVE", "/1", "/memory", "/memory export")
	w.has("  /1 💾 Save   /2 ✏️ Edit   /3 🚫 Never\n  /4 💾", "] Ann likes tea in the morning", "] Ann likes coffee\n")
	if strings.Contains(w.out.String(), "] Ann likes gin") {
		t.Error("what was refused is kept")
	}
	_, saved, _ := strings.Cut(w.out.String(), "Saved as ")
	path, _, _ := strings.Cut(saved, ".\n")
	if data, err := os.ReadFile(path); err != nil || !strings.Contains(string(data), "Ann likes tea in the morning") {
		t.Errorf("%s: %v", path, err)
	}
}

func (w *world) database() *store.DB {
	w.t.Helper()
	db, err := store.Open(w.t.Context(), store.Options{URL: w.config.DatabaseURL.Reveal(), Shared: true})
	if err != nil {
		w.t.Fatal(err)
	}
	return db
}

// A reminder is printed while the terminal waits for a line.
func TestReminderDuringInput(t *testing.T) {
	w := newWorld(t, "")
	place := terminal.Place("keepsake", app.Local("ann"))
	w.talk(func() {
		db := w.database()
		defer db.Close()
		ds := delivery.New(delivery.Config{Store: db.Deliveries(), Now: time.Now})
		if _, err := ds.Put(t.Context(), delivery.Outgoing{
			Bot: place.Bot, Chat: place.Chat, Person: app.Local("ann"), Kind: delivery.Send, Body: delivery.Body{Text: "**Reminder:** tea"},
		}); err != nil {
			t.Error(err)
		}
		w.out.await(t, "\x1b[1mReminder:\x1b[0m tea\n")
	})
}

// When the model is unavailable, the person is told so and what to fix, and the next line is
// answered normally.
func TestModelUnavailable(t *testing.T) {
	w := newWorld(t, "")
	w.rules.When("hello").Fail(scripted.Fault{Trouble: scripted.Status, Status: 401})
	w.rules.When("bad words").Fail(scripted.Fault{Trouble: scripted.Filtered})
	w.rules.When("anybody").Fail(scripted.Fault{Trouble: scripted.Status, Status: 503})
	w.rules.Otherwise().Say("Here I am.")
	w.talk("hello", "anybody there?", "bad words", "and now?")
	w.has("something in my setup is broken", "did not answer in time", "content filter", "> and now?\nHere I am.\n")
	if !strings.Contains(w.err.String(), "keepsake: ") {
		t.Errorf("it does not say what to mend: %s", w.err.String())
	}
	for line, want := range map[string]error{"hello": terminal.ErrUnanswered, "and now?": nil} {
		script := w.options(line)
		script.Interactive = false
		if err := w.chat(script); !errors.Is(err, want) {
			t.Errorf("%q in a script: %v", line, err)
		}
	}
}

// I18: an error of the database is printed to Err, the conversation continues, and no line is
// answered that was not stored.
func TestSavingNeverRaises(t *testing.T) {
	w := newWorld(t, "")
	w.rules.Otherwise().Say("Hello.")
	do := func(statement string) func() {
		return func() {
			db, err := sql.Open("sqlite3", "file:"+strings.TrimPrefix(w.config.DatabaseURL.Reveal(), "sqlite:"))
			if err == nil {
				_, err = db.Exec(statement)
				err = errors.Join(err, db.Close())
			}
			if err != nil {
				t.Error(err)
			}
		}
	}
	w.talk("one", do("CREATE TRIGGER full BEFORE INSERT ON agent_messages BEGIN SELECT RAISE(FAIL, 'full'); END"),
		"two", "/memory", do("DROP TRIGGER full"), "three")
	if n := strings.Count(w.out.String(), "Hello.\n"); n != 2 {
		t.Errorf("%d answers:\n%s", n, w.out.String())
	}
	w.has("I don't remember anything about you yet", "> three\nHello.\n")
	if !strings.Contains(w.err.String(), "keepsake: ") {
		t.Error("nothing is said about what failed")
	}
}

// On PostgreSQL a terminal runs beside a bot and beside terminals of another person and of
// another role. A second terminal of the same person and role is refused with an explanation.
func TestTwoTerminals(t *testing.T) {
	w := newWorld(t, storetest.PostgresURL(t))
	w.config.Telegram.Lease = 3 * time.Second // a loaded machine may not reach the database for as long as the lease of the other tests
	w.rules.When("hello").Say("Hello.")
	other := &world{t: t, config: w.config, rules: w.rules, model: w.model}
	w.talk("hello", func() {
		err := other.chat(other.options("never said"))
		if fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), "you are talking to keepsake in another terminal") {
			t.Errorf("a second terminal: %v", err)
		}
		o := other.options("hello")
		o.User = "bob"
		other.run(o)
		other.has("> hello\nHello.\n")
	}, "hello again")
	if n := strings.Count(w.out.String(), "\nHello.\n"); n != 2 {
		t.Errorf("%d answers", n)
	}
}

// On SQLite a second process is refused with advice.
func TestBesideTheBot(t *testing.T) {
	w := newWorld(t, "")
	w.talk(func() {
		err := w.chat(w.options())
		if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "stop it first") || !strings.Contains(err.Error(), "PostgreSQL") {
			t.Errorf("beside another: %v", err)
		}
	})
}

// I27, I29: when the embedding model has changed, an interactive terminal asks the person, and
// a pipe only gets a warning.
func TestAnotherEmbeddingModel(t *testing.T) {
	w := newWorld(t, "")
	w.rules.Otherwise().Say("Hello.")
	w.config.Embedding.Model = scripted.DefaultEmbedModel
	w.talk("hi") // nothing is recorded before the first memory
	db := w.database()
	if err := db.Vectors().SetModel(t.Context(), "keepsake", recall.EmbeddingModel{Identity: "other:model", Dimensions: 3}); err != nil {
		t.Fatal(err)
	}
	db.Close()
	o := w.options("hi")
	o.Interactive = false
	w.run(o)
	if !strings.Contains(w.err.String(), "the embedding model changed from other:model") || !strings.Contains(w.err.String(), "reembed") {
		t.Errorf("a pipe is told %q", w.err.String())
	}
	w.talk("n", "hi")
	if !strings.Contains(w.err.String(), "Until then recall goes by words.") {
		t.Errorf("no: %q", w.err.String())
	}
	w.talk("y", "hi")
	w.has("> hi\nHello.\n", "Make the vectors anew now? [y/N] y")
	w.err = screen{}
	w.talk("hi")
	if strings.Contains(w.err.String(), "the embedding model changed from other:model") {
		t.Errorf("after yes: %q", w.err.String())
	}
}

// "Forget all" deletes everything, the terminal continues, and the file contains no byte of it.
func TestForgetAll(t *testing.T) {
	w := newWorld(t, "")
	w.rules.When("zanzibar").Say("Noted.")
	w.rules.Otherwise().Say("Hello.")
	w.talk("my code is zanzibar", "/memory forget all", "/1", "/3", "hi")
	w.has("> hi\nHello.\n")
	db := w.database()
	defer db.Close()
	place := terminal.Place("keepsake", app.Local("ann"))
	all, err := db.Sessions().List(t.Context(), place, app.Local("ann"), 0)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	ms, err := db.Sessions().Messages(t.Context(), all[0].ID, 0, 0)
	if err != nil || len(ms) != 2 || ms[0].Role != session.User || ms[0].Content != "hi" {
		t.Errorf("what is left: %v %v", ms, err)
	}
	if _, err := db.People().Get(t.Context(), app.Local("ann")); err != nil && !errors.Is(err, people.ErrNotFound) {
		t.Error(err)
	}
	if place.Bot == terminal.Place("keepsake", app.Local("bob")).Bot || strings.Contains(place.Bot, "ann") {
		t.Errorf("the place is %v", place)
	}
}

func TestKeyboardGone(t *testing.T) {
	w := newWorld(t, "")
	if err := w.chat(w.options(errGone)); !errors.Is(err, errGone) {
		t.Errorf("it ended with %v", err)
	}
	o := w.options()
	o.Role = filepath.Join(t.TempDir(), "none.yaml")
	if err := w.chat(o); err == nil {
		t.Error("a role that is not there")
	}
}

// At a limit the person is told so, and the line is stored.
func TestLimits(t *testing.T) {
	w := newWorld(t, "")
	w.rules.Otherwise().Say("Hello.")
	w.config.Usage.PersonMessages = 1
	w.talk("one", "two", "/usage")
	w.has("> one\nHello.\n", "> two\n🌙 You've used up your messages to me for today.", "Messages: 1 of 1")
	db := w.database()
	defer db.Close()
	all, err := db.Sessions().List(t.Context(), terminal.Place("keepsake", app.Local("ann")), app.Local("ann"), 0)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	if ms, err := db.Sessions().Messages(t.Context(), all[0].ID, 0, 0); err != nil || len(ms) != 3 || ms[2].Content != "two" {
		t.Errorf("kept: %v %v", ms, err)
	}
}
