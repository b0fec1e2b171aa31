package consolidate_test

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"keepsake/actor"
	"keepsake/delivery"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/consolidate"
	"keepsake/memory/digest"
	"keepsake/memory/forget"
	"keepsake/memory/policy"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/task"
	"keepsake/templates"
	"keepsake/trust"
	"keepsake/usage"
)

// Issue 12, Proof, F15: whatever arrives, is taken back, is forgotten, is erased with its person or is switched off while the
// models read and merge, every directive and every suggestion is absorbed once, or waits once, or is gone; and what is
// gone stands nowhere, in no version, and does not come back.
func TestNothingComesBackFromAConsolidation(t *testing.T) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, round, gone := open(t), 0, map[string]int{}
			rapid.Check(t, func(r *rapid.T) {
				round++
				newRace(t, r, db, round, gone).run()
			})
			for _, how := range []string{"taken back", "forgotten", "erased", "rests"} {
				if gone[how] == 0 {
					t.Errorf("nothing %s", how)
				}
			}
		})
	}
}

// things are what people speak of: no two alike.
var things = strings.Fields(`tent kayak cooker lantern rope kettle blanket compass hammock ladder whistle bucket camera guitar telescope umbrella
	pillow thermos shovel anchor trumpet carpet mirror puzzle candle basket curtain helmet scissors violin`)

// race is one group with two members and one private chat of the first, and what was said there.
type race struct {
	*consolidate.Service
	t      *testing.T
	r      *rapid.T
	db     *store.DB
	at     time.Time
	forget *forget.Service
	gone   map[string]int // of all runs, by how

	members []string
	group   scope.Scope
	place   session.Place
	talk    session.Session
	own     session.Session // of members[0]
	held    shard.Shard

	said      map[string]said // by thing
	next      int
	unread    int // in the group
	unreadOwn int
	during    int // how much may happen while a model answers
}

type said struct {
	person  string
	message string
	private bool
	listed  bool // a model found it
	gone    string
}

func newRace(t *testing.T, r *rapid.T, db *store.DB, round int, gone map[string]int) *race {
	w := &race{t: t, r: r, db: db, at: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), gone: gone, said: map[string]said{}}
	now := func() time.Time { w.at = w.at.Add(time.Millisecond); return w.at }
	words, err := templates.LoadWords()
	w.must(err)
	w.Service = &consolidate.Service{
		Store: "keepsake", Setting: policy.Free, Fast: w, Slow: w, Tx: db, Now: now, Zone: time.UTC, Threshold: 2,
		Digests: digest.New(db.Digests(), now), Shards: shard.New(db.Shards(), now),
		Memory:   memory.New(memory.Config{Store: db.Memories(), Now: now, Key: []byte("key")}),
		Sessions: session.New(session.Config{Store: db.Sessions(), Now: now}), People: people.New(people.Config{Store: db.People(), Now: now}),
		Usage: usage.New(usage.Config{Store: db.Usage(), Now: now}),
		Payer: func(p people.Person, _ session.Place, _ bool) usage.Payer {
			return usage.Payer{Bot: "keepsake", Subject: p.ID}
		},
	}
	mail := delivery.New(delivery.Config{Store: db.Deliveries(), Now: now})
	w.forget = &forget.Service{
		Memory: w.Memory, Digests: w.Digests, Shards: w.Shards, Sessions: w.Sessions, People: w.People, Usage: w.Usage, Delivery: mail,
		Tasks: task.New(task.Config{Store: db.Tasks(), Delivery: mail, People: w.People, Words: words, Now: now}),
		Tx:    db, Stores: []string{"keepsake"}, Bots: []string{"keepsake"}, Now: now,
	}
	chat := int64(-100_000 - round)
	w.members = []string{people.ID(int64(2*round + 1)), people.ID(int64(2*round + 2))}
	w.group = scope.Scope{Store: "keepsake", Kind: scope.Group, ID: people.ID(chat)}
	w.place = session.Place{Bot: "keepsake", Chat: chat}
	w.talk, err = w.Sessions.Begin(t.Context(), actor.OfSystem(), w.place, "", "keepsake", false)
	w.must(err)
	w.see()
	admin := actor.Actor{Kind: actor.Person, ID: w.members[0], Standing: actor.Admin}
	w.held, err = w.Shards.Make(t.Context(), admin, w.group, "Trip", "what we take")
	w.must(err)
	w.held, err = w.Shards.Change(t.Context(), admin, w.group, w.held.ID, func(s *shard.Shard) { s.Threshold = 1 })
	w.must(err)
	return w
}

