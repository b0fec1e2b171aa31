package companion

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"keepsake/llm/scripted"
)

// message is a line of what the reader of conversations is shown: a number, a day, what the person wrote as a JSON string.
var message = regexp.MustCompile(`(?m)^\d+\. \([^)]*\) (".*")$`)

// pair is two notes that the judge is shown: the number, what is known, and what is new, as JSON strings.
var pair = regexp.MustCompile(`(?m)^Pair (\d+)\n known: (".*")\n new: (".*")$`)

// kinds are the types of memories that the categories of facts stand for.
var kinds = map[string]string{"person": "profile", "preference": "preference", "project": "task_state"}

// Notes answers the reader of conversations: a JSON object with the facts that the messages state, each with
// the sentence that states it.
func (v *view) Notes() string {
	type note struct {
		Quote      string  `json:"quote"`
		Fact       string  `json:"fact"`
		Type       string  `json:"type"`
		Key        string  `json:"fact_key"`
		Subject    string  `json:"subject"`
		Confidence float64 `json:"confidence"`
		Importance float64 `json:"importance"`
	}
	notes := []note{}
	for _, m := range message.FindAllStringSubmatch(v.Person(), -1) {
		var said string
		if json.Unmarshal([]byte(m[1]), &said) != nil {
			continue
		}
		own, _ := ownWords(said)
		for _, s := range v.sentences(own) {
			for _, f := range v.FindFacts(s) {
				kind, key := kinds[f.Category], ""
				if kind == "" {
					kind = "profile"
				}
				if slot := v.Find("slots", f.Content); len(slot) > 1 {
					key = strings.ToLower(strings.Join(slot[1:], ""))
				}
				notes = append(notes, note{strings.TrimSpace(s), v.nameWriter(f.Content), kind, key, f.Subject, 0.9, 0.6})
			}
		}
	}
	b, _ := json.Marshal(map[string]any{"facts": notes, "reasoning": "These are lasting."}) // plain values always marshal
	return string(b)
}

var (
	// writerName is how the reader of a group's conversation is told to name the writer.
	writerName = regexp.MustCompile(`the writer as ("(?:[^"\\]|\\.)+")`)
	userWords  = regexp.MustCompile(`\b(?:[Tt]he user|User|user)\b`)
)

// nameWriter returns a fact with the writer named as the instructions want it: as "User", or in a group by name.
func (v *view) nameWriter(fact string) string {
	found, name := writerName.FindStringSubmatch(v.System()), ""
	if found == nil || json.Unmarshal([]byte(found[1]), &name) != nil || name == "User" {
		return fact
	}
	return userWords.ReplaceAllLiteralString(fact, name)
}

// Relations answers the judge of notes: what is about a matter of which one thing can be true replaces what was known
// about it; all else goes side by side.
func (v *view) Relations() string {
	type relation struct {
		Pair     int    `json:"pair"`
		Relation string `json:"relation"`
	}
	relations := []relation{}
	for _, m := range pair.FindAllStringSubmatch(v.Person(), -1) {
		var known, found string
		if json.Unmarshal([]byte(m[2]), &known) != nil || json.Unmarshal([]byte(m[3]), &found) != nil {
			continue
		}
		n, _ := strconv.Atoi(m[1]) // the pattern matches digits
		kind := "unrelated"
		among := []scripted.Memory{{Content: known}}
		switch {
		case v.Alike("whole", found, among) != nil:
			kind = "same"
		case v.Alike("slots", found, among) != nil:
			kind = "contradicts"
		}
		relations = append(relations, relation{n, kind})
	}
	b, _ := json.Marshal(map[string]any{"relations": relations, "reasoning": "By their matters."}) // plain values always marshal
	return string(b)
}
