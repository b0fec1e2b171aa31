package consolidate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"keepsake/memory/digest"
	"keepsake/people"
	"keepsake/phrase"
	"keepsake/phrase/slot"
	"keepsake/session"
	"keepsake/templates"
	"keepsake/text"
)

// Bounds of a merged digest.
const (
	maxLine = 500 // runes
	// oversized is how many times the target a digest may be (E21: targets, not limits; F15).
	oversized = 2
	// leastSaid is how much of a source's words a line that merges it must have, leastTaken how much of its
	// own words must be its sources'.
	leastSaid, leastTaken = 0.5, 0.7
)

// source is a line of the present digest or a waiting directive, as the model sees it.
type source struct {
	id   string // k1, n1
	text string
	from []string // ids of directives
}

// merged is the answer of the model that merges.
type merged struct {
	Lines *[]struct {
		Text string   `json:"text"`
		From []string `json:"from"`
	} `json:"lines"`
	Dropped []struct {
		ID string `json:"id"`
		By string `json:"by"`
	} `json:"dropped"`
}

// merge merges the waiting directives of a scope into the next version of its digest.
func (j *job) merge(ctx context.Context) error {
	current, err := j.s.Digests.Current(ctx, j.Scope)
	if err != nil {
		return err
	}
	waiting, err := j.s.Digests.Waiting(ctx, j.Scope)
	if err != nil {
		return err
	}
	if len(waiting) == 0 {
		return j.commit(ctx, 0, 0, nil)
	}
	p, err := j.s.People.Get(ctx, j.Scope.ID)
	if err != nil && !errors.Is(err, people.ErrNotFound) {
		return err
	}
	x, err := j.s.Sessions.Get(ctx, waiting[len(waiting)-1].SessionID) // the bot to which it was said pays
	if err != nil && !errors.Is(err, session.ErrNotFound) {
		return err
	}
	if x.ID != "" && x.IsGroup() { // what is made of it is for its person alone, in private, where they have begun a chat
		x.Place = session.Place{Bot: x.Place.Bot, Chat: people.Number(j.Scope.ID)}
		talks, err := j.s.Sessions.List(ctx, x.Place, j.Scope.ID)
		if err != nil {
			return err
		}
		j.isMute = len(talks) == 0
	}
	j.payer, j.question = j.s.Payer(p, x.Place, false), Question{Scope: j.Scope, Place: x.Place}
	sources := make([]source, 0, len(current.Lines)+len(waiting))
	for i, l := range current.Lines {
		sources = append(sources, source{"k" + strconv.Itoa(i+1), l.Text, l.From})
	}
	var absorbed []string
	for i, d := range waiting {
		sources = append(sources, source{"n" + strconv.Itoa(i+1), d.Content, []string{d.ID}})
		absorbed = append(absorbed, d.ID)
	}
	next := digest.Digest{Scope: j.Scope, Version: current.Version}
	var overridden []digest.Overridden
	if len(sources) == 1 {
		next.Lines = []digest.Line{{Text: sources[0].text, From: sources[0].from}}
	} else if next.Model, err = j.askToMerge(ctx, "merge.md", "", orDefault(j.s.Words, defaultWords), sources, &next.Lines, &overridden); err != nil {
		return err
	}
	isOverridden := func(id string) bool {
		return slices.ContainsFunc(overridden, func(o digest.Overridden) bool { return o.ID == id })
	}
	absorbed = slices.DeleteFunc(absorbed, isOverridden)
	left := slices.DeleteFunc(slices.Clone(waiting), func(d digest.Directive) bool { return !isOverridden(d.ID) })
	return j.commit(ctx, 0, 0, func(ctx context.Context) error {
		if err := j.s.Digests.Absorb(ctx, part, next, absorbed, overridden); err != nil || j.s.Merged == nil || j.isMute {
			return err
		}
		after := next
		after.Version++
		return j.s.Merged(ctx, x.Place, current.WithOverridden(left), after)
	})
}

