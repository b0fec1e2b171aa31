package session

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// KeptText returns all that a service has kept of windows.
func KeptText(s *Service) string {
	s.windows.mu.Lock()
	defer s.windows.mu.Unlock()
	var b strings.Builder
	for _, k := range s.windows.windows {
		fmt.Fprintln(&b, k.messages)
	}
	return b.String()
}

// TestWindowCacheBounds: the windows used least recently make room, and those not used for
// long go by themselves.
func TestWindowCacheBounds(t *testing.T) {
	var c windowCache
	place := Place{Bot: "keepsake"}
	window := func(size int) *keptWindow {
		return newKeptWindow(place, []Message{{Seq: 1, Content: strings.Repeat("x", size)}, {Seq: 2}})
	}
	const each = maxKeptBytes / 10
	for i := range 30 {
		c.put(fmt.Sprint(i), window(each))
		if c.size > maxKeptBytes {
			t.Fatalf("%d bytes are kept", c.size)
		}
	}
	if n := len(c.windows); n < 8 || c.get(Session{ID: "29", Place: place}) == nil || c.get(Session{ID: "0", Place: place}) != nil {
		t.Errorf("%d windows are kept: %v", n, c.windows)
	}
	c.put("29", window(maxKeptBytes))
	c.drop([]string{"28"})
	if c.get(Session{ID: "29", Place: place}) != nil || c.get(Session{ID: "28", Place: place}) != nil {
		t.Error("a window that is too large, or was dropped, is kept")
	}
	c.windows["27"].used = time.Now().Add(-keptFor)
	c.dropOld()
	if left := c.get(Session{ID: "26", Place: place}); left == nil || c.get(Session{ID: "27", Place: place}) != nil || c.sweep == nil {
		t.Error("after a while the wrong windows are kept")
	}
	if c.drop(nil); len(c.windows) != 0 || c.size != 0 {
		t.Errorf("%d windows of %d bytes are left", len(c.windows), c.size)
	}
	if c.dropOld(); c.sweep != nil {
		t.Error("it watches over nothing")
	}
}
