package companion

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"keepsake/text"
)

var (
	// ownMessage is a line of what the judge is shown: a number and what the person wrote, as a JSON string.
	ownMessage = regexp.MustCompile(`(?m)^\d+\. (".*")$`)
	// statement is a fact that the judge listed, and the words that say it.
	statement = regexp.MustCompile(`(?m)^\d+\. (".*"), in their words: ".*"$`)
	// claim is what somebody wants to note.
	claim = regexp.MustCompile(`(?m)^\d+\. (?:note|task): ("(?:[^"\\]|\\.)*")`)
)

// undecided is what the stand-in says where it cannot judge: no JSON, so that words alone decide.
const undecided = "I cannot tell."

// Statements answers the judge who lists what a person states: a JSON object with the facts that the stand-in knows how to
// read, each with the sentence that states it.
func (v *view) Statements() string {
	type stated struct {
		Quote string `json:"quote"`
		Fact  string `json:"fact"`
	}
	var list []stated
	for _, said := range unquoteAll(ownMessage, v.Person()) {
		own, _ := ownWords(said)
		for _, s := range v.sentences(own) {
			for _, f := range v.FindFacts(s) {
				list = append(list, stated{strings.TrimSpace(s), f.Content})
			}
		}
	}
	if len(list) == 0 {
		return undecided
	}
	b, _ := json.Marshal(map[string]any{"statements": list}) // plain values always marshal
	return string(b)
}

// Matches answers the judge who matches claims with statements: a claim is the statement that has its words.
func (v *view) Matches() string {
	type match struct {
		Claim      int   `json:"claim"`
		Statements []int `json:"statements"`
	}
	facts, list := unquoteAll(statement, v.Person()), []match{}
	for i, c := range unquoteAll(claim, v.Person()) {
		at := slices.IndexFunc(facts, func(f string) bool { return slices.Equal(text.Words(f), text.Words(c)) })
		if at < 0 {
			return undecided
		}
		list = append(list, match{i + 1, []int{at + 1}})
	}
	b, _ := json.Marshal(map[string]any{"matches": list}) // plain values always marshal
	return string(b)
}

// unquoteAll returns the JSON strings that an expression finds.
func unquoteAll(e *regexp.Regexp, s string) (out []string) {
	for _, m := range e.FindAllStringSubmatch(s, -1) {
		var found string
		if json.Unmarshal([]byte(m[1]), &found) == nil {
			out = append(out, found)
		}
	}
	return out
}
