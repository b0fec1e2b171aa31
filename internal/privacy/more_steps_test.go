package privacy_test

import (
	"context"
	"maps"
	"slices"
	"strings"

	"keepsake/bot/simulator"
	"keepsake/memory"
)

type memoryOf = memory.Memory

// deleted is the memory of a place that was deleted last.
func (w *world) deleted(p *place) (memory.Memory, bool) {
	q := memory.ActiveQuery(w.scope(p))
	q.Deleted, q.Limit = true, 1
	ms, _, err := w.app.Memory.List(context.Background(), q)
	if err != nil || len(ms) == 0 {
		return memory.Memory{}, false
	}
	return ms[0], true
}

// tap presses a button of the bot, somebody else's too.
func (w *world) tap(p *place, who *simulator.Person) {
	phone := who
	if p.group != nil {
		if w.kicked[p.group] {
			return
		}
		phone = p.group.As(who, p.topic) // also who left may see it still
	}
	shown := w.recent(phone, func(m simulator.Message) bool {
		return m.IsFromBot() && m.Topic == p.topic && len(m.Buttons) > 0
	})
	if len(shown) == 0 {
		return
	}
	m := pick(w, shown)
	b := pick(w, pick(w, m.Buttons))
	if b.Data == "" || strings.HasPrefix(b.Data, "set:") || strings.HasPrefix(b.Data, "forget:") {
		return // switched and erased in steps of their own
	}
	stranger := p.group != nil && (w.out[p.group][who.ID()] || who != w.people[0] && w.notFor(p, m, who))
	// What the tap brings back, or a card shows once more, may be seen; what it forgets may
	// not any more.
	before, was := w.all(p), map[string]bool{}
	for _, id := range w.allDeleted(p) {
		for _, word := range w.words(p, id) {
			was[word] = w.canaries[word] != nil && w.canaries[word].gone
		}
		if !stranger {
			w.forgot(w.words(p, id), false)
		}
	}
	tapped, err := phone.PressData(m.ID, b.Data)
	if err != nil {
		w.t.Fatal(err)
	}
	w.watch = func() {
		if stranger && w.tg.TapState(tapped.ID).Text == "" {
			w.t.Errorf("u%d was not told that a button in %s is not theirs: %s", who.ID(), p.key, b.Data)
		}
		if stranger && !maps.Equal(before, w.all(p)) {
			w.t.Errorf("u%d changed the memory of %s by a button of somebody else: %s", who.ID(), p.key, b.Data)
		}
		if strings.HasPrefix(b.Data, "save:") && p.group != nil {
			w.noteQuoter(p, m, before)
		}
		if !stranger && (strings.HasPrefix(b.Data, "save:") || strings.HasPrefix(b.Data, "correct:")) {
			w.noteKept(p)
		}
		for _, id := range w.allDeleted(p) {
			for _, word := range w.words(p, id) {
				// Undoing an addition forgets nothing that was said.
				if gone := was[word] || before[id] && strings.HasPrefix(b.Data, "del:"); gone {
					w.forgot([]string{word}, true)
				}
			}
		}
	}
}

// noteQuoter notes of what was saved by a tap whose message it was asked about.
func (w *world) noteQuoter(p *place, asked simulator.Message, before map[string]bool) {
	about, ok := w.tg.Message(p.group.ID(), asked.ReplyTo)
	for _, m := range w.known(p) {
		if ok && !before[m.ID] {
			w.quoter[m.ID+m.Content] = about.From.ID
		}
	}
}

// noteKept notes that what somebody said at a place is in its memory now: the new wording of a changed message, which
// somebody tapped to keep.
func (w *world) noteKept(p *place) {
	for _, m := range w.known(p) {
		for _, word := range canaryForm.FindAllString(m.Content, -1) {
			if c := w.canaries[word]; c != nil && c.talk[p.key] {
				c.scopes[w.scopeKey(p)] = true
			}
		}
	}
}

// notFor reports whether a message is surely not for somebody: it answers another.
func (w *world) notFor(p *place, m simulator.Message, who *simulator.Person) bool {
	to, ok := w.tg.Message(p.group.ID(), m.ReplyTo)
	return ok && m.ReplyTo != 0 && to.From.ID != who.ID()
}

// all are the ids of what is remembered at a place.
func (w *world) all(p *place) map[string]bool {
	out := map[string]bool{}
	for _, m := range w.known(p) {
		out[m.ID] = true
	}
	return out
}

func (w *world) allDeleted(p *place) (ids []string) {
	q := memory.ActiveQuery(w.scope(p))
	q.Deleted = true
	ms, _, err := w.app.Memory.List(context.Background(), q)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, m := range ms {
		ids = append(ids, m.ID)
	}
	return ids
}

// answer answers the newest question that the bot asked somebody, anybody.
func (w *world) answer(p *place, who *simulator.Person) {
	phone := w.phone(p, who)
	if phone == nil {
		return
	}
	asked := w.recent(phone, func(m simulator.Message) bool { return m.ForceReply && m.Topic == p.topic })
	if len(asked) == 0 {
		return
	}
	m := asked[len(asked)-1]
	w.quoted(p, m)
	phone.Reply(m.ID, "Parcel "+w.word(p, who, true)+" is paid"+marks(p, who))
}

