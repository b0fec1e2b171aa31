package script

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"keepsake/memory"
)

// expectsIt reports whether a step expects that there is something, not that there is none.
func (s Step) expectsIt() bool { return strings.HasSuffix(string(s.Verb), "has") }

// expectTask checks what is to do.
func (p *player) expectTask(ctx context.Context, s Step) error {
	titles, err := p.stage.Tasks(ctx, s.Who)
	has := matchesAny(s.Text, titles)
	return cmp.Or(err, expectThat(has == s.expectsIt(), negation(has)+"the task "+quote(s.Text), quoteAll(titles)))
}

// expectFind checks what was noticed in passing.
func (p *player) expectFind(ctx context.Context, s Step) error {
	found, err := p.stage.Finds(ctx, s.Who)
	has := matchesAny(s.Text, found)
	return cmp.Or(err, expectThat(has == s.expectsIt(), negation(has)+"the find "+quote(s.Text), quoteAll(found)))
}

// expectMemory checks what is remembered.
func (p *player) expectMemory(ctx context.Context, s Step) error {
	ms, err := p.stage.Memories(ctx, s.Who, false)
	if err != nil {
		return err
	}
	kept := make([]string, len(ms))
	for i, m := range ms {
		kept[i] = describeMemory(m)
	}
	if s.Verb == "memory holds" {
		return expectThat(len(ms) == s.Number, fmt.Sprintf("%d memories", s.Number), quoteAll(kept))
	}
	has := slices.ContainsFunc(ms, s.describes)
	return expectThat(has == s.expectsIt(), "that memory "+strings.TrimPrefix(s.Source, "memory "+s.Who+" "), quoteAll(kept))
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

// countPrompts returns how often the model was asked since the last act.
func (p *player) countPrompts() int { return max(0, len(p.stage.Prompts())-p.promptsBefore) }

func (p *player) expectNoPrompt(context.Context, Step) error {
	n := p.countPrompts()
	return expectThat(n == 0, "that the model is not asked", fmt.Sprintf("%d requests", n))
}

// expectCalls checks which tools the model called for what was said last.
func (p *player) expectCalls(_ context.Context, s Step) error {
	var came []string
	if all := p.stage.Prompts(); p.countPrompts() > 0 {
		for _, m := range all[len(all)-1].Messages {
			if m.Role == "user" {
				came = nil
			}
			for _, c := range m.ToolCalls {
				came = append(came, c.Name)
			}
		}
	}
	return expectThat(slices.Equal(came, s.List), "the tools "+quoteAll(s.List), quoteAll(came))
}

// expectPrompt checks what the model was asked last.
func (p *player) expectPrompt(_ context.Context, s Step) error {
	all := p.stage.Prompts()
	if len(all) == 0 {
		return expectThat(false, "a prompt", "none: the model was never asked")
	}
	last := all[len(all)-1].Text
	has := strings.Contains(last, s.Text)
	return expectThat(has == s.expectsIt(), "a prompt "+negation(has)+"containing "+quote(s.Text), "this prompt:\n"+indent(last))
}
