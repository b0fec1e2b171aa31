package archive

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/digest"
	"keepsake/scope"
	"keepsake/trust"
)

// Wish is a directive of a person: what the digest is made of, and what waits to become a part of it. The digest itself does not
// travel, since it can be made of them, and since one that was forgotten must not come back within a line.
type Wish struct {
	Scope   Scope     `json:"scope"`
	Content string    `json:"content"`
	SaidAt  time.Time `json:"said_at"`
	Said    []string  `json:"said,omitempty"` // the person's words that it rests on
}

// exportWishes returns the wishes of a scope that count.
func (s *Service) exportWishes(ctx context.Context, owner scope.Scope) (out []Wish, err error) {
	if s.Digests == nil || owner.Kind != scope.User {
		return nil, nil
	}
	ds, err := s.Digests.Since(ctx, owner, 0)
	for _, d := range ds {
		out = append(out, NewWish(d))
	}
	return out, err
}

// NewWish returns a directive as it travels.
func NewWish(d digest.Directive) Wish {
	w := Wish{Scope: Scope{d.Scope.Kind, d.Scope.ID}, Content: d.Content, SaidAt: d.SaidAt}
	for _, e := range d.Evidence {
		if e.Quote != "" && !slices.Contains(w.Said, e.Quote) {
			w.Said = append(w.Said, e.Quote)
		}
	}
	return w
}

// AndWishes says for an operator what became of the wishes, after the memories; "" when there were none.
func (r Report) AndWishes() string {
	if r.Wishes+r.WishesLeft == 0 {
		return ""
	}
	return fmt.Sprintf(", and of wishes %d, to wait beside the digest (left out, since declined or forgotten here: %d)", r.Wishes, r.WishesLeft)
}

// importWishes brings back the wishes of an archive that are not here and that nobody declined or forgot here since.
func (s *Service) importWishes(ctx context.Context, a Archive, batch string, r *Report) error {
	if s.Digests == nil {
		return nil
	}
	for _, w := range a.Wishes {
		owner := scope.Scope{Store: a.Store, Kind: w.Scope.Kind, ID: w.Scope.ID}
		refused, err := s.Memory.IsRefused(ctx, owner, "", w.Content)
		if err != nil {
			return err
		}
		if refused {
			r.WishesLeft++
			continue
		}
		d := digest.Directive{Content: w.Content, SaidAt: w.SaidAt}
		for _, said := range w.Said {
			d.Evidence = append(d.Evidence, memory.Evidence{Quote: said, Trust: trust.Person, SaidAt: w.SaidAt, Author: owner.ID})
		}
		switch err := s.Digests.Bring(ctx, importer, owner, batch, d); {
		case err == nil:
			r.Wishes++
		case errors.Is(err, digest.ErrKnown):
			r.Same++
		case errors.Is(err, memory.ErrSecret), fault.KindOf(err) == fault.Invalid, fault.KindOf(err) == fault.Denied:
			r.WishesLeft++
		default:
			return err
		}
	}
	return nil
}

// Wishes reads the wishes of what somebody brings in a chat: a file of everything, of now or of before it named what a line is
// made of, or an archive; nil when there are none.
func Wishes(b []byte) []Wish {
	var file struct {
		Said   []Wish            `json:"wishes_said"`
		Wishes []json.RawMessage `json:"wishes"`
	}
	if json.Unmarshal(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")), &file) != nil {
		return nil
	}
	if file.Said != nil {
		return file.Said
	}
	var all []Wish
	for _, raw := range file.Wishes {
		var w Wish
		if json.Unmarshal(raw, &w.Content) == nil || json.Unmarshal(raw, &w) == nil {
			all = append(all, w)
		}
	}
	return all
}
