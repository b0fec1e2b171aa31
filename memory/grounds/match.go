package grounds

import (
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/moment"
	"keepsake/phrase/numeral"
	"keepsake/phrase/plain"
	"keepsake/phrase/polarity"
	"keepsake/phrase/quantity"
	"keepsake/phrase/relation"
	"keepsake/phrase/subject"
	"keepsake/phrase/tense"
)

// statement is a part of a claim: what must have been said as one thing.
type statement struct {
	tokens   []phrase.Token
	counting []phrase.Token // those that carry what is said
	polarity.Polarity
	markers  map[phrase.Marker]bool
	subject  bool // the person is what it is about: "User lives …"
	object   bool // the person is in it, but not what it is about
	copular  bool
	wish     bool
	together bool // about all of a group: then "we" must have been said
	// known are terms that the memory to be updated holds: they need not be said again.
	known    map[string]bool
	dates    []string     // that it gives, and the terms they are cut into
	weekdays map[int]bool // that it names
	quantity quantity.Quantity
	time     tense.Time
	text     string // of it
	asks     bool   // it tells of a question
	isPast   bool   // it names a time before it is said
}

func newStatement(s string) statement {
	st := statement{tokens: phrase.Tokens(s), dates: moment.Find(s), weekdays: moment.Weekdays(s), markers: phrase.Markers(s), Polarity: polarity.Parse(s),
		quantity: quantity.Parse(s), time: tense.Parse(s), asks: phrase.TellsOfQuestion(s), isPast: moment.IsPast(s), text: s}
	st.fill()
	return st
}

func (s *statement) fill() {
	s.counting = nil
	s.tokens = phrase.JoinAppositions(s.tokens)
	for _, t := range s.tokens {
		switch t.Kind {
		case phrase.Subject:
			isWhen := func(t phrase.Token) bool { return isTime(t) || relation.IsPeriod(t.Term) }
			if count(s.counting, isWhen) == len(s.counting) && !s.object { // "next week the user …"
				s.subject = true
			} else if !s.subject {
				s.object = true
			}
		case phrase.Object:
			s.object = true
		case phrase.Copula:
			s.copular = true
		case phrase.Wish:
			s.wish = true
		case phrase.Deny:
			s.wish = s.wish || t.Term == "不想" || t.Term == "不要" // "does not want"
		}
		if t.Counts() {
			s.counting = append(s.counting, t)
		}
	}
	// "Алек — начальник пользователя": nothing but who is whose
	s.copular = s.copular || len(s.counting) > 1 && !slices.ContainsFunc(s.counting, func(t phrase.Token) bool { return !t.IsEntity() })
}

// matcher compares statements with what was said.
type matcher struct {
	// borrowed are the terms that foreign texts use: they must stand letter by letter.
	borrowed map[string]bool
	// addressed says that a foreign text speaks to the bot: then the judge's wordings lend no word.
	addressed bool
	// pictured says that a picture stands in the window, whose words only a model reads: then no word is new.
	pictured bool
	// foreign are the texts of others.
	foreign []voice
	// proposed are the terms of the bot's own messages.
	proposed map[string]bool
	// self is how a group's model names the speaker.
	self string
	// isListedBlind says that no claim had a part in the facts that a judge listed.
	isListedBlind bool
	// listed is all that a judge listed, whatever it matched with the claim.
	listed []Statement
	// cut holds the units of what was heard, by text.
	cut [][]unit
}

// isSaidBy reports whether a unit says the statement: all of its words, in the order they were said
// unless no relation is turned round by another, about the same subject, with the same denial and the
// same reservations.
func (m matcher) isSaidBy(s statement, u unit) bool {
	if s.together && !phrase.IsPlural(u.tokens) {
		return false
	}
	at, ok := m.align(s, u)
	if !ok || len(at) == 0 || !m.agreesInDenial(s, u, at) && (u.Mixed || u.Remainder != nil || s.Denies || u.Denies || u.instructs) {
		return false
	}
	if u.isInOneClause(at) || relation.ReordersDays(u.tokens, s.counting) || hasOtherDate(s, u) {
		return false
	}
	if s.object && !s.subject && !u.request && phrase.HasKind(u.tokens, phrase.Other) && !phrase.HasKind(u.tokens, phrase.Object) && !phrase.HasKind(u.tokens, phrase.Subject) && !phrase.HasKind(u.tokens, phrase.Owner) {
		return false // "that's fine for her" is not for the user
	}
	if quantity.Differ(s.quantity, u.quantity) || quantity.AddsAll(s.quantity, u.quantity) && len(s.weekdays) == 0 || tense.BringsForward(s.time, u.time) || tense.MakesLasting(s.time, u.time) || m.leavesOutGovernor(s, u) {
		return false
	}
	if skipsBesideNumber(s, u, at) || !s.Denies && m.deniesAll(s, u) {
		return false
	}
	return m.keepsNumbers(s, u) && m.agreesInTime(s, u, at) && m.relatesAlike(s, u, at) && !swapsWord(s, u) && m.isPlain(s, u, at)
}

