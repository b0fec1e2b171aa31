package session_test

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store/storetest"
	"keepsake/trust"
)

var place = session.Place{Bot: "keepsake", Chat: 42}

const alice = "telegram:42"

type ctxt = context.Context

// room is a session service over SQLite, with a clock to move.
func room(t *testing.T) (*session.Service, *time.Time) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 123456789, time.FixedZone("x", 3600))
	db := storetest.SQLite(t)
	s := session.New(session.Config{Store: db.Sessions(), Now: func() time.Time { return now }})
	return s, &now
}

func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func TestBeginGoesOnUntilThePause(t *testing.T) {
	s, now := room(t)
	ctx := t.Context()
	first := must(s.Begin(ctx, actor.OfSystem(), place, alice, "keepsake", false))(t)
	if !regexp.MustCompile(`^[0-9a-f]{12}$`).MatchString(first.PublicID) || len(first.ID) != 36 { // R14, I11
		t.Errorf("ids %q, %q", first.PublicID, first.ID)
	}
	if first.StartedAt.Location() != time.UTC || first.StartedAt.Nanosecond()%1000 != 0 {
		t.Errorf("started at %s", first.StartedAt)
	}
	*now = now.Add(session.DefaultIdle - time.Second)
	if again := must(s.Begin(ctx, actor.OfSystem(), place, alice, "keepsake", false))(t); again.ID != first.ID || !again.LastActiveAt.After(first.LastActiveAt) {
		t.Errorf("before the pause: %+v", again)
	}
	if other := must(s.Begin(ctx, actor.OfSystem(), session.Place{Bot: "keepsake", Chat: 43}, "telegram:43", "keepsake", false))(t); other.ID == first.ID {
		t.Error("two people share a session")
	}
	*now = now.Add(session.DefaultIdle)
	later := must(s.Begin(ctx, actor.OfSystem(), place, alice, "keepsake", false))(t)
	if later.ID == first.ID {
		t.Error("the pause ended nothing")
	}
	if old := must(s.Get(ctx, first.ID))(t); old.EndedAt == nil {
		t.Error("the old session is still open")
	}
}

func TestEnd(t *testing.T) {
	s, now := room(t)
	ctx := t.Context()
	if must(s.End(ctx, actor.OfSystem(), place, alice))(t) {
		t.Error("ended a session there was not")
	}
	first := must(s.Begin(ctx, actor.OfSystem(), place, alice, "keepsake", false))(t)
	if !must(s.End(ctx, actor.OfSystem(), place, alice))(t) {
		t.Error("/new ended nothing")
	}
	if _, err := s.Current(ctx, place, alice); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("still there: %v", err)
	}
	second := must(s.Begin(ctx, actor.OfSystem(), place, alice, "keepsake", false))(t)
	if second.ID == first.ID {
		t.Error("the ended session goes on")
	}
	turn := s.NewTurn(second.ID, "lane", alice)
	if err := s.OpenTurn(ctx, actor.OfSystem(), turn); err != nil {
		t.Fatal(err)
	}
	*now = now.Add(2 * session.DefaultIdle)
	if n := must(s.EndIdle(ctx, actor.OfSystem()))(t); n != 0 {
		t.Errorf("ended %d sessions with a turn under way", n)
	}
	turn.Close(session.TurnAnswered, *now)
	if err := s.SaveTurn(ctx, actor.OfSystem(), turn); err != nil {
		t.Fatal(err)
	}
	if n := must(s.EndIdle(ctx, actor.OfSystem()))(t); n != 1 {
		t.Errorf("ended %d", n)
	}
}

