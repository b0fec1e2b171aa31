package session

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Bounds of a windowCache. A window of fewer messages is read as fast as it is compared.
const (
	minKeptMessages = 32
	maxKeptBytes    = 16 << 20
	keptFor         = 10 * time.Minute // since it was last read
)

// windowCache keeps the messages of windows from turn to turn: reading some hundred rows would
// be the greatest part of a turn's cost.
//
// It keeps unmarked messages only: neither masked, edited, revised nor removed. A record never
// changes, so such a message is as the database has it for as long as its row is there and
// unmarked; every read asks for which rows that holds (messageStore.MessagesSince). So nobody
// who marks or destroys a message has to tell the caches of all processes. drop and keptFor
// are there so that what was forgotten leaves the memory, too.
type windowCache struct {
	mu      sync.Mutex
	windows map[string]*keptWindow // by the session's id
	size    int                    // bytes, about
	sweep   *time.Timer            // nil = nothing is kept
}

// keptWindow is the unmarked messages of a window, in order. It is not changed once made.
type keptWindow struct {
	place    Place // another one's messages have other platform ids (Service.Move)
	messages []Message
	size     int
	used     time.Time
}

// loadMessages returns the messages of a session's window, in order.
func (s *Service) loadMessages(ctx context.Context, x Session) (ms []Message, err error) {
	if kept := s.windows.get(x); kept != nil {
		ms, err = s.loadChanged(ctx, x, kept.messages)
	} else {
		ms, err = s.store.Messages(ctx, x.ID, x.WindowFrom, 0)
	}
	if err == nil && len(ms) >= minKeptMessages {
		fresh := newKeptWindow(x.Place, ms)
		// Not before the commit: after a rollback, other messages get the same numbers.
		s.store.AfterCommit(ctx, func() { s.windows.put(x.ID, fresh) })
	}
	return ms, err
}

// loadChanged is loadMessages where some of them are kept.
func (s *Service) loadChanged(ctx context.Context, x Session, kept []Message) ([]Message, error) {
	changed, unchanged, err := s.store.MessagesSince(ctx, x.ID, x.WindowFrom, kept[len(kept)-1].Seq)
	if err != nil {
		return nil, err
	}
	ms := make([]Message, 0, len(changed)+len(unchanged))
	for _, m := range kept {
		if len(unchanged) == 0 || m.Seq != unchanged[0] {
			continue
		}
		for len(changed) > 0 && changed[0].Seq < m.Seq {
			ms, changed = append(ms, changed[0]), changed[1:]
		}
		ms, unchanged = append(ms, m), unchanged[1:]
	}
	if len(unchanged) > 0 { // a message is not kept: it was marked, or the window began after it
		return s.store.Messages(ctx, x.ID, x.WindowFrom, 0)
	}
	return append(ms, changed...), nil
}

// newKeptWindow returns what is kept of a window's messages. The newest is not: it is read again,
// so that there is a row to carry the numbers of the unchanged ones.
func newKeptWindow(p Place, ms []Message) *keptWindow {
	k := &keptWindow{place: p}
	for _, m := range ms[:len(ms)-1] {
		if m.isUnmarked() {
			k.messages = append(k.messages, m)
		}
	}
	k.size = Window{}.Size(k.messages) + 400*len(k.messages)
	return k
}

// isUnmarked reports whether a message is as it was appended.
func (m Message) isUnmarked() bool {
	return m.Masked == nil && m.Edited == "" && m.Revised == nil && m.Removed == nil
}

// get returns what is kept of a session's window, nil for nothing.
func (c *windowCache) get(x Session) *keptWindow {
	c.mu.Lock()
	defer c.mu.Unlock()
	if k := c.windows[x.ID]; k != nil && k.place == x.Place {
		return k
	}
	return nil
}

// put keeps a window, and drops the ones used least recently when there is too much.
func (c *windowCache) put(id string, k *keptWindow) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(id)
	if len(k.messages) == 0 || k.size > maxKeptBytes {
		return
	}
	if c.windows == nil {
		c.windows = map[string]*keptWindow{}
	}
	for c.size+k.size > maxKeptBytes {
		c.remove(c.oldest())
	}
	k.used = time.Now()
	c.windows[id] = k
	c.size += k.size
	if c.sweep == nil {
		c.sweep = time.AfterFunc(keptFor, c.dropOld)
	}
}

// drop forgets windows: those of some sessions, or with nil all.
func (c *windowCache) drop(ids []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id := range c.windows {
		if ids == nil || slices.Contains(ids, id) {
			c.remove(id)
		}
	}
}

// dropOld forgets the windows that were not read for long, and comes again while some are left.
func (c *windowCache) dropOld() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, k := range c.windows {
		if time.Since(k.used) >= keptFor {
			c.remove(id)
		}
	}
	if c.sweep = nil; len(c.windows) > 0 {
		c.sweep = time.AfterFunc(keptFor, c.dropOld)
	}
}

// remove and oldest are called with the lock held.
func (c *windowCache) remove(id string) {
	if k := c.windows[id]; k != nil {
		c.size -= k.size
		delete(c.windows, id)
	}
}

func (c *windowCache) oldest() (id string) {
	for other, k := range c.windows {
		if id == "" || k.used.Before(c.windows[id].used) {
			id = other
		}
	}
	return id
}
