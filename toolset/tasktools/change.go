package tasktools

import (
	"context"
	"errors"
	"strings"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/grounds"
	"keepsake/phrase"
	"keepsake/phrase/irony"
	"keepsake/session"
	"keepsake/shortid"
	"keepsake/task"
	"keepsake/text"
	"keepsake/tool"
	"keepsake/trust"
)

// ChangeTask is the name of the tool that moves, repeats and cancels tasks.
const ChangeTask = "change_task"

type changeArgs struct {
	ID     string `json:"task_id" len:"8..8" jsonschema:"8-character ID of the task"`
	Due    string `json:"due,omitempty" jsonschema:"New due date (2026-11-27) or date and time (2026-11-27T15:00) on the user's own clock. Of a repeating task only the next time moves, unless repeat is given, too"`
	Repeat string `json:"repeat,omitempty" jsonschema:"New rule of RFC 5545 like FREQ=WEEKLY;BYDAY=MO, or none to stop repeating after the next time"`
	Cancel bool   `json:"cancel,omitempty" jsonschema:"true to call the task off, with all its times"`
}

// change moves or cancels a task when the person said so (W8): what they did not say is refused, since the buttons under a
// reminder and /tasks are one tap away.
func (t *Toolset) change(ctx context.Context, c tool.Call, a changeArgs) (tool.Result, error) {
	id := cleanID(a.ID)
	switch {
	case !shortid.IsValid(id):
		return tool.Result{}, badID()
	case !a.Cancel && strings.TrimSpace(a.Due+a.Repeat) == "":
		return tool.Result{}, fault.Field("due", "say what is to change: due, repeat or cancel")
	}
	if c.Actor.Kind == actor.Tool {
		if refusal, err := t.changeRefusal(ctx, c, id, a); refusal != "" || err != nil {
			return tool.Result{Content: refusal}, err
		}
	}
	before, err := t.Tasks.Get(ctx, c.Store(), c.Actor.ID, id)
	if err != nil {
		return explainCompletion(before, err)
	}
	var x task.Task
	switch {
	case a.Cancel:
		x, err = t.Tasks.Cancel(ctx, c.Actor, c.Store(), c.Actor.ID, id)
	case isUndo(c, before, a):
		x, err = t.Tasks.TakeBack(ctx, c.Actor, c.Store(), c.Actor.ID, id, before.Revision.ID)
	default:
		x, err = t.Tasks.Move(ctx, c.Actor, c.Store(), c.Actor.ID, id, task.Change{Due: a.Due, Repeat: a.Repeat, Zone: c.Zone, Floating: isFloating(c, a.Due)})
	}
	switch {
	case errors.Is(err, task.ErrDone), errors.Is(err, task.ErrNotFound):
		return explainCompletion(x, err)
	case err != nil:
		return tool.Result{}, err
	case a.Cancel:
		return tool.Result{Content: "Cancelled: " + text.BlockLine(x.Title), Trust: leastTrust(x)}, nil
	}
	s := "Changed task " + line(x, c.Zone, c.Now) + "; before: " + dueText(before, c.Zone)
	if x.RemindAt != nil {
		s += ". The user will be reminded " + formatTime(*x.RemindAt, c.Zone)
	}
	return tool.Result{Content: s, Trust: leastTrust(x)}, nil
}

// changeRefusal returns why a change is not made, "" = it is.
func (t *Toolset) changeRefusal(ctx context.Context, c tool.Call, id string, a changeArgs) (string, error) {
	const ask = ". Nothing was changed: ask the user, or tell them to use /tasks and the buttons under reminders."
	if c.Conversation == nil {
		return "Only the user can change it" + ask, nil
	}
	ts, _, err := t.Tasks.List(ctx, c.Store(), c.Actor.ID, false, 0, 0)
	if err != nil {
		return "", err
	}
	title, open := "", make([]string, len(ts))
	last, isUndone := lastSpokenOf(c.Conversation, ts), false
	for i, x := range ts {
		open[i] = x.Title
		if x.ID == id {
			title = x.Title
			isUndone = isUndo(c, x, a)
		}
	}
	stops := a.Cancel || strings.EqualFold(strings.TrimSpace(a.Repeat), task.NoRepeat)
	switch {
	case title == "":
		return "", nil // the noun says that there is none
	case isUndone && (last == id || isOnlyTask(title, open)):
		return "", nil
	case !isChangeSaid(c, title, open, stops, last == id):
		return "The user did not ask in so many words to change this task" + ask, nil
	case !isWhenSaid(c, a.Due, a.Repeat):
		return "The user did not say this time" + ask, nil
	case !strings.EqualFold(strings.TrimSpace(a.Repeat), task.NoRepeat) && !isRepeatSaid(c, a.Repeat):
		return "The user did not say that it repeats like this" + ask, nil
	}
	return "", nil
}

