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
	"keepsake/memory"
	"keepsake/memory/calibration"
	"keepsake/memory/candidate"
	"keepsake/memory/graph"
	"keepsake/memory/ingest"
	"keepsake/memory/linking"
	"keepsake/memory/policy"
	"keepsake/memory/prune"
	"keepsake/memory/writeswitch"
	"keepsake/people"
	"keepsake/session"
	"keepsake/tx"
	"keepsake/usage"
)

// House is what all roles of a process share.
type House struct {
	Candidates *candidate.Service
	Graph      *graph.Service
	Policies   *policy.Service
	Writes     *writeswitch.Service
	Tx         tx.Runner
	Now        clock.Now
	Zone       *time.Location
	Log        *slog.Logger
	Ended      func(e ingest.Ending)
	Measured   func(d policy.Drift)
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
	calibrator := &calibration.Calibrator{Candidates: h.Candidates, Store: c.Store(), Now: h.Now}
	return &ingest.Service{
		Store: c.Store(), Bot: c.Name, Policy: c.Policy(), Setting: settingOf(c), Chat: chat,
		Memory: a.Memory, Candidates: h.Candidates, Graph: h.Graph, Policies: h.Policies, Calibrated: calibrator, Tuner: NewTuner(c, h.Policies, calibrator, h.Log), Writes: h.Writes, Sessions: a.Sessions, People: a.People, Usage: a.Usage, Recall: a.Recall,
		Tx: h.Tx, Storage: a.Storage, Now: h.Now, Zone: h.Zone, Log: h.Log, Ended: h.Ended, Measured: h.Measured,
		Payer: func(p people.Person, place session.Place, group bool) usage.Payer {
			payer := a.Payer(p, place, group)
			payer.Bot = place.Bot // roles may share a store
			return payer
		},
		Quiet: c.LongTerm.ReadAfter, Batch: c.LongTerm.ReadBatch, Offers: offers, Silent: c.QuietHours(),
		Hold: c.Telegram.Lease, ReadOnly: c.IsReadOnly(),
	}
}

// NewTuner returns what proposes the thresholds of a store's policy; nil = the settings are read-only, or nothing forms.
func NewTuner(c settings.Config, policies *policy.Service, calibrator *calibration.Calibrator, log *slog.Logger) *calibration.Tuner {
	if policies == nil || c.IsReadOnly() {
		return nil
	}
	return &calibration.Tuner{
		Calibrator: calibrator, Policies: policies, Store: c.Store(), Settings: c.Policy(), Auto: c.LongTerm.WritePolicy.AutoTune, Log: log,
	}
}

// NewLinking returns what lists the triples of memories that a reading of a conversation does not list, with the model that
// reads conversations; nil when the settings do not want it, or the agent keeps no memories.
func NewLinking(c settings.Config, a *agent.Agent, chat llm.Chat, h House) *linking.Service {
	if _, remembers := c.Remembers(); !c.LongTerm.Triples || !remembers || c.IsReadOnly() {
		return nil
	}
	return &linking.Service{
		Store: c.Store(), Bot: c.Name, Chat: chat, Memory: a.Memory, Graph: h.Graph, People: a.People, Usage: a.Usage, Writes: h.Writes,
		Tx: h.Tx, Storage: a.Storage, Now: h.Now, Log: h.Log, Payer: a.Payer,
	}
}

// NewPruning returns what archives the memories of a store that have not mattered for long.
func NewPruning(c settings.Config, m *memory.Service, finds *candidate.Service, db tx.Runner, now clock.Now) *prune.Service {
	return &prune.Service{
		Store: c.Store(), Rule: c.Memory.Pruning(), Guard: c.Policy(), ReadOnly: c.IsReadOnly(), Memory: m, Candidates: finds, Tx: db, Now: now,
	}
}

// settingOf returns what holds for people who have not chosen (R5).
func settingOf(c settings.Config) policy.Setting {
	if c.Memory.ConfirmNew == "auto" {
		return policy.Free
	}
	return policy.Ask
}
