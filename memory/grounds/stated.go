package grounds

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/moment"
)

// Statement is one thing that the person states, as a model lists it that saw none of the words of others.
type Statement struct {
	Quote string   `json:"quote"` // their words, letter by letter
	Facts []string `json:"facts"` // the same as one would keep it, in plain sentences in the third person
	// Claims are those that the judge says it states (ClaimOf).
	Claims []string `json:"claims,omitempty"`
}

// findStated looks for the claim among what was listed by a model that has not seen it, nor anything of others: a
// wording of its own cannot have been put into its mouth. It believes no quotation that is not there, and no name,
// number, denial or reservation that the person did not use.
func (m matcher) findStated(c claim, v View, heard []voice) ([]unit, bool) {
	if len(c.whole.counting) == 0 || c.update && len(c.added) == 0 {
		return nil, false
	}
	var quotes []unit
	var listed []Statement
	for _, s := range v.Stated {
		if q, ok := findQuote(s.Quote, heard, false); ok {
			if len(c.whole.dates) > 0 {
				q.dates = moment.Implied(heard[q.voice].said, v.inZone(heard[q.voice].message.At))
			}
			quotes, listed = append(quotes, q), append(listed, s)
			for _, u := range cutUnits(q.voice, heard[q.voice].said) { // what stands in one quotation may be several things
				if q.from <= u.from && u.to <= q.to && u.to-u.from < q.to-q.from {
					u.dates, u.request = q.dates, u.request || q.request
					quotes, listed = append(quotes, u), append(listed, s)
				}
			}
		}
	}
	find := func(p statement, voice int) int {
		for i, q := range quotes {
			if (voice < 0 || q.voice == voice) && (m.isStatedBy(c, p, listed[i], q, heard) || m.isMeantThere(c, p, q, v, heard)) {
				return i
			}
		}
		return -1
	}
	if at := find(c.whole, -1); at >= 0 {
		return []unit{quotes[at]}, true
	}
	var found []unit
	for _, p := range c.parts {
		if c.update && m.isKnown(p) {
			continue
		}
		voice := -1
		if len(found) > 0 {
			voice = found[0].voice
		}
		at := find(p, voice)
		if at < 0 && p.alone != nil && len(found) > 0 {
			at = find(*p.alone, voice)
		}
		if at < 0 {
			return nil, false
		}
		found = append(found, quotes[at])
	}
	return found, len(found) > 0
}

// addressing finds what speaks to the bot past the person, or of its memory.
var addressing = regexp.MustCompile(`(?i)\b(?:assistant|ai|a\.i\.|bot|chatbot|system prompt|memory|memories|remember|store|save|record|add_to_memory|update_memory|ignore|instruction|keepsake|llm|assistent|assistentin|ki|merke?n?|speicher\w*|notier\w*|gedächtnis|asistente|ia|recuerda|guarda|memoria|anota|retiens|mémoire|enregistre|lembre|memória|guarde|ricorda|salva|onthoud|geheugen|zapamiętaj|hatırla|hafıza|kaydet)\b|ассистент|помощник|бот|память|памяти|запомни|сохрани|запиши|记住|記住|记忆|助手|保存|存储|人工智能|覚えて|記憶|アシスタント|기억|저장|비서|تذكر|احفظ|المساعد|ذاكرة|תזכור|זיכרון|עוזר|याद|सहायक`)

func addressesAssistant(s string) bool { return addressing.MatchString(s) }

// findQuote returns the quotation as a unit of the person's latest text that has it letter by letter, in no question;
// asked says that it may stand before one: "I am left-handed, which scissors …?"
func findQuote(quote string, heard []voice, asked bool) (unit, bool) {
	quote = strings.TrimSpace(quote)
	if quote == "" {
		return unit{}, false
	}
	for i := len(heard) - 1; i >= 0; i-- {
		from := strings.Index(blankQuotations(heard[i].said), quote)
		if from < 0 {
			continue
		}
		to := from + len(quote)
		u := newUnit(i, from, to, heard[i].said[from:to], false)
		clauses := phrase.Clauses(heard[i].said)
		isQuestion := asked // all of it is
		for k, c := range clauses {
			if c.To <= from || to <= c.From {
				continue
			}
			if c.IsQuestion && !asked {
				return unit{}, false
			}
			isLast := k+1 == len(clauses) || clauses[k+1].First
			isQuestion = isQuestion && c.IsQuestion && isLast
			first, last := k, k+1
			for first > 0 && !clauses[first].First {
				first--
			}
			for last < len(clauses) && !clauses[last].First {
				last++
			}
			u.request = u.request || c.IsRequest
			if subject := leadingSubject(phrase.Tokens(phrase.Bare(clauses[first].Text))); k > first && c.From <= from && !hasSubject(u.tokens) && isOtherPerson(subject) {
				u.tokens = append(slices.Clone(subject), u.tokens...)
			}
			maps.Copy(u.markers, colourOf(clauses[first:last], k-first))
			for m := range phrase.Markers(c.Text) { // what stands beside the quotation in its clause
				u.markers[m] = true
			}
		}
		return u, !isQuestion
	}
	return unit{}, false
}

