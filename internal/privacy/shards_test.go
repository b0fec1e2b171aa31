package privacy_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/bot/simulator"
	"keepsake/memory/shard"
)

// shardSteps are what can happen around shards, by how often.
var shardSteps = map[string]struct {
	weight int
	do     func(w *shardWorld)
}{
	"tell":        {14, (*shardWorld).tell},
	"overheard":   {3, (*shardWorld).overheard},
	"ask":         {8, (*shardWorld).ask},
	"wish":        {6, (*shardWorld).wish},
	"group wish":  {6, (*shardWorld).wishInGroup},
	"forget wish": {3, (*shardWorld).forgetWish},
	"add":         {5, (*shardWorld).add},
	"time":        {9, (*shardWorld).time},
	"take back":   {5, (*shardWorld).takeBack},
	"look":        {6, (*shardWorld).lookInto},
	"attach":      {4, (*shardWorld).attach},
	"pause":       {2, (*shardWorld).pause},
	"rights":      {3, (*shardWorld).setRight},
	"cite":        {3, (*shardWorld).cite},
	"leave":       {2, (*shardWorld).leave},
	"forget all":  {2, (*shardWorld).forgetAll},
	"erase group": {1, (*shardWorld).eraseGroup},
}

// Issue 12, Proof: what members of two groups tell the bot, what they keep together and what they want in private stands
// where its owner's rules allow it and nowhere else: of a group in its own shard there alone, in a shard of Ann's wherever
// she attaches it; taken back, erased with its person or with its group in no shard, no notes and no prompt any more.
func TestPrivacyOfShards(t *testing.T) {
	steps := number(t, "KEEPSAKE_PRIVACY_STEPS", 200)
	seed := number(t, "KEEPSAKE_PRIVACY_SEED", uint64(time.Now().UnixNano()))
	t.Logf("KEEPSAKE_PRIVACY_SEED=%d KEEPSAKE_PRIVACY_STEPS=%d", seed, steps)
	w := newShardWorld(t, rand.New(rand.NewPCG(seed, 1)))
	var names []string
	for name, s := range shardSteps {
		for range s.weight {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	done := map[string]int{}
	for i := uint64(0); i < steps && !t.Failed(); i++ {
		name := names[w.rnd.IntN(len(names))]
		done[name]++
		shardSteps[name].do(w)
		w.rest()
		w.look(fmt.Sprintf("%d, %s", i, name))
	}
	w.lookAtRows("the last")
	t.Logf("steps %v; %d words, %d prompts, of them %d with a shard and %d with wishes of a group, %d readings, %d merges, %d citations",
		done, len(w.words), w.prompts, w.withShard, w.withWishes, w.readings, w.merges, w.cited)
	if w.withShard == 0 || w.readings == 0 || steps >= 200 && (w.merges == 0 || w.withWishes == 0) {
		t.Error("nothing was searched")
	}
}

// tell has a member tell the bot something that belongs into the shards of the group.
func (w *shardWorld) tell() {
	for range 1 + w.rnd.IntN(3) {
		if g, who := w.anywhere(); who != nil {
			c := w.word(g.key, who)
			c.shards = w.sharedIn(g)
			say := fmt.Sprintf("the parcel %s is packed", c.word)
			if w.rnd.IntN(2) == 0 {
				say = "we could take " + c.word
			}
			g.as(who).Say("@keepsake_bot " + say + c.mark())
		}
	}
}

func (w *shardWorld) overheard() {
	if g, who := w.anywhere(); who != nil {
		c := w.word("nowhere", who)
		g.as(who).Say("we could take " + c.word)
	}
}

func (w *shardWorld) ask() {
	if w.rnd.IntN(2) == 0 {
		if g, who := w.anywhere(); who != nil {
			g.as(who).Say("@keepsake_bot what do you know?" + w.word(g.key, who).mark())
		}
		return
	}
	who := w.people[w.rnd.IntN(3)]
	who.Say("What do you know?" + w.word(own(who), who).mark())
}

// wish has somebody say in private how they want to be answered.
func (w *shardWorld) wish() {
	who := w.people[w.rnd.IntN(3)]
	for range 1 + w.rnd.IntN(3) {
		c := w.word(own(who), who)
		who.Say("Always write about " + c.word + c.mark())
		w.rest()
	}
}

// add keeps a fact by command.
func (w *shardWorld) add() {
	if g, who := w.anywhere(); who != nil {
		shared := w.sharedIn(g)
		if len(shared) == 0 {
			return
		}
		c := w.word(g.key, who)
		c.shards = map[*sharedMemory]bool{slices.Collect(keysOf(shared))[0]: true}
		for s := range c.shards {
			g.as(who).Say("/shard add " + s.name + ": the parcel " + c.word + " is heavy")
		}
	}
}

// time lets the models read and merge what is due.
func (w *shardWorld) time() {
	w.later(time.Duration(1+w.rnd.IntN(2)*25)*time.Hour + 11*time.Minute)
	ctx := w.t.Context()
	w.app.Upkeep(ctx)
	for _, work := range []func(context.Context) (int, error){w.app.Agent.Ingest.Work, w.app.Agent.Forming.Work} {
		if _, err := work(ctx); err != nil {
			w.t.Fatal(err)
		}
	}
}

// takeBack has somebody take back, of what they were shown last, the first thing: in the group, or in private also after they left it.
func (w *shardWorld) takeBack() {
	who := w.people[w.rnd.IntN(3)]
	phones := []*simulator.Person{who}
	for _, g := range w.groups {
		if !g.out[who.ID()] { // a group's buttons are for its members
			phones = append(phones, g.as(who))
		}
	}
	for _, phone := range phones {
		for _, m := range slices.Backward(phone.Messages()) {
			if !m.IsFromBot() || !strings.Contains(m.Text, "this part of what you said belongs") || !strings.HasPrefix(m.Text, "🧩 "+nameOf(who)) || w.tapped[fmt.Sprint(phone.Chat(), m.ID)] {
				continue
			}
			found := toldForm.FindStringSubmatch(m.Text)
			if found == nil {
				continue
			}
			w.tapped[fmt.Sprint(phone.Chat(), m.ID)] = true
			tap, err := phone.Press(m.ID, "🗑 1")
			if err != nil {
				w.t.Fatal(err)
			}
			w.rest()
			c := w.words[found[1]]
			if w.isTooOld(tap.ID, m, c.gone || c.erased) {
				return
			}
			for s := range c.shards {
				if s.name != found[2] {
					continue
				}
				// A tap whose work takes long is answered before without a note; that the word is gone is looked at anyhow.
				if note := w.tg.TapState(tap.ID).Text; note != "Forgotten" && note != "" && !c.taken[s] && !c.gone && !c.erased && !s.gone {
					w.t.Errorf("taking %s back is answered with %q: %s", found[1], note, m.Text)
				}
				c.taken[s] = true
			}
			return
		}
	}
}

// isTooOld reports whether a tap in a group was refused because the bot no longer knows whom the message was for
// (session.keep_handled); a younger message is refused so only where what it tells of was erased with its person or its place, for what was sent
// to them is then erased as well.
func (w *shardWorld) isTooOld(tap string, m simulator.Message, isErased bool) bool {
	if !strings.Contains(w.tg.TapState(tap).Text, "I no longer know whom") {
		return false
	}
	if age := w.now().Sub(m.At); age < 7*24*time.Hour && !isErased {
		w.t.Errorf("a button that is %s old is too old: %s", age, m.Text)
	}
	return true
}

// lookInto has somebody look at what is kept together, or have it as a file; or look at what they want.
func (w *shardWorld) lookInto() {
	if w.rnd.IntN(5) == 0 {
		w.people[w.rnd.IntN(3)].Say(pickOf(w, "/memory wishes", "/memory export"))
		return
	}
	if g, who := w.anywhere(); who != nil {
		g.as(who).Say(pickOf(w, "/shard show ", "/shard facts ", "/shard export ") + w.shards[w.rnd.IntN(len(w.shards))].name)
	}
}

// attach opens Ann's own shard to a group, or closes it.
func (w *shardWorld) attach() {
	s, g := w.shards[len(w.shards)-1], w.groups[w.rnd.IntN(len(w.groups))]
	w.later(2 * time.Second) // messages are dated by the second
	if s.gone {
		w.makeOwn()
		return
	}
	verb := "attach"
	if s.in[g.key] && !s.isRead(g.key) { // nobody finds it there
		return
	}
	if s.in[g.key] {
		verb = "detach"
	}
	g.as(w.people[0]).Say("/shard " + verb + " " + s.name)
	if !w.isRefused(g) {
		s.in[g.key] = !s.in[g.key]
	}
}

// isRefused reports whether the bot did not find the shard that Ann has just named: then nothing has changed. What it shows nevertheless
// is found by look.
func (w *shardWorld) isRefused(g *shardGroup) bool {
	w.rest()
	ms := g.as(w.people[0]).Messages()
	return strings.Contains(ms[len(ms)-1].Text, "There is no such shared memory here")
}

func (w *shardWorld) pause() {
	g := w.groups[w.rnd.IntN(len(w.groups))]
	w.later(2 * time.Second)
	s := g.shard
	verb := "pause"
	if s.paused {
		verb = "resume"
	}
	g.as(w.people[0]).Say("/shard " + verb + " " + s.name)
	s.paused = !s.paused
}

// setRight has Ann say what everybody may do with a shard.
func (w *shardWorld) setRight() {
	w.later(2 * time.Second)
	own := w.shards[len(w.shards)-1]
	if g := w.groups[w.rnd.IntN(len(w.groups))]; own.gone || w.rnd.IntN(2) == 0 { // its own group sees it whatever the right
		g.shard.right = pickOf(w, shard.None, shard.Read, shard.Suggest)
		g.as(w.people[0]).Say("/shard rights " + g.shard.name + ": everybody " + g.shard.right.String())
		return
	}
	own.right = pickOf(w, shard.None, shard.Read, shard.Suggest)
	w.people[0].Say("/shard rights " + own.name + ": everybody " + own.right.String())
}

// cite lets the shard of a group cite Ann's own, as far as the group sees that, or no longer.
func (w *shardWorld) cite() {
	s, g := w.shards[len(w.shards)-1], w.groups[w.rnd.IntN(len(w.groups))]
	if s.gone || !s.isRead(g.key) {
		return
	}
	verb, cites := "cite", s
	if g.shard.cites == s {
		verb, cites = "uncite", nil
	}
	g.as(w.people[0]).Say("/shard " + verb + " " + g.shard.name + ": " + s.name)
	if !w.isRefused(g) {
		g.shard.cites = cites
	}
}

// leave has a member leave, or come back.
func (w *shardWorld) leave() {
	g, who := w.groups[w.rnd.IntN(len(w.groups))], w.people[1+w.rnd.IntN(2)]
	if g.out[who.ID()] {
		g.group.Join(who)
	} else {
		g.group.Leave(who)
	}
	g.out[who.ID()] = !g.out[who.ID()]
}

// forgetAll has somebody erase all that is kept of them: with it goes what they said in every shard, and with Ann her own.
func (w *shardWorld) forgetAll() {
	who := w.people[w.rnd.IntN(3)]
	w.confirm(who, "/memory forget all")
	w.later(2 * time.Minute) // people.Person.HasErased
	for _, c := range w.words {
		if c.place == own(who) {
			c.gone = true
		}
		if c.owner == who {
			c.erased = true
		}
	}
	if who == w.people[0] {
		w.shards[len(w.shards)-1].end()
	}
	for p := range w.talks {
		if p == own(who) {
			w.talks[p] = map[string]bool{}
		}
	}
}

// eraseGroup has Ann erase a group: its own shard goes, and what was said there in any.
func (w *shardWorld) eraseGroup() {
	g := w.groups[w.rnd.IntN(len(w.groups))]
	w.later(2 * time.Second)
	w.confirm(g.as(w.people[0]), "/memory forget all")
	for _, c := range w.words {
		if c.place == g.key {
			c.gone = true
		}
	}
	g.shard.end()
	w.shards[len(w.shards)-1].in[g.key] = false
	w.talks[g.key] = map[string]bool{}
	w.makeShard(g)
}
