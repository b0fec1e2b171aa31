package mcptools

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Bounds of a server.
const (
	maxTools   = 64      // of one server
	maxPages   = 16      // of one list
	maxBytes   = 4 << 20 // sent by it for one call
	maxMessage = 1 << 20 // of one message
	atOnce     = 4       // calls
	restsFor   = 30 * time.Second
	endsWithin = 2 * time.Second // a program that was asked to end
)

// Errors of a connection.
var (
	errResting = errors.New("it failed a moment ago")
	errTooMuch = errors.New("it sent too much")
)

// server is one tool server and the connection to it, which is made when it is needed.
type server struct {
	at         Server
	client     *mcp.Client
	places     chan struct{}
	wake       chan struct{}
	budget     atomic.Int64 // bytes that it may still send
	refreshing sync.Mutex   // held by who asks it for its tools
	mu         sync.Mutex
	session    *mcp.ClientSession
	end        func() // ends what the session runs on
	rests      time.Time
	tools      []definition
	told       map[string]bool
}

func newServer(at Server, version string) *server {
	return &server{
		at: at, places: make(chan struct{}, atOnce), wake: make(chan struct{}, 1), told: map[string]bool{},
		// No capabilities: a server may ask neither for the model, nor for the person, nor for files.
		client: mcp.NewClient(&mcp.Implementation{Name: "keepsake", Version: cmp.Or(version, "unknown")}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}}),
	}
}

// said reports whether something is worth a line in the log: it was not said since unsay.
func (s *server) said(what string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	first := !s.told[what]
	s.told[what] = true
	return first
}

func (s *server) unsay(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.told, what)
}

func (s *server) offered() []definition {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.tools)
}

// setTools takes what is agreed to, and reports whether it is something else than before.
func (s *server) setTools(ds []definition) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	same := slices.EqualFunc(s.tools, ds, func(a, b definition) bool { return a.hash == b.hash })
	s.tools = ds
	return !same
}

// find returns the tool of this name in this definition.
func (s *server) find(name, hash string) (definition, bool) {
	for _, d := range s.offered() {
		if d.name == name && d.hash == hash {
			return d, true
		}
	}
	return definition{}, false
}

// toolList is what one server offers.
type toolList struct {
	tools   []definition
	refused int // tools that cannot be offered
}

// list returns the server's tools that can be offered, and how many cannot.
func (s *server) list(ctx context.Context) (toolList, error) {
	return within(ctx, s, true, func(ctx context.Context, on *mcp.ClientSession) (toolList, error) {
		var l toolList
		cursor := ""
		for range maxPages {
			page, err := on.ListTools(ctx, &mcp.ListToolsParams{Cursor: cursor})
			if err != nil {
				return toolList{}, err
			}
			for _, t := range page.Tools {
				d, ok := define(s.at.Name, t)
				if !ok || len(l.tools) == maxTools || slices.ContainsFunc(l.tools, func(o definition) bool { return o.def.Name == d.def.Name }) {
					l.refused++
					continue
				}
				l.tools = append(l.tools, d)
			}
			if cursor = page.NextCursor; cursor == "" {
				break
			}
		}
		return l, nil
	})
}

// call calls a tool of the server. A call that may have changed something is not repeated.
func (s *server) call(ctx context.Context, d definition, args json.RawMessage) (*mcp.CallToolResult, error) {
	return within(ctx, s, d.reads, func(ctx context.Context, on *mcp.ClientSession) (*mcp.CallToolResult, error) {
		return on.CallTool(ctx, &mcp.CallToolParams{Name: d.name, Arguments: args})
	})
}

// within does something on the server's connection, at most until ctx ends: a server that neither answers nor takes what
// it is sent is left, and its connection with it. A connection may have ended since it was used last (the server was
// restarted, say): with again a new one is tried at once.
func within[T any](ctx context.Context, s *server, again bool, do func(ctx context.Context, on *mcp.ClientSession) (T, error)) (result T, err error) {
	select {
	case s.places <- struct{}{}:
		defer func() { <-s.places }()
	case <-ctx.Done():
		return result, ctx.Err()
	}
	if s.isResting() {
		return result, errResting
	}
	s.budget.Store(maxBytes)
	wasConnected := s.isConnected()
	result, err = try(ctx, s, do)
	if err == nil || isAnswer(err) {
		return result, err
	}
	s.drop()
	broken := wasConnected && ctx.Err() == nil && s.budget.Load() >= 0
	if broken && again {
		if result, err = try(ctx, s, do); err == nil || isAnswer(err) {
			return result, err
		}
		s.drop()
	}
	if !broken || again {
		s.rest()
	}
	if s.budget.Load() < 0 {
		err = errTooMuch
	}
	return result, err
}

