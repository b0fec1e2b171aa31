package scripted

import (
	"fmt"
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
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range faults {
		for range max(1, f.Times) {
			s.next = append(s.next, f)
		}
	}
}

// Down makes every request fail until Up; faults of Fail come first.
func (s *Server) Down(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.always = &f
}

// Up ends all troubles, those waiting in line too. Requests that hang are not released.
func (s *Server) Up() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.always, s.next = nil, nil
}

// trouble takes the fault for one request.
func (s *Server) trouble() Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
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

func (f Fault) status() int {
	if f.Status == 0 {
		return http.StatusInternalServerError
	}
	return f.Status
}

func (f Fault) message() string {
	if f.Message == "" {
		return "the scripted endpoint was told to fail"
	}
	return f.Message
}

// early answers what goes wrong before an answer begins; it reports whether that was all.
func (s *Server) early(w http.ResponseWriter, r *http.Request, f Fault) (status int, done bool) {
	if f.Latency > 0 && !s.pause(r, f.Latency) {
		return 0, true
	}
	if f.RetryAfter != "" {
		w.Header().Set("Retry-After", f.RetryAfter)
	}
	switch f.Trouble {
	case Hang:
		s.hang(r)
		return 0, true
	case Drop:
		if f.Pieces == 0 {
			panic(http.ErrAbortHandler)
		}
	case Status:
		fail(w, f.status(), f.Code, f.message())
		return f.status(), true
	case StringErr:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(f.status())
		fmt.Fprintf(w, `{"error":%q}`, f.message())
		return f.status(), true
	case ErrorIn200:
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"error":{"message":%q,"type":"server_error","code":%q}}`, f.message(), f.Code)
		return http.StatusOK, true
	case NotStream:
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<html><body>Welcome to the hotel network</body></html>")
		return http.StatusOK, true
	case Garbage:
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, strings.Repeat("data: {\"choices\":[{\"delta\"\n\n", 3))
		return http.StatusOK, true
	}
	return 0, false
}

// pause waits, and reports whether the client was still there afterwards.
func (s *Server) pause(r *http.Request, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-r.Context().Done():
	case <-s.released:
	}
	return false
}

// hang holds a request until its client goes or the server closes.
func (s *Server) hang(r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-s.released:
	}
}
