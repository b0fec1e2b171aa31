package extraction

import (
	"context"
	"log/slog"

	"keepsake/actor"
	"keepsake/app/settings"
	"keepsake/memory/calibration"
	"keepsake/memory/policy"
)

// AdoptSettings makes the write policies of the settings those that count where they changed since the last start; one per
// memory store, the first role's. A database that cannot be written to keeps its policies: the log says so.
func AdoptSettings(ctx context.Context, policies *policy.Service, cast []settings.Config, log *slog.Logger) {
	seen := map[string]bool{}
	for _, c := range cast {
		if !c.LongTerm.Enable || seen[c.Store()] {
			continue
		}
		seen[c.Store()] = true
		if err := policies.AdoptSettings(ctx, actor.OfSystem(), c.Store(), c.Policy()); err != nil {
			log.WarnContext(ctx, "the policy of the settings is not adopted", "error", err)
		}
	}
}

// Calibration is how far the scores of a store can be relied on.
type Calibration struct {
	Precision float64 // that the policy asks for
	Mode      policy.Mode
	Reports   []policy.Report
}

// Calibration returns it, from what people did with earlier finds.
func (d PolicyDesk) Calibration(ctx context.Context) (Calibration, error) {
	r, err := d.Current(ctx)
	if err != nil {
		return Calibration{}, err
	}
	os, err := d.Calibrator.Outcomes(ctx)
	return Calibration{r.Policy.Precision, r.Policy.Mode, policy.Evaluate(os, r.Policy.Precision)}, err
}

// Comparison is what the policy that counts, and another one, would have done with the same finds.
type Comparison struct{ Present, Other policy.Trial }

// Compare tries the policy that counts with some fields changed in shadow, on finds of conversations that no calibration
// was fitted to, of people who agreed to that (/memory mode). Both policies are tried as for people who left it to the bot.
func (d PolicyDesk) Compare(ctx context.Context, fields []policy.Field) (c Comparison, err error) {
	r, err := d.Current(ctx)
	if err != nil {
		return c, err
	}
	other, err := r.Policy.With(fields...)
	if err != nil {
		return c, err
	}
	pasts, proof, err := d.Calibrator.Pasts(ctx, policy.Free)
	return Comparison{r.Policy.Replay(proof, pasts), other.Replay(proof, pasts)}, err
}

// PolicyDesk is the operator's view of the policies of one memory store.
type PolicyDesk struct {
	Policies *policy.Service
	Store    string
	Settings policy.Policy

	Calibrator *calibration.Calibrator
	Tuner      *calibration.Tuner
}

// Current returns the revision that counts.
func (d PolicyDesk) Current(ctx context.Context) (policy.Revision, error) {
	return d.Policies.Current(ctx, d.Store, d.Settings)
}

// History returns the revisions, the newest first, at most limit.
func (d PolicyDesk) History(ctx context.Context, limit int) ([]policy.Revision, error) {
	return d.Policies.History(ctx, d.Store, d.Settings, limit)
}

// Set changes fields of the policy that counts; stable says that a rollback may return to the new one.
func (d PolicyDesk) Set(ctx context.Context, fields []policy.Field, reason string, stable bool) (before, after policy.Revision, err error) {
	if before, err = d.Current(ctx); err != nil {
		return before, after, err
	}
	p, err := before.Policy.With(fields...)
	if err != nil {
		return before, after, err
	}
	after, err = d.Policies.Set(ctx, actor.OfSystem(), d.Store, d.Settings, policy.Change{Policy: p, Reason: reason})
	if err == nil && stable {
		err = d.Policies.MarkStable(ctx, actor.OfSystem(), d.Store, after.Number)
	}
	return before, after, err
}

// Rollback returns to an earlier policy; see policy.Service.Rollback.
func (d PolicyDesk) Rollback(ctx context.Context, number int, reason string) (before, after policy.Revision, err error) {
	if before, err = d.Current(ctx); err != nil {
		return before, after, err
	}
	after, err = d.Policies.Rollback(ctx, actor.OfSystem(), d.Store, d.Settings, number, reason)
	return before, after, err
}
