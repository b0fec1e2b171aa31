package memory

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/google/uuid"

	"keepsake/fault"
	"keepsake/text"
)

// Lengths of public ids.
const (
	IDLen       = 8  // memories (P12) and tasks
	ChangeIDLen = 12 // changes, decisions, tombstones
)

const idAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// NewID returns n random characters of A–Z a–z 0–9, every one equally likely (P12).
func NewID(n int) string {
	id := make([]byte, 0, n)
	buf := make([]byte, n+8)
	for {
		rand.Read(buf) // never fails
		for _, b := range buf {
			// 248 is the largest multiple of 62 in a byte: above it, some characters would
			// be likelier than others.
			if b < 248 && len(id) < n {
				id = append(id, idAlphabet[b%62])
			}
		}
		if len(id) == n {
			return string(id)
		}
	}
}

// ValidID reports whether id could be a memory's.
func ValidID(id string) bool {
	if len(id) != IDLen {
		return false
	}
	for i := range len(id) {
		if strings.IndexByte(idAlphabet, id[i]) < 0 {
			return false
		}
	}
	return true
}

func newUUID() string { return uuid.NewString() }

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

// normalize checks and completes a New.
func (s *Service) normalize(n *New) error {
	var err error
	if n.Content, err = s.content(n.Content, n.Limits); err != nil {
		return err
	}
	n.Subject = text.OneLine(n.Subject)
	if text.Len(n.Subject) > maxSubject {
		return fault.Field("subject", fmt.Sprintf("must have at most %d characters", maxSubject))
	}
	if secret(n.Subject) {
		return ErrSecret
	}
	if n.Scope.Kind == "" {
		return fault.Field("scope", "is missing")
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
	n.Evidence = evidence(n.Evidence, n.Content, n.Actor, s.now())
	return nil
}

// content returns a content as it is stored: one clean line within the limits, no secret.
func (s *Service) content(c string, l Limits) (string, error) {
	if l == (Limits{}) {
		l = Limits{Min: 1, Max: s.MaxContent}
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
	if secret(c) {
		return "", ErrSecret
	}
	return c, nil
}

// secret reports whether s holds a secret, or the mask of one: conversations are masked
// before anybody reads them, so a model that was told a password asks to keep
// "The password is •••". That says nothing, and keeping it would promise the contrary.
func secret(s string) bool {
	_, found := text.FindSecret(s)
	return found || strings.Contains(s, text.Mask)
}

// statement returns what makes two contents the same statement: folded, without the
// punctuation at the end.
func statement(content string) string {
	return strings.TrimRight(text.Fold(content), " .!。！")
}

// suggestions is how many memories of the same subject a suggestion shows.
const suggestions = 5

// distinct refuses a New that is known already, or whose subject is, unless it says that
// it is distinct from those memories.
func (s *Service) distinct(ctx context.Context, n New) error {
	known, ok, err := s.known(ctx, n.Scope, n.Kind, n.Content, Unarchived)
	if err != nil {
		return err
	}
	if ok {
		return &KnownError{Memory: known}
	}
	if n.Subject == "" {
		return nil
	}
	q := Known(n.Scope)
	q.Kinds, q.Subject = []Kind{n.Kind}, text.Fold(n.Subject)
	same, err := s.Store.Find(ctx, q)
	if err != nil {
		return err
	}
	same = nearest(same, n.Content)
	for _, m := range same {
		if !slices.Contains(n.DistinctFrom, m.ID) {
			return &SimilarError{Existing: same}
		}
	}
	return nil
}

// known returns the memory of a scope that makes this very statement, in the archive or
// outside.
func (s *Service) known(ctx context.Context, scope Scope, kind Kind, content string, where Archived) (Memory, bool, error) {
	q := Kept(scope)
	q.Kinds, q.Archived = []Kind{kind}, where
	if where == Unarchived {
		q.Statuses = []Status{Active}
	}
	q.Words = text.Words(content)
	ms, err := s.Store.Find(ctx, q)
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

// nearest returns the memories that share most words with a content, at most
// suggestions, in a fixed order: what is shown in a suggestion is what DistinctFrom must
// name, however many memories a subject has.
func nearest(ms []Memory, content string) []Memory {
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

// SlotKey names what a statement says, whatever the order of its words, their case and
// marks: what a tombstone remembers (hashed).
func SlotKey(subject, content string) string {
	words := text.Terms(content)
	sort.Strings(words)
	words = slices.Compact(words)
	if len(words) == 0 {
		words = []string{statement(content)}
	}
	return text.Fold(subject) + "\x00" + strings.Join(words, " ")
}

// slotHash is the keyed hash of a slot within a scope.
func (s *Service) slotHash(scope Scope, subject, content string) string {
	h := hmac.New(sha256.New, s.Key)
	fmt.Fprintf(h, "%s\x00%s\x00%s\x00%s", scope.Store, scope.Kind, scope.ID, SlotKey(subject, content))
	return hex.EncodeToString(h.Sum(nil))
}

// lift removes the tombstones of a statement: it is wanted again (R12).
func (s *Service) lift(ctx context.Context, scope Scope, subject, content string) error {
	return s.Store.LiftTombstones(ctx, scope, s.slotHash(scope, subject, content))
}

// bury leaves a tombstone for a statement. reason is "declined" or "deleted".
func (s *Service) bury(ctx context.Context, scope Scope, subject, content, reason string) error {
	now := s.now()
	return s.Store.PutTombstone(ctx, Tombstone{
		ID: NewID(ChangeIDLen), Scope: scope, SlotHash: s.slotHash(scope, subject, content),
		Content: content, Reason: reason, At: now, PurgeAt: now.Add(s.keepDeleted()),
	})
}

// buried reports whether a statement was declined or deleted before.
func (s *Service) buried(ctx context.Context, scope Scope, subject, content string) (bool, error) {
	ts, err := s.Store.Tombstones(ctx, []Scope{scope})
	if err != nil {
		return false, err
	}
	hash := s.slotHash(scope, subject, content)
	for _, t := range ts {
		if t.SlotHash == hash || t.Content != "" && statement(t.Content) == statement(content) {
			return true, nil
		}
	}
	return false, nil
}
