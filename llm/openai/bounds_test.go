package openai_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
)

// stream is an endpoint that writes its answers with a function.
func stream(change func(*openai.Config), write func(w io.Writer, r *http.Request) error) *openai.Client {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_ = write(w, r)
	})
	cfg := openai.Config{Endpoint: openai.Endpoint{BaseURL: "http://raw.test/v1", Model: "m", Retries: -1, HTTPClient: &http.Client{Transport: inMemory{h}},
		Prices: map[string]openai.Price{"m": {Prompt: 1e6, Answer: 1e6}}}}
	if change != nil {
		change(&cfg)
	}
	return openai.New(cfg)
}

// X5: whatever an endpoint sends, an answer is bounded, in memory and in length.
func TestAnswersAreBounded(t *testing.T) {
	word, numbers := strings.Repeat("word ", 200), ""
	for i := range 300 {
		numbers += fmt.Sprint(i*i, " ")
	}
	for name, c := range map[string]struct {
		write func(w io.Writer, r *http.Request) error
		text  bool // what came is kept
		kind  fault.Kind
	}{
		"a stream without end": {func(w io.Writer, _ *http.Request) error {
			for i := 0; ; i++ { // no two chunks are the same, else it would end as a loop
				if _, err := io.WriteString(w, events(delta(fmt.Sprintf(`{"content":"%d %s"}`, i, numbers)))); err != nil {
					return err
				}
			}
		}, true, ""},
		"a line without end": {func(w io.Writer, _ *http.Request) error {
			_, _ = io.WriteString(w, events(delta(`{"content":"Hello"}`))+"data: ")
			for {
				if _, err := io.WriteString(w, word); err != nil {
					return err
				}
			}
		}, true, ""},
		"one line without end": {func(w io.Writer, _ *http.Request) error {
			_, _ = io.WriteString(w, "data: ")
			for {
				if _, err := io.WriteString(w, word); err != nil {
					return err
				}
			}
		}, false, fault.Unavailable},
		"comments without end": {func(w io.Writer, _ *http.Request) error {
			for {
				if _, err := io.WriteString(w, ": "+word+"\n"); err != nil {
					return err
				}
			}
		}, false, fault.Unavailable},
		"reasoning without end": {func(w io.Writer, _ *http.Request) error {
			_, _ = io.WriteString(w, events(delta(`{"content":"<think>"}`)))
			for {
				if _, err := io.WriteString(w, events(delta(`{"content":"`+word+`"}`))); err != nil {
					return err
				}
			}
		}, false, fault.Invalid},
		"arguments without end": {func(w io.Writer, _ *http.Request) error {
			_, _ = io.WriteString(w, events(piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":\""}}`)))
			for {
				if _, err := io.WriteString(w, events(piece(`{"index":0,"function":{"arguments":"`+word+`"}}`))); err != nil {
					return err
				}
			}
		}, false, fault.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			defer debug.SetGCPercent(debug.SetGCPercent(100)) // as in the program: what is held is looked for, not what waits to be collected
			runtime.GC()
			runtime.ReadMemStats(&before)
			resp, err := stream(nil, c.write).Complete(t.Context(), ask("hi"), nil)
			runtime.ReadMemStats(&after)
			if c.text != (err == nil && resp.Cut == llm.CutLength && resp.Content != "") || !c.text && fault.KindOf(err) != c.kind {
				t.Errorf("%d bytes, cut %q, %v", len(resp.Content), resp.Cut, err)
			}
			if len(resp.Content) > 300<<10 || resp.Usage.Prompt == 0 {
				t.Errorf("%d bytes of text, usage %+v", len(resp.Content), resp.Usage)
			}
			if held := int64(after.HeapAlloc) - int64(before.HeapAlloc); held > 200<<20 {
				t.Errorf("%d MiB", held>>20)
			}
		})
	}
}

// X5: an answer holds a bounded number of calls, and a call bounded arguments, which are no JSON
// once they are cut.
func TestCallsAreBounded(t *testing.T) {
	var chunks []string
	for i := range 100 {
		chunks = append(chunks, piece(fmt.Sprintf(`{"index":%d,"id":"c%d","function":{"name":"f","arguments":"{\"x\":\"%s\"}"}}`, i, i, strings.Repeat("y", 40<<10))))
	}
	resp, err := raw("text/event-stream", events(append(chunks, stop)...)).Complete(t.Context(), ask("hi"), nil)
	if err != nil || len(resp.ToolCalls) != 16 {
		t.Fatalf("%d calls, %v", len(resp.ToolCalls), err)
	}
	if n := len(resp.ToolCalls[0].Arguments); n != 32<<10 || strings.HasSuffix(resp.ToolCalls[0].Arguments, "}") {
		t.Errorf("%d bytes of arguments", n)
	}
}

// X5: a request without a limit of its own is sent with one, and with a smaller one where the
// endpoint's context has no room for it.
func TestEveryAnswerHasALimit(t *testing.T) {
	w := newWorld(t, scripted.Options{Brain: says("x")})
	if _, err := w.say(t.Context(), ask("hi")); err != nil || !strings.Contains(w.LastRequest().Body, `"max_tokens":4096`) {
		t.Errorf("%v\n%s", err, w.LastRequest().Body)
	}
	short := newRefusingWorld(t, `{"error":{"code":400,"message":"'max_tokens' is too large: 4096. This model's maximum context length is 4096 tokens and your request has 30 input tokens"}}`,
		func(body string) bool { return strings.Contains(body, `"max_tokens":4096`) })
	for range 2 {
		if _, err := short.say(t.Context(), ask("hi")); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(short.Requests()); n > 3 {
		t.Errorf("%d requests: the limit was not remembered", n)
	}
}

// X5: a model that rambles until its time is cut. What it said is kept, counted and not asked for
// again.
func TestRamblingIsCutAndKept(t *testing.T) {
	bubble(t, func(t *testing.T) {
		asked := 0
		c := stream(func(c *openai.Config) { c.Timeout, c.Retries = 20*time.Second, 3 }, func(w io.Writer, r *http.Request) error {
			asked++
			for {
				if _, err := io.WriteString(w, events(delta(`{"content":"word "}`))); err != nil {
					return err
				}
				time.Sleep(time.Second)
			}
		})
		resp, err := c.Complete(t.Context(), ask("hi"), nil)
		time.Sleep(2 * time.Second) // fake time, in which the endpoint sees that nobody reads
		if err != nil || resp.Cut != llm.CutTime || !strings.HasPrefix(resp.Content, "word word") {
			t.Fatalf("%+v, %v", resp, err)
		}
		if asked != 1 || resp.Usage.Prompt == 0 || resp.Usage.Answer < 15 || resp.Usage.Cost == 0 {
			t.Errorf("%d requests, %+v", asked, resp.Usage)
		}
	})
}

// X5: what only reasons until its time is not asked again, either.
func TestReasoningUntilItsTime(t *testing.T) {
	bubble(t, func(t *testing.T) {
		asked := 0
		c := stream(func(c *openai.Config) { c.Timeout, c.Retries = 20*time.Second, 3 }, func(w io.Writer, r *http.Request) error {
			asked++
			for {
				if _, err := io.WriteString(w, events(delta(`{"reasoning_content":"hm, hm, hm, hm "}`))); err != nil {
					return err
				}
				time.Sleep(time.Second)
			}
		})
		resp, err := c.Complete(t.Context(), ask("hi"), nil)
		time.Sleep(2 * time.Second) // fake time
		if !errors.Is(err, llm.ErrNoRoom) || asked != 1 || resp.Usage.Answer == 0 {
			t.Errorf("%v, %d requests, %+v", err, asked, resp.Usage)
		}
	})
}

// Attempts that broke off, and one that its caller stopped, are counted: the endpoint charges
// for them.
func TestFailedAndStoppedStreamsAreCounted(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, scripted.Options{Brain: says("one two three four")}, func(c *openai.Config) {
			c.Prices = map[string]openai.Price{c.Model: {Prompt: 1e6, Cached: 1e6}}
		})
		plain, err := w.say(t.Context(), ask("hi"))
		if err != nil {
			t.Fatal(err)
		}
		w.Fail(scripted.Fault{Trouble: scripted.Cut, Pieces: 2})
		twice, err := w.say(t.Context(), ask("hi"))
		if err != nil || twice.Usage.Prompt <= plain.Usage.Prompt || twice.Usage.Cost <= plain.Usage.Cost {
			t.Errorf("%+v, then %+v, %v", plain.Usage, twice.Usage, err)
		}
		w.Down(scripted.Fault{Trouble: scripted.Drop, Pieces: 2})
		if failed, err := w.say(t.Context(), ask("hi")); err == nil || failed.Usage.Prompt == 0 || failed.Content != "" {
			t.Errorf("%+v, %v", failed, err)
		}
		w.Down(scripted.Fault{Trouble: scripted.Status, Status: 503})
		if refused, err := w.say(t.Context(), ask("hi")); err == nil || refused.Usage != (llm.Usage{}) {
			t.Errorf("%+v, %v: a request that was refused costs nothing", refused, err)
		}
	})
	bubble(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		c := stream(nil, func(w io.Writer, r *http.Request) error {
			_, _ = io.WriteString(w, events(delta(`{"content":"one two "}`)))
			time.Sleep(time.Second)
			stop()
			<-r.Context().Done()
			return nil
		})
		resp, err := c.Complete(ctx, ask("hi"), nil)
		if !errors.Is(err, context.Canceled) || resp.Usage.Prompt == 0 || resp.Usage.Answer == 0 {
			t.Errorf("%+v, %v", resp, err)
		}
	})
}

// X11: prompts that break the stream switch the model off for nobody else, however often they
// are tried; when the failures are everybody's, the breaker opens.
func TestPoisonOpensNoBreaker(t *testing.T) {
	bubble(t, func(t *testing.T) {
		poison := true
		w := newWorld(t, scripted.Options{Brain: scripted.BrainFunc(func(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
			if poison && strings.Contains(p.Person(), "poison") {
				return scripted.Answer{Text: "one two three four", Fault: &scripted.Fault{Trouble: scripted.Drop, Pieces: 2}}, nil
			}
			return scripted.Answer{Text: "fine"}, nil
		})}, func(c *openai.Config) { c.BreakerAfter = 5 })
		from := func(chat, text string) error {
			r := ask(text)
			r.Conversation = chat
			_, err := w.say(t.Context(), r)
			return err
		}
		for range 5 {
			for _, chat := range []string{"a", "b", "c"} {
				if err := from(chat, "poison"); fault.KindOf(err) != fault.Unavailable || strings.Contains(err.Error(), "left alone") {
					t.Fatalf("%v", err)
				}
			}
		}
		if err := from("d", "hello"); err != nil {
			t.Errorf("another chat: %v", err)
		}
		for _, chat := range []string{"e", "f", "g", "h", "i", "j"} {
			_ = from(chat, "poison")
		}
		if err := from("d", "hello"); fault.KindOf(err) != fault.Unavailable || fault.RetryAfter(err) == 0 {
			t.Errorf("six chats failed in a row: %v", err)
		}
		poison = false
		time.Sleep(16 * time.Second) // fake time
		if err := from("d", "hello"); err != nil {
			t.Errorf("after the pause: %v", err)
		}
	})
}
