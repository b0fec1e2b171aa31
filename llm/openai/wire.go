package openai

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	api "github.com/sashabaranov/go-openai"

	"keepsake/fault"
)

// wire stands between go-openai and HTTP, where what go-openai loses can still be seen:
// headers and bodies of errors, errors inside a 200, bodies that are no event stream,
// comments that keep a line alive.
type wire struct {
	http *http.Client
	now  func() time.Time
}

// exchange is what the wire and an attempt tell each other about one request.
type exchange struct {
	alive func()                      // called for each arrival of bytes
	whole *api.ChatCompletionResponse // the endpoint answered at once, though asked to stream
}

type exchangeKey struct{}

func withExchange(ctx context.Context, x *exchange) context.Context {
	return context.WithValue(ctx, exchangeKey{}, x)
}

// Most bytes read of an error, and of a body that should have been a stream.
const (
	maxError = 64 << 10
	maxWhole = 16 << 20
)

// Do implements go-openai's HTTPDoer. Its errors are already classified or endpointError.
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
		if e == nil { // a redirect: no body to speak of
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
	if req.Header.Get("Accept") == "text/event-stream" {
		resp.Body, err = checkStream(body, x)
	} else {
		resp.Body, err = checkDocument(body)
	}
	if err != nil {
		resp.Body = nil
		_ = body.Close()
		return nil, err
	}
	return resp, nil
}

// watchedBody is a body that reports each arrival, and names the deadline that ended it.
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

// checkDocument returns a body that is one JSON value and no error.
func checkDocument(body io.ReadCloser) (io.ReadCloser, error) {
	b, err := io.ReadAll(io.LimitReader(body, maxWhole))
	if err != nil {
		return nil, err
	}
	_ = body.Close()
	if e := parseError(http.StatusOK, b); e != nil {
		return nil, e
	}
	if !json.Valid(b) {
		return nil, errNotOurs
	}
	return io.NopCloser(bytes.NewReader(b)), nil
}

var errNotOurs = fault.New(fault.Unavailable, "something other than a model answers at this address")

// checkStream returns a body that is an event stream and holds nothing but data lines. A
// completion that came whole goes to x instead, and the stream is empty.
func checkStream(body io.ReadCloser, x *exchange) (io.ReadCloser, error) {
	r := bufio.NewReaderSize(body, 16<<10)
	first, err := peekFirstByte(r)
	if err == io.EOF {
		return nil, errNotOurs
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
			return nil, errNotOurs
		}
		return http.NoBody, nil
	case strings.IndexByte("deir:", first) < 0: // data, event, id, retry, a comment
		return nil, errNotOurs
	}
	return &events{r: r, close: body}, nil
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

// events passes the data lines of an event stream on, one by one, and turns an error
// inside it into an error of reading.
type events struct {
	r     *bufio.Reader
	close io.Closer
	line  []byte
	err   error
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
	line, err := e.r.ReadBytes('\n')
	e.err = err
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
	e.line = append(append([]byte("data: "), data...), '\n')
}

func (e *events) Close() error { return e.close.Close() }
