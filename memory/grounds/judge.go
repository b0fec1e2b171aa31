// Package grounds answers one question about a write that a model asks for: did this person say it?
//
// It is pure: it takes a window of messages and returns a verdict, without a store or a model.
// It does not judge what is true or worth keeping (the model does, by its rules), nor what person and
// operator allow.
//
// The rule (DESIGN, "Writing a memory"), with and without other people's texts around:
//   - What counts is what the person typed or spoke in this turn, or, when they affirm a question, what
//     they had said before it. The bot's own words, questions, and everybody else's words, also those that they pasted, count for nothing.
//   - By words: the claim stands in one clause of theirs, or each of its parts in clauses of one
//     message; its names and numbers exactly, other words in any inflection. Another order is accepted
//     where it turns no relation round, and nothing is left out between them (phrase/plain). What the clause is about, its denial, its time and its
//     reservations ("if", "maybe", "Anna says") must be the claim's.
//   - A word that foreign text also uses must stand there letter by letter.
//   - What is not said word for word a judge settles, where there is one: a model that lists what the person
//     states (Statement) before it sees a claim, then matches claims with its list, and sees no words of others. Its quotations
//     are checked to be there, and the claim to agree with what it listed (fact.go) or with the person's nearest words
//     (contrary.go) in names, numbers, days, denial, reservations and whom it is about (matched.go). Without a judge, what is
//     not said in so many words waits; what the person asked to keep is then kept in their own words (package own).
//   - An update that adds something needs that said, about the same matter. One that only removes or
//     reorders needs the whole said, or what it removes denied.
//
// An uncertain write waits for a tap: that costs the person a second, while a wrong memory
// costs their trust in all others. But a false alarm is a defect as well; both are measured (make grounds).
//
// Invariants: a verdict that allows names only messages of the person as evidence, with the words that
// say it; a masked message is nobody's evidence.
//
// Start reading at Judge, or at Listen where several writes are judged; what a claim and a unit of speech are is in claim.go and unit.go, how
// they are compared in match.go, numbers, days and times in dates.go, what a judge adds in matched.go.
package grounds

import (
	"slices"
	"strings"
	"time"

	"keepsake/memory"
	"keepsake/phrase"
	"keepsake/phrase/retold"
	"keepsake/session"
	"keepsake/text"
	"keepsake/trust"
)

// Reasons why a write waits, constant English (memory.Decision.Reason).
const (
	ReasonForeign = "someone else's text in the conversation says it, not the person"
	ReasonUnsaid  = "the person did not say it in so many words"
	ReasonRefused = "the person asked not to keep it"
	ReasonHidden  = "the text has characters that cannot be seen, or look like others"
)

// Write is the memory that a tool wants to write.
type Write struct {
	Content string
	Subject string // "" when none
	Before  string // the present content, for an update; "" for an addition
	// Task says that it is the title of something to be done: a request, not a statement.
	Task bool
	// together says that it is about all who are there: "The group …".
	together bool
}

// View is what the model saw.
type View struct {
	Window []session.Message // oldest first, this turn's messages included
	TurnID string            // this turn; "" = every message is of it
	// Group says that several people speak: own words are then only those of Speaker (who
	// wrote this turn; "" = nobody with an id), all others' are a member's.
	Group   bool
	Speaker string
	// Self is how a group's model names the speaker, "Ann (u42)": in a write that is the
	// speaker, as "the user" is in a private chat.
	Self string
	// Name is what the speaker is called: in a write of a private chat that is "the user", too.
	Name string
	// Foreign are texts of others that the window does not show: what scrolled away, memories that
	// are not the person's word.
	Foreign []string
	Zone    *time.Location // the person's, for "tomorrow"; nil = UTC
	// Stated is what a judge listed of ListOwnTexts; nil = no judge was asked.
	Stated []Statement
	// Asked are the claims that the judge was shown (ClaimOf): it says of each statement which of them it says.
	Asked []string
	// Task says that what is judged is something to be done, and so no matter of what the person asks not to keep.
	Task bool
	// Unasked says that a reader listed the claims and nobody asked to keep them: then nothing is lost when they wait, and each
	// word has to agree, as where others speak of the matter.
	Unasked bool
}

