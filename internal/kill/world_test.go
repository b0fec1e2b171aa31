package kill_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"keepsake/bot/simulator"
	"keepsake/internal/failpoint"
	"keepsake/llm/scripted"
	"keepsake/store"
)

// world is everything around the bot: Telegram, the model, the people and a database.
// It outlives every bot.
type world struct {
	t      *testing.T
	url    string
	key    *store.Key // of an encrypted file, nil = it is plain
	hook   string     // where Telegram delivers, "" = the bots poll
	binary string
	tg     *simulator.Server
	model  *scripted.Server
	people []*simulator.Person
	log    *os.File
	config string // the file with what has no variable

	mu       sync.Mutex
	said     [chats]int             // messages of each person, numbered from 1
	saved    [chats][]string        // contents each person asked to remember, or said in passing
	wished   [chats][]string        // how each person asked to be answered
	answered [chats]map[string]bool // tokens seen in answers so far
	asked    map[string]time.Time   // when a token was said
	heard    map[string]time.Time   // when it was first seen in an answer
	lost     [chats]int             // messages of each person that a restore has unsaid
}

// binary builds the program once, with its failpoints and without tables for debuggers, which cost a sixth of the build.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "keepsake-kill")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "keepsake")
	out, err := exec.Command("go", "build", "-tags", "failpoint", "-ldflags=-w", "-gcflags=keepsake/...=-dwarf=false", "-o", path, "keepsake/cmd/keepsake").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("build: %w\n%s", err, out)
	}
	return path, err
})

func TestMain(m *testing.M) {
	flag.Parse()
	if os.Getenv("KEEPSAKE_KILLS") == "" { // short runs mostly wait
		_ = flag.Set("test.parallel", "4")
	}
	code := m.Run()
	if path, err := binary(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

func newWorld(t *testing.T, url string) *world {
	program, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, url: url, binary: program, asked: map[string]time.Time{}, heard: map[string]time.Time{}}
	w.tg = simulator.New(simulator.Options{})
	t.Cleanup(w.tg.Close)
	w.model = scripted.New(scripted.Options{Brain: scripted.BrainFunc(think), Keep: 50})
	t.Cleanup(w.model.Close)
	for i := range chats {
		w.people = append(w.people, w.tg.Person(int64(1000+i), fmt.Sprintf("Person %d", i)))
		w.answered[i] = map[string]bool{}
	}
	w.config = filepath.Join(t.TempDir(), "keepsake.yaml")
	if err := os.WriteFile(w.config, []byte(forming), 0o600); err != nil {
		t.Fatal(err)
	}
	log, err := os.Create(filepath.Join(t.TempDir(), "bot.log"))
	if err != nil {
		t.Fatal(err)
	}
	w.log = log
	t.Cleanup(func() {
		if t.Failed() {
			out, _ := os.ReadFile(log.Name())
			t.Logf("the bots' last words:\n%s", out[max(0, len(out)-6000):])
		}
		log.Close()
	})
	watching, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	go w.watch(w.tg.Subscribe(watching, 0))
	return w
}

// forming lets memories form by themselves, as many as are found.
const forming = `
memory: {confirm_new: auto}
long_term_memory:
  enable: true
  quiet: 1s
  digests: {enable: true, messages: 4, idle: 1m, threshold: 50, max_items: {directives: 20}}
  write_policy: {mode: auto, precision: 0, max_writes_per_session: 0, max_writes_per_hour: 0}
`

// Every message carries a token, m<chat>x<number>; an answer repeats the tokens of the
// messages it answers.
var tokenForm = regexp.MustCompile(`m\d+x\d+`)

func token(chat, n int) string { return fmt.Sprintf("m%dx%d", chat, n) }

// talk lets the people speak at random until ctx ends; nobody has more than three
// messages open, so that the bots keep up. In a short run, whose worlds live side by side,
// they speak less often.
func (w *world) talk(ctx context.Context) {
	pace := 80 * time.Millisecond
	if whole(w.t) {
		pace = 8 * time.Millisecond
	}
	tick := time.NewTicker(pace)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if i := rand.IntN(chats); w.waiting(i) < 3 {
			w.say(i)
		}
	}
}

