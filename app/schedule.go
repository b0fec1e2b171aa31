package app

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/robfig/cron/v3"

	"keepsake/actor"
	"keepsake/app/recovery"
	"keepsake/command"
	"keepsake/tracing"
)

// job is one piece of upkeep. cron only says when to try; the database's lease says who
// does it, so that several processes on one database do it once.
type job struct {
	name string
	spec string // robfig's words, e.g. "@every 30s"
	// hold is how long the lease keeps others (and the next tick) away.
	hold time.Duration
	run  func(ctx context.Context) (int, error)
}

// jobs lists all upkeep.
func (a *App) jobs() []job {
	return []job{
		{"reminders", "@every 15s", 10 * time.Second, func(ctx context.Context) (int, error) {
			return a.Tasks.Remind(ctx, actor.OfSystem(), a.Now())
		}},
		{"greetings", "@every 1m", 10 * time.Second, a.eachBot((*command.Service).Greet)},
		{"idle-sessions", "@every 5m", 4 * time.Minute, asSystem(a.Sessions.EndIdle)},
		{"old-conversations", "@every 1h", 50 * time.Minute, a.pruneConversations},
		{"owner-links", "@every 1h", 50 * time.Minute, asSystem(a.People.PurgeLinks)},
		{"handled-mail", "@every 1h", 50 * time.Minute, func(ctx context.Context) (int, error) {
			return a.Delivery.PurgeHandled(ctx, a.Now().Add(-a.Config.Session.KeepHandled))
		}},
		{"access-requests", "@every 1m", 50 * time.Second, a.eachBot((*command.Service).AskOwners)},
		{"owner-news", "@every 1m", 50 * time.Second, a.eachBot((*command.Service).TellOwners)},
		{"integrity", "@every 6h", 5 * time.Hour, func(ctx context.Context) (int, error) { return 0, a.DB.CheckPages(ctx) }},
		{"backups", "@every 5m", 4 * time.Minute, a.backUp},
		{"usage", "@every 1h", 50 * time.Minute, a.Usage.Purge},
		{"expired-memories", "@every 1m", 50 * time.Second, func(ctx context.Context) (int, error) {
			return a.eachStore(func(r *Role) (int, error) { return r.Memory.Expire(ctx, actor.OfSystem(), r.Config.Store()) })
		}},
		{"faded-memories", "@every 24h", 23 * time.Hour, func(ctx context.Context) (int, error) {
			return a.eachStore(func(r *Role) (int, error) { return r.Commands.Pruning.Prune(ctx, actor.OfSystem()) })
		}},
		{"policy-drift", "@every 1m", 50 * time.Second, func(ctx context.Context) (int, error) {
			return a.eachStore(func(r *Role) (int, error) { return r.Agent.Ingest.Watch(ctx) })
		}},
		{"policy-tuning", "@every 6h", 5 * time.Hour, func(ctx context.Context) (int, error) {
			return a.eachStore(func(r *Role) (int, error) {
				if r.Agent.Ingest == nil {
					return 0, nil
				}
				return r.Agent.Ingest.Tuner.Tune(ctx)
			})
		}},
		{"triples", "@every 1m", 50 * time.Second, func(ctx context.Context) (int, error) {
			return a.eachStore(func(r *Role) (int, error) { return r.Linking.Work(ctx) })
		}},
		{"search-words", "@every 1m", 50 * time.Second, func(ctx context.Context) (int, error) { return a.DB.RenewWords(ctx, a.Now()) }},
		{"near-duplicates", "@every 24h", 23 * time.Hour, a.compact},
		{"deleted-memories", "@every 1h", 50 * time.Minute, func(ctx context.Context) (int, error) { return a.Memory.Purge(ctx, actor.OfSystem()) }},
		{"api-replies", "@every 1h", 50 * time.Minute, asSystem(a.Keys.Purge)},
		{"sign-ins", "@every 1h", 50 * time.Minute, asSystem(a.SignIns.Purge)},
		{"tool-calls", "@every 1h", 50 * time.Minute, asSystem(a.Outside.Purge)},
		{"old-finds", "@every 1h", 50 * time.Minute, asSystem(a.Finds.Purge)},
		{"old-episodes", "@every 1h", 50 * time.Minute, asSystem(a.Digests.Purge)},
		{"unanswered-shard-items", "@every 1h", 50 * time.Minute, asSystem(a.Shards.Purge)},
		{"shard-merges", "@every 1m", 50 * time.Second, a.wakeShards},
		{"erasures", "@every 24h", 23 * time.Hour, func(ctx context.Context) (int, error) { return a.recovery().Prune(ctx, a.Config.Erasures.Keep) }},
		{"database", "@every 1h", 50 * time.Minute, func(ctx context.Context) (int, error) {
			return 0, a.DB.Maintain(ctx) // after the purges: what they deleted leaves the files
		}},
	}
}

// recovery returns what makes good for a backup that was put in the database's place.
func (a *App) recovery() *recovery.Recovery {
	return &recovery.Recovery{DB: a.DB, Forget: a.Forget, Now: a.Now, Log: a.Log}
}

