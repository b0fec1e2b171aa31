package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"keepsake/app"
	"keepsake/llm/scripted"
)

// TestSignals: X13, C5: asked to stop once, serve ends with 0 even while the model hangs; asked
// twice, it ends at once, by the signal itself, which a shell calls 130 or 143. What was cut off is
// answered at the next start.
func TestSignals(t *testing.T) {
	for _, c := range []struct {
		name   string
		signal syscall.Signal
		twice  bool
	}{
		{"SIGTERM", syscall.SIGTERM, false}, {"two SIGTERM, 143", syscall.SIGTERM, true}, {"two SIGINT, 130", syscall.SIGINT, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			env, tg := newEnviron(t)
			rules := scripted.NewRules()
			rules.Otherwise().Fail(scripted.Fault{Trouble: scripted.Hang})
			model := scripted.New(scripted.Options{Brain: rules})
			t.Cleanup(model.Close)
			env["OPENAI_BASE_URL"], env["KEEPSAKE_LEASE"] = model.URL(), "1s"
			exe, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(exe)
			cmd.Env = append(os.Environ(), "KEEPSAKE_TEST_AS_COMMAND=1")
			for k, v := range env {
				cmd.Env = append(cmd.Env, k+"="+v)
			}
			var log buffer
			cmd.Stdout, cmd.Stderr = &log, &log
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = cmd.Process.Kill() }()
			ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
			defer cancel()
			ann := tg.Person(7, "Ann")
			ann.Say("hello")
			if err := model.WaitFor(ctx, func(rs []scripted.Request) bool { return len(rs) == 1 }); err != nil {
				t.Fatalf("%v\n%s", err, log.String())
			}
			began := time.Now()
			err = cmd.Process.Signal(c.signal)
			if c.twice && err == nil {
				time.Sleep(300 * time.Millisecond) // two that wait together are one
				err = cmd.Process.Signal(c.signal)
			}
			if err != nil {
				t.Fatal(err)
			}
			err = cmd.Wait()
			took := time.Since(began)
			var exit *exec.ExitError
			if !c.twice && (err != nil || took > app.StopWithin) {
				t.Errorf("it ends after %v with %v\n%s", took, err, log.String())
			}
			if c.twice && (!errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != c.signal || took > app.StopWithin) {
				t.Errorf("it ends after %v with %v\n%s", took, err, log.String())
			}
			again := scripted.NewRules()
			again.Otherwise().Say("Good day.")
			model.SetBrain(again)
			next, stop := context.WithCancel(ctx)
			ended := make(chan int, 1)
			go func() { ended <- run(next, nil, env, &log, &log) }()
			if _, err := ann.AwaitText(ctx, 0, "Good day."); err != nil {
				t.Errorf("%v\n%s", err, log.String())
			}
			stop()
			<-ended
		})
	}
}