// isOtherPerson reports whether a subject is somebody else than the speaker.
func isOtherPerson(subject []phrase.Token) bool {
	return len(subject) > 0 && subject[len(subject)-1].IsEntity()
}

// isStatedBy reports whether a listed statement, quoted by q, is the claim's.
func (m matcher) isStatedBy(c claim, s statement, listed Statement, q unit, heard []voice) bool {
	return m.differenceFromListed(c, s, listed, q, heard) == ""
}

// differenceFromListed returns what keeps a listed statement, quoted by q, from being the claim's; "" when nothing does.
func (m matcher) differenceFromListed(c claim, s statement, listed Statement, q unit, heard []voice) string {
	dated, shares := datesOf(s, q), false
	said := phrase.Tokens(heard[q.voice].said)
	for _, t := range s.counting {
		switch one := []phrase.Token{t}; {
		case m.mentionsAll(one, q.tokens):
			shares = true
		case s.known[t.Term], dated[t.Term]:
		case (t.Kind == phrase.Name || t.Kind == phrase.Number) && !m.mentionsAll(one, said):
			return "name " + t.Term
		}
	}
	abroad := !m.addressed && q.request && !m.isSpokenOf(c.whole) && isInAnotherLanguage(s, q)
	other := m.others(s, q)
	switch {
	case !shares && !abroad:
		return "nothing shared"
	case !m.agreesInDenial(s, q, positions(m, s, q)):
		return "denial"
	case abroad && s.subject && isOfKin(q):
		return "another subject"
	case !m.keepsNumbers(s, q):
		return "numbers"
	case !m.agreesInTime(s, q, nil):
		return "time"
	case len(other) > 0 && (c.update || m.addressed):
		return "new words"
	case len(other) == 0 && mayBeTurned(s, q):
		return "order"
	case m.isOpposed(other, q):
		return "opposite"
	case len(other) > m.countUnmatched(s, q) && !abroad:
		return "more words"
	case m.isLent(other, q, heard):
		return "lent"
	case c.update && !m.isAnchored(c, q):
		return "another matter"
	case m.isAboutAnother(s, q):
		return "another subject"
	}
	loose := s
	loose.counting = slices.DeleteFunc(slices.Clone(s.counting), func(t phrase.Token) bool { return !m.mentionsAll([]phrase.Token{t}, q.tokens) })
	if len(other) > len(loose.counting) && !abroad {
		return "little shared"
	}
	if at, _ := m.align(loose, q); len(at) > 0 {
		switch {
		case s.denies && hasMoreBehind(q, at):
			return "limit"
		case !m.keepsRoles(s, loose, q, at):
			return "roles"
		case !m.keepsSpeaker(s, q, at, len(other)):
			return "subject"
		}
	}
	if !m.isWorded(s, q, listed.Facts) {
		return "wording"
	}
	return ""
}

// isMeantThere reports whether a quotation means the statement in other words, whatever the judge made of it.
func (m matcher) isMeantThere(c claim, s statement, q unit, v View, heard []voice) bool {
	if m.addressed || len(s.counting) == 0 || countSubjects(heard[q.voice].said[q.from:q.to]) > 1 || c.update && !m.isAnchored(c, q) {
		return false
	}
	return m.isMeantBy(s, q, heard, v.TurnID != "" && heard[q.voice].message.TurnID != v.TurnID)
}

// countSubjects returns how many clauses and parts of a text say whom they are about, and at least how many
// sentences it has.
func countSubjects(s string) int {
	subjects, sentences := 0, 0
	for _, c := range phrase.Clauses(s) {
		if c.First {
			sentences++
		}
		for _, p := range cutParts(c.Text) {
			if len(leadingSubject(phrase.Tokens(phrase.Bare(c.Text[p[0]:p[1]])))) > 0 {
				subjects++
			}
		}
	}
	return max(subjects, sentences)
}

// isWorded reports whether the judge's wordings say the claim: with the quotation they have all its words,
// and one of them has its denial, is about whom it is about, and turns no relation round.
func (m matcher) isWorded(s statement, q unit, facts []string) bool {
	units := []unit{q}
	for _, fact := range facts {
		u := newUnit(q.voice, q.from, q.to, fact, false)
		u.dates = q.dates
		units = append(units, u)
	}
	dated, missing := datesOf(s, q), 0
	for _, t := range s.counting {
		if !dated[t.Term] && !s.known[t.Term] && !m.isMentioned([]phrase.Token{t}, units) {
			missing++
		}
	}
	if 3*missing > len(s.counting) {
		return false
	}
	return slices.ContainsFunc(units[1:], func(f unit) bool {
		return f.negative == s.negative && m.agreesInTime(s, f, nil) && m.isMostly(s, f, dated) && m.keepsRelations(s, f) && m.keepsSubject(s, f)
	})
}