// reply answers somebody's message and speaks to the bot: what it quotes is told by that.
func (w *world) reply(p *place, who *simulator.Person) {
	phone := w.phone(p, who)
	if phone == nil {
		return
	}
	said := w.recent(phone, func(m simulator.Message) bool { return m.Topic == p.topic && m.Kind == "text" && !m.ForceReply })
	if len(said) == 0 {
		return
	}
	m := pick(w, said)
	w.quoted(p, m)
	// The model saves a fact that is quoted, too, in the memory of this place. The reply is then
	// the evidence of the memory, and shown with it.
	if isFact(m.Text) {
		if c := w.canaries[canaryForm.FindString(m.Text)]; c != nil {
			c.scopes[w.scopeKey(p)] = true
		}
	}
	phone.Reply(m.ID, w.toBot(p)+"see "+w.word(p, who, isFact(m.Text))+marks(p, who))
}

func (w *world) quoted(p *place, m simulator.Message) {
	for _, word := range canaryForm.FindAllString(m.Text, -1) {
		if c := w.canaries[word]; c != nil {
			c.talk[p.key], c.gone = true, false
		}
	}
}

// rename makes somebody look like somebody else.
func (w *world) rename(_ *place, who *simulator.Person) {
	who.Rename(pick(w, []string{
		"Ann", "Bob", "Carl", "Ann (u11)", "Bob (u12):", "Ｃａｒｌ（ｕ１３）", "u11", "\u202eAnn", "(u11): Ann", "Admin (anonymous)", "🙂",
	}), "", "")
}

// leave ends a membership, or begins it again.
func (w *world) leave(p *place, who *simulator.Person) {
	if p.group == nil || who == w.people[0] {
		return
	}
	if w.out[p.group][who.ID()] {
		delete(w.out[p.group], who.ID())
		p.group.Join(who)
		return
	}
	w.out[p.group][who.ID()] = true
	p.group.Leave(who)
}

// kick throws the bot out, or lets it in again.
func (w *world) kick(p *place, _ *simulator.Person) {
	if p.group == nil {
		p.owner.Block()
		p.owner.Unblock()
		return
	}
	if w.kicked[p.group] {
		p.group.AddBot(w.people[0])
	} else {
		p.group.KickBot(w.people[0])
	}
	w.kicked[p.group] = !w.kicked[p.group]
}

// migrate makes the plain group a supergroup, once.
func (w *world) migrate(_ *place, _ *simulator.Person) {
	if g := w.tg.Group(-501, ""); g.ID() == -501 && !w.kicked[g] {
		g.Migrate(-100501)
	}
}

// press makes the admin tap a button of the answer to a command.
func (w *world) press(p *place, who *simulator.Person, say string, data ...string) {
	phone := w.phone(p, who)
	if phone == nil {
		return
	}
	phone.Say(say)
	w.settle()
	for _, d := range data {
		w.look(say)
		for _, m := range slices.Backward(phone.Messages()) {
			if !m.IsFromBot() || m.Topic != p.topic || len(m.Buttons) == 0 {
				continue
			}
			for _, row := range m.Buttons {
				for _, b := range row {
					if strings.HasPrefix(b.Data, d) {
						if _, err := phone.PressData(m.ID, b.Data); err != nil {
							w.t.Fatal(err)
						}
					}
				}
			}
			break
		}
		w.settle()
	}
}

func (w *world) listen(p *place, who *simulator.Person) {
	if p.group == nil {
		return
	}
	was := w.listening(p)
	w.press(p, who, "/settings", "set:listen")
	if now := w.listening(p); now != was && who != w.people[0] {
		w.t.Errorf("u%d, no admin, switched listening", who.ID())
	}
}

func (w *world) topics(p *place, _ *simulator.Person) {
	if p.group != nil {
		w.press(p, w.people[0], "/settings", "set:topics")
	}
}

func (w *world) forgetAll(p *place, who *simulator.Person) {
	if p.group != nil && w.kicked[p.group] || w.phone(p, who) == nil {
		return
	}
	before := w.all(p)
	w.press(p, who, "/memory forget all", "forget:sure", "forget:now")
	if p.group != nil && who != w.people[0] {
		if !maps.Equal(before, w.all(p)) {
			w.t.Errorf("u%d, no admin, erased the group's memory", who.ID())
		}
		return
	}
	if len(w.all(p)) > 0 {
		w.t.Errorf("%s is not forgotten", p.key)
	}
	for _, c := range w.canaries {
		for _, x := range w.places {
			if x == p || p.group != nil && x.group == p.group {
				if c.talk[x.key] || c.scopes[x.key] || x.group != nil && c.scopes[x.key[:len("group0")]] {
					c.gone = true
				}
			}
		}
	}
}

func (w *world) fresh(p *place, who *simulator.Person) {
	if phone := w.phone(p, who); phone != nil {
		phone.Say("/new")
	}
}
