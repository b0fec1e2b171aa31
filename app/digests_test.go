package app_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/memory"
	"keepsake/memory/digest"
	"keepsake/scope"
	"keepsake/store/storetest"
	"keepsake/tx"
)

// former and merger begin the instructions of the models that read for digests and merge them.
const (
	former = "You keep notes for an assistant"
	merger = "You keep the list of rules"
)

// listens lets the reading model list a directive and an episode where it is shown words.
func (w *world) listens(said, directive, episode string) {
	ds := []any{}
	if directive != "" {
		ds = append(ds, map[string]any{"quote": said, "directive": directive})
	}
	b, _ := json.Marshal(map[string]any{"facts": []any{}, "directives": ds, "episode": episode, "reasoning": ""})
	w.rules.When(said).AndSystem(former).Say(string(b))
}

func newDigesting(t *testing.T, confirm string) *world {
	w := newForming(t, "auto", confirm)
	w.config.LongTerm.Digests.MakeDigests, w.digestsByHand = true, true
	return w
}

// digests lets a time pass and does the digests' work. The bot's own worker leaves it alone (world.digestsByHand): what that had
// claimed at this moment would not be done yet.
func (w *world) digests(a *app.App, after time.Duration) {
	w.t.Helper()
	w.ends(a)
	w.later(after)
	if _, err := a.Agent.Forming.Work(context.WithValue(within(w.t), handKey{}, true)); err != nil {
		w.t.Fatal(err)
	}
}

type handKey struct{}

// hand is a database in which digests can be stored for whoever holds handKey only.
type hand struct{ tx.Readier }

func (h hand) Ready(ctx context.Context) error {
	if ctx.Value(handKey{}) == nil {
		return tx.ErrStorage
	}
	return tx.Ready(ctx, h.Readier)
}

func (w *world) waitingDirectives(a *app.App, owner scope.Scope) string {
	w.t.Helper()
	ds, err := a.Digests.Waiting(context.Background(), owner)
	if err != nil {
		w.t.Fatal(err)
	}
	var out []string
	for _, d := range ds {
		out = append(out, d.Content)
	}
	return strings.Join(out, "; ")
}

// systemOf returns the first message of the last prompt that answered these words.
func (w *world) systemOf(said string) string {
	w.t.Helper()
	rs := w.model.Requests()
	for i := len(rs) - 1; i >= 0; i-- {
		ms := rs[i].Prompt.Messages
		if head := ms[0].Content; strings.Contains(head, reader) || strings.Contains(head, former) || strings.Contains(head, merger) {
			continue
		}
		if strings.Contains(ms[len(ms)-1].Content, said) {
			return ms[0].Content
		}
	}
	w.t.Fatalf("no prompt answers %q", said)
	return ""
}

func element(block string) string {
	from := strings.Index(block, "<memory_contents")
	if from < 0 {
		return ""
	}
	return block[from : strings.Index(block, "</memory_contents>")+len("</memory_contents>")]
}

