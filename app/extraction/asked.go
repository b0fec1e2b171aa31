package extraction

import (
	"context"
	"time"

	"keepsake/agent"
	"keepsake/command"
	"keepsake/command/answer"
	"keepsake/command/memories"
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
		a.Forming.ShardMerged = mergeTold(a, commands)
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
		now := a.Now.UTC()
		month := time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, time.UTC) // its end: upkeep drops notices about the past
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
