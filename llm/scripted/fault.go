package scripted

import (
	"cmp"
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"
)

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
