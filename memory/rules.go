package memory

import (
	"fmt"
	"strings"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/secret"
	"keepsake/text"
)

// Bounds of labels, in runes (P8, P25).
const (
	maxCategory = 50
	// MaxSubject bounds a subject.
	MaxSubject = 200
)

// CategoryOf maps a type to a category when only a type is given (R15).
func CategoryOf(t Type) string {
	switch t {
	case Preference, Constraint:
		return CategoryPreference
	case TaskState:
		return CategoryProject
	}
	return CategoryContext
}

// normalize checks and completes the draft of an actor.
func (s *Service) normalize(n *Draft, a actor.Actor) error {
	var err error
	if n.Content, err = s.content(n.Content, n.Limits); err != nil {
		return err
	}
	n.Subject = text.OneLine(n.Subject)
	if text.Len(n.Subject) > MaxSubject {
		return fault.Field("subject", fmt.Sprintf("must have at most %d characters", MaxSubject))
	}
	if HoldsSecret(n.Subject) {
		return ErrSecret
	}
	if n.Scope.Kind == "" {
		return fault.Field("scope", "is missing")
	}
	if HoldsSecret(n.Category) {
		return ErrSecret
	}
	n.Category = strings.ToLower(text.OneLine(n.Category))
	if n.Category == "" {
		n.Category = CategoryOf(n.Type)
	}
	if text.Len(n.Category) > maxCategory {
		return fault.Field("category", fmt.Sprintf("must have at most %d characters", maxCategory))
	}
	if n.Kind == "" {
		n.Kind = Item
	}
	if n.Type == "" {
		n.Type = TypeOf(n.Category)
	}
	if n.Origin == "" {
		n.Origin = Explicit
	}
	if n.Confidence == 0 {
		n.Confidence = 1
	}
	if n.Status == "" {
		n.Status = Active
	}
	n.Evidence = cleanEvidence(n.Evidence, n.Content, a, s.now.UTC())
	return nil
}

// content returns a content as it is stored: one cleaned line. It refuses contents outside the
// limits and secrets.
func (s *Service) content(c string, l Limits) (string, error) {
	if l == (Limits{}) {
		l = Limits{Min: 1, Max: s.cfg.MaxContent}
		if l.Max == 0 {
			l.Max = DefaultMaxContent
		}
	}
	c = text.OneLine(c)
	if text.ReadingLen(c) < l.Min || text.Len(c) > l.Max {
		return "", fault.Field("content", fmt.Sprintf("must have %d to %d characters", l.Min, l.Max))
	}
	if text.Fold(c) == "" {
		return "", fault.Field("content", "says nothing that can be read")
	}
	if HoldsSecret(c) {
		return "", ErrSecret
	}
	return c, nil
}

// HoldsSecret reports whether s contains a secret or the mask of one. Conversations are masked
// before the model reads them, so after a person has told a password the model asks to save
// "The password is •••". That has no content, and saving it would claim the opposite.
func HoldsSecret(s string) bool {
	_, found := secret.Find(s)
	return found || strings.Contains(s, text.Mask)
}

// statement normalizes a content for comparison: it folds the case and removes punctuation at
// the end.
func statement(content string) string {
	return strings.TrimRight(text.Fold(content), " .!。！")
}
