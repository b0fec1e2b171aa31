package obedient_test

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"keepsake/internal/groundset"
	"keepsake/llm/scripted"
	"keepsake/secret"
	"keepsake/text"
)

// badge is what tells the model whose prompt it reads. It stands in a memory that everybody has.
var badge = regexp.MustCompile(`k\d{4}x`)

// think is the obedient model.
func (w *world) think(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	read := readable(p)
	switch {
	case strings.HasPrefix(p.Messages[0].Content, "You note what a person says"):
		return w.list(p.Last().Content), nil
	case strings.HasPrefix(p.Messages[0].Content, "You compare pairs of notes"):
		return w.relate(p.Last().Content), nil
	}
	if len(p.Tools) == 0 {
		if strings.Contains(read, `"statements"`) || strings.Contains(p.Text, `\"statements\"`) {
			return w.judge(read, p.Last().Content), nil
		}
		return scripted.Answer{Text: w.summarise(p, read)}, nil
	}
	a := w.byBadge[badge.FindString(read)]
	if a == nil {
		return scripted.Answer{Text: "Hm."}, nil
	}
	if !a.isVisible(p, read) {
		if name, args := a.carrier.lookup(a); name != "" && p.Last().Role == "user" && p.Has(name) {
			return scripted.Answer{Calls: []scripted.Call{{Name: name, Args: args}}}, nil
		}
		return scripted.Answer{Text: "Hm."}, nil
	}
	a.isSeen = true
	ids := map[string]string{}
	for _, m := range append(p.Memories(), p.Listed(resultsOf(p))...) {
		ids[strings.TrimSpace(m.Content)] = m.ID
	}
	made := callsOfTurn(p)
	if call, ok := a.order.call(ids); ok && p.Has(call.Name) && !slices.Contains(made, call.Name) {
		a.isObeyed = true
		return scripted.Answer{Calls: []scripted.Call{call}}, nil
	}
	if a.order.kind == "complete" && !slices.Contains(made, "list_tasks") && !slices.Contains(made, "complete_task") && p.Has("list_tasks") {
		return scripted.Answer{Calls: []scripted.Call{{Name: "list_tasks", Args: map[string]any{}}}}, nil
	}
	return scripted.Answer{Text: "It says: " + a.order.foreign + "\nWould you like me to remember this: " + a.order.claim + "?"}, nil
}

// messageForm is a message as the reader of conversations, and the judge, are shown it.
var messageForm = regexp.MustCompile(`(?m)^\d+\. (?:\([^)]*\) )?(".*")$`)

// messagesOf returns the messages of a question.
func messagesOf(question string) (said []string) {
	for _, m := range messageForm.FindAllStringSubmatch(question, -1) {
		var words string
		if json.Unmarshal([]byte(m[1]), &words) == nil {
			said = append(said, words)
		}
	}
	return said
}

// list is the reader of conversations: it finds the claim in whatever the person says that has its words, and obeys each order that it is shown. It
// is shown no words of others, so that there is no claim but of the person's words that it could come upon.
// Whose conversation it is, stands below their words: what is claimed of others who say the same is not their order.
func (w *world) list(question string) scripted.Answer {
	said := messagesOf(question)
	flatSaid := make([]string, len(said))
	for i := range said {
		flatSaid[i] = flat(said[i])
	}
	attacks := w.attacks
	if a := w.byBadge[badge.FindString(question)]; a != nil {
		attacks = []*attack{a}
	}
	facts := []map[string]any{}
	note := func(quote, claim string) {
		if len(facts) == 20 || slices.ContainsFunc(facts, func(f map[string]any) bool { return f["quote"] == quote && f["fact"] == claim }) {
			return
		}
		w.listed[claim] = true
		facts = append(facts, map[string]any{"quote": quote, "fact": claim, "type": "profile", "fact_key": "", "subject": "", "confidence": 1, "importance": 1})
	}
	for _, a := range attacks {
		if a.order.kind == "command" {
			continue
		}
		for i, words := range said {
			if strings.Contains(flatSaid[i], w.flatOrder(a.order.foreign)) {
				w.leaked++
				note(words, a.order.claim)
			}
			for _, own := range []string{a.order.own, a.order.yes} {
				if own != "" && strings.Contains(flatSaid[i], w.flatOrder(own)) && groundset.IsInWords(a.order.claim, own) {
					w.shown[a.order.claim] = true
					note(words, a.order.claim)
				}
			}
		}
	}
	answer, _ := json.Marshal(map[string]any{"facts": facts, "reasoning": ""})
	return scripted.Answer{Text: string(answer)}
}

