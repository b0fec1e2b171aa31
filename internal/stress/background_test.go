package stress_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"keepsake/internal/faulty"
	"keepsake/llm"
	"keepsake/llm/scripted"
	"keepsake/people"
	"keepsake/scope"
)

// X1: what works in the background asks the model no more while nothing can be stored, and what it had paid for
// when the disk became full is counted once there is room; then it is all done.
func TestFullDiskInTheBackground(t *testing.T) {
	if faulty.InNamespace(t) {
		return
	}
	disk := faulty.NewDisk(t, 24<<10)
	w := newWorld(t, "sqlite:"+filepath.Join(disk.Dir, "keepsake.db"))
	w.config.LongTerm.Enable, w.config.LongTerm.ReadAfter, w.config.LongTerm.WritePolicy.WriteMode = true, time.Second, "shadow"
	w.config.LongTerm.Digests.MakeDigests, w.config.LongTerm.Digests.ReadMessages = true, 4
	var read atomic.Int32
	goOn := make(chan struct{})
	w.brain = func(ctx context.Context, p scripted.Prompt) (scripted.Answer, error) {
		if !strings.Contains(p.System(), "You keep notes for an assistant") {
			return echo(ctx, p)
		}
		read.Add(1)
		select {
		case <-goOn:
		case <-ctx.Done():
		}
		facts := ""
		if strings.Contains(p.Person(), "I play the oboe") {
			facts = `{"quote": "I play the oboe", "fact": "User plays the oboe", "type": "profile", "fact_key": "", "subject": "", "confidence": 0.9, "importance": 0.5}`
		}
		return scripted.Answer{Text: `{"facts": [` + facts + `], "directives": [], "episode": "They spoke of music.", "reasoning": ""}`}, nil
	}
	w.start()
	ann := w.tg.Person(7, "Ann")
	for i, said := range []string{"I play the oboe", "Since my youth"} {
		ann.Say(said)
		w.until("she is answered", 20*time.Second, func() bool { return len(answers(ann)) == i+1 && w.settled() })
	}
	w.until("what she said is read", 40*time.Second, func() bool { return read.Load() == 1 })

	disk.Fill(0)
	crowd := w.crowd(10)
	for i := 0; w.health().Status == "ok" && i < 40; i++ { // the log of the database has some room left
		for _, p := range crowd {
			p.Say(fmt.Sprintf("m%d", i) + strings.Repeat(" ", 400) + ".")
		}
		time.Sleep(100 * time.Millisecond)
	}
	close(goOn)
	w.until("what was read for nothing is owed", 10*time.Second, func() bool {
		owed := w.app.Usage.Owed()
		return owed.Parts[llm.Extraction].Calls == 1
	})
	before := read.Load()
	time.Sleep(20 * time.Second) // they look for work every 5 and every 15 seconds
	if more := read.Load() - before; more > 0 {
		t.Errorf("%d conversations were read although nothing can be stored", more)
	}

	disk.Free()
	w.until("health is ok again", time.Minute, func() bool { return w.health().Status == "ok" })
	ctx := context.Background()
	w.until("it is read and kept", time.Minute, func() bool {
		found, err := w.app.Finds.Living(ctx, scope.Scope{Store: "keepsake", Kind: scope.User, ID: people.ID(7)})
		return err == nil && len(found) == 1 && read.Load() > before && w.settled()
	})
	w.until("all is counted", time.Minute, func() bool { return w.app.Usage.Owed().Calls == 0 && w.calls() >= len(w.model.Requests()) })
	if n, made := w.calls(), len(w.model.Requests()); n != made {
		t.Errorf("%d calls counted, %d made, %d of them to read", n, made, read.Load())
	}
}
