// Package extraction makes what lets memories form by themselves (memory/ingest) of the settings, and is the
// operator's view of it: what waits, and what failed too often.
//
// It decides nothing about memories. Start reading at New; what the operator sees is in desk.go.
package extraction

import (
	"log/slog"
	"time"

	"keepsake/agent"
	"keepsake/app/settings"
	"keepsake/clock"
	"keepsake/llm"
	"keepsake/memory/candidate"
	"keepsake/memory/ingest"
	"keepsake/memory/policy"
	"keepsake/memory/writeswitch"
	"keepsake/people"
	"keepsake/session"
	"keepsake/tx"
	"keepsake/usage"
)

// House is what all roles of a process share.
type House struct {
	Candidates *candidate.Service
	Writes     *writeswitch.Service
	Tx         tx.Runner
	Now        clock.Now
	Zone       *time.Location
	Log        *slog.Logger
	Ended      func(e ingest.Ending)
}

// New returns what forms the memories of an agent, with the model that reads its conversations; nil when
// the settings do not want it, or the agent keeps no memories.
func New(c settings.Config, a *agent.Agent, chat llm.Chat, h House) *ingest.Service {
	if _, remembers := c.Remembers(); !c.LongTerm.Enable || !remembers {
		return nil
	}
	offers := c.LongTerm.MaxOffers
	if offers == 0 {
		offers = -1
	}
	return &ingest.Service{
		Store: c.Store(), Bot: c.Name, Policy: c.Policy(), Setting: settingOf(c), Chat: chat,
		Memory: a.Memory, Candidates: h.Candidates, Writes: h.Writes, Sessions: a.Sessions, People: a.People, Usage: a.Usage, Recall: a.Recall,
		Tx: h.Tx, Storage: a.Storage, Now: h.Now, Zone: h.Zone, Log: h.Log, Ended: h.Ended,
		Payer: func(p people.Person, place session.Place, group bool) usage.Payer {
			payer := a.Payer(p, place, group)
			payer.Bot = place.Bot // roles may share a store
			return payer
		},
		Quiet: c.LongTerm.ReadAfter, Batch: c.LongTerm.ReadBatch, Offers: offers, Silent: c.QuietHours(),
		Hold: c.Telegram.Lease, ReadOnly: c.IsReadOnly(),
	}
}

// settingOf returns what holds for people who have not chosen (R5).
func settingOf(c settings.Config) policy.Setting {
	if c.Memory.ConfirmNew == "auto" {
		return policy.Free
	}
	return policy.Ask
}
