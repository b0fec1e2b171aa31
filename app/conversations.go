package app

import (
	"context"
	"errors"
	"fmt"
	"io"

	"keepsake/actor"
	"keepsake/session"
	"keepsake/terminal"
)

// Log returns the log of the store's conversation with this public id, of the kind that the
// role file names; session.ErrNotFound when there is none.
func (m *Memories) Log(ctx context.Context, publicID string) (*session.Log, error) {
	s, err := m.Sessions.ByPublicID(ctx, m.name, publicID)
	if errors.Is(err, session.ErrNotFound) {
		return nil, fmt.Errorf("%w with this id in the store %s (keepsake session list shows them)", session.ErrNotFound, m.name)
	}
	if err != nil {
		return nil, err
	}
	return m.Sessions.Log(ctx, actor.OfSystem(), s.ID, m.conversation)
}

// ImportLog makes a conversation of what session.Log.Save wrote, in the terminal of
// somebody at this machine, and ends it: chat --resume goes on with it. One that is open
// there ends. description becomes the system message of a file that has none.
func (m *Memories) ImportLog(ctx context.Context, user, description string, r io.Reader) (session.Session, error) {
	person := Local(user)
	place := terminal.Place(m.bot, person)
	by := actor.OfSystem()
	var out session.Session
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		if _, err := m.Sessions.End(ctx, by, place, person); err != nil {
			return err
		}
		var err error
		if out, err = m.Sessions.Begin(ctx, by, place, person, m.name, false); err != nil {
			return err
		}
		o := m.conversation
		o.Description = description
		log, err := m.Sessions.Log(ctx, by, out.ID, o)
		if err != nil {
			return err
		}
		if err := log.Load(ctx, r); err != nil {
			return err
		}
		_, err = m.Sessions.End(ctx, by, place, person)
		return err
	})
	return out, err
}