// isChangeSaid reports whether the person asked to move a task, or to call it off: a sentence that does, and names it or no
// other; or yes to the bot's question. A sentence that names none ("move it to Tuesday") is about the only task there is, or
// about the one that was last spoken of; of that a time alone says where to move it ("no, Wednesday").
func isChangeSaid(c tool.Call, title string, open []string, stops, isLast bool) bool {
	wanted := moveWords
	if stops {
		wanted = cancelWords
	}
	talk := c.Conversation
	asked := lastAnswer(talk)
	isMeant := isLast || isOnlyTask(title, open) || isNamedBest(title, asked, open)
	if stops && isMeant && isRetracted(talk) {
		return true
	}
	for _, said := range grounds.ListOwnTexts(grounds.View{Window: talk.Window, TurnID: talk.Turn.ID}) {
		if phrase.IsYes(said) && strings.ContainsAny(asked, "?？؟") && wanted.MatchString(asked) && isNamedBest(title, asked, open) {
			return true
		}
		for _, clause := range phrase.Clauses(said) {
			s := meantWords.ReplaceAllString(clause.Sentence, " ")
			marks := phrase.Markers(s)
			isAsked := wanted.MatchString(s)
			switch {
			case marks[phrase.Report] || marks[phrase.Pretence] || irony.IsMockery(s) || negatedChange.MatchString(s) || stops && dontForget.MatchString(s):
			case isAsked && (isNamedBest(title, s, open) || isNamedBest(title, said, open) || isMeant && !namesAnything(s)):
				return true
			case !stops && isLast && !clause.IsQuestion && !namesAnything(s) && !phrase.HasDenial(leadingNo.ReplaceAllString(s, "")):
				return true // isWhenSaid asks for the time
			}
		}
	}
	return false
}

// isUndo reports whether the person asks to undo what was last done with a task, and the call does that: it calls off one that
// the turn of the bot's last answer made, or puts one back to the time that it had before it was moved.
func isUndo(c tool.Call, x task.Task, a changeArgs) bool {
	if c.Conversation == nil || !isUndoSaid(c.Conversation) {
		return false
	}
	if a.Cancel {
		turn := lastAnswerMessage(c.Conversation).TurnID
		return turn != "" && x.SourceTurn == turn && x.Revision == nil
	}
	if !x.CanTakeBack() || x.Revision.Before.DueAt == nil {
		return false
	}
	due, err := task.ParseDue(a.Due, c.Now, c.Zone)
	return err == nil && due.AllDay == x.Revision.Before.AllDay && due.At.Equal(*x.Revision.Before.DueAt)
}

// isUndoSaid reports whether a sentence of the turn asks to undo something, and names nothing.
func isUndoSaid(talk *tool.Conversation) bool {
	for _, said := range grounds.ListOwnTexts(grounds.View{Window: talk.Window, TurnID: talk.Turn.ID}) {
		for _, clause := range phrase.Clauses(said) {
			s := leadingNo.ReplaceAllString(clause.Sentence, "")
			marks := phrase.Markers(s)
			isReserved := marks[phrase.Report] || marks[phrase.Pretence] || irony.IsMockery(s) || phrase.HasDenial(s)
			rest := undoWords.ReplaceAllString(undoWords.ReplaceAllString(s, " "), " ") // twice: two may share the space between them
			if !isReserved && rest != s && !namesAnything(rest) {
				return true
			}
		}
	}
	return false
}

// isRetracted reports whether all that the person says in the turn is to forget it ("never mind, forget it"): the window's own
// texts leave that out, as they do what it takes back.
func isRetracted(talk *tool.Conversation) bool {
	said := 0
	for _, m := range talk.Window {
		if m.TurnID != talk.Turn.ID || m.Role != session.User {
			continue
		}
		s := m.View().Content
		if m.Trust != trust.Person || m.Masked != nil || m.Removed != nil || !cancelWords.MatchString(s) || namesAnything(s) || dontForget.MatchString(s) || negatedChange.MatchString(s) {
			return false
		}
		said++
	}
	return said > 0
}

// lastSpokenOf returns the id of the one open task that the turn of the bot's last answer made, changed or asked about; "" when
// there is none, or more than one.
func lastSpokenOf(talk *tool.Conversation, ts []task.Task) (id string) {
	turn := lastAnswerMessage(talk).TurnID
	for _, x := range ts {
		isRevised := x.Revision != nil && x.Revision.Turn == turn
		if turn == "" || x.SourceTurn != turn && x.AskedTurn != turn && !isRevised {
			continue
		}
		if id != "" {
			return ""
		}
		id = x.ID
	}
	return id
}

// cleanID returns an id as models write it, without what stands around it.
func cleanID(s string) string {
	return strings.TrimPrefix(strings.Trim(strings.TrimSpace(s), "[]"), "id:")
}

func badID() error {
	return fault.Field("task_id", "must be the 8-character ID of a task, as in [id:a1b2c3d4]")
}
