package demo_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/demo"
	"keepsake/demo/script"
	"keepsake/scope"
)

// actWithin bounds what follows an act: a small model on a busy machine takes a minute for an answer.
const actWithin = 6 * time.Minute

// TestHour is issue 15.2: what people say and tap in the conversations of testdata, one after the other, with a model that has not
// read them, for as long as KEEPSAKE_HOUR says (in minutes). What a script expects of the bot does not count, as its answers were
// written for another model; that the bot stays kind and safe does (hour.judge). A tap whose button did not come is passed
// over. `make hour` runs it with a small real model; without an endpoint a stand-in that is as confused as models get is asked, for one
// round of a few conversations.
func TestHour(t *testing.T) {
	minutes, _ := strconv.Atoi(os.Getenv("KEEPSAKE_HOUR"))
	endpoint, name := os.Getenv("OPENAI_BASE_URL"), os.Getenv("KEEPSAKE_HOUR_MODEL")
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	h := &hour{t: t, began: time.Now(), calls: map[string]int{}}
	if minutes == 0 {
		confused := confusedModel(t)
		endpoint, name = confused.URL(), "confused"
		files = []string{"testdata/p57_suggest_and_yes.txtar", "testdata/german.txtar", "testdata/forwarded.txtar", "testdata/command_memory.txtar", "testdata/p61_list_and_delete.txtar"}
	} else {
		rand.New(rand.NewPCG(15, 2)).Shuffle(len(files), func(i, k int) { files[i], files[k] = files[k], files[i] })
		if out := os.Getenv("KEEPSAKE_HOUR_OUT"); out != "" {
			if h.out, err = os.Create(out); err != nil {
				t.Fatal(err)
			}
			defer h.out.Close()
		}
	}
	target, err := url.Parse(endpoint)
	if err != nil || target.Host == "" {
		t.Fatalf("OPENAI_BASE_URL %q is no address", endpoint)
	}
	forward := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: target.Scheme, Host: target.Host}) }}
	between := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		h.noteRequest(r)
		forward.ServeHTTP(rw, r)
	}))
	defer between.Close()
	h.endpoint, h.model = between.URL+target.Path, name

	end := h.began.Add(time.Duration(minutes) * time.Minute)
	for round := 0; round == 0 || minutes > 0 && time.Now().Before(end); round++ {
		for _, f := range files {
			if minutes > 0 && time.Now().After(end) {
				break
			}
			h.play(f)
		}
	}
	t.Log(h.table())
	// An answer in another language is asked for once more; where the second is no better, the first stands.
	if bad := slices.DeleteFunc(h.faults, func(f fault) bool { return f.kind == "language" }); len(bad) > 0 && minutes == 0 {
		t.Errorf("a confused model made the bot unkind or unsafe: %q", bad)
	}
}

// hour is what was done and seen in all conversations.
type hour struct {
	t               *testing.T
	began           time.Time
	endpoint, model string
	out             *os.File // the transcript, nil = none is kept

	played, acts, passed int
	kept, tasks          int
	took                 []time.Duration // from what was said until all of the answer was there
	faults               []fault

	mu       sync.Mutex
	requests int
	calls    map[string]int // tools that were called, and what was refused of it
	seen     map[string]bool
}

// talk is one conversation of the hour.
type talk struct {
	*hour
	world  *demo.World
	name   string
	said   map[string][]string // by person: what they typed or tapped at, which alone may become memories
	counts map[string]int      // messages of a chat that are judged
	people []string
}

// transcribe writes a line of the transcript.
func (h *hour) transcribe(format string, args ...any) {
	if h.out != nil {
		fmt.Fprintf(h.out, format+"\n", args...)
	}
}

// play plays one conversation in a world of its own.
func (h *hour) play(file string) {
	t := h.t
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := script.Parse(file, data)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for name, text := range s.Files {
		if name != "rules" { // by which the stand-in would answer
			files[name] = text
		}
	}
	var logged lockedBuffer
	w, err := demo.NewWorld(t.Context(), demo.WorldOptions{Quick: true, Files: files, OpenAIURL: h.endpoint, OpenAIKey: "none", Model: h.model,
		Log: slog.New(slog.NewTextHandler(&logged, nil))})
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	defer w.Close()
	h.played++
	k := &talk{hour: h, world: w, name: strings.TrimSuffix(filepath.Base(file), ".txtar"), said: map[string][]string{}, counts: map[string]int{}}
	h.transcribe("== %s", k.name)
	for _, step := range s.Steps {
		if err := k.step(step); err != nil {
			k.fault("no rest", fmt.Sprintf("line %d: %v", step.Line, err))
			break
		}
	}
	k.judgeStore()
	k.judgeLog(logged.String())
}

