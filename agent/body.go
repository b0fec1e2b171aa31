package agent

import (
	"context"
	"slices"
	"strings"

	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/session"
	"keepsake/templates"
	"keepsake/text"
)

// voice says the house's sentences in one person's language.
type voice struct {
	words  *templates.Words
	lang   string
	person people.Person
}

func (v voice) say(id string) string { return v.words.Say(v.lang, id, nil) }

func (v voice) with(id string, d templates.Data) string { return v.words.Say(v.lang, id, d) }

func (a *Agent) voice(p people.Person) voice {
	return voice{words: a.Words, lang: a.Words.Match(p.Language, p.ClientLang), person: p}
}

// voiceOf returns the voice for the person a turn answers.
func (a *Agent) voiceOf(ctx context.Context, t session.Turn) (voice, error) {
	s, err := a.Sessions.Get(ctx, t.SessionID)
	if err != nil {
		return voice{}, err
	}
	p, err := a.answers(ctx, s, t)
	return a.voice(p), err
}

// answers returns the person whom a turn answers: the one of a private chat, in a group
// who wrote; nobody in particular when that was somebody without an id.
func (a *Agent) answers(ctx context.Context, s session.Session, t session.Turn) (people.Person, error) {
	id := t.Person
	if !s.Group() {
		id = s.Person
	}
	if id == "" {
		return people.Person{Receipts: true}, nil
	}
	return a.People.Get(ctx, id)
}

// body makes what the reply of a turn shows: the text, a receipt for each memory the
// turn's tools changed (unless the person switched receipts off), and each write that
// waits for a tap, shown exactly as it would be stored.
func (a *Agent) body(ctx context.Context, t session.Turn, shown string, v voice) (delivery.Body, error) {
	s, err := a.Sessions.Get(ctx, t.SessionID)
	if err != nil {
		return delivery.Body{}, err
	}
	changes, err := a.Memory.Store.Changes(ctx, "", t.ID)
	if err != nil {
		return delivery.Body{}, err
	}
	decisions, err := a.Memory.Store.Decisions(ctx, Scopes(s), memory.DecisionOpen, t.ID)
	if err != nil {
		return delivery.Body{}, err
	}
	if !v.person.Receipts {
		changes = nil
	}
	return receipts(shown, standing(changes), decisions, v), nil
}

// Remembered is the reaction to a message that something was remembered of. Telegram lets
// bots use only some: this is one of them.
const Remembered = "✍"

// react puts a sign to the last message that a turn answers when the turn's tools
// remembered something, unless the person does not want that.
func (a *Agent) react(ctx context.Context, t session.Turn, ms []session.Message, p people.Person) error {
	if !p.Reactions.Or(a.Config.Reactions) {
		return nil
	}
	changes, err := a.Memory.Store.Changes(ctx, "", t.ID)
	if err != nil || !slices.ContainsFunc(standing(changes), remembers) {
		return err
	}
	for _, m := range slices.Backward(ms) {
		if m.Role != session.User || m.External == 0 {
			continue
		}
		reply, err := a.Delivery.Out(ctx, t.ReplyID)
		if err != nil {
			return err
		}
		_, err = a.Delivery.Put(ctx, delivery.Outgoing{
			Bot: reply.Bot, Chat: reply.Chat, Topic: reply.Topic, Person: reply.Person,
			Kind: delivery.React, Target: m.External, Body: delivery.Body{Text: Remembered},
		})
		return err
	}
	return nil
}

func remembers(c memory.Change) bool { return c.Op == memory.OpAdd || c.Op == memory.OpUpdate }

// standing returns the changes of a turn that still say something: not taken back, and of
// each memory the last (an entry added and corrected in one breath is one receipt).
func standing(changes []memory.Change) []memory.Change {
	last := map[string]int{}
	for i, c := range changes {
		last[c.MemoryID] = i
	}
	var out []memory.Change
	for i, c := range changes {
		if last[c.MemoryID] == i && c.UndoneAt == nil && c.Undoes == "" {
			out = append(out, c)
		}
	}
	return out
}

// receipts appends the lines and buttons for changes and decisions to a text. Several
// are numbered, so that a button says which line it is for.
func receipts(shown string, changes []memory.Change, decisions []memory.Decision, v voice) delivery.Body {
	var lines []string
	var rows [][]delivery.Button
	total := len(changes) + len(decisions)
	number := func() int {
		if total < 2 {
			return 0
		}
		return len(lines) + 1
	}
	for _, c := range changes {
		n := number()
		line, editable := changeLine(c, v)
		lines = append(lines, numbered(line, n, v))
		row := []delivery.Button{{Text: label(v.say("button.undo"), n), Action: "undo", Ref: c.ID}}
		if editable {
			row = append(row, delivery.Button{Text: label(v.say("button.edit"), n), Action: "edit", Ref: c.MemoryID})
		}
		rows = append(rows, row)
	}
	for _, d := range decisions {
		n := number()
		id := "receipt.ask"
		if d.Op == memory.OpUpdate {
			id = "receipt.ask_update"
		}
		lines = append(lines, numbered(v.with(id, templates.Data{"Content": exact(d.Content)}), n, v))
		rows = append(rows, []delivery.Button{
			{Text: label(v.say("button.save"), n), Action: "save", Ref: d.ID},
			{Text: label(v.say("button.edit"), n), Action: "amend", Ref: d.ID},
			{Text: label(v.say("button.never"), n), Action: "never", Ref: d.ID},
		})
	}
	if len(lines) == 0 {
		return delivery.Body{Text: shown}
	}
	below := v.say("receipt.separator") + "\n" + strings.Join(lines, "\n")
	return delivery.Body{Text: joinParts(closeFences(shown), below), Buttons: rows}
}

func changeLine(c memory.Change, v voice) (line string, editable bool) {
	data := templates.Data{"Content": exact(c.After), "Before": exact(c.Before)}
	switch c.Op {
	case memory.OpUpdate:
		return v.with("receipt.updated", data), true
	case memory.OpDelete:
		return v.with("receipt.deleted", data), false
	default:
		return v.with("receipt.saved", data), true
	}
}

// exact is a memory's text as a person should see it before trusting it: nothing hidden,
// Markdown shown, not obeyed.
func exact(s string) templates.Markdown { return templates.Markdown(text.Escape(text.Visible(s))) }

func numbered(line string, n int, v voice) string {
	if n == 0 {
		return line
	}
	return v.with("receipt.numbered", templates.Data{"Number": n, "Line": templates.Markdown(line)})
}

func label(s string, n int) string {
	if n == 0 {
		return s
	}
	return s + " " + digits(n)
}

// joinParts joins what is not empty with blank lines.
func joinParts(parts ...string) string {
	var out []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, "\n\n")
}

// closeFences ends a code block that the model left open, so that what follows is not
// code.
func closeFences(s string) string {
	open := ""
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		switch {
		case open == "" && (strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")):
			open = fence(line)
		case open != "" && strings.HasPrefix(line, open) && strings.Trim(line, open[:1]) == "":
			open = ""
		}
	}
	if open == "" {
		return s
	}
	return strings.TrimRight(s, "\n") + "\n" + open
}

// fence returns the run of fence characters a line begins with.
func fence(line string) string {
	return line[:len(line)-len(strings.TrimLeft(line, line[:1]))]
}
