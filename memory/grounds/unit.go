package grounds

import (
	"maps"
	"slices"

	"keepsake/phrase"
	"keepsake/phrase/contrast"
	"keepsake/phrase/irony"
	"keepsake/phrase/moment"
	"keepsake/phrase/polarity"
	"keepsake/phrase/quantity"
	"keepsake/phrase/relation"
	"keepsake/phrase/segment"
	"keepsake/phrase/subject"
	"keepsake/phrase/tense"
)

// unit is one thing that the person said: a clause, a part of one between "and"s, or a whole sentence.
type unit struct {
	voice    int // index in own
	from, to int // bytes of the voice's text
	tokens   []phrase.Token
	polarity.Polarity
	request bool
	// instructs says that it tells the listener how to do something: then its verb is theirs.
	instructs bool
	german    bool
	// relative says that it tells more of a name that stands before it: "that's for Tom, who works there".
	relative bool
	dates    map[string]bool // that it may mean, see moment.Implied
	markers  map[phrase.Marker]bool
	weekdays map[int]bool // that it names
	quantity quantity.Quantity
	time     tense.Time
	text     string // of it
	// clauses are where its clauses begin among the tokens, of a unit that is a sentence of several.
	clauses []int
}

// cutUnits returns the units of what a person said, the questions left out.
func cutUnits(voice int, said string) []unit {
	var out []unit
	said = contrast.BlankCorrected(segment.BlankQuotations(said))
	clauses := phrase.Clauses(said)
	before := 0 // where the units of the sentence before begin
	asked := false
	var topic []phrase.Token // whom the sentence before announces
	for i := 0; i < len(clauses); {
		j := i + 1
		for j < len(clauses) && !clauses[j].First {
			j++
		}
		if segment.TakesBack(clauses[i:j]) {
			out = out[:before]
		}
		before = len(out)
		out = append(out, cutSentence(voice, said, clauses[i:j])...)
		for k := before; k < len(out); k++ {
			out[k].request = out[k].request || asked
			if !subject.IsSelf(out[k].tokens) {
				out[k] = out[k].relatesTo(topic)
			}
		}
		topic = subject.Topic(clauses[i].Sentence)
		asked = asked || clauses[i].IsRequest && phrase.IsOnlyRequest(clauses[i].Sentence) // "Remember this. Blood type A."
		i = j
	}
	return out
}

func cutSentence(voice int, said string, clauses []phrase.Clause) []unit {
	var out []unit
	instructs := phrase.IsInstruction(phrase.Bare(clauses[0].Text))
	var about, who []phrase.Token
	sizes := make([]int, len(clauses)) // in tokens
	for i, c := range clauses {
		if c.IsQuestion {
			sizes[i] = len(phrase.Tokens(phrase.Bare(c.Text)))
			continue
		}
		cut := cutClause(voice, c, subject.ColourOf(clauses, i))
		sizes[i] = len(cut[0].tokens)
		for k := range cut {
			cut[k].instructs = cut[k].instructs || (c.IsLasting || instructs) && !subject.IsSelf(cut[k].tokens)
		}
		if who = subject.InsertedBefore(who, said, clauses[:i+1]); who != nil && !cut[0].instructs {
			for k := range cut {
				cut[k] = cut[k].relatesTo(who)
			}
		}
		if i == 0 {
			about = subject.Find(cut[0].tokens)
		} else if instructs {
			cut[0].request = cut[0].request || !phrase.HasKind(cut[0].tokens, phrase.Subject)
		}
		// "Tom, not me, pays the rent" is about Tom.
		if i > 0 && (phrase.IsContrast(c.Text) || i > 1 && contrast.IsAlone(clauses[1].Text)) && !subject.IsGiven(cut[0].tokens) {
			cut[0].tokens = append(slices.Clone(about), cut[0].tokens...)
		}
		for k := range cut {
			if i > 0 {
				if subject.IntroducesWords(said, clauses[i-1]) && subject.IsSelf(cut[k].tokens) {
					cut[k].markers[phrase.Report] = true // "grandpa always said: I trust no doctor"
				}
				cut[k] = cut[k].relatesTo(subject.ToldMore(clauses[i-1].Text, c.Text)).relatesTo(subject.FindLabelled(clauses[i-1].Text, cut[k].tokens))
			}
			if i+1 < len(clauses) {
				cut[k] = cut[k].relatesTo(subject.SetBehind(cut[k].tokens, clauses[i+1].Text))
			}
		}
		out = append(out, cut...)
	}
	first, last := clauses[0], clauses[len(clauses)-1]
	if irony.IsMockery(first.Sentence) || phrase.RefusesKeeping(first.Sentence) {
		return nil
	}
	if len(clauses) > 1 && !last.IsQuestion {
		whole := newUnit(voice, first.From, last.To, said[first.From:last.To], first.IsRequest)
		whole.instructs = whole.instructs || first.IsLasting && !subject.IsSelf(whole.tokens)
		for i, c := range clauses {
			if i > 0 && (phrase.IsComplement(c.Text) && subject.IsOthersWord(clauses[i-1].Text) || subject.IntroducesWords(said, clauses[i-1])) {
				whole.markers[phrase.Report] = true
			}
			whole.NoteClause(phrase.Bare(c.Text))
		}
		whole.clauses = beginnings(sizes, len(whole.tokens))
		out = append(out, whole)
	}
	return out
}

