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
	"keepsake/text/sieve"
)

//go:embed quantities.txt
var file string

// classes finds each class of quantities.txt.
var classes = sync.OnceValue(func() map[string]*sieve.Regexp {
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
	out := map[string]*sieve.Regexp{}
	for class, list := range patterns {
		out[class] = sieve.MustCompile(strings.Join(list, "|"))
	}
	return out
})

// rhythms are the classes of which a text that says how often has one.
var rhythms = []string{"daily", "weekly", "monthly", "yearly", "alternate"}

// frequencies are the classes of how regularly something happens.
var frequencies = []string{"seldom", "sometimes", "often", "usually", "always"}

// Quantity is what a text says of how often and how much.
type Quantity struct {
	rhythms, frequencies map[string]bool
	all, part            bool
	weekdays             bool // it names a day of every week
	partial, denies      bool // it denies almost all or not all; it denies
	scant                bool // it says that there is little of something, which "a little" does not
}

// Parse returns the quantity of a text.
func Parse(s string) Quantity {
	s = text.Fold(s)
	is := func(class string) bool { return classes()[class].MatchString(s) }
	q := Quantity{all: is("all"), part: is("part"), weekdays: is("weekdays"), rhythms: map[string]bool{}, frequencies: map[string]bool{}}
	for _, r := range rhythms {
		q.rhythms[r] = is(r)
	}
	for _, f := range frequencies {
		q.frequencies[f] = is(f)
	}
	q.partial = is("partial") || q.frequencies["seldom"]
	q.denies = q.partial || is("denial")
	q.scant = is("scant") && !is("somewhat")
	return q
}

// AddsAll reports whether a claim says that all of something is meant where that was not said.
func AddsAll(claim, said Quantity) bool { return claim.all && !said.all }

// Differ reports whether a claim says how often or how much of something otherwise than what was said: another rhythm than all that were
// said, each time of what happens every other time, "always" of what happens usually, or what happens sometimes or is a part without saying
// so. What is excepted is phrase.Exception.
func Differ(claim, said Quantity) bool {
	switch {
	case areOthers(claim.rhythms, said.rhythms), areOthers(claim.frequencies, said.frequencies):
		return true
	case said.frequencies["sometimes"] && !says(claim.frequencies), said.part && !claim.part && !said.all:
		return true
	case said.partial != claim.partial && said.denies && claim.denies: // "hardly ever" is not "never"
		return true
	case said.rhythms["alternate"] && claim.weekdays && !claim.rhythms["alternate"]:
		return true
	case claim.all && said.rhythms["alternate"] && !claim.rhythms["alternate"]:
		return true
	}
	return false
}

// DropsScant reports whether a claim leaves out that there is little of something: what is so "if it snows little" is not so if it snows.
func DropsScant(claim, said Quantity) bool { return said.scant && !claim.scant && !claim.denies }

// says reports whether classes have one that is named.
func says(classes map[string]bool) bool {
	for _, isNamed := range classes {
		if isNamed {
			return true
		}
	}
	return false
}

// areOthers reports whether both name classes, and none in common.
func areOthers(claim, said map[string]bool) bool {
	isSame, isClaimed, isSaid := false, false, false
	for class := range claim {
		isSame = isSame || claim[class] && said[class]
		isClaimed, isSaid = isClaimed || claim[class], isSaid || said[class]
	}
	return isClaimed && isSaid && !isSame
}
