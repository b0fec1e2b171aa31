package wishes

import (
	"context"
	"strings"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory/consolidate"
	"keepsake/memory/digest"
	"keepsake/templates"
)

// mostShown is how many of the lines that would go are shown.
const mostShown = 10

// AskForLoss asks whether a consolidation that stopped may drop as many lines as it found: the person whose digest it
// is, or who made the shard.
func AskForLoss(a *answer.Answer, q consolidate.Question) {
	data := templates.Data{"Number": len(q.Lost), "All": q.Of}
	id := "wishes.loses"
	if q.Shard.ID != "" {
		id, data["Name"] = "shards.loses", answer.Literal(q.Shard.Name)
	}
	shown := []string{a.Say(id, data), ""}
	for _, l := range q.Lost[:min(len(q.Lost), mostShown)] {
		shown = append(shown, "➖ "+string(answer.Literal(l)))
	}
	if len(q.Lost) > mostShown {
		shown = append(shown, "…")
	}
	a.Send(delivery.Body{
		Text: strings.Join(append(shown, "", a.Say("wishes.loss_hint", nil)), "\n"),
		Buttons: [][]delivery.Button{{
			a.Button("button.go_on", ActionGoOn, q.Shard.ID), a.Button("button.leave_it", ActionLeaveIt, q.Shard.ID),
		}},
		Silent: true,
	})
}

// TapGoOn lets the consolidation begin anew.
func (d *Desk) TapGoOn(ctx context.Context, a *answer.Answer) error {
	return d.answerLoss(ctx, a, true, "wishes.loss_goes_on")
}

// TapLeaveIt ends it.
func (d *Desk) TapLeaveIt(ctx context.Context, a *answer.Answer) error {
	return d.answerLoss(ctx, a, false, "wishes.loss_left")
}

func (d *Desk) answerLoss(ctx context.Context, a *answer.Answer, goOn bool, id string) error {
	if d.Forming == nil {
		return digest.ErrNotFound
	}
	return a.ShowSettled(id, d.Forming.AnswerLoss(ctx, a.Actor(), a.Tap.Ref, goOn))
}
