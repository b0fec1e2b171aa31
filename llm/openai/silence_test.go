package openai_test

import (
	"testing"
	"testing/synctest"
	"time"

	"keepsake/fault"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
)

// The client repeats a request that hangs, and waits for a model that is only slow.
func TestSilenceIsAskedAnewWithMorePatience(t *testing.T) {
	hang := scripted.Fault{Trouble: scripted.Hang}
	slow := scripted.Fault{Latency: 50 * time.Second}
	for name, c := range map[string]struct {
		faults   []scripted.Fault
		took     time.Duration // approximately
		requests int
		fails    bool
	}{
		"one request hangs":        {[]scripted.Fault{hang}, 30 * time.Second, 2, false},
		"two requests hang":        {[]scripted.Fault{hang, hang}, 90 * time.Second, 3, false},
		"slow to begin":            {[]scripted.Fault{slow, slow}, 80 * time.Second, 2, false},
		"hangs, then the gateway":  {[]scripted.Fault{hang, {Trouble: scripted.Status, Status: 503}}, 30 * time.Second, 2, true},
		"everything hangs, always": {[]scripted.Fault{hang, hang, hang, hang}, 2 * time.Minute, 3, true},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w := newWorld(t, scripted.Options{Brain: says("here")}, func(c *openai.Config) { c.BreakerAfter = 99 })
				w.Fail(c.faults...)
				began := time.Now()
				_, err := w.say(t.Context(), ask("hi"))
				if (err != nil) != c.fails || err != nil && fault.KindOf(err) != fault.Unavailable {
					t.Errorf("%v", err)
				}
				if off := time.Since(began) - c.took; off < 0 || off > time.Second {
					t.Errorf("took %v", time.Since(began))
				}
				if n := len(w.Requests()); n != c.requests {
					t.Errorf("%d requests", n)
				}
				w.Close()
				synctest.Wait()
			})
		})
	}
}
