package eval

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"keepsake/llm/scripted"
	"keepsake/text"
)

// answerBackground answers the prompts that work in the background, by the labels. It knows them by how they begin.
func (o Oracle) answerBackground(p scripted.Prompt) string {
	instructions, question := p.Messages[0].Content, p.Last().Content
	x := o.itemOf(question)
	switch {
	case strings.HasPrefix(instructions, "You note what a person says"):
		return x.list(question)
	case strings.HasPrefix(instructions, "You keep notes for an assistant"):
		return x.listWishes(question)
	case strings.HasPrefix(instructions, "You keep the list of rules"):
		return o.merge(question)
	case strings.HasPrefix(instructions, "You compare pairs of notes"):
		return o.relate(question)
	case strings.HasPrefix(instructions, "You list what a person states"):
		return listStatements(question)
	}
	return o.matchClaims(question)
}

// itemOf returns the item whose messages a question has; the zero Item when there is none.
func (o Oracle) itemOf(question string) Item {
	for _, x := range o.items {
		claim, _ := json.Marshal(x.Claim)
		if x.Part == Judging && !strings.Contains(question, string(claim)) {
			continue
		}
		if !slices.ContainsFunc(x.Says, func(s string) bool { quoted, _ := json.Marshal(s); return !strings.Contains(question, string(quoted)) }) {
			return x
		}
	}
	return Item{}
}

// quoteOf returns the clause of a question's messages that says a fact.
func quoteOf(question string, f Fact) string {
	if f.Quote != "" {
		return f.Quote
	}
	return nearest(clausesOf(question), f.Note)
}

// list answers the prompt of extraction.
func (x Item) list(question string) string {
	facts := []map[string]any{}
	for _, f := range x.Facts {
		facts = append(facts, map[string]any{"quote": quoteOf(question, f), "fact": f.Note, "type": "profile", "fact_key": "",
			"subject": f.About, "confidence": 0.95, "importance": 0.8, "triples": []any{}})
	}
	return asJSON(map[string]any{"facts": facts, "reasoning": ""})
}

// listWishes answers the prompt that looks for wishes. It lists also those that a later one overrides.
func (x Item) listWishes(question string) string {
	ds := []map[string]any{}
	for _, f := range slices.Concat(x.Known, x.Facts) {
		ds = append(ds, map[string]any{"quote": quoteOf(question, f), "directive": f.Note})
	}
	return asJSON(map[string]any{"facts": []any{}, "directives": ds, "episode": "", "reasoning": ""})
}

var (
	sourceForm = regexp.MustCompile(`(?m)^([kn]\d+): (".*")$`)
	pairForm   = regexp.MustCompile(`(?m)^Pair \d+\n known: (.*)\n new: (.*)$`)
)

// merge answers the prompt that merges wishes: what a label has under known is dropped for the newest line.
func (o Oracle) merge(question string) string {
	lines, dropped, last := []map[string]any{}, []map[string]any{}, ""
	for _, m := range sourceForm.FindAllStringSubmatch(question, -1) {
		last = m[1]
	}
	for _, m := range sourceForm.FindAllStringSubmatch(question, -1) {
		var said string
		_ = json.Unmarshal([]byte(m[2]), &said) // the form has matched a JSON string
		isOverridden := slices.ContainsFunc(o.items, func(x Item) bool {
			return x.Part == Wishing && slices.ContainsFunc(x.Known, func(f Fact) bool { return f.Note == said })
		})
		if isOverridden && m[1] != last {
			dropped = append(dropped, map[string]any{"id": m[1], "by": last})
			continue
		}
		lines = append(lines, map[string]any{"text": said, "from": []string{m[1]}})
	}
	return asJSON(map[string]any{"lines": lines, "dropped": dropped, "reasoning": ""})
}

