package script

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"keepsake/memory"
)

// checkTasks checks what is to do.
func (p *player) checkTasks(ctx context.Context, s Step) error {
	titles, err := p.stage.Tasks(ctx, s.Who)
	has := slices.ContainsFunc(titles, func(t string) bool { return Match(s.Text, t) })
	if err != nil || has == (s.Verb == TasksHas) {
		return err
	}
	return &mismatch{negation(has) + "the task " + quote(s.Text), quoteAll(titles)}
}

// checkMemories checks what is remembered.
func (p *player) checkMemories(ctx context.Context, s Step) error {
	ms, err := p.stage.Memories(ctx, s.Who, false)
	if err != nil {
		return err
	}
	kept := make([]string, len(ms))
	for i, m := range ms {
		kept[i] = describeMemory(m)
	}
	has := slices.ContainsFunc(ms, s.describes)
	want, _ := strings.CutPrefix(s.Source, "memory "+s.Who+" ")
	switch {
	case s.Verb == MemoryHolds && len(ms) != s.Number:
		return &mismatch{fmt.Sprintf("%d memories", s.Number), quoteAll(kept)}
	case s.Verb != MemoryHolds && has != (s.Verb == MemoryHas):
		return &mismatch{"that memory " + want, quoteAll(kept)}
	}
	return nil
}

// describes reports whether a memory is one that the step describes.
func (s Step) describes(m memory.Memory) bool {
	return Match(s.Text, m.Content) &&
		(s.Category == "" || s.Category == m.Category) &&
		(s.Subject == "" || s.Subject == m.Subject) &&
		(s.Version == 0 || s.Version == m.Version) &&
		(!s.Pinned || m.Pinned)
}

func describeMemory(m memory.Memory) string {
	d := m.Content + " in " + m.Category
	if m.Subject != "" {
		d += " about " + m.Subject
	}
	d += fmt.Sprintf(" version %d", m.Version)
	if m.Pinned {
		d += " pinned"
	}
	return d
}

// checkModel checks what the model was asked.
func (p *player) checkModel(s Step) error {
	all := p.stage.Prompts()
	since := all[min(p.promptsBefore, len(all)):]
	var last Prompt
	switch n := len(all); {
	case s.Verb == NotAsked && len(since) > 0:
		return &mismatch{"that the model is not asked", fmt.Sprintf("%d requests", len(since))}
	case s.Verb == NotAsked:
		return nil
	case s.Verb == ModelCalls && len(since) == 0:
	case n > 0:
		last = all[n-1]
	default:
		return &mismatch{"a prompt", "none: the model was never asked"}
	}
	if s.Verb == ModelCalls {
		if slices.Equal(last.Calls, s.List) {
			return nil
		}
		return &mismatch{"the tools " + quoteAll(s.List), quoteAll(last.Calls)}
	}
	if has := strings.Contains(last.Text, s.Text); has != (s.Verb == PromptHas) {
		return &mismatch{"a prompt " + negation(has) + "containing " + quote(s.Text), "this prompt:\n" + indent(last.Text)}
	}
	return nil
}
