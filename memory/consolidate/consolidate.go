// Package consolidate makes a person's digest: it reads conversations for directives and episodes, and
// merges directives into the digest (E6–E22, F12–F15).
//
// The transaction that ends a turn adds its messages to the job of the conversation (EndTurn). A worker claims the job once
// enough was said, or after a pause, and sends a model the person's own words and nothing else. The model answers with
// directives and one episode. A directive is stored only if memory/grounds finds it in the person's words. New directives
// wait, and every prompt shows the waiting ones. Once there are enough of them, or after a day, a second job has a model merge
// them with the digest. The model names the directives that each line is made of. The code checks that each directive went
// into exactly one line or was overridden by a newer one, and that a line says what its sources say and nothing else.
//
// Invariants:
//   - No words but the person's own reach the model that lists.
//   - No model is called in a transaction; a job ends in one transaction that proves its claim, or not at
//     all.
//   - Exactly the directives that the model was shown are absorbed; directives that arrive during the call keep waiting.
//   - A refused answer changes nothing, and its reason stands on the job.
//   - One that would drop too many lines stops, and its person is asked (ask.go).
//   - Errors and logs hold no text of people.
//
// Where memory/ingest reads a private conversation as well, the model is asked once for both (join.go).
//
// A private conversation is read for its person only. A group's conversation is read for the shards that the group shares:
// its facts and suggestions keep the member who said them (shards.go). What a member says there for how they want to be answered
// is listed where memory/ingest reads the group, and kept as their own (members.go). Start reading at Service.EndTurn and
// Service.Work.
package consolidate

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/lease"
	"keepsake/llm"
	"keepsake/logs"
	"keepsake/memory"
	"keepsake/memory/digest"
	"keepsake/memory/policy"
	"keepsake/memory/shard"
	"keepsake/memory/writeswitch"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/text"
	"keepsake/tx"
	"keepsake/usage"
)

// Service makes the digests of one agent. It is safe for concurrent use, and several processes may have
// one for the same agent. All fields but Writes, Storage, Log and the numbers are required.
type Service struct {
	Store   string         // of the agent's memories
	Setting policy.Setting // the operator's default for who has not chosen (people.Person.MemoryMode)
	Fast    llm.Chat       // reads conversations (E19)
	Slow    llm.Chat       // merges

	Digests  *digest.Service
	Memory   *memory.Service
	Sessions *session.Service
	People   *people.Service
	Usage    *usage.Service
	Writes   *writeswitch.Service // nil = nothing is ever switched off
	Tx       tx.Runner
	Storage  tx.Readier // asked before each call of a model; nil = something can always be stored
	Now      clock.Now
	Zone     *time.Location // of who has not chosen one
	Log      *slog.Logger   // nil = silent
	Payer    func(p people.Person, place session.Place, group bool) usage.Payer

	// Along has a private conversation that is due read by who reads it besides, in the same question (memory/ingest): isLeft
	// says that it is theirs to read, isDone that they did. nil = it is always read here alone.
	Along func(ctx context.Context, sessionID string) (isLeft, isDone bool, err error)

	Trigger digest.Trigger // zero fields: 45 messages, 1,000 weighted tokens, 10 idle minutes; 4 at least
	// Threshold is how many directives wait until they are merged at once; 0 = 5 (E3). Fewer are merged Rest
	// after they came; 0 = a day.
	Threshold int
	Rest      time.Duration
	Words     int           // of a digest, a target (E21); 0 = 250
	Targets   Targets       // of what a reading lists
	Hold      time.Duration // how long a claim lasts without a sign of life; 0 = 1 m
	ReadOnly  bool          // nothing is read now; what waits stays
	// Merged is called in the transaction of every new version, with the one before (digest.Digest.WithOverridden), and where the
	// newest of what went into it was said; nil = nobody is told.
	Merged func(ctx context.Context, place session.Place, before, after digest.Digest) error

	Shards  *shard.Service // in which something forms of what groups say; nil = nothing does
	Consent Consent        // to what forms of a member's words in a group: facts about them in shards, and their wishes; "" = Tell
	// Formed is called with what formed of one person's words in a group, in the transaction that stores it; nil = nobody is told.
	Formed func(ctx context.Context, place session.Place, person string, items []shard.Item) error
	// Noted is called with the wishes that were read of one member's words in a group, in the transaction that stores them; nil =
	// nobody is told.
	Noted func(ctx context.Context, place session.Place, person string, wishes []Noted) error
	// ShardMerged is called in the transaction of every new version of a shard's digest, with the one before
	// (shard.Digest.WithOverridden); nil = nobody is told.
	ShardMerged func(ctx context.Context, s shard.Shard, before, after shard.Digest) error
	ShardWords  int // of a shard's digest, a target (E21); 0 = 750

	// Guard says how many lines of a digest may be dropped without asking (its share of what a run may retire).
	Guard policy.Policy
	// Asks asks about a consolidation that stopped, in the transaction that stops it; nil = nobody is asked.
	Asks func(ctx context.Context, q Question) error
}

// Defaults of the numbers (E6, E7, E3, E21).
const (
	defaultMessages, defaultWeight, fewestMessages = 45, 1000.0, 4
	defaultIdle, defaultRest, defaultHold          = 10 * time.Minute, 24 * time.Hour, time.Minute
	defaultThreshold, defaultWords                 = 5, 250
	defaultShardWords                              = 750

	atOnce = 16 // how many due jobs are read at once
)

