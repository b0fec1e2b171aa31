// Package rehearsal reads earlier conversations once more, with another prompt of extraction or another policy, and compares what
// would have come of it with what people made of the finds of then (A40–A42). It asks the model of extraction, on the operator's
// account and up to a bound, and stores nothing: no find, no verdict, no memory.
//
// Only conversations serve that are held out of every fit, of people who agreed (people.Person.Replays), and whose messages are
// still there. What is erased is read no more.
//
// Start reading at Service.Run.
package rehearsal

import (
	"context"
	"errors"
	"strings"
	"time"

	"keepsake/clock"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/memory/calibration"
	"keepsake/memory/candidate"
	"keepsake/memory/ingest"
	"keepsake/memory/policy"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/usage"
)

// Service rehearses for one memory store. All fields are required.
type Service struct {
	Ingest     *ingest.Service // whose model is asked, on whose account
	Candidates *candidate.Service
	People     *people.Service
	Calibrator *calibration.Calibrator
	Store      string
	Now        clock.Now
}

// Plan is what is tried. Zero bounds mean those named beside them.
type Plan struct {
	Present, Other policy.Policy
	// Instructions is the prompt of extraction that is tried; "" = the present one, and then each stretch is read once for both.
	Instructions string
	Stretches    int // at most; 20
	Tokens       int // the number of tokens after which nothing more is read; 100,000
}

const defaultStretches, defaultTokens, maxRuns = 20, 100_000, 2000

// Side is how a policy and a prompt did.
type Side struct {
	policy.Trial
	New    int // finds that nobody was asked about then: it is not known whether people would want them
	Failed int // stretches that the model did not read in the right form
	Spent  usage.Count
	Read   time.Duration // spent waiting for the model
}

// Outcome is what became of a plan.
type Outcome struct {
	Stretches      int // that were read
	Left           int // that were not, because of the bounds
	Present, Other Side
}

// attempt is a reading of all stretches with one prompt.
type attempt struct {
	instructions string
	pasts        []policy.Past
	unfound      []bool // past finds with a known result that were not found again: were they wanted?
	side         Side
}

// Run reads stretches again, the newest first, and returns how both sides did. It stops early, without an error, when the
// plan's tokens are used; a limit of the operator's that is reached is *usage.Exceeded, with what was measured so far.
func (s *Service) Run(ctx context.Context, p Plan) (o Outcome, err error) {
	if p.Stretches <= 0 {
		p.Stretches = defaultStretches
	}
	if p.Tokens <= 0 {
		p.Tokens = defaultTokens
	}
	runs, fates, err := s.stretches(ctx)
	if err != nil {
		return o, fault.Op(err, "rehearse")
	}
	attempts := []*attempt{{}}
	if p.Instructions != "" {
		attempts = append(attempts, &attempt{instructions: p.Instructions})
	}
	for i, r := range runs {
		used := 0
		for _, a := range attempts {
			used += a.side.Spent.Tokens()
		}
		if o.Left = len(runs) - i; i >= p.Stretches || used >= p.Tokens {
			break
		}
		for _, a := range attempts {
			if err = s.read(ctx, a, r, fates[r.ID]); err != nil {
				break
			}
		}
		if err != nil {
			break
		}
		o.Stretches, o.Left = i+1, len(runs)-i-1
	}
	proof, wrong := s.Calibrator.Get(ctx)
	if err == nil {
		err = wrong
	}
	o.Present = attempts[0].finish(p.Present, proof)
	o.Other = attempts[len(attempts)-1].finish(p.Other, proof)
	return o, fault.Op(err, "rehearse")
}

// stretches returns the runs whose conversations may be read again, the newest first, and the finds of each.
func (s *Service) stretches(ctx context.Context) (runs []candidate.Run, fates map[string][]candidate.Fate, err error) {
	all, err := s.Candidates.Recent(ctx, s.Store, maxRuns)
	if err != nil {
		return nil, nil, err
	}
	agreed := map[string]bool{}
	for _, r := range all {
		if r.State != candidate.Done || r.SessionID == "" || r.Scope.Kind != scope.User || !candidate.IsHeldOut(r.SessionID) || r.ToSeq < r.FromSeq || r.FromSeq < 1 {
			continue
		}
		agrees, known := agreed[r.Scope.ID]
		if !known {
			person, err := s.People.Get(ctx, r.Scope.ID)
			if err != nil && fault.KindOf(err) != fault.NotFound {
				return nil, nil, err
			}
			agrees = err == nil && person.Replays
			agreed[r.Scope.ID] = agrees
		}
		if agrees {
			runs = append(runs, r.Run)
		}
	}
	found, err := s.Calibrator.Fates(ctx)
	fates = map[string][]candidate.Fate{}
	for _, f := range found {
		fates[f.RunID] = append(fates[f.RunID], f)
	}
	return runs, fates, err
}

// read reads one stretch and notes what was found of what was found then. An answer in a wrong form counts and is no error.
func (s *Service) read(ctx context.Context, a *attempt, r candidate.Run, then []candidate.Fate) error {
	began := s.Now()
	found, spent, err := s.Ingest.ReadAgain(ctx, r, a.instructions)
	a.side.Read += s.Now().Sub(began)
	a.side.Spent = a.side.Spent.Plus(spent)
	switch {
	case fault.KindOf(err) == fault.NotFound: // erased in the meantime
		return nil
	case errors.Is(err, llm.ErrUnusable):
		a.side.Failed++
	case err != nil:
		return err
	}
	isMatched := make([]bool, len(then))
	for _, c := range found {
		past := policy.Past{Group: calibration.GroupOf(c), Score: policy.ScoreOf(c.Evidence, false), Setting: policy.Free, Session: r.SessionID, At: r.StartedAt, Relation: string(candidate.IsNew)}
		if i := match(c, then, isMatched); i >= 0 {
			isMatched[i] = true
			result := then[i].Result(s.Now.UTC())
			past.Relation, past.Known, past.IsGood = string(then[i].Verdict.Relation), result != candidate.Unknown, result.IsGood()
		} else {
			a.side.New++
		}
		a.pasts = append(a.pasts, past)
	}
	for i, f := range then {
		if result := f.Result(s.Now.UTC()); !isMatched[i] && result != candidate.Unknown {
			a.unfound = append(a.unfound, result.IsGood())
		}
	}
	return nil
}

// match returns which find of then a candidate says again, -1 = none: the one that rests on the same words of the same message, or
// has the same slot or sentence. Each is matched once.
func match(c candidate.Candidate, then []candidate.Fate, isMatched []bool) int {
	best := -1
	for i, f := range then {
		switch {
		case isMatched[i]:
		case candidate.KeyOf(f.Content) == candidate.KeyOf(c.Content):
			return i
		case best < 0 && (f.Key == c.Key || sharesQuote(c, f.Candidate)):
			best = i
		}
	}
	return best
}

// sharesQuote reports whether two candidates rest on words of one message of which one contains the other.
func sharesQuote(a, b candidate.Candidate) bool {
	for _, x := range a.Evidence {
		for _, y := range b.Evidence {
			if x.MessageID == y.MessageID && x.Quote != "" && y.Quote != "" && (strings.Contains(x.Quote, y.Quote) || strings.Contains(y.Quote, x.Quote)) {
				return true
			}
		}
	}
	return false
}

// finish returns what a policy would have made of a reading.
func (a *attempt) finish(p policy.Policy, proof policy.Calibration) Side {
	side := a.side
	side.Trial = p.Replay(proof, a.pasts)
	for _, isGood := range a.unfound {
		side.AddUnfound(isGood)
	}
	return side
}
