package extraction

import (
	"cmp"
	"context"
	"time"

	"keepsake/agent"
	"keepsake/clock"
	"keepsake/command"
	"keepsake/command/answer"
	"keepsake/command/memories"
	"keepsake/command/wishes"
	"keepsake/memory/consolidate"
	"keepsake/memory/ingest"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
)

// Connect lets what forms memories and digests of an agent speak to people, where it is on.
func Connect(a *agent.Agent, commands *command.Service) {
	if a.Ingest != nil {
		a.Ingest.Asks = compactionAsks(a, commands)
	}
	if a.Forming != nil {
		a.Forming.Merged, a.Forming.Formed = commands.TellOfWishes, itemsTold(a, commands)
		a.Forming.ShardMerged, a.Forming.Asks = mergeTold(a, commands), lossAsks(a, commands)
	}
}

// compactionAsks returns what asks about a compaction that would archive too many memories: the person whose memories they
// are, and the owners where they are a group's; each once a calendar month at most, outside of their quiet hours.
func compactionAsks(a *agent.Agent, commands *command.Service) func(ctx context.Context, q ingest.Question) error {
	return func(ctx context.Context, q ingest.Question) error {
		asked, err := a.People.Owners(ctx)
		if q.Scope.Kind == scope.User {
			var p people.Person
			p, err = a.People.Get(ctx, q.Scope.ID)
			asked = []people.Person{p}
		}
		if err != nil {
			return err
		}
		month := endOfMonth(a.Now)
		for _, p := range asked {
			chat := people.Number(p.ID)
			if chat == 0 { // who talks in a terminal; the operator sees the run
				continue
			}
			isFirst, err := a.Usage.Notice(ctx, commands.Name, "compact."+q.Scope.ID, p.ID, month)
			if err == nil && isFirst {
				err = commands.Tell(ctx, session.Place{Bot: commands.Name, Chat: chat}, p, func(out *answer.Answer) error {
					memories.AskToCompact(out, q)
					return nil
				})
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// lossAsks returns what asks about a consolidation that would drop too many lines of a digest: the person whose it is, and
// of a shard who made it; once a calendar month at most, outside of their quiet hours.
func lossAsks(a *agent.Agent, commands *command.Service) func(ctx context.Context, q consolidate.Question) error {
	return func(ctx context.Context, q consolidate.Question) error {
		person := q.Scope.ID
		if q.Shard.ID != "" {
			person = q.Shard.Maker
		}
		if people.Number(person) == 0 { // who talks in a terminal, or was erased: what was said counts on as it is
			return nil
		}
		isFirst, err := a.Usage.Notice(ctx, commands.Name, "loss."+q.Scope.ID, person, endOfMonth(a.Now))
		if err != nil || !isFirst {
			return err
		}
		place := session.Place{Bot: cmp.Or(q.Place.Bot, commands.Name), Chat: q.Place.Chat}
		return tell(ctx, a, commands, place, person, func(out *answer.Answer) error { wishes.AskForLoss(out, q); return nil })
	}
}

// endOfMonth returns the end of the calendar month; upkeep drops notices about the past.
func endOfMonth(now clock.Now) time.Time {
	n := now.UTC()
	return time.Date(n.Year(), n.Month()+1, 1, 0, 0, 0, 0, time.UTC)
}
