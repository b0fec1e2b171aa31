package grounds

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/phrase"
)

// unit is one thing that the person said: a clause, a part of one between "and"s, or a whole sentence.
type unit struct {
	voice    int // index in own
	from, to int // bytes of the voice's text
	tokens   []phrase.Token
	denies   bool
	negative bool // it denies, or a word of it does by its meaning
	request  bool
	markers  map[string]bool
}

// conjunctions part a clause in two statements that may share their subject.
var conjunctions = []string{" and ", " but ", " und ", " aber ", " et ", " mais ", " y ", " pero ", " e ", " mas ", " ma ", " en ", " maar ", " och ", " i ", " и ", " а ", " но ", " ve ", "而且", "并且", "也"}

// cutUnits returns the units of what a person said, the questions left out.
func cutUnits(voice int, said string) []unit {
	var out []unit
	clauses := phrase.Clauses(said)
	for i := 0; i < len(clauses); {
		j := i + 1
		for j < len(clauses) && !clauses[j].First {
			j++
		}
		if !clauses[i].IsQuestion {
			out = append(out, cutSentence(voice, said, clauses[i:j])...)
		}
		i = j
	}
	return out
}

func cutSentence(voice int, said string, clauses []phrase.Clause) []unit {
	var out []unit
	coloured := colourOf(clauses)
	for _, c := range clauses {
		out = append(out, cutClause(voice, c, coloured)...)
	}
	if len(clauses) > 1 {
		first, last := clauses[0], clauses[len(clauses)-1]
		whole := newUnit(voice, first.From, last.To, said[first.From:last.To], first.IsRequest)
		out = append(out, whole)
	}
	return out
}

// colourOf returns the markers that a clause gives to all of its sentence: "if I …", "Anna says …".
// A condition or a plan of the listener ("if you cook") colours nothing.
func colourOf(clauses []phrase.Clause) map[string]bool {
	out := make(map[string]bool)
	for _, c := range clauses {
		for m := range phrase.Markers(c.Text) {
			switch m {
			case string(phrase.Report), string(phrase.Doubt), string(phrase.Pretence):
				out[m] = true
			case string(phrase.Condition):
				if !phrase.IsAboutListener(c.Text) {
					out[m] = true
				}
			}
		}
	}
	return out
}

func newUnit(voice, from, to int, s string, request bool) unit {
	bare := phrase.Bare(s)
	u := unit{voice: voice, from: from, to: to, tokens: phrase.Tokens(bare), request: request || phrase.IsInstruction(bare), markers: phrase.Markers(s)}
	u.denies = phrase.HasDenial(bare)
	u.negative = u.denies || phrase.HasNegative(bare)
	return u
}

// cutClause returns a clause as a unit, and its parts between conjunctions as others, each with the
// subject of the first when it has none of its own.
func cutClause(voice int, c phrase.Clause, coloured map[string]bool) []unit {
	whole := newUnit(voice, c.From, c.To, c.Text, c.IsRequest)
	maps.Copy(whole.markers, coloured)
	out := []unit{whole}
	if u, ok := findApposition(whole); ok {
		out = append(out, u)
	}
	parts := cutParts(c.Text)
	if len(parts) < 2 {
		return out
	}
	subject := leadingSubject(whole.tokens)
	denied := false
	for i, p := range parts {
		u := newUnit(voice, c.From+p[0], c.From+p[1], c.Text[p[0]:p[1]], c.IsRequest)
		denied = denied || u.denies
		u.denies, u.negative = denied, u.negative || denied
		maps.Copy(u.markers, coloured)
		if i > 0 && !hasSubject(u.tokens) {
			u.tokens = append(slices.Clone(subject), u.tokens...)
		}
		out = append(out, u)
	}
	return out
}

// findApposition returns what a clause says of a name in passing: "my boss Alec" says that Alec is the
// boss, whatever is said of him then, and when.
func findApposition(u unit) (unit, bool) {
	for i := 0; i+1 < len(u.tokens); i++ {
		if u.tokens[i].Kind != phrase.Owner {
			continue
		}
		to := i + 1
		for to < len(u.tokens) && u.tokens[to].Kind == phrase.Content {
			to++
		}
		named := to
		for named < len(u.tokens) && u.tokens[named].Kind == phrase.Name {
			named++
		}
		if to > i+1 && named > to && !u.tokens[named-1].Genitive {
			u.tokens = u.tokens[i:named]
			u.denies, u.negative, u.markers = false, false, nil
			return u, true
		}
	}
	return u, false
}

// cutParts returns the parts of a clause between its conjunctions.
func cutParts(s string) [][2]int {
	var out [][2]int
	from := 0
	for i := 0; i < len(s); {
		size := 0
		for _, c := range conjunctions {
			if len(s)-i >= len(c) && strings.EqualFold(s[i:i+len(c)], c) {
				size = len(c)
				break
			}
		}
		if size > 0 {
			out = append(out, [2]int{from, i})
			i += size
			from = i
			continue
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		i += n
	}
	return append(out, [2]int{from, len(s)})
}

// leadingSubject returns the tokens that a clause begins with, up to the end of what it is about.
func leadingSubject(ts []phrase.Token) []phrase.Token {
	for i, t := range ts {
		switch {
		case t.Kind == phrase.Subject || t.Kind == phrase.Other:
			return ts[:i+1]
		case t.IsEntity():
			for i+1 < len(ts) && ts[i+1].Kind == phrase.Name {
				i++
			}
			return ts[:i+1]
		case t.Kind == phrase.Content && !t.Noun, t.Kind == phrase.Copula:
			return nil
		case t.Noun:
			return ts[:i+1]
		}
	}
	return nil
}

func hasSubject(ts []phrase.Token) bool {
	for i, t := range ts {
		if t.Kind == phrase.Subject || t.Kind == phrase.Other || t.Kind == phrase.Owner && i < 2 {
			return true
		}
		if t.Kind >= phrase.Name {
			return t.Kind == phrase.Name && i+1 < len(ts) && ts[i+1].Kind != phrase.Name
		}
	}
	return false
}
