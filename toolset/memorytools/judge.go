package memorytools

import (
	"context"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/grounds"
	"keepsake/people"
	"keepsake/session"
	"keepsake/tool"
)

// reasonNoWords is why a model's write waits that no conversation stands behind.
const reasonNoWords = "it was asked for outside of a conversation, so nothing shows that you said it"

// judge asks grounds about a write, with what the window and its summary were made of.
// Without a conversation there are no words to compare: what a person asks for at a door of
// their own is allowed, what a model asks for waits.
func (t *Toolset) judge(ctx context.Context, w grounds.Write, c tool.Call) (grounds.Verdict, error) {
	talk := c.Conversation
	if talk == nil {
		if c.Actor.Kind == actor.Tool {
			return grounds.Verdict{Reason: reasonNoWords}, nil
		}
		return grounds.Judge(w, grounds.View{}), nil
	}
	v := grounds.View{Window: talk.Window, TurnID: talk.Turn.ID, Group: talk.Session.IsGroup(), Speaker: talk.Speaker.ID}
	if v.Group && v.Speaker != "" {
		v.Self = people.Label(talk.Speaker.Name, v.Speaker)
	}
	switch {
	case talk.Session.Summary == "":
	case t.Sessions == nil:
		v.Summarized = true
	default:
		var err error
		if v.Scrolled, err = t.foreignScrolled(ctx, talk.Session, v); err != nil {
			return grounds.Verdict{}, err
		}
	}
	return grounds.Judge(w, v), nil
}

// foreignScrolled returns the foreign texts of a session that only its summary still shows.
func (t *Toolset) foreignScrolled(ctx context.Context, s session.Session, v grounds.View) (texts []string, err error) {
	ms, err := t.Sessions.Messages(ctx, s.ID, 1, 0)
	if err != nil {
		return nil, fault.Op(err, "memory tools: what was summarized")
	}
	for _, m := range ms {
		if m.Seq >= s.SummaryTo || m.Masked != nil {
			continue
		}
		if v.IsForeign(m) {
			texts = append(texts, m.Content)
		}
		if m.Quote != "" {
			texts = append(texts, m.Quote)
		}
	}
	return texts, nil
}
