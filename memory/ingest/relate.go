package ingest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/recall"
	"keepsake/memory/repeats"
	"keepsake/phrase/slot"
	"keepsake/phrase/verbatim"
	"keepsake/templates"
	"keepsake/text"
)

// This file finds out how a find stands to what is known: by words where they settle it, else by a judge
// over a bounded list. Similarity proposes pairs and never decides (F10).

// Bounds of what is compared.
const (
	sharing  = 100 // memories that share a word with a find
	meaning  = 8   // memories near in meaning
	perFind  = 6   // pairs of one find that the judge is asked about
	maxPairs = 40  // of a run
)

// target is something known that a find is compared with: a memory, or a candidate that waits.
type target struct {
	memory  memory.Memory     // ID "" when it is a candidate
	waiting *candidate.Judged // nil when it is a memory
	found   *find             // of the same run, before it; nil otherwise
}

func (t target) content() string {
	switch {
	case t.waiting != nil:
		return t.waiting.Content
	case t.found != nil:
		return t.found.Content
	}
	return t.memory.Content
}

// isStill reports whether two targets are the same thing.
func (t target) isStill(o target) bool {
	if t.waiting != nil || o.waiting != nil {
		return t.waiting != nil && o.waiting != nil && t.waiting.ID == o.waiting.ID
	}
	return t.found == o.found && t.memory.ID == o.memory.ID
}

// relation is how a find stands to one target.
type relation struct {
	target target
	kind   candidate.Relation
}

// pair is a find and a target about which the judge is asked.
type pair struct {
	find   *find
	target target
}

// relate fills in how the finds stand to what is known and to each other.
func (j *job) relate(ctx context.Context, finds []*find) error {
	living, err := j.s.Candidates.Living(ctx, j.run.Scope)
	if err != nil {
		return err
	}
	var open []pair
	for i, f := range finds {
		targets, likely, err := j.targets(ctx, f, living, finds[:i])
		if err != nil {
			return err
		}
		asked := 0
		for k, t := range targets {
			switch relates := slot.Compare(t.content(), f.Content); {
			case relates == slot.SameFact, isOfOwnWords(f, t.memory.Content):
				f.relations = append(f.relations, relation{t, candidate.Repeats})
				continue
			case relates == slot.SameSlot:
			default:
				contains := max(repeats.Share(t.content(), f.Content), repeats.Share(f.Content, t.content())) >= repeats.NearlyAll
				if !likely[k] && !contains {
					continue
				}
			}
			if asked++; asked <= perFind {
				open = append(open, pair{f, t})
			}
		}
	}
	// A find that repeats something is settled: what else is near it was compared with that before.
	open = slices.DeleteFunc(open, func(p pair) bool { return p.find.repeats() })
	for from := 0; from < len(open); from += maxPairs {
		if err := j.judge(ctx, open[from:min(len(open), from+maxPairs)]); err != nil {
			return err
		}
	}
	return nil
}

// isOfOwnWords reports whether a memory holds, in the person's own words, the very words that a find was read from: those were kept as the
// person asked, and no reader's sentence takes their place.
func isOfOwnWords(f *find, content string) bool {
	words, ok := verbatim.Read(content)
	return ok && slices.ContainsFunc(f.Evidence, func(e memory.Evidence) bool {
		quote := text.OneLine(e.Quote)
		return quote != "" && (strings.Contains(words, quote) || strings.Contains(quote, words))
	})
}

// targets returns what a find is compared with: what has its key, then by turns what shares words with it
// and what is near in meaning, then what waits and what was found before it. likely says which of them
// the judge is asked about even where words see nothing in common.
func (j *job) targets(ctx context.Context, f *find, living []candidate.Judged, before []*find) (out []target, likely []bool, err error) {
	add := func(t target, isLikely bool) {
		for i, o := range out {
			if o.isStill(t) {
				likely[i] = likely[i] || isLikely
				return
			}
		}
		out, likely = append(out, t), append(likely, isLikely)
	}
	byKey, err := j.byKey(ctx, f)
	if err != nil {
		return nil, nil, err
	}
	for _, m := range byKey {
		add(target{memory: m}, true)
	}
	byWords, err := j.byWords(ctx, f)
	if err != nil {
		return nil, nil, err
	}
	byMeaning := j.byMeaning(ctx, f)
	for i := range max(len(byWords), len(byMeaning)) {
		if i < len(byWords) {
			isAbout := f.Subject != "" && text.Fold(byWords[i].Subject) == text.Fold(f.Subject)
			add(target{memory: byWords[i]}, isAbout)
		}
		if i < len(byMeaning) {
			add(target{memory: byMeaning[i]}, true)
		}
	}
	for i := range living {
		add(target{waiting: &living[i]}, living[i].Key == f.Key)
	}
	for _, o := range before {
		add(target{found: o}, o.Key == f.Key)
	}
	return out, likely, nil
}