// relate answers the prompt that compares pairs: a fact of a label that names what it changes contradicts it.
func (o Oracle) relate(question string) string {
	relations := []map[string]any{}
	for i, pair := range pairForm.FindAllStringSubmatch(question, -1) {
		kind := "unrelated"
		for _, x := range o.items {
			for _, f := range x.Facts {
				if x.Part == Reading && f.Of != "" && strings.Contains(pair[2], f.Note) && holdsAll(pair[1], []string{f.Of}) {
					kind = "contradicts"
				}
			}
		}
		relations = append(relations, map[string]any{"pair": i + 1, "relation": kind})
	}
	return asJSON(map[string]any{"relations": relations, "reasoning": ""})
}

func asJSON(v any) string {
	b, _ := json.Marshal(v) // maps of strings and numbers always marshal
	return string(b)
}

var (
	saidForm   = regexp.MustCompile(`(?m)^\d+\. (?:\([^)]*\) )?(".*")$`)
	statedForm = regexp.MustCompile(`(?m)^\d+\. (".*"), in their words: ".*"$`)
	claimForm  = regexp.MustCompile(`(?m)^(\d+)\. (?:note|task): (".*?[^\\]")`)
)

// listStatements lists every clause of the messages in a question, as it stands.
func listStatements(question string) string {
	type statement struct {
		Quote string `json:"quote"`
		Fact  string `json:"fact"`
	}
	statements := []statement{}
	for _, c := range clausesOf(question) {
		if c = strings.TrimSpace(c); c != "" {
			statements = append(statements, statement{c, c})
		}
	}
	return asJSON(map[string]any{"statements": statements})
}

// matchClaims says of each claim that the statement with most of its words says it, unless it is labelled as not said.
func (o Oracle) matchClaims(question string) string {
	type match struct {
		Claim      int   `json:"claim"`
		Statements []int `json:"statements"`
	}
	var stated []string
	for _, s := range statedForm.FindAllStringSubmatch(question, -1) {
		var fact string
		_ = json.Unmarshal([]byte(s[1]), &fact)
		stated = append(stated, fact)
	}
	matches := []match{}
	for i, c := range claimForm.FindAllStringSubmatch(question, -1) {
		var claim string
		if len(stated) == 0 || json.Unmarshal([]byte(c[2]), &claim) != nil || o.isNotSaid(claim, stated) {
			continue
		}
		matches = append(matches, match{i + 1, []int{slices.Index(stated, nearest(stated, claim)) + 1}})
	}
	return asJSON(map[string]any{"matches": matches})
}

// isNotSaid reports whether a claim is labelled as not said in messages that state this.
func (o Oracle) isNotSaid(claim string, stated []string) bool {
	return slices.ContainsFunc(o.items, func(x Item) bool {
		said := strings.Join(x.Says, "\n")
		return x.Part == Judging && x.Did == NotSaid && x.Claim == claim && !slices.ContainsFunc(stated, func(s string) bool { return !strings.Contains(said, s) })
	})
}

// clausesOf returns the clauses of the messages in a question.
func clausesOf(question string) (clauses []string) {
	for _, m := range saidForm.FindAllStringSubmatch(question, -1) {
		var said string
		if json.Unmarshal([]byte(m[1]), &said) == nil {
			clauses = append(clauses, strings.FieldsFunc(said, func(r rune) bool { return strings.ContainsRune(".!?;\n。！？；", r) })...)
		}
	}
	return clauses
}

// nearest returns the clause that shares most words with a sentence.
func nearest(clauses []string, sentence string) string {
	if len(clauses) == 0 {
		return ""
	}
	return strings.TrimSpace(slices.MaxFunc(clauses, func(a, b string) int { return shared(a, sentence) - shared(b, sentence) }))
}

// shared returns how many words of the second text the first one has.
func shared(a, b string) (n int) {
	words := text.Words(a)
	for _, w := range text.Words(b) {
		if slices.Contains(words, w) {
			n++
		}
	}
	return n
}
