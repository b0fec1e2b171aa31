package script

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"keepsake/memory"
)

// checkTasks checks what is to do.
func (p *player) checkTasks(ctx context.Context, s Step) error {
	titles, err := p.stage.Tasks(ctx, s.Who)
	has := matchesAny(s.Text, titles)
	return cmp.Or(err, expectThat(has == (s.Verb == TasksHas), negation(has)+"the task "+quote(s.Text), quoteAll(titles)))
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
	if s.Verb == MemoryHolds {
		return expectThat(len(ms) == s.Number, fmt.Sprintf("%d memories", s.Number), quoteAll(kept))
	}
	has := slices.ContainsFunc(ms, s.describes)
	return expectThat(has == (s.Verb == MemoryHas), "that memory "+strings.TrimPrefix(s.Source, "memory "+s.Who+" "), quoteAll(kept))
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
	n := len(all)
	since := n - min(p.promptsBefore, n)
	switch {
	case s.Verb == NotAsked:
		return expectThat(since == 0, "that the model is not asked", fmt.Sprintf("%d requests", since))
	case s.Verb == ModelCalls && since == 0:
		return expectThat(len(s.List) == 0, "the tools "+quoteAll(s.List), "none")
	case n == 0:
		return &mismatch{"a prompt", "none: the model was never asked"}
	}
	last := all[n-1]
	if s.Verb == ModelCalls {
		return expectThat(slices.Equal(last.Calls, s.List), "the tools "+quoteAll(s.List), quoteAll(last.Calls))
	}
	has := strings.Contains(last.Text, s.Text)
	return expectThat(has == (s.Verb == PromptHas), "a prompt "+negation(has)+"containing "+quote(s.Text), "this prompt:\n"+indent(last.Text))
}