func TestUpdate(t *testing.T) {
	s, _ := room(t)
	ctx := t.Context()
	x := must(s.Begin(ctx, actor.OfSystem(), place, alice, "keepsake", false))(t)
	until := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	snap := &session.Snapshot{
		TakenAt: x.StartedAt, Memories: []session.Ref{{ID: "a1b2c3d4", Version: 2}}, Revisions: map[string]int64{"k": 7},
		Tools: []string{"b", "a"}, ValidUntil: &until, Omitted: 3,
	}
	must(s.Update(ctx, actor.OfSystem(), x.ID, func(_ ctxt, x *session.Session) error {
		x.Snapshot, x.Summary, x.SummaryTo, x.WindowFrom = snap, "words", 5, 6
		return nil
	}))(t)
	boom := errors.New("boom")
	if _, err := s.Update(ctx, actor.OfSystem(), x.ID, func(_ ctxt, x *session.Session) error { x.Summary = "lost"; return boom }); !errors.Is(err, boom) {
		t.Errorf("the error is %v", err)
	}
	got := must(s.Get(ctx, x.ID))(t)
	a, _ := json.Marshal(got.Snapshot)
	b, _ := json.Marshal(snap)
	if string(a) != string(b) || got.Summary != "words" || got.SummaryTo != 5 || got.WindowFrom != 6 {
		t.Errorf("got %+v with %s", got, a)
	}
	if _, err := s.Update(ctx, actor.OfSystem(), "nowhere", func(ctxt, *session.Session) error { return nil }); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("update of no session: %v", err)
	}
}

func TestAppendCleansAndMasks(t *testing.T) {
	s, now := room(t)
	ctx := t.Context()
	x := must(s.Begin(ctx, actor.OfSystem(), place, alice, "keepsake", false))(t)
	const card = "4111 1111 1111 1111"
	args := `{"content":"the card is ` + card + `","n":[1,"x"]}`
	ms := must(s.Append(ctx, actor.OfSystem(), x.ID,
		session.Message{Role: session.User, Content: "a\x00b\r\nc " + card, Quote: card, Trust: trust.Person, Name: " Al\nice "},
		session.Message{Role: session.Assistant, TurnID: "t", ToolCalls: []session.ToolCall{
			{ID: "1", Name: "x", Arguments: args}, {ID: "2", Name: "x", Arguments: `{"content":"fine"}`}, {ID: "3", Name: "x", Arguments: card}}},
	))(t)
	if ms[0].Seq != 1 || ms[1].Seq != 2 || ms[0].ID == "" || !ms[0].At.Equal(now.Truncate(time.Microsecond)) {
		t.Errorf("numbered %+v", ms)
	}
	if c := ms[0].Content; !strings.HasPrefix(c, "ab\nc ") && !strings.HasPrefix(c, "a") || strings.Contains(c, "\x00") || strings.Contains(c, "\r") {
		t.Errorf("content %q", c)
	}
	if ms[0].Name != "Al ice" {
		t.Errorf("name %q", ms[0].Name)
	}
	stored := must(s.Window(ctx, x))(t)
	all, _ := json.Marshal(stored)
	if strings.Contains(string(all), "4111") {
		t.Errorf("the card is in the log: %s", all)
	}
	if c := stored[1].ToolCalls; !json.Valid([]byte(c[0].Arguments)) || c[1].Arguments != `{"content":"fine"}` {
		t.Errorf("calls %+v", c)
	}
}

func TestAppendKnowsItsTools(t *testing.T) {
	s, _ := room(t)
	ctx := t.Context()
	x := must(s.Begin(ctx, actor.OfSystem(), place, alice, "keepsake", false))(t)
	for _, m := range []session.Message{{Role: session.Tool, TurnID: "t"}, {Role: session.Tool, ToolCallID: "c"}} { // M18
		if _, err := s.Append(ctx, actor.OfSystem(), x.ID, m); !errors.Is(err, session.ErrUnlinked) {
			t.Errorf("%+v: %v", m, err)
		}
	}
	asked := session.Message{Role: session.Assistant, TurnID: "t", ToolCalls: []session.ToolCall{{ID: "c", Name: "look"}}}
	done := session.Message{Role: session.Tool, TurnID: "t", ToolCallID: "c", Content: "ok"}
	if _, err := s.Append(ctx, actor.OfSystem(), x.ID, done, asked); !errors.Is(err, session.ErrUnlinked) {
		t.Errorf("a result before its call: %v", err)
	}
	must(s.Append(ctx, actor.OfSystem(), x.ID, asked))(t)
	if out := must(s.Append(ctx, actor.OfSystem(), x.ID, done))(t); out[0].Name != "look" {
		t.Errorf("the result's name is %q", out[0].Name)
	}
	if _, err := s.Append(ctx, actor.OfSystem(), x.ID, done); !errors.Is(err, session.ErrDone) {
		t.Errorf("a second result: %v", err)
	}
}

