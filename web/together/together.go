// Package together is what programs see and change of a shard, and who may do what with it (E36, E47).
//
// Start reading at Describe and Patch.
package together

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory/shard"
	"keepsake/scope"
	"keepsake/tx"
)

// Patch is what may be changed of a shard.
type Patch struct {
	Name         *string           `json:"name,omitempty" minLength:"1" maxLength:"60"`
	Instructions *string           `json:"instructions,omitempty" maxLength:"2000"`
	Paused       *bool             `json:"paused,omitempty"`
	Open         *bool             `json:"open,omitempty"`
	MaxFacts     *int              `json:"max_facts_per_shard,omitempty" minimum:"1" maximum:"500"`
	Threshold    *int              `json:"max_agent_memories_before_consolidation,omitempty" minimum:"1" maximum:"500"`
	Schedule     *string           `json:"schedule,omitempty" maxLength:"100" doc:"When suggestions are merged: a cron expression of five fields on the person's clock, at most once an hour; empty = when enough wait" example:"0 9 * * 1"`
	Cites        *[]string         `json:"cites,omitempty" maxItems:"5" nullable:"false" doc:"Ids or names of others that it points to, to read only; what the chat does not see of them stays"`
	Permissions  map[string]string `json:"permissions,omitempty" maxProperties:"100" doc:"Of everybody, admins, person:ID or role:NAME: none, read, suggest, edit, manage, or default to take back what was set"`
}

// Apply changes a shard that a chat sees, all of it or nothing. zone is the person's clock, for a schedule.
func (p Patch) Apply(ctx context.Context, run tx.Runner, shards *shard.Service, a actor.Actor, here scope.Scope, id string, zone *time.Location) (s shard.Shard, err error) {
	if p.Schedule != nil && strings.TrimSpace(*p.Schedule) != "" {
		spec, err := shard.NewSchedule(*p.Schedule, zone)
		if err != nil {
			return s, err
		}
		p.Schedule = &spec
	}
	err = run.InTx(ctx, func(ctx context.Context) error {
		if p.changes() {
			s, err = shards.Change(ctx, a, here, id, p.set)
		} else {
			s, err = shards.Find(ctx, here, id)
		}
		if err == nil && p.Cites != nil {
			s, err = shards.Cite(ctx, a, here, id, *p.Cites)
		}
		for _, name := range slices.Sorted(maps.Keys(p.Permissions)) {
			if err != nil {
				break
			}
			var to *shard.Right
			if level := p.Permissions[name]; level != "default" {
				right, ok := shard.ParseRight(level)
				if !ok {
					return fault.Field("permissions", "must be none, read, suggest, edit, manage or default")
				}
				to = &right
			}
			s, err = shards.Grant(ctx, a, here, id, shard.Subject(name), to)
		}
		return err
	})
	return s, err
}

func (p Patch) changes() bool {
	return p.Name != nil || p.Instructions != nil || p.Paused != nil || p.Open != nil || p.MaxFacts != nil || p.Threshold != nil || p.Schedule != nil
}

func (p Patch) set(s *shard.Shard) {
	setIf(&s.Name, p.Name)
	setIf(&s.Instructions, p.Instructions)
	setIf(&s.Paused, p.Paused)
	setIf(&s.Open, p.Open)
	setIf(&s.MaxFacts, p.MaxFacts)
	setIf(&s.Threshold, p.Threshold)
	setIf(&s.Schedule, p.Schedule)
}

// setIf sets a field to a value that was sent.
func setIf[T any](field *T, sent *T) {
	if sent != nil {
		*field = *sent
	}
}

// permissions returns the rights that were set, and everybody's, for who may manage the shard; nil for others.
func permissions(shards *shard.Service, a actor.Actor, here scope.Scope, s shard.Shard) map[string]string {
	if shards.RightOf(a, here, s) < shard.Manage {
		return nil
	}
	all := map[string]string{string(shard.Everybody): s.Rights.Of(shard.Everybody).String()}
	for to, right := range s.Rights {
		all[string(to)] = right.String()
	}
	return all
}

// cites returns the ids of what a shard cites, of what a chat sees.
func cites(ctx context.Context, shards *shard.Service, here scope.Scope, s shard.Shard) ([]string, error) {
	ids := []string{}
	if len(s.Cites) == 0 {
		return ids, nil
	}
	seen, err := shards.Seen(ctx, here)
	for _, c := range shard.CitedOf(s, seen) {
		ids = append(ids, c.ID)
	}
	return ids, err
}
