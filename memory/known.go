package memory

import (
	"context"
	"slices"
	"sort"
	"strings"
	"unicode"

	"keepsake/actor"
	"keepsake/phrase/slot"
	"keepsake/scope"
	"keepsake/text"
)

// Bounds of what is compared with a new statement.
const (
	suggestions = 5   // memories in a SimilarError
	candidates  = 300 // memories that share a word with the statement
)

// checkDistinct returns a KnownError when a memory says the same as the draft, in whatever words,
// and a SimilarError when one has its subject or fills its slot (P34, F21), unless DistinctFrom
// names those memories. What a person typed is compared letter for letter: the other comparisons
// are for models, pipelines and programs, which can decide between an update and another fact.
func (s *Service) checkDistinct(ctx context.Context, a actor.Actor, n Draft) error {
	same, ok, err := s.findStatement(ctx, n.Scope, n.Kind, n.Content, Unarchived)
	if err != nil {
		return err
	}
	if ok {
		return &KnownError{Memory: same}
	}
	var facts, others []Memory
	if a.Kind != actor.Person || n.Program {
		if facts, others, err = s.findRelated(ctx, n); err != nil {
			return err
		}
	}
	if len(facts) > 0 {
		return &KnownError{Memory: facts[0]}
	}
	if n.Subject != "" {
		q := ActiveQuery(n.Scope)
		q.Kinds, q.Subject = []Kind{n.Kind}, text.Fold(n.Subject)
		named, err := s.store.Find(ctx, q)
		if err != nil {
			return err
		}
		for _, m := range mostSimilar(named, n.Content) {
			if !slices.ContainsFunc(others, func(o Memory) bool { return o.ID == m.ID }) {
				others = append(others, m)
			}
		}
	}
	others = others[:min(len(others), suggestions)]
	for _, m := range others {
		if !slices.Contains(n.DistinctFrom, m.ID) {
			return &SimilarError{Existing: others}
		}
	}
	return nil
}

// findRelated returns the active memories that say the same as a draft, and those that fill the
// same slot, the most similar first. What it compares shares a word with the draft, or is in
// Draft.Near.
func (s *Service) findRelated(ctx context.Context, n Draft) (same, sameSlot []Memory, err error) {
	q := ActiveQuery(n.Scope)
	q.Kinds, q.AnyWord, q.Limit = []Kind{n.Kind}, true, candidates
	var found []Memory
	for _, t := range slot.SearchTerms(n.Content) {
		for _, w := range text.Words(t) {
			if !slices.Contains(q.Words, w) {
				q.Words = append(q.Words, w)
			}
		}
	}
	if len(q.Words) > 0 {
		if found, err = s.store.Find(ctx, q); err != nil {
			return nil, nil, err
		}
	}
	if len(n.Near) > 0 {
		near := ActiveQuery(n.Scope)
		near.Kinds, near.IDs = q.Kinds, n.Near
		ms, err := s.store.Find(ctx, near)
		if err != nil {
			return nil, nil, err
		}
		found = append(found, ms...)
	}
	seen := make(map[string]bool, len(found))
	for _, m := range found {
		if seen[m.ID] || areOfDifferentSubjects(m, n) {
			continue
		}
		seen[m.ID] = true
		switch slot.Compare(m.Content, n.Content) {
		case slot.SameFact:
			same = append(same, m)
		case slot.SameSlot:
			sameSlot = append(sameSlot, m)
		}
	}
	return same, mostSimilar(sameSlot, n.Content), nil
}

// areOfDifferentSubjects reports whether a memory and a draft name different subjects beside their
// contents: "prefers tea" of Anna and of Tom.
func areOfDifferentSubjects(m Memory, n Draft) bool {
	if m.Subject == "" || n.Subject == "" || text.Fold(m.Subject) == text.Fold(n.Subject) {
		return false
	}
	if strings.ContainsFunc(m.Subject, unicode.IsDigit) && strings.ContainsFunc(n.Subject, unicode.IsDigit) {
		return true // "room 4", "room 5"
	}
	return !slot.IsAbout(m.Content, m.Subject) || !slot.IsAbout(n.Content, n.Subject)
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
	q := ActiveQuery(m.Scope)
	q.Kinds, q.Words = []Kind{m.Kind}, text.Words(m.Content)
	ms, err := s.store.Find(ctx, q)
	for _, o := range ms {
		if o.ID != m.ID && statement(o.Content) == statement(m.Content) {
			return &KnownError{Memory: o}
		}
	}
	return err
}

// refuseRepetition is refuseDuplicate, but also for the same fact in other words.
func (s *Service) refuseRepetition(ctx context.Context, m Memory, content string) error {
	m.Content = content
	if err := s.refuseDuplicate(ctx, m); err != nil {
		return err
	}
	same, _, err := s.findRelated(ctx, Draft{Scope: m.Scope, Kind: m.Kind, Subject: m.Subject, Content: content})
	for _, o := range same {
		if o.ID != m.ID {
			return &KnownError{Memory: o}
		}
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
