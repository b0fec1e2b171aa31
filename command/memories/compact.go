package memories

import (
	"context"

	"keepsake/actor"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/scope"
	"keepsake/templates"
)

// Actions of the buttons under the question about a run that stopped. Their reference is the run.
const (
	ActionGoOn    = "compact"
	ActionLeaveIt = "uncompact"
	ActionPrune   = "prune"
	ActionUnprune = "unprune"
	ActionReprune = "reprune" // brings back what a pruning archived
)

// AskToArchive asks whether a compaction or a pruning that stopped may archive as many memories as it found (A50, P66): the
// person whose memories they are, or an owner for a group's.
func AskToArchive(a *answer.Answer, q candidate.Question) {
	id, goOn, leaveIt := "compact.ask", ActionGoOn, ActionLeaveIt
	if q.Kind == actor.System {
		id, goOn, leaveIt = "prune.ask", ActionPrune, ActionUnprune
	}
	if q.Scope.Kind != scope.User {
		id += "_group"
	}
	a.Send(delivery.Body{
		Text:    a.Say(id, templates.Data{"Number": q.Going, "All": q.Of}),
		Buttons: [][]delivery.Button{{a.Button("button.go_on", goOn, q.RunID), a.Button("button.leave_it", leaveIt, q.RunID)}},
		Silent:  true,
	})
}

// TapGoOn lets the compaction begin anew.
func (d *Desk) TapGoOn(ctx context.Context, a *answer.Answer) error {
	return d.answerCompaction(ctx, a, true, "compact.goes_on")
}

// TapLeaveIt ends it.
func (d *Desk) TapLeaveIt(ctx context.Context, a *answer.Answer) error {
	return d.answerCompaction(ctx, a, false, "compact.left")
}

func (d *Desk) answerCompaction(ctx context.Context, a *answer.Answer, goOn bool, id string) error {
	if d.Ingest == nil {
		return memory.ErrNotFound
	}
	return a.ShowSettled(id, d.Ingest.AnswerCompaction(ctx, a.Actor(), a.Tap.Ref, goOn))
}

// TapPrune lets a pruning that stopped archive what has not mattered for long.
func (d *Desk) TapPrune(ctx context.Context, a *answer.Answer) error {
	return d.answerPruning(ctx, a, true)
}

// TapUnprune ends it: what it would have archived stays.
func (d *Desk) TapUnprune(ctx context.Context, a *answer.Answer) error {
	return d.answerPruning(ctx, a, false)
}

func (d *Desk) answerPruning(ctx context.Context, a *answer.Answer, goOn bool) error {
	if d.Pruning == nil {
		return memory.ErrNotFound
	}
	n, err := d.Pruning.Answer(ctx, a.Actor(), a.Tap.Ref, goOn)
	if err != nil || !goOn {
		return a.ShowSettled("compact.left", err)
	}
	body := delivery.Body{Text: a.Say("prune.done", templates.Data{"Number": n})}
	if n > 0 {
		body.Buttons = [][]delivery.Button{{a.Button("button.reprune", ActionReprune, a.Tap.Ref)}}
	}
	a.Show(body)
	return nil
}

// TapReprune brings back what a pruning archived.
func (d *Desk) TapReprune(ctx context.Context, a *answer.Answer) error {
	if d.Pruning == nil {
		return memory.ErrNotFound
	}
	n, err := d.Pruning.Revert(ctx, a.Actor(), a.Tap.Ref)
	if err == nil {
		a.Show(delivery.Body{Text: a.Say("prune.back", templates.Data{"Number": n})})
	}
	return err
}
