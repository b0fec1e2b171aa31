package simulator

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

// maxBody is more than any request needs; Telegram takes uploads of up to 50 MB.
const maxBody = 52 << 20

// request is one call of a method.
type request struct {
	method string
	params map[string]string // as they came: strings as they are, everything else as JSON
	args   arguments         // the same, typed
	files  map[string]*File  // uploaded parts by their name
	chatID int64             // 0 = it names no chat
	ctx    context.Context

	unreadable error // why the parameters cannot be read

	// What its needs found.
	chat     *chat
	message  *Message
	text     string
	entities []Entity
	markup   markup
	menu     string
}

// apiError is an answer that is not ok.
type apiError struct {
	code        int
	description string
	retryAfter  int
	migrateTo   int64
}

var (
	notFound     = &apiError{code: http.StatusNotFound, description: "Not Found"}
	unauthorized = &apiError{code: http.StatusUnauthorized, description: "Unauthorized"}
	noAnswer     = &apiError{} // the connection was cut
)

func badRequest(format string, args ...any) *apiError {
	return &apiError{code: http.StatusBadRequest, description: "Bad Request: " + fmt.Sprintf(format, args...)}
}

// Handler serves the Bot API without the Server's own listener. Cutting connections needs a
// real connection beneath.
func (s *Server) Handler() http.Handler { return http.HandlerFunc(s.serve) }

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	if rest, ok := strings.CutPrefix(r.URL.Path, "/file/bot"); ok {
		s.serveFile(w, r, rest)
		return
	}
	rest, isBot := strings.CutPrefix(r.URL.Path, "/bot")
	token, method, named := strings.Cut(rest, "/")
	switch {
	case !isBot || !named:
		writeAnswer(w, nil, notFound)
		return
	case token != s.options.Token:
		writeAnswer(w, nil, unauthorized)
		return
	}
	s.handle(w, readRequest(w, r, method))
}

// applyFault takes the fault ordered for a request, and waits or breaks the connection as it says.
func (s *Server) applyFault(q *request) Fault {
	fault := s.takeFault(q.method, q.chatID)
	if !s.pause(q.ctx, fault.Delay) || fault.Hang && !s.pause(q.ctx, math.MaxInt64) || fault.CutBefore {
		s.record(q, noAnswer)
		panic(http.ErrAbortHandler)
	}
	return fault
}

// handle runs one request with the faults ordered for it.
func (s *Server) handle(w http.ResponseWriter, q *request) {
	fault := s.applyFault(q)
	if fault.Raw != "" {
		s.record(q, nil)
		w.WriteHeader(max(fault.Code, http.StatusOK))
		_, _ = io.WriteString(w, fault.Raw)
		return
	}
	result, fail := s.callRecorded(q, fault)
	if fault.CutAfter {
		panic(http.ErrAbortHandler)
	}
	writeAnswer(w, result, fail)
}

// callRecorded runs the method and records the request under one lock: whoever sees what a
// request did finds the request among the Calls. getUpdates gives the lock away while it waits.
func (s *Server) callRecorded(q *request, fault Fault) (result any, fail *apiError) {
	defer s.lock()()
	if fail = fault.error(); fail == nil {
		result, fail = s.call(q)
	}
	if fault.CutAfter {
		s.recordLocked(q, noAnswer)
	} else {
		s.recordLocked(q, fail)
	}
	return result, fail
}

// call runs the method. The caller holds mu.
func (s *Server) call(q *request) (any, *apiError) {
	m, ok := methods()[strings.ToLower(q.method)]
	if q.unreadable != nil {
		return nil, s.violate(q.method, q.unreadable.Error())
	}
	if !ok {
		s.violate(q.method, "no such method, or one that is not simulated")
		return nil, notFound
	}
	if fail := s.readArguments(q, m); fail != nil {
		return nil, fail
	}
	if m.limited && s.options.Limits {
		if wait := s.limits.take(q.chatID, cmp.Or(s.options.ChatBurst, 3), s.now()); wait > 0 {
			return nil, newLimitError(wait)
		}
	}
	for _, find := range m.needs {
		if fail := find(s, q); fail != nil {
			return nil, fail
		}
	}
	return m.run(s, q)
}

// pause waits and reports whether the client is still there.
func (s *Server) pause(ctx context.Context, d time.Duration) bool {
	if d == 0 {
		return true
	}
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
	case <-s.done:
	}
	return false
}

// record keeps a request and how it was answered.
func (s *Server) record(q *request, fail *apiError) {
	defer s.lock()()
	s.recordLocked(q, fail)
}

// recordLocked is record for a caller that holds mu.
func (s *Server) recordLocked(q *request, fail *apiError) {
	if strings.EqualFold(q.method, "getUpdates") {
		return
	}
	c := Call{At: s.now(), Method: q.method, Chat: q.chatID, Params: q.params, Code: http.StatusOK}
	if fail != nil {
		c.Code, c.Description = fail.code, fail.description
	}
	s.calls = append(s.calls, c)
	s.signalChange()
}

// violate records what a careful bot would not do, and refuses it. The caller holds mu.
func (s *Server) violate(method, why string) *apiError {
	s.violations = append(s.violations, method+": "+why)
	s.signalChange()
	return badRequest("%s", why)
}

func writeAnswer(w http.ResponseWriter, result any, fail *apiError) {
	w.Header().Set("Content-Type", "application/json")
	body := object{"ok": true, "result": result}
	if fail != nil {
		body = object{"ok": false, "error_code": fail.code, "description": fail.description}
		if more := setNonZero(object{}, "retry_after", fail.retryAfter, "migrate_to_chat_id", fail.migrateTo); len(more) > 0 {
			body["parameters"] = more
		}
		w.WriteHeader(fail.code)
	}
	_ = json.NewEncoder(w).Encode(body)
}

