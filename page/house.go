package page

import (
	"context"
	"strconv"
	"time"

	"keepsake/command"
	"keepsake/delivery"
	"keepsake/memory/candidate"
	"keepsake/memory/revert"
	"keepsake/usage"
)

// Bounds of what an owner is shown.
const (
	maxRuns    = 50
	maxLetters = 50
	tallySpan  = 30 * 24 * time.Hour
)

// House is what the room knows of the program it is part of, for the owners' pages.
type House struct {
	Finds *candidate.Service
	// Condition says how what the program stands on is; nil = nobody knows.
	Condition func(ctx context.Context) []Part
}

// Part is something that the program stands on: its name ("database", "telegram", "model"), and "" or what is wrong with
// it, in a word for operators.
type Part struct{ Name, Wrong string }

// addHouse registers the owners' pages.
func (r *Room) addHouse() {
	r.house("GET /me/house", "page-house", (*visit).showHouse)
	r.house("POST /me/house/revert", "page-revert-run", (*visit).revertRun)
	r.house("POST /me/house/replay", "page-replay", (*visit).replay)
	r.house("GET /me/house/policies", "page-policies", (*visit).policies)
	r.house("POST /me/house/policies/back", "page-policy-back", (*visit).returnToPolicy)
	r.house("POST /me/house/policies/adopt", "page-policy-adopt", (*visit).adoptPolicy)
	r.house("GET /me/people", "page-people", (*visit).people)
	r.house("POST /me/people/decide", "page-decide-access", (*visit).decideAccess)
}

// house registers a page that is there for owners only.
func (r *Room) house(pattern, name string, do func(v *visit) error) {
	r.page(pattern, name, func(v *visit) error {
		if !v.IsOwner {
			return errNothing
		}
		return do(v)
	})
}

// spent is what was used in a span of time.
type spent struct {
	Name string // id of its words
	usage.Count
}

// showHouse shows an owner how the bot does: what it stands on, what it costs, what forms by itself, and what failed. It shows
// nothing that anybody said.
func (v *visit) showHouse() error {
	c := v.agent.Commands
	data := map[string]any{"Money": c.Amount, "Figure": command.Figure}
	if v.room.cfg.House.Condition != nil {
		data["Parts"] = v.room.cfg.House.Condition(v.ctx())
	}
	backlog, err := c.Delivery.Backlog(v.ctx(), c.Name)
	if err != nil {
		return err
	}
	data["Backlog"] = backlog
	if data["Letters"], err = v.letters(); err != nil {
		return err
	}
	if err := v.addUsage(data); err != nil {
		return err
	}
	if err := v.addForming(data); err != nil {
		return err
	}
	return v.show("house.html", "page.house", data)
}

// letters returns the dead letters of this bot, the newest first.
func (v *visit) letters() ([]delivery.Update, error) {
	all, err := v.agent.Commands.Delivery.Dead(v.ctx(), 4*maxLetters)
	own := all[:0]
	for _, u := range all {
		if u.Bot == v.agent.Commands.Name && len(own) < maxLetters {
			own = append(own, u)
		}
	}
	return own, err
}

func (v *visit) addUsage(data map[string]any) error {
	c := v.agent.Commands
	if c.Usage == nil {
		return nil
	}
	today, _, err := c.Usage.Today(v.ctx(), usage.Payer{Bot: c.Name})
	if err != nil {
		return err
	}
	month, err := c.Usage.Month(v.ctx(), c.Name)
	if err != nil {
		return err
	}
	data["Used"] = []spent{{"page.house.today", today.Count}, {"page.house.month", month.Count}}
	if l := c.Usage.Limits(); l.Cap > 0 {
		data["Cap"], data["CapName"], data["CapEnds"] = c.Amount(l.Cap), "page.house.cap_day", today.EndsAt
		if l.Monthly {
			data["CapName"], data["CapEnds"] = "page.house.cap_month", month.EndsAt
		}
	}
	return nil
}

func (v *visit) addForming(data map[string]any) (err error) {
	c, finds := v.agent.Commands, v.room.cfg.House.Finds
	if data["Policy"], err = v.forming().CurrentPolicy(v.ctx()); err != nil {
		return err
	}
	if finds == nil {
		return nil
	}
	if data["Tally"], err = finds.Tally(v.ctx(), c.Store, v.room.cfg.Now.UTC().Add(-tallySpan)); err != nil {
		return err
	}
	data["Runs"], err = finds.Recent(v.ctx(), c.Store, maxRuns)
	return err
}

// revertRun takes back everything that a run kept, after asking.
func (v *visit) revertRun() error {
	id := cleanID(v.field("id"))
	if v.room.cfg.House.Finds == nil {
		return candidate.ErrNotFound
	}
	if v.field("sure") != "yes" {
		return v.show("revert.html", "page.house.revert", map[string]any{"ID": id})
	}
	c := v.agent.Commands
	back := revert.Reverter{Memory: c.Memory, Candidates: v.room.cfg.House.Finds, Tx: c.Tx}
	if _, err := back.RevertIn(v.ctx(), v.actor(), c.Store, id); err != nil {
		return err
	}
	return v.goTo("/me/house", "undone", "")
}

// replay lets a dead letter of this bot be tried again.
func (v *visit) replay() error {
	id, err := strconv.ParseInt(v.field("id"), 10, 64)
	if err != nil {
		return delivery.ErrNotFound
	}
	u, err := v.agent.Commands.Delivery.Update(v.ctx(), id)
	if err == nil && u.Bot != v.agent.Commands.Name {
		err = delivery.ErrNotFound
	}
	if err != nil {
		return err
	}
	if err := v.agent.Commands.Delivery.Replay(v.ctx(), id, v.room.cfg.Now.UTC()); err != nil {
		return err
	}
	return v.goTo("/me/house", "saved", "")
}