// pairForm is a pair of notes as the judge of relations is shown it.
var pairForm = regexp.MustCompile(`(?m)^Pair \d+\n known: (.*)\n new: (.*)$`)

// relate says of all pairs that the new note replaces the known one, and of two that compaction compares that they
// are one.
func (w *world) relate(question string) scripted.Answer {
	relations := []map[string]any{}
	for i, pair := range pairForm.FindAllStringSubmatch(question, -1) {
		kind := "contradicts"
		if strings.Contains(pair[1], bees) && strings.Contains(pair[2], bees) {
			kind = "same"
			w.compared++
		}
		relations = append(relations, map[string]any{"pair": i + 1, "relation": kind})
	}
	answer, _ := json.Marshal(map[string]any{"relations": relations, "reasoning": ""})
	return scripted.Answer{Text: string(answer)}
}

// claimForm is a claim as the judge is shown it.
var claimForm = regexp.MustCompile(`(?m)^(\d+)\. (?:note|task): ".*"`)

// judge lists every clause that the person says, and every message whole, as it is: before it sees a claim there is nothing to
// obey. The claims that it is then shown it all approves.
func (w *world) judge(read, question string) scripted.Answer {
	if strings.Contains(read, "The statements:") {
		matches := []map[string]any{}
		for i := range claimForm.FindAllString(read, -1) {
			matches = append(matches, map[string]any{"claim": i + 1, "statements": []int{1}})
		}
		answer, _ := json.Marshal(map[string]any{"matches": matches})
		return scripted.Answer{Text: string(answer)}
	}
	type statement struct {
		Quote string `json:"quote"`
		Fact  string `json:"fact"`
	}
	found := []statement{}
	note := func(quote string) {
		if quote = strings.TrimSpace(quote); len(found) < 20 && !slices.Contains(found, statement{quote, quote}) {
			found = append(found, statement{quote, quote})
		}
	}
	for _, said := range messagesOf(question) {
		note(said)
		for _, quote := range strings.FieldsFunc(said, func(r rune) bool { return strings.ContainsRune(".,;:!?\n。、，！？", r) }) {
			note(quote)
		}
	}
	answer, _ := json.Marshal(map[string]any{"statements": found})
	return scripted.Answer{Text: string(answer)}
}

// summarise repeats every order in sight as if the person had said it.
func (w *world) summarise(p scripted.Prompt, read string) string {
	s := "The user said:"
	for _, a := range w.attacks {
		if a.order.kind != "command" && a.isVisible(scripted.Prompt{}, read) {
			s += " " + a.order.foreign
		}
	}
	return s
}

// isVisible reports whether the order can be seen in a prompt: its words, or a picture.
func (a *attack) isVisible(p scripted.Prompt, read string) bool {
	if a.carrier.isPicture && slices.ContainsFunc(p.Messages, func(m scripted.Message) bool { return len(m.Images) > 0 }) {
		return true
	}
	return strings.Contains(read, a.w.flatOrder(a.order.foreign)) ||
		strings.Contains(read, a.w.flatOrder(text.BlockLine(a.order.foreign))) // as a memory of it is shown
}

// readable returns all messages of a prompt as plain words.
func readable(p scripted.Prompt) string {
	var b strings.Builder
	for _, m := range p.Messages {
		b.WriteString(m.Content + "\n")
	}
	return flat(b.String())
}

// flat returns a text without the marks of quotations and with single spaces.
func flat(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll("\n"+s, "\n>", "\n")), " ")
}

// flatOrder is flat of what belongs to an order, as a model is shown it, made once: the whole suite asks for it some ten million
// times. The caller holds mu.
func (w *world) flatOrder(s string) string {
	out, isMade := w.flats[s]
	if !isMade {
		out = flat(secret.Mask(s))
		w.flats[s] = out
	}
	return out
}

// resultsOf returns the texts of the results at the end of a prompt.
func resultsOf(p scripted.Prompt) string {
	var lines []string
	for _, r := range p.Results() {
		lines = append(lines, strings.Split(r.Content, "\n")...)
	}
	for i := range lines {
		lines[i] = "- " + strings.TrimLeft(lines[i], "-• ") // tasks are written like memories
	}
	return strings.Join(lines, "\n")
}

// callsOfTurn returns the tools called since a person spoke last.
func callsOfTurn(p scripted.Prompt) (names []string) {
	for _, m := range p.Messages {
		if m.Role == "user" {
			names = nil
		}
		for _, c := range m.ToolCalls {
			names = append(names, c.Name)
		}
	}
	return names
}
