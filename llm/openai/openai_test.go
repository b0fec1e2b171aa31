package openai_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
)

func TestAnswerIsStreamed(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, scripted.Options{Brain: says("Grüße an die ganze **Welt**."), WordDelay: time.Millisecond}, func(c *openai.Config) {
			c.Prices = map[string]openai.Price{scripted.DefaultModel: {Prompt: 10, Cached: 1, Answer: 20}}
		})
		resp, err := w.say(t.Context(), ask("hello"))
		if err != nil || resp.Content != "Grüße an die ganze **Welt**." || w.text.String() != resp.Content || resp.Model != scripted.DefaultModel {
			t.Fatalf("%+v, %v, told %q", resp, err, w.text.String())
		}
		first := resp.Usage
		if first.Prompt == 0 || first.Answer == 0 || first.Cached != 0 {
			t.Errorf("usage %+v", first)
		}
		// The same prefix is cached the second time, and costs less by the table of prices.
		again, err := w.say(t.Context(), ask("hello"))
		if err != nil {
			t.Fatal(err)
		}
		u := again.Usage
		want := (float64(u.Prompt-u.Cached)*10 + float64(u.Cached)*1 + float64(u.Answer)*20) / 1e6
		if u.Cached == 0 || u.Cost != want || u.Cost >= first.Cost {
			t.Errorf("usage %+v, cost should be %v", u, want)
		}
		if v := w.Violations(); v != nil {
			t.Error(v)
		}
	})
}

func TestToolCallsAreAssembled(t *testing.T) {
	for _, trouble := range []scripted.Trouble{"", scripted.NilIndex, scripted.NoCallID, scripted.Whole, scripted.Comments} {
		t.Run(string(trouble), func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				rules := scripted.NewRules()
				rules.WhenResult("weather", "").Call("weather", map[string]string{"city": "Oslo"})
				rules.Otherwise().Say("Let me look.").Call("weather", map[string]string{"city": "São Paulo"}).Call("weather", map[string]string{"city": "Rome"})
				w := newWorld(t, scripted.Options{Brain: rules})
				w.Fail(scripted.Fault{Trouble: trouble, Times: 2})
				r := ask("what is the weather?")
				r.Tools = []llm.Tool{weather}
				resp, err := w.say(t.Context(), r)
				if err != nil || len(resp.ToolCalls) != 2 || resp.Content != "Let me look." {
					t.Fatalf("%+v, %v", resp, err)
				}
				a, b := resp.ToolCalls[0], resp.ToolCalls[1]
				if a.Arguments != `{"city":"São Paulo"}` || b.Arguments != `{"city":"Rome"}` || a.Name != "weather" || b.Name != "weather" || a.ID == "" || a.ID == b.ID {
					t.Fatalf("%+v", resp.ToolCalls)
				}
				// The loop continues with the results, and a new call has a new id.
				r.Messages = append(r.Messages, llm.Message{Role: "assistant", Content: resp.Content, ToolCalls: resp.ToolCalls},
					llm.Message{Role: "tool", ToolCallID: a.ID, Content: "rain"}, llm.Message{Role: "tool", ToolCallID: b.ID})
				resp, err = w.say(t.Context(), r)
				if err != nil || len(resp.ToolCalls) != 1 || resp.ToolCalls[0].ID == a.ID || resp.ToolCalls[0].ID == b.ID {
					t.Fatalf("%+v, %v", resp, err)
				}
				if v := w.Violations(); v != nil {
					t.Error(v)
				}
			})
		})
	}
}

// Failures with status 200 are detected and retried, and text that was passed on is reset.
func TestHalfAnswersAreTriedAgain(t *testing.T) {
	for name, f := range map[string]scripted.Fault{
		"cut stream":         {Trouble: scripted.Cut, Pieces: 2},
		"broken connection":  {Trouble: scripted.Drop, Pieces: 2},
		"no connection":      {Trouble: scripted.Drop},
		"no finish_reason":   {Trouble: scripted.NoFinish, Pieces: 99},
		"200 with an error":  {Trouble: scripted.ErrorIn200},
		"error in stream":    {Trouble: scripted.ErrorMid, Pieces: 1},
		"garbage":            {Trouble: scripted.Garbage},
		"500":                {Trouble: scripted.Status, Status: 500},
		"429":                {Trouble: scripted.Status, Status: 429},
		"string error (503)": {Trouble: scripted.StringErr, Status: 503},
		"gateway's 502":      {Trouble: scripted.ErrorIn200, Code: "502"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w := newWorld(t, scripted.Options{Brain: says("one two three four")})
				w.Fail(f)
				resp, err := w.say(t.Context(), ask("hi"))
				if err != nil || resp.Content != "one two three four" || w.text.String() != resp.Content {
					t.Fatalf("%+v, %v, told %q", resp, err, w.text.String())
				}
				if f.Pieces > 0 && w.resets != 1 {
					t.Errorf("%d resets", w.resets)
				}
				if n := len(w.Requests()); n != 2 {
					t.Errorf("%d requests", n)
				}
			})
		})
	}
}

