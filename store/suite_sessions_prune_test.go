package store_test

import (
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/digest"
	"keepsake/session"
	"keepsake/store"
	"keepsake/trust"
)

// sessionsPruned: the oldest ended conversations of a place go (I17), but for what is
// evidence (R16); the last active can be gone on with (I12).
func sessionsPruned(t *testing.T, db *store.DB) {
	ctx, ss := t.Context(), db.Sessions()
	var all []session.Session
	for i := range 6 {
		s := begin(t, db, alice, 42, func(s *session.Session) {
			s.StartedAt, s.LastActiveAt, s.EndedAt = at(i), at(i), atp(i)
			s.Summary, s.SummaryTo = "what was said", 3
		})
		_, err := ss.Append(ctx, s.ID, at(0), []session.Message{
			{ID: newID(), Role: session.User, Content: "I like tea", TurnID: newID(), At: at(i)},
			{ID: newID(), Role: session.Assistant, Content: "Noted.", At: at(i)},
		})
		must(t, err)
		all = append(all, s)
	}
	others := []session.Session{ // another topic, another person, a group
		begin(t, db, alice, 42, func(s *session.Session) { s.Place.Topic, s.EndedAt = 7, atp(0) }),
		begin(t, db, bob, 42, func(s *session.Session) { s.EndedAt = atp(0) }),
	}
	place := all[0].Place
	turn := session.Turn{ID: newID(), SessionID: all[1].ID, Lane: "l", State: session.TurnOpen, OpenedAt: at(1)}
	must(t, ss.OpenTurn(ctx, turn)) // somebody works on it
	must(t, ss.OpenTurn(ctx, session.Turn{ID: newID(), SessionID: all[2].ID, Lane: "l", State: session.TurnAnswered, OpenedAt: at(1)}))
	must(t, ss.Reopen(ctx, all[0].ID)) // it goes on
	wantErr(t, ss.Reopen(ctx, newID()), session.ErrNotFound)

	evidence := ok[[]session.Message](t)(ss.Messages(ctx, all[3].ID, 0, 1))[0]
	m, v := item("eeeeeeee", alice, "preference", "Alice likes tea")
	v.SessionID = all[3].ID
	v.Evidence = []memory.Evidence{{MessageID: evidence.ID, Quote: "I like tea", Trust: trust.Person, SaidAt: at(3)}}
	must(t, db.Memories().Insert(ctx, m, v))

	listed := func() (ids []string) {
		for _, s := range ok[[]session.Session](t)(ss.List(ctx, place, alice.ID, 0)) {
			ids = append(ids, s.ID)
		}
		return ids
	}
	id := func(is ...int) (ids []string) {
		for _, i := range is {
			ids = append(ids, all[i].ID)
		}
		return ids
	}
	same(t, "the last active first", listed(), id(5, 4, 3, 2, 1, 0))

	kept := func(memoryStore, person string, limit int) (ids []string) {
		for _, s := range ok[[]session.Session](t)(ss.Kept(ctx, memoryStore, person, limit)) {
			ids = append(ids, s.ID)
		}
		return ids
	}
	same(t, "of one person, whatever the topic", len(kept(all[0].Store, alice.ID, 0)), 7)
	same(t, "the newest of them", kept(all[0].Store, alice.ID, 2), id(5, 4))
	same(t, "of everybody", len(kept(all[0].Store, "", 0)), 8)
	same(t, "of another store", len(kept("elsewhere", "", 0)), 0)
	same(t, "by its public id", ok[session.Session](t)(ss.ByPublicID(ctx, all[2].PublicID)).ID, all[2].ID)
	_, err := ss.ByPublicID(ctx, "000000000000")
	wantErr(t, err, session.ErrNotFound)
	_, err = ss.ByPublicID(ctx, "")
	wantErr(t, err, session.ErrNotFound)
	same(t, "the last", len(ok[[]session.Session](t)(ss.List(ctx, place, alice.ID, 1))), 1)
	same(t, "enough room", ok[int](t)(ss.Prune(ctx, place, alice.ID, 6, session.Readers{})), 0)
	same(t, "pruned", ok[int](t)(ss.Prune(ctx, place, alice.ID, 2, session.Readers{})), 2)
	same(t, "left", listed(), id(5, 4, 1, 0))
	same(t, "again", ok[int](t)(ss.Prune(ctx, place, alice.ID, 2, session.Readers{})), 0)
	_, err = ss.Get(ctx, all[2].ID)
	wantErr(t, err, session.ErrNotFound)
	rest := ok[session.Session](t)(ss.Get(ctx, all[3].ID))
	same(t, "what is evidence stays", rest.PublicID+rest.Summary, "")
	same(t, "and nothing else", ok[[]session.Message](t)(ss.Messages(ctx, rest.ID, 0, 0)), []session.Message{evidence})
	for _, s := range others {
		same(t, "not of this place", ok[session.Session](t)(ss.Get(ctx, s.ID)).PublicID, s.PublicID)
	}
	turn.State = session.TurnStopped
	must(t, ss.SaveTurn(ctx, turn))
	same(t, "once it is done", ok[int](t)(ss.Prune(ctx, place, alice.ID, 2, session.Readers{})), 1)
	evidenceGoes(t, db, rest, all[5])
}