// isPlain reports whether a statement repeats a unit so plainly that no judge has to say what it means.
func (m matcher) isPlain(s statement, u unit, at []int) bool {
	var pairs []plain.Pair
	for _, t := range s.counting { // one without a place is known, or of a date
		if k := len(pairs); k < len(at) && m.isSame(t, u.tokens[at[k]]) {
			pairs = append(pairs, plain.Pair{Said: at[k], Claim: slices.Index(s.tokens, t)})
		}
	}
	isColoured := s.markers[phrase.Limit] && !phrase.Markers(u.text)[phrase.Limit] // "only" of another clause
	said, claim := plain.Text{Tokens: u.tokens, Words: u.text}, plain.Text{Tokens: s.tokens, Words: s.text, IsUpdate: len(s.known) > 0}
	return (s.wish && u.instructs || !isColoured && plain.Retells(said, claim, pairs)) && !plain.IsOfOther(said, claim) && !subject.IsCleft(u.text, s.tokens, s.text)
}

// relatesAlike reports whether the words of a statement, which a unit has at these places, stand in it to each other as they do in the statement:
// the same of the same people.
func (m matcher) relatesAlike(s statement, u unit, at []int) bool {
	if (s.Denies || s.markers[phrase.Limit]) && (hasMoreBehind(u, at) || hasMoreBetween(u, at)) || namesOccasion(s, u, at) {
		return false // "not on Fridays" is no "not", "only decaf after noon" no "only decaf", and "the old keys don't fit" no "the keys don't"
	}
	return !relation.DiffersDense(s.text, u.text) && !relation.MovesPlace(s.text, u.text) && !(s.subject && m.turnsRole(s, u, at)) && !replacesOther(s, u, at) && !m.isRelatedOtherwise(s, u, at) && !losesOwned(s, u, at) &&
		(slices.IsSorted(at) || m.isFreeOrder(s, u, at)) && m.agreesInSubject(s, u, at) && !skipsEntity(s, u, at)
}

// leadsFromBehind reports whether what a statement begins with stands behind a preposition in the unit, and behind a verb: "got two hives from
// my uncle" is no "the uncle got two hives".
func leadsFromBehind(s statement, u unit, at []int) bool {
	if len(at) < 2 || len(at) != len(s.counting) || !u.tokens[at[0]].IsEntity() && (s.subject || !s.object) {
		return false
	}
	k := slices.Index(s.tokens, s.counting[0])
	return k >= 0 && phrase.Role(s.tokens, k) == "" && phrase.Role(u.tokens, at[0]) != "" && slices.Min(at) < at[0]
}

// hasMoreBehind reports whether a preposition with something that counts stands behind what is matched.
func hasMoreBehind(u unit, at []int) bool {
	if last := slices.Max(at); last+1 < len(u.tokens) && !u.tokens[last].Comma { // "I can't eat tomatoes raw"
		if next := u.tokens[last+1]; next.Kind == phrase.Content && !isTime(next) && !phrase.IsLight(next.Term) && u.tokens[last].Counts() {
			return true
		}
	}
	for i := slices.Max(at) + 2; i < len(u.tokens); i++ {
		if before := u.tokens[i-1]; u.tokens[i].Counts() && (before.Kind <= phrase.Filler || relation.IsBound(before)) {
			return true
		}
	}
	return false
}

