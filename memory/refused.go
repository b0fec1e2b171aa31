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
	"keepsake/memory/permit"
	"keepsake/phrase/slot"
	"keepsake/scope"
	"keepsake/shortid"
	"keepsake/text"
)

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

// Reasons of tombstones.
const (
	TombstoneDeclined = "declined"
	TombstoneDeleted  = "deleted"
)

// putTombstone stores a tombstone for a statement.
func (s *Service) putTombstone(ctx context.Context, scope scope.Scope, subject, content, reason string) error {
	now := s.now.UTC()
	return s.store.PutTombstone(ctx, Tombstone{
		ID: shortid.New(shortid.LongLen), Scope: scope, SlotHash: s.slotHash(scope, subject, content),
		Content: content, Reason: reason, At: now, PurgeAt: now.Add(s.retention()),
	})
}

// tombstonesOf returns the tombstones of a statement: with its slot, or with the same fact in
// other words while their text is kept.
func (s *Service) tombstonesOf(ctx context.Context, owner scope.Scope, subject, content string) ([]Tombstone, error) {
	all, err := s.store.Tombstones(ctx, []scope.Scope{owner})
	hash, plain := s.slotHash(owner, subject, content), s.slotHash(owner, "", content)
	return slices.DeleteFunc(all, func(t Tombstone) bool {
		return t.SlotHash != hash && t.SlotHash != plain && (t.Content == "" || !slot.Renews(t.Content, content))
	}), err
}

// hasTombstone reports whether a statement was declined or deleted before.
func (s *Service) hasTombstone(ctx context.Context, owner scope.Scope, subject, content string) (bool, error) {
	ts, err := s.tombstonesOf(ctx, owner, subject, content)
	return len(ts) > 0, err
}

// IsRefused reports whether a statement was declined or deleted before, so that no pipeline may keep it.
func (s *Service) IsRefused(ctx context.Context, owner scope.Scope, subject, content string) (bool, error) {
	has, err := s.hasTombstone(ctx, owner, subject, content)
	return has, fault.Op(err, "memory: is refused")
}

// passTombstones is called before a statement is stored. Of a tool or a pipeline it returns
// ErrDeclined where the statement was declined or deleted, unless the person has said it now, or a
// tap has confirmed it (R18). All others lift the tombstones (R12).
func (s *Service) passTombstones(ctx context.Context, a actor.Actor, w Write, m Memory, saidNow bool) error {
	ts, err := s.tombstonesOf(ctx, m.Scope, m.Subject, m.Content)
	if err != nil || len(ts) == 0 {
		return err
	}
	asked := a.Kind == actor.Tool && saidNow || a.Kind == actor.Person || a.Kind == actor.System
	if !asked && !w.confirmed && w.undoes == "" {
		return ErrDeclined
	}
	for _, t := range ts {
		if err := s.store.LiftTombstones(ctx, t.Scope, t.SlotHash); err != nil {
			return err
		}
	}
	return nil
}

// Refuse stores tombstones for statements that the person does not want kept (R18); those of a part of the house
// count as deleted, so that no prompt shows them. Who may add to the scope may call it. It works in read-only mode.
func (s *Service) Refuse(ctx context.Context, a actor.Actor, owner scope.Scope, statements ...string) error {
	if err := permit.Check(a, permit.Add, owner); err != nil {
		return fault.Op(err, "memory: refuse")
	}
	reason := map[bool]string{false: TombstoneDeclined, true: TombstoneDeleted}[a.IsPart()]
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.store.Lock(ctx, owner); err != nil {
			return err
		}
		for _, content := range statements {
			content = text.Cut(text.OneLine(content), DefaultMaxContent)
			has, err := s.hasTombstone(ctx, owner, "", content)
			if err == nil && !has && text.Fold(content) != "" && !HoldsSecret(content) {
				err = s.putTombstone(ctx, owner, "", content, reason)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return fault.Op(err, "memory: refuse")
}

// Refused returns the tombstones of these scopes whose text is kept and that somebody declined, the
// newest first. Deleted texts are not among them, since they stand in no prompt and on no screen
// but that of the deleted memories.
func (s *Service) Refused(ctx context.Context, scopes []scope.Scope) ([]Tombstone, error) {
	ts, err := s.store.Tombstones(ctx, scopes)
	ts = slices.DeleteFunc(ts, func(t Tombstone) bool { return t.Content == "" || t.Reason != TombstoneDeclined })
	slices.SortStableFunc(ts, func(a, b Tombstone) int { return b.At.Compare(a.At) })
	return ts, fault.Op(err, "memory: refused")
}

// EraseRefusal removes a tombstone and its text, so that the bot may ask again. In a group only
// admins may call it. It returns ErrNotFound when there is none.
func (s *Service) EraseRefusal(ctx context.Context, a actor.Actor, scopes []scope.Scope, id string) error {
	ts, err := s.store.Tombstones(ctx, scopes)
	i := slices.IndexFunc(ts, func(t Tombstone) bool { return t.ID == id })
	if err == nil && i < 0 {
		err = ErrNotFound
	}
	if err == nil {
		err = permit.Check(a, permit.Destroy, ts[i].Scope)
	}
	if err == nil {
		err = s.store.LiftTombstones(ctx, ts[i].Scope, ts[i].SlotHash)
	}
	return fault.Op(err, "memory: erase a refusal")
}
