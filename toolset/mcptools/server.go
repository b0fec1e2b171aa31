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

// list returns the server's tools that can be offered, and how many cannot.
func (s *server) list(ctx context.Context) (ds []definition, refused int, err error) {
	err = s.within(ctx, true, func(ctx context.Context, on *mcp.ClientSession) error {
		ds, refused = nil, 0
		cursor := ""
		for range maxPages {
			page, err := on.ListTools(ctx, &mcp.ListToolsParams{Cursor: cursor})
			if err != nil {
				return err
			}
			for _, t := range page.Tools {
				d, ok := define(s.at.Name, t)
				if !ok || len(ds) == maxTools || slices.ContainsFunc(ds, func(o definition) bool { return o.def.Name == d.def.Name }) {
					refused++
					continue
				}
				ds = append(ds, d)
			}
			if cursor = page.NextCursor; cursor == "" {
				return nil
			}
		}
		return nil
	})
	return ds, refused, err
}

func (s *server) call(ctx context.Context, d definition, args json.RawMessage) (got *mcp.CallToolResult, err error) {
	err = s.within(ctx, d.reads, func(ctx context.Context, on *mcp.ClientSession) (err error) {
		got, err = on.CallTool(ctx, &mcp.CallToolParams{Name: d.name, Arguments: args})
		return err
	})
	return got, err
}

// within does something on the connection, at most until ctx ends: a server that neither answers nor takes what it is
// sent is left, and its connection with it. A connection may have ended since it was used last (the server was
// restarted, say): with again a new one is tried at once.
func (s *server) within(ctx context.Context, again bool, do func(ctx context.Context, on *mcp.ClientSession) error) error {
	select {
	case s.places <- struct{}{}:
		defer func() { <-s.places }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if s.isResting() {
		return errResting
	}
	s.budget.Store(maxBytes)
	old, err := s.try(ctx, do)
	if err == nil || isAnswer(err) {
		return err
	}
	s.drop()
	broken := old && ctx.Err() == nil && s.budget.Load() >= 0
	if broken && again {
		if _, err = s.try(ctx, do); err == nil || isAnswer(err) {
			return err
		}
		s.drop()
	}
	if !broken || again {
		s.rest()
	}
	if s.budget.Load() < 0 {
		err = errTooMuch
	}
	return err
}

// try does something on the connection, once. old reports whether there was one already.
func (s *server) try(ctx context.Context, do func(ctx context.Context, on *mcp.ClientSession) error) (old bool, err error) {
	s.mu.Lock()
	old = s.session != nil
	s.mu.Unlock()
	done := make(chan error, 1)
	go func() {
		on, err := s.connect(ctx)
		if err == nil {
			err = do(ctx, on)
		}
		done <- err
	}()
	select {
	case err = <-done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	return old, err
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