// step does what somebody does in a script; what it expects is passed by.
func (k *talk) step(s script.Step) error {
	ctx, cancel := context.WithTimeout(k.t.Context(), actWithin)
	defer cancel()
	switch s.Verb {
	case "restart", "clock":
		if err := k.world.Restart(ctx, s.Wait); err != nil {
			return err
		}
		return k.world.Settle(ctx)
	case "talk to":
		return k.world.TalkTo(s.What)
	case script.Say, script.Reply, script.Edit, script.Forward, script.Send, script.Tap, script.React:
	default:
		return nil
	}
	on, button, ok := k.target(s)
	if !ok || strings.Contains(s.Text, "{id of") {
		k.passed++
		return nil
	}
	k.acts++
	person, group, _ := script.SplitSeat(s.Who)
	k.note(person, s, on)
	k.transcribe("%s: [%s] %s%s", s.Who, s.Verb, s.Text, button)
	before, began, requests := k.snapshot(s.Who), time.Now(), k.requested()
	if err := k.world.Act(ctx, s, on, button); err != nil {
		return err
	}
	if err := k.world.Settle(ctx); err != nil {
		return err
	}
	if s.Verb == script.Say && !strings.HasPrefix(s.Text, "/") {
		k.took = append(k.took, time.Since(began))
	}
	answers := k.answers(s.Who, before)
	for _, a := range answers {
		k.transcribe("    bot: %s", strings.ReplaceAll(a, "\n", "\n         "))
	}
	isAnswered := len(answers) > 0 || group != "" || s.Verb != script.Say
	for _, f := range judgeAnswers(s, answers, isAnswered, k.requested()-requests) {
		k.fault(f.kind, fmt.Sprintf("line %d: %s", s.Line, f.what))
	}
	return nil
}

// target finds the message that a step is about, and the button.
func (k *talk) target(s script.Step) (on int64, button string, ok bool) {
	if s.Verb == script.Say || s.Verb == script.Send || s.Verb == script.Forward {
		return 0, "", true
	}
	for _, m := range slices.Backward(k.world.Chat(s.Who)) {
		switch {
		case s.Verb == script.Tap:
			for _, b := range slices.Concat(m.Buttons...) {
				if script.Match(s.Text, b.Text) {
					return m.ID, b.Text, true
				}
			}
		case s.Verb == script.Edit && !m.IsFromBot(), s.Verb == script.React && m.IsFromBot(), s.Verb == script.Reply && m.IsFromBot():
			return m.ID, "", true
		}
	}
	return 0, "", false
}

// note notes what of a step is the person's own: what they typed, and the words under which they tapped.
func (k *talk) note(person string, s script.Step, on int64) {
	if !slices.Contains(k.people, s.Who) {
		k.people = append(k.people, s.Who)
	}
	switch s.Verb {
	case script.Say, script.Reply, script.Edit:
		k.said[person] = append(k.said[person], s.Text)
	case script.Send:
		if s.From == "" {
			k.said[person] = append(k.said[person], s.Text)
		}
	case script.Tap:
		for _, m := range k.world.Chat(s.Who) {
			if m.ID == on {
				k.said[person] = append(k.said[person], m.Text)
			}
		}
	}
}

// snapshot is what the messages of a chat say now.
func (k *talk) snapshot(who string) map[int64]string {
	out := map[int64]string{}
	for _, m := range k.world.Chat(who) {
		out[m.ID] = m.Text
	}
	return out
}

// answers returns what the bot has said since, or changed.
func (k *talk) answers(who string, before map[int64]string) (out []string) {
	for _, m := range k.world.Chat(who) {
		if was, isOld := before[m.ID]; m.IsFromBot() && (!isOld || was != m.Text) {
			out = append(out, m.Text)
		}
	}
	return out
}

// judgeStore looks at what is kept in the end: each memory rests on its owner's own words, or on what they tapped.
func (k *talk) judgeStore() {
	ctx := k.t.Context()
	for _, who := range k.people {
		person, group, _ := script.SplitSeat(who)
		ms, err := k.world.Memories(ctx, who, false)
		if err != nil {
			k.t.Fatal(err)
		}
		own := k.said[person]
		if group != "" {
			own = nil
			for _, said := range k.said {
				own = append(own, said...)
			}
		}
		for _, m := range ms {
			k.kept++
			h, err := k.world.App().Memory.History(ctx, []scope.Scope{m.Scope}, m.ID)
			if err != nil {
				k.t.Fatal(err)
			}
			k.transcribe("  kept of %s: %s", who, m.Content)
			if reason := unfounded(h.Versions[len(h.Versions)-1], own); reason != "" {
				k.fault("kept unsaid", fmt.Sprintf("%q of %s: %s", m.Content, who, reason))
			}
		}
		if group == "" {
			ts, err := k.world.Tasks(ctx, who)
			if err != nil {
				k.t.Fatal(err)
			}
			k.tasks += len(ts)
		}
	}
}

// table tells the hour in figures.
func (h *hour) table() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	slices.Sort(h.took)
	at := func(q float64) time.Duration {
		if len(h.took) == 0 {
			return 0
		}
		return h.took[int(q*float64(len(h.took)-1))].Round(100 * time.Millisecond)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d conversations in %s, %d acts, %d passed over; %d messages answered after p50 %s, p90 %s, at most %s; %d requests; %d memories kept, %d tasks open\n",
		h.model, h.played, time.Since(h.began).Round(time.Second), h.acts, h.passed, len(h.took), at(0.5), at(0.9), at(1), h.requests, h.kept, h.tasks)
	for _, name := range slices.SortedFunc(keysOf(h.calls), cmp.Compare[string]) {
		fmt.Fprintf(&b, "  called %s: %d\n", name, h.calls[name])
	}
	kinds := map[string]int{}
	for _, f := range h.faults {
		kinds[f.kind]++
	}
	for _, kind := range slices.SortedFunc(keysOf(kinds), cmp.Compare[string]) {
		fmt.Fprintf(&b, "  fault %s: %d\n", kind, kinds[kind])
	}
	for _, f := range h.faults {
		fmt.Fprintf(&b, "    %s\n", f)
	}
	h.transcribe("%s", b.String())
	return b.String()
}

func keysOf[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// lockedBuffer is a log that several goroutines write.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
