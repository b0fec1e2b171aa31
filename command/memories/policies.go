package memories

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory/calibration"
	"keepsake/memory/ingest"
	"keepsake/memory/policy"
	"keepsake/people"
	"keepsake/templates"
)

// maxPolicies bounds how many policies an owner is shown.
const maxPolicies = 5

// policy shows an owner by which policy memories form, what the last changes were, and buttons that return to earlier ones.
func (d *Desk) policy(ctx context.Context, a *answer.Answer) error {
	if d.Ingest == nil {
		return d.showMode(ctx, a)
	}
	all, err := d.Ingest.Policies.History(ctx, d.Store, d.Ingest.Policy, maxPolicies+1)
	if err != nil {
		return err
	}
	newest := all[0]
	parts := []string{a.Say("owner.policy.title", templates.Data{"Number": newest.Number})}
	var buttons [][]delivery.Button
	for i, r := range all[:min(len(all), maxPolicies)] {
		lines := []string{describePolicy(a, r)}
		if i+1 < len(all) {
			for _, c := range policy.Diff(all[i+1].Policy, r.Policy) {
				lines = append(lines, a.Say("owner.policy.field", templates.Data{"Name": answer.Literal(c.Name), "Before": answer.Literal(c.Before), "After": answer.Literal(c.After)}))
			}
		}
		parts = append(parts, strings.Join(lines, "\n"))
		if r.Stable && !r.Policy.Equal(newest.Policy) && len(buttons) == 0 {
			buttons = append(buttons, []delivery.Button{{
				Text: a.Plain("button.policyback", templates.Data{"Number": r.Number}), Action: "policyback", Ref: fmt.Sprintf("%d.%d", r.Number, newest.Number),
			}})
		}
	}
	proposed, row, err := d.proposal(ctx, a)
	if err != nil {
		return err
	}
	if row != nil {
		parts, buttons = append(parts, proposed), append(buttons, row)
	}
	a.Show(delivery.Body{Text: strings.Join(parts, "\n\n"), Buttons: buttons})
	return nil
}

// proposal returns what is proposed by replay in words, and the button that adopts it; nil = nothing is.
func (d *Desk) proposal(ctx context.Context, a *answer.Answer) (words string, row []delivery.Button, err error) {
	p, base, ok, err := d.Ingest.Tuner.Propose(ctx)
	if err != nil || !ok {
		return "", nil, err
	}
	lines := []string{a.Say("owner.policy.proposed", templates.Data{
		"Finds": p.Tried.Finds, "Served": p.Present.Served, "Bothered": p.Present.Bothered, "ThenServed": p.Tried.Served, "ThenBothered": p.Tried.Bothered,
	})}
	for _, c := range policy.Diff(base.Policy, p.Policy) {
		lines = append(lines, a.Say("owner.policy.field", templates.Data{"Name": answer.Literal(c.Name), "Before": answer.Literal(c.Before), "After": answer.Literal(c.After)}))
	}
	return strings.Join(lines, "\n"), []delivery.Button{{Text: a.Plain("button.adopt", nil), Action: "policyadopt", Ref: p.Policy.Version()}}, nil
}

// TapAdopt makes what is proposed the policy, while it is still proposed.
func (d *Desk) TapAdopt(ctx context.Context, a *answer.Answer) error {
	if d.Ingest == nil || a.Person.Access != people.Owner || a.Chat.IsGroup() {
		return policy.ErrNotAllowed
	}
	r, err := d.Ingest.Tuner.Adopt(ctx, a.Actor(), a.Tap.Ref)
	if err != nil && !errors.Is(err, calibration.ErrNoProposal) {
		return err
	}
	if err == nil {
		a.Note = a.Plain("owner.policy.adopted_note", templates.Data{"Number": r.Number})
	}
	return d.policy(ctx, a)
}

// describePolicy says when a policy was made, and by whom.
func describePolicy(a *answer.Answer, r policy.Revision) string {
	data := templates.Data{"Number": r.Number, "Of": r.Of, "Date": a.Moment(r.At)}
	id := "owner.policy.by_owner"
	switch r.By {
	case policy.BySettings:
		id = "owner.policy.by_settings"
	case policy.ByOperator:
		id = "owner.policy.by_operator"
	case policy.ByDrift:
		id = "owner.policy.by_drift"
	case policy.ByTuning:
		id = "owner.policy.by_tuning"
	}
	if r.At.IsZero() {
		return a.Say("owner.policy.of_settings", data)
	}
	line := a.Say(id, data)
	if r.Of > 0 {
		line += " " + a.Say("owner.policy.repeats", data)
	}
	return line
}

// TapPolicyBack returns to an earlier policy, while the one that the button was shown with still counts.
func (d *Desk) TapPolicyBack(ctx context.Context, a *answer.Answer) error {
	to, shown, _ := strings.Cut(a.Tap.Ref, ".")
	number, err := strconv.Atoi(to)
	if err != nil || d.Ingest == nil || a.Person.Access != people.Owner || a.Chat.IsGroup() {
		return policy.ErrNotAllowed
	}
	present, err := d.Ingest.Policies.Current(ctx, d.Store, d.Ingest.Policy)
	if err != nil {
		return err
	}
	if strconv.Itoa(present.Number) == shown {
		if _, err := d.Ingest.Policies.Rollback(ctx, a.Actor(), d.Store, d.Ingest.Policy, number, "an owner's tap"); err != nil {
			return err
		}
		a.Note = a.Plain("owner.policy.back_note", templates.Data{"Number": number})
	}
	return d.policy(ctx, a)
}

// TellOfDrift tells an owner that a policy was taken back.
func TellOfDrift(a *answer.Answer, d ingest.Drifted) {
	a.Reply("owner.policy.drifted", templates.Data{
		"Number": d.From.Number, "Of": d.To.Of, "Writes": d.Drift.Writes, "Cosine": strconv.FormatFloat(d.Drift.Cosine, 'f', 2, 64), "Percent": int(d.Drift.Share*100 + 0.5),
	})
}