func TestEditedAndMask(t *testing.T) {
	s, _ := room(t)
	ctx := t.Context()
	x := must(s.Begin(ctx, actor.OfSystem(), place, alice, "keepsake", false))(t)
	must(s.Append(ctx, actor.OfSystem(), x.ID, session.Message{Role: session.User, Content: "I was born in Rome", External: 7}))(t)
	if must(s.RecordEdit(ctx, actor.OfSystem(), place, 8, "what?"))(t) {
		t.Error("edited a message nobody sent")
	}
	if !must(s.RecordEdit(ctx, actor.OfSystem(), place, 7, "I was born in Zanzibar, my password is hunter2hunter2"))(t) {
		t.Error("the edit is lost")
	}
	m := must(s.Window(ctx, x))(t)[0]
	if m.Content != "I was born in Rome" || !strings.HasPrefix(m.Edited, "I was born in Zanzibar") || strings.Contains(m.Edited, "hunter2") {
		t.Errorf("message %+v", m)
	}
	scope := scope.Scope{Store: "keepsake", Kind: scope.User, ID: alice}
	if ids := must(s.Mask(ctx, actor.OfSystem(), scope, nil, nil, func(s string) bool { return strings.Contains(s, "Zanzibar") }))(t); len(ids) != 1 {
		t.Errorf("touched %v", ids)
	}
	if m := must(s.Window(ctx, x))(t)[0]; m.Masked == nil {
		t.Error("not masked")
	}
	if e := must(s.Erase(ctx, actor.OfSystem(), scope))(t); e.Sessions != 1 || e.Messages != 1 {
		t.Errorf("erased %+v", e)
	}
}

func TestTurns(t *testing.T) {
	s, now := room(t)
	ctx := t.Context()
	x := must(s.Begin(ctx, actor.OfSystem(), place, alice, "keepsake", false))(t)
	if _, ok, err := s.LaneTurn(ctx, "lane"); ok || err != nil {
		t.Errorf("a turn from nowhere: %v %v", ok, err)
	}
	if must(s.AskStop(ctx, actor.OfSystem(), "lane"))(t) {
		t.Error("asked nobody to stop")
	}
	turn := s.NewTurn(x.ID, "lane", alice)
	if err := s.OpenTurn(ctx, actor.OfSystem(), turn); err != nil {
		t.Fatal(err)
	}
	turn.Usage.Add(10, 4, 2, 0.5, "m")
	turn.Usage.Add(20, 8, 3, 0.25, "")
	retry := now.UTC().Truncate(time.Microsecond)
	turn.State, turn.RetryAt, turn.ReplyID = session.TurnWaiting, &retry, 9
	if err := s.SaveTurn(ctx, actor.OfSystem(), turn); err != nil {
		t.Fatal(err)
	}
	if !must(s.AskStop(ctx, actor.OfSystem(), "lane"))(t) {
		t.Error("nobody heard to stop")
	}
	got, ok, err := s.LaneTurn(ctx, "lane")
	if err != nil || !ok || !got.IsUnfinished() || !got.StopAsked || got.ReplyID != 9 {
		t.Errorf("turn %+v %v %v", got, ok, err)
	}
	want := session.Usage{Calls: 2, PromptTokens: 30, CachedTokens: 12, AnswerTokens: 5, Cost: 0.75, Model: "m"}
	if got.Usage != want {
		t.Errorf("usage %+v", got.Usage)
	}
	must(s.Append(ctx, actor.OfSystem(), x.ID, session.Message{TurnID: turn.ID, Role: session.User, Content: "hi"}))(t)
	if ms := must(s.TurnMessages(ctx, turn.ID))(t); len(ms) != 1 {
		t.Errorf("messages %v", ms)
	}
	got.Close(session.TurnGivenUp, retry)
	if err := s.SaveTurn(ctx, actor.OfSystem(), got); err != nil {
		t.Fatal(err)
	}
	if got = must(s.Turn(ctx, turn.ID))(t); got.IsUnfinished() || got.RetryAt != nil || got.ClosedAt == nil {
		t.Errorf("closed %+v", got)
	}
	if _, err := s.Turn(ctx, "nowhere"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("turn of nowhere: %v", err)
	}
}

