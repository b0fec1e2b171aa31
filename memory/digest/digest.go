// Package digest is what is kept of a person's wishes for all their conversations: directives, the
// digest that merges them, and episodes, which say what a conversation was about.
//
// A directive waits until a consolidation absorbs it into a line of the digest. It is kept afterwards as
// the source of that line, so that a digest can always be made anew from what the person said. A Job
// is the work that waits: to read a conversation, or to merge the directives of a scope. The package
// asks no model: memory/consolidate does.
//
// Invariants:
//   - Only parts of the house write; the people whose scope it is may read, bring back what they exported, restore a version
//     and erase.
//   - A directive is waiting, absorbed into exactly one version, or overridden by a newer one.
//   - A digest has a version; earlier versions stay and can be restored.
//   - A directive that was said in a group is its person's own, in their scope. It is erased with either.
//   - What is forgotten leaves directives, episodes and every version at once, and whatever is being
//     worked on in its scope loses its claim.
//
// Start reading at Digest, then Service; the jobs are in jobs.go.
package digest

import (
	"time"

	"keepsake/memory"
	"keepsake/memory/lines"
	"keepsake/scope"
)

// Directive is one lasting wish about how the person is to be answered (E3).
type Directive struct {
	ID        string // 12 characters
	Scope     scope.Scope
	SessionID string // of the conversation in which it was said, or the import that brought it
	SaidIn    string // the id of the group's scope where it was said in a group; "" = in private
	Content   string
	Evidence  []memory.Evidence
	SaidAt    time.Time
	FoundAt   time.Time
	Absorbed  int    // version of the digest that absorbed it, or that it was overridden in; 0 = it waits
	Overrider string // id of the newer directive that overrides it; "" = none
}

// Episode says in a sentence or two what a part of a conversation was about (E2).
type Episode struct {
	ID        string
	Scope     scope.Scope
	SessionID string
	Content   string
	From, To  int64 // sequence numbers of the messages
	At        time.Time
}

// Line is one line of a digest and the directives that it says; Change is what a version did to lines of the one
// before.
type (
	Line   = lines.Line
	Change = lines.Change
)

// Kinds of changes.
const (
	Added   = lines.Added
	Merged  = lines.Merged
	Dropped = lines.Dropped
)

// Digest is one version of what a scope's directives come to.
type Digest struct {
	Scope   scope.Scope
	Version int // from 1
	Lines   []Line
	Model   string
	At      time.Time
}

// Sources returns the ids of the directives that the digest says.
func (d Digest) Sources() (ids []string) {
	for _, l := range d.Lines {
		ids = append(ids, l.From...)
	}
	return ids
}

// WithOverridden returns the digest as a person knew it before a later version: with a line for each of the directives that
// waited beside it and that the later version left out for newer ones.
func (d Digest) WithOverridden(ds []Directive) Digest {
	overridden := make([]Line, len(ds))
	for i, o := range ds {
		overridden[i] = Line{Text: o.Content, From: []string{o.ID}}
	}
	d.Lines = lines.Join(d.Lines, overridden)
	return d
}

// Overridden names a directive and the newer one that takes its place.
type Overridden struct{ ID, By string }

// Limits of what is kept.
const (
	// Episodes is how many episodes of a conversation a prompt shows (E24).
	Episodes = 8
	// EpisodeLife is how long an episode is kept.
	EpisodeLife = 30 * 24 * time.Hour
	// Versions is how many versions of a digest are kept.
	Versions = 20
)