// An empty text with the finish reason "stop" is an answer, which the caller interprets.
func TestNothingSaidIsAnAnswer(t *testing.T) {
	for _, whole := range []bool{false, true} {
		bubble(t, func(t *testing.T) {
			w := newWorld(t, scripted.Options{Brain: says("x"), Refuse: scripted.Refusals{Stream: whole}})
			w.Down(scripted.Fault{Trouble: scripted.Empty})
			for range 6 { // more often than failures would open the breaker
				if resp, err := w.say(t.Context(), ask("hi")); err != nil || resp.Content != "" || resp.ToolCalls != nil {
					t.Fatalf("%+v, %v", resp, err)
				}
			}
		})
	}
}

func TestKindsOfErrors(t *testing.T) {
	for name, c := range map[string]struct {
		f        scripted.Fault
		kind     fault.Kind
		is       error
		requests int
	}{
		"key refused":      {scripted.Fault{Trouble: scripted.Status, Status: 401, Message: "Incorrect API key provided: " + secretKey}, fault.Denied, nil, 1},
		"forbidden":        {scripted.Fault{Trouble: scripted.Status, Status: 403}, fault.Denied, nil, 1},
		"unknown model":    {scripted.Fault{Trouble: scripted.Status, Status: 404}, fault.Invalid, nil, 1},
		"bad request":      {scripted.Fault{Trouble: scripted.Status, Status: 400, Message: "the user said " + secretKey}, fault.Invalid, nil, 3},
		"too long":         {scripted.Fault{Trouble: scripted.Status, Status: 400, Code: "context_length_exceeded"}, fault.Invalid, llm.ErrTooLong, 1},
		"too long, llama":  {scripted.Fault{Trouble: scripted.StringErr, Status: 400, Message: "the request exceeds the available context size"}, fault.Invalid, llm.ErrTooLong, 1},
		"too large":        {scripted.Fault{Trouble: scripted.Status, Status: 413}, fault.Invalid, llm.ErrTooLong, 1},
		"filter":           {scripted.Fault{Trouble: scripted.Filtered, Pieces: 1}, fault.Invalid, llm.ErrRefused, 1},
		"filter by status": {scripted.Fault{Trouble: scripted.Status, Status: 400, Code: "content_filter"}, fault.Invalid, llm.ErrRefused, 1},
		"no credit":        {scripted.Fault{Trouble: scripted.Status, Status: 429, Code: "insufficient_quota"}, fault.Limited, nil, 1},
		"payment":          {scripted.Fault{Trouble: scripted.Status, Status: 402}, fault.Limited, nil, 1},
		"redirect":         {scripted.Fault{Trouble: scripted.Status, Status: 308}, fault.Invalid, nil, 1},
		"down":             {scripted.Fault{Trouble: scripted.Status, Status: 503}, fault.Unavailable, nil, 4},
		"limited":          {scripted.Fault{Trouble: scripted.Status, Status: 429}, fault.Limited, nil, 4},
		"ollama":           {scripted.Fault{Trouble: scripted.StringErr, Status: 500, Message: "model runner has stopped"}, fault.Unavailable, nil, 4},
		"out of tokens":    {scripted.Fault{Trouble: scripted.Length}, fault.Invalid, nil, 1},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w := newWorld(t, scripted.Options{Brain: says("one two three")})
				w.Down(c.f)
				began := time.Now()
				_, err := w.say(t.Context(), ask("my secret is "+secretKey))
				if fault.KindOf(err) != c.kind || c.is != nil && !errors.Is(err, c.is) {
					t.Fatalf("%v (%s)", err, fault.KindOf(err))
				}
				if n := len(w.Requests()); n != c.requests {
					t.Errorf("%d requests", n)
				}
				if took := time.Since(began); took > 12*time.Second {
					t.Errorf("the caller learns it after %v", took)
				}
				if all := err.Error() + fmt.Sprintf("%#v", err) + w.log.String(); strings.Contains(all, secretKey) {
					t.Errorf("a secret got out: %s", all)
				}
			})
		})
	}
}

