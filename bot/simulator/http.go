package simulator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxBody is more than any request needs; Telegram takes uploads of up to 50 MB.
const maxBody = 52 << 20

// request is one call of a method: its parameters as strings, whichever way they came.
type request struct {
	method string
	params map[string]string // strings as they are, everything else as JSON
	files  map[string]*File  // uploaded parts by their name
	ctx    context.Context
}

// apiError is an answer that is not ok.
type apiError struct {
	code        int
	description string
	retryAfter  int
	migrateTo   int64
}

func bad(format string, args ...any) *apiError {
	return &apiError{code: http.StatusBadRequest, description: "Bad Request: " + fmt.Sprintf(format, args...)}
}

// Handler serves the Bot API without the Server's own listener. Cutting connections needs a
// real connection beneath.
func (s *Server) Handler() http.Handler { return http.HandlerFunc(s.serve) }

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	if rest, ok := strings.CutPrefix(path, "/file/bot"); ok {
		s.serveFile(w, r, rest)
		return
	}
	token, method, ok := strings.Cut(strings.TrimPrefix(path, "/bot"), "/")
	if !ok || !strings.HasPrefix(path, "/bot") {
		answer(w, nil, &apiError{code: 404, description: "Not Found"})
		return
	}
	if token != s.opt.Token {
		answer(w, nil, &apiError{code: 401, description: "Unauthorized"})
		return
	}
	q, err := parse(w, r, method)
	if err != nil {
		s.mu.Lock()
		s.violate(method, err.Error())
		s.mu.Unlock()
		answer(w, nil, bad("%s", err))
		return
	}
	s.handle(w, q)
}

// handle runs one request with the faults ordered for it.
func (s *Server) handle(w http.ResponseWriter, q *request) {
	chat, _ := strconv.ParseInt(q.params["chat_id"], 10, 64)
	fault, latency := s.takeFault(q.method, chat)
	if !s.pause(q.ctx, latency+fault.Delay) || fault.Hang && !s.pause(q.ctx, -1) {
		s.record(q, chat, 0, "")
		panic(http.ErrAbortHandler)
	}
	if fault.CutBefore {
		s.record(q, chat, 0, "")
		panic(http.ErrAbortHandler)
	}
	if fault.Raw != "" {
		s.record(q, chat, http.StatusOK, "")
		w.WriteHeader(max(fault.Code, http.StatusOK))
		_, _ = io.WriteString(w, fault.Raw)
		return
	}
	var result any
	var fail *apiError
	if fault.Code != 0 {
		fail = fault.error()
	} else {
		result, fail = s.call(q, chat)
	}
	switch {
	case fault.CutAfter:
		s.record(q, chat, 0, "")
		panic(http.ErrAbortHandler)
	case fail != nil:
		s.record(q, chat, fail.code, fail.description)
	default:
		s.record(q, chat, http.StatusOK, "")
	}
	answer(w, result, fail)
}

// call runs the method under the lock. getUpdates gives the lock away while it waits.
func (s *Server) call(q *request, chat int64) (any, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, ok := methods()[strings.ToLower(q.method)]
	if !ok {
		s.violate(q.method, "no such method, or one that is not simulated")
		return nil, &apiError{code: 404, description: "Not Found"}
	}
	for name := range q.params {
		if !m.takes(name) {
			return nil, s.violate(q.method, "unknown parameter "+name)
		}
	}
	if m.limited && s.opt.Limits {
		if wait := s.limits.take(chat, s.now()); wait > 0 {
			return nil, tooMany(wait)
		}
	}
	return m.run(s, q)
}

// pause waits; a negative time means until the client gives up. It says whether to go on.
func (s *Server) pause(ctx context.Context, d time.Duration) bool {
	if d == 0 {
		return true
	}
	var over <-chan time.Time
	if d > 0 {
		t := time.NewTimer(d)
		defer t.Stop()
		over = t.C
	}
	select {
	case <-over:
		return true
	case <-ctx.Done():
	case <-s.done:
	}
	return false
}

