package stress_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"keepsake/app"
	"keepsake/internal/faulty"
)

// chunk is one piece of a model's stream.
func chunk(text string) string {
	return fmt.Sprintf("data: {\"model\":\"scripted\",\"choices\":[{\"index\":0,\"delta\":{\"content\":%q}}]}\n\n", text)
}

// heap returns the bytes that are held.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// X5, X12: whatever the model sends, the person reads a bounded answer or why there is none, the
// memory of the process is bounded, and the call is counted.
func TestBadModels(t *testing.T) {
	words := strings.Repeat("word ", 100)
	endless := func(piece func(n int) string) func(io.Writer, *http.Request) error {
		return func(w io.Writer, r *http.Request) error {
			for n := 0; ; n++ {
				if _, err := io.WriteString(w, chunk(piece(n))); err != nil {
					return err
				}
			}
		}
	}
	chapter := func(n int) string { return strings.Repeat(fmt.Sprintf("word%d ", n), 100) + "\n\n" }
	again := func(int) string { return words + "\n\n" }
	for name, c := range map[string]struct {
		do       faulty.Trouble
		reads    string
		messages int // at most
		counted  bool
		more     int // further calls than one
	}{
		"a stream without end":         {faulty.Trouble{Stream: endless(chapter)}, "The whole answer is in the file below", 6, true, 0},
		"a stream that repeats itself": {faulty.Trouble{Stream: endless(again)}, "began to repeat itself", 1, true, 0},
		"a line without end": {faulty.Trouble{Stream: func(w io.Writer, r *http.Request) error {
			_, _ = io.WriteString(w, chunk("Once upon a time")+"data: ")
			for {
				if _, err := io.WriteString(w, words); err != nil {
					return err
				}
			}
		}}, "ends here", 1, true, 0},
		"rambling until its time": {faulty.Trouble{Stream: func(w io.Writer, r *http.Request) error {
			for r.Context().Err() == nil {
				_, _ = io.WriteString(w, chunk("hm "))
				time.Sleep(100 * time.Millisecond)
			}
			return r.Context().Err()
		}}, "took too long and ends here", 1, true, 0},
		"a web page":    {faulty.Trouble{Status: 200, Body: "<html><body>Welcome to the hotel</body></html>"}, "The address of my language model is wrong", 1, false, 0},
		"a wrong key":   {faulty.Trouble{Status: 401, Body: `{"error":{"message":"Incorrect API key"}}`}, "refuses my access key", 1, false, 0},
		"no such model": {faulty.Trouble{Status: 404, Body: `{"error":{"message":"The model does not exist","code":"model_not_found"}}`}, "no longer exists", 1, false, 0},
		"no credit":     {faulty.Trouble{Status: 429, Body: `{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}`}, "credit", 1, false, 0},
		"a filter":      {faulty.Trouble{Status: 400, Body: `{"error":{"message":"flagged","code":"content_filter"}}`}, "content filter", 1, false, 0},
		"a long prompt": {faulty.Trouble{Status: 400, Body: `{"error":{"message":"maximum context length","code":"context_length_exceeded"}}`}, "too long for the language model", 1, false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, "")
			w.config.Model.Timeout = 5 * time.Second
			w.start()
			w.own(1)
			var calls atomic.Int32
			w.toLLM.Judge(func(call faulty.Call) faulty.Trouble {
				calls.Add(1)
				return c.do
			})
			before := heap()
			ann := w.tg.Person(7, "Ann")
			ann.Say("tell me a story")
			w.until("she reads why", 20*time.Second, func() bool { return strings.Contains(strings.Join(answers(ann), "\n"), c.reads) })
			w.until("all is sent", 20*time.Second, func() bool {
				b, err := w.app.Delivery.Backlog(context.Background(), w.app.Role.Name)
				return err == nil && b.Unsent == 0
			})
			time.Sleep(500 * time.Millisecond) // a call more would come now
			if n := int(calls.Load()); n > 1+c.more {
				t.Errorf("the model was asked %d times", n)
			}
			if n := len(answers(ann)); n > c.messages {
				t.Errorf("%d messages", n)
			}
			if held := heap() - before; held > 64<<20 {
				t.Errorf("%d MiB are held", held>>20)
			}
			if got := w.calls() > 0; got != c.counted {
				t.Errorf("counted: %v", got)
			}
			if h := w.health(); h.Status != "ok" {
				t.Errorf("health: %+v", h)
			}
		})
	}
}

