package grounds

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
)

// Statement is one thing that the person states, as a judge lists it who saw their words and nothing else.
type Statement struct {
	Quote string   `json:"quote"` // their words, letter by letter
	Facts []string `json:"facts"` // the same as one would keep it, in plain sentences in the third person
}

// findStated looks for the claim among what the judge listed. It believes no quotation that is not there,
// no name, number, denial or time that the quotation does not have, and no word that foreign text, or
// another statement of the person, may have lent.
func (m matcher) findStated(c claim, v View, heard, foreign []voice) ([]unit, bool) {
	if len(c.whole.counting) == 0 || c.update && len(c.added) == 0 {
		return nil, false
	}
	addressed := slices.ContainsFunc(foreign, func(f voice) bool { return addressesAssistant(f.said) })
	statements := []statement{c.whole}
	var all [][]unit
	for _, s := range v.Stated {
		q, ok := findQuote(s.Quote, heard)
		if !ok {
			continue
		}
		if m.isStatedBy(c, c.whole, s, q, heard, addressed) {
			return []unit{q}, true
		}
		all = append(all, []unit{q})
	}
	if c.parts == nil || len(all) == 0 {
		return nil, false
	}
	statements = c.parts
	var found []unit
	for _, p := range statements {
		if c.update && m.isKnown(p) {
			continue
		}
		at := slices.IndexFunc(v.Stated, func(s Statement) bool {
			q, ok := findQuote(s.Quote, heard)
			if ok && (len(found) == 0 || found[0].voice == q.voice) && m.isStatedBy(c, p, s, q, heard, addressed) {
				found = append(found, q)
				return true
			}
			return false
		})
		if at < 0 {
			return nil, false
		}
	}
	return found, len(found) > 0
}

// findQuote returns the quotation as a unit of the person's latest text that has it letter by letter, in
// no question.
func findQuote(quote string, heard []voice) (unit, bool) {
	quote = strings.TrimSpace(quote)
	if quote == "" {
		return unit{}, false
	}
	for i := len(heard) - 1; i >= 0; i-- {
		from := strings.Index(heard[i].said, quote)
		if from < 0 {
			continue
		}
		to := from + len(quote)
		u := newUnit(i, from, to, heard[i].said[from:to], false)
		clauses := phrase.Clauses(heard[i].said)
		for k, c := range clauses {
			if c.To <= from || to <= c.From {
				continue
			}
			if c.IsQuestion {
				return unit{}, false
			}
			first, last := k, k+1
			for first > 0 && !clauses[first].First {
				first--
			}
			for last < len(clauses) && !clauses[last].First {
				last++
			}
			u.request = u.request || c.IsRequest
			maps.Copy(u.markers, colourOf(clauses[first:last], k-first))
			for m := range phrase.Markers(c.Text) { // what stands beside the quotation in its clause
				u.markers[m] = true
			}
		}
		return u, true
	}
	return unit{}, false
}

// isStatedBy reports whether a listed statement, quoted by q, is the claim's.
func (m matcher) isStatedBy(c claim, s statement, listed Statement, q unit, heard []voice, addressed bool) bool {
	var shared, novel []phrase.Token
	dated := datesOf(s, q)
	for _, t := range s.counting {
		switch {
		case m.mentionsAll([]phrase.Token{t}, q.tokens):
			shared = append(shared, t)
		case s.known[t.Term], dated[t.Term]:
		case t.Kind == phrase.Name || t.Kind == phrase.Number:
			return false
		default:
			novel = append(novel, t)
		}
	}
	if len(shared) == 0 || len(novel) > countUnmatched(m, s, q) || len(novel) == 0 && mayBeTurned(s, q) {
		return false
	}
	if s.negative != q.negative || !m.keepsNumbers(s, q) || !m.agreesInTime(s, q, nil) || m.isAboutAnother(s, q) {
		return false
	}
	for _, t := range novel {
		if slices.ContainsFunc(q.tokens, func(x phrase.Token) bool { return phrase.IsRearranged(t.Term, x.Term) }) {
			return false
		}
	}
	if c.update || addressed || m.isLent(novel, q, heard) {
		return false
	}
	return slices.ContainsFunc(listed.Facts, func(fact string) bool { return m.isWorded(s, q, fact) })
}

// isWorded reports whether a wording of the judge says the claim: the wording and the quotation have all its
// words, and the wording has its denial and is about whom it is about.
func (m matcher) isWorded(s statement, q unit, fact string) bool {
	f := newStatement(fact)
	if f.negative != s.negative || s.subject && !f.subject && !hasKind(unit{tokens: f.tokens}, phrase.Owner) {
		return false
	}
	u := unit{tokens: f.tokens, dates: q.dates}
	dated := datesOf(s, q)
	for _, t := range s.counting {
		if !dated[t.Term] && !m.mentionsAll([]phrase.Token{t}, u.tokens) && !m.mentionsAll([]phrase.Token{t}, q.tokens) {
			return false
		}
	}
	return true
}

// mayBeTurned reports whether a statement made of the person's own words may turn them round: then their
// order decides, and it has been compared.
func mayBeTurned(s statement, q unit) bool {
	if countNumbers(s) > 1 || phrase.IsDense(phrase.FirstRune(s.counting[0].Term)) {
		return true
	}
	entities := 0
	for i, t := range q.tokens {
		apposed := i > 0 && t.Kind == phrase.Name && q.tokens[i-1].IsEntity()
		if (t.IsEntity() || t.Noun) && !apposed || t.Kind == phrase.Object && !q.instructs || t.Kind == phrase.Subject && !s.subject {
			entities++
		}
	}
	return entities > 1 || q.mixed
}

// countUnmatched returns how many words of the quotation the statement puts in others: a word of the
// statement that stands for none of them was never said.
func countUnmatched(m matcher, s statement, q unit) (n int) {
	for _, t := range q.tokens {
		if t.Kind == phrase.Content && !slices.ContainsFunc(s.counting, func(c phrase.Token) bool { return m.isSame(c, t) }) {
			n++
		}
	}
	return n
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

// isLent reports whether a word of the claim that the quotation does not have stands in foreign text, or
// in something else that the person said.
func (m matcher) isLent(novel []phrase.Token, q unit, heard []voice) bool {
	free := matcher{}
	for _, t := range novel {
		for b := range m.borrowed {
			if b == t.Term || phrase.AreInflections(b, t.Term) || phrase.AreSynonyms(b, t.Term) {
				return true
			}
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

// addressing finds what speaks to the bot past the person, or of its memory.
var addressing = regexp.MustCompile(`(?i)\b(?:assistant|ai|a\.i\.|bot|chatbot|system prompt|memory|memories|remember|store|save|note|record|add_to_memory|update_memory|ignore|instruction|keepsake|llm|model|assistent|assistentin|ki|merke?n?|speicher\w*|notier\w*|gedächtnis|asistente|ia|recuerda|guarda|memoria|anota|retiens|mémoire|enregistre|note[rz]?|lembre|memória|guarde|ricorda|salva|onthoud|geheugen|zapamiętaj|hatırla|hafıza|kaydet)\b|ассистент|помощник|бот|память|памяти|запомни|сохрани|запиши|记住|記住|记忆|助手|保存|存储|人工智能|覚えて|記憶|アシスタント|保存|기억|저장|비서|تذكر|احفظ|المساعد|ذاكرة|תזכור|זיכרון|עוזר|याद|सहायक`)

func addressesAssistant(s string) bool { return addressing.MatchString(s) }
