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
	"keepsake/shortid"
	"keepsake/task"
	"keepsake/text"
	"keepsake/tool"
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
	var x task.Task
	var err error
	if a.Cancel {
		x, err = t.Tasks.Cancel(ctx, c.Actor, c.Store(), c.Actor.ID, id)
	} else {
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
	s := "Changed task " + line(x, c.Zone, c.Now)
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
	for i, x := range ts {
		open[i] = x.Title
		if x.ID == id {
			title = x.Title
		}
	}
	stops := a.Cancel || strings.EqualFold(strings.TrimSpace(a.Repeat), task.NoRepeat)
	switch {
	case title == "":
		return "", nil // the noun says that there is none
	case !isChangeSaid(c, title, open, stops):
		return "The user did not ask in so many words to change this task" + ask, nil
	case !isWhenSaid(c, a.Due, a.Repeat):
		return "The user did not say this time" + ask, nil
	case !strings.EqualFold(strings.TrimSpace(a.Repeat), task.NoRepeat) && !isRepeatSaid(c, a.Repeat):
		return "The user did not say that it repeats like this" + ask, nil
	}
	return "", nil
}

// isChangeSaid reports whether the person asked to move a task, or to call it off: a sentence that does, and names it or no
// other; or yes to the bot's question.
func isChangeSaid(c tool.Call, title string, open []string, stops bool) bool {
	wanted := moveWords
	if stops {
		wanted = cancelWords
	}
	talk := c.Conversation
	asked := lastAnswer(talk)
	for _, said := range grounds.ListOwnTexts(grounds.View{Window: talk.Window, TurnID: talk.Turn.ID}) {
		if phrase.IsYes(said) && strings.ContainsAny(asked, "?？؟") && wanted.MatchString(asked) && isNamedBest(title, asked, open) {
			return true
		}
		for _, clause := range phrase.Clauses(said) {
			s := clause.Sentence
			marks := phrase.Markers(s)
			if marks[phrase.Report] || marks[phrase.Pretence] || irony.IsMockery(s) || !wanted.MatchString(s) || negatedChange.MatchString(s) {
				continue
			}
			if isNamedBest(title, s, open) || isNamedBest(title, said, open) || isOnlyTask(title, open) && !namesAnything(s) {
				return true
			}
		}
	}
	return false
}

// cleanID returns an id as models write it, without what stands around it.
func cleanID(s string) string {
	return strings.TrimPrefix(strings.Trim(strings.TrimSpace(s), "[]"), "id:")
}

func badID() error {
	return fault.Field("task_id", "must be the 8-character ID of a task, as in [id:a1b2c3d4]")
}
