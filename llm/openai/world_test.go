package openai_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
)

const secretKey = "sk-very-secret-key-0123456789"

// inMemory passes requests to a handler without sockets, which testing/synctest requires.
type inMemory struct{ h http.Handler }

func (m inMemory) RoundTrip(req *http.Request) (*http.Response, error) {
	r, w := io.Pipe()
	rec := &writer{header: http.Header{}, pipe: w, ready: make(chan struct{})}
	ctx, cancel := context.WithCancel(req.Context())
	in := req.Clone(ctx)
	in.RequestURI = req.URL.RequestURI()
	if in.Body == nil {
		in.Body = http.NoBody
	}
	go func() {
		defer func() {
			err := error(nil)
			if p := recover(); p != nil {
				err = io.ErrUnexpectedEOF
			}
			rec.WriteHeader(http.StatusOK)
			_ = w.CloseWithError(err)
		}()
		m.h.ServeHTTP(rec, in)
	}()
	select {
	case <-rec.ready:
	case <-req.Context().Done():
		cancel()
		return nil, req.Context().Err()
	}
	stop := context.AfterFunc(req.Context(), func() { _ = r.CloseWithError(req.Context().Err()) })
	return &http.Response{StatusCode: rec.status, Status: http.StatusText(rec.status), Header: rec.header, Request: req,
		Body: body{r, func() { stop(); cancel() }}}, nil
}

type body struct {
	*io.PipeReader
	done func()
}

func (b body) Close() error { b.done(); return b.PipeReader.Close() }

type writer struct {
	header http.Header
	status int
	pipe   *io.PipeWriter
	ready  chan struct{}
}

func (w *writer) Header() http.Header { return w.header }
func (w *writer) Flush()              {}
func (w *writer) WriteHeader(code int) {
	if w.status == 0 {
		w.status = code
		w.header = w.header.Clone()
		close(w.ready)
	}
}
func (w *writer) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.pipe.Write(p)
}

// world is a scripted endpoint and a client of it.
type world struct {
	*scripted.Server
	client *openai.Client
	log    *bytes.Buffer
	text   strings.Builder // the text since the last reset
	resets int
	asked  int // requests to the endpoint of newRefusingWorld
	status int // its status for refusals; 0 = 400
}

func newWorld(t *testing.T, o scripted.Options, change ...func(*openai.Config)) *world {
	t.Helper()
	if o.Key == "" {
		o.Key = secretKey
	}
	w := &world{Server: scripted.New(o), log: &bytes.Buffer{}}
	cfg := openai.Config{Endpoint: openai.Endpoint{
		BaseURL: "http://model.test/v1", APIKey: secretKey, Model: scripted.DefaultModel,
		HTTPClient: &http.Client{Transport: inMemory{w.Handler()}},
		Log:        slog.New(slog.NewTextHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}}
	for _, c := range change {
		c(&cfg)
	}
	w.client = openai.New(cfg)
	return w
}

func (w *world) say(ctx context.Context, r llm.Request) (llm.Response, error) {
	w.text.Reset()
	return w.client.Complete(ctx, r, func(piece string, reset bool) {
		if reset {
			w.text.Reset()
			w.resets++
		}
		w.text.WriteString(piece)
	})
}

func ask(said string) llm.Request {
	return llm.Request{Messages: []llm.Message{{Role: "system", Content: "Be kind."}, {Role: "user", Content: said}}}
}

func says(text string) scripted.Brain {
	rules := scripted.NewRules()
	rules.Otherwise().Say(text)
	return rules
}

var weather = llm.Tool{Name: "weather", Description: "Tells the weather.",
	Schema: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string","description":"where"}},"required":["city"]}`)}

// bubble runs a test with fake time.
func bubble(t *testing.T, f func(t *testing.T)) { t.Helper(); synctest.Test(t, f) }