func (w *race) must(err error) {
	w.t.Helper()
	if err != nil {
		w.r.Fatal(err)
	}
}

// see has everybody known to the bot, as whoever writes is.
func (w *race) see() {
	for i, id := range w.members {
		_, err := w.People.See(w.t.Context(), actor.OfSystem(), people.Person{ID: id, Name: []string{"Ann", "Bob"}[i]})
		w.must(err)
	}
	if own, err := w.Sessions.Begin(w.t.Context(), actor.OfSystem(), session.Place{Bot: "keepsake", Chat: people.Number(w.members[0])}, w.members[0], "keepsake", false); err == nil {
		w.own = own
	}
}

func (w *race) run() {
	for range rapid.IntRange(2, 10).Draw(w.r, "steps") {
		switch rapid.SampledFrom([]string{"say", "say", "work", "work", "any"}).Draw(w.r, "step") {
		case "say":
			w.say()
			w.say()
		case "any":
			w.happen()
		case "work":
			w.during = rapid.IntRange(0, 4).Draw(w.r, "during")
			w.work(11 * time.Minute)
			w.during = 0
		}
		w.check(false)
	}
	for range 4 {
		w.work(25 * time.Hour)
	}
	w.check(true)
}

func (w *race) work(after time.Duration) {
	w.at = w.at.Add(after)
	_, err := w.Wake(w.t.Context())
	w.must(err)
	_, err = w.Work(w.t.Context())
	w.must(err)
}

// say has somebody say a thing to the bot, in the group or in private, as often as one reading lists.
func (w *race) say() {
	if w.next == len(things) {
		return
	}
	private := rapid.IntRange(0, 2).Draw(w.r, "where") == 0
	if private && w.unreadOwn >= 2 || !private && w.unread >= 3 {
		return
	}
	w.see()
	thing := things[w.next]
	w.next++
	who, talk, words := rapid.IntRange(0, 1).Draw(w.r, "who"), w.talk, "we could take the "+thing
	if private {
		who, talk, words = 0, w.own, "Always write about the "+thing
		w.unreadOwn++
	} else {
		w.unread++
	}
	ms := []session.Message{
		{Role: session.User, Content: words, Trust: trust.Person, Author: w.members[who], Name: []string{"Ann", "Bob"}[who], TurnID: thing},
		{Role: session.Assistant, Content: "I see.", Trust: trust.Bot, TurnID: thing},
	}
	ms = append(ms, ms[1], ms[1])
	out, err := w.Sessions.Append(w.t.Context(), actor.OfSystem(), talk.ID, ms...)
	w.must(err)
	w.said[thing] = said{person: w.members[who], message: out[0].ID, private: private}
	p, err := w.People.Get(w.t.Context(), w.members[who])
	w.must(err)
	w.must(w.db.InTx(w.t.Context(), func(ctx context.Context) error {
		return w.EndTurn(ctx, session.Turn{SessionID: talk.ID}, out, p, func(session.Session) []scope.Scope {
			return []scope.Scope{{Store: "keepsake", Kind: scope.User, ID: w.members[who]}}
		})
	}))
}

// happen does one of the things that people do while nobody, or a model, works.
func (w *race) happen() {
	switch rapid.SampledFrom([]string{"say", "take back", "take back", "forget", "forget", "erase"}).Draw(w.r, "happens") {
	case "say":
		w.say()
	case "take back":
		w.takeBack()
	case "forget":
		for thing, s := range w.said {
			if s.gone == "" {
				w.forgetSaid(thing, s)
				break
			}
		}
	case "erase":
		who := rapid.SampledFrom(w.members).Draw(w.r, "erased")
		_, err := w.forget.Everything(w.t.Context(), actor.OfPerson(who), who, session.Place{Bot: "keepsake", Chat: people.Number(who)}, nil)
		w.must(err)
		for thing, s := range w.said {
			if s.person == who {
				w.isGone(thing, "erased")
			}
		}
		if who == w.members[0] {
			w.unreadOwn = 0
		}
		w.at = w.at.Add(2 * time.Minute)
	}
}

func (w *race) isGone(thing, how string) {
	s := w.said[thing]
	if s.gone == "" {
		s.gone = how
		w.said[thing] = s
		w.gone[how]++
	}
}

