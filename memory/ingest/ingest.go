// Package ingest forms memories from conversations, after the answer and under control.
//
// The way of the data: the transaction that ends a turn enqueues a run over the turn's messages
// (Enqueue); it grows while the conversation goes on, and is due after a quiet time or at a size. A
// worker claims it, lets a model list what the person states, keeps of that what memory/grounds finds in
// the person's own words, compares it with what is known, declined and waiting, asks a judge where words
// do not settle that, and lets memory/policy decide. One transaction then proves the claim, stores
// candidates and verdicts, applies what may be applied (memory.Service.Apply, one batch a run) and ends
// the run. The runs of a conversation and their ranges are how far it was read.
//
// It is not a place for rules: who said it is grounds', what may be kept is policy's, how a memory
// changes is memory's.
//
// Invariants:
//   - The model that lists sees the writer's own words and nothing else: no text of others, no answer of
//     the bot, no memory. So nothing but the writer can make it list anything.
//   - No model is called in a transaction, and a run ends in one transaction or not at all: killed
//     anywhere, its effects happen once.
//   - A bad answer is not an empty one: the run is tried again later and then parked (retry.go).
//   - What is kept in the background is a candidate and no memory, so that no prompt can show it.
//   - Errors and logs hold no text of people.
//
// What came to say nearly the same over time is compacted, by runs of the same queue (compact.go).
//
// Start reading at Service.EndTurn and Service.Work; a run is in run.go.
package ingest

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math"
	"time"

	"golang.org/x/sync/errgroup"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/lease"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/calibration"
	"keepsake/memory/candidate"
	"keepsake/memory/consolidate"
	"keepsake/memory/graph"
	"keepsake/memory/policy"
	"keepsake/memory/recall"
	"keepsake/memory/writeswitch"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/tx"
	"keepsake/usage"
)

// Service forms memories for one agent. It is safe for concurrent use, and several processes may have
// one for the same agent. All fields but Forming, Writes, Recall, Graph, Storage, Log, Ended and the numbers are required.
type Service struct {
	Store  string        // of the agent's memories
	Bot    string        // on whose accounts compaction is
	Policy policy.Policy // of the settings; CurrentPolicy is the one that counts
	// Setting is the operator's default for who has not chosen (people.Person.MemoryMode).
	Setting policy.Setting
	Chat    llm.Chat

	Memory     *memory.Service
	Candidates *candidate.Service
	Graph      *graph.Service // nil = no triples are kept
	Sessions   *session.Service
	People     *people.Service
	Usage      *usage.Service
	Policies   *policy.Service         // nil = Policy counts
	Calibrated *calibration.Calibrator // nil = nothing is proven
	Tuner      *calibration.Tuner      // nil = no policy is proposed
	Forming    *consolidate.Service    // reads the same conversations (along.go); nil = nothing does
	Writes     *writeswitch.Service    // nil = nothing is ever switched off
	Recall     *recall.Service         // nil, or without an embedder: nothing is looked for by meaning
	Tx         tx.Runner
	Storage    tx.Readier // asked before each call of the model; nil = something can always be stored
	Now        clock.Now
	Zone       *time.Location // of who has not chosen one
	Log        *slog.Logger   // nil = silent
	// Payer returns whose account a conversation is on.
	Payer func(p people.Person, place session.Place, group bool) usage.Payer
	// Ended is called after the commit of each attempt at a run, with how it ended and its verdicts. May be nil.
	Ended func(e Ending)

	// Drifts is called when Watch takes a policy back, in that transaction, and Measured for every drift. Both may be nil.
	Drifts   func(ctx context.Context, d Drifted) error
	Measured func(d policy.Drift)

	// Asks asks about a compaction that stopped, in the transaction that stops it. nil = only the operator sees it.
	Asks func(ctx context.Context, q candidate.Question) error

	Quiet   time.Duration // after the last turn; 0 = 1 m
	Batch   int           // messages after which a run is due at once; 0 = 20
	Workers int           // runs at the same time; 0 = 2
	Hold    time.Duration // how long a claim lasts without a sign of life; 0 = 1 m
	// Offers is how many finds a conversation offers (Offer); 0 = one, below 0 none.
	Offers   int
	Silent   people.Hours // nothing is offered then, unless a person chose others, by their clock; in a group by Zone
	ReadOnly bool         // nothing is extracted now; what waits stays (A64)
}

// Ending is how an attempt at a run ended.
type Ending struct {
	Result   string // done, failed or parked
	Verdicts []candidate.Verdict
}

// Results of an attempt.
const (
	Done   = "done"
	Failed = "failed"
	Parked = "parked"
)

// Results lists the values of Ending.Result.
var Results = []string{Done, Failed, Parked}

const (
	defaultQuiet, defaultBatch, defaultWorkers = time.Minute, 20, 2

	defaultHold = time.Minute
	// atOnce is how many due runs are read at once.
	atOnce = 16
)

// Stretch is a part of a conversation that a turn has ended.
type Stretch struct {
	Scope     scope.Scope
	SessionID string
	From, To  int64  // sequence numbers of the turn's messages
	Mode      string // people.Person.MemoryMode of a private chat's person
	// Along says that the stretch is read when its conversation is read for wishes and episodes, in the same question.
	Along bool
}

