// Package sieve runs a regular expression only on texts that have the words which a match needs.
//
// Expressions of hundreds of alternatives take package regexp some microseconds for each letter of a text, and most texts have none
// of the alternatives. A Regexp answers as the expression of package regexp does; it looks for the words first, which takes some
// nanoseconds for each letter. It helps where a match is rare and each alternative has a word of its own; an expression that may
// match without any certain word runs always.
//
// Start reading at Regexp.
package sieve

import (
	"regexp"
	"sync"
)

// Regexp is a regular expression with the words that its matches need. The methods here look for these first; all others are those
// of package regexp.
type Regexp struct {
	*regexp.Regexp
	needles func() *needles // nil = a match needs no certain word
}

// MustCompile returns the expression of a pattern, or panics as regexp.MustCompile does. The words are read at the first use.
func MustCompile(pattern string) *Regexp {
	return &Regexp{
		Regexp:  regexp.MustCompile(pattern),
		needles: sync.OnceValue(func() *needles { return newNeedles(requiredWords(pattern)) }),
	}
}

// mayMatch reports whether a text has a word that a match needs.
func (r *Regexp) mayMatch(s string) bool {
	n := r.needles()
	return n == nil || n.isIn(s)
}

// MatchString reports whether the expression matches in a text.
func (r *Regexp) MatchString(s string) bool { return r.mayMatch(s) && r.Regexp.MatchString(s) }

// FindStringIndex returns where the first match is, or nil.
func (r *Regexp) FindStringIndex(s string) []int {
	if !r.mayMatch(s) {
		return nil
	}
	return r.Regexp.FindStringIndex(s)
}

// FindStringSubmatchIndex returns where the first match and its groups are, or nil.
func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	if !r.mayMatch(s) {
		return nil
	}
	return r.Regexp.FindStringSubmatchIndex(s)
}

// FindAllStringIndex returns where the first n matches are, all if n is negative, or nil.
func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	if !r.mayMatch(s) {
		return nil
	}
	return r.Regexp.FindAllStringIndex(s, n)
}

// FindAllStringSubmatchIndex returns where the first n matches and their groups are, all if n is negative, or nil.
func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	if !r.mayMatch(s) {
		return nil
	}
	return r.Regexp.FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString returns a text with its matches replaced, as regexp.Regexp.ReplaceAllString does.
func (r *Regexp) ReplaceAllString(s, with string) string {
	if !r.mayMatch(s) {
		return s
	}
	return r.Regexp.ReplaceAllString(s, with)
}

// ReplaceAllStringFunc returns a text with its matches replaced, as regexp.Regexp.ReplaceAllStringFunc does.
func (r *Regexp) ReplaceAllStringFunc(s string, with func(string) string) string {
	if !r.mayMatch(s) {
		return s
	}
	return r.Regexp.ReplaceAllStringFunc(s, with)
}