// The agent informs a person within 15 s that the model is unavailable. Errors are returned
// sooner, and a silent request ends at its limits.
func TestLimitsOfTime(t *testing.T) {
	limits := func(c *openai.Config) {
		c.FirstByte, c.Idle, c.Timeout, c.Retries = 8*time.Second, 5*time.Second, time.Minute, -1
	}
	for name, c := range map[string]struct {
		f      scripted.Fault
		o      scripted.Options
		within time.Duration
		fails  bool
		cut    llm.Cut
	}{
		"silent from the start":  {f: scripted.Fault{Trouble: scripted.Hang}, within: 8 * time.Second, fails: true},
		"silent in the middle":   {f: scripted.Fault{Trouble: scripted.HangMid, Pieces: 2}, within: 5 * time.Second, fails: true},
		"late but in time":       {f: scripted.Fault{Latency: 7 * time.Second}, within: 7 * time.Second},
		"slow but steady":        {o: scripted.Options{WordDelay: 4 * time.Second}, within: 12 * time.Second},
		"so slow it never ends":  {o: scripted.Options{WordDelay: 4 * time.Second, Brain: says(strings.Repeat("word ", 100))}, within: time.Minute, cut: llm.CutTime},
		"kept alive by comments": {f: scripted.Fault{Trouble: scripted.Comments}, within: 0},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				if c.o.Brain == nil {
					c.o.Brain = says("one two three four")
				}
				w := newWorld(t, c.o, limits)
				w.Fail(c.f)
				began := time.Now()
				resp, err := w.say(t.Context(), ask("hi"))
				if resp.Cut != c.cut {
					t.Errorf("cut: %q", resp.Cut)
				}
				if took := time.Since(began); took != c.within {
					t.Errorf("took %v, want %v", took, c.within)
				}
				if (err != nil) != c.fails || c.fails && fault.KindOf(err) != fault.Unavailable {
					t.Errorf("%v", err)
				}
				w.Close()
				synctest.Wait()
			})
		})
	}
}

func TestCancelledCaller(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, scripted.Options{Brain: says("x")})
		w.Down(scripted.Fault{Trouble: scripted.Hang})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := w.say(ctx, ask("hi")); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
		w.Close()
		synctest.Wait()
	})
}

func TestRetryAfterIsHonoured(t *testing.T) {
	for name, c := range map[string]struct {
		header string
		least  time.Duration
		gives  bool // up
	}{
		"seconds":      {"3", 3 * time.Second, false},
		"a date":       {"DATE", 4 * time.Second, false},
		"over the top": {"120", 120 * time.Second, true},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w := newWorld(t, scripted.Options{Brain: says("here again")}, func(c *openai.Config) { c.Now = time.Now })
				if c.header == "DATE" {
					c.header = time.Now().Add(5 * time.Second).UTC().Format(http.TimeFormat)
				}
				w.Fail(scripted.Fault{Trouble: scripted.Status, Status: 429, RetryAfter: c.header})
				began := time.Now()
				_, err := w.say(t.Context(), ask("hi"))
				took := time.Since(began)
				switch {
				case c.gives && (fault.KindOf(err) != fault.Limited || fault.RetryAfter(err) != c.least || took > time.Second):
					t.Errorf("%v, retry after %v, took %v", err, fault.RetryAfter(err), took)
				case !c.gives && (err != nil || took < c.least || took > c.least+2*time.Second):
					t.Errorf("%v, took %v", err, took)
				}
			})
		})
	}
}

func TestBreaker(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, scripted.Options{Brain: says("back")}, func(c *openai.Config) {
			c.Retries, c.BreakerAfter, c.BreakerFor = -1, 3, 20*time.Second
		})
		w.Down(scripted.Fault{Trouble: scripted.Status, Status: 503})
		for range 3 {
			_, _ = w.say(t.Context(), ask("hi"))
		}
		_, err := w.say(t.Context(), ask("hi"))
		if fault.KindOf(err) != fault.Unavailable || fault.RetryAfter(err) <= 0 || fault.RetryAfter(err) > 20*time.Second {
			t.Errorf("%v, retry after %v", err, fault.RetryAfter(err))
		}
		if n := len(w.Requests()); n != 3 {
			t.Errorf("%d requests: the breaker let one through", n)
		}
		w.Up()
		time.Sleep(21 * time.Second) // fake time
		if resp, err := w.say(t.Context(), ask("hi")); err != nil || resp.Content != "back" {
			t.Errorf("%+v, %v", resp, err)
		}
	})
}

