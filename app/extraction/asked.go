package extraction

import (
	"cmp"
	"context"
	"errors"
	"time"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/command"
	"keepsake/command/answer"
	"keepsake/command/memories"
	"keepsake/command/wishes"
	"keepsake/memory/candidate"
	"keepsake/memory/consolidate"
	"keepsake/memory/ingest"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
)

// Connect lets what forms memories and digests of an agent speak to people, where it is on.
func Connect(a *agent.Agent, commands *command.Service) {
	if a.Ingest != nil {
		a.Ingest.Asks = runAsks(a, commands)
		a.Ingest.Drifts = driftTold(a, commands)
	}
	commands.Pruning.Asks = runAsks(a, commands)
	if a.Forming != nil {
		a.Forming.Merged, a.Forming.Formed = commands.TellOfWishes, itemsTold(a, commands)
		a.Forming.ShardMerged, a.Forming.Asks = mergeTold(a, commands), lossAsks(a, commands)
		a.Forming.Noted = wishesNoted(a, commands)
	}
}

// wishesNoted returns what shows a member which wishes were noted of their words in a group: in their private chat, or in the group
// when they have none with the bot.
func wishesNoted(a *agent.Agent, commands *command.Service) func(ctx context.Context, place session.Place, person string, noted []consolidate.Noted) error {
	return func(ctx context.Context, place session.Place, person string, noted []consolidate.Noted) error {
		return tell(ctx, a, commands, place, person, func(out *answer.Answer) error { wishes.TellOfNoted(out, noted); return nil })
	}
}

// driftTold returns what tells the owners that a policy was taken back.
func driftTold(a *agent.Agent, commands *command.Service) func(ctx context.Context, d ingest.Drifted) error {
	return func(ctx context.Context, d ingest.Drifted) error {
		owners, err := a.People.Owners(ctx)
		if err != nil {
			return err
		}
		for _, p := range owners {
			if people.Number(p.ID) == 0 { // who talks in a terminal; the history says it
				continue
			}
			err := commands.Tell(ctx, session.Place{Bot: commands.Name, Chat: people.Number(p.ID)}, p, func(out *answer.Answer) error {
				memories.TellOfDrift(out, d)
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// runAsks returns what asks about a compaction or a pruning that would archive too many memories: the person whose memories
// they are, and the owners where they are a group's; each once a calendar month at most, outside of their quiet hours.
func runAsks(a *agent.Agent, commands *command.Service) func(ctx context.Context, q candidate.Question) error {
	return func(ctx context.Context, q candidate.Question) error {
		about := "compact."
		if q.Kind == actor.System {
			about = "prune."
		}
		asked, err := a.People.Owners(ctx)
		if q.Scope.Kind == scope.User {
			var p people.Person
			p, err = a.People.Get(ctx, q.Scope.ID)
			asked = []people.Person{p}
		}
		if errors.Is(err, people.ErrNotFound) { // who was erased, or only spoke in a terminal; the operator sees the run
			return nil
		}
		if err != nil {
			return err
		}
		for _, p := range asked {
			chat := people.Number(p.ID)
			if chat == 0 { // who talks in a terminal; the operator sees the run
				continue
			}
			isFirst, err := isFirstAsked(ctx, a, commands, about+q.Scope.ID, p.ID)
			if err == nil && isFirst {
				err = commands.Tell(ctx, session.Place{Bot: commands.Name, Chat: chat}, p, func(out *answer.Answer) error {
					memories.AskToArchive(out, q)
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
		isFirst, err := isFirstAsked(ctx, a, commands, "loss."+q.Scope.ID, person)
		if err != nil || !isFirst {
			return err
		}
		place := session.Place{Bot: cmp.Or(q.Place.Bot, commands.Name), Chat: q.Place.Chat}
		return tell(ctx, a, commands, place, person, func(out *answer.Answer) error { wishes.AskForLoss(out, q); return nil })
	}
}

// isFirstAsked reports whether a person was not asked about something yet in this calendar month, and notes that they are.
func isFirstAsked(ctx context.Context, a *agent.Agent, commands *command.Service, about, person string) (bool, error) {
	now := a.Now.UTC()
	end := time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, time.UTC) // upkeep drops notices about the past
	return a.Usage.Notice(ctx, commands.Name, about, person, end)
}
