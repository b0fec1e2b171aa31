package load_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
	"keepsake/store/storetest"
)

// full reports whether this is `make load`.
func full() bool { return os.Getenv("KEEPSAKE_LOAD") != "" }

// each runs a test on both databases, with both ways in.
func each(t *testing.T, fn func(t *testing.T, w *world)) {
	for _, database := range []string{"sqlite", "postgres"} {
		for _, way := range []string{"polling", "webhook"} {
			t.Run(database+"/"+way, func(t *testing.T) {
				url := "sqlite:" + t.TempDir() + "/keepsake.db"
				if database == "postgres" {
					url = storetest.PostgresURL(t)
				}
				fn(t, newWorld(t, url, way == "webhook"))
			})
		}
	}
}

// binary builds the program once, without tables for debuggers, which cost a sixth of the build; internal/stress builds the same.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "keepsake-load")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "keepsake")
	out, err := exec.Command("go", "build", "-ldflags=-w", "-gcflags=keepsake/...=-dwarf=false", "-o", path, "keepsake/cmd/keepsake").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("build: %w\n%s", err, out)
	}
	return path, err
})

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := binary(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// world is the running program with everything around it.
type world struct {
	t     *testing.T
	tg    *simulator.Server
	model *scripted.Server
	env   []string
	// program is what runs; "" is this tree's.
	program string
	bot     *exec.Cmd
	log     *os.File

	mu    sync.Mutex
	count int
	open  map[string]chan struct{} // closed when the token is answered
}

func newWorld(t *testing.T, url string, webhook bool) *world {
	return newWorldWith(t, url, webhook, simulator.Options{})
}

func newWorldWith(t *testing.T, url string, webhook bool, o simulator.Options) *world {
	w := &world{t: t, open: map[string]chan struct{}{}}
	w.tg = simulator.New(o)
	t.Cleanup(w.tg.Close)
	w.model = scripted.New(scripted.Options{Brain: scripted.BrainFunc(think), Keep: 10})
	t.Cleanup(w.model.Close)
	w.env = []string{
		"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"),
		"TELEGRAM_BOT_TOKEN=" + w.tg.Token(), "TELEGRAM_API_URL=" + w.tg.URL(),
		"OPENAI_BASE_URL=" + w.model.URL(), "KEEPSAKE_MODEL=" + scripted.DefaultModel,
		"DATABASE_URL=" + url, "KEEPSAKE_ACCESS=open", "KEEPSAKE_LOG_LEVEL=warn",
		"KEEPSAKE_QUIET=0s", "KEEPSAKE_REJOIN=0s", "KEEPSAKE_RATE=1000000", "KEEPSAKE_CHAT_RATE=1000000",
	}
	if webhook {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		at := l.Addr().String()
		l.Close()
		w.env = append(w.env, "KEEPSAKE_WEBHOOK_URL=http://"+at+"/hook", "KEEPSAKE_WEBHOOK_LISTEN="+at)
	}
	var err error
	if w.log, err = os.Create(filepath.Join(t.TempDir(), "bot.log")); err != nil {
		t.Fatal(err)
	}
	watching, stop := context.WithCancel(context.Background())
	events := w.tg.Subscribe(watching, 0)
	go w.watch(events)
	t.Cleanup(func() {
		stop()
		w.stop()
		if t.Failed() {
			out, _ := os.ReadFile(w.log.Name())
			t.Logf("the bot's last words:\n%s", out[max(0, len(out)-4000):])
		}
		w.log.Close()
		if v := w.tg.Violations(); len(v) > 0 {
			t.Errorf("Telegram was spoken to wrongly: %q", v[:min(3, len(v))])
		}
	})
	return w
}

// start runs the program.
func (w *world) start() {
	if w.program == "" {
		path, err := binary()
		if err != nil {
			w.t.Fatal(err)
		}
		w.program = path
	}
	w.bot = exec.Command(w.program, "serve")
	w.bot.Env, w.bot.Stdout, w.bot.Stderr = w.env, w.log, w.log
	if err := w.bot.Start(); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) stop() {
	if w.bot == nil {
		return
	}
	_ = w.bot.Process.Signal(syscall.SIGTERM)
	late := time.AfterFunc(35*time.Second, func() { _ = w.bot.Process.Kill() })
	defer late.Stop()
	if err := w.bot.Wait(); err != nil {
		w.t.Errorf("the bot did not stop in order: %v", err)
	}
	w.bot = nil
}

// peak returns the most memory that the program ever had resident, in MiB.
func (w *world) peak() int {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.bot.Process.Pid))
	if err != nil {
		w.t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	kib, err := strconv.Atoi(strings.Fields(after)[0])
	if err != nil {
		w.t.Fatal(err)
	}
	return kib >> 10
}

// Every message carries a token; an answer repeats those of the messages it answers.
var tokenForm = regexp.MustCompile(`t\d+t`)

// say lets a person speak and returns what is closed when they are answered.
func (w *world) say(p *simulator.Person) <-chan struct{} {
	w.mu.Lock()
	w.count++
	token := fmt.Sprintf("t%dt", w.count)
	answered := make(chan struct{})
	w.open[token] = answered
	w.mu.Unlock()
	p.Say("How are you today, " + token + "?")
	return answered
}

// ask says something and returns how long the answer took.
func (w *world) ask(ctx context.Context, p *simulator.Person) (time.Duration, bool) {
	began := time.Now()
	select {
	case <-w.say(p):
		return time.Since(began), true
	case <-ctx.Done():
		return 0, false
	}
}

func (w *world) watch(events <-chan simulator.Event) {
	for e := range events {
		if e.Message == nil || !e.Message.IsFromBot() || !strings.HasSuffix(e.Message.Text, ".") {
			continue
		}
		w.mu.Lock()
		for _, token := range tokenForm.FindAllString(e.Message.Text, -1) {
			if answered := w.open[token]; answered != nil {
				close(answered)
				delete(w.open, token)
			}
		}
		w.mu.Unlock()
	}
}

func (w *world) unanswered() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.open)
}

func (w *world) persons(n int) []*simulator.Person {
	ps := make([]*simulator.Person, n)
	for i := range ps {
		ps[i] = w.tg.Person(int64(1000+i), fmt.Sprintf("Person %d", i))
	}
	return ps
}

// think is the model: it repeats the tokens of all messages since its last answer.
func think(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
	if len(p.Tools) == 0 {
		return scripted.Answer{Text: "They said hello."}, nil
	}
	var tokens []string
	for _, m := range slices.Backward(p.Messages) {
		if m.Role == "assistant" {
			break
		}
		if m.Role == "user" {
			tokens = append(tokenForm.FindAllString(m.Content, -1), tokens...)
		}
	}
	return scripted.Answer{Text: "Fine, thank you, " + strings.Join(tokens, " ") + "."}, nil
}

// quantile sorts ds.
func quantile(ds []time.Duration, q float64) time.Duration {
	if len(ds) == 0 {
		return 0
	}
	slices.Sort(ds)
	return ds[min(len(ds)-1, int(q*float64(len(ds))))]
}
