package database

import (
	"context"
	"crypto/rand"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"keepsake/clock"
)

// Wire implements delivery.Wire with PostgreSQL's LISTEN and NOTIFY. It also measures the
// offset of the server's clock, which all processes use.
//
// Announcements are sent after the commit of their cause, in a separate transaction: commits
// that contain a NOTIFY wait for one lock of the server. Equal announcements within
// notifyDelay are sent once.
type Wire struct {
	db          *DB
	config      *pgx.ConnConfig
	self        string       // sender id, by which a process ignores its own announcements
	clockOffset atomic.Int64 // server's clock minus local clock, in nanoseconds

	mu      sync.Mutex
	pending map[string]bool // announcements to send
	wake    chan struct{}   // signals that pending is not empty
}

const (
	channel = "keepsake"
	// notifyDelay is how long announcements are collected before they are sent.
	notifyDelay = 5 * time.Millisecond
	// clockInterval is the time between two comparisons of the clocks.
	clockInterval = time.Minute
	// clockTolerance is the smallest change of the offset that is applied.
	clockTolerance = 20 * time.Millisecond
)

func newWire(db *DB, config *pgx.ConnConfig) *Wire {
	return &Wire{db: db, config: config.Copy(), self: rand.Text()[:12], pending: map[string]bool{}, wake: make(chan struct{}, 1)}
}

// Wire returns the signals between the processes on this database. It returns nil for
// SQLite, which only one process serves from. Package store returns it as a delivery.Wire.
func (db *DB) Wire() *Wire { return db.wire }

// Clock returns the server's clock, so that leases are safe between machines whose clocks
// differ. It measures the offset now, and Wire.Listen every minute. On SQLite it is time.Now.
func (db *DB) Clock(ctx context.Context) (func() time.Time, error) {
	if db.wire == nil {
		return time.Now, nil
	}
	if err := db.wire.compareClocks(ctx); err != nil {
		return nil, Wrap(err, "compare clocks")
	}
	return func() time.Time { return time.Now().Add(time.Duration(db.wire.clockOffset.Load())) }, nil
}

// compareClocks measures the clock offset. It keeps the old offset when the difference is
// within clockTolerance or the time of the round trip.
func (w *Wire) compareClocks(ctx context.Context) error {
	handle, err := w.db.writer.DB()
	if err != nil {
		return err
	}
	var serverTime time.Time
	start := time.Now()
	if err := handle.QueryRowContext(ctx, "SELECT clock_timestamp()").Scan(&serverTime); err != nil {
		return err
	}
	roundTrip := time.Since(start)
	offset := serverTime.Sub(start.Add(roundTrip / 2))
	if change := offset - time.Duration(w.clockOffset.Load()); change.Abs() > max(clockTolerance, roundTrip) {
		w.clockOffset.Store(int64(offset))
	}
	return nil
}

func (w *Wire) Announce(what string) {
	w.mu.Lock()
	w.pending[what] = true
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *Wire) Listen(ctx context.Context, heard func(what string), lost func()) error {
	var workers sync.WaitGroup
	defer workers.Wait()
	workers.Go(func() { w.sendPending(ctx) })
	workers.Go(func() {
		for clock.Wait(ctx, clockInterval) {
			if err := w.compareClocks(ctx); err != nil && ctx.Err() == nil {
				w.db.log.Warn("clocks not compared", "error", Wrap(err, "compare clocks"))
			}
		}
	})
	for wait := time.Second; ; wait = min(2*wait, 30*time.Second) {
		began := time.Now()
		err := w.listenOnce(ctx, heard, lost)
		if ctx.Err() != nil {
			return nil
		}
		if time.Since(began) > time.Minute {
			wait = time.Second
		}
		w.db.log.Warn("other processes are not heard", "retry", wait, "error", Wrap(err, "listen"))
		if !clock.Wait(ctx, wait) {
			return nil
		}
	}
}

// listenOnce listens on a new connection until it breaks. It calls lost as soon as it
// listens, because announcements made before that were missed.
func (w *Wire) listenOnce(ctx context.Context, heard func(what string), lost func()) error {
	conn, err := pgx.ConnectConfig(ctx, w.config)
	if err != nil {
		return err
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = conn.Close(closing)
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
		if sender, what, ok := strings.Cut(n.Payload, " "); ok && sender != w.self {
			heard(what)
		}
	}
}

// sendPending sends pending announcements until ctx ends. A failed NOTIFY is not retried,
// because the other processes also poll the tables.
func (w *Wire) sendPending(ctx context.Context) {
	for {
		select {
		case <-w.wake:
		case <-ctx.Done():
			return
		}
		if !clock.Wait(ctx, notifyDelay) {
			return
		}
		w.mu.Lock()
		batch := w.pending
		w.pending = map[string]bool{}
		w.mu.Unlock()
		calls, args := make([]string, 0, len(batch)), []any{}
		for what := range batch {
			calls, args = append(calls, "pg_notify(?, ?)"), append(args, channel, w.self+" "+what)
		}
		if err := w.db.writer.WithContext(ctx).Exec("SELECT "+strings.Join(calls, ", "), args...).Error; err != nil && ctx.Err() == nil {
			w.db.log.Debug("announcements not sent", "error", Wrap(err, "notify"))
		}
	}
}