// weights are what the tokens of a message count (E8, F12).
var weights = map[session.Role]float64{session.User: 1, session.Tool: 0.5, session.Assistant: 0.2}

var part = actor.Actor{Kind: actor.Consolidation}

func (s *Service) trigger() digest.Trigger {
	t := s.Trigger
	if t.Messages <= 0 {
		t.Messages = defaultMessages
	}
	if t.Weight <= 0 {
		t.Weight = defaultWeight
	}
	if t.Idle <= 0 {
		t.Idle = defaultIdle
	}
	t.Messages, t.Fewest = max(t.Messages, fewestMessages), max(t.Fewest, fewestMessages)
	return t
}

func orDefault[T int | time.Duration](n, standard T) T {
	if n <= 0 {
		return standard
	}
	return n
}

// EndTurn adds the messages of a turn to what is to be read of its conversation. Call it in the transaction
// that ends the turn; owner returns whose memories the conversation is about. It does nothing in a temporary chat, in a group that
// shares no shard, for who has switched forming off, and while s is nil.
func (s *Service) EndTurn(ctx context.Context, t session.Turn, ms []session.Message, p people.Person, owner func(x session.Session) []scope.Scope) error {
	if s == nil || len(ms) == 0 || p.ID == "" || s.settingOf(p.MemoryMode) == policy.Off {
		return nil
	}
	x, err := s.Sessions.Get(ctx, t.SessionID)
	if err != nil || x.Private {
		return err
	}
	j := digest.Job{Scope: owner(x)[0], SessionID: x.ID}
	if x.IsGroup() {
		j.Scope = groupOf(x)
		if sharing, err := s.isSharing(ctx, j.Scope, x.Place); err != nil || !sharing {
			return err
		}
	}
	for _, m := range ms {
		if w, ok := weights[m.Role]; ok {
			j.Messages++
			j.Weight += w * float64(text.Tokens(m.Content))
		}
	}
	return fault.Op(s.Digests.Grow(ctx, part, j, s.trigger()), "consolidate: end turn")
}

func (s *Service) settingOf(mode string) policy.Setting {
	if mode != "" {
		return policy.Setting(mode)
	}
	return s.Setting
}

// every is how often Run looks for jobs that are due.
const every = 15 * time.Second

// Run works the jobs that fall due until ctx ends; it returns at once while s is nil.
func (s *Service) Run(ctx context.Context) error {
	if s == nil {
		return nil
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if _, err := s.Work(ctx); err != nil && ctx.Err() == nil {
			logs.OrNone(s.Log).ErrorContext(ctx, "digests could not be made", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Work does all jobs that are due, one after another, and returns how many ended well. A job that fails is
// put off and is no error of Work.
func (s *Service) Work(ctx context.Context) (done int, err error) {
	if s == nil || s.ReadOnly {
		return 0, nil
	}
	for ctx.Err() == nil {
		if tx.Ready(ctx, s.Storage) != nil { // what waits stays; whoever watches the database has logged it
			break
		}
		if all, err := s.Writes.Get(ctx, writeswitch.Everybody); err != nil || all.Off { // what waits stays
			return done, fault.Op(err, "consolidate: work")
		}
		due, err := s.Digests.Due(ctx, s.Store, s.trigger().Fewest, atOnce)
		if err != nil || len(due) == 0 {
			return done, fault.Op(err, "consolidate: work")
		}
		progress := false
		for _, j := range due {
			claimed, ok, err := s.workOn(ctx, j)
			if err != nil {
				return done, fault.Op(err, "consolidate: work")
			}
			progress = progress || claimed
			if ok {
				done++
			}
		}
		if !progress {
			break
		}
	}
	return done, ctx.Err()
}

// workOn claims one job and does it. An error is one of the database, or the end of ctx.
func (s *Service) workOn(ctx context.Context, d digest.Job) (claimed, done bool, err error) {
	if s.Along != nil && d.SessionID != "" && d.Scope.Kind != scope.Group && d.Attempts == 0 {
		if isLeft, isDone, err := s.Along(ctx, d.SessionID); err != nil || isLeft {
			return isDone, isDone, err
		}
	}
	asked, hold := time.Now(), orDefault(s.Hold, defaultHold)
	d, claimed, err = s.Digests.Claim(ctx, part, d, hold)
	if err != nil || !claimed {
		return false, false, err
	}
	held, stop := lease.Keep(ctx, lease.NewHold(asked, hold), func(ctx context.Context) error {
		return s.Digests.Renew(ctx, part, d, hold)
	}, nil)
	defer stop()
	j := &job{s: s, Job: d, isAllowed: d.Error == allowedToLose}
	defer func() { s.Usage.Owe(j.payer, j.spent) }() // what was paid for and could not be stored with an outcome
	switch {
	case d.SessionID != "" && d.Scope.Kind == scope.Group:
		err = j.formShards(held)
	case d.SessionID != "":
		err = j.form(held)
	case d.Scope.Kind == scope.Project:
		err = j.mergeShard(held)
	default:
		err = j.merge(held)
	}
	stop()
	switch {
	case err == nil:
		return true, true, nil
	case ctx.Err() != nil: // we are stopping: the claim ends at once
		return true, false, cmp.Or(j.giveBack(context.WithoutCancel(ctx)), ctx.Err())
	case errors.Is(err, lease.ErrLost), errors.Is(err, tx.ErrStorage):
		return true, false, nil // nothing can be noted about it: the claim ends by itself
	}
	return true, false, j.putOff(ctx, err)
}
