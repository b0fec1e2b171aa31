package web

import (
	"context"
	"net/http"

	"keepsake/people"
	"keepsake/usage"
	"keepsake/web/growth"
	"keepsake/web/shape"
)

// addGrowth adds how the memory grows and is used (E42).
func (r *Room) addGrowth() {
	register(r, operation{
		id: "get-growth", method: http.MethodGet, path: "/api/ltm/growth", tag: "Long-term memory", summary: "Tell how the memory grows and is used",
		about: "Of the memories that are kept: what was deleted is not counted, also not on the days before. Days are those of UTC, the oldest first. What was used today is counted until midnight where the person lives.",
	}, r.getGrowth)
}

// Growth is how a memory grows and is used.
type Growth struct {
	growth.Figures
	Today *UsedToday `json:"today,omitempty" doc:"Absent when nothing is counted"`
}

// UsedToday is what conversations used.
type UsedToday struct {
	Messages int        `json:"messages" minimum:"0"`
	Calls    int        `json:"calls" minimum:"0" doc:"Of the model"`
	Tokens   int        `json:"tokens" minimum:"0"`
	Cost     float64    `json:"cost" minimum:"0" doc:"In the currency of the operator's prices; 0 without prices"`
	EndsAt   shape.Time `json:"ends_at"`
}

type growthInput struct {
	Days int `query:"days" minimum:"1" maximum:"366" default:"30" doc:"How many days, today the last"`
}

type growthOutput struct{ Body Growth }

func (r *Room) getGrowth(ctx context.Context, in *growthInput) (*growthOutput, error) {
	c := callerOf(ctx)
	ms, err := c.agent.Memory.Find(ctx, kept(c))
	if err != nil {
		return nil, err
	}
	used, err := r.usedToday(ctx, c)
	return &growthOutput{Body: Growth{Figures: growth.Count(ms, r.cfg.Now.UTC(), in.Days), Today: used}}, err
}

// usedToday returns what the person used today, or for an agent's key all of the bot.
func (r *Room) usedToday(ctx context.Context, c caller) (*UsedToday, error) {
	if r.cfg.Forget.Usage == nil {
		return nil, nil
	}
	payer := usage.Payer{Bot: c.agent.Name, Subject: c.key.Person}
	if c.key.Person != "" {
		p, err := r.personOf(ctx, c)
		if err != nil {
			return nil, err
		}
		payer.Zone = people.ZoneOf(p, c.agent.Zone)
	}
	d, _, err := r.cfg.Forget.Usage.Today(ctx, payer)
	if err != nil {
		return nil, err
	}
	return &UsedToday{Messages: d.Messages, Calls: d.Calls, Tokens: d.Tokens(), Cost: d.Cost, EndsAt: shape.Time(d.EndsAt)}, nil
}
