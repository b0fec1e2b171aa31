package request

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// This file finds requests in scripts without spaces by a grammar of how they are built (grammar.txt): a verb that keeps, in the forms in which
// one asks, beside objects, places, calls and reasons.

//go:embed grammar.txt
var grammarFile string

// grammar is how a request is built in one language.
type grammar struct {
	ask, own             *regexp.Regexp // words that ask anywhere, and where they are a clause of their own
	aside, reason, joint *regexp.Regexp // what may stand in a clause with them, before them, and directly before them
	topic                *regexp.Regexp // what they are about, in a clause with them
	trail                *regexp.Regexp // what may follow
	hint                 string         // letters of which a request has one
	told, teller, idle   *regexp.Regexp // how goes on, and begins, what only tells, and a sentence of it
}

// grammars are those of grammar.txt, by language.
var grammars = sync.OnceValue(func() map[string]*grammar {
	lines := linesOf(grammarFile)
	expand := expander(lines)
	out := map[string]*grammar{}
	for _, language := range []string{"ja", "ko", "zh"} {
		part := func(name, around string) *regexp.Regexp {
			e := regexp.MustCompile(strings.Replace(around, "_", "(?:"+expand(language+"."+name)+")", 1))
			e.Longest()
			return e
		}
		aside := expand(language + ".aside")
		topic := "^(?:" + aside + ")*_(?:" + aside + ")*$"
		out[language] = &grammar{
			hint: expand(language + ".hint"), topic: part("topic", topic),
			ask: part("ask", "_"), own: part("own", "_"), aside: part("aside", "^_*$"), joint: part("joint", "_$"), trail: part("trail", "^_"),
			told: part("told", "_"), teller: part("teller", "_"), idle: part("idle", "_"), reason: part("reason", "^(?:"+aside+")*(?:_)?(?:"+aside+")*$"),
		}
	}
	return out
})

var partName = regexp.MustCompile(`<([a-z]+\.[a-z]+)>`)

// expander returns how the parts of a grammar are written out, by name.
func expander(lines map[string][]string) func(name string) string {
	done := map[string]string{}
	var expand func(name string) string
	expand = func(name string) string {
		if _, isDone := done[name]; !isDone {
			done[name] = partName.ReplaceAllStringFunc(strings.Join(lines[name], "|"), func(m string) string {
				return "(?:" + expand(m[1:len(m)-1]) + ")"
			})
		}
		return done[name]
	}
	return expand
}

// grammarOf returns the grammar of a text, nil where it is in no script without spaces.
func grammarOf(s string) *grammar { return grammars()[scriptCode(s)] }

// scriptCode returns "ja", "ko" or "zh" by the signs of a text, "" where it has none of theirs.
func scriptCode(s string) string {
	code := ""
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			return "ja"
		case unicode.Is(unicode.Hangul, r):
			return "ko"
		case unicode.Is(unicode.Han, r):
			code = "zh"
		}
	}
	return code
}

// stops are marks at which a clause ends in scripts without spaces.
var stops = regexp.MustCompile(`[、，。,.;；:：!！?？~〜…\n(（)）\[\]【】「」←→*]+|--?>|<--?`)

// findDense returns where in a sentence a request stands with the clauses around it that only say why.
func findDense(s string) (out []Span) {
	g := grammarOf(s)
	if g == nil || !strings.ContainsAny(s, g.hint) || g.idle.MatchString(s) {
		return nil
	}
	for _, at := range g.ask.FindAllStringIndex(s, -1) {
		if found, ok := g.around(s, Span{From: at[0], To: at[1]}, false); ok {
			out = append(out, found)
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, at := range g.own.FindAllStringIndex(s, -1) {
		if found, ok := g.around(s, Span{From: at[0], To: at[1]}, true); ok {
			out = append(out, found)
		}
	}
	return out
}

// isDenseTelling reports whether a sentence in a script without spaces only tells of keeping.
func isDenseTelling(s string) bool {
	g := grammarOf(s)
	return g != nil && strings.ContainsAny(s, g.hint) && g.idle.MatchString(s)
}

// around returns a request with what belongs to it besides the words that ask; ok is false where they only tell of one, or are no clause of
// their own where they have to be.
func (g *grammar) around(s string, at Span, isOwn bool) (Span, bool) {
	begins, head := clauseBefore(s[:at.From])
	if g.told.MatchString(s[at.To:]) || g.teller.MatchString(s[:at.From]) {
		return at, false
	}
	if saidByOther.MatchString(s[:at.From]) {
		return at, false
	}
	isAlone := g.aside.MatchString(head) || g.reason.MatchString(head) || g.topic.MatchString(head)
	if isOwn && (!isAlone || !endsClause(s[:at.To], s[at.To:])) {
		return at, false
	}
	to := at.To + len(g.trail.FindString(s[at.To:]))
	from := at.From
	if isAlone {
		from = begins
		for from > 0 {
			before, clause := clauseBefore(strings.TrimRightFunc(s[:from], isStop))
			if before >= from || !g.reason.MatchString(clause) {
				break
			}
			from = before
		}
	} else if joint := g.joint.FindStringIndex(s[:at.From]); joint != nil && joint[0] >= begins {
		from = joint[0]
	}
	return Span{From: from, To: g.reasonBehind(s, to, saysSomething(s[:from]))}, true
}

// reasonBehind returns where the clauses behind a request end that only say why. The last one of a sentence may be what is to be kept, where
// nothing else is.
func (g *grammar) reasonBehind(s string, to int, mayEnd bool) int {
	for to < len(s) {
		rest := s[to:]
		mark := stops.FindStringIndex(rest)
		if mark == nil || strings.TrimSpace(rest[:mark[0]]) != "" {
			break
		}
		end := len(rest)
		if next := stops.FindStringIndex(rest[mark[1]:]); next != nil {
			end = mark[1] + next[0]
		}
		if clause := rest[mark[1]:end]; strings.TrimSpace(clause) == "" || end == len(rest) && !mayEnd || !g.reason.MatchString(clause) {
			break
		}
		to += end
	}
	return to
}

// isStop reports whether a sign may stand between two clauses.
func isStop(r rune) bool { return isEdge(r) || strings.ContainsRune("~〜*[]【】「」<>→", r) }

// clauseBefore returns where the last clause of a text begins, and that clause.
func clauseBefore(s string) (int, string) {
	begins := 0
	if all := stops.FindAllStringIndex(s, -1); len(all) > 0 {
		begins = all[len(all)-1][1]
	}
	return begins, s[begins:]
}

// endsClause reports whether a clause ends between two texts.
func endsClause(head, behind string) bool {
	last, _ := utf8.DecodeLastRuneInString(head)
	next, size := utf8.DecodeRuneInString(behind)
	isInWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == 'ー' }
	return size == 0 || !isInWord(last) || !isInWord(next)
}

// isDenseRequest reports whether a sentence in a script without spaces asks to keep something and says nothing else.
func isDenseRequest(s string) bool {
	for _, at := range findDense(s) {
		if !saysSomething(s[:at.From]) && !saysSomething(s[at.To:]) {
			return true
		}
	}
	return false
}

// isDenseLead reports whether a sentence in a script without spaces only leads to a request: "重要！"
func isDenseLead(s string) bool {
	g := grammarOf(s)
	return g != nil && g.reason.MatchString(strings.TrimFunc(s, isStop))
}

// tellsBehind reports whether what stands behind words in a script without spaces makes telling of them.
func tellsBehind(behind string) bool {
	g := grammarOf(behind)
	return g != nil && g.told.MatchString(behind)
}