// E6–E9, E14, E22, E24–E29, R1: what a person wants from now on is found after a pause, stands in the next
// prompt, is merged, stands in the prefix with its version, and leaves every prompt when it is forgotten. On
// both databases.
func TestE14DigestOfAPerson(t *testing.T) {
	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) {
			t.Parallel()
			w := newDigesting(t, "auto")
			if database == "postgres" {
				w.config.DatabaseURL = settings.Secret(storetest.PostgresURL(t))
			}
			w.listens("always use metric units", "Always use metric units", "The person planned a hike of 12 km")
			w.listens("never use more than 100 words", "Never use more than 100 words", "")
			w.rules.When("").AndSystem(former).Say(`{"facts":[],"directives":[],"episode":"","reasoning":""}`)
			w.rules.When("n1").AndSystem(merger).Say(`{"lines":[{"text":"Always use metric units","from":["k1"]},{"text":"Never use more than 100 words","from":["n1"]}],"dropped":[]}`)
			a := w.started()
			ann := w.tg.Person(11, "Ann")
			owner, month := ofPerson(ann), w.now().UTC().Format("2006-01")

			w.hears(ann, ann.Say("I plan a hike of 12 km."), "I see.")
			w.digests(a, 11*time.Minute)
			if got := w.waitingDirectives(a, owner); got != "" {
				t.Fatalf("formed of fewer than four messages: %q", got)
			}
			w.hears(ann, ann.Say("Please always use metric units."), "I see.")
			w.digests(a, 9*time.Minute)
			if got := w.waitingDirectives(a, owner); got != "" {
				t.Fatalf("formed before the pause: %q", got)
			}
			w.digests(a, 2*time.Minute)
			if got := w.waitingDirectives(a, owner); got != "Always use metric units" {
				t.Fatalf("waiting: %q", got)
			}
			w.hears(ann, ann.Say("How high is Ben Nevis?"), "I see.")
			if sys := w.systemOf("Ben Nevis"); !strings.Contains(sys, "## Recent user directives:\n- Always use metric units") {
				t.Errorf("after eleven idle minutes the prefix is %q", element(sys))
			}
			if late := w.lateBlock("Ben Nevis"); !strings.Contains(late, "<current_conversation_context description=\"Recent exchanges from this conversation\">\n- The person planned a hike of 12 km\n</current_conversation_context>") {
				t.Errorf("the late block is %q", late)
			}

			w.digests(a, 25*time.Hour)
			if d, err := a.Digests.Current(t.Context(), owner); err != nil || d.Version != 1 || len(d.Lines) != 1 {
				t.Fatalf("after a day: %+v, %v", d, err)
			}
			w.hears(ann, ann.Say("Please never use more than 100 words."), "I see.")
			w.hears(ann, ann.Say("Thanks."), "I see.")
			w.digests(a, 11*time.Minute)
			w.digests(a, 25*time.Hour)
			if d, err := a.Digests.Current(t.Context(), owner); err != nil || d.Version != 2 || len(d.Lines) != 2 {
				t.Fatalf("after the second day: %+v, %v", d, err)
			}
			w.hears(ann, ann.Say("How deep is Loch Ness?"), "I see.")
			want := `username="Ann" since="` + month
			block := element(w.systemOf("Loch Ness"))
			if !strings.Contains(block, want) || !strings.Contains(block, "\">\nAlways use metric units\nNever use more than 100 words\n</user_memory>") {
				t.Errorf("the prefix has %q", block)
			}
			w.hears(ann, ann.Say("And Loch Lomond?"), "I see.")
			if again := element(w.systemOf("Loch Lomond")); again != block {
				t.Errorf("another turn has other bytes: %q", again)
			}

			she := actor.OfPerson(owner.ID)
			m, _, err := a.Memory.Add(t.Context(), she, memory.Draft{Scope: owner, Content: "Always use metric units"})
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := a.Forget.One(t.Context(), she, []scope.Scope{owner}, m.ID); err != nil {
				t.Fatal(err)
			}
			w.hears(ann, ann.Say("And Loch Morar?"), "I see.")
			if sys := w.systemOf("Loch Morar"); strings.Contains(sys, "metric") || !strings.Contains(sys, "- Never use more than 100 words") {
				t.Errorf("after forgetting the prefix is %q", element(sys))
			}
			if late := w.lateBlock("Loch Morar"); strings.Contains(late, "metric") {
				t.Errorf("after forgetting the late block is %q", late)
			}
		})
	}
}

