package grounds

import (
	"maps"
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/contrast"
	"keepsake/phrase/irony"
	"keepsake/phrase/request"
	"keepsake/phrase/segment"
	"keepsake/phrase/subject"
)

// Statement is one thing that the person states, as a model lists it that saw none of the words of others.
type Statement struct {
	Quote string   `json:"quote"` // their words, letter by letter
	Facts []string `json:"facts"` // the same as one would keep it, in plain sentences in the third person
	// Claims are those that the judge says it states (ClaimOf).
	Claims []string `json:"claims,omitempty"`
}

// allWords returns the quotation of a statement and its facts.
func (s Statement) allWords() string { return s.Quote + "\n" + strings.Join(s.Facts, "\n") }

// findQuote returns the quotation as a unit of the person's latest text that has it letter by letter, in no question;
// but perhaps before one: "I am left-handed, which scissors …?"
func findQuote(quote string, heard []voice) (unit, bool) {
	quote = strings.TrimSpace(quote)
	if quote == "" {
		return unit{}, false
	}
	for i := len(heard) - 1; i >= 0; i-- {
		from := strings.Index(segment.BlankQuotations(heard[i].said), quote)
		if from < 0 {
			continue
		}
		to := from + len(quote)
		u := newUnit(i, from, to, contrast.BlankCorrected(heard[i].said)[from:to], false)
		clauses := phrase.Clauses(heard[i].said)
		isQuestion := true // all of it is
		for k, c := range clauses {
			if c.To <= from || to <= c.From {
				continue
			}
			if irony.IsMockery(c.Sentence) {
				return unit{}, false
			}
			isLast := k+1 == len(clauses) || clauses[k+1].First
			isQuestion = isQuestion && c.IsQuestion && isLast
			first, last := k, k+1
			for first > 0 && !clauses[first].First {
				first--
			}
			for last < len(clauses) && !clauses[last].First {
				last++
			}
			u.request = u.request || c.IsRequest
			if about := subject.Find(phrase.Tokens(phrase.Bare(clauses[first].Text))); k > first && c.From <= from && !subject.IsGiven(u.tokens) && isOtherPerson(about) {
				u.tokens = append(slices.Clone(about), u.tokens...)
			}
			if k > first && c.From <= from {
				u = u.relatesTo(subject.ToldMore(clauses[k-1].Text, c.Text))
				var who []phrase.Token
				for n := first; n <= k; n++ {
					who = subject.InsertedBefore(who, heard[i].said, clauses[first:n+1])
				}
				u = u.relatesTo(who)
			}
			maps.Copy(u.markers, subject.ColourOf(clauses[first:last], k-first))
			for m := range phrase.Markers(c.Text) { // what stands beside the quotation in its clause
				u.markers[m] = true
			}
		}
		if isQuestion { // "could you note that …?" states it
			isQuestion = !slices.ContainsFunc(request.Find(heard[i].said), func(p request.Span) bool { return p.From <= from && to <= p.To })
		}
		return u, !isQuestion && !phrase.AsksWhatIsKnown(quote)
	}
	return unit{}, false
}

// isOtherPerson reports whether a clause is about somebody else than the speaker.
func isOtherPerson(about []phrase.Token) bool {
	return len(about) > 0 && about[len(about)-1].IsEntity()
}

// others returns the words of the statement that the quotation does not have.
func (m matcher) others(s statement, q unit) (out []phrase.Token) {
	dated := datesOf(s, q)
	for _, t := range s.counting {
		if !s.known[t.Term] && !dated[t.Term] && !m.has(q.tokens, t) {
			out = append(out, t)
		}
	}
	return out
}

// isAboutAnother reports whether the quotation begins with somebody whom the statement does not name.
func (m matcher) isAboutAnother(s statement, q unit) bool {
	for _, t := range q.tokens {
		if t.Kind == phrase.Other && !s.known[pronoun] {
			return true
		}
		if t.IsEntity() && !m.has(s.counting, t) && !s.known[t.Term] {
			return true
		}
		if t.Kind == phrase.Subject || t.Kind == phrase.Content && !t.Owned {
			return t.Noun && s.subject && !phrase.HasKind(q.tokens, phrase.Subject) && !phrase.HasKind(q.tokens, phrase.Owner) && !q.request
		}
	}
	return false
}