func TestFallbackModel(t *testing.T) {
	rules := func() scripted.Brain {
		return scripted.BrainFunc(func(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
			if p.Model == "main" {
				return scripted.Answer{Fault: &scripted.Fault{Trouble: scripted.Status, Status: 503}}, nil
			}
			return scripted.Answer{Text: "from " + p.Model}, nil
		})
	}
	with := func(c *openai.Config) { c.Model, c.FallbackModel = "main", "spare" }
	t.Run("main down", func(t *testing.T) {
		bubble(t, func(t *testing.T) {
			w := newWorld(t, scripted.Options{Models: []string{"main", "spare"}, Brain: rules()}, with)
			if resp, err := w.say(t.Context(), ask("hi")); err != nil || resp.Content != "from spare" || resp.Model != "spare" {
				t.Errorf("%+v, %v", resp, err)
			}
		})
	})
	t.Run("main silent", func(t *testing.T) {
		bubble(t, func(t *testing.T) {
			w := newWorld(t, scripted.Options{Models: []string{"main", "spare"}, Brain: says("here")}, with)
			w.Fail(scripted.Fault{Trouble: scripted.Hang})
			began := time.Now()
			if resp, err := w.say(t.Context(), ask("hi")); err != nil || resp.Model != "spare" || time.Since(began) > 21*time.Second {
				t.Errorf("%+v, %v after %v", resp, err, time.Since(began))
			}
			w.Close()
			synctest.Wait()
		})
	})
	t.Run("main unknown, both down", func(t *testing.T) {
		bubble(t, func(t *testing.T) {
			w := newWorld(t, scripted.Options{Models: []string{"spare"}}, with)
			w.Down(scripted.Fault{Trouble: scripted.Status, Status: 503})
			if _, err := w.say(t.Context(), ask("hi")); fault.KindOf(err) != fault.Unavailable {
				t.Errorf("%v: waiting would help", err)
			}
		})
	})
	t.Run("a wrong key is wrong for both", func(t *testing.T) {
		bubble(t, func(t *testing.T) {
			w := newWorld(t, scripted.Options{Models: []string{"main", "spare"}, Key: "another"}, with)
			if _, err := w.say(t.Context(), ask("hi")); fault.KindOf(err) != fault.Denied {
				t.Errorf("%v", err)
			}
		})
	})
}

func TestAnswerCutByItsLimit(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, scripted.Options{Brain: says("one two three four")})
		w.Fail(scripted.Fault{Trouble: scripted.Length, Pieces: 2})
		if resp, err := w.say(t.Context(), ask("hi")); err != nil || resp.Cut != llm.CutLength || resp.Content != "one two " {
			t.Errorf("%+v, %v", resp, err)
		}
	})
}

func TestThinkingIsNotShown(t *testing.T) {
	for said, want := range map[string]string{
		"<think>They greet me. </think>\n\nHello there": "Hello there",
		"<thing> is a tag":                "<thing> is a tag",
		"a <think> inside stays </think>": "a <think> inside stays </think>",
		"<":                               "<",
	} {
		bubble(t, func(t *testing.T) {
			w := newWorld(t, scripted.Options{Brain: says(said)})
			if resp, err := w.say(t.Context(), ask("hi")); err != nil || resp.Content != want || w.text.String() != want {
				t.Errorf("%q: %+v, %v, told %q", said, resp, err, w.text.String())
			}
		})
	}
}

// Network errors, over real sockets.
func TestNetworkErrors(t *testing.T) {
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for _, base := range []string{gone.URL, "http://user:" + secretKey + "@" + strings.TrimPrefix(gone.URL, "http://"), "https://no-such-host.invalid/v1"} {
		c := openai.New(openai.Config{Endpoint: openai.Endpoint{BaseURL: base, Model: "m", APIKey: secretKey, Retries: -1}, FirstByte: 5 * time.Second})
		_, err := c.Complete(t.Context(), ask("hi"), nil)
		if fault.KindOf(err) != fault.Unavailable || strings.Contains(err.Error(), secretKey) {
			t.Errorf("%v", err)
		}
	}
	s := scripted.New(scripted.Options{Brain: says("over a socket")})
	defer s.Close()
	resp, err := openai.New(openai.Config{Endpoint: openai.Endpoint{BaseURL: s.URL(), Model: scripted.DefaultModel}}).Complete(t.Context(), ask("hi"), nil)
	if err != nil || resp.Content != "over a socket" {
		t.Errorf("%+v, %v", resp, err)
	}
}

func TestConfigShowsNoKey(t *testing.T) {
	c := openai.Config{Endpoint: openai.Endpoint{BaseURL: "https://api.test/v1", Model: "m", APIKey: secretKey}}
	var b bytes.Buffer
	slog.New(slog.NewTextHandler(&b, nil)).Info("config", "config", c)
	if all := fmt.Sprintf("%v %+v %#v %s", c, c, c, b.String()); strings.Contains(all, secretKey) || !strings.Contains(all, "api.test") {
		t.Error(all)
	}
}
