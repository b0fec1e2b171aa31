package store_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/text"
	"keepsake/trust"
)

// sessionsKept: one conversation goes on at a place until it ends (P67).
func sessionsKept(t *testing.T, db *store.DB) {
	ctx, ss := t.Context(), db.Sessions()
	s := begin(t, db, alice, 42)
	same(t, "got", ok[session.Session](t)(ss.Get(ctx, s.ID)), s)
	same(t, "locked", ok[session.Session](t)(ss.Lock(ctx, s.ID)), s)
	same(t, "current", ok[session.Session](t)(ss.Current(ctx, s.Place, s.Person)), s)
	same(t, "of anybody", ok[session.Session](t)(ss.Current(ctx, s.Place, "")), s)
	_, err := ss.Current(ctx, s.Place, bob.ID)
	wantErr(t, err, session.ErrNotFound)
	_, err = ss.Current(ctx, session.Place{Bot: "keepsake", Chat: 42, Topic: 7}, "")
	wantErr(t, err, session.ErrNotFound)
	_, err = ss.Get(ctx, newID())
	wantErr(t, err, session.ErrNotFound)
	_, err = ss.Lock(ctx, newID())
	wantErr(t, err, session.ErrNotFound)

	s.LastActiveAt, s.WindowFrom, s.Summary, s.SummaryTo = at(3), 4, "what was said", 4
	s.Snapshot = &session.Snapshot{
		TakenAt: at(1), Memories: []session.Ref{{ID: "a1B2c3D4", Version: 2}}, Revisions: map[string]int64{"x": 3},
		Tools: []string{"create_task"}, ValidUntil: atp(60),
	}
	must(t, ss.Save(ctx, s))
	same(t, "saved", ok[session.Session](t)(ss.Get(ctx, s.ID)), s)
	wantErr(t, ss.Save(ctx, session.Session{ID: newID()}), session.ErrNotFound)

	must(t, ss.End(ctx, s.ID, at(4)))
	must(t, ss.End(ctx, s.ID, at(5)))
	same(t, "ended once", ok[session.Session](t)(ss.Get(ctx, s.ID)).EndedAt, atp(4))
	_, err = ss.Current(ctx, s.Place, s.Person)
	wantErr(t, err, session.ErrNotFound)
	next := s
	next.ID, next.PublicID, next.StartedAt, next.EndedAt, next.Snapshot = newID(), "next", at(6), nil, nil
	must(t, ss.Start(ctx, next))
	same(t, "the next one", ok[session.Session](t)(ss.Current(ctx, s.Place, s.Person)), next)

	// Idle ones are closed, but never under an unfinished turn.
	busy := begin(t, db, bob, 43)
	turn := session.Turn{ID: newID(), SessionID: busy.ID, Lane: "keepsake:43:0", State: session.TurnWaiting, OpenedAt: at(0)}
	must(t, ss.OpenTurn(ctx, turn))
	idle := begin(t, db, scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:44"}, 44)
	same(t, "not before", ok[int](t)(ss.EndIdle(ctx, at(0), at(10))), 0)
	same(t, "ended", ok[int](t)(ss.EndIdle(ctx, at(1), at(10))), 1)
	same(t, "the idle one", ok[session.Session](t)(ss.Get(ctx, idle.ID)).EndedAt, atp(10))
	turn.State = session.TurnGivenUp
	must(t, ss.SaveTurn(ctx, turn))
	same(t, "ended after its turn", ok[int](t)(ss.EndIdle(ctx, at(1), at(11))), 1)
}

// messagesKept: appended in order, whole, and a call has one result (M17, M18).
func messagesKept(t *testing.T, db *store.DB) {
	ctx, ss := t.Context(), db.Sessions()
	s := begin(t, db, alice, 42)
	turn := newID()
	said := []session.Message{
		{ID: newID(), Role: session.User, Content: "Alec is my boss\n«ok» 😀", Quote: "who?", Name: "Alice", TurnID: turn,
			Trust: trust.Person, Author: alice.ID, External: 7, At: at(0)},
		{ID: newID(), Role: session.Assistant, TurnID: turn, Trust: trust.Bot, At: at(1), ToolCalls: []session.ToolCall{
			{ID: "call1", Name: "add_to_memory", Arguments: `{"content":"Alec is the user's boss"}`},
			{ID: "call2", Name: "create_task", Arguments: `not even JSON`},
		}},
		{ID: newID(), Role: session.Tool, Content: "stored", Name: "add_to_memory", ToolCallID: "call1", TurnID: turn, Trust: trust.Bot, At: at(2)},
	}
	got := ok[[]session.Message](t)(ss.Append(ctx, s.ID, at(0), said))
	for i := range said {
		said[i].SessionID, said[i].Seq = s.ID, int64(i+1)
	}
	same(t, "appended", got, said)
	same(t, "window", ok[[]session.Message](t)(ss.Messages(ctx, s.ID, 1, 0)), said)
	same(t, "from 2, one", ok[[]session.Message](t)(ss.Messages(ctx, s.ID, 2, 1)), said[1:2])
	same(t, "of the turn", ok[[]session.Message](t)(ss.TurnMessages(ctx, turn)), said)
	same(t, "of no turn", len(ok[[]session.Message](t)(ss.TurnMessages(ctx, ""))), 0)
	same(t, "by ids", ok[[]session.Message](t)(ss.ByIDs(ctx, []string{said[2].ID, "gone", said[0].ID})), []session.Message{said[0], said[2]})
	same(t, "by no ids", len(ok[[]session.Message](t)(ss.ByIDs(ctx, nil))), 0)
	same(t, "nothing appended", len(ok[[]session.Message](t)(ss.Append(ctx, s.ID, at(0), nil))), 0)

	again := said[2]
	again.ID = newID()
	_, err := ss.Append(ctx, s.ID, at(0), []session.Message{{ID: newID(), Role: session.User, At: at(3)}, again})
	wantErr(t, err, session.ErrDone)
	same(t, "nothing of the refused batch", len(ok[[]session.Message](t)(ss.Messages(ctx, s.ID, 1, 0))), 3)
	_, err = ss.Append(ctx, newID(), at(0), said[:1])
	wantErr(t, err, session.ErrNotFound)

	same(t, "by platform id", ok[session.Message](t)(ss.ByExternal(ctx, s.Place, 7)), said[0])
	for _, c := range []struct {
		place    session.Place
		external int64
	}{{s.Place, 8}, {s.Place, 0}, {session.Place{Bot: "keepsake", Chat: 43}, 7}} {
		_, err := ss.ByExternal(ctx, c.place, c.external)
		wantErr(t, err, session.ErrNotFound)
	}
	must(t, ss.SetEdited(ctx, said[0].ID, "Alec was my boss"))
	edited := ok[session.Message](t)(ss.ByExternal(ctx, s.Place, 7))
	same(t, "edited, the record stays", []string{edited.Edited, edited.Content}, []string{"Alec was my boss", said[0].Content})
	wantErr(t, ss.SetEdited(ctx, newID(), "x"), session.ErrNotFound)
}

// messageRaces: numbers have no gaps and no doubles, however many append; one result per
// call is stored.
func messageRaces(t *testing.T, db *store.DB) {
	ctx, ss := t.Context(), db.Sessions()
	s := begin(t, db, alice, 42)
	must(t, errors.Join(each(12, func(i int) error {
		_, err := ss.Append(ctx, s.ID, at(0), []session.Message{
			{ID: newID(), Role: session.User, Content: fmt.Sprint(i), At: at(i)}, {ID: newID(), Role: session.Assistant, At: at(i)},
		})
		return err
	})...))
	for i, m := range ok[[]session.Message](t)(ss.Messages(ctx, s.ID, 0, 0)) {
		same(t, "number", m.Seq, int64(i+1))
	}
	won, turn := 0, newID()
	for _, err := range each(8, func(int) error {
		_, err := ss.Append(ctx, s.ID, at(0), []session.Message{{ID: newID(), Role: session.Tool, ToolCallID: "call1", TurnID: turn, At: at(0)}})
		return err
	}) {
		if err == nil {
			won++
		} else {
			wantErr(t, err, session.ErrDone)
		}
	}
	same(t, "results of one call", won, 1)
}

// turnsKept: a turn remembers how far it is and what it cost; a lane finds its own.
func turnsKept(t *testing.T, db *store.DB) {
	ctx, ss := t.Context(), db.Sessions()
	s := begin(t, db, alice, 42)
	lane := "keepsake:42:0"
	_, err := ss.LaneTurn(ctx, lane)
	wantErr(t, err, session.ErrNotFound)
	turn := session.Turn{ID: newID(), SessionID: s.ID, Lane: lane, ReplyID: 3, State: session.TurnOpen, OpenedAt: at(0), Spoken: true}
	must(t, ss.OpenTurn(ctx, turn))
	same(t, "turn", ok[session.Turn](t)(ss.Turn(ctx, turn.ID)), turn)
	same(t, "stop asked", ok[bool](t)(ss.AskStop(ctx, lane)), true)
	same(t, "no such lane", ok[bool](t)(ss.AskStop(ctx, "other")), false)
	turn.StopAsked = true
	same(t, "of the lane", ok[session.Turn](t)(ss.LaneTurn(ctx, lane)), turn)

	turn.State, turn.RetryAt, turn.ReplyID = session.TurnWaiting, atp(1), 4
	turn.Usage = session.Usage{Calls: 2, PromptTokens: 1000, CachedTokens: 900, AnswerTokens: 50, Cost: 0.0125, Model: "m"}
	must(t, ss.SaveTurn(ctx, turn))
	same(t, "waiting", ok[session.Turn](t)(ss.LaneTurn(ctx, lane)), turn)
	turn.State, turn.RetryAt, turn.ClosedAt, turn.StopAsked = session.TurnAnswered, nil, atp(2), false
	must(t, ss.SaveTurn(ctx, turn)) // saving never takes back that somebody asked to stop
	turn.StopAsked = true
	same(t, "answered", ok[session.Turn](t)(ss.Turn(ctx, turn.ID)), turn)
	_, err = ss.LaneTurn(ctx, lane)
	wantErr(t, err, session.ErrNotFound)
	same(t, "nothing to stop", ok[bool](t)(ss.AskStop(ctx, lane)), false)
	_, err = ss.Turn(ctx, newID())
	wantErr(t, err, session.ErrNotFound)
	wantErr(t, ss.SaveTurn(ctx, session.Turn{ID: newID()}), session.ErrNotFound)
}

// messagesMasked: what says a forgotten thing is hidden wherever it stands, summaries
// that may hold it are dropped, and nobody else's conversation is touched.
func messagesMasked(t *testing.T, db *store.DB) {
	ctx, ss := t.Context(), db.Sessions()
	type row struct {
		m      session.Message
		hidden bool
	}
	evidence, turn := newID(), newID()
	rows := []row{
		{session.Message{ID: evidence, Role: session.User, Content: "boss? it's him"}, true},
		{session.Message{Role: session.Assistant, TurnID: turn, Content: "I noted it"}, true},
		{session.Message{Role: session.User, Content: "so ALEC  is the user's Boss, ok?"}, true},
		{session.Message{Role: session.User, Quote: "Alec is the user's boss"}, true},
		{session.Message{Role: session.Assistant, ToolCalls: []session.ToolCall{{ID: "1", Name: "x",
			Arguments: `{"a":["Alec is the user\u0027s b\u006fss"]}`}}}, true},
		{session.Message{Role: session.User, Content: "the weather"}, false},
	}
	s, other := begin(t, db, alice, 42), begin(t, db, bob, 43)
	quiet := begin(t, db, alice, 42, func(s *session.Session) { s.StartedAt = at(1) }) // another of hers, without such words
	for i, x := range []session.Session{s, other, quiet} {
		x.Summary, x.SummaryTo, x.LastActiveAt = "so far: "+[]string{"things", "Alec is the user's boss", "rain"}[i], 3, at(0)
		must(t, ss.Save(ctx, x))
	}
	var all []session.Message
	for i := range rows {
		if rows[i].m.ID == "" {
			rows[i].m.ID = newID()
		}
		rows[i].m.At = at(i)
		all = append(all, rows[i].m)
	}
	ok[[]session.Message](t)(ss.Append(ctx, s.ID, at(0), all))
	for i := range all {
		all[i].ID, all[i].TurnID = newID(), ""
	}
	ok[[]session.Message](t)(ss.Append(ctx, other.ID, at(0), all))

	says := func(s string) bool { return strings.Contains(text.Fold(s), "alec is the user's boss") }
	mask := func(minute int) []string {
		return ok[[]string](t)(ss.Mask(ctx, alice, []string{evidence, ""}, []string{turn, ""}, says, at(minute)))
	}
	same(t, "sessions touched", mask(10), []string{s.ID})
	mask(20)
	for i, m := range ok[[]session.Message](t)(ss.Messages(ctx, s.ID, 1, 0)) {
		if rows[i].hidden {
			same(t, fmt.Sprintf("message %d is hidden, once", i), m.Masked, atp(10))
		} else {
			same(t, fmt.Sprintf("message %d stays", i), m.Masked == nil, true)
		}
		same(t, "the record stays", m.Content, rows[i].m.Content)
	}
	summary := func(id string) string { return ok[session.Session](t)(ss.Get(ctx, id)).Summary }
	same(t, "summaries", []string{summary(s.ID), summary(other.ID), summary(quiet.ID)},
		[]string{"", "so far: Alec is the user's boss", "so far: rain"})
	for _, m := range ok[[]session.Message](t)(ss.Messages(ctx, other.ID, 1, 0)) {
		same(t, "another person's", m.Masked == nil, true)
	}
	same(t, "nothing asked for", len(ok[[]string](t)(ss.Mask(ctx, alice, nil, nil, nil, at(25)))), 0)
	// A summary may say it where no message does any more.
	quiet.Summary = "she said: alec is the user's boss"
	must(t, ss.Save(ctx, quiet))
	same(t, "by its summary", ok[[]string](t)(ss.Mask(ctx, alice, nil, nil, says, at(30))), []string{s.ID, quiet.ID})
	same(t, "dropped", summary(quiet.ID), "")
}

// sessionErase: a person's conversations go whole, a group's with the group.
func sessionErase(t *testing.T, db *store.DB) {
	ctx, ss := t.Context(), db.Sessions()
	for i, scope := range []scope.Scope{alice, bob, group} {
		for range 2 {
			s := begin(t, db, scope, []int64{42, 43, -100}[i])
			must(t, ss.OpenTurn(ctx, session.Turn{ID: newID(), SessionID: s.ID, Lane: "l", State: session.TurnAnswered, OpenedAt: at(0)}))
			ok[[]session.Message](t)(ss.Append(ctx, s.ID, at(0), []session.Message{
				{ID: newID(), Role: session.User, At: at(0)}, {ID: newID(), Role: session.Assistant, At: at(0)}}))
		}
	}
	same(t, "erased", ok[session.Erased](t)(ss.Erase(ctx, alice)), session.Erased{Sessions: 2, Messages: 4, Turns: 2})
	same(t, "again", ok[session.Erased](t)(ss.Erase(ctx, alice)), session.Erased{})
	_, err := ss.Current(ctx, session.Place{Bot: "keepsake", Chat: 42}, "")
	wantErr(t, err, session.ErrNotFound)
	ok[session.Session](t)(ss.Current(ctx, session.Place{Bot: "keepsake", Chat: 43}, ""))
	same(t, "another store's", ok[session.Erased](t)(ss.Erase(ctx, scope.Scope{Store: "x", Kind: scope.User, ID: bob.ID})), session.Erased{})
	same(t, "no conversations", ok[session.Erased](t)(ss.Erase(ctx, scope.Scope{Store: "keepsake", Kind: scope.Global})), session.Erased{})
	same(t, "group", ok[session.Erased](t)(ss.Erase(ctx, group)), session.Erased{Sessions: 2, Messages: 4, Turns: 2})
}