// hasMoreBetween reports whether a word that says which thing is meant stands beside one that is matched, and is left out.
func hasMoreBetween(u unit, at []int) bool {
	for i := slices.Min(at) + 1; i < slices.Max(at); i++ {
		t := u.tokens[i]
		if t.Kind == phrase.Content && !t.Owned && !slices.Contains(at, i) && slices.Contains(at, i-1) && u.tokens[i-1].Counts() {
			return true
		}
	}
	return false
}

// align returns for each counting token of the statement where the unit has it; ok is false when one is
// missing that is not known.
func (m matcher) align(s statement, u unit) (at []int, ok bool) {
	used := make(map[int]bool)
	last := -1
	dated := datesOf(s, u)
	for _, t := range s.counting {
		found := -1
		for pass := 0; pass < 2 && found < 0; pass++ { // behind the last one first
			for i, x := range u.tokens {
				if !used[i] && (pass == 1 || i > last) && m.isSame(t, x) {
					found = i
					break
				}
			}
		}
		switch {
		case found >= 0:
			if !phrase.IsDense(phrase.FirstRune(t.Term)) {
				used[found] = true
			}
			last = found
			at = append(at, found)
		case !s.known[t.Term] && !dated[t.Term]:
			return nil, false
		}
	}
	return at, true
}

// positions returns where a unit has the words of a statement, as far as it has them.
func positions(m matcher, s statement, u unit) []int {
	at, _ := m.align(m.shareOf(s, u), u)
	return at
}

// keepsNumbers reports whether each number stands beside the same thing as it was said: "two kids and five
// hens" is no "five kids".
func (m matcher) keepsNumbers(s statement, u unit) bool {
	said := slices.DeleteFunc(slices.Clone(u.tokens), func(t phrase.Token) bool { return !t.Counts() })
	if !relation.HasTwoNumbers(said, u.Apart) {
		return true
	}
	// beside returns the thing next to a number, on the same side in the claim and in what was said.
	beside := func(ts []phrase.Token, i, step int) (phrase.Token, bool) {
		if i+step < 0 || i+step >= len(ts) || ts[i+step].Kind == phrase.Number {
			return phrase.Token{}, false
		}
		return ts[i+step], true
	}
	dated := datesOf(s, u)
	for i, t := range s.counting {
		if t.Kind != phrase.Number || dated[t.Term] {
			continue
		}
		at := slices.IndexFunc(said, func(x phrase.Token) bool { return x.Kind == phrase.Number && x.Term == t.Term })
		if at < 0 {
			continue
		}
		agrees, compared := false, false
		for _, step := range []int{-1, 1} {
			claimed, ok := beside(s.counting, i, step)
			if !ok {
				continue
			}
			if x, ok := beside(said, at, step); ok {
				compared = true
				agrees = agrees || m.isSame(claimed, x)
			}
		}
		if compared && !agrees {
			return false
		}
	}
	return true
}

// isSame reports whether a word of a claim and one that was said are the same word. Synonyms say the
// same whoever uses them; another form of a word is not accepted where foreign text has the claim's form.
func (m matcher) isSame(claim, said phrase.Token) bool {
	if claim.Term == said.Term || phrase.WithoutAnd(claim.Term) == phrase.WithoutAnd(said.Term) {
		return true
	}
	if claim.Kind == phrase.Number && said.Counts() && numeral.CanBe(said.Term, claim.Term) {
		return true
	}
	if claim.Kind == phrase.Number || said.Kind == phrase.Number || said.Kind == phrase.Subject || said.Kind == phrase.Owner {
		return false
	}
	if !claim.Genitive && subject.IsAnotherRelative(claim.Term, said.Term) { // people write "my sisters flat"
		return false
	}
	if phrase.AreSynonyms(claim.Term, said.Term) {
		return true
	}
	if phrase.IsHangul(claim.Term) {
		return !m.borrowed[claim.Term] && (strings.HasPrefix(claim.Term, said.Term) || strings.HasPrefix(said.Term, claim.Term) || phrase.AreVerbForms(claim.Term, said.Term))
	}
	if phrase.IsDense(phrase.FirstRune(claim.Term)) {
		return phrase.HasDense(said.Term, claim.Term)
	}
	if m.borrowed[claim.Term] || !said.Counts() && len(said.Term) < 4 {
		return false
	}
	if claim.Kind == phrase.Name {
		return phrase.AreOneName(claim.Term, said.Term)
	}
	return phrase.AreInflections(claim.Term, said.Term) || phrase.AreVerbForms(claim.Term, said.Term)
}

