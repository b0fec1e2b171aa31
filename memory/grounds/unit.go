package grounds

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/phrase"
	"keepsake/phrase/contrast"
)

// unit is one thing that the person said: a clause, a part of one between "and"s, or a whole sentence.
type unit struct {
	voice    int // index in own
	from, to int // bytes of the voice's text
	tokens   []phrase.Token
	polarity
	request bool
	// instructs says that it tells the listener how to do something: then its verb is theirs.
	instructs bool
	german    bool
	// relative says that it tells more of a name that stands before it: "that's for Tom, who works there".
	relative bool
	dates    map[string]bool // that it may mean, see moment.Implied
	markers  map[phrase.Marker]bool
}

// conjunctions part a clause in two statements that may share their subject.
var conjunctions = []string{" and ", " but ", " so ", " because ", " und ", " aber ", " et ", " mais ", " y ", " pero ", " e ", " mas ", " maar ", " och ", " и ", " а ", " но ", " ve ", "而且", "并且", "也", "ので", "けど"}

// cutUnits returns the units of what a person said, the questions left out.
func cutUnits(voice int, said string) []unit {
	var out []unit
	said = blankQuotations(said)
	clauses := phrase.Clauses(said)
	before := 0 // where the units of the sentence before begin
	asked := false
	for i := 0; i < len(clauses); {
		j := i + 1
		for j < len(clauses) && !clauses[j].First {
			j++
		}
		if takesBack(clauses[i:j]) {
			out = out[:before]
		}
		before = len(out)
		out = append(out, cutSentence(voice, said, clauses[i:j])...)
		for k := before; k < len(out) && asked; k++ {
			out[k].request = true
		}
		asked = asked || phrase.IsOnlyRequest(clauses[i].Sentence) // "Remember this. Blood type A."
		i = j
	}
	return out
}

// takesBack reports whether a sentence only says that the one before is not so: "Not.", "Just kidding.", "Or maybe not."
func takesBack(sentence []phrase.Clause) bool {
	counting, hedged, denied := 0, false, false
	for _, c := range sentence {
		if c.IsQuestion {
			return false
		}
		for _, t := range phrase.Tokens(c.Text) {
			if t.Counts() {
				counting++
			}
		}
		marked := phrase.Markers(c.Text)
		hedged = hedged || marked[phrase.Doubt] || marked[phrase.Pretence]
		denied = denied || phrase.HasDenial(c.Text)
	}
	return (hedged && counting < 2 || denied && counting == 0) && len([]rune(sentence[0].Sentence)) < 40
}

// quotation finds what stands between quotation marks.
var quotation = regexp.MustCompile(`["“„«][^"“”„«»]+["”“»]`)

// blankQuotations blanks longer quotations in a text, byte by byte: they are somebody's words. A name or
// a title stays, and so does what the person asks to remember.
func blankQuotations(s string) string {
	return quotation.ReplaceAllStringFunc(s, func(q string) string {
		if len(strings.Fields(q)) < 4 || phrase.HasRequest(s) {
			return q
		}
		return strings.Repeat(" ", len(q))
	})
}

func cutSentence(voice int, said string, clauses []phrase.Clause) []unit {
	var out []unit
	instructs := phrase.IsInstruction(phrase.Bare(clauses[0].Text))
	var subject []phrase.Token
	for i, c := range clauses {
		if c.IsQuestion {
			continue
		}
		cut := cutClause(voice, c, colourOf(clauses, i))
		for k := range cut {
			cut[k].instructs = cut[k].instructs || (c.IsLasting || instructs) && !beginsWithSelf(cut[k].tokens)
		}
		if i == 0 {
			subject = leadingSubject(cut[0].tokens)
		} else if instructs {
			cut[0].request = cut[0].request || !hasKind(cut[0], phrase.Subject)
		}
		// "Tom, not me, pays the rent" is about Tom.
		if i > 0 && (phrase.IsContrast(c.Text) || i > 1 && contrast.IsAlone(clauses[1].Text)) && !hasSubject(cut[0].tokens) {
			cut[0].tokens = append(slices.Clone(subject), cut[0].tokens...)
		}
		for k := range cut {
			if i > 0 {
				cut[k] = cut[k].relatesTo(toldMoreOf(clauses[i-1].Text, c.Text))
			}
		}
		out = append(out, cut...)
	}
	first, last := clauses[0], clauses[len(clauses)-1]
	if phrase.IsMockery(first.Sentence) || phrase.RefusesKeeping(first.Sentence) {
		return nil
	}
	if len(clauses) > 1 && !last.IsQuestion {
		whole := newUnit(voice, first.From, last.To, said[first.From:last.To], first.IsRequest)
		whole.instructs = whole.instructs || first.IsLasting && !beginsWithSelf(whole.tokens)
		for i, c := range clauses {
			if i > 0 && phrase.IsComplement(c.Text) && isOthersWord(clauses[i-1].Text) {
				whole.markers[phrase.Report] = true
			}
			whole.noteClause(phrase.Bare(c.Text))
		}
		out = append(out, whole)
	}
	return out
}

