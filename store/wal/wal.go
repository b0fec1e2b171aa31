// Package wal empties the log of a SQLite database. What a transaction writes stands in the log, also after
// another has destroyed it, until the log is emptied or written over.
//
// It decides nothing of when: package database asks it to.
//
// Start reading at Empty, then Cleaner.
package wal

import (
	"context"
	"database/sql"
	"time"

	"keepsake/clock"
)

// Empty brings the log into the file and truncates it; false = somebody is reading. Until ctx ends it
// waits for those who read, and nobody can write meanwhile.
func Empty(ctx context.Context, h *sql.DB) (bool, error) {
	var busy, log, done int
	err := h.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &log, &done)
	return err == nil && busy == 0, err
}

// holdsWriters is how long a Cleaner keeps others from writing at most, when somebody is reading.
const holdsWriters = 100 * time.Millisecond

// Pauses of a Cleaner between two attempts, of which each is twice the one before it.
const (
	firstPause = 50 * time.Millisecond
	lastPause  = 30 * time.Second
)

// Cleaner empties a log in the background, once for all who ask for it meanwhile.
type Cleaner struct {
	handle *sql.DB
	asked  chan struct{}
	stop   context.CancelFunc
	ended  chan struct{}
}

// NewCleaner returns a cleaner of the log of a database. It ends with Close, before the database is closed.
func NewCleaner(h *sql.DB) *Cleaner {
	ctx, stop := context.WithCancel(context.Background())
	c := &Cleaner{handle: h, asked: make(chan struct{}, 1), stop: stop, ended: make(chan struct{})}
	go c.run(ctx)
	return c
}

// Ask has the log emptied soon, and waits for nothing. What is asked for just before Close may stay undone.
func (c *Cleaner) Ask() {
	select {
	case c.asked <- struct{}{}:
	default: // the same is asked for already
	}
}

// Close ends the cleaner.
func (c *Cleaner) Close() error {
	c.stop()
	<-c.ended
	return nil
}

func (c *Cleaner) run(ctx context.Context) {
	defer close(c.ended)
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.asked:
		}
		for pause := firstPause; !c.empty(ctx); pause = min(2*pause, lastPause) {
			if !clock.Wait(ctx, pause) {
				return
			}
		}
	}
}

// empty empties the log, unless somebody reads for longer than holdsWriters. It brings most of the log into the
// file before, as every large commit does, which waits for no reader.
func (c *Cleaner) empty(ctx context.Context) bool {
	if _, err := c.handle.ExecContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)"); err != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, holdsWriters)
	defer cancel()
	isEmpty, err := Empty(ctx, c.handle)
	return isEmpty && err == nil
}