// readRequest reads parameters from the query and from a JSON, form or multipart body.
func readRequest(w http.ResponseWriter, r *http.Request, method string) *request {
	q := &request{method: method, params: map[string]string{}, files: map[string]*File{}, ctx: r.Context()}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	var err error
	switch kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind {
	case "application/json":
		if err = q.readJSON(r.Body); err == nil {
			err = r.ParseForm() // the query
		}
	case "multipart/form-data":
		if err = r.ParseMultipartForm(maxBody); err == nil {
			err = q.readFiles(r.MultipartForm.File)
		}
	default:
		err = r.ParseForm()
	}
	if err != nil {
		q.unreadable = errors.New("can't parse the parameters")
	}
	for name, values := range r.Form {
		if _, twice := q.params[name]; twice || len(values) > 1 {
			q.unreadable = errors.New("parameter " + name + " is given twice")
		}
		q.params[name] = values[0]
	}
	q.chatID, _ = strconv.ParseInt(q.params["chat_id"], 10, 64)
	return q
}

func (q *request) readJSON(body io.Reader) error {
	var fields map[string]json.RawMessage
	if err := json.NewDecoder(body).Decode(&fields); err != nil && err != io.EOF {
		return err
	}
	for name, raw := range fields {
		str := string(raw)
		_ = json.Unmarshal(raw, &str) // a string is taken as it is
		q.params[name] = str
	}
	return nil
}

func (q *request) readFiles(parts map[string][]*multipart.FileHeader) error {
	for name, all := range parts {
		f, err := all[0].Open()
		if err != nil {
			return err
		}
		data, err := io.ReadAll(f)
		if err != nil {
			return err
		}
		q.files[name] = &File{Name: all[0].Filename, Data: data}
	}
	return nil
}

// serveFile gives a file to the bot that asked getFile for it.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request, rest string) {
	q := &request{method: "file", ctx: r.Context()}
	token, path, _ := strings.Cut(rest, "/")
	fault := s.applyFault(q)
	s.mu.Lock()
	found := s.paths[path]
	s.mu.Unlock()
	fail := fault.error()
	if fail == nil && (token != s.options.Token || found == nil || r.Method != http.MethodGet) {
		fail = notFound
	}
	s.record(q, fail)
	if fail != nil {
		writeAnswer(w, nil, fail)
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Length", strconv.Itoa(len(found.Data)))
	half := len(found.Data) / 2
	_, _ = w.Write(found.Data[:half])
	if fault.CutAfter {
		panic(http.ErrAbortHandler)
	}
	_, _ = w.Write(found.Data[half:])
}

// Fault makes requests go wrong.
type Fault struct {
	Method string // "" is any method
	Chat   int64  // 0 is any chat
	Times  int    // how many requests; 0 is one, negative is until ClearFaults

	Code        int           // answer with this error instead of doing anything: 400, 403, 429, 500, 502 …
	Description string        // of the error; a fitting one by default
	RetryAfter  int           // seconds, with 429
	Delay       time.Duration // before anything else
	Hang        bool          // never answer
	CutBefore   bool          // the connection breaks before the request is accepted
	CutAfter    bool          // the request is accepted (a message is sent!), then the connection breaks
	Raw         string        // answer with this body, with status Code or 200
}

// error returns the answer that a fault orders, nil when it orders none.
func (f Fault) error() *apiError {
	e := &apiError{code: f.Code, description: http.StatusText(f.Code), retryAfter: f.RetryAfter}
	switch f.Code {
	case 0:
		return nil
	case http.StatusTooManyRequests:
		e = newLimitError(max(f.RetryAfter, 1))
	}
	e.description = cmp.Or(f.Description, e.description)
	return e
}

func newLimitError(seconds int) *apiError {
	return &apiError{code: http.StatusTooManyRequests, retryAfter: seconds, description: fmt.Sprintf("Too Many Requests: retry after %d", seconds)}
}

// Fail orders a fault; faults are used up in order.
func (s *Server) Fail(f Fault) {
	defer s.lock()()
	f.Times = cmp.Or(f.Times, 1)
	s.faults = append(s.faults, &f)
}

// ClearFaults takes back all faults ordered.
func (s *Server) ClearFaults() {
	defer s.lock()()
	s.faults = nil
}

// takeFault takes the fault ordered for a request.
func (s *Server) takeFault(method string, chat int64) Fault {
	defer s.lock()()
	for i, f := range s.faults {
		if f.Method != "" && !strings.EqualFold(f.Method, method) || f.Chat != 0 && f.Chat != chat {
			continue
		}
		hit := *f
		if f.Times--; f.Times == 0 {
			s.faults = slices.Delete(s.faults, i, i+1)
		}
		return hit
	}
	return Fault{}
}

// limits is Telegram's flood control, as far as it is documented: by chat, and 0 for all.
type limits map[int64]*rate.Limiter

// take counts one message to chat; the result is how many seconds to wait when it is too many.
func (l limits) take(chat int64, burst int, now time.Time) (seconds int) {
	for _, id := range []int64{chat, 0} {
		switch {
		case l[id] != nil:
		case id == 0:
			l[id] = rate.NewLimiter(30, 30)
		case id < 0:
			l[id] = rate.NewLimiter(rate.Every(3*time.Second), 20)
		default:
			l[id] = rate.NewLimiter(1, burst)
		}
		r := l[id].ReserveN(now, 1)
		if wait := r.DelayFrom(now); wait > 0 {
			r.CancelAt(now)
			return int(math.Ceil(wait.Seconds()))
		}
	}
	return 0
}
