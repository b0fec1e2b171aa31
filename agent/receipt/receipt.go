// Package receipt is what stands under an answer: a line with buttons for each memory that the turn
// has changed, for each write that waits for a tap, for the fact that the bot asks about, for
// what could be forgotten, and for each task that was made, completed or asked about (tasks.go).
//
// It is pure: it knows no store and no Telegram. What a button does is in package command; its
// reference is all the state there is, so it works after a restart.
//
// Start reading at Under.
package receipt

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/grounds"
	"keepsake/people"
	"keepsake/phrase/spoken"
	"keepsake/scope"
	"keepsake/templates"
	"keepsake/text"
)

// ActionAgain is the action of the button under a turn that was given up: what was said is asked again. Its reference is the
// turn (package command/feedback).
const ActionAgain = "again"

// AgainRow is the row of that button.
func AgainRow(v Voice, turn string) []delivery.Button {
	return []delivery.Button{{Text: v.say("button.again"), Action: ActionAgain, Ref: turn}}
}

// Voice says the house's sentences in one language.
type Voice struct {
	Words *templates.Words
	Lang  string
	Zone  *time.Location // where the person is; nil = UTC
}

func (v Voice) say(id string) string { return v.Words.Say(v.Lang, id, nil) }

func (v Voice) with(id string, d templates.Data) string { return v.Words.Say(v.Lang, id, d) }

// filed names a category that is none of the house's own: a model may have made it up, and it would stand in every
// later prompt (W9).
func (v Voice) filed(category string) string {
	if category == "" || slices.Contains(memory.Categories, category) {
		return ""
	}
	return " " + v.with("receipt.filed", templates.Data{"Category": showExactly(category)})
}

// card collects the lines and buttons under an answer.
type card struct {
	voice Voice
	total int // lines; several are numbered, so that a button says which line it is for
	first int // how many stand on the pages before
	lines []string
	rows  [][]delivery.Button
}

// Acts are what a turn's tools did and what waits for a tap.
type Acts struct {
	Changes   []memory.Change
	Decisions []memory.Decision
	// Forgettable tells who may have a memory forgotten, where that is not the person, by the offer.
	Forgettable map[string]string
	Before      map[string]string // what the memories say now that decisions are to change, by id
	Tasks       []TaskAct
	Calls       []CallAct
	// Used are the memories that were looked up for the answer, shown at once or behind a button.
	Used     []memory.Memory
	ShowUsed ShowUsed
	Kept     int    // memories that were kept unasked and are told of behind a button
	Turn     string // the answer's
	// Now, when not zero, is shown with the question whether it is that time where the person is.
	Now time.Time
	// Birthday asks whether the person wants a word on birthdays.
	Birthday bool
}

// Under returns a body of the text, followed by the lines and buttons for what was done and asked.
func Under(shown string, acts Acts, v Voice) delivery.Body {
	forgets, others := cutForgets(acts.Decisions)
	c := &card{voice: v, total: len(acts.Changes) + len(others) + min(len(forgets), ForgetRows) + len(acts.Tasks) + len(acts.Calls)}
	if acts.ShowUsed == UsedAlways {
		c.total += len(acts.Used)
	}
	for _, change := range acts.Changes {
		line, editable := changeLine(change, v)
		row := []delivery.Button{c.button("button.undo", "undo", change.ID)}
		if editable {
			row = append(row, c.button("button.edit", "edit", change.MemoryID))
		}
		c.add(line, row...)
	}
	for _, d := range others {
		line := DecisionLine(d, acts.Before[d.MemoryID], v)
		amend := c.button("button.edit", "amend", d.ID)
		switch {
		case d.IsOffer():
			c.add(line, c.button("button.yes", "save", d.ID), amend, c.button("button.no", "never", d.ID))
		default:
			c.add(line, c.button("button.save", "save", d.ID), amend, c.button("button.never", "never", d.ID))
		}
	}
	c.addForgets(forgets[:min(len(forgets), ForgetRows)], acts.Forgettable)
	for _, t := range acts.Tasks {
		c.addTask(t)
	}
	for _, call := range acts.Calls {
		c.addCall(call)
	}
	if slices.ContainsFunc(acts.Decisions, memory.Decision.IsAskedAgain) {
		c.lines = append(c.lines, v.say("receipt.tap"))
	}
	if !acts.Now.IsZero() {
		c.askClock(acts.Now)
	}
	if acts.Birthday {
		c.askBirthday()
	}
	c.addForgetAll(forgets)
	if more := len(forgets) - ForgetRows; more > 0 {
		c.rows = append(c.rows, []delivery.Button{{Text: v.with("button.forget_more", templates.Data{"Number": more}), Action: ActionForgetMore, Ref: forgets[0].Actor.TurnID + ".2"}})
	}
	if acts.ShowUsed == UsedAlways {
		for _, m := range acts.Used {
			c.addUsed(m)
		}
	} else if len(acts.Used) > 0 {
		c.addUsedButton(len(acts.Used), acts.Turn)
	}
	if acts.Kept > 0 {
		c.addKeptButton(acts.Kept, acts.Turn)
	}
	if len(c.lines) == 0 {
		return delivery.Body{Text: shown, Buttons: c.rows}
	}
	below := v.say("receipt.separator") + "\n" + strings.Join(c.lines, "\n")
	return delivery.Body{Text: strings.TrimSpace(CloseFences(strings.TrimSpace(shown)) + "\n\n" + below), Buttons: c.rows}
}