// Verdict says whether a write is allowed, and on what evidence.
type Verdict struct {
	Allowed  bool
	Reason   string            // why it waits; "" when allowed
	Evidence []memory.Evidence // what it rests on, oldest first
	// SaidNow says that the person said it in this turn, not only affirmed it.
	SaidNow bool
	// IsOpen says that a judge may settle what the words do not, or that they settle only as long as there is none.
	IsOpen bool
	// Subject is the write's subject as far as it is grounded; "" when somebody else may have put it in.
	Subject string
	// Check is which check of the code holds up what the judge was asked about, constant English for measuring; "" when none does.
	Check string
	// IsJudged says that a judge was asked about the write.
	IsJudged bool
	// Matched is what a judge says states the claim, where Check holds it up.
	Matched []Quotation
	// Method is how it was found out: MethodWords or MethodJudge; "" when it waits.
	Method string
}

// Methods of a verdict.
const (
	MethodWords = "words"
	MethodJudge = "judge"
)

// reach is how many messages of the person before a "yes" it may be about; shown how many texts of
// others explain why a write waits.
const (
	reach = 3
	shown = 3
)

// Judge returns the verdict about a write.
func Judge(w Write, v View) Verdict { return Listen(v).Judge(w) }

// Judge returns the verdict about a write.
func (h *Hearing) Judge(w Write) Verdict {
	v := h.view
	subject, asWritten := strings.TrimSpace(w.Subject), w
	if w = v.nameSpeakerPlainly(w); w.Before == "" && !w.Task {
		w.Content = retold.Unreported(w.Content)
	}
	c := newClaim(w)
	if hasHidden(w.Content) || hasHidden(w.Subject) {
		return newWaiting(ReasonHidden, c, h.own, h.foreign)
	}
	m, heard := h.matcher, h.heard
	units := h.datedUnits(c)
	if c.keepsWrong(units, heard) {
		return newWaiting(ReasonUnsaid, c, h.own, h.foreign)
	}
	found, isRetold := h.findRetold(w)
	ok := isRetold
	if !ok {
		found, ok = m.findSaid(c, units)
	}
	if !ok && w.together { // perhaps the person said "the group", too
		found, ok = m.findSaid(newClaim(asWritten), units)
	}
	if named, isNamed := v.namePersonPlainly(w); !ok && isNamed { // "Ann likes tea", said by Ann
		if found, ok = m.findSaid(newClaim(named), units); !ok {
			c = newClaim(named)
		}
	}
	if called, isName := wishToBeCalled(w); !ok && isName { // "call me Ann"
		found, ok = m.findSaid(newClaim(called), units)
	}
	method, isOpen, check := MethodWords, false, ""
	isAsked := slices.Contains(v.Asked, ClaimOf(asWritten.Content)) && h.isSensible
	switch {
	case isRetold, ok && m.isVerbatim(c, found):
	case isAsked:
		method = MethodJudge
		found, check = m.findMatched(c, asWritten.Content, ok, v, heard)
		ok = check == ""
	case ok:
		isOpen = v.Stated == nil
	}
	if ok && h.isLimited(found) {
		ok, found, check = false, nil, "a yes that limits it"
	}
	if !ok {
		out := newWaiting(ReasonUnsaid, c, h.own, h.foreign)
		out.Check, out.IsJudged = check, isAsked
		for _, u := range found { // none without a check
			out.Matched = append(out.Matched, h.quotation(u))
		}
		if isSaidByOthers(c, h.foreign) {
			out.Reason = ReasonForeign
		}
		out.IsOpen = v.Stated == nil && check == "" && (isRelated(c, heard) || isAskedFor(heard) || saysMuch(heard))
		if h.isRefused(c, w) {
			out.Reason, out.IsOpen = ReasonRefused, false
		}
		return out
	}
	out := Verdict{Allowed: true, Method: method, IsOpen: isOpen}
	for _, u := range found {
		said := heard[u.voice]
		out.Evidence = append(out.Evidence, said.evidence(u.from, u.to))
		out.SaidNow = out.SaidNow || v.isNow(said)
	}
	if !out.SaidNow { // the "yes" belongs to the evidence
		for _, said := range heard {
			if said.message.TurnID == v.TurnID {
				out.Evidence = append(out.Evidence, said.evidence(0, len(said.said)))
			}
		}
	}
	if m.isGroundedSubject(w, heard) {
		out.Subject = subject
	}
	return out
}

