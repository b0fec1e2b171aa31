package receipt

import (
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/task"
	"keepsake/templates"
)

// This file is what a line that asked something says once it is answered.

// SettledDecisions returns what the lines about decisions say now. before is as Acts.Before.
func SettledDecisions(made []memory.Made, before map[string]string, v Voice) (out []delivery.Settled) {
	for _, m := range made {
		out = append(out, Settled(m.Asked, m.Now, before[m.Asked.MemoryID], v)...)
	}
	return out
}

// SettledTasks returns what the lines about tasks say now.
func SettledTasks(ts []task.Task, v Voice) (out []delivery.Settled) {
	for _, t := range ts {
		out = append(out, SettledTask(t, v)...)
	}
	return out
}

// Settled returns what the line about a decision says once it was made: asked is the decision as it was asked about, now as it is,
// before what the memory said that it changes.
func Settled(asked, now memory.Decision, before string, v Voice) []delivery.Settled {
	id := "receipt.below" // it is asked about again
	switch now.State {
	case memory.DecisionSaved:
		id = "receipt.saved"
	case memory.DecisionDeclined:
		id = "receipt.declined"
	}
	return []delivery.Settled{
		{Question: DecisionLine(asked, before, v), Result: v.with(id, templates.Data{"Content": showExactly(now.Content)})},
		{Question: v.say("receipt.tap")},
	}
}

// SettledTask returns what the lines about a task say once it was decided about.
func SettledTask(t task.Task, v Voice) []delivery.Settled {
	data := templates.Data{"Title": showExactly(t.Title)}
	added, done := "receipt.task_added", "tasks.left_open"
	if t.IsDeclined() {
		added = "tasks.not_added"
	}
	if t.DoneAt != nil {
		done = "receipt.task_done"
	}
	return []delivery.Settled{
		{Question: v.with("receipt.task_ask", v.titled(t)), Result: v.with(added, v.titled(t))},
		{Question: v.with("receipt.task_ask_done", data), Result: v.with(done, data)},
	}
}