// evidenceGoes: what stayed of a pruned conversation goes with its memory (R16); a conversation
// that was not pruned stays whole.
func evidenceGoes(t *testing.T, db *store.DB, pruned, whole session.Session) {
	ctx, ss := t.Context(), db.Sessions()
	same(t, "evidence still", ok[int](t)(ss.PurgeRemains(ctx)), 0)
	_, err := db.Memories().Erase(ctx, alice)
	must(t, err)
	same(t, "R16: with its memory the evidence goes", ok[int](t)(ss.PurgeRemains(ctx)), 1)
	_, err = ss.Get(ctx, pruned.ID)
	wantErr(t, err, session.ErrNotFound)
	same(t, "what was not pruned stays whole", len(ok[[]session.Message](t)(ss.Messages(ctx, whole.ID, 0, 0))), 2)
}

// pruningWaits: a conversation is destroyed only when no run of extraction and no job of a digest waits to read
// it, or has waited for so long that its reader was switched off; others of the bot whose time is over go, of anybody.
func pruningWaits(t *testing.T, db *store.DB) {
	ctx, ss := t.Context(), db.Sessions()
	say := func(s session.Session) {
		t.Helper()
		_, err := ss.Append(ctx, s.ID, s.LastActiveAt, []session.Message{
			{ID: newID(), Role: session.User, Content: "I like tea", TurnID: newID(), At: at(0)},
			{ID: newID(), Role: session.Assistant, Content: "Noted.", At: at(0)},
		})
		must(t, err)
	}
	ended := func(i int) func(*session.Session) {
		return func(s *session.Session) { s.StartedAt, s.LastActiveAt, s.EndedAt = at(i), at(i), atp(i) }
	}
	unread := begin(t, db, alice, 42, ended(0)) // its facts are still to be extracted
	say(unread)
	run := candidate.Run{ID: "run000000009", Scope: alice, SessionID: unread.ID, Kind: actor.Extraction, ToSeq: 2, State: candidate.Waiting, DueAt: at(10), StartedAt: at(1)}
	must(t, db.Candidates().PutRun(ctx, run))
	same(t, "a run waits", ok[int](t)(ss.Prune(ctx, unread.Place, alice.ID, 0, session.Readers{Since: at(5)})), 0)
	same(t, "by time as well", ok[int](t)(ss.PruneBefore(ctx, unread.Place.Bot, nil, "", at(60), session.Readers{Since: at(5)})), 0)
	same(t, "it is whole", len(ok[[]session.Message](t)(ss.Messages(ctx, unread.ID, 0, 0))), 2)
	same(t, "extraction was switched off", ok[int](t)(ss.PruneBefore(ctx, unread.Place.Bot, nil, "", at(60), session.Readers{Since: at(12)})), 1)

	formed := begin(t, db, alice, 42, ended(4)) // a digest is still to be formed of it (I4)
	say(formed)
	must(t, db.Digests().Grow(ctx, digest.Job{ID: formed.ID, Scope: alice, SessionID: formed.ID, Messages: 4, Weight: 4}, digest.Trigger{Messages: 45, Weight: 1000, Idle: time.Minute}, at(10)))
	same(t, "a job waits", ok[int](t)(ss.Prune(ctx, formed.Place, alice.ID, 0, session.Readers{Since: at(5)})), 0)
	same(t, "its reader was switched off", ok[int](t)(ss.Prune(ctx, formed.Place, alice.ID, 0, session.Readers{Since: at(12)})), 1)

	for i := range 120 { // more than one transaction prunes
		say(begin(t, db, bob, int64(100+i), ended(i/2)))
	}
	open := begin(t, db, bob, 999, func(s *session.Session) { s.LastActiveAt = at(0) })
	other := begin(t, db, bob, 998, func(s *session.Session) { s.Place.Bot, s.LastActiveAt, s.EndedAt = "another", at(0), atp(0) })
	same(t, "of one place", ok[int](t)(ss.PruneBefore(ctx, open.Place.Bot, &session.Place{Bot: open.Place.Bot, Chat: 100, Topic: open.Place.Topic}, bob.ID, at(55), session.Readers{})), 1)
	same(t, "of all places", ok[int](t)(ss.PruneBefore(ctx, open.Place.Bot, nil, "", at(55), session.Readers{})), 109)
	same(t, "the newer ones stay", ok[int](t)(ss.PruneBefore(ctx, open.Place.Bot, nil, "", at(55), session.Readers{})), 0)
	for _, s := range []session.Session{open, other} {
		same(t, "not ended, or another bot's", ok[session.Session](t)(ss.Get(ctx, s.ID)).PublicID, s.PublicID)
	}
}

// laneTaken: a lane is taken without anything waiting there, by one owner at a time.
func laneTaken(t *testing.T, db *store.DB) {
	ctx, ds := t.Context(), services(db)
	take := func(owner string, minute int) (delivery.Claim, bool) {
		t.Helper()
		c, got, err := ds.TakeLane(ctx, "b/terminal", 42, 0, owner, at(minute), 5*time.Minute)
		must(t, err)
		return c, got
	}
	mine, got := take("a", 0)
	same(t, "taken", got, true)
	must(t, ds.Guard(ctx, mine))
	_, got = take("b", 1)
	same(t, "by another", got, false)
	again, got := take("a", 1)
	same(t, "again", got, true)
	wantErr(t, ds.Guard(ctx, mine), delivery.ErrLeaseLost)
	must(t, ds.Extend(ctx, again, at(20)))
	_, got = take("b", 10)
	same(t, "extended", got, false)
	must(t, ds.Release(ctx, again))
	theirs, got := take("b", 10)
	same(t, "released", got, true)
	last, got := take("c", 16)
	same(t, "run out", got, true)
	wantErr(t, ds.Guard(ctx, theirs), delivery.ErrLeaseLost)
	must(t, ds.Guard(ctx, last))
	_, claimed, err := ds.ClaimLane(ctx, "b/terminal", "z", at(60), time.Minute)
	must(t, err)
	same(t, "nobody works it", claimed, false)
}
