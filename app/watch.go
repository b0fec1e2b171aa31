package app

import (
	"context"
	"sync"
	"time"

	"keepsake/app/recovery"
	"keepsake/clock"
	"keepsake/llm"
	"keepsake/metrics"
	"keepsake/store"
)

// This file watches what the process stands on: the database and the models. What must be mended
// fails health, counts in metrics and is told to the owners once.

// watchEvery is how often the database's file is looked at, and tried while it stores nothing.
const watchEvery = 10 * time.Second

// checkAtStart is how long a start waits for the pages of a SQLite file to be checked.
const checkAtStart = 10 * time.Second

// watch is what was noticed and is still to be told.
type watch struct {
	mu       sync.Mutex
	episodes []store.Episode       // of the database, passed but not told
	troubles map[*Role]llm.Trouble // of the models, at this moment
}

// runWatch watches the database until ctx ends.
func (a *App) runWatch(ctx context.Context) error {
	for clock.Wait(ctx, watchEvery) {
		a.lookAtDatabase(ctx)
	}
	return nil
}

// lookAtDatabase notices a file that was lost, and whether an ailing database stores again.
func (a *App) lookAtDatabase(ctx context.Context) {
	_ = a.DB.CheckFile() // it is in Standing
	_ = a.DB.Ready(ctx)
	if a.DB.Standing().Ailment == "" {
		logFailure(ctx, a.Log, "usage not counted yet", a.Usage.Settle(ctx))
	}
}

// checkPages checks the pages of the database before it is used. One that takes too long is
// checked by upkeep.
func (a *App) checkPages(ctx context.Context) error {
	within, cancel := context.WithTimeout(ctx, checkAtStart)
	defer cancel()
	err := a.DB.CheckPages(within)
	if within.Err() != nil && ctx.Err() == nil {
		a.Log.Info("the database is large: its pages are checked while the bot runs")
		return nil
	}
	return err
}

// tellOwners tells owners what must be mended, once each, and again later where that fails.
func (a *App) tellOwners(ctx context.Context) {
	logFailure(ctx, a.Log, "owners not told what must be mended", a.tellNews(ctx))
}

func (a *App) tellNews(ctx context.Context) error {
	w := &a.watched
	w.mu.Lock()
	w.episodes = append(w.episodes, a.DB.TakePassed()...)
	troubles, episodes := map[*Role]llm.Trouble{}, w.episodes
	for r, t := range w.troubles {
		troubles[r] = t
	}
	w.mu.Unlock()
	for r, t := range troubles {
		if err := a.speaker(r).Commands.TellOfTrouble(ctx, t); err != nil {
			return err
		}
	}
	for _, e := range episodes {
		if err := a.speaker(a.Role).Commands.TellOfStorage(ctx, string(e.Ailment), e.From, e.Until); err != nil {
			return err
		}
	}
	w.mu.Lock()
	w.episodes = w.episodes[len(episodes):]
	w.mu.Unlock()
	return a.tellOfBackups(ctx)
}

// speaker returns a role that has a bot: r, or the first that has one.
func (a *App) speaker(r *Role) *Role {
	if r.Bot != nil {
		return r
	}
	for _, other := range a.Roles {
		if other.Bot != nil {
			return other
		}
	}
	return r
}

// condition returns what a scrape of the metrics asks for.
func (a *App) condition() metrics.Condition {
	c := metrics.Condition{
		Ailment: func() string { return string(a.DB.Standing().Ailment) },
		IsBroken: func(trouble string) bool {
			a.watched.mu.Lock()
			defer a.watched.mu.Unlock()
			for _, t := range a.watched.troubles {
				if string(t) == trouble {
					return true
				}
			}
			return false
		},
		Owed:          func() int { return a.Usage.Owed().Tokens() },
		JournalFaults: recovery.JournalFaults,
		JournalFault:  (&recovery.JournalWatch{DB: a.DB, Keep: a.Config.Erasures.Keep, Now: a.Now}).Count,
	}
	if a.Config.Backup.IsScheduled() {
		c.BackupAge, c.BackupEvery = a.backups().Age, a.Config.Backup.Every
	}
	for _, x := range store.Ailments {
		c.Ailments = append(c.Ailments, string(x))
	}
	for _, t := range llm.Troubles {
		c.Troubles = append(c.Troubles, string(t))
	}
	return c
}

// watchedChat notes what must be mended of a role's model.
type watchedChat struct {
	llm.Chat
	app  *App
	role *Role
}

// Complete implements llm.Chat.
func (c watchedChat) Complete(ctx context.Context, r llm.Request, onText func(string, bool)) (llm.Response, error) {
	resp, err := c.Chat.Complete(ctx, r, onText)
	w := &c.app.watched
	w.mu.Lock()
	defer w.mu.Unlock()
	switch t := llm.TroubleOf(err); {
	case t != "":
		if w.troubles == nil {
			w.troubles = map[*Role]llm.Trouble{}
		}
		w.troubles[c.role] = t
	case err == nil:
		delete(w.troubles, c.role)
	}
	return resp, err
}