// say lets a person speak: chat, now and then something to remember, a voice, a letter, a
// picture.
func (w *world) say(i int) {
	w.mu.Lock()
	w.said[i]++
	n := w.said[i]
	words := "How are you doing, " + token(i, n) + "?"
	send := func() { w.people[i].Say(words) }
	switch n % 8 {
	case 3:
		send = func() { w.people[i].VoiceOf(scripted.Recording(words), 3) }
	case 5:
		send = func() { w.people[i].Document("letter.txt", []byte("It says nothing new."), words) }
	case 7:
		send = func() { w.people[i].Photo(words) }
	}
	if n%4 == 0 {
		fact := "Parcel " + token(i, n) + " is paid"
		w.saved[i] = append(w.saved[i], fact)
		words = "Please remember that: " + fact
	}
	if n%8 == 1 {
		wish := "Always write about parcel " + token(i, n)
		w.wished[i] = append(w.wished[i], wish)
		words = wish + ". How are you doing?"
	}
	if n%8 == 2 {
		fact := "Parcel " + token(i, n) + " is late"
		w.saved[i] = append(w.saved[i], fact)
		words = fact + ". How are you doing?"
	}
	w.asked[token(i, n)] = time.Now()
	w.mu.Unlock()
	send()
}

// watch notes which messages are answered.
func (w *world) watch(events <-chan simulator.Event) {
	for e := range events {
		if e.Message == nil || !e.Message.IsFromBot() {
			continue
		}
		w.mu.Lock()
		for _, tok := range tokenForm.FindAllString(answerOf(e.Message.Text), -1) {
			w.answered[e.Chat-1000][tok] = true
			if w.heard[tok].IsZero() {
				w.heard[tok] = time.Now()
			}
		}
		w.mu.Unlock()
	}
}

func (w *world) waiting(i int) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.said[i] - w.lost[i] - len(w.answered[i])
}

// unsay lets nobody wait any longer for an answer to what was said so far: after a restore the bot does
// not know of it, nor does Telegram, and somebody who waits for three answers says nothing more.
func (w *world) unsay() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range chats {
		w.lost[i] = w.said[i] - len(w.answered[i])
	}
}

// open is how many messages wait for an answer.
func (w *world) open() (n int) {
	for i := range chats {
		n += w.waiting(i)
	}
	return n
}