// Enqueue notes that a stretch of a conversation is to be read later, in the transaction that ends its
// turn. It does nothing while extraction is off.
func (s *Service) Enqueue(ctx context.Context, x Stretch) error {
	if s == nil || x.To < x.From || x.From < 1 {
		return nil
	}
	p, err := s.CurrentPolicy(ctx)
	if err != nil || !p.IsOn(s.settingOf(x.Mode)) {
		return fault.Op(err, "ingest: enqueue")
	}
	run := candidate.Run{Scope: x.Scope, SessionID: x.SessionID, FromSeq: x.From, ToSeq: x.To, DueAt: s.Now.UTC().Add(s.quiet())}
	batch := s.Batch
	if batch <= 0 {
		batch = defaultBatch
	}
	if x.Along { // its size counts there
		run.DueAt, batch = s.Now.UTC().Add(s.Forming.Pause()), math.MaxInt32
	}
	return fault.Op(s.Candidates.Enqueue(ctx, who(run), run, batch), "ingest: enqueue")
}

// CurrentPolicy returns the policy that counts now: the newest of the store's, on any process (A44). A nil Service has the
// zero Policy, which is off.
func (s *Service) CurrentPolicy(ctx context.Context) (policy.Policy, error) {
	if s == nil {
		return policy.Policy{}, nil
	}
	r, err := s.Policies.Current(ctx, s.Store, s.Policy)
	return r.Policy, err
}

func (s *Service) quiet() time.Duration {
	if s.Quiet <= 0 {
		return defaultQuiet
	}
	return s.Quiet
}

func (s *Service) hold() time.Duration {
	if s.Hold <= 0 {
		return defaultHold
	}
	return s.Hold
}

// settingOf returns a chosen setting, or the operator's default.
func (s *Service) settingOf(chosen string) policy.Setting {
	if chosen != "" {
		return policy.Setting(chosen)
	}
	return s.Setting
}

// who is the actor of a run.
func who(r candidate.Run) actor.Actor {
	return actor.Actor{Kind: cmp.Or(r.Kind, actor.Extraction), SessionID: r.SessionID}
}

// Work does all runs that are due and returns how many ended well. A run that fails is put off and is
// no error of Work.
func (s *Service) Work(ctx context.Context) (int, error) {
	if s == nil || !s.Policy.Enable || s.ReadOnly {
		return 0, nil
	}
	workers := s.Workers
	if workers <= 0 {
		workers = defaultWorkers
	}
	total := 0
	for ctx.Err() == nil {
		if tx.Ready(ctx, s.Storage) != nil { // what waits stays; whoever watches the database has logged it
			break
		}
		if p, err := s.CurrentPolicy(ctx); err != nil || !p.Enable { // what waits stays
			return total, fault.Op(err, "ingest: work")
		}
		if all, err := s.Writes.Get(ctx, writeswitch.Everybody); err != nil || all.Off { // what waits stays
			return total, fault.Op(err, "ingest: work")
		}
		due, err := s.Candidates.Due(ctx, s.Store, atOnce)
		if err != nil || len(due) == 0 {
			return total, fault.Op(err, "ingest: work")
		}
		var g errgroup.Group
		g.SetLimit(workers)
		done, claimed := make([]bool, len(due)), make([]bool, len(due))
		for i, r := range due {
			g.Go(func() (err error) {
				claimed[i], done[i], err = s.workOn(ctx, r)
				return err
			})
		}
		if err := g.Wait(); err != nil {
			return total, fault.Op(err, "ingest: work")
		}
		progress := false
		for i := range due {
			progress = progress || claimed[i]
			if done[i] {
				total++
			}
		}
		if !progress {
			return total, nil
		}
	}
	return total, ctx.Err()
}

// workOn claims one run and does it. An error is one of the database, or the end of ctx.
func (s *Service) workOn(ctx context.Context, r candidate.Run) (claimed, done bool, err error) {
	asked := time.Now()
	r, claimed, err = s.Candidates.Claim(ctx, who(r), r, s.hold())
	if err != nil || !claimed {
		return false, false, err
	}
	held, stop := lease.Keep(ctx, lease.NewHold(asked, s.hold()), func(ctx context.Context) error {
		return s.Candidates.Renew(ctx, who(r), r, s.hold())
	}, nil)
	defer stop()
	j := &job{s: s, run: r}
	defer func() { s.Usage.Owe(j.payer, j.spent) }() // what was paid for and could not be stored with an outcome
	if r.Kind == actor.Consolidation {
		err = j.compact(held)
	} else {
		err = j.do(held)
	}
	stop()
	if err := j.along.Leave(ctx, err); err != nil {
		return true, false, err
	}
	switch {
	case err == nil:
		return true, true, nil
	case ctx.Err() != nil: // we are stopping: the claim ends by itself, or at once
		return true, false, errors.Join(ctx.Err(), j.giveBack(context.WithoutCancel(ctx)))
	case errors.Is(err, lease.ErrLost), errors.Is(err, errParked), errors.Is(err, tx.ErrStorage):
		return true, false, nil // nothing can be noted about it: the claim ends by itself
	}
	return true, false, j.putOff(ctx, err)
}
