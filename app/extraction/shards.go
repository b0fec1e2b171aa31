package extraction

import (
	"context"

	"keepsake/agent"
	"keepsake/app/settings"
	"keepsake/clock"
	"keepsake/command"
	"keepsake/command/answer"
	"keepsake/command/shards"
	"keepsake/memory"
	"keepsake/memory/digest"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/session"
)

// ShardsDesk returns what answers /shard of an agent: without the service where shards are switched off.
func ShardsDesk(c settings.Config, all *shard.Service, m *memory.Service, jobs *digest.Service, known *people.Service, now clock.Now) shards.Desk {
	d := shards.Desk{Store: c.Store(), Memory: m, Digests: jobs, People: known, Now: now}
	if c.LongTerm.Shards {
		d.Shards, d.Roles = all.ForRole(c.Name), all.RoleNames(c.Store())
	}
	return d
}

// itemsTold returns what shows a member what formed of their words in the shards of a group: in their private chat, or
// in the group when they have none with the bot.
func itemsTold(a *agent.Agent, commands *command.Service) func(ctx context.Context, place session.Place, person string, items []shard.Item) error {
	return func(ctx context.Context, place session.Place, person string, items []shard.Item) error {
		return tell(ctx, a, commands, place, person, func(out *answer.Answer) error { return commands.Shards.Tell(ctx, out, items) })
	}
}

// mergeTold returns what shows who made a shard what its consolidation changed.
func mergeTold(a *agent.Agent, commands *command.Service) func(ctx context.Context, s shard.Shard, before, after shard.Digest) error {
	return func(ctx context.Context, s shard.Shard, before, after shard.Digest) error {
		if people.Number(s.Maker) == 0 { // they were erased, or talk in a terminal
			return nil
		}
		place := session.Place{Bot: commands.Name, Chat: people.Number(s.Home.ID)}
		return tell(ctx, a, commands, place, s.Maker, func(out *answer.Answer) error { commands.Shards.TellOfMerge(out, s, before, after); return nil })
	}
}

// tell writes to a person in their private chat, or in a group when they have none with the bot.
func tell(ctx context.Context, a *agent.Agent, commands *command.Service, place session.Place, person string, write func(out *answer.Answer) error) error {
	p, err := a.People.Get(ctx, person)
	if err != nil {
		return err
	}
	private := session.Place{Bot: place.Bot, Chat: people.Number(person)}
	talks, err := a.Sessions.List(ctx, private, person)
	if err != nil {
		return err
	}
	if len(talks) > 0 {
		place = private
	}
	return commands.Tell(ctx, place, p, write)
}
