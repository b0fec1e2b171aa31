package cursor_test

import (
	"errors"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/cursor"
	"keepsake/fault"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store/storetest"
)

// A follower moves forward only, from where it was, and goes with the person's wish to forget.
func TestCursor(t *testing.T) {
	ctx, db := t.Context(), storetest.SQLite(t)
	sessions := session.New(session.Config{Store: db.Sessions(), Now: time.Now})
	s, err := sessions.Begin(ctx, actor.OfSystem(), session.Place{Bot: "keepsake", Chat: 1}, "telegram:1", "keepsake", false)
	if err != nil {
		t.Fatal(err)
	}
	c := cursor.New(db.Cursors(), time.Now)
	part, alice := actor.Actor{Kind: actor.Extraction}, scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}
	for _, step := range []struct {
		name     string
		by       actor.Actor
		from, to int64
		want     error
		kind     fault.Kind
	}{
		{"a person", actor.OfPerson("telegram:1"), 0, 1, cursor.ErrNotAllowed, fault.Denied},
		{"backwards", part, 3, 2, nil, fault.Invalid},
		{"begins", part, 0, 3, nil, ""},
		{"goes on", part, 3, 5, nil, ""},
		{"from an old place", part, 3, 6, cursor.ErrMoved, fault.Conflict},
	} {
		err := c.Move(ctx, step.by, "extraction", s.ID, step.from, step.to)
		if step.kind == "" && err != nil || step.kind != "" && fault.KindOf(err) != step.kind || step.want != nil && !errors.Is(err, step.want) {
			t.Errorf("%s: %v", step.name, err)
		}
	}
	if n, err := c.Position(ctx, "extraction", s.ID); n != 5 || err != nil {
		t.Errorf("at %d, %v", n, err)
	}
	if _, err := c.Erase(ctx, actor.OfPerson("telegram:2"), alice); !errors.Is(err, cursor.ErrNotAllowed) {
		t.Errorf("erased by somebody else: %v", err)
	}
	if n, err := c.Erase(ctx, actor.OfPerson("telegram:1"), alice); n != 1 || err != nil {
		t.Errorf("erased %d, %v", n, err)
	}
}