// asSystem returns a piece of upkeep that runs as actor.OfSystem.
func asSystem(do func(ctx context.Context, who actor.Actor) (int, error)) func(ctx context.Context) (int, error) {
	return func(ctx context.Context) (int, error) { return do(ctx, actor.OfSystem()) }
}

func (a *App) jobNames() (names []string) {
	for _, j := range a.jobs() {
		names = append(names, j.name)
	}
	return names
}

// eachBot returns a piece of upkeep that is done for each bot of the process.
func (a *App) eachBot(do func(s *command.Service, ctx context.Context) (int, error)) func(ctx context.Context) (int, error) {
	return func(ctx context.Context) (all int, err error) {
		for _, r := range a.Roles {
			if r.Bot == nil {
				continue
			}
			n, err := do(r.Commands, ctx)
			if all += n; err != nil {
				return all, err
			}
		}
		return all, nil
	}
}

// pruneConversations destroys the conversations whose time is over, and what stayed of earlier
// ones as the evidence of memories that are gone now.
func (a *App) pruneConversations(ctx context.Context) (all int, err error) {
	for _, r := range a.Roles {
		if r.Bot == nil {
			continue
		}
		n, err := a.Sessions.PruneOld(ctx, actor.OfSystem(), r.Config.Name, r.Config.Retention())
		if all += n; err != nil {
			return all, err
		}
	}
	n, err := a.Sessions.PurgeRemains(ctx, actor.OfSystem())
	return all + n, err
}

// eachStore does a piece of upkeep in each memory store of the process, with the first role that has it.
func (a *App) eachStore(do func(r *Role) (int, error)) (all int, err error) {
	done := map[string]bool{}
	for _, r := range a.Roles {
		store := r.Config.Store()
		if done[store] {
			continue
		}
		done[store] = true
		n, err := do(r)
		if all += n; err != nil {
			return all, err
		}
	}
	return all, nil
}

// compact enqueues the compaction of near-duplicates in each store in which memories form by themselves.
func (a *App) compact(ctx context.Context) (all int, err error) {
	var done []string
	for _, r := range a.Roles {
		if r.Agent.Ingest == nil || slices.Contains(done, r.Config.Store()) {
			continue
		}
		done = append(done, r.Config.Store())
		n, err := r.Agent.Ingest.Compact(ctx)
		if all += n; err != nil {
			return all, err
		}
	}
	return all, nil
}

// wakeShards makes the merging of shards due by the clock, in each store in which digests are made.
func (a *App) wakeShards(ctx context.Context) (all int, err error) {
	for _, r := range a.Roles {
		n, err := r.Agent.Forming.Wake(ctx)
		if all += n; err != nil {
			return all, err
		}
	}
	return all, nil
}

// runSchedule does the upkeep until ctx ends; jobs that are running then are waited for.
func (a *App) runSchedule(ctx context.Context) error {
	c := cron.New(cron.WithLocation(time.UTC), cron.WithChain(cron.SkipIfStillRunning(cron.DiscardLogger)))
	for _, j := range a.jobs() {
		if _, err := c.AddFunc(j.spec, func() { a.runJob(ctx, j) }); err != nil {
			return err
		}
	}
	// What this process noticed, so no lease: the notices are rows, told once by whoever is first.
	if _, err := c.AddFunc("@every 20s", func() { a.tellOwners(ctx) }); err != nil {
		return err
	}
	a.Upkeep(ctx) // what fell due while nobody was running
	c.Start()
	<-ctx.Done()
	<-c.Stop().Done()
	return nil
}

// Upkeep tries every job once, now, and tells owners what must be mended. The schedule calls it at start; a test calls it after
// moving the clock.
func (a *App) Upkeep(ctx context.Context) {
	for _, j := range a.jobs() {
		a.runJob(ctx, j)
	}
	a.tellOwners(ctx)
}

// runJob runs a job when this process gets its lease. A failure is logged and tried again at
// the next tick; a panic is a failure of that job only.
func (a *App) runJob(ctx context.Context, j job) {
	log := a.Log.With("job", j.name)
	defer func() {
		if p := recover(); p != nil {
			log.Error("upkeep panicked", "panic", p)
		}
	}()
	now := a.Now().UTC().Truncate(time.Microsecond)
	ok, err := a.Delivery.TakeLease(ctx, "cron:"+a.Config.Name+":"+j.name, a.owner, now, now.Add(j.hold))
	if err != nil || !ok {
		logFailure(ctx, log, "upkeep could not take its lease", err)
		return
	}
	ctx, span := tracing.Start(ctx, "upkeep")
	span.Text("job", j.name)
	n, err := j.run(ctx)
	span.End(err)
	a.Metrics.Upkept(j.name, err)
	if err != nil {
		logFailure(ctx, log, "upkeep failed", err)
		return
	}
	if n > 0 {
		log.Info("upkeep done", "count", n)
	}
}

// logFailure logs an error under a message that its caller has as a constant. It logs
// nothing once ctx has ended: then the work failed because we are stopping.
func logFailure(ctx context.Context, log *slog.Logger, message string, err error) {
	if err != nil && ctx.Err() == nil {
		log.ErrorContext(ctx, message, "error", err)
	}
}
