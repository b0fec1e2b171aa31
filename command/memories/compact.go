package memories

import (
	"context"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/ingest"
	"keepsake/scope"
	"keepsake/templates"
)

// Actions of the buttons under the question about a compaction that stopped.
const (
	ActionGoOn    = "compact"   // run
	ActionLeaveIt = "uncompact" // run
)

// AskToCompact asks whether a compaction that stopped may archive as many memories as it found (A50): the person whose
// memories they are, or an owner for a group's.
func AskToCompact(a *answer.Answer, q ingest.Question) {
	id := "compact.ask"
	if q.Scope.Kind != scope.User {
		id = "compact.ask_group"
	}
	a.Send(delivery.Body{
		Text: a.Say(id, templates.Data{"Number": q.Going, "All": q.Of}),
		Buttons: [][]delivery.Button{{
			a.Button("button.go_on", ActionGoOn, q.RunID), a.Button("button.leave_it", ActionLeaveIt, q.RunID),
		}},
		Silent: true,
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
	err := d.Ingest.AnswerCompaction(ctx, a.Actor(), a.Tap.Ref, goOn)
	if fault.KindOf(err) == fault.NotFound {
		id, err = "compact.settled", nil
	}
	if err == nil {
		a.Show(delivery.Body{Text: a.Say(id, nil)})
	}
	return err
}
