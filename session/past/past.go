// Package past finds what a person and the bot said to each other in their earlier conversations.
//
// It looks at the person's own words and the bot's answers, in private chats that are kept: never at what was
// forgotten or removed, at what others wrote, or at temporary chats. It writes nothing.
//
// Start reading at Finder.Find.
package past

import (
	"context"
	"slices"
	"time"

	"keepsake/phrase"
	"keepsake/session"
	"keepsake/text"
	"keepsake/trust"
)

// Conversations are where it looks, a session.Service.
type Conversations interface {
	ListKept(ctx context.Context, memoryStore, person string, limit int) ([]session.Session, error)
	Messages(ctx context.Context, sessionID string, from int64, limit int) ([]session.Message, error)
}

// Finder looks through conversations.
type Finder struct {
	Sessions Conversations
}

// Bounds of a search. What is older than these is said not to have been looked at (Result.Since).
const (
	mostSessions = 500
	mostMessages = 20_000
)

// Query is what is looked for. The words of one person with one bot are found, nobody else's.
type Query struct {
	Store, Bot, Person string
	Text               string
	Limit              int
	// Turn is left out, since whoever asks has its messages before them; "" = none.
	Turn string
}

// Hit is one message that has words of the query.
type Hit struct {
	At     time.Time
	IsOwn  bool // the person's words; otherwise the bot's
	Text   string
	weight int
}

// Result is what was found.
type Result struct {
	Hits  []Hit     // those with most of the words first, then the newest
	Total int       // of those that fit as well
	Since time.Time // when the oldest message was said that was looked at; zero = there was none
}

// Find returns the messages that have at least half of the words of a query.
func (f *Finder) Find(ctx context.Context, q Query) (Result, error) {
	var out Result
	words := searched(q.Text)
	if len(words) == 0 || q.Person == "" {
		return out, nil
	}
	sessions, err := f.Sessions.ListKept(ctx, q.Store, q.Person, mostSessions)
	if err != nil {
		return out, err
	}
	seen := 0
	for _, s := range sessions {
		if s.Private || s.IsGroup() || s.Person != q.Person || q.Bot != "" && s.Place.Bot != q.Bot {
			continue
		}
		ms, err := f.Sessions.Messages(ctx, s.ID, 0, mostMessages-seen)
		if err != nil {
			return out, err
		}
		for _, m := range ms {
			if out.Since.IsZero() || m.At.Before(out.Since) {
				out.Since = m.At
			}
			if hit, ok := match(m, q, words); ok {
				out.Hits = append(out.Hits, hit)
			}
		}
		if seen += len(ms); seen >= mostMessages {
			break
		}
	}
	slices.SortStableFunc(out.Hits, func(a, b Hit) int {
		if a.weight != b.weight {
			return b.weight - a.weight
		}
		return b.At.Compare(a.At)
	})
	out.Total = len(out.Hits)
	if q.Limit > 0 {
		out.Hits = out.Hits[:min(q.Limit, len(out.Hits))]
	}
	return out, nil
}

// searched returns the words of a query, without those that say little.
func searched(query string) (words []string) {
	var light []string
	for _, t := range phrase.Tokens(query) {
		if !t.Counts() {
			light = append(light, t.Term)
		}
	}
	for _, w := range text.Terms(query) {
		if !slices.Contains(light, w) && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		return text.Terms(query)
	}
	return words
}

// match reports whether a message may be shown and has at least half of the words.
func match(m session.Message, q Query, words []string) (Hit, bool) {
	isOwn := m.Role == session.User && m.Author == q.Person && m.Trust == trust.Person
	if m.Masked != nil || m.Removed != nil || !isOwn && m.Role != session.Assistant || q.Turn != "" && m.TurnID == q.Turn {
		return Hit{}, false
	}
	said := m.View().Content
	terms := text.Terms(said)
	found := 0
	for _, w := range words {
		if slices.ContainsFunc(terms, func(t string) bool {
			return t == w || !phrase.IsDense(phrase.FirstRune(w)) && phrase.AreInflections(t, w)
		}) {
			found++
		}
	}
	return Hit{At: m.At, IsOwn: isOwn, Text: said, weight: found}, found > 0 && 2*found >= len(words)
}