// X12: the owner is told what must be mended, once, however many people write.
func TestOwnerIsToldOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	w.start()
	w.own(1)
	w.toLLM.Judge(func(faulty.Call) faulty.Trouble {
		return faulty.Trouble{Status: 401, Body: `{"error":{"message":"no"}}`}
	})
	for _, p := range w.crowd(4) {
		p.Say("hello")
	}
	owner := w.tg.Person(1, "Owner")
	told := func() int { return strings.Count(strings.Join(answers(owner), "\n"), "refuses the API key") }
	w.until("the owner is told", 50*time.Second, func() bool { w.app.Upkeep(t.Context()); return told() > 0 })
	for range 3 {
		w.app.Upkeep(t.Context())
	}
	if told() != 1 {
		t.Errorf("told %d times", told())
	}
	if h := w.health(); h.Model != "key" || !strings.Contains(w.metrics(), `keepsake_model_broken{cause="key"} 1`) {
		t.Errorf("health: %+v", h)
	}
}

// X5: /stop drops what is not sent yet of an answer.
func TestStopDropsTheRest(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	w.start()
	var isSlow atomic.Bool
	w.toTG.Judge(func(c faulty.Call) faulty.Trouble {
		if isSlow.Load() && (c.Method == "editMessageText" || c.Method == "sendDocument") {
			return faulty.Trouble{Status: 429, Body: `{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 3","parameters":{"retry_after":3}}`}
		}
		return faulty.Trouble{}
	})
	w.toLLM.Judge(func(faulty.Call) faulty.Trouble {
		isSlow.Store(true)
		return faulty.Trouble{Stream: func(out io.Writer, _ *http.Request) error {
			for range 400 {
				_, _ = io.WriteString(out, chunk(strings.Repeat("word ", 20)+"\n\n"))
			}
			_, err := io.WriteString(out, "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
			return err
		}}
	})
	ann := w.tg.Person(7, "Ann")
	ann.Say("tell me a story")
	w.until("the answer waits to be sent", 20*time.Second, func() bool {
		b, err := w.app.Delivery.Backlog(context.Background(), w.app.Role.Name)
		return err == nil && b.Unsent >= 2
	})
	ann.Say("/stop")
	time.Sleep(300 * time.Millisecond)
	isSlow.Store(false)
	w.until("she reads that it stops", 30*time.Second, func() bool { return strings.Contains(strings.Join(answers(ann), "\n"), "I won't send the rest") })
	w.until("all is sent", 20*time.Second, w.settled)
	for _, m := range ann.Messages() {
		if m.File != nil {
			t.Errorf("the file came: %+v", m)
		}
	}
}

// X2, X3, X6, X8: Telegram loses answers, is late and fails; each message is answered once and in
// order.
func TestBadTelegram(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	w.start()
	seed := rand.New(rand.NewPCG(1, 2))
	w.toTG.Judge(func(c faulty.Call) faulty.Trouble {
		if c.Method == "getUpdates" {
			return faulty.Trouble{}
		}
		switch n := seed.IntN(100); {
		case n < 5:
			return faulty.Trouble{Drop: true}
		case n < 10:
			return faulty.Trouble{Status: http.StatusBadGateway, Body: "bad gateway"}
		case n < 15 && c.Method == "editMessageText":
			return faulty.Trouble{Lose: true}
		case n < 25:
			return faulty.Trouble{Late: time.Duration(seed.IntN(300)) * time.Millisecond}
		}
		return faulty.Trouble{}
	})
	crowd, rounds := w.crowd(8), 5
	if full() {
		rounds = 60
	}
	for i := range rounds {
		for _, p := range crowd {
			p.Say(fmt.Sprintf("m%d", i))
		}
		time.Sleep(300 * time.Millisecond)
	}
	w.until("all are answered", 3*time.Minute, func() bool {
		for _, p := range crowd {
			if texts := answers(p); len(texts) == 0 || texts[len(texts)-1] != fmt.Sprintf("re: m%d", rounds-1) {
				return false
			}
		}
		return w.settled()
	})
	w.toTG.Judge(nil)
	for _, p := range crowd {
		w.answeredInOrder(p, rounds)
	}
	if n, made := w.calls(), len(w.model.Requests()); n != made {
		t.Errorf("%d calls counted, %d made", n, made)
	}
}

// X11: what one chat says makes the endpoint break off; all others are answered.
func TestPoisonHurtsNobodyElse(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	w.start()
	w.toLLM.Judge(func(c faulty.Call) faulty.Trouble {
		if strings.Contains(string(c.Body), "poison") {
			return faulty.Trouble{Stream: func(out io.Writer, _ *http.Request) error {
				_, _ = io.WriteString(out, chunk("well "))
				panic(http.ErrAbortHandler)
			}}
		}
		return faulty.Trouble{}
	})
	for i := range 3 {
		p := w.tg.Person(int64(50+i), "Poison")
		p.Say("poison")
	}
	for i := range 8 {
		p := w.tg.Person(int64(200+i), "Fine")
		p.Say("m0")
		w.until("the others are answered", 10*time.Second, func() bool { return len(answers(p)) > 0 && answers(p)[0] == "re: m0" })
		time.Sleep(500 * time.Millisecond)
	}
	if strings.Contains(w.logged(), "breaker changed") {
		t.Error("the breaker opened")
	}
}

// X13: asked to stop, the process ends within nine seconds with nothing lost, whatever hangs.
func TestStopWhateverHangs(t *testing.T) {
	t.Parallel()
	hang := func(c faulty.Call) faulty.Trouble { return faulty.Trouble{Hang: c.Method != "getUpdates"} }
	for name, spoil := range map[string]func(w *world){
		"telegram": func(w *world) { w.toTG.Judge(hang) },
		"model":    func(w *world) { w.toLLM.Judge(hang) },
		"both":     func(w *world) { w.toTG.Judge(hang); w.toLLM.Judge(hang) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, "")
			w.start()
			spoil(w)
			p := w.tg.Person(7, "Ann")
			p.Say("m0")
			time.Sleep(700 * time.Millisecond)
			stopped := make(chan error, 1)
			began := time.Now()
			go func() { stopped <- w.stop() }()
			select {
			case err := <-stopped:
				if err != nil {
					t.Errorf("after %v: %v", time.Since(began), err)
				}
			case <-time.After(app.StopWithin):
				t.Fatal("it does not end")
			}
			w.toTG.Judge(nil)
			w.toLLM.Judge(nil)
			w.start()
			w.until("the next start answers", 30*time.Second, func() bool { return len(answers(p)) > 0 && w.settled() })
			w.answeredInOrder(p, 1)
		})
	}
	t.Run("database", func(t *testing.T) {
		t.Parallel()
		pg := faulty.NewPostgres(t)
		w := newWorld(t, pg.URL)
		w.start()
		pg.Freeze()
		defer pg.Thaw()
		w.tg.Person(7, "Ann").Say("m0")
		time.Sleep(500 * time.Millisecond)
		began := time.Now()
		stopped := make(chan error, 1)
		go func() { stopped <- w.stop() }()
		select {
		case err := <-stopped:
			if err != nil {
				t.Errorf("after %v: %v", time.Since(began), err)
			}
		case <-time.After(app.StopWithin):
			t.Error("it does not end")
		}
	})
}

// X13: a token that Telegram refuses while the bot runs makes health fail.
func TestRevokedToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	w.start()
	w.toTG.Judge(func(faulty.Call) faulty.Trouble {
		return faulty.Trouble{Status: 401, Body: `{"ok":false,"error_code":401,"description":"Unauthorized"}`}
	})
	w.tg.Person(7, "Ann").Say("m0") // ends the present question for updates
	w.until("health fails", 40*time.Second, func() bool { h := w.health(); return h.Status == "failing" && h.Telegram == "refused" })
	w.toTG.Judge(nil)
	w.until("health is ok again", 20*time.Second, func() bool { return w.health().Status == "ok" })
}
