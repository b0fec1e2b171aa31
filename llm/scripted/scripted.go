// Package scripted is a strict Chat Completions (and Embeddings) endpoint with a scripted mind, spoken to
// over HTTP like the real one: for tests, and for the demo on a machine without a key.
//
// It is two things that know nothing of each other. The Server is the wire: it checks
// every request as the strictest providers would (order of messages, every tool call
// answered before anything else is said, schemas, unknown fields …), answers 400 to what
// they would refuse and writes that down (Violations), streams or not, counts tokens and
// a prefix cache, keeps every prompt for tests to search (Requests), and misbehaves on
// demand (Fail). A Brain is the mind: it reads a prompt and says what to answer. Rules is
// the brain of tests; package companion is the demo's and that of written conversations.
//
// Start reading at Server and Brain; the checks are in validate.go, the faults in
// outgoing.go, embeddings and recordings in endpoints.go.
package scripted

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http/httptest"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// The models' names, unless Options say otherwise.
const (
	DefaultModel      = "scripted"
	DefaultEmbedModel = "scripted-embedding"
	DefaultVoiceModel = "scripted-voice"
	// DefaultSpeechModel is the one that speaks.
	DefaultSpeechModel = "scripted-speech"
)

// Brain decides what a prompt is answered with. It is called by several goroutines.
type Brain interface {
	Answer(ctx context.Context, p Prompt) (Answer, error)
}

// BrainFunc is a Brain made of a function.
type BrainFunc func(ctx context.Context, p Prompt) (Answer, error)

// Answer calls f.
func (f BrainFunc) Answer(ctx context.Context, p Prompt) (Answer, error) { return f(ctx, p) }

// Answer is what the model says: text, calls, or both.
type Answer struct {
	Text  string
	Calls []Call
	Fault *Fault // what goes wrong while saying it, nil = nothing
}

// Call is a tool call of an answer. Args is marshalled to JSON; a string is taken as the
// JSON text itself, so that a test can send broken arguments.
type Call struct {
	Name string
	Args any
}

// Options of a Server. The zero value answers with an empty Rules, at once.
type Options struct {
	Brain  Brain
	Models []string // the names it answers to, also listed; DefaultModel
	Key    string   // when set, the bearer token it wants

	FirstDelay time.Duration // before an answer begins
	WordDelay  time.Duration // between the words of a streamed answer

	ContextTokens int      // longer prompts are refused as too long; 0 = no limit
	Refuse        Refusals // what real endpoints refuse here and there
	Keep          int      // how many requests are kept; 1000

	EmbedModels     []string // the embedding models; DefaultEmbedModel
	EmbedDimensions int      // of their vectors; 256
}

// Refusals are the habits of endpoints that call themselves compatible.
type Refusals struct {
	LateSystem    bool // a system message after the first message
	System        bool // any system message
	StreamOptions bool
	Stream        bool
	Tools         bool
	MaxTokens     bool // max_tokens; wants max_completion_tokens
	NewMaxTokens  bool // max_completion_tokens; wants max_tokens
	Images        bool // contents of parts
}

// Server is the endpoint. Its methods may be called at any time from any goroutine.
type Server struct {
	opts Options

	mu       sync.Mutex
	requests map[string][]*Request // by kind
	broken   []string              // see Violations
	prompts  []string              // canonical texts of earlier prompts, the prefix cache
	counted  map[string]int        // tokens by line of prompts
	calls    atomic.Int64          // tool calls made, for their ids
	next     []Fault
	always   Fault         // once next is empty
	changed  chan struct{} // closed and replaced with each request
	released chan struct{} // closed by Close: hanging requests end

	web             *httptest.Server
	listen, closing sync.Once
}

// New returns a server. It listens, on the loopback interface, when URL is first called.
func New(opts Options) *Server {
	for list, name := range map[*[]string]string{&opts.Models: DefaultModel, &opts.EmbedModels: DefaultEmbedModel} {
		if len(*list) == 0 {
			*list = []string{name}
		}
	}
	opts.Keep, opts.EmbedDimensions = cmp.Or(opts.Keep, 1000), cmp.Or(opts.EmbedDimensions, 256)
	if opts.Brain == nil {
		opts.Brain = NewRules()
	}
	s := &Server{opts: opts, counted: map[string]int{}, requests: map[string][]*Request{},
		changed: make(chan struct{}), released: make(chan struct{})}
	s.web = httptest.NewUnstartedServer(s.Handler())
	return s
}