// isMostly reports whether one wording has the statement's names and numbers and half of its other words;
// where two are related, all of them.
func (m matcher) isMostly(s statement, f unit, dated map[string]bool) bool {
	have, others, entities := 0, 0, 0
	for _, t := range s.tokens {
		if t.IsEntity() || t.Kind == phrase.Subject || t.Kind == phrase.Object {
			entities++
		}
	}
	for _, t := range s.counting {
		in := s.known[t.Term] || dated[t.Term] || m.mentionsAll([]phrase.Token{t}, f.tokens)
		switch {
		case !in && (t.Kind == phrase.Name || t.Kind == phrase.Number || entities > 1):
			return false
		case t.Kind != phrase.Name && t.Kind != phrase.Number:
			others++
			if in {
				have++
			}
		}
	}
	return 2*have >= others
}

// keepsRelations reports whether the entities of a statement stand in a wording in the same order, as far
// as it has them.
func (m matcher) keepsRelations(s statement, f unit) bool {
	known := s
	known.known = make(map[string]bool)
	for _, t := range s.counting {
		known.known[t.Term] = true
	}
	at, _ := m.align(known, f)
	return len(at) > 0 && (slices.IsSorted(at) || m.isFreeOrder(known, f, at))
}

// keepsSubject reports whether a wording is about whom the statement is about.
func (m matcher) keepsSubject(s statement, f unit) bool {
	about := newStatement("")
	about.tokens = f.tokens
	about.fill()
	if s.subject != about.subject && (s.subject || about.subject && !s.object) {
		return false
	}
	for _, t := range f.tokens {
		if m.mentionsAll([]phrase.Token{t}, s.counting) {
			return true
		}
		if t.IsEntity() && t.Kind != phrase.Other || t.Noun && t.Counts() {
			return false
		}
	}
	return true
}

func hasTwoNumbers(u unit) bool {
	n := 0
	for _, t := range u.tokens {
		if t.Kind == phrase.Number {
			n++
		}
	}
	return n > 1
}

// others returns the words of the statement that the quotation does not have.
func (m matcher) others(s statement, q unit) (out []phrase.Token) {
	dated := datesOf(s, q)
	for _, t := range s.counting {
		if !s.known[t.Term] && !dated[t.Term] && !m.mentionsAll([]phrase.Token{t}, q.tokens) {
			out = append(out, t)
		}
	}
	return out
}

// countUnmatched returns how many words of the quotation the statement puts in others: a word of the
// statement that stands for none of them was never said.
func (m matcher) countUnmatched(s statement, q unit) (n int) {
	for _, t := range q.tokens {
		if t.Kind == phrase.Content && !slices.ContainsFunc(s.counting, func(c phrase.Token) bool { return m.isSame(c, t) }) {
			n++
		}
	}
	return n
}

// isLent reports whether a word of the claim that the quotation does not have stands in foreign text or in
// something else that the person said, or is made of the letters of another.
func (m matcher) isLent(other []phrase.Token, q unit, heard []voice) bool {
	free := matcher{}
	for _, t := range other {
		for b := range m.borrowed {
			if b == t.Term || phrase.AreInflections(b, t.Term) {
				return true
			}
		}
		if slices.ContainsFunc(q.tokens, func(x phrase.Token) bool { return phrase.IsRearranged(t.Term, x.Term) }) {
			return true
		}
		for i, h := range heard {
			said := h.said
			if i == q.voice {
				said = said[:q.from] + " " + said[q.to:]
			}
			if free.mentionsAll([]phrase.Token{t}, phrase.Tokens(said)) {
				return true
			}
		}
	}
	return false
}

// isAboutAnother reports whether the quotation begins with somebody whom the statement does not name.
func (m matcher) isAboutAnother(s statement, q unit) bool {
	for _, t := range q.tokens {
		if t.Kind == phrase.Other && !s.known[pronoun] {
			return true
		}
		if t.IsEntity() && !m.mentionsAll([]phrase.Token{t}, s.counting) && !s.known[t.Term] {
			return true
		}
		if t.Kind == phrase.Subject || t.Kind == phrase.Content && !t.Owned {
			return t.Noun && s.subject && !hasKind(q, phrase.Subject) && !hasKind(q, phrase.Owner) && !q.request
		}
	}
	return false
}

// mayBeTurned reports whether a statement made of the person's own words may turn them round: then their
// order decides, and it has been compared.
func mayBeTurned(s statement, q unit) bool {
	if countNumbers(s) > 0 && len(s.counting) > 2 && hasTwoNumbers(q) || phrase.IsDense(phrase.FirstRune(s.counting[0].Term)) {
		return true
	}
	entities := 0
	for i, t := range q.tokens {
		apposed := i > 0 && t.Kind == phrase.Name && q.tokens[i-1].IsEntity()
		if (t.IsEntity() || t.Noun && t.Counts()) && !apposed || t.Kind == phrase.Object && !q.instructs || t.Kind == phrase.Subject && !s.subject {
			entities++
		}
	}
	return entities > 1 || q.mixed
}
