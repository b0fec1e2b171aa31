package session

import (
	"context"
	"strconv"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/fault"
)

// Retention is how long ended conversations are kept. The zero value keeps them for ever.
type Retention struct {
	Most int           // the newest of a place and person; 0 = any number
	For  time.Duration // since somebody last spoke in it; 0 = for ever
}

// day is what a "d" in a Retention stands for.
const day = 24 * time.Hour

// ParseRetention reads "forever", a number of conversations ("100"), or a time ("90d",
// "2160h") of at least a day.
func ParseRetention(s string) (Retention, error) {
	s = strings.TrimSpace(s)
	if s == "forever" {
		return Retention{}, nil
	}
	if n, err := strconv.Atoi(s); err == nil && n >= 1 {
		return Retention{Most: n}, nil
	}
	if days, ok := strings.CutSuffix(s, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n >= 1 && n <= 36500 {
			return Retention{For: time.Duration(n) * day}, nil
		}
	}
	if d, err := time.ParseDuration(s); err == nil && d >= day {
		return Retention{For: d}, nil
	}
	return Retention{}, fault.New(fault.Invalid, "how long conversations are kept is a number (100), a time of at least a day (90d) or forever")
}

// Readers are the extraction (memory/candidate) and the digests (memory/digest), which must have read a conversation
// before it is destroyed.
type Readers struct {
	// Since is the earliest time for which a waiting run of extraction or job of a digest may be due. What has been due for longer
	// is nobody's: its reader was switched off. Zero = it may be due at any time.
	Since time.Time
}

// patience is how long a conversation whose time is over is kept for a reader that was switched off.
const patience = 7 * day

func (s *Service) readers() Readers {
	return Readers{Since: s.now.UTC().Add(-patience)}
}

// pruningStore is what the database does to destroy old conversations. A session that has not
// ended, has an unfinished turn, or has a message that one of its readers has not read, is never destroyed.
type pruningStore interface {
	// Prune keeps the newest sessions of a place and person; of the others it destroys what is
	// nobody's evidence, and returns how many there were. A session that still holds evidence
	// loses its PublicID.
	Prune(ctx context.Context, p Place, person string, keep int, r Readers) (int, error)
	// PruneBefore does so with the sessions of a bot in which nobody has spoken since a time;
	// of one place and person, when p is not nil.
	PruneBefore(ctx context.Context, bot string, p *Place, person string, before time.Time, r Readers) (int, error)
	// PrunePrivate destroys the ended private sessions of a bot that have no unfinished turn, whatever was read
	// of them; of one place and person, when p is not nil. It returns how many.
	PrunePrivate(ctx context.Context, bot string, p *Place, person string) (int, error)
	// PurgeRemains destroys the messages of pruned sessions that are no longer evidence, and
	// returns how many there were.
	PurgeRemains(ctx context.Context) (int, error)
}

// Prune destroys the ended conversations of a place and person that a Retention does not keep,
// except for messages that are evidence of a memory (I17, R16), and the private ones, and returns how many. For the
// house only; others get ErrDenied.
func (s *Service) Prune(ctx context.Context, a actor.Actor, p Place, person string, keep Retention) (n int, err error) {
	if !a.IsPart() {
		return 0, ErrDenied
	}
	if n, err = s.store.PrunePrivate(ctx, p.Bot, &p, person); err != nil {
		return n, fault.Op(err, "prune private sessions")
	}
	if keep.Most > 0 {
		old, err := s.store.Prune(ctx, p, person, keep.Most, s.readers())
		if n += old; err != nil {
			return n, fault.Op(err, "prune sessions")
		}
	}
	if keep.For > 0 {
		old, err := s.store.PruneBefore(ctx, p.Bot, &p, person, s.now.UTC().Add(-keep.For), s.readers())
		return n + old, fault.Op(err, "prune sessions")
	}
	return n, nil
}

// PruneOld does the same for all conversations of a bot whose time is over, also where nobody
// speaks any more. A Retention by number does not concern it: such conversations are replaced
// only by newer ones. For the house only; others get ErrDenied.
func (s *Service) PruneOld(ctx context.Context, a actor.Actor, bot string, keep Retention) (int, error) {
	if !a.IsPart() {
		return 0, ErrDenied
	}
	n, err := s.store.PrunePrivate(ctx, bot, nil, "")
	if err != nil || keep.For <= 0 {
		return n, fault.Op(err, "prune private sessions")
	}
	old, err := s.store.PruneBefore(ctx, bot, nil, "", s.now.UTC().Add(-keep.For), s.readers())
	return n + old, fault.Op(err, "prune old sessions")
}

// PurgeRemains destroys the messages that stayed of pruned conversations once the memories are
// gone that they were the evidence of (R16), and returns how many. For the house only; others
// get ErrDenied.
func (s *Service) PurgeRemains(ctx context.Context, a actor.Actor) (int, error) {
	if !a.IsPart() {
		return 0, ErrDenied
	}
	n, err := s.store.PurgeRemains(ctx)
	return n, fault.Op(err, "purge what is left of sessions")
}
