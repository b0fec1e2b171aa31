package scripted

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"
)

// outgoing writes one answer, whole or as a stream, with the fault that was ordered for it.
type outgoing struct {
	*Server
	w         http.ResponseWriter
	r         *http.Request
	f         Fault
	model, id string
	usage     Usage
	wantUsage bool
}

type object = map[string]any

func (o *outgoing) usageObject() object {
	return object{"prompt_tokens": o.usage.Prompt, "completion_tokens": o.usage.Answer,
		"total_tokens":          o.usage.Prompt + o.usage.Answer,
		"prompt_tokens_details": object{"cached_tokens": o.usage.Cached}}
}

// finishReason returns why an answer ends, nil where it breaks off.
func (o *outgoing) finishReason(a Answer) any {
	switch o.f.Trouble {
	case Length:
		return "length"
	case Filtered:
		return "content_filter"
	case Cut, NoFinish:
		return nil
	}
	if len(a.Calls) > 0 {
		return "tool_calls"
	}
	return "stop"
}

// whole answers without a stream.
func (o *outgoing) whole(a Answer) {
	switch o.f.Trouble {
	case Drop:
		panic(http.ErrAbortHandler)
	case HangMid:
		o.hang(o.r)
		return
	case Empty:
		a.Text, a.Calls = "", nil
	}
	message := object{"role": "assistant", "content": a.Text}
	if len(a.Calls) > 0 {
		calls := make([]object, len(a.Calls))
		for i, c := range a.Calls {
			calls[i] = o.wireCall(c)
		}
		if message["tool_calls"] = calls; a.Text == "" {
			message["content"] = nil
		}
	}
	reply(o.w, object{"id": o.id, "object": "chat.completion", "model": o.model, "usage": o.usageObject(),
		"choices": []object{{"index": 0, "message": message, "finish_reason": o.finishReason(a)}}})
}

// stream answers piece by piece.
func (o *outgoing) stream(a Answer) {
	o.w.Header().Set("Content-Type", "text/event-stream")
	o.w.Header().Set("Cache-Control", "no-cache")
	pieces := o.pieces(a)
	isHit := len(pieces) >= o.f.Pieces // longer faults never happen
	switch o.f.Trouble {
	case Cut, Drop, HangMid, ErrorMid, Length, Filtered:
		pieces = pieces[:min(len(pieces), o.f.Pieces)]
	}
	if !o.delta(object{"role": "assistant", "content": ""}, nil) {
		return
	}
	for i, p := range pieces {
		if _, isText := p["content"]; i > 0 && isText && !o.pause(o.r, o.opts.WordDelay) {
			return
		}
		if o.f.Trouble == Comments && i >= o.f.Pieces {
			o.line(": still working\n\n")
		}
		if !o.delta(p, nil) {
			return
		}
	}
	if o.f.Trouble == Cut || isHit && o.breakOff() {
		return
	}
	if why := o.finishReason(a); why != nil {
		o.delta(object{}, why)
	}
	if o.wantUsage {
		o.event(object{"id": o.id, "object": "chat.completion.chunk", "model": o.model, "choices": []object{}, "usage": o.usageObject()})
	}
	o.line("data: [DONE]\n\n")
}

// breakOff ends a stream in the wrong way if that was ordered; it reports whether it was.
func (o *outgoing) breakOff() bool {
	switch o.f.Trouble {
	case Drop:
		o.flush()
		panic(http.ErrAbortHandler)
	case HangMid:
		o.hang(o.r)
		return true
	case ErrorMid:
		o.event(object{"error": object{"message": o.f.message(), "type": "server_error", "code": o.f.Code}})
		return true
	}
	return false
}

// pieces returns the deltas of text and calls. Those of a call are its head, then its arguments in
// two parts.
func (o *outgoing) pieces(a Answer) (out []object) {
	if o.f.Trouble == Empty {
		return nil
	}
	for _, piece := range splitWords(a.Text) {
		out = append(out, object{"content": piece})
	}
	for i, c := range a.Calls {
		args := c.arguments()
		half := len(args) / 2
		for half > 0 && !utf8.RuneStart(args[half]) {
			half--
		}
		head := o.wireCall(c)
		head["function"] = object{"name": c.Name, "arguments": ""}
		for _, part := range []object{head, {"function": object{"arguments": args[:half]}}, {"function": object{"arguments": args[half:]}}} {
			if part["index"] = i; o.f.Trouble == NilIndex {
				delete(part, "index")
			}
			out = append(out, object{"tool_calls": []object{part}})
		}
	}
	return out
}

func (o *outgoing) wireCall(c Call) object {
	call := object{"id": fmt.Sprintf("call_%06d", o.calls.Add(1)), "type": "function", "function": object{"name": c.Name, "arguments": c.arguments()}}
	if o.f.Trouble == NoCallID {
		delete(call, "id")
	}
	return call
}

func (o *outgoing) delta(d object, finish any) bool {
	choice := object{"index": 0, "delta": d, "finish_reason": finish}
	return o.event(object{"id": o.id, "object": "chat.completion.chunk", "model": o.model, "choices": []object{choice}})
}

