// Package quantity tells how often something happens and how much of it is meant, as far as a text says so, and whether two texts say it
// otherwise: "every Wednesday" is not "every other Wednesday", and "all my hives" are not "two of five".
//
// It knows expressions (quantities.txt), not numbers: those are compared as they are. It is pure. Start reading at Differ.
package quantity

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"

	"keepsake/text"
)

//go:embed quantities.txt
var file string

// classes finds each class of quantities.txt.
var classes = sync.OnceValue(func() map[string]*regexp.Regexp {
	patterns := map[string][]string{}
	for line := range strings.Lines(file) {
		name, list, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		class, isDense := strings.CutSuffix(name, " dense")
		list = regexp.QuoteMeta(text.Fold(list))
		list = strings.ReplaceAll(list, `\|`, "|")
		if !isDense {
			list = `(?:^|[^\pL\pM\pN])(?:` + list + `)(?:$|[^\pL\pM\pN])`
		}
		patterns[class] = append(patterns[class], list)
	}
	out := map[string]*regexp.Regexp{}
	for class, list := range patterns {
		out[class] = regexp.MustCompile(strings.Join(list, "|"))
	}
	return out
})

// rhythms are the classes of which a text that says how often has one.
var rhythms = []string{"daily", "weekly", "monthly", "yearly", "alternate"}

// Quantity is what a text says of how often and how much.
type Quantity struct {
	rhythms   map[string]bool
	all, part bool
}

// Of returns the quantity of a text.
func Of(s string) Quantity {
	s = text.Fold(s)
	q := Quantity{all: classes()["all"].MatchString(s), part: classes()["part"].MatchString(s), rhythms: map[string]bool{}}
	for _, r := range rhythms {
		q.rhythms[r] = classes()[r].MatchString(s)
	}
	return q
}

// AddsAll reports whether a claim says that all of something is meant where that was not said.
func AddsAll(claim, said Quantity) bool { return claim.all && !said.all }

// Differ reports whether a claim says how often or how much of something otherwise than what was said: another rhythm than all that were
// said, each time of what happens every other time, or all of what is a part. A claim that says nothing of it differs from nothing.
func Differ(claim, said Quantity) bool {
	isSame, isClaimed, isSaid := false, false, false
	for _, r := range rhythms {
		isSame = isSame || claim.rhythms[r] && said.rhythms[r]
		isClaimed, isSaid = isClaimed || claim.rhythms[r], isSaid || said.rhythms[r]
	}
	switch {
	case isClaimed && isSaid && !isSame:
		return true
	case claim.all && said.rhythms["alternate"] && !claim.rhythms["alternate"]:
		return true
	}
	return claim.all && !claim.part && said.part && !said.all
}