// toldMoreOf returns the name at the end of a clause of which the next tells more, none where it does not.
func toldMoreOf(before, clause string) []phrase.Token {
	ts := phrase.Tokens(phrase.Bare(before))
	from := len(ts)
	for from > 0 && ts[from-1].Kind == phrase.Name {
		from--
	}
	if from == len(ts) || !phrase.IsRelative(clause) && !phrase.IsComplement(clause) || slices.ContainsFunc(phrase.Tokens(clause), func(t phrase.Token) bool { return t.Kind == phrase.Subject }) {
		return nil
	}
	return ts[from:]
}

// relatesTo returns the unit as one about these names, if there are any.
func (u unit) relatesTo(names []phrase.Token) unit {
	if len(names) == 0 {
		return u
	}
	u.relative, u.tokens = true, append(slices.Clone(names), u.tokens...)
	return u
}

// colourOf returns the markers that its neighbours give to a clause: "if I …,", "Anna says,", "I think". A
// condition or a plan of the listener ("if you cook") colours nothing.
func colourOf(clauses []phrase.Clause, at int) map[phrase.Marker]bool {
	out := make(map[phrase.Marker]bool)
	for i, c := range clauses {
		if i == at {
			continue
		}
		short := len(strings.Fields(c.Text)) <= 4 && len(c.Text) < 40
		leads := i == at-1 && phrase.IsComplement(clauses[at].Text) // "I don't think, that …"
		if leads && phrase.HasDenial(phrase.Bare(c.Text)) {
			out[phrase.Doubt] = true
		}
		if leads && isOthersWord(c.Text) {
			out[phrase.Report] = true
		}
		for m := range phrase.Markers(c.Text) {
			switch m {
			case phrase.Pretence:
				out[m] = true
			case phrase.Limit:
				if i == at+1 || short && i == at-1 {
					out[m] = true
				}
			case phrase.Report, phrase.Doubt:
				if leads || short && (i == at-1 || i == at+1) {
					out[m] = true
				}
			case phrase.Condition:
				if !phrase.IsAboutListener(c.Text) {
					out[m] = true
				}
			}
		}
	}
	return out
}

// isOthersWord reports whether a clause that leads to another one is about somebody else than the speaker, who then
// says or thinks that one: "Anna swears that I snore".
func isOthersWord(s string) bool {
	ts := phrase.Tokens(phrase.Bare(s))
	who := leadingSubject(ts)
	return len(who) > 0 && len(who) < len(ts) && who[len(who)-1].Kind != phrase.Subject && !slices.ContainsFunc(ts, func(t phrase.Token) bool { return t.Kind == phrase.Copula })
}

func newUnit(voice, from, to int, s string, request bool) unit {
	bare := phrase.Bare(s)
	u := unit{voice: voice, from: from, to: to, tokens: phrase.Tokens(bare), request: request || phrase.IsInstruction(bare), markers: phrase.Markers(s)}
	u.tokens = joinAppositions(u.tokens)
	u.instructs = phrase.IsInstruction(bare)
	if u.markers[phrase.Condition] && phrase.IsAboutListener(bare) {
		delete(u.markers, phrase.Condition) // "…, if you call me"
	}
	u.german = phrase.IsGerman(s)
	u.polarity = polarityOf(bare)
	return u
}

// cutClause returns a clause as a unit, and its parts between conjunctions as others, each with the
// subject of the first when it has none of its own.
func cutClause(voice int, c phrase.Clause, coloured map[phrase.Marker]bool) []unit {
	whole := newUnit(voice, c.From, c.To, c.Text, c.IsRequest)
	maps.Copy(whole.markers, coloured)
	out := []unit{whole}
	if at := phrase.AfterRequest(c.Text); at > 0 { // "… and the car broke again but remember that I …"
		u := newUnit(voice, c.From+at, c.To, c.Text[at:], true)
		maps.Copy(u.markers, coloured)
		out = append(out, u)
	}
	if u, ok := findApposition(whole); ok {
		out = append(out, u)
	}
	parts := cutParts(c.Text)
	if len(parts) < 2 || phrase.IsDenial(c.Text) || phrase.HasException(c.Text) {
		return out
	}
	subject := leadingSubject(whole.tokens)
	const at = 0
	denied := false
	for i, p := range parts {
		u := newUnit(voice, c.From+p[0], c.From+p[1], c.Text[p[0]:p[1]], c.IsRequest)
		if i > 0 && !u.denies && hasOwnPredicate(u.tokens) {
			denied = false // "the dog gets no chocolate and the cat gets dry food"
		}
		denied = denied || u.denies
		u.denies, u.negative = denied, u.negative || denied
		maps.Copy(u.markers, coloured)
		if at := leadingPronoun(u.tokens); i > 0 && at >= 0 && len(subject) > 0 && subject[len(subject)-1].IsEntity() && subject[len(subject)-1].Kind != phrase.Other {
			u.tokens = append(slices.Clone(subject), u.tokens[at+1:]...) // "my brother Paul … and he …"
		} else if i > 0 && !hasSubject(u.tokens) {
			u.tokens = append(slices.Clone(subject), u.tokens...)
		}
		out[at].mixed = out[at].mixed || u.denies != whole.denies
		out = append(out, u)
	}
	return out
}

