package memory

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sort"
	"strings"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/scope"
	"keepsake/secret"
	"keepsake/shortid"
	"keepsake/text"
)

// Bounds of labels, in runes (P8, P25).
const (
	maxCategory = 50
	maxSubject  = 200
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
	if text.Len(n.Subject) > maxSubject {
		return fault.Field("subject", fmt.Sprintf("must have at most %d characters", maxSubject))
	}
	if isSecret(n.Subject) {
		return ErrSecret
	}
	if n.Scope.Kind == "" {
		return fault.Field("scope", "is missing")
	}
	if isSecret(n.Category) {
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
	if n.Importance == 0 {
		n.Importance = 0.5
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
	if n := text.Len(c); n < l.Min || n > l.Max {
		return "", fault.Field("content", fmt.Sprintf("must have %d to %d characters", l.Min, l.Max))
	}
	if text.Fold(c) == "" {
		return "", fault.Field("content", "says nothing that can be read")
	}
	if isSecret(c) {
		return "", ErrSecret
	}
	return c, nil
}

// isSecret reports whether s contains a secret or the mask of one. Conversations are masked
// before the model reads them, so after a person has told a password the model asks to save
// "The password is •••". That has no content, and saving it would claim the opposite.
func isSecret(s string) bool {
	_, found := secret.Find(s)
	return found || strings.Contains(s, text.Mask)
}

// statement normalizes a content for comparison: it folds the case and removes punctuation at
// the end.
func statement(content string) string {
	return strings.TrimRight(text.Fold(content), " .!。！")
}

// suggestions is the number of memories in a SimilarError.
const suggestions = 5

// checkDistinct returns a KnownError when the draft's content exists, and a SimilarError when
// its subject exists, unless DistinctFrom names those memories.
func (s *Service) checkDistinct(ctx context.Context, n Draft) error {
	same, ok, err := s.findStatement(ctx, n.Scope, n.Kind, n.Content, Unarchived)
	if err != nil {
		return err
	}
	if ok {
		return &KnownError{Memory: same}
	}
	if n.Subject == "" {
		return nil
	}
	q := ActiveQuery(n.Scope)
	q.Kinds, q.Subject = []Kind{n.Kind}, text.Fold(n.Subject)
	others, err := s.store.Find(ctx, q)
	if err != nil {
		return err
	}
	others = mostSimilar(others, n.Content)
	for _, m := range others {
		if !slices.Contains(n.DistinctFrom, m.ID) {
			return &SimilarError{Existing: others}
		}
	}
	return nil
}

// findStatement returns the memory of a scope with the same statement, selected by where.
func (s *Service) findStatement(ctx context.Context, scope scope.Scope, kind Kind, content string, where Archived) (Memory, bool, error) {
	q := RetentionQuery(scope)
	q.Kinds, q.Archived = []Kind{kind}, where
	if where == Unarchived {
		q.Statuses = []Status{Active}
	}
	q.Words = text.Words(content)
	ms, err := s.store.Find(ctx, q)
	if err != nil {
		return Memory{}, false, err
	}
	for _, m := range ms {
		if statement(m.Content) == statement(content) {
			return m, true, nil
		}
	}
	return Memory{}, false, nil
}

// refuseDuplicate returns a KnownError when another unarchived memory has the same statement.
func (s *Service) refuseDuplicate(ctx context.Context, m Memory) error {
	same, ok, err := s.findStatement(ctx, m.Scope, m.Kind, m.Content, Unarchived)
	if err == nil && ok {
		err = &KnownError{Memory: same}
	}
	return err
}

// mostSimilar returns the memories that share the most words with a content, at most
// suggestions, in a fixed order. DistinctFrom must name exactly the memories that were shown.
func mostSimilar(ms []Memory, content string) []Memory {
	words := text.Words(content)
	shared := make(map[string]int, len(ms))
	for _, m := range ms {
		for _, w := range text.Words(m.Content) {
			if slices.Contains(words, w) {
				shared[m.ID]++
			}
		}
	}
	ms = slices.Clone(ms)
	sort.SliceStable(ms, func(i, j int) bool { return shared[ms[i].ID] > shared[ms[j].ID] })
	return ms[:min(len(ms), suggestions)]
}

// SlotKey identifies a statement regardless of the order of its words, their case and
// punctuation. A tombstone stores its hash.
func SlotKey(subject, content string) string {
	words := text.Terms(content)
	sort.Strings(words)
	words = slices.Compact(words)
	if len(words) == 0 {
		words = []string{statement(content)}
	}
	return text.Fold(subject) + "\x00" + strings.Join(words, " ")
}

// slotHash returns the keyed hash of a slot in a scope.
func (s *Service) slotHash(scope scope.Scope, subject, content string) string {
	h := hmac.New(sha256.New, s.cfg.Key)
	fmt.Fprintf(h, "%s\x00%s\x00%s\x00%s", scope.Store, scope.Kind, scope.ID, SlotKey(subject, content))
	return hex.EncodeToString(h.Sum(nil))
}

// liftTombstones deletes the tombstones of a statement that is wanted again (R12).
func (s *Service) liftTombstones(ctx context.Context, scope scope.Scope, subject, content string) error {
	return s.store.LiftTombstones(ctx, scope, s.slotHash(scope, subject, content))
}

// Reasons of tombstones.
const (
	tombstoneDeclined = "declined"
	tombstoneDeleted  = "deleted"
)

// putTombstone stores a tombstone for a statement.
func (s *Service) putTombstone(ctx context.Context, scope scope.Scope, subject, content, reason string) error {
	now := s.now.UTC()
	return s.store.PutTombstone(ctx, Tombstone{
		ID: shortid.New(shortid.LongLen), Scope: scope, SlotHash: s.slotHash(scope, subject, content),
		Content: content, Reason: reason, At: now, PurgeAt: now.Add(s.retention()),
	})
}

// hasTombstone reports whether a statement was declined or deleted before.
func (s *Service) hasTombstone(ctx context.Context, owner scope.Scope, subject, content string) (bool, error) {
	ts, err := s.store.Tombstones(ctx, []scope.Scope{owner})
	if err != nil {
		return false, err
	}
	hash := s.slotHash(owner, subject, content)
	for _, t := range ts {
		if t.SlotHash == hash || t.Content != "" && statement(t.Content) == statement(content) {
			return true, nil
		}
	}
	return false, nil
}
