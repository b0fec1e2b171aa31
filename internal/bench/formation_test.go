package bench_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/consolidate"
	"keepsake/memory/digest"
	"keepsake/memory/policy"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/trust"
	"keepsake/usage"
)

// TestBenchFormation measures what the digests of 1,000 busy chats cost apart from the model, half of them private chats and
// half groups that share a shard: what the end of a turn adds to a job, and how many chats a second are read that each have
// 46 new messages.
func TestBenchFormation(t *testing.T) {
	chats, messages := 6, 6
	if os.Getenv("KEEPSAKE_BENCH") != "" {
		chats, messages = 1000, 46
	}
	for _, d := range databases {
		w := newBusy(t, d.open(t))
		w.Trigger.Messages = messages
		var ended []time.Duration
		for i := range chats {
			ended = append(ended, w.talk(i, messages))
		}
		began := time.Now()
		n, err := w.Work(t.Context())
		took := time.Since(began)
		if err != nil || n != chats {
			t.Fatalf("%d of %d chats were read: %v", n, chats, err)
		}
		report(t, d.name+": end of a turn, for digests", ended)
		t.Logf("%-55s %.0f chats/s, %s each  (n=%d)", fmt.Sprintf("%s: formation in chats of %d messages", d.name, messages),
			float64(n)/took.Seconds(), (took / time.Duration(n)).Round(10*time.Microsecond), n)
		w.check()
	}
}

// busy is what makes digests, over a database, with a model that takes no time.
type busy struct {
	*consolidate.Service
	t     *testing.T
	first struct {
		person scope.Scope
		shard  shard.Shard
	}
}

func newBusy(t *testing.T, db *store.DB) *busy {
	return &busy{t: t, Service: &consolidate.Service{
		Store: "b", Setting: policy.Free, Fast: lister{}, Slow: lister{}, Tx: db, Now: time.Now, Zone: time.UTC,
		Digests: digest.New(db.Digests(), time.Now), Shards: shard.New(db.Shards(), time.Now), Memory: memory.New(memory.Config{Store: db.Memories(), Now: time.Now, Key: []byte("k")}),
		Sessions: session.New(session.Config{Store: db.Sessions(), Now: time.Now}), People: people.New(people.Config{Store: db.People(), Now: time.Now}),
		Usage: usage.New(usage.Config{Store: db.Usage(), Now: time.Now}),
		Payer: func(p people.Person, place session.Place, group bool) usage.Payer {
			return usage.Payer{Bot: "b", Subject: people.ID(place.Chat), Group: group}
		},
	}}
}

func (w *busy) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// talk fills a chat with messages, and returns how long the end of its last turn took.
func (w *busy) talk(i, messages int) time.Duration {
	w.t.Helper()
	ctx, person, chat := w.t.Context(), people.Person{ID: people.ID(int64(1000 + i)), Name: "Ann", SeenAt: time.Now()}, int64(1000+i)
	person, err := w.People.See(ctx, actor.OfSystem(), person)
	w.must(err)
	owner, speaker := scope.Scope{Store: w.Store, Kind: scope.User, ID: person.ID}, person.ID
	if i%2 == 1 {
		chat, speaker = -chat, ""
		owner = scope.Scope{Store: w.Store, Kind: scope.Group, ID: people.ID(chat)}
		s, err := w.Shards.Make(ctx, actor.Actor{Kind: actor.Person, ID: person.ID, Standing: actor.Admin}, owner, "Trip", "dates and places")
		w.must(err)
		if i == 1 {
			w.first.shard = s
		}
	} else if i == 0 {
		w.first.person = owner
	}
	x, err := w.Sessions.Begin(ctx, actor.OfSystem(), session.Place{Bot: "b", Chat: chat}, speaker, w.Store, false)
	w.must(err)
	var ms []session.Message
	for n := range messages / 2 {
		said := fmt.Sprintf("What about the harbour on day %d, was it as busy as ever?", n)
		if n == 0 {
			said = "Please always use metric units. The ferry sails at nine."
		}
		ms = append(ms, session.Message{Role: session.User, Content: said, Trust: trust.Person, Author: person.ID, Name: person.Name, TurnID: fmt.Sprint("turn", n)},
			session.Message{Role: session.Assistant, Content: "I see.", Trust: trust.Bot, TurnID: fmt.Sprint("turn", n)})
	}
	ms, err = w.Sessions.Append(ctx, actor.OfSystem(), x.ID, ms...)
	w.must(err)
	end := func(ms []session.Message) time.Duration {
		began := time.Now()
		w.must(w.Tx.InTx(ctx, func(ctx context.Context) error {
			return w.EndTurn(ctx, session.Turn{SessionID: x.ID}, ms, person, func(session.Session) []scope.Scope { return []scope.Scope{owner} })
		}))
		return time.Since(began)
	}
	end(ms[:len(ms)-2])
	return end(ms[len(ms)-2:])
}

// check looks at what formed in the first two chats.
func (w *busy) check() {
	w.t.Helper()
	ds, err := w.Digests.Waiting(w.t.Context(), w.first.person)
	w.must(err)
	items, err := w.Shards.Contents(w.t.Context(), []shard.Shard{w.first.shard}, nil)
	w.must(err)
	if len(ds) != 1 || len(items[w.first.shard.ID]) != 1 {
		w.t.Errorf("formed %+v and %+v", ds, items)
	}
}

// lister is a model that takes no time and lists what every chat says.
type lister struct{}

func (lister) Complete(_ context.Context, r llm.Request, _ func(string, bool)) (llm.Response, error) {
	answer := `{"directives":[{"quote":"always use metric units","directive":"Always use metric units"}],"episode":"They asked about the harbour","reasoning":""}`
	if strings.Contains(r.Messages[0].Content, "shared notes of a group") {
		answer = `{"facts":[{"message":1,"quote":"The ferry sails at nine","text":"The ferry sails at nine"}],"suggestions":[],"reasoning":""}`
	}
	return llm.Response{Content: answer, Model: "bench"}, nil
}