// R5: who wants to be asked has nothing formed unasked, and words of others are nobody's directives.
func TestR5NoDirectiveUnasked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ confirm, said, quote string }{
		"asks":          {"ask", "Please always use metric units.", "always use metric units"},
		"quotes":        {"auto", "> always use metric units", "always use metric units"},
		"says in doubt": {"auto", "Anna says you should always use metric units, I disagree.", "always use metric units"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newDigesting(t, c.confirm)
			b, _ := json.Marshal(map[string]any{"facts": []any{}, "directives": []any{map[string]any{"quote": c.quote, "directive": "Always use metric units"}}, "episode": ""})
			w.rules.When("").AndSystem(former).Say(string(b))
			a := w.started()
			ann := w.tg.Person(11, "Ann")
			w.hears(ann, ann.Say("Hello."), "I see.")
			w.hears(ann, ann.Say(c.said), "I see.")
			w.digests(a, 11*time.Minute)
			if n, parked, err := a.Digests.Backlog(t.Context(), "keepsake"); err != nil || n != 0 || parked != 0 {
				t.Errorf("%d wait, %d are parked, %v", n, parked, err)
			}
			if got := w.waitingDirectives(a, ofPerson(ann)); got != "" {
				t.Errorf("formed %q", got)
			}
		})
	}
}

// E39, F14, F15: an answer that cannot be used changes nothing, is tried again, and parked with its reason;
// a next directive lets it begin anew.
func TestF15RefusedMerge(t *testing.T) {
	t.Parallel()
	w := newDigesting(t, "auto")
	w.config.LongTerm.Digests.Threshold = 2
	w.listens("always use metric units", "Always use metric units", "")
	w.rules.When("").AndSystem(former).Say(`{"facts":[],"directives":[],"episode":""}`)
	w.rules.When("").AndSystem(merger).Say(`{"lines":[]}`)
	a := w.started()
	ann := w.tg.Person(11, "Ann")
	owner := ofPerson(ann)
	w.hears(ann, ann.Say("Hello."), "I see.")
	w.hears(ann, ann.Say("Please always use metric units."), "I see.")
	w.digests(a, 11*time.Minute)
	part := actor.Actor{Kind: actor.Consolidation}
	if _, err := a.Digests.Form(t.Context(), part, owner, directives("Never use slang"), noEpisode); err != nil {
		t.Fatal(err)
	}
	for range 7 {
		w.digests(a, 26*time.Hour)
	}
	if n, parked, err := a.Digests.Backlog(t.Context(), "keepsake"); err != nil || n != 0 || parked != 1 {
		t.Errorf("%d wait, %d are parked, %v", n, parked, err)
	}
	if got := w.waitingDirectives(a, owner); got != "Always use metric units; Never use slang" && got != "Never use slang; Always use metric units" {
		t.Errorf("waiting: %q", got)
	}
	if err := a.Digests.Schedule(t.Context(), part, owner, w.now()); err != nil {
		t.Fatal(err)
	}
	if due, err := a.Digests.Due(t.Context(), "keepsake", 4, 9); err != nil || len(due) != 1 || due[0].Error != "a rule is missing" {
		t.Errorf("due %+v, %v", due, err)
	}
}

var noEpisode digest.Episode

func directives(contents ...string) (ds []digest.Directive) {
	for _, c := range contents {
		ds = append(ds, digest.Directive{Content: c})
	}
	return ds
}

// isTold waits for a message that nobody asked for.
func (w *world) isTold(p *simulator.Person, words string) simulator.Message {
	w.t.Helper()
	m, err := p.AwaitText(within(w.t), 0, words)
	if err != nil {
		w.t.Fatal(err)
	}
	return m
}