// byKey returns the memories that candidates with the find's key became.
func (j *job) byKey(ctx context.Context, f *find) ([]memory.Memory, error) {
	same, err := j.s.Candidates.ByKey(ctx, j.run.Scope, f.Key)
	if err != nil || len(same) == 0 {
		return nil, err
	}
	var ids []string
	for _, c := range same {
		got, err := j.s.Candidates.Get(ctx, j.scopes(), c.ID)
		if err == nil && got.Verdict.MemoryID != "" && !slices.Contains(ids, got.Verdict.MemoryID) {
			ids = append(ids, got.Verdict.MemoryID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	q := j.query()
	q.IDs = ids[max(0, len(ids)-perFind):]
	return j.s.Memory.Find(ctx, q)
}

// query selects all memories that a find may stand to, those included that are off or in the archive.
func (j *job) query() memory.Query {
	return memory.Query{
		Scopes: j.scopes(), Kinds: []memory.Kind{memory.Item}, Archived: memory.AlsoArchived,
		Statuses: []memory.Status{memory.Active, memory.Expired, memory.Disabled},
	}
}

func (j *job) byWords(ctx context.Context, f *find) ([]memory.Memory, error) {
	q := j.query()
	q.AnyWord, q.Limit = true, sharing
	for _, t := range slot.SearchTerms(f.Content) {
		for _, w := range text.Words(t) {
			if !slices.Contains(q.Words, w) {
				q.Words = append(q.Words, w)
			}
		}
	}
	if len(q.Words) == 0 {
		return nil, nil
	}
	return j.s.Memory.Find(ctx, q)
}

// byMeaning returns nothing where no embedder answers: then words alone propose.
func (j *job) byMeaning(ctx context.Context, f *find) (out []memory.Memory) {
	if j.s.Recall == nil || j.s.Recall.Embedder == nil {
		return nil
	}
	hits, err := j.s.Recall.Find(ctx, recall.Query{Scopes: j.scopes(), Text: f.Content, Limit: meaning})
	if err != nil {
		return nil
	}
	for _, h := range hits[:min(3, len(hits))] {
		out = append(out, h.Memory)
	}
	return out
}

// judge asks the model how the two of each pair stand to each other and fills it in.
func (j *job) judge(ctx context.Context, pairs []pair) error {
	texts := make([][2]string, len(pairs))
	for i, p := range pairs {
		texts[i] = [2]string{p.target.content(), p.find.Content}
	}
	kinds, err := j.compare(ctx, texts)
	if err != nil {
		return err
	}
	for i, p := range pairs {
		if kind := kinds[i+1]; kind != candidate.IsNew {
			p.find.relations = append(p.find.relations, relation{p.target, kind})
		}
	}
	return nil
}

// compare asks the model how the second text of each pair stands to the first, by the pair's number from 1.
func (j *job) compare(ctx context.Context, pairs [][2]string) (kinds map[int]candidate.Relation, err error) {
	var b strings.Builder
	for i, p := range pairs {
		known, _ := json.Marshal(p[0]) // strings always marshal
		found, _ := json.Marshal(p[1])
		fmt.Fprintf(&b, "Pair %d\n known: %s\n new: %s\n", i+1, known, found)
	}
	_, err = j.ask(ctx, llm.Judging, relateFormat, relatePrompt(), b.String(), func(answer json.RawMessage) (why string) {
		kinds, why = parseRelations(answer, len(pairs))
		return why
	})
	return kinds, err
}

// parseRelations reads the judge's answer: every pair once.
func parseRelations(answer json.RawMessage, pairs int) (kinds map[int]candidate.Relation, why string) {
	var listed struct {
		Relations []struct {
			Pair     int    `json:"pair"`
			Relation string `json:"relation"`
		} `json:"relations"`
	}
	if json.Unmarshal(answer, &listed) != nil {
		return nil, `it has no list "relations" of objects with these properties`
	}
	named := map[string]candidate.Relation{
		"same": candidate.Repeats, "refines": candidate.Refines, "contradicts": candidate.Contradicts, "unrelated": candidate.IsNew,
	}
	kinds = make(map[int]candidate.Relation)
	for _, r := range listed.Relations {
		kind, ok := named[r.Relation]
		if before, twice := kinds[r.Pair]; !ok || r.Pair < 1 || r.Pair > pairs || twice && before != kind {
			return nil, "an entry names no pair, or a relation that does not exist, or a pair twice"
		}
		kinds[r.Pair] = kind
	}
	if len(kinds) < pairs {
		return nil, "it leaves out a pair"
	}
	return kinds, ""
}

// joinWithinRun gives the evidence of a find to an earlier one of the run that says the same, and marks an
// earlier one that it contradicts.
func joinWithinRun(f *find) {
	for _, r := range f.relations {
		switch {
		case r.target.found == nil:
		case r.kind == candidate.Repeats && f.merged == nil:
			f.merged = r.target.found
			f.merged.Evidence = join(f.merged.Evidence, f.Evidence)
			f.merged.EvidenceCount = countMessages(f.merged.Evidence)
		case r.kind == candidate.Contradicts:
			r.target.found.replaced = true
		}
	}
}

// join returns both evidences, each message's quotation once.
func join(a, b []memory.Evidence) []memory.Evidence {
	out := slices.Clone(a)
	for _, e := range b {
		if !slices.ContainsFunc(out, func(o memory.Evidence) bool { return o.MessageID == e.MessageID && o.Quote == e.Quote }) {
			out = append(out, e)
		}
	}
	return out
}

// relatePrompt returns the judge's instructions.
func relatePrompt() string { return templates.Prompt("relate.md") }
