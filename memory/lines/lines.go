// Package lines compares two versions of a digest, and takes one change back.
//
// A digest, of a person or of a shard, is a list of lines with the ids of what they are made of. Start reading at Diff.
package lines

import "slices"

// Line is one line of a digest and what it is made of.
type Line struct {
	Text string   `json:"text"`
	From []string `json:"from"` // ids
}

// Join returns ls with those of overridden behind it that share no source with ls: a digest as people knew it, with what waited
// beside it and gave way to something newer.
func Join(ls, overridden []Line) []Line {
	known := map[string]bool{}
	for _, l := range ls {
		for _, id := range l.From {
			known[id] = true
		}
	}
	out := slices.Clone(ls)
	for _, o := range overridden {
		if !slices.ContainsFunc(o.From, func(id string) bool { return known[id] }) {
			out = append(out, o)
		}
	}
	return out
}

// ChangeKind says what a version did to lines of the one before.
type ChangeKind string

const (
	Added   ChangeKind = "added"   // a line of new directives alone
	Merged  ChangeKind = "merged"  // lines became one with another text
	Dropped ChangeKind = "dropped" // a line is overridden by something newer
)

// Change is one thing that a version did to the one before.
type Change struct {
	Kind   ChangeKind
	Before []Line // of Merged and Dropped
	After  Line   // of Added and Merged
}

// Diff returns what made one list of lines of another: the lines of the new list in their order, then what
// was dropped. A line that only has one source more, with the same text, is no change.
func Diff(before, after []Line) (cs []Change) {
	kept := map[string]bool{}
	for _, l := range after {
		var of []Line
		for _, b := range before {
			if slices.ContainsFunc(b.From, func(id string) bool { return slices.Contains(l.From, id) }) {
				of = append(of, b)
			}
		}
		for _, id := range l.From {
			kept[id] = true
		}
		switch {
		case len(of) == 0:
			cs = append(cs, Change{Kind: Added, After: l})
		case len(of) > 1 || of[0].Text != l.Text:
			cs = append(cs, Change{Kind: Merged, Before: of, After: l})
		}
	}
	for _, b := range before {
		if !slices.ContainsFunc(b.From, func(id string) bool { return kept[id] }) {
			cs = append(cs, Change{Kind: Dropped, Before: []Line{b}})
		}
	}
	return cs
}

// Undo returns the lines of a digest without one change: a merged line gives way to those before it, each
// other source of it on a line of its own in its own words, and a dropped line comes back. said returns the
// words of a directive.
func Undo(lines []Line, c Change, said func(id string) (string, bool)) []Line {
	if c.Kind == Dropped {
		return append(slices.Clone(lines), c.Before...)
	}
	var out []Line
	for _, l := range lines {
		if l.Text != c.After.Text || !slices.Equal(l.From, c.After.From) {
			out = append(out, l)
			continue
		}
		out = append(out, c.Before...)
		for _, id := range l.From {
			if slices.ContainsFunc(c.Before, func(b Line) bool { return slices.Contains(b.From, id) }) {
				continue
			}
			if words, ok := said(id); ok {
				out = append(out, Line{Text: words, From: []string{id}})
			}
		}
	}
	return out
}
