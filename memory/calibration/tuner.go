package calibration

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/policy"
)

// Tuner proposes thresholds and weights by replay (A46). Only an owner, the operator, or Auto makes a proposal the policy; that is then on
// trial like every other, and drift takes it back. It is safe for concurrent use. All fields but Log and Auto are required.
type Tuner struct {
	Calibrator *Calibrator
	Policies   *policy.Service
	Store      string
	Settings   policy.Policy
	Auto       bool         // Tune adopts what is proposed
	Log        *slog.Logger // nil = silent

	mu   sync.Mutex
	made time.Time
	base policy.Revision // by which the last proposal was made
	last policy.Proposal
	ok   bool
}

// ErrNoProposal means that nothing is proposed any more, or something else.
var ErrNoProposal = fault.New(fault.Conflict, "that is not proposed any more")

// Propose returns what is proposed now, and the revision that it would follow. ok is false when nothing is: extraction is off,
// the present policy is still on trial, or no other would have served people clearly better. A nil Tuner proposes nothing.
func (t *Tuner) Propose(ctx context.Context) (p policy.Proposal, base policy.Revision, ok bool, err error) {
	if t == nil {
		return policy.Proposal{}, policy.Revision{}, false, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	base, err = t.Policies.Current(ctx, t.Store, t.Settings)
	if err != nil {
		return policy.Proposal{}, base, false, err
	}
	if now := t.Calibrator.Now.UTC(); t.made.IsZero() || now.Sub(t.made) >= calibrateEvery || base.Number != t.base.Number {
		t.last, t.ok = policy.Proposal{}, false
		if base.Stable && base.Policy.Enable {
			if t.last, t.ok, err = t.propose(ctx, base.Policy); err != nil {
				return policy.Proposal{}, base, false, err
			}
		}
		t.made, t.base = now, base
	}
	return t.last, base, t.ok, nil
}

// propose replays past finds of people who agreed: thresholds and weights are chosen on one part, and tried on the part that is held out.
func (t *Tuner) propose(ctx context.Context, present policy.Policy) (policy.Proposal, bool, error) {
	fit, err := t.Calibrator.pasts(ctx, policy.Free, false)
	if err != nil {
		return policy.Proposal{}, false, err
	}
	heldOut, proof, err := t.Calibrator.Pasts(ctx, policy.Free)
	if err != nil {
		return policy.Proposal{}, false, err
	}
	p, ok := present.Propose(proof, fit, heldOut)
	return p, ok, nil
}

// Adopt makes the proposal with a version the policy that counts, for an owner or the operator. Something else, or nothing,
// that is proposed now is ErrNoProposal; others get policy.ErrNotAllowed.
func (t *Tuner) Adopt(ctx context.Context, a actor.Actor, version string) (policy.Revision, error) {
	p, base, ok, err := t.Propose(ctx)
	if err != nil {
		return policy.Revision{}, err
	}
	if !ok || p.Policy.Version() != version {
		return policy.Revision{}, ErrNoProposal
	}
	return t.Policies.Set(ctx, a, t.Store, t.Settings, policy.Change{Policy: p.Policy, Reason: "proposed by replay", IfNumber: base.Number})
}

// Tune adopts what is proposed when the operator let it (Auto), and returns how many policies it set.
func (t *Tuner) Tune(ctx context.Context) (int, error) {
	if t == nil || !t.Auto {
		return 0, nil
	}
	p, _, ok, err := t.Propose(ctx)
	if err != nil || !ok {
		return 0, fault.Op(err, "tune")
	}
	r, err := t.Adopt(ctx, actor.Actor{Kind: actor.System, ID: policy.ByTuning}, p.Policy.Version())
	if fault.KindOf(err) == fault.Conflict { // an owner, or another process, was first
		return 0, nil
	}
	if err != nil {
		return 0, fault.Op(err, "tune")
	}
	if t.Log != nil {
		t.Log.InfoContext(ctx, "a proposed policy is on trial", "policy", r.Number)
	}
	return 1, nil
}
