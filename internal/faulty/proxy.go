package faulty

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"
)

// Trouble is what happens to one call. The zero value passes it on.
type Trouble struct {
	Delay  time.Duration // before the call is passed on
	Late   time.Duration // before the answer is passed back; the call was carried out
	Lose   bool          // the call is carried out and its answer lost: the connection breaks
	Drop   bool          // the connection breaks before the call is carried out
	Hang   bool          // nothing is answered until the caller gives up
	Status int           // answered at once with this status and Body, not passed on
	Body   string
	// Stream, when set, writes the answer, with status 200 and the content type of an event
	// stream, until it returns or the caller has gone.
	Stream func(w io.Writer, r *http.Request) error
}

// Call is a call on its way.
type Call struct {
	Path   string
	Method string // the last element of the path, which is Telegram's method
	Body   []byte
	Number int // from 1, of all calls
}

// Proxy stands before a server. Set what happens with Judge.
type Proxy struct {
	server *httptest.Server
	target string
	client *http.Client
	gone   chan struct{}

	mu    sync.Mutex
	judge func(Call) Trouble
	count int
}

// New returns a proxy before the server at target, a base URL with any path.
func New(target string) *Proxy {
	p := &Proxy{target: strings.TrimRight(target, "/"), client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}, gone: make(chan struct{})}
	p.server = httptest.NewServer(http.HandlerFunc(p.serve))
	return p
}

// URL is the address that a caller uses in place of the target's.
func (p *Proxy) URL() string { return p.server.URL }

// Close ends the proxy and what hangs in it.
func (p *Proxy) Close() {
	close(p.gone)
	p.server.CloseClientConnections()
	p.server.Close()
	p.client.CloseIdleConnections()
}

// Judge sets what happens to each call from now on; nil = nothing. It is called from many
// goroutines, one at a time.
func (p *Proxy) Judge(judge func(Call) Trouble) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.judge = judge
}

// Calls returns how many calls have come.
func (p *Proxy) Calls() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.count
}

func (p *Proxy) decide(c Call) Trouble {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count++
	c.Number = p.count
	if p.judge == nil {
		return Trouble{}
	}
	return p.judge(c)
}

func (p *Proxy) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	t := p.decide(Call{Path: r.URL.Path, Method: r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:], Body: body})
	switch {
	case t.Drop:
		panic(http.ErrAbortHandler)
	case t.Hang:
		p.wait(r, 1<<62)
		panic(http.ErrAbortHandler)
	case t.Stream != nil:
		w.Header().Set("Content-Type", "text/event-stream")
		_ = t.Stream(flusher{w}, r)
		return
	case t.Status != 0:
		w.Header().Set("Content-Type", http.DetectContentType([]byte(t.Body)))
		w.WriteHeader(t.Status)
		_, _ = io.WriteString(w, t.Body)
		return
	}
	p.wait(r, t.Delay)
	p.pass(w, r, body, t)
}

// pass carries a call out. A caller that has gone does not stop it: a server does not know.
func (p *Proxy) pass(w http.ResponseWriter, r *http.Request, body []byte, t Trouble) {
	req, err := http.NewRequest(r.Method, p.target+r.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	req.Header = r.Header.Clone()
	if t.Late == 0 && !t.Lose {
		req = req.WithContext(r.Context())
	}
	res, err := p.client.Do(req)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer res.Body.Close()
	if t.Lose {
		_, _ = io.Copy(io.Discard, res.Body)
		panic(http.ErrAbortHandler)
	}
	p.wait(r, t.Late)
	for k, v := range res.Header {
		w.Header()[k] = v
	}
	w.WriteHeader(res.StatusCode)
	_, _ = io.Copy(flusher{w}, res.Body)
}

// wait returns after a time, or when the caller or the proxy has gone.
func (p *Proxy) wait(r *http.Request, d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-r.Context().Done():
	case <-p.gone:
	}
}

// flusher passes every piece on at once.
type flusher struct{ w http.ResponseWriter }

func (f flusher) Write(p []byte) (int, error) {
	n, err := f.w.Write(p)
	_ = http.NewResponseController(f.w).Flush()
	return n, err
}