func (o *outgoing) event(v any) bool {
	b, err := json.Marshal(v)
	return err == nil && o.line("data: "+string(b)+"\n\n")
}

func (o *outgoing) line(s string) bool {
	if _, err := fmt.Fprint(o.w, s); err != nil {
		return false
	}
	o.flush()
	return o.r.Context().Err() == nil
}

func (o *outgoing) flush() { _ = http.NewResponseController(o.w).Flush() }

// Trouble is a way for an endpoint to fail.
type Trouble string

// The troubles. Slow is none by itself: the answer comes whole after Latency.
const (
	Slow       Trouble = ""
	Hang       Trouble = "hang"       // accepts the request and says nothing until the client goes
	HangMid    Trouble = "hang-mid"   // as Hang, after Pieces of the stream
	Cut        Trouble = "cut"        // the connection ends cleanly after Pieces, no finish, no [DONE]
	Drop       Trouble = "drop"       // the connection breaks after Pieces (before the answer when 0)
	Status     Trouble = "status"     // answers Fault.Status with an error object
	ErrorIn200 Trouble = "error-200"  // 200 with an error object as its body
	ErrorMid   Trouble = "error-mid"  // an error object inside the stream, after Pieces
	NotStream  Trouble = "not-stream" // 200 with a web page
	Garbage    Trouble = "garbage"    // 200, an event stream of no JSON
	NoFinish   Trouble = "no-finish"  // all pieces and [DONE], but no finish_reason
	StringErr  Trouble = "string"     // Fault.Status with {"error":"a string"}, as Ollama does
	Empty      Trouble = "empty"      // finishes without having said anything
	Length     Trouble = "length"     // ends at the token limit after Pieces
	Filtered   Trouble = "filtered"   // ends by the content filter after Pieces
	Whole      Trouble = "whole"      // ignores "stream" and answers in one JSON
	NilIndex   Trouble = "nil-index"  // streams tool calls without an index
	NoCallID   Trouble = "no-call-id" // tool calls without ids
	Comments   Trouble = "comments"   // keeps the line alive with comments before and between pieces
)

// Fault is one trouble and its particulars.
type Fault struct {
	Trouble    Trouble
	Latency    time.Duration // before anything is answered
	Status     int           // of Status and StringErr; 500 when 0
	Code       string        // the error object's code
	Message    string        // the error's message
	RetryAfter string        // the header, as written: seconds or an HTTP date
	Pieces     int           // of a stream, before the trouble
	Times      int           // how many requests it befalls; 0 = one
}

// Fail makes the next requests fail, in the order of the calls.
func (s *Server) Fail(faults ...Fault) {
	defer s.lock()()
	for _, f := range faults {
		for range max(1, f.Times) {
			s.next = append(s.next, f)
		}
	}
}

// Down makes every request fail until Up; faults of Fail come first.
func (s *Server) Down(f Fault) {
	defer s.lock()()
	s.always = &f
}

// Up ends all troubles, those waiting in line too. Requests that hang are not released.
func (s *Server) Up() {
	defer s.lock()()
	s.always, s.next = nil, nil
}

// takeFault takes the fault for one request.
func (s *Server) takeFault() Fault {
	defer s.lock()()
	if len(s.next) > 0 {
		f := s.next[0]
		s.next = s.next[1:]
		return f
	}
	if s.always != nil {
		return *s.always
	}
	return Fault{}
}

func (f Fault) status() int { return cmp.Or(f.Status, http.StatusInternalServerError) }

func (f Fault) message() string { return cmp.Or(f.Message, "the scripted endpoint was told to fail") }

// failEarly answers what goes wrong before an answer begins; it reports whether that was all.
func (s *Server) failEarly(w http.ResponseWriter, r *http.Request, f Fault) (status int, done bool) {
	if !s.pause(r, f.Latency) {
		return 0, true
	}
	if f.RetryAfter != "" {
		w.Header().Set("Retry-After", f.RetryAfter)
	}
	kind, body, status := "application/json", "", http.StatusOK
	switch f.Trouble {
	case Hang:
		s.hang(r)
		return 0, true
	case Drop:
		if f.Pieces == 0 {
			panic(http.ErrAbortHandler)
		}
		return 0, false
	case Status:
		fail(w, f.status(), f.Code, f.message())
		return f.status(), true
	case StringErr:
		status, body = f.status(), fmt.Sprintf(`{"error":%q}`, f.message())
	case ErrorIn200:
		body = fmt.Sprintf(`{"error":{"message":%q,"type":"server_error","code":%q}}`, f.message(), f.Code)
	case NotStream:
		kind, body = "text/html", "<html><body>Welcome to the hotel network</body></html>"
	case Garbage:
		kind, body = "text/event-stream", strings.Repeat("data: {\"choices\":[{\"delta\"\n\n", 3)
	default:
		return 0, false
	}
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	fmt.Fprint(w, body)
	return status, true
}

// pause waits, and reports whether the client was still there afterwards.
func (s *Server) pause(r *http.Request, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	select {
	case <-time.After(d):
		return true
	case <-r.Context().Done():
	case <-s.released:
	}
	return false
}

// hang holds a request until its client goes or the server closes.
func (s *Server) hang(r *http.Request) { s.pause(r, math.MaxInt64) }
