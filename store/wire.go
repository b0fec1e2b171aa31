package store

import (
	"context"
	"crypto/rand"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"keepsake/clock"
	"keepsake/delivery"
)

// wire is delivery.Wire over PostgreSQL's LISTEN and NOTIFY, and the clock that all
// processes on one server share.
//
// What is announced goes out after its commit, in a transaction of its own: a NOTIFY inside
// the commit would make all commits of the server queue for one lock. What was announced
// within a few milliseconds is said once.
type wire struct {
	db     *DB
	config *pgx.ConnConfig
	self   string       // who announces, so that we need not hear ourselves
	ahead  atomic.Int64 // how far the server's clock is ahead of ours, in nanoseconds

	mu   sync.Mutex
	news map[string]bool
	some chan struct{}
}

const (
	channel = "keepsake"
	// gather is how long news is collected before it is told.
	gather = 5 * time.Millisecond
	// setClock is how often the clocks are compared; differences below unheeded are not
	// worth a jump.
	setClock = time.Minute
	unheeded = 20 * time.Millisecond
)

func newWire(db *DB, config *pgx.ConnConfig) *wire {
	return &wire{db: db, config: config.Copy(), self: rand.Text()[:12], news: map[string]bool{}, some: make(chan struct{}, 1)}
}

// Wire returns how to signal to the other processes on this database, nil when there can be
// none (SQLite).
func (db *DB) Wire() delivery.Wire {
	if db.wire == nil {
		return nil
	}
	return db.wire
}

// Clock returns a clock that all processes on this database share: the server's, as
// compared now and while Wire listens. So leases are safe on machines whose clocks differ.
// With SQLite it is the machine's.
func (db *DB) Clock(ctx context.Context) (func() time.Time, error) {
	if db.wire == nil {
		return time.Now, nil
	}
	if err := db.wire.compare(ctx); err != nil {
		return nil, wrap(err, "compare clocks")
	}
	return func() time.Time { return time.Now().Add(time.Duration(db.wire.ahead.Load())) }, nil
}

func (w *wire) compare(ctx context.Context) error {
	handle, err := w.db.writer.DB()
	if err != nil {
		return err
	}
	var theirs time.Time
	asked := time.Now()
	if err := handle.QueryRowContext(ctx, "SELECT clock_timestamp()").Scan(&theirs); err != nil {
		return err
	}
	took := time.Since(asked)
	ahead := theirs.Sub(asked.Add(took / 2))
	if change := ahead - time.Duration(w.ahead.Load()); change.Abs() > max(unheeded, took) {
		w.ahead.Store(int64(ahead))
	}
	return nil
}

func (w *wire) Announce(what string) {
	w.mu.Lock()
	w.news[what] = true
	w.mu.Unlock()
	select {
	case w.some <- struct{}{}:
	default:
	}
}

func (w *wire) Listen(ctx context.Context, heard func(what string), lost func()) error {
	var both sync.WaitGroup
	defer both.Wait()
	both.Go(func() { w.tell(ctx) })
	both.Go(func() {
		for clock.Wait(ctx, setClock) {
			if err := w.compare(ctx); err != nil && ctx.Err() == nil {
				w.db.log.Warn("clocks not compared", "error", wrap(err, "compare clocks"))
			}
		}
	})
	for wait := time.Second; ; wait = min(2*wait, 30*time.Second) {
		began := time.Now()
		err := w.hear(ctx, heard, lost)
		if ctx.Err() != nil {
			return nil
		}
		if time.Since(began) > time.Minute {
			wait = time.Second
		}
		w.db.log.Warn("other processes are not heard", "retry", wait, "error", wrap(err, "listen"))
		if !clock.Wait(ctx, wait) {
			return nil
		}
	}
}

// hear listens on a connection of its own until it breaks.
func (w *wire) hear(ctx context.Context, heard func(what string), lost func()) error {
	conn, err := pgx.ConnectConfig(ctx, w.config)
	if err != nil {
		return err
	}
	defer func() {
		bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = conn.Close(bye)
	}()
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return err
	}
	lost()
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		if who, what, ok := strings.Cut(n.Payload, " "); ok && who != w.self {
			heard(what)
		}
	}
}

// tell announces what there is to tell until ctx ends. What cannot be told is left: the
// others look by themselves.
func (w *wire) tell(ctx context.Context) {
	for {
		select {
		case <-w.some:
		case <-ctx.Done():
			return
		}
		if !clock.Wait(ctx, gather) {
			return
		}
		w.mu.Lock()
		news := w.news
		w.news = map[string]bool{}
		w.mu.Unlock()
		calls, args := make([]string, 0, len(news)), []any{}
		for what := range news {
			calls, args = append(calls, "pg_notify(?, ?)"), append(args, channel, w.self+" "+what)
		}
		if err := w.db.writer.WithContext(ctx).Exec("SELECT "+strings.Join(calls, ", "), args...).Error; err != nil && ctx.Err() == nil {
			w.db.log.Debug("news not told", "error", wrap(err, "notify"))
		}
	}
}
