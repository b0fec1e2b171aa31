package consolidate

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"keepsake/fault"
	"keepsake/lease"
	"keepsake/llm"
	"keepsake/logs"
	"keepsake/memory"
	"keepsake/memory/digest"
	"keepsake/memory/writeswitch"
	"keepsake/scope"
	"keepsake/tx"
	"keepsake/usage"
)

// A failed attempt is repeated after 30 s, then after twice the time, at most 30 m, five times; then the job
// is parked until something new comes to it. While the model is away nothing counts as an attempt.
const (
	firstWait  = 30 * time.Second
	longestGap = 30 * time.Minute
	maxRetries = 5

	answerTokens = 2000
)

// refusal says why an answer was not taken, constant English.
type refusal string

func (r refusal) Error() string { return string(r) }

// job is one attempt at a job.
type job struct {
	digest.Job
	s     *Service
	payer usage.Payer
	spent usage.Count // by this attempt, and not stored yet

	// readTo and readAgain are the job's position and time once what was read is stored; zero until messages were read.
	readTo    int64
	readAgain time.Time

	question  Question // if it has to stop and ask
	isAllowed bool     // it may drop what it drops
	isMute    bool     // its person has no chat in which they could be told or asked

	members map[string]string // of a group: the names of who spoke lately, by id
}

// ask asks a model for one JSON object, and once more when use returns why it is wrong; after that the
// reason is the error, a refusal.
func (j *job) ask(ctx context.Context, chat llm.Chat, instructions, question string, use func(answer json.RawMessage) (why string)) (model string, err error) {
	if err := j.s.Usage.CheckSide(ctx, j.payer); err != nil {
		return "", err
	}
	ms := []llm.Message{{Role: "system", Content: instructions}, {Role: "user", Content: strings.TrimSpace(question)}}
	var why string
	resp, err := llm.AskObject(ctx, chat, llm.Request{Messages: ms, MaxTokens: answerTokens, Purpose: llm.Consolidation},
		func() error { return tx.Ready(ctx, j.s.Storage) },
		func(u llm.Usage) { j.spent = j.spent.Plus(usage.CountOf(llm.Consolidation, u)) },
		func(answer json.RawMessage) string {
			if why = use(answer); why == whyLoses {
				return "" // a person decides that, not another try
			}
			return why
		})
	switch {
	case errors.Is(err, llm.ErrUnusable):
		return resp.Model, refusal(cmp.Or(why, "it is no JSON object"))
	case err == nil && why == whyLoses:
		return resp.Model, refusal(why)
	}
	return resp.Model, err
}

// noteCounted notes that what the attempt has cost was stored in a transaction, unless that failed.
func (j *job) noteCounted(err error) error {
	if err == nil {
		j.spent = usage.Count{}
	}
	return err
}

// commit runs write in one transaction with the proof of the claim, the end of the job and what it cost.
func (j *job) commit(ctx context.Context, messages int, weight float64, write func(ctx context.Context) error) error {
	return j.noteCounted(j.s.Tx.InTx(ctx, func(ctx context.Context) error { return j.end(ctx, messages, weight, write) }))
}

// end is commit in the caller's transaction.
func (j *job) end(ctx context.Context, messages int, weight float64, write func(ctx context.Context) error) error {
	s := j.s
	if err := s.Digests.Renew(ctx, part, j.Job, orDefault(s.Hold, defaultHold)); err != nil {
		return err
	}
	for _, owner := range []scope.Scope{writeswitch.Everybody, j.Scope} {
		if st, err := s.Writes.Get(ctx, owner); err != nil || st.Off {
			return firstOf(err, memory.ErrReadOnly)
		}
	}
	done := j.Job
	done.State, done.Attempts, done.Error = digest.Waiting, 0, ""
	if !j.readAgain.IsZero() {
		done.Position, done.DueAt = j.readTo, j.readAgain
	}
	if err := s.Digests.Finish(ctx, part, done, messages, weight); err != nil {
		return err
	}
	if write != nil {
		if err := write(ctx); err != nil {
			return err
		}
	}
	if j.spent == (usage.Count{}) {
		return nil
	}
	return s.Usage.Spend(ctx, j.payer, j.spent)
}

func firstOf(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}

// putOff stores that an attempt failed, why, and when the next one is.
func (j *job) putOff(ctx context.Context, cause error) error {
	s, now := j.s, j.s.Now.UTC()
	var limit *usage.Exceeded
	var refused refusal
	kind := fault.KindOf(cause)
	j.State = digest.Waiting
	switch {
	case errors.As(cause, &limit):
		j.Error, j.DueAt = "a limit is reached", now.Add(usage.SideDelay(limit, now))
	case errors.Is(cause, memory.ErrReadOnly):
		j.Error, j.DueAt = "memory writes are switched off", now.Add(longestGap)
	case kind == fault.Unavailable || kind == fault.Limited || errors.Is(cause, llm.ErrSetup):
		j.Error, j.DueAt = "the model is away", now.Add(5*time.Minute)
	case errors.As(cause, &refused) && refused == whyLoses:
		j.State, j.Attempts, j.Error = digest.Asked, 0, whyLoses
	default:
		j.Attempts++
		j.Error, j.DueAt = "the attempt failed: see the log", now.Add(min(longestGap, firstWait<<min(j.Attempts-1, 10)))
		if errors.As(cause, &refused) {
			j.Error = string(refused)
		}
	}
	if j.Attempts > maxRetries {
		j.State = digest.Parked
	} else if j.isAllowed {
		j.Error = allowedToLose
	}
	logs.OrNone(s.Log).WarnContext(ctx, "a digest failed", "job", j.ID, "attempts", j.Attempts, "state", j.State, "error", cause)
	err := s.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.Digests.Renew(ctx, part, j.Job, orDefault(s.Hold, defaultHold)); err != nil { // still ours
			return err
		}
		if err := s.Digests.Finish(ctx, part, j.Job, 0, 0); err != nil {
			return err
		}
		if j.State == digest.Asked && s.Asks != nil && !j.isMute {
			if err := s.Asks(ctx, j.question); err != nil {
				return err
			}
		}
		if j.spent == (usage.Count{}) {
			return nil
		}
		return s.Usage.Spend(ctx, j.payer, j.spent)
	})
	if err = j.noteCounted(err); errors.Is(err, lease.ErrLost) {
		return nil
	}
	return err
}