// beginnings returns where the clauses of a sentence begin among its tokens, by their sizes; nil when they have others together than one by one.
func beginnings(sizes []int, all int) (out []int) {
	at := 0
	for _, size := range sizes {
		out = append(out, at)
		at += size
	}
	if at != all {
		return nil
	}
	return out
}

// isInOneClause reports whether all of these tokens stand in one clause of a unit of several: that clause says it, or nobody does.
func (u unit) isInOneClause(at []int) bool {
	if len(u.clauses) < 2 {
		return false
	}
	of := func(i int) int {
		n, _ := slices.BinarySearch(u.clauses, i+1)
		return n
	}
	return of(slices.Min(at)) == of(slices.Max(at))
}

// relatesTo returns the unit as one about these names, if there are any.
func (u unit) relatesTo(names []phrase.Token) unit {
	if len(names) == 0 {
		return u
	}
	u.relative, u.tokens = true, append(slices.Clone(names), u.tokens...)
	return u
}

func newUnit(voice, from, to int, s string, request bool) unit {
	bare := phrase.Bare(s)
	u := unit{voice: voice, from: from, to: to, tokens: phrase.Tokens(bare), request: request || phrase.IsInstruction(bare), markers: phrase.Markers(s)}
	u.tokens = phrase.JoinAppositions(u.tokens)
	u.instructs = phrase.IsInstruction(bare)
	if u.markers[phrase.Condition] && phrase.IsAboutListener(bare) {
		delete(u.markers, phrase.Condition) // "…, if you call me"
	}
	u.german = phrase.IsGerman(s)
	u.Polarity, u.weekdays, u.quantity, u.time, u.text = polarity.Parse(bare), moment.Weekdays(bare), quantity.Parse(bare), tense.Parse(bare), bare
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
	parts := segment.Cut(c.Text)
	if len(parts) < 2 || phrase.IsDenial(c.Text) || phrase.HasException(c.Text) {
		return out
	}
	about := subject.Find(whole.tokens)
	const at = 0
	denied := false
	for i, p := range parts {
		u := newUnit(voice, c.From+p[0], c.From+p[1], c.Text[p[0]:p[1]], c.IsRequest)
		if i > 0 && !u.Denies && (subject.HasOwnPredicate(u.tokens) || segment.IsBehindBut(c.Text, p[0])) {
			denied = false // "the dog gets no chocolate and the cat gets dry food"
		}
		denied = denied || u.Denies
		u.Denies, u.Negative = denied, u.Negative || denied
		maps.Copy(u.markers, coloured)
		if at := subject.Pronoun(u.tokens); i > 0 && at >= 0 && len(about) > 0 && about[len(about)-1].IsEntity() && about[len(about)-1].Kind != phrase.Other {
			u.tokens = append(slices.Clone(about), u.tokens[at+1:]...) // "my brother Paul … and he …"
		} else if i > 0 && !subject.IsGiven(u.tokens) && (subject.IsSelf(about) || !relation.BeginsWithThing(u.tokens, c.Text[p[0]:p[1]])) {
			u.tokens = append(slices.Clone(about), u.tokens...)
		}
		out[at].Mixed = out[at].Mixed || u.Denies != whole.Denies
		out = append(out, u)
	}
	return out
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
			if to == i+2 || subject.IsKin(u.tokens[to-1].Term) { // "my sister likes Bach" is denied or not
				u.Denies, u.Negative, u.markers = false, false, nil
			}
			u.tokens = u.tokens[i:named]
			return u, true
		}
	}
	return u, false
}

// resolvePronouns returns the units of a message that begin with "she" or its like with whom the
// messages before are about, if that is one person only.
func resolvePronouns(units, before []unit) []unit {
	var who []phrase.Token
	for _, u := range before {
		s := subject.Find(u.tokens)
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
		if at := subject.Pronoun(u.tokens); at >= 0 {
			u.tokens = append(slices.Clone(who), u.tokens[at+1:]...)
			out = append(out, u)
		}
	}
	return out
}