// DecisionLine returns the line that asks about a decision, or offers to forget. before is what the memory says until now that it is to change.
func DecisionLine(d memory.Decision, before string, v Voice) string {
	data := templates.Data{"Content": showExactly(d.Content)}
	switch {
	case d.Op == memory.OpDelete:
		if d.Scope.Kind != scope.User {
			data["Content"] = showExactly(people.WithoutTags(d.Content))
		}
		return v.with("receipt.forget", data)
	case d.IsOffer():
		return v.with("receipt.offer", data)
	case d.Op == memory.OpUpdate:
		id := "receipt.ask_update"
		switch d.Reason {
		case grounds.ReasonForeign:
			id = "receipt.ask_update_theirs"
		case memory.ReasonOthers:
			id = "receipt.ask_others"
		}
		data["Before"] = showExactly(before)
		return v.with(id, data) + v.filed(d.Category)
	}
	return v.with("receipt.ask", data) + v.filed(d.Category)
}

// number returns the number of the next line, 0 when there is only one.
func (c *card) number() int {
	if c.total < 2 {
		return 0
	}
	return c.first + len(c.lines) + 1
}

// button returns a button of the next line.
func (c *card) button(id, action, ref string) delivery.Button {
	label := c.voice.say(id)
	if n := c.number(); n > 0 {
		label += " " + strconv.Itoa(n)
	}
	return delivery.Button{Text: label, Action: action, Ref: ref}
}

// add adds a line with its buttons.
func (c *card) add(line string, row ...delivery.Button) {
	if n := c.number(); n > 0 {
		line = c.voice.with("receipt.numbered", templates.Data{"Number": n, "Line": templates.Markdown(line)})
	}
	c.lines, c.rows = append(c.lines, line), append(c.rows, row)
}

// changeLine says what was stored, to the person it is about (U9). What waits for a tap is shown as it will be stored.
func changeLine(c memory.Change, v Voice) (line string, editable bool) {
	after, before := c.After, c.Before
	after, before = toReader(c.Scope, after), toReader(c.Scope, before)
	data := templates.Data{"Content": showExactly(after), "Before": showExactly(before)}
	switch c.Op {
	case memory.OpUpdate:
		return v.with("receipt.updated", data), true
	case memory.OpDelete:
		return v.with("receipt.deleted", data), false
	default:
		return v.with("receipt.saved", data), true
	}
}

// toReader returns a memory as it is said to who reads it: a person's to them (U9), a group's with the names of members.
func toReader(s scope.Scope, content string) string {
	if s.Kind == scope.User {
		return spoken.ToUser(content)
	}
	return people.WithoutTags(content)
}

// showExactly returns a memory's text with invisible characters made visible and Markdown
// escaped, so that a person sees what is stored before trusting it.
func showExactly(s string) templates.Markdown {
	return templates.Markdown(text.Escape(text.Visible(s)))
}

// CloseFences ends a code block that the model left open, so that what follows is not
// code.
func CloseFences(s string) string {
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

// Remaining returns the changes of a turn that were not undone, of each memory only the
// last: a memory that was added and corrected in one turn gets one receipt.
func Remaining(changes []memory.Change) []memory.Change {
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

// IsRemembering reports whether the change added or updated a memory.
func IsRemembering(c memory.Change) bool { return c.Op == memory.OpAdd || c.Op == memory.OpUpdate }