// URL returns the base URL for a client (it ends in /v1).
func (s *Server) URL() string {
	s.listen.Do(s.web.Start)
	return s.web.URL + "/v1"
}

// Close ends the server and the requests that hang in it. A second call does nothing.
func (s *Server) Close() {
	s.closing.Do(func() { close(s.released) })
	s.web.CloseClientConnections()
	s.web.Close()
}

// SetBrain replaces the brain. Requests that are being answered keep theirs.
func (s *Server) SetBrain(b Brain) {
	defer s.lock()()
	s.opts.Brain = b
}

// SetRefusals changes the endpoint's habits.
func (s *Server) SetRefusals(r Refusals) {
	defer s.lock()()
	s.opts.Refuse = r
}

// Request is what is kept of a request: for a completion, for embeddings, for a transcription or for speech.
type Request struct {
	Violation string   // why it was refused as malformed, "" when it was not
	Status    int      // of the answer; 0 = none was given
	Body      string   // of a completion, as it came
	Prompt    Prompt   // of a completion, as far as it could be read
	Usage     Usage    // of a completion or an embedding
	Inputs    []string // of embeddings
	File      string   // of a transcription: the recording's name
	Size      int      // … its bytes
	Said      string   // … what was heard; of speech: what was to be said
}

// Usage is what the answer reported.
type Usage struct{ Prompt, Cached, Answer int }

// Requests returns the kept requests, oldest first.
func (s *Server) Requests() []Request { return s.kept("completion") }

// Embeddings returns the kept requests for embeddings, oldest first.
func (s *Server) Embeddings() []Request { return s.kept("embeddings") }

// Voices returns the kept requests for transcriptions, oldest first.
func (s *Server) Voices() []Request { return s.kept("transcription") }

// Speeches returns the kept requests for speech, oldest first.
func (s *Server) Speeches() []Request { return s.kept("speech") }

// LastRequest returns the newest request, the zero Request when there is none.
func (s *Server) LastRequest() Request {
	if all := s.Requests(); len(all) > 0 {
		return all[len(all)-1]
	}
	return Request{}
}

// Violations returns why requests were refused as malformed. A test that ends with
// none spoke the protocol well.
func (s *Server) Violations() []string {
	defer s.lock()()
	return slices.Clone(s.broken)
}

// WaitFor returns when ok holds for the kept requests (it is asked again after each), or
// with the context's error.
func (s *Server) WaitFor(ctx context.Context, ok func([]Request) bool) error {
	for {
		s.mu.Lock()
		wait := s.changed
		s.mu.Unlock()
		if ok(s.Requests()) {
			return nil
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// record keeps a request of a kind. It changes under the lock only, see amend.
func (s *Server) record(kind string, q Request) *Request {
	s.amend(func() {
		if q.Violation != "" {
			s.broken = append(s.broken, q.Violation)
		}
		all := s.requests[kind]
		s.requests[kind] = append(all[max(0, len(all)+1-s.opts.Keep):], &q)
	})
	return &q
}

func (s *Server) kept(kind string) (out []Request) {
	defer s.lock()()
	for _, q := range s.requests[kind] {
		out = append(out, *q)
	}
	return out
}

// amend changes what was recorded.
func (s *Server) amend(change func()) {
	defer s.lock()()
	change()
	close(s.changed)
	s.changed = make(chan struct{})
}

func (c Call) arguments() string {
	switch v := c.Args.(type) {
	case nil:
		return "{}"
	case string:
		return v
	case json.RawMessage:
		return string(v)
	}
	b, err := json.Marshal(c.Args)
	if err != nil {
		return "{}"
	}
	return string(b)
}

// lock locks the Server: "defer s.lock()()" does so until the caller returns.
func (s *Server) lock() (unlock func()) {
	s.mu.Lock()
	return s.mu.Unlock
}