// askToMerge has a model merge sources by the instructions of a prompt; heading comes before them.
func (j *job) askToMerge(ctx context.Context, prompt, heading string, words int, sources []source, lines *[]digest.Line, overridden *[]digest.Overridden) (model string, err error) {
	var b strings.Builder
	b.WriteString(heading)
	for _, s := range sources {
		quoted, _ := json.Marshal(s.text) // a string always marshals
		fmt.Fprintf(&b, "%s: %s\n", s.id, quoted)
	}
	instructions := strings.ReplaceAll(templates.Prompt(prompt), "{{words}}", strconv.Itoa(words))
	return j.ask(ctx, j.s.Slow, instructions, b.String(), func(answer json.RawMessage) (why string) {
		var m merged
		if json.Unmarshal(answer, &m) != nil || m.Lines == nil {
			return `it has no list "lines"`
		}
		if *lines, *overridden, why = m.resolve(sources, words); why == "" {
			why = j.checkLoss(m, sources)
		}
		return why
	})
}

// resolve returns the lines of an answer with the directives they are made of and what is overridden, or
// why it cannot be used: each source must stand in exactly one line, or be dropped for a newer one that
// stays; a line must say what its sources say and nothing else.
func (m merged) resolve(sources []source, words int) (lines []digest.Line, overridden []digest.Overridden, why string) {
	place := make(map[string]int, len(sources))
	for i, s := range sources {
		place[s.id] = i
	}
	used := map[string]bool{}
	size := 0
	for _, l := range *m.Lines {
		line := digest.Line{Text: text.OneLine(l.Text)}
		var from []source
		for _, id := range l.From {
			at, ok := place[id]
			if !ok || used[id] {
				return nil, nil, "an id does not exist or stands twice"
			}
			used[id] = true
			from = append(from, sources[at])
			line.From = append(line.From, sources[at].from...)
		}
		if why := checkLine(line.Text, from); why != "" {
			return nil, nil, why
		}
		size += len(strings.Fields(line.Text))
		lines = append(lines, line)
	}
	for _, d := range m.Dropped {
		at, ok := place[d.ID]
		by, known := place[d.By]
		if !ok || used[d.ID] || !known || !used[d.By] || by <= at || !strings.HasPrefix(d.By, "n") {
			return nil, nil, "something is dropped without a newer rule that stays"
		}
		for _, id := range sources[at].from {
			overridden = append(overridden, digest.Overridden{ID: id, By: sources[by].from[0]})
		}
	}
	for _, d := range m.Dropped {
		if used[d.ID] {
			return nil, nil, "an id does not exist or stands twice"
		}
		used[d.ID] = true
	}
	for _, s := range sources {
		if !used[s.id] {
			return nil, nil, "a rule is missing"
		}
	}
	switch {
	case len(lines) == 0:
		return nil, nil, "the list is empty"
	case size > oversized*words && size > sizeOf(sources):
		return nil, nil, "the list is too long"
	}
	return lines, overridden, ""
}

func sizeOf(sources []source) (n int) {
	for _, s := range sources {
		n += len(strings.Fields(s.text))
	}
	return n
}

// checkLine returns why a line does not say what its sources say, "" = it does.
func checkLine(line string, from []source) string {
	switch {
	case line == "" || len(from) == 0:
		return "a line has no text or no source"
	case text.Len(line) > maxLine:
		return "a line is too long"
	case len(from) == 1 && line != text.OneLine(from[0].text):
		return "a rule that stands alone was changed"
	case len(from) == 1:
		return ""
	}
	var all []string
	denial := false
	for _, s := range from {
		all = append(all, s.text)
		denial = denial || phrase.HasDenial(s.text)
		if slot.ShareOfParts(line, s.text) < leastSaid || !hasNumbersOf(line, s.text) {
			return "a line leaves out what its sources say"
		}
	}
	together := strings.Join(all, ". ")
	if slot.ShareOfParts(together, line) < leastTaken || !hasNumbersOf(together, line) || phrase.HasDenial(line) != denial {
		return "a line says what its sources do not say"
	}
	return ""
}

// hasNumbersOf reports whether every number of b stands in a.
func hasNumbersOf(a, b string) bool {
	words := text.Words(a)
	for _, w := range text.Words(b) {
		if strings.ContainsAny(w, "0123456789") && !slices.Contains(words, w) {
			return false
		}
	}
	return true
}
