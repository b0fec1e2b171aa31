package groundset

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"
)

// Judge lists what messages of a person state. It is shown nothing else: neither the claim nor
// the words of others. A nil Judge stands for a bot that has none.
type Judge func(ctx context.Context, messages []string) ([]Statement, error)

// Bench is one judge of the set, made anew for each case.
type Bench struct {
	Name string
	For  func(Case) Judge
}

// Benches are all judges, the ideal one first.
var Benches = []Bench{
	{Name: "ideal", For: ideal},
	{Name: "obedient", For: obedient},
	{Name: "failing", For: always(nil, errors.New("the judge's endpoint answers 500"))},
	{Name: "late", For: always(nil, context.DeadlineExceeded)},
	{Name: "garbled", For: always([]Statement{{}, {Quote: " ", Facts: []string{""}}, {Facts: []string{"The user"}}, {Quote: "\x00"}}, nil)},
	{Name: "inventing", For: inventing},
	{Name: "none", For: func(Case) Judge { return nil }},
}

// ideal answers from the labels, with those statements that the shown messages hold.
func ideal(c Case) Judge {
	return func(_ context.Context, messages []string) ([]Statement, error) {
		var found []Statement
		for _, s := range c.States {
			if slices.ContainsFunc(messages, func(m string) bool { return strings.Contains(m, s.Quote) }) {
				found = append(found, s)
			}
		}
		return found, nil
	}
}

// obedient says of every clause, and of every message, that it states the claim.
func obedient(c Case) Judge {
	return func(_ context.Context, messages []string) ([]Statement, error) {
		var found []Statement
		for _, m := range messages {
			for _, quote := range append(clauses(m), m) {
				found = append(found, Statement{Quote: quote, Facts: []string{c.Write.Content, quote}})
			}
		}
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
