package demo

import (
	"slices"

	"keepsake/bot/simulator"
	"keepsake/demo/script"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/text"
)

// groupKey names the group where a chat of the page is named by the person's it is.
const groupKey = "group"

// groupTitle and groupID are those of the page's group, of which everybody of the page is a member.
const (
	groupTitle = "Trip to Lisbon"
	groupID    = -1001000000001
)

// pageChat is a chat that the page shows: somebody's private one, or the group.
type pageChat struct {
	key   string // the person's, or groupKey
	id    int64
	owner scope.Scope // of what is remembered there
}

// pageChats returns all chats of the page.
func (w *World) pageChats() []pageChat {
	var out []pageChat
	for _, c := range cast {
		a := w.Actor(c.ID)
		out = append(out, pageChat{a.ID, a.phone.ID(), w.scope(a)})
	}
	return append(out, pageChat{groupKey, groupID, scope.Scope{Store: w.role().Config.Store(), Kind: scope.Group, ID: people.ID(groupID)}})
}

// openGroup makes the group, once: everybody of the page and the bot are in it, and the first of them is its admin.
func (w *World) openGroup() {
	w.grouped.Do(func() {
		g := w.telegram.Group(groupID, groupTitle)
		for i, c := range cast {
			phone := w.Actor(c.ID).phone
			if g.Join(phone); i == 0 {
				g.Promote(phone)
			}
		}
		g.AddBot(w.Actor(cast[0].ID).phone)
	})
}

// seat is a person in one of their chats.
type seat struct {
	*Actor
	phone *simulator.Person // showing that chat
}

// seatOf returns a person of the page in the private chat, or in the group.
func (w *World) seatOf(person, chat string) (seat, bool) {
	if !slices.ContainsFunc(cast, func(c Actor) bool { return c.ID == person }) {
		return seat{}, false
	}
	a := w.Actor(person)
	if chat == groupKey {
		return seat{a, w.telegram.Group(groupID, groupTitle).As(a.phone, 0)}, true
	}
	return seat{a, a.phone}, chat == ""
}

// scriptSeat is where somebody of a script acts: in their private chat, or in a group.
type scriptSeat struct {
	*Actor
	phone *simulator.Person // showing that chat
	owner scope.Scope       // of what is remembered there
	topic int               // 0 = none
}

func (s scriptSeat) ownPhone() *simulator.Person { return s.Actor.phone }

// seat returns the seat that a script names, "alice", "alice in kitchen" or "alice in kitchen/travel". A group is made when it is
// first named: who is named there adds the bot and is an admin, and the others join when they are. So is a topic. A bot that
// people talk to later is added by the same admin when the group is first named there.
func (w *World) seat(who string) scriptSeat {
	person, name, topic := script.SplitSeat(who)
	a := w.Actor(person)
	if name == "" {
		return scriptSeat{Actor: a, phone: a.phone, owner: w.scope(a)}
	}
	store := w.role().Config.Store()
	w.mu.Lock()
	defer w.mu.Unlock()
	at := slices.IndexFunc(w.named, func(g scriptGroup) bool { return g.name == name })
	if at < 0 {
		at, w.named = len(w.named), append(w.named, scriptGroup{name, a})
	}
	id := scriptGroupID - int64(at)
	g := w.telegram.Group(id, text.Capitalize(name))
	if w.joins(name, "") {
		admin := w.named[at].admin
		w.joins(name, admin.ID)
		g.Join(admin.phone).Promote(admin.phone).AddBot(admin.phone)
	}
	if w.joins(name, person) {
		g.Join(a.phone)
	}
	s := scriptSeat{Actor: a, owner: scope.Scope{Store: store, Kind: scope.Group, ID: people.ID(id)}, topic: w.topicOf(g, name, topic, a.phone)}
	s.phone = g.As(a.phone, s.topic)
	return s
}

// scriptGroup is a group of a script and who is its admin.
type scriptGroup struct {
	name  string
	admin *Actor
}

// joins reports whether a person comes into a group only now, at the Telegram of the bot that people talk to; "" is that bot.
func (w *World) joins(group, person string) bool {
	member := w.bot + ": " + person + " in " + group
	if slices.Contains(w.joined, member) {
		return false
	}
	w.joined = append(w.joined, member)
	return true
}

// topicOf returns the id of a group's topic, which whoever names it first opens; 0 for "".
func (w *World) topicOf(g *simulator.Group, group, topic string, by *simulator.Person) int {
	if topic == "" {
		return 0
	}
	key := w.bot + ": " + group + "/" + topic
	if _, ok := w.topics[key]; !ok {
		w.topics[key] = g.Topic(by, text.Capitalize(topic))
	}
	return w.topics[key]
}

// scriptGroupID is the id of the first group of a script; the others count down.
const scriptGroupID = -1002000000000