// waitFor waits until cond holds, looking again whenever a phone changes.
func (w *world) waitFor(ctx context.Context, c *child, cond func() bool) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-c.ended:
			cancel(fmt.Errorf("the bot ended: %w", c.err))
		case <-ctx.Done():
		}
	}()
	for {
		changed := w.tg.NextChange()
		if cond() {
			return nil
		}
		select {
		case <-changed:
		case <-time.After(200 * time.Millisecond): // the watcher lags behind the phones
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// think is the model: it saves what it is asked to save, then repeats the tokens of all
// messages since its last answer. It is a pure function of the prompt, so an answer given
// twice is the same.
func think(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
	switch instructions, question := p.Messages[0].Content, p.Messages[len(p.Messages)-1].Content; {
	case strings.HasPrefix(instructions, "You note what a person says"):
		return list(question), nil
	case strings.HasPrefix(instructions, "You keep notes for an assistant"):
		return readAll(instructions, question), nil
	case strings.HasPrefix(instructions, "You compare pairs of notes"):
		return keepApart(question), nil
	case strings.Contains(instructions, "and the members' own messages"):
		return formShard(question), nil
	case strings.Contains(instructions, "the lines of its present notes"):
		return mergeShard(question), nil
	}
	if len(p.Tools) == 0 { // asked for a summary
		return scripted.Answer{Text: "They said hello and spoke about parcels."}, nil
	}
	fresh := p.Messages
	for i, m := range slices.Backward(p.Messages) {
		if m.Role == "assistant" && len(m.ToolCalls) == 0 {
			fresh = p.Messages[i+1:]
			break
		}
	}
	var tokens []string
	var wanted []string
	done := map[string]bool{}
	for _, m := range fresh {
		switch m.Role {
		case "user":
			tokens = append(tokens, tokenForm.FindAllString(m.Content, -1)...)
			wanted = append(wanted, factForm.FindAllString(m.Content, -1)...)
		case "assistant":
			for _, c := range m.ToolCalls {
				done[factForm.FindString(c.Args)] = true
			}
		}
	}
	var calls []scripted.Call
	for _, fact := range wanted {
		if !done[fact] {
			calls = append(calls, scripted.Call{Name: "add_to_memory", Args: map[string]any{"content": fact, "category": "context"}})
		}
	}
	if len(calls) > 0 {
		return scripted.Answer{Calls: calls}, nil
	}
	return scripted.Answer{Text: "Heard: " + strings.Join(tokens, " ") + "."}, nil
}

// lateForm is what people say in passing, pairForm a pair that the judge of relations is asked about.
var (
	lateForm = regexp.MustCompile(`Parcel m\d+x\d+ is late`)
	pairForm = regexp.MustCompile(`(?m)^Pair \d+$`)
)

// list notes what people say in passing.
func list(question string) scripted.Answer {
	answer, _ := json.Marshal(map[string]any{"facts": listFacts(question), "reasoning": ""})
	return scripted.Answer{Text: string(answer)}
}

// keepApart says that all pairs can be true side by side.
func keepApart(question string) scripted.Answer {
	relations := []map[string]any{}
	for i := range pairForm.FindAllString(question, -1) {
		relations = append(relations, map[string]any{"pair": i + 1, "relation": "unrelated"})
	}
	answer, _ := json.Marshal(map[string]any{"relations": relations, "reasoning": ""})
	return scripted.Answer{Text: string(answer)}
}

var factForm = regexp.MustCompile(`Parcel m\d+x\d+ is paid`)

// answerOf is the part of a message that answers, without the receipts under it; "" while
// the answer is still growing.
func answerOf(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	if !strings.HasPrefix(line, "Heard:") || !strings.HasSuffix(line, ".") {
		return ""
	}
	return line
}

// child is one life of the bot.
type child struct {
	cmd   *exec.Cmd
	ended chan struct{} // closed when it has; err is set before
	err   error
}

// start begins a life of the bot, with a failpoint armed ("" = none) and more settings.
func (w *world) start(armed string, more ...string) *child {
	c := &child{cmd: exec.Command(w.binary, "serve"), ended: make(chan struct{})}
	c.cmd.Stdout, c.cmd.Stderr = w.log, w.log
	c.cmd.Env = []string{
		"HOME=" + w.t.TempDir(), "KEEPSAKE_CONFIG=" + w.config, "PATH=" + os.Getenv("PATH"),
		"TELEGRAM_BOT_TOKEN=" + w.tg.Token(), "TELEGRAM_API_URL=" + w.tg.URL(),
		"OPENAI_BASE_URL=" + w.model.URL(), "KEEPSAKE_MODEL=" + scripted.DefaultModel,
		"DATABASE_URL=" + w.url, "KEEPSAKE_ACCESS=open", "KEEPSAKE_LOG_LEVEL=warn",
		"KEEPSAKE_QUIET=50ms", "KEEPSAKE_REJOIN=0s", "KEEPSAKE_POLL_TIMEOUT=2s", "KEEPSAKE_LEASE=500ms",
		"KEEPSAKE_RATE=10000", "KEEPSAKE_CHAT_RATE=1000",
		"KEEPSAKE_VOICE_MODEL=" + scripted.DefaultVoiceModel, "KEEPSAKE_MODEL_VISION=true",
		failpoint.Env + "=" + armed,
	}
	if w.key != nil {
		c.cmd.Env = append(c.cmd.Env, "KEEPSAKE_DATABASE_KEY="+w.key.Hex())
	}
	if w.hook != "" {
		c.cmd.Env = append(c.cmd.Env, "KEEPSAKE_WEBHOOK_URL=http://"+w.hook+"/hook", "KEEPSAKE_WEBHOOK_LISTEN="+w.hook)
	}
	c.cmd.Env = append(c.cmd.Env, more...)
	if err := c.cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	go func() {
		c.err = c.cmd.Wait()
		close(c.ended)
	}()
	w.t.Cleanup(c.kill)
	return c
}

func (c *child) kill() {
	_ = c.cmd.Process.Kill()
	<-c.ended
}

func (c *child) interrupt() { _ = c.cmd.Process.Signal(syscall.SIGTERM) }

// endWithin returns an error when the bot ended by itself before its time was over.
func (c *child) endWithin(life time.Duration) error {
	select {
	case <-c.ended:
		return errors.Join(errors.New("too early"), c.err)
	case <-time.After(life):
		return nil
	}
}

// killed reports whether SIGKILL ended it.
func (c *child) killed() bool {
	status, ok := c.cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}
