package page_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/people"
	"keepsake/usage"
)

// own makes a person an owner of the bot.
func (w *world) own(person, name string) {
	w.t.Helper()
	ctx := w.t.Context()
	_, err := w.commands.People.See(ctx, actor.OfPerson(person), people.Person{ID: person, Name: name})
	must(w.t, err)
	code, err := w.commands.People.NewOwnerLink(ctx, actor.OfSystem(), 1e12)
	must(w.t, err)
	must(w.t, w.commands.People.ClaimOwner(ctx, actor.OfPerson(person), code))
}

// A59: the owners' pages are there for owners only, and for who was one not any more.
func TestOwnersPagesAreOwners(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		b := w.enter(bob)
		if got := b.see("/me/"); strings.Contains(got, "/me/house") || strings.Contains(got, "/me/people") {
			t.Error("they are in everybody's navigation")
		}
		for _, path := range []string{"/me/house", "/me/house/policies", "/me/people"} {
			if got := b.ask("GET", path, nil); got.status != 404 {
				t.Errorf("%s: %d", path, got.status)
			}
		}
		for _, path := range []string{"/me/house/revert", "/me/house/replay", "/me/house/policies/back", "/me/house/policies/adopt", "/me/people/decide"} {
			if got := b.try(path, "id=1", "sure=yes", "number=1001", "access=blocked"); got.status != 404 {
				t.Errorf("%s: %d", path, got.status)
			}
		}
	})
}

// A59: an owner lets people and groups in and out; who is let in is told so, and an owner stays one.
func TestOwnerDecidesWhoMayTalk(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		ctx, c := t.Context(), w.commands
		w.own(alice, "Ann")
		b := w.enter(alice)
		b.see("/me/people", "Nobody waits.", "Ann", "Everybody may talk to me")
		_, err := c.People.See(ctx, actor.OfPerson(bob), people.Person{ID: bob, Name: "Bob <b>", Username: "bobby"})
		must(t, err)
		b.see("/me/people", "Others who have written to me", "Bob &lt;b&gt;", `value="blocked"`) // open to everybody: he never asked
		for subject, title := range map[string]string{bob: "", people.ID(-100200): "The <i>choir</i>"} {
			_, err := c.People.Knock(ctx, actor.OfSystem(), bot, subject, title)
			must(t, err)
		}
		b.see("/me/people", "Bob &lt;b&gt;", "(@bobby)", "The &lt;i&gt;choir&lt;/i&gt;", "-100200")
		b.send("/me/people/decide", "number=1002", "access=allowed")
		b.send("/me/people/decide", "number=-100200", "access=blocked")
		b.see("/me/people", "Nobody waits.", "May talk to me", "Blocked", "The &lt;i&gt;choir&lt;/i&gt;")
		p, err := c.People.Get(ctx, bob)
		must(t, err)
		g, err := c.People.Chat(ctx, bot, -100200)
		must(t, err)
		if p.Access != people.Allowed || g.Access != people.Blocked {
			t.Errorf("decided %q and %q", p.Access, g.Access)
		}
		backlog, err := c.Delivery.Backlog(ctx, bot)
		if err != nil || backlog.Unsent != 1 {
			t.Errorf("%d messages tell who was let in, want 1 (%v)", backlog.Unsent, err)
		}
		other := w.enter(bob)
		b.see("/me/people")
		b.send("/me/people/decide", "number=1002", "access=blocked")
		if got := other.ask("GET", "/me/", nil); got.status != 401 {
			t.Errorf("who was blocked is signed in: %d", got.status)
		}
		b.see("/me/people")
		b.send("/me/people/decide", "number=1002", "access=allowed")
		if got := other.ask("GET", "/me/", nil); got.status != 401 {
			t.Errorf("a browser from before the block is signed in again: %d", got.status)
		}
		for form, want := range map[string]int{"number=1001&access=blocked": 409, "number=1002&access=owner": 422, "number=x&access=blocked": 404, "number=77&access=allowed": 404} {
			if got := b.try("/me/people/decide", strings.Split(form, "&")...); got.status != want {
				t.Errorf("%s: %d, want %d", form, got.status, want)
			}
		}
	})
}