// takeBack has who said it take back something that is kept.
func (w *race) takeBack() {
	items, err := w.Shards.Contents(w.t.Context(), []shard.Shard{w.held}, w.absorbed())
	w.must(err)
	for _, i := range items[w.held.ID] {
		w.must(w.db.InTx(w.t.Context(), func(ctx context.Context) error {
			if _, err := w.Shards.Remove(ctx, actor.OfPerson(i.Person), w.group, w.held.ID, i.ID); err != nil {
				return err
			}
			return w.Memory.Refuse(ctx, actor.Actor{Kind: actor.Consolidation}, w.group, i.Content)
		}))
		w.isGone(thingOf(i.Content), "taken back")
		return
	}
	owner := w.owner()
	all, err := w.Digests.Since(w.t.Context(), owner, 0)
	w.must(err)
	for _, d := range all {
		_, err := w.Digests.Remove(w.t.Context(), actor.OfPerson(w.members[0]), owner, d.ID)
		w.must(err)
		w.must(w.Memory.Refuse(w.t.Context(), actor.OfPerson(w.members[0]), owner, d.Content))
		w.isGone(thingOf(d.Content), "taken back")
		return
	}
}

func (w *race) owner() scope.Scope {
	return scope.Scope{Store: "keepsake", Kind: scope.User, ID: w.members[0]}
}

// forgetSaid does what forgetting a memory does with what was said of it.
func (w *race) forgetSaid(thing string, s said) {
	owner := w.group
	if s.private {
		owner = w.owner()
	}
	says := func(text string) bool { return strings.Contains(text, thing) }
	w.must(w.db.InTx(w.t.Context(), func(ctx context.Context) error {
		_, err1 := w.Sessions.Mask(ctx, actor.OfSystem(), owner, []string{s.message}, nil, says)
		_, err2 := w.Digests.Forget(ctx, actor.OfSystem(), owner, says)
		_, err3 := w.Shards.Forget(ctx, actor.OfSystem(), owner, says)
		return errors.Join(err1, err2, err3)
	}))
	w.isGone(thing, "forgotten")
}

// absorbed returns the ids of the suggestions that the notes say.
func (w *race) absorbed() (ids []string) {
	now, err := w.Shards.Newest(w.t.Context(), []shard.Shard{w.held})
	w.must(err)
	for _, l := range now[w.held.ID].Lines {
		ids = append(ids, l.From...)
	}
	return ids
}

func thingOf(text string) string { return text[strings.LastIndex(text, " ")+1:] }

var (
	listedMessage = regexp.MustCompile(`(?m)^(\d+)\. .*"([^"]* (\w+))"$`)
	listedSource  = regexp.MustCompile(`(?m)^([kn]\d+): "([^"]*)"$`)
)

// Complete is the model: it lists everything that is said, and merges nothing. Things happen while it answers.
func (w *race) Complete(_ context.Context, req llm.Request, _ func(string, bool)) (llm.Response, error) {
	asked := req.Messages[1].Content
	answer := map[string]any{"reasoning": ""}
	switch {
	case strings.Contains(req.Messages[0].Content, `"dropped"`):
		lines := []any{}
		for _, m := range listedSource.FindAllStringSubmatch(asked, -1) {
			lines = append(lines, map[string]any{"text": m[2], "from": []string{m[1]}})
		}
		answer["lines"] = lines
	case strings.Contains(req.Messages[0].Content, `"suggestions"`):
		w.unread = 0
		list := []any{}
		for n, m := range listedMessage.FindAllStringSubmatch(asked, -1) {
			list = append(list, map[string]any{"message": json.Number(m[1]), "quote": m[2], "text": m[2]})
			w.isListed(m[3], n < 3)
		}
		answer["facts"], answer["suggestions"] = []any{}, list
	default:
		w.unreadOwn = 0
		list := []any{}
		for n, m := range listedMessage.FindAllStringSubmatch(asked, -1) {
			list = append(list, map[string]any{"quote": m[2], "directive": m[2]})
			w.isListed(m[3], n < 2)
		}
		answer["directives"], answer["episode"] = list, asked
	}
	if w.during > 0 {
		n := rapid.IntRange(0, w.during).Draw(w.r, "now")
		for w.during -= n; n > 0; n-- {
			w.happen()
		}
	}
	b, err := json.Marshal(answer)
	return llm.Response{Content: string(b), Model: "race"}, err
}

// isListed notes that a model was shown a thing, and whether its answer has room for it (F13).
func (w *race) isListed(thing string, listed bool) {
	s := w.said[thing]
	if s.gone != "" {
		w.r.Fatalf("the model is shown %s, which is %s", thing, s.gone)
	}
	s.listed = listed
	w.said[thing] = s
}