// try does something on the connection, once. When ctx ends first it returns at once, and what do returns later is
// dropped: do must share no variables with the caller.
func try[T any](ctx context.Context, s *server, do func(ctx context.Context, on *mcp.ClientSession) (T, error)) (T, error) {
	type outcome struct {
		result T
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		on, err := s.connect(ctx)
		if o.err = err; err == nil {
			o.result, o.err = do(ctx, on)
		}
		done <- o
	}()
	select {
	case o := <-done:
		return o.result, o.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

func (s *server) isConnected() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.session != nil
}

func (s *server) isResting() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Now().Before(s.rests)
}

func (s *server) rest() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rests = time.Now().Add(restsFor)
}

// connect returns the connection, and makes it when there is none.
func (s *server) connect(ctx context.Context) (*mcp.ClientSession, error) {
	s.mu.Lock()
	on := s.session
	s.mu.Unlock()
	if on != nil {
		return on, nil
	}
	transport, end, err := s.transport()
	if err != nil {
		return nil, err
	}
	on, err = s.client.Connect(ctx, transport, nil)
	if err != nil {
		end()
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.session != nil || ctx.Err() != nil { // another call was quicker, or nobody waits any more
		go func() { _ = on.Close(); end() }()
		if s.session == nil {
			return nil, ctx.Err()
		}
		return s.session, nil
	}
	s.session, s.end = on, end
	return on, nil
}

// drop ends the connection. It does not wait.
func (s *server) drop() {
	s.mu.Lock()
	on, end := s.session, s.end
	s.session, s.end = nil, nil
	s.mu.Unlock()
	if on == nil {
		return
	}
	closed := make(chan struct{})
	go func() { _ = on.Close(); close(closed) }()
	go func() {
		select {
		case <-closed:
		case <-time.After(endsWithin):
		}
		end()
	}()
}

// transport returns the way to the server, and what ends it.
func (s *server) transport() (mcp.Transport, func(), error) {
	if s.at.URL != "" {
		return &mcp.StreamableClientTransport{
			Endpoint: s.at.URL, MaxRetries: -1, DisableStandaloneSSE: true, MaxEventSize: maxMessage,
			HTTPClient: &http.Client{Transport: &bearer{server: s, under: http.DefaultTransport}, CheckRedirect: sameHost},
		}, func() {}, nil
	}
	ctx, end := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, s.at.Command[0], s.at.Command[1:]...)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "LANG=" + os.Getenv("LANG")}, s.at.Env...)
	cmd.WaitDelay = endsWithin
	in, err := cmd.StdinPipe()
	if err != nil {
		end()
		return nil, nil, err
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		end()
		return nil, nil, err
	}
	stop := sync.OnceFunc(func() { end(); go func() { _ = cmd.Wait() }() })
	return &mcp.IOTransport{Reader: io.NopCloser(&bounded{server: s, from: out}), Writer: in, MaxLineLength: maxMessage}, stop, nil
}

// bounded reads no more than the server may send.
type bounded struct {
	server *server
	from   io.ReadCloser
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.server.budget.Load() < 0 {
		return 0, errTooMuch
	}
	n, err := b.from.Read(p)
	b.server.budget.Add(-int64(n))
	return n, err
}

func (b *bounded) Close() error { return b.from.Close() }

// bearer shows the server's token, and bounds what is answered.
type bearer struct {
	server *server
	under  http.RoundTripper
}

func (b *bearer) RoundTrip(req *http.Request) (*http.Response, error) {
	if b.server.at.Token != "" {
		req = req.Clone(req.Context())
		req.Header.Set("Authorization", "Bearer "+b.server.at.Token)
	}
	resp, err := b.under.RoundTrip(req)
	if err == nil {
		resp.Body = &bounded{server: b.server, from: resp.Body}
	}
	return resp, err
}

// sameHost refuses to be sent elsewhere: arguments and token are for the server that the operator named.
func sameHost(req *http.Request, via []*http.Request) error {
	if len(via) > 3 || !isSameHost(req.URL, via[0].URL) {
		return http.ErrUseLastResponse
	}
	return nil
}

func isSameHost(a, b *url.URL) bool { return a.Host == b.Host && a.Scheme == b.Scheme }
