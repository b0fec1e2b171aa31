package command

import (
	"context"
	"time"

	"keepsake/llm"
	"keepsake/people"
	"keepsake/templates"
)

// What owners are told when something must be mended, each once for an occasion.
const (
	noticeTrouble = "trouble."
	noticeStorage = "storage."
	noticeBackup  = "backup"
)

// TellOfTrouble tells all owners that the model cannot answer until somebody mends something: once
// a day for each trouble.
func (s *Service) TellOfTrouble(ctx context.Context, t llm.Trouble) error {
	day := s.Now.UTC().Truncate(24 * time.Hour)
	return s.tellOnce(ctx, noticeTrouble+string(t), day, func(h *handling) (string, templates.Data) {
		return "owner.trouble." + string(t), nil
	})
}

// TellOfStorage tells all owners, once, that nothing could be stored between two times. cause is a
// store.Ailment that has passed.
func (s *Service) TellOfStorage(ctx context.Context, cause string, from, until time.Time) error {
	return s.tellOnce(ctx, noticeStorage+cause, from.UTC().Truncate(time.Microsecond), func(h *handling) (string, templates.Data) {
		return "owner.storage." + cause, templates.Data{
			"From": templates.Markdown(h.Moment(from)), "Until": templates.Markdown(h.Moment(until)),
		}
	})
}

// TellOfBackup tells all owners, once a day, that no backup could be made since the newest one; zero =
// there is none.
func (s *Service) TellOfBackup(ctx context.Context, newest time.Time) error {
	day := s.Now.UTC().Truncate(24 * time.Hour)
	return s.tellOnce(ctx, noticeBackup, day, func(h *handling) (string, templates.Data) {
		if newest.IsZero() {
			return "owner.backup.none", nil
		}
		return "owner.backup.late", templates.Data{"Since": templates.Markdown(h.Moment(newest))}
	})
}

// tellOnce puts a message to each owner who was not told of this occasion.
func (s *Service) tellOnce(ctx context.Context, what string, about time.Time, words func(h *handling) (string, templates.Data)) error {
	owners, err := s.People.Owners(ctx)
	if err != nil || s.Usage == nil {
		return err
	}
	sent := 0
	for _, owner := range owners {
		h := s.sayingTo(owner, people.Number(owner.ID))
		id, data := words(h)
		if err := h.notify(ctx, what, about, &sent, id, data); err != nil {
			return err
		}
	}
	return nil
}
