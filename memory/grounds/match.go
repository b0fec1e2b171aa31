package grounds

import (
	"slices"
	"strings"

	"keepsake/phrase"
)

// statement is a part of a claim: what must have been said as one thing.
type statement struct {
	tokens   []phrase.Token
	counting []phrase.Token // those that carry what is said
	denies   bool
	negative bool
	markers  map[string]bool
	subject  bool // the person is what it is about: "User lives …"
	object   bool // the person is in it, but not what it is about
	copular  bool
	wish     bool
	// known are terms that the memory to be updated holds: they need not be said again.
	known map[string]bool
	// alone is a part without the subject it shares with the part before, which a person may leave out as well.
	alone *statement
	dates []string // that it gives, and the terms they are cut into
}

func newStatement(s string) statement {
	st := statement{tokens: phrase.Tokens(s), dates: phrase.FindDates(s), denies: phrase.HasDenial(s), markers: phrase.Markers(s)}
	st.negative = st.denies || phrase.HasNegative(s)
	st.fill()
	return st
}

func (s *statement) fill() {
	s.counting = nil
	s.tokens = joinAppositions(s.tokens)
	for _, t := range s.tokens {
		switch t.Kind {
		case phrase.Subject:
			if len(s.counting) == 0 && !s.object {
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
		}
		if t.Counts() {
			s.counting = append(s.counting, t)
		}
	}
	// "Алек — начальник пользователя": nothing but who is whose
	s.copular = s.copular || len(s.counting) > 1 && !slices.ContainsFunc(s.counting, func(t phrase.Token) bool { return !t.IsEntity() })
}

// joinAppositions puts "Solange, la voisine de l'utilisateur, garde …" in the order of "the user's
// neighbour Solange …", so that both compare alike.
func joinAppositions(ts []phrase.Token) []phrase.Token {
	for i := 0; i+2 < len(ts); i++ {
		if ts[i].Kind != phrase.Name || !ts[i].Comma || ts[i].Owned || ts[i].Genitive {
			continue
		}
		owner := i + 1
		for owner < len(ts) && ts[owner].Kind == phrase.Frame {
			owner++
		}
		if owner+1 >= len(ts) || ts[owner].Kind != phrase.Owner || !ts[owner+1].Owned {
			continue
		}
		first := i
		for first > 0 && ts[first-1].Kind == phrase.Name {
			first--
		}
		noun := owner + 1
		rest := append(slices.Clone(ts[owner:noun+1]), ts[first:i+1]...)
		return slices.Concat(ts[:first], rest, ts[noun+1:])
	}
	return ts
}

// matcher compares statements with what was said.
type matcher struct {
	// borrowed are the terms that foreign texts use: they must stand letter by letter.
	borrowed map[string]bool
}

// isSaidBy reports whether a unit says the statement: all of its words, in the order they were said
// unless no relation is turned round by another, about the same subject, with the same denial and the
// same reservations.
func (m matcher) isSaidBy(s statement, u unit) bool {
	at, ok := m.align(s, u)
	if !ok || len(at) == 0 || u.mixed || s.negative != u.negative && (s.denies || u.denies) {
		return false
	}
	if !slices.IsSorted(at) && !m.isFreeOrder(s, u, at) {
		return false
	}
	return m.keepsNumbers(s, u) && m.agreesInTime(s, u, at) && m.agreesInSubject(s, u, at) && !skipsEntity(s, u, at)
}

// align returns for each counting token of the statement where the unit has it; ok is false when one is
// missing that is not known.
func (m matcher) align(s statement, u unit) (at []int, ok bool) {
	used := make(map[int]bool)
	last := -1
	dated := datesOf(s, u)
	for _, t := range s.counting {
		if dated[t.Term] && t.Kind == phrase.Number {
			continue
		}
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
		case !s.known[t.Term]:
			return nil, false
		}
	}
	return at, true
}

