package script

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"keepsake/memory"
)

// kept checks what is remembered and what is to do.
func (p *player) kept(ctx context.Context, s Step) error {
	if s.Verb == TasksHas || s.Verb == TasksLacks {
		titles, err := p.stage.Tasks(ctx, s.Who)
		if err != nil {
			return err
		}
		has := slices.ContainsFunc(titles, func(t string) bool { return Match(s.Text, t) })
		if has != (s.Verb == TasksHas) {
			return &mismatch{not(s.Verb == TasksLacks) + "the task " + show(s.Text), listed(titles)}
		}
		return nil
	}
	ms, err := p.stage.Memories(ctx, s.Who, false)
	if err != nil {
		return err
	}
	kept := make([]string, len(ms))
	for i, m := range ms {
		kept[i] = describe(m)
	}
	if s.Verb == MemoryHolds {
		if len(ms) != s.Number {
			return &mismatch{fmt.Sprintf("%d memories", s.Number), listed(kept)}
		}
		return nil
	}
	has := slices.ContainsFunc(ms, func(m memory.Memory) bool {
		return Match(s.Text, m.Content) &&
			(s.Category == "" || s.Category == m.Category) &&
			(s.Subject == "" || s.Subject == m.Subject) &&
			(s.Version == 0 || s.Version == m.Version) &&
			(!s.Pinned || m.Pinned)
	})
	if has != (s.Verb == MemoryHas) {
		want, _ := strings.CutPrefix(s.Source, "memory "+s.Who+" ")
		return &mismatch{"that memory " + want, listed(kept)}
	}
	return nil
}

func describe(m memory.Memory) string {
	d := fmt.Sprintf("%s in %s", m.Content, m.Category)
	if m.Subject != "" {
		d += " about " + m.Subject
	}
	d += fmt.Sprintf(" version %d", m.Version)
	if m.Pinned {
		d += " pinned"
	}
	return d
}

// model checks what the model was asked.
func (p *player) model(s Step) error {
	all := p.stage.Prompts()
	since := all[min(p.asked, len(all)):]
	if s.Verb == NotAsked {
		if len(since) > 0 {
			return &mismatch{"that the model is not asked", fmt.Sprintf("%d requests", len(since))}
		}
		return nil
	}
	if s.Verb == ModelCalls {
		var calls []string
		if len(since) > 0 {
			calls = since[len(since)-1].Calls
		}
		if !slices.Equal(calls, s.List) {
			return &mismatch{"the tools " + listed(s.List), listed(calls)}
		}
		return nil
	}
	if len(all) == 0 {
		return &mismatch{"a prompt", "none: the model was never asked"}
	}
	last := all[len(all)-1].Text
	if strings.Contains(last, s.Text) != (s.Verb == PromptHas) {
		return &mismatch{"a prompt " + not(s.Verb == PromptLacks) + "containing " + show(s.Text), "this prompt:\n" + indent(last)}
	}
	return nil
}
