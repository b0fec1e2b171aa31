package command

import (
	"context"
	"fmt"
	"strings"
	"time"

	"keepsake/command/corrected"
	"keepsake/people"
	"keepsake/session"
)

// endOfTime is what a note is about that is said once, ever.
var endOfTime = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)

// editBurst is how long the edits of a message that follow each other count as one.
const editBurst = 10 * time.Minute

// AnswerEdit returns what to say when a person has changed a message that was read before: that what was asked because of it no longer
// holds, and that a memory rests on it, each with what it would say now; of the last question, once for a burst of edits, that it can be
// answered anew; or, the first time that an earlier one is changed after its answer, that changes are noted and not answered. before is the message as it was kept until now;
// the session holds the new wording. It writes only that it said so. The zero Reply says nothing.
func (s *Service) AnswerEdit(ctx context.Context, req Request, before session.Message) (Reply, error) {
	after, isKept, err := s.Sessions.FindMessage(ctx, req.Place, before.External)
	said := before.View().Content
	if err != nil || !isKept || after.Masked != nil || corrected.IsSameText(said, after.View().Content) {
		return Reply{}, err
	}
	h, err := s.begin(ctx, req)
	if err != nil {
		return Reply{}, err
	}
	if h.Chat.IsGroup() && (h.Person.Access == people.Blocked || !s.Serves(h.Chat)) || !h.Chat.IsGroup() && !s.Admits(h.Person) {
		return Reply{}, nil
	}
	withdrew, err := s.corrected().Withdraw(ctx, h.Answer, after)
	if err != nil {
		return Reply{}, err
	}
	offered, err := s.corrected().Offer(ctx, h.Answer, after)
	if err != nil {
		return Reply{}, err
	}
	if withdrew || offered {
		return h.reply(), nil
	}
	// Nobody is told in a group, where it would be one message more for all, nor twice, nor of a
	// statement, which needs no answer.
	if h.Chat.IsGroup() || !strings.ContainsAny(after.View().Content, "?？؟") {
		return Reply{}, nil
	}
	if offered, err = s.feedback().Offer(ctx, h.Answer, after); err != nil {
		return Reply{}, err
	}
	if offered {
		isNew, err := s.isNewBurst(ctx, h, after)
		if err != nil || !isNew {
			return Reply{}, err
		}
		return h.reply(), nil
	}
	isFirst, err := s.noteOnce(ctx, req.Place, "edit.hint", people.ID(req.Place.Chat), endOfTime)
	if err != nil || !isFirst {
		return Reply{}, err
	}
	h.Reply("edit.noted", nil)
	return h.reply(), nil
}

// isNewBurst reports whether a message was not edited lately, and notes that it is now.
func (s *Service) isNewBurst(ctx context.Context, h *handling, m session.Message) (bool, error) {
	isNew := true
	for _, at := range []time.Time{h.Now.Add(-editBurst), h.Now} {
		isFirst, err := s.noteOnce(ctx, h.Place, fmt.Sprintf("edit.%d", m.External), people.ID(h.Place.Chat), at.Truncate(editBurst))
		if err != nil {
			return false, err
		}
		isNew = isNew && isFirst
	}
	return isNew, nil
}

// noteOnce reports whether something is said to a chat for the first time, and notes it. Where
// nothing is counted nothing is noted, and it is always the first time.
func (s *Service) noteOnce(ctx context.Context, place session.Place, what, whom string, about time.Time) (bool, error) {
	if s.Usage == nil {
		return true, nil
	}
	return s.Usage.Notice(ctx, place.Bot, what, whom, about)
}