// keepsNumbers reports whether each number stands beside the same thing as it was said: "two kids and five
// hens" is no "five kids".
func (m matcher) keepsNumbers(s statement, u unit) bool {
	said := slices.DeleteFunc(slices.Clone(u.tokens), func(t phrase.Token) bool { return !t.Counts() })
	for i, t := range s.counting {
		if t.Kind != phrase.Number || i+1 >= len(s.counting) {
			continue
		}
		at := slices.IndexFunc(said, func(x phrase.Token) bool { return m.isSame(s.counting[i+1], x) })
		if at <= 0 {
			continue
		}
		before, after := said[at-1], phrase.Token{}
		if at+1 < len(said) {
			after = said[at+1]
		}
		if before.Kind == phrase.Number && before.Term != t.Term && after.Term != t.Term {
			return false
		}
	}
	return true
}

// datesOf returns the numbers of the statement's dates that the unit means by other words ("on Friday").
func datesOf(s statement, u unit) map[string]bool {
	out := make(map[string]bool)
	for _, d := range s.dates {
		if u.dates[d] {
			for _, n := range strings.Split(d, "-") {
				out[n] = true
			}
		}
	}
	return out
}

// isSame reports whether a word of a claim and one that was said are the same word. Synonyms say the
// same whoever uses them; another form of a word is not accepted where foreign text has the claim's form.
func (m matcher) isSame(claim, said phrase.Token) bool {
	if claim.Term == said.Term {
		return true
	}
	if claim.Kind == phrase.Number || said.Kind == phrase.Number || said.Kind == phrase.Subject || said.Kind == phrase.Owner {
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
	if countNumbers(s) > 1 { // "two kids and five hens"
		return false
	}
	if s.wish && u.instructs {
		return true
	}
	if entities <= 1 && (!s.subject || hasKind(u, phrase.Subject) || u.request || m.impliesSpeaker(u)) {
		return true
	}
	if len(at) == 2 && countCounting(u) == 2 && phrase.IsDense(phrase.FirstRune(s.counting[0].Term)) {
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

func countCounting(u unit) (n int) {
	for _, t := range u.tokens {
		if t.Counts() {
			n++
		}
	}
	return n
}

func countNumbers(s statement) (n int) {
	for _, t := range s.counting {
		if t.Kind == phrase.Number {
			n++
		}
	}
	return n
}

// hasVerb reports whether something that counts stands in the unit apart from what is matched.
func hasVerb(u unit, at []int) bool {
	for i, t := range u.tokens {
		if t.Kind == phrase.Content && !slices.Contains(at, i) && i > slices.Min(at) && i < slices.Max(at) {
			return true
		}
	}
	return false
}

// agreesInTime reports whether the unit makes no reservation that the statement leaves out, and the
// reverse.
func (m matcher) agreesInTime(s statement, u unit, at []int) bool {
	dated := len(datesOf(s, u)) > 0
	for class := range u.markers {
		if dated && class == string(phrase.Future) {
			continue
		}
		if !s.markers[class] && !(s.wish && (class == string(phrase.Intent) || class == string(phrase.Future))) {
			return false
		}
	}
	for class := range s.markers {
		if !u.markers[class] && class != string(phrase.Intent) && class != string(phrase.Report) && !(s.wish && class == string(phrase.Future)) {
			return false
		}
	}
	for i, t := range s.counting { // "I smoked" is no "smokes"
		if i < len(at) && len(at) == len(s.counting) {
			said := u.tokens[at[i]].Term
			if strings.HasSuffix(said, "ed") && !strings.HasSuffix(t.Term, "ed") && t.Kind == phrase.Content {
				return false
			}
		}
	}
	return true
}

// agreesInSubject reports whether the unit is about whom the statement is about: nobody stands
// before what is matched, and the person has the same part in both.
func (m matcher) agreesInSubject(s statement, u unit, at []int) bool {
	lowest := slices.Min(at)
	speaker := -1 // where the person names themselves before what is matched
	for i, t := range u.tokens[:lowest] {
		if t.Kind == phrase.Subject {
			speaker = i
		}
	}
	for i, t := range u.tokens[:lowest] {
		switch {
		case t.Kind == phrase.Other && !s.known[pronoun]:
			return false
		case !t.Counts(), m.isWished(s, t), s.known[t.Term], u.instructs && s.wish && !t.IsEntity():
		case i < speaker && (t.Kind == phrase.Content && !t.Noun && !t.Owned || t.Kind == phrase.Number || phrase.IsCalendar(t.Term)):
			// "since last summer I …"
		case i < speaker && u.german && t.Kind == phrase.Name && !t.Owned && i > 0 && u.tokens[i-1].Kind == phrase.Frame:
		case u.tokens[lowest].Kind == phrase.Name && i+1 == lowest && t.Owned: // "my sister Anna"
		default:
			return false
		}
	}
	if dense := u.tokens[lowest]; phrase.IsDense(phrase.FirstRune(dense.Term)) && m.hasDensePrefix(s, dense.Term) {
		return false
	}
	speaks, owns, suffers := hasKind(u, phrase.Subject), hasKind(u, phrase.Owner), hasKind(u, phrase.Object)
	switch {
	case s.subject && suffers && !speaks && !u.request:
		return false
	case s.subject && !speaks && owns && s.copular && !u.request:
		return false
	case s.subject && !speaks && !owns && !u.request && !m.impliesSpeaker(u) && !isBareWish(s, u, at):
		return false
	case s.object && !s.subject && speaks && !suffers && !owns:
		return false
	case s.subject && s.wish && !u.request && !u.instructs && !hasWish(u) && !speaks && !isBareWish(s, u, at):
		return false
	}
	return true
}

// isBareWish reports whether a unit is no more than what is wished: "kilometres please".
func isBareWish(s statement, u unit, at []int) bool {
	left := 0
	for i, t := range u.tokens {
		switch {
		case t.Kind == phrase.Copula || t.Kind == phrase.Other || t.Kind == phrase.Owner || t.Kind == phrase.Object:
			return false
		case t.Counts() && !slices.Contains(at, i):
			left++
		}
	}
	return s.wish && left <= 1
}

// isWished reports whether a word before what is matched only says that it is wished.
func (m matcher) isWished(s statement, t phrase.Token) bool {
	if t.Kind == phrase.Wish {
		return true
	}
	return s.wish && phrase.AreSynonyms(t.Term, "like")
}

// hasDensePrefix reports whether a run of a dense script begins with something that the statement
// does not say.
func (m matcher) hasDensePrefix(s statement, run string) bool {
	for _, t := range s.counting {
		if strings.HasPrefix(run, t.Term) || phrase.HasDensePrefix(run, t.Term) {
			return false
		}
	}
	return true
}

// impliesSpeaker reports whether a unit that names nobody is about the speaker all the same, because
// its verb says so or its script leaves the pronoun out.
func (m matcher) impliesSpeaker(u unit) bool {
	for _, t := range u.tokens {
		switch {
		case phrase.IsSelfVerb(t.Term):
			return true
		case t.Kind == phrase.Filler || t.Kind == phrase.Wish || t.Kind == phrase.Deny || t.Kind == phrase.Number:
		case t.Kind == phrase.Frame && !t.Noun && !phrase.IsArticle(t.Term):
		default:
			return phrase.IsDense(phrase.FirstRune(t.Term))
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

func hasKind(u unit, k phrase.Kind) bool {
	return slices.ContainsFunc(u.tokens, func(t phrase.Token) bool { return t.Kind == k })
}

func hasWish(u unit) bool {
	return slices.ContainsFunc(u.tokens, func(t phrase.Token) bool {
		return t.Kind == phrase.Wish || phrase.AreSynonyms(t.Term, "like")
	})
}

// pronoun stands in statement.known for "she", "he": the memory to be updated says who that is.
const pronoun = "\x00pronoun"