// InZone returns a time on the person's clock.
func (v View) InZone(t time.Time) time.Time {
	if v.Zone == nil {
		return t.UTC()
	}
	return t.In(v.Zone)
}

// ListOwnTexts returns the person's own texts that a judge is shown: those that Judge looks at.
func ListOwnTexts(v View) []string {
	var out []string
	for _, h := range ListSaid(v) {
		out = append(out, h.Text)
	}
	return out
}

// Said is one text of the person that Judge looks at, without what it quotes.
type Said struct {
	Message session.Message
	Text    string
}

// Evidence returns a part of the text, from and to in its bytes, as evidence.
func (s Said) Evidence(from, to int) memory.Evidence {
	return voice{message: s.Message, said: s.Text, level: trust.Person}.evidence(from, to)
}

// Quotation is a part of a text of the person's, From and To in its bytes.
type Quotation struct {
	Said
	From, To int
	Facts    []string // what a judge listed of it
}

// ListSaid returns the texts of ListOwnTexts with their messages.
func ListSaid(v View) []Said {
	own, _ := splitVoices(v)
	var out []Said
	for _, h := range v.heard(own) {
		out = append(out, Said{h.message, h.said})
	}
	return out
}

// SaidBy returns all texts of the person's in a view, oldest first.
func SaidBy(v View) []Said {
	own, _ := splitVoices(v)
	var out []Said
	for _, o := range own {
		out = append(out, Said{o.message, o.said})
	}
	return out
}

// hasHidden reports whether s has invisible characters.
func hasHidden(s string) bool { return text.Visible(s) != s }

// newWaiting returns a verdict that needs a tap. Its evidence shows where the write came from.
func newWaiting(reason string, c claim, own, foreign []voice) Verdict {
	out := Verdict{Reason: reason}
	var from []voice
	for _, f := range foreign {
		if f.message.ID != "" && mentions(f.said, c.whole) {
			from = append(from, f)
		}
	}
	from = from[max(0, len(from)-shown):]
	for _, o := range own[max(0, len(own)-shown):] {
		if mentions(o.said, c.whole) {
			from = append(from, o)
		}
	}
	slices.SortStableFunc(from, func(a, b voice) int { return a.place - b.place })
	for _, f := range from {
		out.Evidence = append(out.Evidence, f.evidence(0, len(f.said)))
	}
	return out
}

// mentions reports whether a text has a word that the statement counts on.
func mentions(said string, s statement) bool {
	return (matcher{}).mentionsAny(s.counting, phrase.Tokens(said))
}

// isSaidByOthers reports whether one foreign text has most of the claim's words.
func isSaidByOthers(c claim, foreign []voice) bool {
	return slices.ContainsFunc(foreign, func(f voice) bool {
		n := len((matcher{}).shareOf(c.whole, unit{tokens: phrase.Tokens(f.said)}).counting)
		return 5*n >= 3*len(c.whole.counting) && n > 0
	})
}

// isRelated reports whether the person said anything that shares a word with the claim. Without one no
// judge can find it there.
func isRelated(c claim, heard []voice) bool {
	return slices.ContainsFunc(heard, func(h voice) bool { return mentions(h.said, c.whole) })
}

// isAskedFor reports whether the person asks to keep something, in whatever language.
func isAskedFor(heard []voice) bool {
	return slices.ContainsFunc(heard, func(h voice) bool { return phrase.HasRequest(h.said) })
}

// saysMuch reports whether the person said more than a greeting: then a judge may find a claim in it that shares no
// word with it.
func saysMuch(heard []voice) bool {
	return slices.ContainsFunc(heard, func(h voice) bool { return slices.ContainsFunc(phrase.Tokens(h.said), phrase.Token.Counts) })
}

// isGroundedSubject reports whether each word of a write's subject is in the content or in what the person
// said. A label that a model made up, or took from somebody else's text, is dropped: it would stand in
// every later prompt.
func (m matcher) isGroundedSubject(w Write, heard []voice) bool {
	if text.Len(w.Subject) > memory.MaxSubject {
		return true // it is refused as it is
	}
	tokens := append(phrase.Tokens(w.Content), wordsOf(heard)...)
	return !slices.ContainsFunc(phrase.Tokens(w.Subject), func(t phrase.Token) bool { return t.Counts() && !m.has(tokens, t) })
}
