package agent

import (
	"context"
	"errors"
	"slices"
	"strings"

	"keepsake/actor"
	"keepsake/agent/prompt"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/logs"
	"keepsake/session"
	"keepsake/tracing"
	"keepsake/tx"
	"keepsake/usage"
)

// queued bounds the sessions that wait for tidying. One that finds no room is tidied
// after its next turn: what there is to do is read from the session, not from the queue.
const queued = 256

// summaryTokens bounds a summary, the reasoning before it included.
const summaryTokens = 4096

// chunks bounds how much of a long session a summary is rebuilt from after one was
// dropped: this many times Config.WindowTrigger, the newest.
const chunks = 4

// Run tidies sessions whose turn has just ended, one after the other, until ctx ends. The
// answers do not wait for it.
func (a *Agent) Run(ctx context.Context) error {
	a.makeQueue()
	for {
		select {
		case <-ctx.Done():
			return nil
		case id := <-a.queue:
			ctx, span := tracing.Start(ctx, "tidy")
			err := a.Tidy(ctx, id)
			span.End(err)
			if err != nil && ctx.Err() == nil {
				logs.OrNone(a.Log).Warn("session not summarised yet", "session", id, "kind", fault.KindOf(err))
			}
		}
	}
}

// makeQueue makes the queue once, for whoever of Run and enqueueTidy comes first.
func (a *Agent) makeQueue() { a.once.Do(func() { a.queue = make(chan string, queued) }) }

// enqueueTidy asks Run to tidy a session. It drops the wish when the queue is full.
func (a *Agent) enqueueTidy(sessionID string) {
	a.makeQueue()
	select {
	case a.queue <- sessionID:
	default:
	}
}

// Tidy prunes the oldest conversations of where a session is (I17), cuts the session's
// window when it is over the trigger, and folds what scrolled away into the running summary
// (P50): both in one step, so that nothing is missing in between. A summary that was dropped
// because something in it was forgotten is made anew. It calls the model; it does nothing
// when there is nothing to do.
func (a *Agent) Tidy(ctx context.Context, sessionID string) error {
	cfg := a.config()
	s, err := a.Sessions.Get(ctx, sessionID)
	if err != nil {
		return err
	}
	if _, err = a.Sessions.Prune(ctx, actor.OfSystem(), s.Place, s.Person, a.Config.Keep); err != nil || s.EndedAt != nil {
		return err
	}
	window, err := a.Sessions.Window(ctx, s)
	if err != nil || len(window) == 0 {
		return err
	}
	from, over := cfg.summaryEnd(s, window)
	if !over {
		return nil
	}
	scrolled, err := a.scrolledMessages(ctx, s, from)
	if err != nil || len(scrolled) == 0 {
		return err
	}
	payer, err := a.sessionPayer(ctx, s)
	if err != nil {
		return err
	}
	summary := s.Summary
	for _, part := range prompt.SplitTurns(scrolled, cfg.summaryPortion(), chunks) {
		if err := a.Usage.Check(ctx, payer); errors.Is(err, usage.ErrExceeded) {
			return nil // what scrolled away waits: the summary is made after a later turn
		} else if err != nil {
			return err
		}
		if summary, err = a.summarize(ctx, payer, summary, part); err != nil {
			return fault.Op(err, "summarise session %s", s.ID)
		}
	}
	_, err = a.Sessions.Update(ctx, actor.OfSystem(), s.ID, func(ctx context.Context, x *session.Session) error {
		if x.SummaryTo != s.SummaryTo || x.Summary != s.Summary {
			return nil // somebody dropped or wrote it meanwhile: the next Tidy sees to it
		}
		masked, err := a.hasNewMask(ctx, s, scrolled)
		if err == nil && !masked {
			x.Summary, x.SummaryTo, x.WindowFrom = summary, from, max(x.WindowFrom, from)
		}
		return err
	})
	return err
}

// summaryEnd returns the number of the message at which the window of a session is to begin,
// which is where the summary ends; over reports whether the summary must be made now. Messages
// that were trimmed by number are summarised several turns at a time.
func (c Config) summaryEnd(s session.Session, window []session.Message) (from int64, over bool) {
	from, _ = c.window().Cut(window)
	trimmed := from == window[0].Seq && from-s.SummaryTo < int64(c.WindowMessages/2)
	return from, s.SummaryTo < from && !trimmed
}

// needsTidying reports whether Tidy will find something to do after a turn that ended with
// a message: an old session to prune when this turn began a new one, or a window to cut.
func (r *run) needsTidying(last session.Message) bool {
	if r.cfg.WindowMessages > 0 || len(r.window) == 0 {
		return true
	}
	if first := r.window[0]; first.Seq == 1 && first.TurnID == r.turn.ID {
		return true
	}
	last.Seq = r.window[len(r.window)-1].Seq + 1
	_, over := r.cfg.summaryEnd(r.session, append(slices.Clip(r.window), last))
	return over
}

// scrolledMessages returns the messages between the summary and the window's new beginning.
func (a *Agent) scrolledMessages(ctx context.Context, s session.Session, from int64) ([]session.Message, error) {
	ms, err := a.Sessions.Messages(ctx, s.ID, s.SummaryTo, int(from-s.SummaryTo))
	if err != nil {
		return nil, err
	}
	out := ms[:0]
	for _, m := range ms {
		if m.Seq < from {
			out = append(out, m)
		}
	}
	return out, nil
}

// hasNewMask reports whether any of these messages was masked after it was read. A summary
// made from it would hold what was forgotten.
func (a *Agent) hasNewMask(ctx context.Context, s session.Session, read []session.Message) (bool, error) {
	now, err := a.Sessions.Messages(ctx, s.ID, read[0].Seq, int(read[len(read)-1].Seq-read[0].Seq)+1)
	if err != nil {
		return false, err
	}
	was := map[string]bool{}
	for _, m := range read {
		was[m.ID] = m.Masked != nil
	}
	for _, m := range now {
		if masked, known := was[m.ID]; known && !masked && m.Masked != nil {
			return true, nil
		}
	}
	return false, nil
}

func (a *Agent) summarize(ctx context.Context, payer usage.Payer, previous string, ms []session.Message) (string, error) {
	if err := tx.Ready(ctx, a.Storage); err != nil {
		return "", err
	}
	resp, err := a.Chat.Complete(ctx, llm.Request{
		Messages: prompt.Summarize(previous, ms, payer.Group), MaxTokens: summaryTokens, Conversation: ms[0].SessionID,
	}, nil)
	if err == nil || resp.Usage != (llm.Usage{}) {
		if err := a.Usage.SpendOrOwe(context.WithoutCancel(ctx), payer, usage.CountOf(llm.Conversation, resp.Usage)); err != nil {
			return "", err
		}
	}
	if err != nil {
		return "", err
	}
	if resp.Cut != llm.CutNone {
		return "", fault.New(fault.Unavailable, "the model came to no end with the summary")
	}
	out := strings.TrimSpace(resp.Content)
	if out == "" {
		return "", fault.New(fault.Unavailable, "the model gave no summary")
	}
	logs.OrNone(a.Log).Info("summary made", "session", ms[0].SessionID, "messages", len(ms),
		"prompt_tokens", resp.Usage.Prompt, "answer_tokens", resp.Usage.Answer, usage.CostAttr(resp.Usage.Cost))
	return out, nil
}
