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
	return voice{words: a.Words, lang: a.Words.Match(p.Languages()...), person: p}
}

// voiceOf returns the voice for the person a turn answers.
func (a *Agent) voiceOf(ctx context.Context, t session.Turn) (voice, error) {
	s, err := a.Sessions.Get(ctx, t.SessionID)
	if err != nil {
		return voice{}, err
	}
	p, err := a.answeredPerson(ctx, s, t)
	return a.voice(p), err
}

// answeredPerson returns the person whom a turn answers: the person of a private chat, or the
// writer in a group. A writer without an id (an anonymous admin) is an empty Person.
func (a *Agent) answeredPerson(ctx context.Context, s session.Session, t session.Turn) (people.Person, error) {
	id := t.Person
	if !s.IsGroup() {
		id = s.Person
	}
	if id == "" {
		return people.Person{Receipts: true}, nil
	}
	return a.People.Get(ctx, id)
}

// buildBody returns the body of a turn's reply: the text, a receipt for each memory that the
// turn's tools changed (unless the person switched receipts off), and each write that waits
// for a tap, shown exactly as it would be stored.
func (a *Agent) buildBody(ctx context.Context, t session.Turn, shown string, v voice) (delivery.Body, error) {
	s, err := a.Sessions.Get(ctx, t.SessionID)
	if err != nil {
		return delivery.Body{}, err
	}
	changes, err := a.Memory.TurnChanges(ctx, t.ID)
	if err != nil {
		return delivery.Body{}, err
	}
	decisions, err := a.Memory.Decisions(ctx, Scopes(s), memory.DecisionOpen, t.ID)
	if err != nil {
		return delivery.Body{}, err
	}
	if !v.person.Receipts {
		changes = nil
	}
	return addReceipts(shown, remainingChanges(changes), decisions, v), nil
}

// Remembered is the reaction to a message from which something was remembered. It is one of
// those that Telegram lets bots use.
const Remembered = "✍"

// react puts Remembered on the last message that a turn answers when the turn's tools
// remembered something, unless the person switched that off.
func (a *Agent) react(ctx context.Context, t session.Turn, ms []session.Message, p people.Person) error {
	if !p.Reactions.Or(a.Config.Reactions) {
		return nil
	}
	changes, err := a.Memory.TurnChanges(ctx, t.ID)
	if err != nil || !slices.ContainsFunc(remainingChanges(changes), isRemembering) {
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

// isRemembering reports whether the change added or updated a memory.
func isRemembering(c memory.Change) bool { return c.Op == memory.OpAdd || c.Op == memory.OpUpdate }

// remainingChanges returns the changes of a turn that were not undone, of each memory only the
// last: a memory that was added and corrected in one turn gets one receipt.
func remainingChanges(changes []memory.Change) []memory.Change {
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

// addReceipts returns a body of the text, followed by the lines and buttons for changes and
// decisions. Several lines are numbered, so that a button says which line it is for.
func addReceipts(shown string, changes []memory.Change, decisions []memory.Decision, v voice) delivery.Body {
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
		lines = append(lines, numberLine(line, n, v))
		row := []delivery.Button{{Text: numberLabel(v.say("button.undo"), n), Action: "undo", Ref: c.ID}}
		if editable {
			row = append(row, delivery.Button{Text: numberLabel(v.say("button.edit"), n), Action: "edit", Ref: c.MemoryID})
		}
		rows = append(rows, row)
	}
	for _, d := range decisions {
		n := number()
		id := "receipt.ask"
		if d.Op == memory.OpUpdate {
			id = "receipt.ask_update"
		}
		lines = append(lines, numberLine(v.with(id, templates.Data{"Content": showExactly(d.Content)}), n, v))
		rows = append(rows, []delivery.Button{
			{Text: numberLabel(v.say("button.save"), n), Action: "save", Ref: d.ID},
			{Text: numberLabel(v.say("button.edit"), n), Action: "amend", Ref: d.ID},
			{Text: numberLabel(v.say("button.never"), n), Action: "never", Ref: d.ID},
		})
	}
	if len(lines) == 0 {
		return delivery.Body{Text: shown}
	}
	below := v.say("receipt.separator") + "\n" + strings.Join(lines, "\n")
	return delivery.Body{Text: joinParts(closeFences(shown), below), Buttons: rows}
}

func changeLine(c memory.Change, v voice) (line string, editable bool) {
	data := templates.Data{"Content": showExactly(c.After), "Before": showExactly(c.Before)}
	switch c.Op {
	case memory.OpUpdate:
		return v.with("receipt.updated", data), true
	case memory.OpDelete:
		return v.with("receipt.deleted", data), false
	default:
		return v.with("receipt.saved", data), true
	}
}

// showExactly returns a memory's text with invisible characters made visible and Markdown
// escaped, so that a person sees what is stored before trusting it.
func showExactly(s string) templates.Markdown {
	return templates.Markdown(text.Escape(text.Visible(s)))
}

func numberLine(line string, n int, v voice) string {
	if n == 0 {
		return line
	}
	return v.with("receipt.numbered", templates.Data{"Number": n, "Line": templates.Markdown(line)})
}

func numberLabel(s string, n int) string {
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
