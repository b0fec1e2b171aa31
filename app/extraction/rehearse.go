package extraction

import (
	"context"
	"log/slog"
	"time"

	"keepsake/app/endpoint"
	"keepsake/app/settings"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/ingest"
	"keepsake/memory/policy"
	"keepsake/memory/rehearsal"
	"keepsake/people"
	"keepsake/session"
	"keepsake/tx"
	"keepsake/usage"
)

// Database is what a rehearsal reads, and where what it cost is counted.
type Database interface {
	tx.Runner
	People() people.Store
	Usage() usage.Store
}

// Rehearsal reads earlier conversations again with the configured model. All fields are required.
type Rehearsal struct {
	Config     settings.Config
	DB         Database
	Memory     *memory.Service
	Sessions   *session.Service
	Candidates *candidate.Service
	Desk       PolicyDesk
}

// Run compares the policy that counts with one in which some fields are changed, and with another prompt of extraction where the
// plan has one. Nothing of it is stored but what the model cost, on the operator's account.
func (r Rehearsal) Run(ctx context.Context, fields []policy.Field, p rehearsal.Plan) (o rehearsal.Outcome, err error) {
	now, err := r.Desk.Current(ctx)
	if err != nil {
		return o, err
	}
	p.Present = now.Policy
	if p.Other, err = now.Policy.With(fields...); err != nil {
		return o, err
	}
	c := r.Config
	zone, err := people.LoadZone(c.TimeZone)
	if err != nil {
		return o, err
	}
	if name := c.LongTerm.ExtractionModel; name != "" {
		c.Model.Name, c.Model.Fallback = name, ""
	}
	log, persons := slog.New(slog.DiscardHandler), people.New(people.Config{Store: r.DB.People(), Now: time.Now})
	s := &rehearsal.Service{
		Candidates: r.Candidates, People: persons, Calibrator: r.Desk.Calibrator, Store: r.Desk.Store, Now: time.Now,
		Ingest: &ingest.Service{
			Store: r.Desk.Store, Bot: c.Name, Policy: c.Policy(), Setting: policy.Free, Chat: endpoint.Chat(c, log, time.Now),
			Memory: r.Memory, Candidates: r.Candidates, Sessions: r.Sessions, People: persons, Policies: r.Desk.Policies, Tx: r.DB, Now: time.Now, Zone: zone, Log: log,
			Usage: usage.New(usage.Config{Store: r.DB.Usage(), Limits: c.UsageLimits(), Zone: zone, Now: time.Now}),
			Payer: func(people.Person, session.Place, bool) usage.Payer { return usage.Payer{Bot: c.Name} },
		},
	}
	return s.Run(ctx, p)
}
