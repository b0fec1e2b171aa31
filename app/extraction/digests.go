package extraction

import (
	"context"

	"keepsake/agent"
	"keepsake/app/settings"
	"keepsake/llm"
	"keepsake/memory/consolidate"
	"keepsake/memory/digest"
	"keepsake/people"
	"keepsake/session"
	"keepsake/usage"
)

// NewDigests returns what makes the digests of an agent, with the model that reads its conversations and
// the one that merges; nil when the settings do not want it, or the agent keeps no memories.
func NewDigests(c settings.Config, a *agent.Agent, fast, slow llm.Chat, digests *digest.Service, h House) *consolidate.Service {
	d := c.LongTerm.Digests
	if _, remembers := c.Remembers(); !c.LongTerm.Enable || !d.MakeDigests || !remembers {
		return nil
	}
	s := &consolidate.Service{
		Store: c.Store(), Setting: settingOf(c), Fast: fast, Slow: slow, Digests: digests,
		Memory: a.Memory, Sessions: a.Sessions, People: a.People, Usage: a.Usage, Writes: h.Writes,
		Tx: h.Tx, Storage: a.Storage, Now: h.Now, Zone: h.Zone, Log: h.Log,
		Payer: func(p people.Person, place session.Place, group bool) usage.Payer {
			payer := a.Payer(p, place, group)
			payer.Bot = place.Bot // roles may share a store
			return payer
		},
		Trigger:   digest.Trigger{Messages: d.ReadMessages, Weight: float64(d.ReadTokens), Idle: d.ReadIdle},
		Threshold: d.Threshold, Words: d.Words, Hold: c.Telegram.Lease, ReadOnly: c.IsReadOnly(),
		Targets: consolidate.Targets{
			Directives: d.MaxItems.Directives, Facts: d.MaxItems.Facts, Suggestions: d.MaxItems.Suggestions,
			DirectiveWords: d.WordTargets.Directive, EpisodeWords: d.WordTargets.Episode, FactWords: d.WordTargets.Fact, SuggestionWords: d.WordTargets.Suggestion,
		},
		ShardWords: d.WordTargets.Shard,
		Consent:    consolidate.Consent(c.LongTerm.ShardConsent), Guard: c.Policy(),
	}
	if c.LongTerm.Shards {
		s.Shards = a.Shards
	}
	return s
}

// Join lets what forms memories and digests of an agent read a conversation in one question, where both are on.
func Join(a *agent.Agent) {
	if a.Ingest != nil && a.Forming != nil {
		a.Ingest.Forming, a.Forming.Along = a.Forming, a.Ingest.ReadAlong
	}
}

// JobsOf counts the jobs of digests in these stores that wait, and that failed too often.
func JobsOf(ctx context.Context, digests *digest.Service, stores []string) (waiting, parked int, err error) {
	for _, store := range stores {
		w, p, err := digests.Backlog(ctx, store)
		if err != nil {
			return 0, 0, err
		}
		waiting, parked = waiting+w, parked+p
	}
	return waiting, parked, nil
}
