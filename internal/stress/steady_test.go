package stress_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"keepsake/app"
	"keepsake/bot/simulator"
)

// child is the real program as a process of its own, whose CPU time is nobody else's.
type child struct {
	cmd  *exec.Cmd
	done chan error
}

// run builds the program as internal/load does, so that it is compiled once for both, and starts it with the settings of a world.
func (w *world) run() *child {
	w.t.Helper()
	path := filepath.Join(w.t.TempDir(), "keepsake")
	out, err := exec.Command("go", "build", "-ldflags=-w", "-gcflags=keepsake/...=-dwarf=false", "-o", path, "keepsake/cmd/keepsake").CombinedOutput()
	if err != nil {
		w.t.Fatalf("build: %v\n%s", err, out)
	}
	c := w.config
	cmd := exec.Command(path)
	// Not the test's own environment: the program refuses a KEEPSAKE_… that is no setting, such as KEEPSAKE_STRESS.
	cmd.Env = append([]string{"HOME=" + w.t.TempDir(), "PATH=" + os.Getenv("PATH"), "KEEPSAKE_CONFIG="}, "TELEGRAM_BOT_TOKEN="+c.Telegram.Token.Reveal(), "TELEGRAM_API_URL="+c.Telegram.APIURL,
		"OPENAI_API_KEY=sk-the-key", "OPENAI_BASE_URL="+c.Model.BaseURL, "KEEPSAKE_MODEL="+c.Model.Name, "KEEPSAKE_EMBED_MODEL=off",
		"DATABASE_URL="+c.DatabaseURL.Reveal(), "KEEPSAKE_ACCESS=open", "KEEPSAKE_QUIET=10ms", "KEEPSAKE_REJOIN=0s", "KEEPSAKE_RATE=10000", "KEEPSAKE_CHAT_RATE=10000",
		"KEEPSAKE_HTTP_ADDR="+c.HTTPAddr)
	cmd.Stderr = w
	cmd.Dir = w.t.TempDir()
	must(w.t, cmd.Start())
	p := &child{cmd: cmd, done: make(chan error, 1)}
	go func() { p.done <- cmd.Wait() }()
	w.t.Cleanup(func() { _ = cmd.Process.Kill() })
	w.until("the program runs", 30*time.Second, func() bool { return w.health().Status == "ok" })
	return p
}

// cpuTime returns the CPU time that the program has used, in steps of ten milliseconds.
func (c *child) cpuTime(t *testing.T) time.Duration {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.cmd.Process.Pid))
	must(t, err)
	_, rest, _ := strings.Cut(string(b), ") ") // the name may hold spaces
	fields := strings.Fields(rest)
	ticks := 0
	for _, f := range fields[11:13] { // utime and stime
		n, err := strconv.Atoi(f)
		must(t, err)
		ticks += n
	}
	return time.Duration(ticks) * time.Second / 100
}

// TestSteadyTalk: X4: people talk steadily, and the last messages cost what the first ones do.
// X13: asked to stop, the program ends in time with code 0.
func TestSteadyTalk(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	c := w.run()
	crowd := w.crowd(5)
	windows, rounds, each := 3, 15, time.Duration(0)
	if full() {
		windows, rounds, each = 20, 1, time.Minute
	}
	filler := strings.Repeat(" some words to fill a window", 40)
	n := 0
	round := func() {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		said := make([]simulator.Message, len(crowd))
		for i, p := range crowd {
			said[i] = p.Say(fmt.Sprintf("m%d", n) + filler)
		}
		for i, p := range crowd {
			if _, err := p.AwaitText(ctx, said[i].ID, fmt.Sprintf("re: m%d ", n)); err != nil {
				t.Fatal(err)
			}
		}
		n++
	}
	for range 40 { // until the windows are full
		round()
	}
	var costs []time.Duration
	for range windows {
		before, from, end := c.cpuTime(t), n, time.Now().Add(each)
		for i := 0; i < rounds || time.Now().Before(end); i++ {
			round()
		}
		costs = append(costs, (c.cpuTime(t)-before)/time.Duration((n-from)*len(crowd)))
	}
	t.Logf("CPU a message, %d messages: %v", n*len(crowd), costs)
	first, last := max(costs[0], costs[1]), min(costs[len(costs)-1], costs[len(costs)-2])
	if last > first*3/2 {
		t.Errorf("CPU a message grows from %v to %v", first, last)
	}
	for _, p := range crowd {
		w.answeredInOrder(p, n)
	}
	must(t, c.cmd.Process.Signal(syscall.SIGTERM))
	select {
	case err := <-c.done:
		if err != nil {
			t.Errorf("it ends with %v", err)
		}
	case <-time.After(app.StopWithin):
		t.Error("it does not end")
	}
}