// hasOwnPredicate reports whether a part begins with a noun of its own and says more than one word about it.
func hasOwnPredicate(ts []phrase.Token) bool {
	subject := leadingSubject(ts)
	if len(subject) == 0 || !subject[len(subject)-1].Noun {
		return false
	}
	said := 0
	for _, t := range ts[len(subject):] {
		if t.Counts() {
			said++
		}
	}
	return said > 1
}

// findApposition returns what a clause says of a name in passing: "my boss Alec" says that Alec is the
// boss, whatever is said of him then, and when.
func findApposition(u unit) (unit, bool) {
	for i := 0; i+1 < len(u.tokens); i++ {
		if u.tokens[i].Kind != phrase.Owner {
			continue
		}
		to := i + 1
		for to < len(u.tokens) && (u.tokens[to].Kind == phrase.Content || u.tokens[to].Kind == phrase.Name && to == i+1) {
			to++
		}
		named := to
		for named < len(u.tokens) && u.tokens[named].Kind == phrase.Name {
			named++
		}
		if to > i+1 && named > to && !u.tokens[named-1].Genitive {
			u.tokens = u.tokens[i:named]
			u.denies, u.negative, u.markers = false, false, nil
			return u, true
		}
	}
	return u, false
}

// cutParts returns the parts of a clause between its conjunctions.
func cutParts(s string) [][2]int {
	var out [][2]int
	from := 0
	for i := 0; i < len(s); {
		size := 0
		for _, c := range conjunctions {
			if len(s)-i >= len(c) && strings.EqualFold(s[i:i+len(c)], c) {
				size = len(c)
				break
			}
		}
		if size > 0 {
			out = append(out, [2]int{from, i})
			i += size
			from = i
			continue
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		i += n
	}
	return append(out, [2]int{from, len(s)})
}

// leadingSubject returns the tokens that a clause begins with, up to the end of what it is about.
func leadingSubject(ts []phrase.Token) []phrase.Token {
	for i, t := range ts {
		switch {
		case t.Kind == phrase.Subject || t.Kind == phrase.Other:
			return ts[:i+1]
		case t.IsEntity():
			for i+1 < len(ts) && ts[i+1].Kind == phrase.Name {
				i++
			}
			return ts[:i+1]
		case t.Kind == phrase.Content && !t.Noun, t.Kind == phrase.Copula:
			return nil
		case t.Noun:
			return ts[:i+1]
		}
	}
	return nil
}

// leadingPronoun returns where a clause begins with "he" or its like, -1 when it does not.
func leadingPronoun(ts []phrase.Token) int {
	for i, t := range ts {
		switch t.Kind {
		case phrase.Other:
			return i
		case phrase.Filler, phrase.Frame:
		default:
			return -1
		}
	}
	return -1
}

// resolvePronouns returns the units of a message that begin with "she" or its like with whom the
// messages before are about, if that is one person only.
func resolvePronouns(units, before []unit) []unit {
	var who []phrase.Token
	for _, u := range before {
		s := leadingSubject(u.tokens)
		if len(s) == 0 || !s[len(s)-1].IsEntity() || s[len(s)-1].Kind == phrase.Other {
			continue
		}
		if who != nil && !slices.ContainsFunc(s, func(t phrase.Token) bool { return t.IsEntity() && slices.Contains(who, t) }) {
			return nil
		}
		if len(s) > len(who) {
			who = s
		}
	}
	if who == nil {
		return nil
	}
	var out []unit
	for _, u := range units {
		if at := leadingPronoun(u.tokens); at >= 0 {
			u.tokens = append(slices.Clone(who), u.tokens[at+1:]...)
			out = append(out, u)
		}
	}
	return out
}

// beginsWithSelf reports whether a clause is the person's own statement: "I" stands before its second word
// that counts.
func beginsWithSelf(ts []phrase.Token) bool {
	counting := 0
	for _, t := range ts {
		if t.Kind == phrase.Subject {
			return counting < 2
		}
		if t.Counts() {
			counting++
		}
	}
	return false
}

func hasSubject(ts []phrase.Token) bool {
	for i, t := range ts {
		if t.Kind == phrase.Subject || t.Kind == phrase.Other || t.Kind == phrase.Owner && i < 2 {
			return true
		}
		if t.Kind >= phrase.Name {
			return t.Kind == phrase.Name && i+1 < len(ts) && ts[i+1].Kind != phrase.Name
		}
	}
	return false
}
