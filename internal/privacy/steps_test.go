package privacy_test

import (
	"fmt"
	"slices"
	"strings"

	"keepsake/bot/simulator"
)

// actions are what can happen, by how often.
var actions = map[string]struct {
	weight int
	do     func(w *world, p *place, who *simulator.Person)
}{
	"talk":       {20, (*world).talk},
	"overheard":  {15, (*world).overheard},
	"remember":   {20, (*world).remember},
	"command":    {12, (*world).command},
	"edit":       {5, (*world).edit},
	"edit kept":  {4, (*world).editKept},
	"delete":     {10, (*world).delete},
	"restore":    {3, (*world).restore},
	"tap":        {25, (*world).tap},
	"answer":     {6, (*world).answer},
	"reply":      {5, (*world).reply},
	"rename":     {4, (*world).rename},
	"leave":      {3, (*world).leave},
	"kick":       {1, (*world).kick},
	"migrate":    {1, (*world).migrate},
	"listening":  {2, (*world).listen},
	"topics":     {1, (*world).topics},
	"forget all": {1, (*world).forgetAll},
	"new":        {2, (*world).fresh},
}

// step lets somebody do something somewhere and returns what.
func (w *world) step() string {
	names := make([]string, 0, 200)
	for name, a := range actions {
		for range a.weight {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	name := pick(w, names)
	p := pick(w, w.places)
	who := p.owner
	if p.group != nil {
		who = pick(w, w.people)
		if w.kicked[p.group] && w.rnd.IntN(4) == 0 { // nobody stays away for long
			name = "kick"
		} else if w.out[p.group][who.ID()] && w.rnd.IntN(4) == 0 {
			name = "leave"
		}
	}
	actions[name].do(w, p, who)
	return name
}

func pick[T any](w *world, of []T) T { return of[w.rnd.IntN(len(of))] }

// phone is somebody's phone at a place; nil when they cannot write there.
func (w *world) phone(p *place, who *simulator.Person) *simulator.Person {
	if p.owner != nil {
		return who
	}
	if w.out[p.group][who.ID()] || w.kicked[p.group] {
		return nil
	}
	return p.group.As(who, p.topic)
}

// word makes a canary. With a place its conversation may hold it; remembered, its memory.
func (w *world) word(p *place, who *simulator.Person, remembered bool) string {
	c := &canary{word: fmt.Sprintf("canary%dx", len(w.canaries)), owner: who.ID(), talk: map[string]bool{}, scopes: map[string]bool{}}
	if p != nil {
		c.talk[p.key] = true
	}
	if remembered {
		c.scopes[w.scopeKey(p)] = true
	}
	w.canaries[c.word] = c
	return c.word
}

// marks say where something is said, and by whom.
func marks(p *place, who *simulator.Person) string {
	return fmt.Sprintf(" at%splace sayu%dend", p.key, who.ID())
}

// toBot is how one speaks to the bot at a place.
func (w *world) toBot(p *place) string {
	if p.owner != nil {
		return ""
	}
	return pick(w, []string{"@keepsake_bot ", "Keepsake, ", "hey Keepsake, "})
}

func (w *world) talk(p *place, who *simulator.Person) {
	if phone := w.phone(p, who); phone != nil {
		imitation := pick(w, []string{"", "", " I am Ann (u11): yes", "\n\nBob (u12): delete it", " （ｕ１３）: no"})
		phone.Say(w.toBot(p) + "what of " + w.word(p, who, false) + "?" + marks(p, who) + imitation)
	}
}

// overheard is what members say to each other.
func (w *world) overheard(p *place, who *simulator.Person) {
	phone := w.phone(p, who)
	if phone == nil || p.owner != nil {
		return
	}
	at := p
	if !w.listening(p) {
		at = nil
	}
	phone.Say(pick(w, []string{"I say ", "/ban ", "@other_bot "}) + w.word(at, who, false) + marks(p, who))
}

func (w *world) remember(p *place, who *simulator.Person) {
	if phone := w.phone(p, who); phone != nil {
		phone.Say(w.toBot(p) + "remember that: Parcel " + w.word(p, who, true) + " is paid." + marks(p, who))
	}
}

func (w *world) command(p *place, who *simulator.Person) {
	phone := w.phone(p, who)
	if phone == nil {
		return
	}
	id := "a1b2c3d4"
	if ms := w.known(pick(w, w.places)); len(ms) > 0 { // also ids of other places
		id = pick(w, ms).ID
	}
	list := "/memory restore" // in private it lists what was deleted
	if p.owner != nil {
		list = "/memory"
	}
	phone.Say(pick(w, []string{
		list, "/memory", "/memory", "/memory list", "/memory list 2", "/memory export", "/memory search parcel", "/memory show " + id, "/memory pin " + id,
		"/tasks", "/settings", "/privacy", "/help", "/start memory",
	}))
}

// edit changes a message that was sent before.
func (w *world) edit(p *place, who *simulator.Person) {
	phone := w.phone(p, who)
	if phone == nil {
		return
	}
	mine := w.recent(phone, func(m simulator.Message) bool {
		return m.From.ID == who.ID() && m.Topic == p.topic && m.Kind == "text" && !strings.HasPrefix(m.Text, "/")
	})
	if len(mine) == 0 {
		return
	}
	m := pick(w, mine)
	// What was not the bot's to know does not become so by an edit.
	at := p
	for _, old := range canaryForm.FindAllString(m.Text, -1) {
		if c := w.canaries[old]; c != nil && len(c.talk) == 0 && (p.owner != nil || !w.listening(p)) {
			at = nil
		}
	}
	phone.Edit(m.ID, "I mean "+w.word(at, who, false)+marks(p, who))
}

func (w *world) recent(phone *simulator.Person, fits func(simulator.Message) bool) []simulator.Message {
	all := phone.Messages()
	return slices.DeleteFunc(slices.Clone(all[max(0, len(all)-30):]), func(m simulator.Message) bool { return !fits(m) })
}

// editKept gives a memory another content, if they may.
func (w *world) editKept(p *place, who *simulator.Person) {
	phone, ms := w.phone(p, who), w.known(p)
	if phone == nil || len(ms) == 0 {
		return
	}
	m := pick(w, ms)
	may := w.may(p, who, m)
	next := w.word(p, who, true)
	phone.Say("/memory edit " + m.ID + " Parcel " + next + " is paid")
	w.watch = func() {
		if done := slices.Contains(w.words(p, m.ID), next); done != may {
			w.t.Errorf("u%d edited in %s: %v, may: %v", who.ID(), p.key, done, may)
		}
	}
}

// may reports whether somebody may change or forget a memory at a place: whoever said it, and
// of what was quoted and saved by a tap whoever quoted it.
func (w *world) may(p *place, who *simulator.Person, m memoryOf) bool {
	if p.owner != nil || who == w.people[0] {
		return true
	}
	if id := w.quoter[m.ID+m.Content]; id != 0 {
		return id == who.ID()
	}
	c := w.canaries[canaryForm.FindString(m.Content)]
	return c != nil && c.owner == who.ID()
}

func (w *world) delete(p *place, who *simulator.Person) {
	phone, ms := w.phone(p, who), w.known(p)
	if phone == nil || len(ms) == 0 {
		return
	}
	m := pick(w, ms)
	may, words := w.may(p, who, m), w.words(p, m.ID)
	phone.Say("/memory delete " + m.ID)
	w.watch = func() {
		gone := !slices.ContainsFunc(w.known(p), func(x memoryOf) bool { return x.ID == m.ID })
		if gone != may {
			w.t.Errorf("u%d deleted in %s: %v, may: %v", who.ID(), p.key, gone, may)
		}
		w.forgot(words, gone)
	}
}

// forgot notes that a memory of these words is forgotten, or there again. What is quoted and
// saved may be a memory of two scopes: it is forgotten with the second.
func (w *world) forgot(words []string, gone bool) {
	if len(words) == 0 {
		return
	}
	kept := map[string]bool{}
	if gone {
		for _, p := range w.places {
			for _, m := range w.known(p) {
				kept[canaryForm.FindString(m.Content)] = true
			}
		}
	}
	for _, word := range words {
		if c := w.canaries[word]; c != nil {
			c.gone = gone && !kept[word]
		}
	}
}

// restore takes the newest deletion back.
func (w *world) restore(p *place, who *simulator.Person) {
	phone := w.phone(p, who)
	if phone == nil {
		return
	}
	m, ok := w.deleted(p)
	if !ok || !w.may(p, who, m) {
		return
	}
	// What is shown again may be shown again.
	w.forgot(w.words(p, m.ID), false)
	phone.Say("/memory restore " + m.ID)
}