func (s *Server) record(q *request, chat int64, code int, description string) {
	if strings.EqualFold(q.method, "getUpdates") {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(s.calls, Call{At: s.now(), Method: q.method, Chat: chat, Params: q.params, Code: code, Description: description})
	s.wake()
}

// violate records what a careful bot would not do. The caller holds mu.
func (s *Server) violate(method, why string) *apiError {
	s.broken = append(s.broken, method+": "+why)
	s.wake()
	return bad("%s", why)
}

func answer(w http.ResponseWriter, result any, fail *apiError) {
	w.Header().Set("Content-Type", "application/json")
	body := object{"ok": true, "result": result}
	if fail != nil {
		body = object{"ok": false, "error_code": fail.code, "description": fail.description}
		if fail.retryAfter > 0 {
			body["parameters"] = object{"retry_after": fail.retryAfter}
		}
		if fail.migrateTo != 0 {
			body["parameters"] = object{"migrate_to_chat_id": fail.migrateTo}
		}
		w.WriteHeader(fail.code)
	}
	_ = json.NewEncoder(w).Encode(body)
}

// parse reads parameters from the query and from a JSON, form or multipart body.
func parse(w http.ResponseWriter, r *http.Request, method string) (*request, error) {
	q := &request{method: method, params: map[string]string{}, files: map[string]*File{}, ctx: r.Context()}
	for k, v := range r.URL.Query() {
		q.params[k] = v[0]
	}
	body := http.MaxBytesReader(w, r.Body, maxBody)
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch kind {
	case "application/json":
		return q, q.json(body)
	case "multipart/form-data":
		return q, q.multipart(r)
	case "application/x-www-form-urlencoded":
		r.Body = body
		if err := r.ParseForm(); err != nil {
			return nil, errors.New("can't parse the form")
		}
		for k, v := range r.PostForm {
			q.params[k] = v[0]
		}
	}
	return q, nil
}

func (q *request) json(body io.Reader) error {
	var fields map[string]json.RawMessage
	if err := json.NewDecoder(body).Decode(&fields); err != nil && err != io.EOF {
		return errors.New("can't parse JSON object")
	}
	for k, raw := range fields {
		var str string
		if json.Unmarshal(raw, &str) == nil {
			q.params[k] = str
		} else {
			q.params[k] = string(raw)
		}
	}
	return nil
}

func (q *request) multipart(r *http.Request) error {
	parts, err := r.MultipartReader()
	if err != nil {
		return errors.New("can't parse multipart body")
	}
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return errors.New("can't parse multipart body")
		}
		data, err := io.ReadAll(io.LimitReader(part, maxBody))
		if err != nil {
			return errors.New("can't read multipart body")
		}
		if part.FileName() != "" {
			q.files[part.FormName()] = &File{Name: part.FileName(), Data: data}
			continue
		}
		if _, twice := q.params[part.FormName()]; twice {
			return errors.New("parameter " + part.FormName() + " is given twice")
		}
		q.params[part.FormName()] = string(data)
	}
}

// serveFile gives a file to the bot that asked getFile for it.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request, rest string) {
	q := &request{method: "file", ctx: r.Context()}
	token, path, _ := strings.Cut(rest, "/")
	fault, latency := s.takeFault("file", 0)
	if !s.pause(q.ctx, latency+fault.Delay) || fault.Hang && !s.pause(q.ctx, -1) || fault.CutBefore {
		s.record(q, 0, 0, "")
		panic(http.ErrAbortHandler)
	}
	s.mu.Lock()
	var found *File
	for _, f := range s.files {
		if f.path == path && f.asked {
			found = f
		}
	}
	s.mu.Unlock()
	switch {
	case fault.Code != 0:
		fail := fault.error()
		s.record(q, 0, fail.code, fail.description)
		answer(w, nil, fail)
	case token != s.opt.Token || found == nil || r.Method != http.MethodGet:
		s.record(q, 0, http.StatusNotFound, "Not Found")
		answer(w, nil, &apiError{code: 404, description: "Not Found"})
	default:
		s.record(q, 0, http.StatusOK, "")
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Content-Length", strconv.Itoa(len(found.Data)))
		_, _ = w.Write(found.Data[:len(found.Data)/2])
		if fault.CutAfter {
			panic(http.ErrAbortHandler)
		}
		_, _ = w.Write(found.Data[len(found.Data)/2:])
	}
}
