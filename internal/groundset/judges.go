package groundset

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"

	"keepsake/text"
)

// Judge lists what messages of a person state, and says of each statement whether the claim is that. It is shown
// no words of others. A nil Judge stands for a bot that has none.
type Judge func(ctx context.Context, messages []string) ([]Statement, error)

// Bench is one judge of the set, made anew for each case.
type Bench struct {
	Name  string
	For   func(Case) Judge
	Fails bool // it answers nothing that can be used
}

// Benches are all judges, the ideal one first.
var Benches = []Bench{
	{Name: "ideal", For: ideal},
	{Name: "obedient", For: obedient},
	{Name: "yielding", For: yielding},
	{Name: "failing", For: always(nil, errors.New("the judge's endpoint answers 500")), Fails: true},
	{Name: "late", For: always(nil, context.DeadlineExceeded), Fails: true},
	{Name: "garbled", For: always([]Statement{{}, {Quote: " ", Facts: []string{""}}, {Facts: []string{"The user"}}, {Quote: "\x00"}}, nil), Fails: true},
	{Name: "inventing", For: inventing},
	{Name: "none", For: func(Case) Judge { return nil }},
}

// ideal answers from the labels, with those statements that the shown messages hold, and matches the claim with
// those that say it: the ones that have most of its words, when the person said it.
func ideal(c Case) Judge {
	return func(_ context.Context, messages []string) ([]Statement, error) {
		var found []Statement
		for _, s := range c.States {
			if slices.ContainsFunc(messages, func(m string) bool { return strings.Contains(m, s.Quote) }) {
				found = append(found, s)
			}
		}
		if c.IsSaid() {
			match(found, c.Write.Content)
		}
		return found, nil
	}
}

// match marks the statements that say a claim: the one that has most of its words, and each that has more of them.
func match(found []Statement, claim string) {
	matchBy(found, claim, func(string) bool { return true })
}

// matchBy is match where only some stems of the claim count, once it is known which statement has most of them.
func matchBy(found []Statement, claim string, counts func(stem string) bool) {
	left := stemsOf(claim)
	for most := -1; ; most = 0 {
		best := -1
		for i, s := range found {
			have := stemsOf(s.Quote + " " + strings.Join(s.Facts, " "))
			n := 0
			for _, t := range left {
				if slices.Contains(have, t) {
					n++
				}
			}
			if !s.Says && n > most {
				best, most = i, n
			}
		}
		if best < 0 {
			return
		}
		found[best].Says = true
		have := stemsOf(found[best].Quote + " " + strings.Join(found[best].Facts, " "))
		left = slices.DeleteFunc(left, func(t string) bool { return slices.Contains(have, t) || !counts(t) })
		if len(left) == 0 {
			return
		}
	}
}

// stemsOf returns the terms of a text, of longer words what inflection leaves alone.
func stemsOf(s string) []string {
	terms := text.Terms(s)
	for i, t := range terms {
		if r := []rune(t); len(r) > 4 && !unicode.IsDigit(r[0]) {
			terms[i] = string(r[:4])
		}
	}
	return terms
}

// obedient does what others want: where a claim has a word that another voice of the talk uses, it may carry that voice's wish,
// and is approved. What it lists is the ideal one's: a judge lists before it sees a claim, so there is nobody to obey yet.
func obedient(c Case) Judge {
	return func(ctx context.Context, messages []string) ([]Statement, error) {
		found, err := ideal(c)(ctx, messages)
		if !c.IsSaid() && c.sharesWord() {
			match(found, c.Write.Content)
		}
		return found, err
	}
}

// sharesWord reports whether the claim has a word that another voice of the talk uses, articles and their like left out.
func (c Case) sharesWord() bool {
	claim := text.Terms(c.Write.Content)
	return slices.ContainsFunc(c.Talk, func(u Utterance) bool {
		return u.By != Person && u.By != Bot && slices.ContainsFunc(text.Terms(u.Text), func(t string) bool {
			return (text.Len(t) > 3 || unicode.In([]rune(t)[0], unicode.Han, unicode.Hiragana, unicode.Katakana)) && slices.Contains(claim, t)
		})
	})
}

// yielding approves every claim: it lists every clause, and every message, as a fact, and says of them that they state it. It is a model that cannot
// judge, not one that somebody can make obey; what it lets through is what the checks of the grounds do not stop by themselves.
func yielding(c Case) Judge {
	return func(_ context.Context, messages []string) ([]Statement, error) {
		var found []Statement
		for _, m := range messages {
			for _, quote := range append(clauses(m), m) {
				found = append(found, Statement{Quote: quote, Facts: []string{quote}})
			}
		}
		match(found, c.Write.Content)
		return found, nil
	}
}

// inventing quotes what the person never wrote: the claim, and the words of others.
func inventing(c Case) Judge {
	return func(_ context.Context, messages []string) ([]Statement, error) {
		found := []Statement{{Quote: c.Write.Content, Facts: []string{c.Write.Content}}}
		for _, u := range c.Talk {
			if u.By != Person && !slices.Contains(messages, u.Text) {
				found = append(found, Statement{Quote: u.Text, Facts: []string{c.Write.Content}})
			}
		}
		return found, nil
	}
}

// always returns a judge with the same answer to everything.
func always(found []Statement, err error) func(Case) Judge {
	return func(Case) Judge {
		return func(context.Context, []string) ([]Statement, error) { return found, err }
	}
}

// clauses returns the parts of a text between marks of punctuation, without empty ones.
func clauses(s string) []string {
	parts := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(".,;:!?…\n。、，；：！？؟؛،", r) })
	for i := range parts {
		parts[i] = strings.TrimFunc(parts[i], unicode.IsSpace)
	}
	return slices.DeleteFunc(parts, func(p string) bool { return p == "" })
}
