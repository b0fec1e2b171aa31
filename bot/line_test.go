package bot_test

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/bot"
	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
)

// trouble is what a line does to one call.
type trouble struct {
	late   time.Duration   // it is carried out so much later, whether or not anybody waits for it
	held   <-chan struct{} // the same, once this is closed; nil = at once
	cut    bool            // it is carried out, and the answer is lost
	status int             // it is not carried out, but answered with this error of the Bot API
}

// line lies between a bot and its Telegram.
type line struct {
	*httptest.Server
	mu     sync.Mutex
	judge  func(call) trouble
	late   int // calls that are being carried out late
	landed sync.Cond
}

// over decides what the line does from now on.
func (l *line) over(judge func(call) trouble) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.judge = judge
}

// A call is one request to Telegram, as far as troubles depend on it.
type call struct {
	method string
	chat   int64
	text   string
}

var (
	chatField = regexp.MustCompile(`name="chat_id"\r\n\r\n(-?\d+)`)
	textField = regexp.MustCompile(`name="text"\r\n\r\n([^\r]*)`)
)

func readCall(r *http.Request, body []byte) call {
	c := call{method: r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]}
	if found := chatField.FindSubmatch(body); found != nil {
		c.chat, _ = strconv.ParseInt(string(found[1]), 10, 64)
	}
	if found := textField.FindSubmatch(body); found != nil {
		c.text = string(found[1])
	}
	return c
}

func (l *line) ServeHTTP(w http.ResponseWriter, r *http.Request, to string) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	l.mu.Lock()
	do := trouble{}
	if c := readCall(r, body); l.judge != nil && c.method != "getUpdates" && c.chat != 0 {
		do = l.judge(c)
	}
	l.mu.Unlock()
	if do.status != 0 {
		w.WriteHeader(do.status)
		_, _ = io.WriteString(w, `{"ok":false,"error_code":`+strconv.Itoa(do.status)+`,"description":"Bad Gateway"}`)
		return
	}
	ctx := r.Context()
	if do.late > 0 || do.held != nil || do.cut {
		ctx = context.Background()
	}
	if do.late > 0 || do.held != nil {
		l.countLate(1)
		defer l.countLate(-1)
		time.Sleep(do.late)
		if do.held != nil {
			<-do.held
		}
	}
	req, err := http.NewRequestWithContext(ctx, r.Method, to+r.URL.Path, bytes.NewReader(body))
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	req.Header = r.Header
	resp, err := http.DefaultClient.Do(req)
	if err != nil || do.cut {
		panic(http.ErrAbortHandler)
	}
	defer resp.Body.Close()
	w.WriteHeader(resp.StatusCode)
	_, _ = io.Copy(w, resp.Body)
}

func (l *line) countLate(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.late += n
	l.landed.Broadcast()
}

// awaitLate returns when no call waits any more to be carried out late.
func (l *line) awaitLate() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.late > 0 {
		l.landed.Wait()
	}
}

// open lets the line take the calls to a Telegram.
func (l *line) open(to string) {
	l.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { l.ServeHTTP(w, r, to) }))
}

// newLine is newWorldOf with a line between the bot and its Telegram.
func newLine(t *testing.T, model scripted.Options, tune func(*bot.Config)) (*world, *line) {
	t.Helper()
	l := &line{}
	l.landed.L = &l.mu
	w := newWorldOf(t, simulator.Options{}, model, func(c *bot.Config) {
		if l.Server == nil {
			l.open(c.APIURL)
		}
		c.APIURL = l.URL
		if tune != nil {
			tune(c)
		}
	})
	t.Cleanup(func() { // after the bot has ended, before Telegram has
		w.shutdown()
		l.CloseClientConnections()
		l.Close()
		l.awaitLate()
	})
	return w, l
}

// some is a judge that troubles a share of the calls of some methods, by a fixed seed.
func some(share float64, do trouble, methods ...string) func(call) trouble {
	dice := rand.New(rand.NewPCG(1, 2))
	return func(c call) trouble {
		for _, m := range methods {
			if m == c.method && dice.Float64() < share {
				return do
			}
		}
		return trouble{}
	}
}

// placeholders counts the "…" that a person sees.
func placeholders(c *chatter) (n int) {
	for _, m := range c.Messages() {
		if m.IsFromBot() && !m.Deleted && m.Text == "…" {
			n++
		}
	}
	return n
}

// visible counts the messages of the bot that a person sees with some words in them.
func visible(c *chatter, words string) (n int) {
	for _, m := range c.Messages() {
		if m.IsFromBot() && !m.Deleted && strings.Contains(m.Text, words) {
			n++
		}
	}
	return n
}