// isFreeOrder reports whether the statement's words may stand in another order than they were said:
// when at most one of them is somebody, or when both say only what is what ("my boss is Alec").
func (m matcher) isFreeOrder(s statement, u unit, at []int) bool {
	entities, copular := 0, false
	for i, t := range u.tokens {
		apposed := i > 0 && t.Kind == phrase.Name && u.tokens[i-1].IsEntity()
		if t.IsEntity() && !apposed || t.Kind == phrase.Object {
			entities++
		}
		copular = copular || t.Kind == phrase.Copula
		if t.Kind == phrase.Content && phrase.IsDense(phrase.FirstRune(t.Term)) {
			entities++ // which of them is somebody cannot be told
		}
	}
	if count(s.counting, isNumber) > 1 { // "two kids and five hens"
		return false
	}
	if s.wish && u.instructs {
		return true
	}
	isTurned := s.object && !s.subject && !phrase.HasKind(u.tokens, phrase.Object) && !phrase.HasKind(u.tokens, phrase.Owner) && entities > 0 // "lent Tom a drill": not "Tom lent me a drill"
	if entities <= 1 && !isTurned && !leadsFromBehind(s, u, at) && (!s.subject || phrase.HasKind(u.tokens, phrase.Subject) || u.request || m.impliesSpeaker(u)) {
		return true
	}
	if len(at) == 2 && count(u.tokens, phrase.Token.Counts) == 2 && phrase.IsDense(phrase.FirstRune(s.counting[0].Term)) {
		return true // "A is B" and nothing else
	}
	// An identity: two groups change their places, and nothing else is said between them.
	lowest, highest := slices.Min(at), slices.Max(at)
	for i := lowest; i <= highest; i++ {
		if u.tokens[i].Counts() && !slices.Contains(at, i) {
			return false
		}
	}
	turns := 0
	for i := 1; i < len(at); i++ {
		if at[i] < at[i-1] {
			turns++
		}
	}
	genitives := false
	for i, t := range s.counting {
		genitives = genitives || i < len(at) && t.Genitive != u.tokens[at[i]].Genitive
	}
	return turns == 1 && !genitives && s.copular && (copular || !hasVerb(u, at)) && !s.subject
}

// count returns how many tokens are of a kind.
func count(ts []phrase.Token, is func(phrase.Token) bool) (n int) {
	for _, t := range ts {
		if is(t) {
			n++
		}
	}
	return n
}

// hasVerb reports whether something that counts stands in the unit apart from what is matched.
func hasVerb(u unit, at []int) bool {
	for i := slices.Min(at) + 1; i < slices.Max(at); i++ {
		if u.tokens[i].Kind == phrase.Content && !slices.Contains(at, i) {
			return true
		}
	}
	return false
}

// skipsEntity reports whether somebody stands between the words that are matched who is left out.
func skipsEntity(s statement, u unit, at []int) bool {
	lowest, highest := slices.Min(at), slices.Max(at)
	for i := lowest + 1; i < highest; i++ {
		t := u.tokens[i]
		if slices.Contains(at, i) {
			continue
		}
		if t.Kind == phrase.Other && slices.ContainsFunc(s.tokens, func(x phrase.Token) bool { return x.Kind == phrase.Other && x.Term == t.Term }) {
			continue // "Wilma gets her tablet"
		}
		beside := t.Owned && (slices.Contains(at, i-1) && u.tokens[i-1].Owned || slices.Contains(at, i+1) && u.tokens[i+1].Owned)
		if u.german && t.Kind == phrase.Name && !t.Owned && i > 0 && u.tokens[i-1].Kind == phrase.Frame {
			continue // a noun
		}
		if t.IsEntity() && !beside || t.Kind == phrase.Subject && !s.subject && !u.instructs { // "my new boss" names one
			return true
		}
	}
	return false
}

// isWish reports whether a word says that something is wished, or liked.
func isWish(t phrase.Token) bool { return t.Kind == phrase.Wish || phrase.AreSynonyms(t.Term, "like") }

// pronoun stands in statement.known for "she", "he": the memory to be updated says who that is.
const pronoun = "\x00pronoun"
