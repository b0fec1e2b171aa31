package openai

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync/atomic"
	"time"

	api "github.com/sashabaranov/go-openai"

	"keepsake/fault"
)

// wire is the HTTP client for go-openai. It handles what go-openai does not report: headers
// and bodies of errors, errors with status 200, bodies that are not event streams, and the
// comments in a stream that show that the connection is alive.
type wire struct {
	http *http.Client
	now  func() time.Time
}

// exchange connects one request of an attempt with the wire.
type exchange struct {
	alive func()                      // called whenever bytes arrive
	whole *api.ChatCompletionResponse // set when the endpoint did not stream the answer
	sent  atomic.Bool                 // the request was written whole
	taken bool                        // the endpoint accepted the request
	done  bool                        // the last line of a stream arrived
	// isSound is set for a request whose answer is a recording, not JSON.
	isSound bool
}

// withTrace returns a context in which sending a request sets x.sent.
func (x *exchange) withTrace(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(i httptrace.WroteRequestInfo) {
		if i.Err == nil {
			x.sent.Store(true)
		}
	}})
}

type exchangeKey struct{}

func withExchange(ctx context.Context, x *exchange) context.Context {
	return context.WithValue(ctx, exchangeKey{}, x)
}

// Limits in bytes.
const (
	maxError  = 64 << 10 // of an error's body
	maxWhole  = 16 << 20 // of a body that is not a stream
	maxStream = 16 << 20 // of a body that is one
	maxLine   = 1 << 20  // of one line of a stream
)

// errFlood means that the endpoint sends more than any answer holds. Repeating the request would
// bring the same.
var errFlood = fault.New(fault.Unavailable, "the model's endpoint sent more than an answer can hold")

// Do implements go-openai's HTTPDoer. Its errors are endpointErrors or classified already.
func (w *wire) Do(req *http.Request) (*http.Response, error) {
	resp, err := w.http.Do(req)
	if err != nil {
		if req.Context().Err() != nil {
			return nil, context.Cause(req.Context())
		}
		return nil, classifyNetwork(err)
	}
	if resp.StatusCode < 200 || resp.StatusCode >= 300 {
		defer resp.Body.Close()
		body, _ := io.ReadAll(io.LimitReader(resp.Body, maxError))
		e := parseError(max(300, resp.StatusCode), body)
		if e == nil { // a redirect, whose body holds no error
			e = &endpointError{status: resp.StatusCode}
		}
		e.retryAfter = retryAfter(resp.Header, w.now())
		return nil, e
	}
	x, _ := req.Context().Value(exchangeKey{}).(*exchange)
	if x == nil {
		x = &exchange{alive: func() {}}
	}
	body := &watchedBody{ReadCloser: resp.Body, ctx: req.Context(), alive: x.alive}
	switch {
	case x.isSound:
		resp.Body, err = checkSound(body)
	case req.Header.Get("Accept") == "text/event-stream":
		resp.Body, err = checkStream(body, x)
	default:
		resp.Body, err = checkDocument(body)
	}
	if err != nil {
		resp.Body = nil
		_ = body.Close()
		return nil, err
	}
	x.taken = true
	return resp, nil
}

// watchedBody is a body that reports arriving bytes. When the context has ended it returns the
// context's cause.
type watchedBody struct {
	io.ReadCloser
	ctx   context.Context
	alive func()
}

func (l *watchedBody) Read(p []byte) (int, error) {
	n, err := l.ReadCloser.Read(p)
	if n > 0 {
		l.alive()
	}
	if err != nil && err != io.EOF && l.ctx.Err() != nil {
		err = context.Cause(l.ctx)
	}
	return n, err
}

// checkSound returns the body if it is neither an error nor a page. What kind of sound it is its reader sees.
func checkSound(body io.ReadCloser) (io.ReadCloser, error) {
	b, err := io.ReadAll(io.LimitReader(body, maxWhole+1))
	if err != nil {
		return nil, err
	}
	_ = body.Close()
	switch {
	case len(b) > maxWhole:
		return nil, errFlood
	case json.Valid(b):
		if e := parseError(http.StatusOK, b); e != nil {
			return nil, e
		}
		return nil, errNotAModel
	case bytes.HasPrefix(bytes.TrimSpace(b), []byte("<")):
		return nil, errPage
	}
	return io.NopCloser(bytes.NewReader(b)), nil
}

