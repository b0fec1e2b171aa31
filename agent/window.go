package agent

import (
	"context"
	"slices"

	"keepsake/actor"
	"keepsake/agent/prompt"
	"keepsake/logs"
	"keepsake/scope"
	"keepsake/session"
)

// hardLimit is how much of Config.WindowTrigger a window may hold when a prompt is built.
// Ordinarily Tidy cuts at the trigger, with a summary in the same step; only a window
// that grew past this before Tidy came is cut without.
const hardLimit = 2

// loadConversation returns the session and its window: the session as Open read it when nothing
// can have been forgotten since, otherwise as it is now.
func (r *run) loadConversation(ctx context.Context, revisions map[scope.Scope]int64) (s session.Session, window []session.Message, err error) {
	if s = r.session; r.fresh && s.Snapshot != nil && !prompt.HaveMoved(s.Snapshot.Revisions, revisions) {
		window, err = r.a.Sessions.Window(ctx, s)
		if err != nil || slices.ContainsFunc(window, func(m session.Message) bool { return m.TurnID == r.turn.ID }) {
			return s, window, err
		}
	}
	if s, err = r.a.Sessions.Get(ctx, r.turn.SessionID); err != nil {
		return s, nil, err
	}
	window, err = r.a.Sessions.Window(ctx, s)
	return s, window, err
}

// cutWindow cuts a window that is far too long; see hardLimit. r.squeeze says that the endpoint
// refused the prompt as too long: then it is cut to the quarter of the target, or, where
// only the endpoint bounds it, to half of what it is.
func (r *run) cutWindow(ctx context.Context, s *session.Session, window []session.Message) ([]session.Message, error) {
	w := r.cfg.window()
	w.Trigger *= hardLimit
	if r.squeeze {
		if w.Target /= 4; r.cfg.Unbounded {
			w.Target = w.Count(window) / 2
		}
		w.Trigger = w.Target
	}
	from, over := w.Cut(window)
	if over {
		logs.OrNone(r.a.Log).Warn("the newest turn alone is over the window's budget", "turn", r.turn.ID, "target", w.Target)
	}
	if len(window) == 0 || from == window[0].Seq {
		return window, nil
	}
	next, err := r.updateSession(ctx, func(_ context.Context, x *session.Session) error {
		x.WindowFrom = max(x.WindowFrom, from)
		return nil
	})
	if err != nil {
		return nil, err
	}
	*s = next
	for i, m := range window {
		if m.Seq >= from {
			return window[i:], nil
		}
	}
	return window, nil
}

// updateSession changes the session of the run in one guarded transaction.
func (r *run) updateSession(ctx context.Context, fn func(ctx context.Context, s *session.Session) error) (session.Session, error) {
	var out session.Session
	err := r.a.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := r.a.Delivery.Guard(ctx, r.claim); err != nil {
			return err
		}
		var err error
		out, err = r.a.Sessions.Update(ctx, actor.OfSystem(), r.turn.SessionID, fn)
		return err
	})
	return out, err
}