// Issue 12.6, R5: after a consolidation the person reads, silently and once, what was added, merged and dropped; each
// can be taken back, a wish forgotten is found no more, and earlier versions can be looked at and restored.
func TestWishesAreShownAndTakenBack(t *testing.T) {
	t.Parallel()
	w := newDigesting(t, "auto")
	w.config.LongTerm.Digests.Threshold = 2
	w.rules.When("").AndSystem(former).Say(`{"facts":[],"directives":[],"episode":""}`)
	w.rules.When("use grams").AndSystem(merger).Say(`{"lines":[{"text":"Use metres. Use grams","from":["k1","n1"]},{"text":"Answer in French","from":["n2"]}],"dropped":[{"id":"k2","by":"n2"}]}`)
	w.rules.When("").AndSystem(merger).Say(`{"lines":[{"text":"Use metres","from":["n1"]},{"text":"Answer in German","from":["n2"]}],"dropped":[]}`)
	a := w.started()
	ann := w.tg.Person(11, "Ann")
	owner := ofPerson(ann)
	w.hears(ann, ann.Say("/memory wishes"), "have not told me yet")
	w.hears(ann, ann.Say("Hello."), "I see.")
	part := actor.Actor{Kind: actor.Consolidation}
	ss := w.conversations(a, ann, false)
	wish := func(contents ...string) {
		t.Helper()
		ds := directives(contents...)
		for i := range ds {
			ds[i].SessionID, ds[i].SaidAt = ss[0].ID, w.now().Add(time.Duration(i)*time.Second)
		}
		if _, err := a.Digests.Form(t.Context(), part, owner, ds, noEpisode); err != nil {
			t.Fatal(err)
		}
		if err := a.Digests.Schedule(t.Context(), part, owner, w.now()); err != nil {
			t.Fatal(err)
		}
	}
	wish("Use metres", "Answer in German")
	w.hears(ann, ann.Say("/memory wishes"), "1. Use metres")
	w.digests(a, time.Minute)
	note := w.isTold(ann, "put your wishes in order")
	if !note.Silent || !strings.Contains(note.Text, "1. ➕ Use metres") {
		t.Errorf("told %q, silent %v", note.Text, note.Silent)
	}
	wish("Use grams", "Answer in French")
	w.digests(a, time.Minute)
	note = w.isTold(ann, "made of: Use metres")
	for _, want := range []string{"1. 🔗 Use metres. Use grams", "2. ➕ Answer in French", "3. ➖ Answer in German (you said otherwise later)"} {
		if !strings.Contains(note.Text, want) {
			t.Errorf("told %q without %q", note.Text, want)
		}
	}
	w.press(ann, note, "↩️ 3")
	d, err := a.Digests.Current(t.Context(), owner)
	if err != nil || d.Version != 3 || len(d.Lines) != 3 {
		t.Errorf("after taking one back: %+v, %v", d, err)
	}
	list := w.hears(ann, ann.Say("/memory wishes"), "3. Answer in German")
	w.press(ann, list, "🗑 2")
	if got := w.waitingDirectives(a, owner); strings.Contains(got, "French") {
		t.Errorf("after forgetting there waits %q", got)
	}
	if refused, err := a.Memory.IsRefused(t.Context(), owner, "", "Answer in French"); err != nil || !refused {
		t.Errorf("it can be found again: %v, %v", refused, err)
	}
}

// R5, Issue 12: a temporary chat is read for no wish and no episode: in it, nothing is kept.
func TestNothingFormsOfATemporaryChat(t *testing.T) {
	t.Parallel()
	w := newDigesting(t, "auto")
	w.listens("always use metric units", "Always use metric units", "The person spoke of units")
	w.rules.When("").AndSystem(former).Say(`{"facts":[],"directives":[],"episode":"","reasoning":""}`)
	a := w.started()
	ann := w.tg.Person(11, "Ann")
	w.hears(ann, ann.Say("/private"), "A private chat.")
	w.hears(ann, ann.Say("Please always use metric units."), "I see.")
	w.hears(ann, ann.Say("Thank you."), "I see.")
	w.digests(a, 11*time.Minute)
	if got := w.waitingDirectives(a, ofPerson(ann)); got != "" {
		t.Errorf("formed %q", got)
	}
	for _, r := range w.model.Requests() {
		if strings.Contains(r.Prompt.System(), former) {
			t.Error("what was said was read")
		}
	}
}