// TestResume (I12 to I14, I16): the last conversation goes on, also one that ended, with its
// newest messages from one of the person's on, and a snapshot made anew.
func TestResume(t *testing.T) {
	s, now := room(t)
	ctx := t.Context()
	if _, err := s.Resume(ctx, actor.OfSystem(), place, alice, "", 0); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("nothing to go on with: %v", err)
	}
	first := must(s.Begin(ctx, actor.OfSystem(), place, alice, "keepsake", false))(t)
	*now = now.Add(time.Minute)
	must(s.End(ctx, actor.OfSystem(), place, alice))(t)
	last := must(s.Begin(ctx, actor.OfSystem(), place, alice, "keepsake", false))(t)
	for range 30 {
		must(s.Append(ctx, actor.OfSystem(), last.ID, session.Message{Role: session.User, Content: "hi"}, session.Message{Role: session.Assistant, Content: "hello"}))(t)
	}
	must(s.Update(ctx, actor.OfSystem(), last.ID, func(_ ctxt, x *session.Session) error {
		x.Snapshot = &session.Snapshot{TakenAt: *now}
		return nil
	}))(t)
	must(s.End(ctx, actor.OfSystem(), place, alice))(t)
	*now = now.Add(30 * 24 * time.Hour)
	for _, c := range []struct{ most, want int }{{0, session.DefaultResume}, {9, 8}, {4, 4}, {50, 4}} { // what was cut stays cut
		got := must(s.Resume(ctx, actor.OfSystem(), place, alice, "", c.most))(t)
		if got.ID != last.ID || got.EndedAt != nil || got.Snapshot != nil || !got.LastActiveAt.Equal(now.UTC().Truncate(time.Microsecond)) {
			t.Errorf("resumed: %+v", got)
		}
		window := must(s.Window(ctx, got))(t)
		if len(window) != c.want || window[0].Role != session.User {
			t.Errorf("%d messages at most: %d, beginning with %s", c.most, len(window), window[0].Role)
		}
	}
	if again := must(s.Begin(ctx, actor.OfSystem(), place, alice, "keepsake", false))(t); again.ID != last.ID {
		t.Error("what was resumed does not go on")
	}
	if _, err := s.Resume(ctx, actor.OfSystem(), place, "telegram:43", "", 0); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("somebody else's: %v", err)
	}
	if _, err := s.Resume(ctx, actor.OfSystem(), place, alice, "000000000000", 0); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("an id of nobody: %v", err)
	}
	if got := must(s.Resume(ctx, actor.OfSystem(), place, alice, first.PublicID, 0))(t); got.ID != first.ID || got.EndedAt != nil {
		t.Errorf("by its id: %+v", got)
	}
	if x := must(s.Get(ctx, last.ID))(t); x.EndedAt == nil {
		t.Error("two conversations are open")
	}
	if x := must(s.ByPublicID(ctx, "keepsake", first.PublicID))(t); x.ID != first.ID {
		t.Errorf("found %+v", x)
	}
	for _, c := range [][2]string{{"elsewhere", first.PublicID}, {"keepsake", ""}} {
		if _, err := s.ByPublicID(ctx, c[0], c[1]); !errors.Is(err, session.ErrNotFound) {
			t.Errorf("%v: %v", c, err)
		}
	}
	if all := must(s.ListKept(ctx, "keepsake", alice, 0))(t); len(all) != 2 || all[0].ID != first.ID && all[0].ID != last.ID {
		t.Errorf("kept: %+v", all)
	}
	must(s.Resume(ctx, actor.OfSystem(), place, alice, last.PublicID, 0))(t)
	must(s.End(ctx, actor.OfSystem(), place, alice))(t)
	if n := must(s.Prune(ctx, actor.OfSystem(), place, alice, session.Retention{Most: 1}))(t); n != 1 {
		t.Errorf("%d pruned", n)
	}
	if all := must(s.List(ctx, place, alice))(t); len(all) != 1 || all[0].ID == first.ID {
		t.Errorf("left: %v", all)
	}
}