// runThatKept returns a run of extraction that is over, kept one thing and refused another.
func (w *world) runThatKept(person string) candidate.Run {
	w.t.Helper()
	ctx, part := w.t.Context(), actor.Actor{Kind: actor.Extraction}
	run, err := w.finds.Begin(ctx, part, candidate.Run{Scope: scopeOf(person)})
	must(w.t, err)
	kept, err := w.commands.Memory.Apply(ctx, part, []memory.Write{{Op: memory.OpAdd, Draft: memory.Draft{Scope: scopeOf(person), Content: "User keeps a grey parrot"}, Batch: run.ID}})
	must(w.t, err)
	for i, action := range []candidate.Action{candidate.Applied, candidate.Refused} {
		f, err := w.finds.Found(ctx, part, candidate.Candidate{RunID: run.ID, Scope: scopeOf(person), Content: "User keeps a grey parrot " + strconv.Itoa(i)})
		must(w.t, err)
		v := candidate.Verdict{CandidateID: f.ID, Relation: candidate.IsNew, Action: action}
		if action == candidate.Applied {
			v.ChangeID = kept[0].ID
		}
		must(w.t, w.finds.Decide(ctx, part, v))
	}
	run.State = candidate.Done
	must(w.t, w.finds.Save(ctx, part, run))
	return run
}

// A55, A57, A59: an owner sees how the bot does, and no text of anybody; a run is taken back after a question, a message
// that was given up is tried again.
func TestOwnerSeesTheHouse(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		ctx, c := t.Context(), w.commands
		w.own(alice, "Ann")
		must(t, c.Usage.Spend(ctx, usage.Payer{Bot: bot, Subject: bob}, usage.Count{Messages: 3, Calls: 2, Prompt: 12000, Answer: 345, Cost: 1.5}))
		run := w.runThatKept(bob)
		_, err := c.Delivery.Receive(ctx, []delivery.Update{
			{Bot: bot, UpdateID: 1, Payload: []byte(`{"text":"my parrot"}`), State: delivery.DeadMail, Error: "cannot be decoded", ReceivedAt: w.now},
			{Bot: "another", UpdateID: 2, Payload: []byte(`{}`), State: delivery.DeadMail, Error: "of another bot", ReceivedAt: w.now},
		})
		must(t, err)
		b := w.enter(alice)
		shown := b.see("/me/house", "Needs you:", "<code>away</code>", "12\u202f345", "1.50", "cannot be decoded", "New → kept", "New → not kept", "done · kept: 1", run.ID, "Off: only what people ask me")
		if strings.Contains(shown, "parrot") || strings.Contains(shown, "of another bot") {
			t.Errorf("it shows what somebody wrote, or another bot's: %s", shown)
		}
		letters, err := c.Delivery.Dead(ctx, 0)
		must(t, err)
		for _, u := range letters {
			got, want := b.try("/me/house/replay", "id="+strconv.FormatInt(u.ID, 10)), 303
			if u.Bot != bot {
				want = 404
			}
			if got.status != want {
				t.Errorf("replay of %s's: %d, want %d", u.Bot, got.status, want)
			}
		}
		b.see("/me/house", "There are none.")
		if got := b.try("/me/house/revert", "id="+run.ID); got.status != 200 || !strings.Contains(got.body, "Take this run back?") {
			t.Errorf("asking: %d", got.status)
		}
		if n := w.count(bob); n != 1 {
			t.Errorf("asking takes back: %d are left", n)
		}
		b.send("/me/house/revert", "id="+run.ID, "sure=yes")
		if n := w.count(bob); n != 0 {
			t.Errorf("%d are left", n)
		}
		b.see("/me/house", "New → not kept", "kept: 0")
		for _, id := range []string{"no-such-run", "", "\x00"} {
			if got := b.ask("POST", "/me/house/revert", url.Values{"token": {tokenField.FindStringSubmatch(b.last)[1]}, "id": {id}, "sure": {"yes"}}); got.status != 404 {
				t.Errorf("an unknown run: %d", got.status)
			}
		}
	})
}

// count returns how many memories a person has.
func (w *world) count(person string) int {
	w.t.Helper()
	_, n, err := w.commands.Memory.List(w.t.Context(), memory.ActiveQuery(scopeOf(person)))
	must(w.t, err)
	return n
}