// checkDocument returns the body if it is one JSON value and not an error.
func checkDocument(body io.ReadCloser) (io.ReadCloser, error) {
	b, err := io.ReadAll(io.LimitReader(body, maxWhole))
	if err != nil {
		return nil, err
	}
	_ = body.Close()
	if e := parseError(http.StatusOK, b); e != nil {
		return nil, e
	}
	if bytes.HasPrefix(bytes.TrimSpace(b), []byte("<")) {
		return nil, errPage
	}
	if !json.Valid(b) {
		return nil, errNotAModel
	}
	return io.NopCloser(bytes.NewReader(b)), nil
}

var (
	errNotAModel = fault.New(fault.Unavailable, "something other than a model answers at this address")
	errPage      = fault.Wrap(fault.Unavailable, "a web page answers at this address, and no model", errMoved)
)

// checkStream returns a body with only the data lines of an event stream. If the body is a
// completion that was not streamed, it stores that in x and returns an empty body.
func checkStream(body io.ReadCloser, x *exchange) (io.ReadCloser, error) {
	r := bufio.NewReaderSize(body, 16<<10)
	first, err := peekFirstByte(r)
	if err == io.EOF {
		return nil, errNotAModel
	}
	if err != nil {
		return nil, err
	}
	switch {
	case first == '{':
		doc, err := checkDocument(readCloser{r, body})
		if err != nil {
			return nil, err
		}
		x.whole = &api.ChatCompletionResponse{}
		if err := json.NewDecoder(doc).Decode(x.whole); err != nil {
			return nil, errNotAModel
		}
		return http.NoBody, nil
	case first == '<':
		return nil, errPage
	case strings.IndexByte("deir:", first) < 0: // not data, event, id, retry or a comment
		return nil, errNotAModel
	}
	return &events{r: r, close: body, done: &x.done}, nil
}

type readCloser struct {
	io.Reader
	io.Closer
}

func peekFirstByte(r *bufio.Reader) (byte, error) {
	for {
		b, err := r.Peek(1)
		if err != nil {
			return 0, err
		}
		if !strings.ContainsRune(" \r\n\t\ufeff", rune(b[0])) {
			return b[0], nil
		}
		_, _ = r.Discard(1)
	}
}

// events reads the data lines of an event stream. A line that holds an error makes Read fail
// with that error.
type events struct {
	r     *bufio.Reader
	close io.Closer
	line  []byte
	err   error
	count int   // bytes read
	done  *bool // set when the last line of a complete stream, [DONE], was read
}

func (e *events) Read(p []byte) (int, error) {
	for len(e.line) == 0 {
		if e.err != nil {
			return 0, e.err
		}
		e.next()
	}
	n := copy(p, e.line)
	e.line = e.line[n:]
	return n, nil
}

func (e *events) next() {
	line, err := e.readLine()
	if e.err = err; err == errFlood {
		return
	}
	data, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("data:"))
	if !ok {
		return
	}
	data = bytes.TrimSpace(data)
	if len(data) == 0 {
		return
	}
	if bytes.Contains(data, []byte(`"error"`)) {
		if said := parseError(http.StatusOK, data); said != nil {
			e.err = said
			return
		}
	}
	if string(data) == "[DONE]" {
		*e.done = true
	}
	e.line = append(append([]byte("data: "), data...), '\n')
}

// readLine returns the next line, or errFlood when it or the stream is too long.
func (e *events) readLine() (line []byte, err error) {
	for {
		piece, err := e.r.ReadSlice('\n')
		e.count += len(piece)
		if len(line)+len(piece) > maxLine || e.count > maxStream {
			return nil, errFlood
		}
		line = append(line, piece...)
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

func (e *events) Close() error { return e.close.Close() }
