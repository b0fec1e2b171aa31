package eval

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"keepsake/llm/scripted"
	"keepsake/secret"
	"keepsake/text"
)

// ModelOf makes a Model of a brain. Its tokens are estimated.
func ModelOf(b scripted.Brain) Model {
	return func(ctx context.Context, p scripted.Prompt) (Recorded, error) {
		a, err := b.Answer(ctx, p)
		r := Recorded{Text: a.Text}
		for _, c := range a.Calls {
			args, _ := json.Marshal(c.Args) // maps of strings always marshal
			r.Calls = append(r.Calls, Call{Name: c.Name, Args: string(args)})
			r.Usage.Answer += text.Tokens(c.Name + string(args))
		}
		r.Usage.Prompt, r.Usage.Answer = text.Tokens(p.Text), r.Usage.Answer+text.Tokens(a.Text)
		return r, err
	}
}

// Mute is a stand-in that only ever says one word.
func Mute() Model {
	return ModelOf(scripted.BrainFunc(func(context.Context, scripted.Prompt) (scripted.Answer, error) {
		return scripted.Answer{Text: "Okay."}, nil
	}))
}

// Eager is a stand-in that stores whatever a person says, in English.
func Eager() Model {
	return ModelOf(scripted.BrainFunc(func(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
		if len(p.Tools) == 0 || len(p.Results()) > 0 {
			return scripted.Answer{Text: "I will remember that."}, nil
		}
		return scripted.Answer{Calls: []scripted.Call{{Name: "add_to_memory", Args: map[string]any{
			"content": text.Cut("User says: "+p.Person(), 400), "category": "context",
		}}}}, nil
	}))
}

// Oracle is a stand-in that has read the labels: it does what each dialogue expects. It is told which dialogue it is in by what the
// person said so far, so no two dialogues may begin in the same way and go on differently.
type Oracle struct {
	turns map[string]labelled
	items []Item
}

type labelled struct {
	turn Turn
	lang string
}

// NewOracle returns the oracle of some dialogues and items.
func NewOracle(ds []Dialogue, items []Item) (Oracle, error) {
	o := Oracle{turns: map[string]labelled{}, items: items}
	for _, d := range ds {
		said := ""
		for _, t := range d.Turns {
			said += "\n" + bareWords(secret.Mask(t.Say+t.Forward))
			key := keyOfTalk(said, d.Known)
			if before, ok := o.turns[key]; ok && before.turn.Did != t.Did {
				return o, fmt.Errorf("%s begins as another dialogue does, which goes on differently", d.ID)
			}
			o.turns[key] = labelled{t, d.Lang}
		}
	}
	return o, nil
}

// keyOfTalk names a point of a dialogue.
func keyOfTalk(said string, known []Fact) string {
	for _, f := range known {
		said += "\n- " + f.Note
	}
	return said
}

// bareWords returns a message without the marks by which a prompt shows what is quoted or forwarded.
func bareWords(s string) string {
	var bare []string
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(strings.TrimPrefix(line, ">")); line != "" && !strings.HasPrefix(line, "[") {
			bare = append(bare, line)
		}
	}
	return strings.Join(bare, "\n")
}

// Answer implements scripted.Brain.
func (o Oracle) Answer(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
	if len(p.Tools) == 0 {
		return scripted.Answer{Text: o.answerBackground(p)}, nil
	}
	l, ok := o.find(p)
	if !ok {
		return scripted.Answer{}, fmt.Errorf("no dialogue of the set comes to this: %.80q", p.Person())
	}
	if calls := l.calls(p); len(calls) > 0 && len(p.Results()) == 0 {
		return scripted.Answer{Calls: calls}, nil
	}
	reply := agreed[l.lang]
	if slices.Contains(l.turn.Kinds(), Asked) {
		reply += " " + asks[l.lang]
	}
	return scripted.Answer{Text: reply}, nil
}

// What the oracle says, by language.
var (
	agreed = map[string]string{"en": "That is fine with me.", "de": "Das ist gut so, alles klar.", "ru": "Хорошо, договорились.", "zh": "好的，没问题。"}
	asks   = map[string]string{"en": "Would you like me to remember that?", "de": "Soll ich mir das merken?", "ru": "Запомнить это?", "zh": "要我记住这个吗？"}
)

// find returns the turn that a prompt has come to: the dialogue begins with some of what is known and has the same words.
func (o Oracle) find(p scripted.Prompt) (labelled, bool) {
	said := ""
	for _, m := range p.Messages {
		if m.Role == "user" {
			said += "\n" + bareWords(m.Content)
		}
	}
	known := p.Listed(p.Messages[0].Content)
	for key, l := range o.turns {
		rest, ok := strings.CutPrefix(key, said)
		if !ok || rest != "" && !strings.HasPrefix(rest, "\n- ") || strings.Count(rest, "\n- ") != len(known) {
			continue
		}
		if !slices.ContainsFunc(known, func(m scripted.Memory) bool { return !strings.Contains(rest, "\n- "+m.Content) }) {
			return l, true
		}
	}
	return labelled{}, false
}

// calls returns what an ideal model calls.
func (l labelled) calls(p scripted.Prompt) (calls []scripted.Call) {
	known, facts := p.Memories(), slices.Clone(l.turn.Facts)
	call := func(name string, args map[string]any) {
		calls = append(calls, scripted.Call{Name: name, Args: args})
	}
	for _, f := range facts {
		args := map[string]any{"content": f.Note, "category": f.As}
		if f.About != "" {
			args["subject"] = f.About
		}
		switch {
		case f.Of != "":
			for _, m := range known {
				if holdsAll(m.Content, []string{f.Of}) {
					call("update_memory", map[string]any{"memory_id": m.ID, "content": f.Note})
					break
				}
			}
		case slices.ContainsFunc(known, func(m scripted.Memory) bool { return m.Content == f.Note }):
		case slices.Contains(l.turn.Kinds(), Stored):
			call("add_to_memory", args)
		default:
			call("offer_memory", args)
		}
	}
	if l.turn.Task != "" {
		args := map[string]any{"title": l.turn.Task}
		if l.turn.Due != "" {
			args["due"] = l.turn.Due
		}
		call("create_task", args)
	}
	if l.turn.Forget != "" {
		call("offer_to_forget", map[string]any{"about": l.turn.Forget})
	}
	return calls
}
