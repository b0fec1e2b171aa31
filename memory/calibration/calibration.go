// Package calibration makes of what people did with earlier finds how far a score can be relied on. It reads candidates
// and their fates, and fits with memory/policy; it asks no model. It writes one thing: a Tuner makes the policy that it proposes the one that counts,
// for an owner or where the operator switched that on.
//
// Start reading at Calibrator.
package calibration

import (
	"context"
	"sync"
	"time"

	"keepsake/clock"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/policy"
)

// Calibrator makes of what people did with earlier finds of a store how far a score can be relied on. It is safe for
// concurrent use. All fields are required.
type Calibrator struct {
	Candidates *candidate.Service
	Store      string
	Now        clock.Now

	mu   sync.Mutex
	made time.Time
	last policy.Calibration
}

const (
	// calibrateEvery is how old a calibration may be.
	calibrateEvery = time.Hour
	// fateSpan is how far back finds count, and maxFates how many of them.
	fateSpan = 90 * 24 * time.Hour
	maxFates = 20_000
)

// Get returns the present calibration. A nil Calibrator has none.
func (c *Calibrator) Get(ctx context.Context) (policy.Calibration, error) {
	if c == nil {
		return nil, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.Now.UTC(); c.last == nil || now.Sub(c.made) >= calibrateEvery {
		os, err := c.Outcomes(ctx)
		if err != nil {
			return nil, err
		}
		c.last, c.made = policy.Fit(os), now
	}
	return c.last, nil
}

// Fates returns the newest finds of the store with what people made of them.
func (c *Calibrator) Fates(ctx context.Context) ([]candidate.Fate, error) {
	fates, err := c.Candidates.Fates(ctx, c.Store, c.Now.UTC().Add(-fateSpan), maxFates)
	return fates, fault.Op(err, "calibration")
}

// Outcomes returns the finds of the store of which it is known what people made of them.
func (c *Calibrator) Outcomes(ctx context.Context) ([]policy.Outcome, error) {
	fates, err := c.Fates(ctx)
	if err != nil {
		return nil, err
	}
	taps, err := c.Candidates.Taps(ctx, c.Store, c.Now.UTC().Add(-fateSpan), maxFates)
	os := OutcomesOf(fates, c.Now.UTC())
	for _, t := range taps {
		var es []memory.Evidence
		for _, m := range t.Methods {
			es = append(es, memory.Evidence{Meta: memory.Meta{Method: m}})
		}
		os = append(os, policy.Outcome{Group: policy.Group{Type: t.Type, Method: policy.MethodOf(es)}, Score: t.Score, IsGood: t.IsGood, HeldOut: t.HeldOut})
	}
	return os, fault.Op(err, "calibration")
}

// OutcomesOf returns those of fates whose result is known.
func OutcomesOf(fates []candidate.Fate, now time.Time) (os []policy.Outcome) {
	for _, f := range fates {
		if r := f.Result(now); r != candidate.Unknown {
			os = append(os, policy.Outcome{
				Group: GroupOf(f.Candidate), Score: f.Verdict.Confidence, IsGood: r.IsGood(), HeldOut: candidate.IsHeldOut(f.SessionID),
			})
		}
	}
	return os
}

// GroupOf returns the group whose taps say how far the score of a candidate can be relied on.
func GroupOf(c candidate.Candidate) policy.Group {
	return policy.Group{Type: c.Type, Method: policy.MethodOf(c.Evidence)}
}

// Pasts returns the finds of conversations that are held out and whose persons let them be used for replays, the oldest
// first, and the calibration that was fitted to none of them. setting is the operator's default for who has not chosen.
func (c *Calibrator) Pasts(ctx context.Context, setting policy.Setting) ([]policy.Past, policy.Calibration, error) {
	pasts, err := c.pasts(ctx, setting, true)
	if err != nil {
		return nil, nil, err
	}
	proof, err := c.Get(ctx)
	return pasts, proof, err
}

// pasts returns the finds of people who agreed, of the conversations that are held out or of the others.
func (c *Calibrator) pasts(ctx context.Context, setting policy.Setting, heldOut bool) ([]policy.Past, error) {
	fates, err := c.Fates(ctx)
	if err != nil {
		return nil, err
	}
	var pasts []policy.Past
	for _, f := range fates {
		if !f.Consents || candidate.IsHeldOut(f.SessionID) != heldOut {
			continue
		}
		r := f.Result(c.Now.UTC())
		score := policy.ScoreOf(f.Evidence, false)
		score.Confidence = f.Verdict.Confidence
		pasts = append(pasts, policy.Past{
			Group: GroupOf(f.Candidate), Score: score, Setting: setting, Session: f.SessionID, At: f.At,
			Relation: string(f.Verdict.Relation), Known: r != candidate.Unknown, IsGood: r.IsGood(),
		})
	}
	return pasts, nil
}
