package reply

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/request"
)

// This file is what somebody asks not to keep: "I am getting divorced. Do not save that."

// Withdrawn is what is left of a text when what somebody asks not to keep is left out.
type Withdrawn struct {
	Left string   // as long as the text: spaces stand for what was left out
	Out  []string // what was left out, without the words that ask for it
	// By is the text that asks for it, -1 = none.
	By int
}

// Withdraw returns of each text of one person, oldest first, what is left of it. A wish that says nothing itself ("don't save that") is about the other
// statements of its text, or where there are none about the text before it; one that does is about its own sentence. What somebody asks to keep stays.
func Withdraw(texts []string) []Withdrawn {
	out := make([]Withdrawn, len(texts))
	for i, s := range texts {
		out[i] = Withdrawn{Left: s, By: -1}
		if !phrase.RefusesKeeping(s) {
			continue
		}
		pointing := false
		for _, p := range sentencesOf(s) {
			if sentence := s[p.From:p.To]; phrase.RefusesKeeping(sentence) {
				pointing = pointing || !states(phrase.CutRefusal(sentence))
				out[i].leaveOut(p, i)
			}
		}
		if !pointing {
			continue
		}
		if !out[i].leaveOutStatements(i) && i > 0 {
			out[i-1].leaveOutStatements(i)
		}
	}
	return out
}

// mentioning finds words that only lead to what is told, and may look like a request to keep it.
var mentioning = regexp.MustCompile(`(?i)\b(?:by the way|fyi|for the record|(?:just )?so you know|you should know(?: that)?|zur info|pour info|(?:para )?que (?:lo )?sepas|sache que)\b|к сведению`)

// leaveOutStatements leaves all out that a text states and does not ask to keep, because of the text at by, and reports whether there is any.
func (w *Withdrawn) leaveOutStatements(by int) (ok bool) {
	for _, p := range sentencesOf(w.Left) {
		if sentence := w.Left[p.From:p.To]; states(sentence) && !p.isQuestion && len(request.Find(mentioning.ReplaceAllString(sentence, " "))) == 0 {
			w.leaveOut(p, by)
			ok = true
		}
	}
	return ok
}

func (w *Withdrawn) leaveOut(p span, by int) {
	if out := strings.TrimSpace(phrase.CutRefusal(w.Left[p.From:p.To])); states(out) {
		w.Out = append(w.Out, out)
	}
	w.Left, w.By = w.Left[:p.From]+strings.Repeat(" ", p.To-p.From)+w.Left[p.To:], by
}

// span is a sentence of a text, from and to in its bytes.
type span struct {
	From, To   int
	isQuestion bool
}

func sentencesOf(s string) (out []span) {
	for _, c := range phrase.Clauses(s) {
		if c.First || len(out) == 0 {
			out = append(out, span{From: c.From, To: c.To, isQuestion: true})
		}
		out[len(out)-1].To = c.To
		out[len(out)-1].isQuestion = out[len(out)-1].isQuestion && c.IsQuestion
	}
	return out
}

// states reports whether a text says something: more than yes, no, courtesies and what points to something else.
func states(s string) bool {
	return slices.ContainsFunc(phrase.Clauses(s), func(c phrase.Clause) bool {
		if phrase.IsYes(c.Text) || phrase.IsNo(c.Text) {
			return false
		}
		return slices.ContainsFunc(phrase.Tokens(withoutDense.Replace(c.Text)), func(t phrase.Token) bool {
			return t.Counts() && !pointing[t.Term] && !against[t.Term] && !phrase.IsYes(t.Term)
		})
	})
}

// pointing are words that stand for what was said before; withoutDense takes those of scripts without spaces out of a text, and what stands with them.
var (
	pointing     = wordsOf("pointing")
	withoutDense = func() *strings.Replacer {
		words := listOf("pointing, dense")
		slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) })
		var pairs []string
		for _, w := range words {
			pairs = append(pairs, w, " ")
		}
		return strings.NewReplacer(pairs...)
	}()
)

// IsNear reports whether a claim may be of what was said, in whatever form: two of their words begin alike.
func IsNear(said, claim string) bool {
	begins := func(t phrase.Token) string { return string([]rune(t.Term + "    ")[:nearLetters]) }
	tokens := phrase.Tokens(said)
	return slices.ContainsFunc(phrase.Tokens(claim), func(t phrase.Token) bool {
		return t.Counts() && slices.ContainsFunc(tokens, func(o phrase.Token) bool { return o.Counts() && begins(o) == begins(t) })
	})
}

const nearLetters = 4
