package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"keepsake/apikey"
	"keepsake/apikey/gate"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/session"
	"keepsake/text"
	"keepsake/web/paging"
	"keepsake/web/shape"
)

// Problem is an error as programs read it (RFC 9457). Its texts are constant English.
type Problem struct {
	Type   string `json:"type" doc:"Always about:blank; code tells problems apart" example:"about:blank"`
	Title  string `json:"title" doc:"The status in words"`
	Status int    `json:"status" doc:"The HTTP status" example:"404"`
	Detail string `json:"detail" doc:"What is wrong, and what can be done"`
	Code   string `json:"code" doc:"What is wrong, for programs" example:"not_found"`
	// Errors are the places of a request that are wrong.
	Errors []Place `json:"errors,omitempty" nullable:"false" doc:"The places of the request that are wrong"`
	// Existing are the memories that stand in the way of a new one (P34).
	Existing []shape.Memory `json:"existing,omitempty" nullable:"false" doc:"Of a conflict: the memories that say the same, or have the same subject"`
	// Suggestion says what to do instead.
	Suggestion string `json:"suggestion,omitempty" doc:"Of a conflict: the request to make instead"`

	retryAfter time.Duration
}

// Place is one place of a request that is wrong.
type Place struct {
	Location string `json:"location" example:"body.content"`
	Message  string `json:"message" example:"expected length >= 5"`
}

func (p *Problem) Error() string { return p.Code }

// GetStatus makes a Problem what huma answers with.
func (p *Problem) GetStatus() int { return p.Status }

// GetHeaders are the headers that go with the problem.
func (p *Problem) GetHeaders() http.Header {
	h := http.Header{}
	switch p.Status {
	case http.StatusUnauthorized:
		h.Set("WWW-Authenticate", `Bearer realm="keepsake"`)
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		h.Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(p.retryAfter.Seconds())))))
	}
	return h
}

// ContentType is RFC 9457's.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

func newProblem(status int, code, detail string) *Problem {
	return &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: detail, Code: code}
}

// writeProblem answers outside of huma's operations.
func writeProblem(w http.ResponseWriter, p *Problem) {
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", p.ContentType(""))
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p)
}

// init makes huma speak of problems: it has one way for the whole program, and only this room uses it.
func init() {
	huma.ValidateStrictCasing = true // as the description says; its decoder would take any case
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		return problemOfRequest(status, message, errs)
	}
}

// brokenBody is what huma says of a body that could not be read, such as one whose chunks are not framed as HTTP wants.
// It blames the server, but the client sent it.
const brokenBody = "cannot read request body"

// problemOfRequest returns what is wrong with a request that reached no operation. The texts of the places are
// huma's, about what was expected; a value that was sent is never repeated.
func problemOfRequest(status int, message string, errs []error) *Problem {
	code := "invalid"
	switch status {
	case http.StatusBadRequest: // one status for all that is wrong with a request (P20–P28)
		status = http.StatusUnprocessableEntity
	case http.StatusRequestEntityTooLarge:
		code, message = "too_large", "The body is too large."
	case http.StatusUnsupportedMediaType:
		code, message = "unsupported_media_type", "The body must be application/json."
	case http.StatusRequestTimeout:
		code, message = "too_slow", "The body took too long to arrive."
	case http.StatusNotAcceptable:
		code, message = "not_acceptable", "Answers are application/json."
	case http.StatusInternalServerError:
		if message == brokenBody {
			status, message = http.StatusUnprocessableEntity, "The body did not arrive whole."
			break
		}
		code, message = "internal", "Something went wrong here; the log of the server says more."
	}
	if code == "invalid" && len(errs) > 0 {
		message = "The request is not as the description wants it; errors names the places. The description is at /openapi.json."
	}
	p := newProblem(status, code, message)
	if status >= http.StatusInternalServerError {
		return p
	}
	if status == http.StatusUnprocessableEntity && len(errs) == 0 {
		p.Errors = []Place{{Location: "body", Message: message}}
	}
	for _, err := range errs {
		place := Place{Location: "body", Message: "cannot be read"}
		var d huma.ErrorDetailer
		if errors.As(err, &d) {
			e := d.ErrorDetail()
			place = Place{Location: locationOf(e.Location), Message: complaintOf(e)}
		}
		p.Errors = append(p.Errors, place)
	}
	return p
}

// maxLocation bounds a location, since names of properties that are not known stand in it.
const maxLocation = 100

func locationOf(location string) string {
	if location == "" {
		return "body"
	}
	if r := []rune(location); len(r) > maxLocation {
		return string(r[:maxLocation]) + "…"
	}
	return location
}

// complaints are what huma says of a value of a query, path or header that cannot be read, and what a program is told.
var complaints = []struct{ begins, said string }{
	{"expected ", ""}, {"unexpected property", ""}, // as it is
	{"invalid integer", "expected a whole number"}, {"invalid float", "expected a number"}, {"invalid boolean", "expected true or false"},
	{"invalid date/time", "expected a time like 2026-11-22T12:00:00Z"},
}

// complaintOf returns what is wrong with a place. What a decoder says of a text may quote it.
func complaintOf(e *huma.ErrorDetail) string {
	for _, c := range complaints {
		if strings.HasPrefix(e.Message, c.begins) {
			return cmp.Or(c.said, e.Message)
		}
	}
	if e.Location == "body" {
		return "expected JSON, in UTF-8, as the description wants it"
	}
	return "cannot be read"
}

// kinds are the statuses of the kinds of faults.
var kinds = map[fault.Kind]int{
	fault.Invalid:     http.StatusUnprocessableEntity,
	fault.NotFound:    http.StatusNotFound,
	fault.Conflict:    http.StatusConflict,
	fault.Denied:      http.StatusForbidden,
	fault.Limited:     http.StatusTooManyRequests,
	fault.Unavailable: http.StatusServiceUnavailable,
}

// sentinels are the errors that programs may want to tell apart within a kind.
var sentinels = []struct {
	err          error
	status       int // 0 = that of the kind
	code, detail string
}{
	{memory.ErrSecret, 0, "secret", "A secret, such as a password or a key, is not kept as a memory."},
	{memory.ErrReadOnly, 0, "read_only", "Writing memories is switched off; forgetting works."},
	{memory.ErrConflict, 0, "changed", "The memory changed meanwhile. Read it again."},
	{memory.ErrNotFound, 0, "not_found", "There is no such memory."},
	{session.ErrNotFound, 0, "not_found", "There is no such conversation."},
	{session.ErrNoMessage, 0, "not_found", "There is no such message in this conversation."},
	{apikey.ErrUnknown, http.StatusUnauthorized, "unauthorized", "The key is not known. It may have been revoked."},
	{gate.ErrNotServed, 0, "denied", "What this key opens is not served here."},
	{gate.ErrBlocked, 0, "denied", "The person of this key is blocked."},
	{gate.ErrReadOnly, 0, "read_only_key", "This key may only read."},
	{apikey.ErrReused, 0, "key_reused", "This Idempotency-Key was used for another request."},
}

// problemOf turns an error of the nouns into a problem. What nobody classified is logged.
func problemOf(ctx context.Context, log *slog.Logger, err error) error {
	var own *Problem
	var similar *memory.SimilarError
	var known *memory.KnownError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &own):
		return own
	case errors.As(err, &known):
		return problemOfExisting("known", "This is already known.", []memory.Memory{known.Memory})
	case errors.As(err, &similar):
		return problemOfExisting("similar", "There is a memory about the same subject, and nothing was stored.", similar.Existing)
	case errors.Is(err, context.DeadlineExceeded):
		return newProblem(http.StatusServiceUnavailable, "too_slow", "This took too long. Try again later.")
	}
	for _, s := range sentinels {
		if errors.Is(err, s.err) {
			return newProblem(cmp.Or(s.status, kinds[fault.KindOf(err)]), s.code, s.detail)
		}
	}
	kind := fault.KindOf(err)
	status, classified := kinds[kind]
	if !classified {
		log.ErrorContext(ctx, "a request failed", "error", err)
		return newProblem(http.StatusInternalServerError, "internal", "Something went wrong here; the log of the server says more.")
	}
	var f *fault.Error
	errors.As(err, &f)
	p := newProblem(status, string(kind), text.Capitalize(f.Message)+".")
	p.retryAfter = f.RetryAfter
	if kind == fault.Invalid && f.Field != "" {
		place := "body."
		if errors.Is(err, paging.ErrCursor) {
			place = "query."
		}
		p.Errors = []Place{{Location: place + f.Field, Message: f.Message}}
	}
	if kind == fault.Unavailable {
		log.WarnContext(ctx, "a request could not be done", "error", err)
		p.Detail = "This cannot be done at the moment. Try again later."
	}
	return p
}

// problemOfExisting returns the suggestion of P34: which memories are there, and the requests that lead on.
func problemOfExisting(code, detail string, existing []memory.Memory) *Problem {
	p := newProblem(http.StatusConflict, code, detail)
	ids := make([]string, len(existing))
	for i, m := range existing {
		p.Existing = append(p.Existing, shape.MemoryOf(m))
		ids[i] = m.ID
	}
	if len(ids) > 0 {
		p.Suggestion = fmt.Sprintf("Update it instead: PUT /api/memory/%s", ids[0])
		if code == "similar" {
			quoted, _ := json.Marshal(ids)
			p.Suggestion += fmt.Sprintf(". If it is another fact, send it again with \"distinct_from\": %s", quoted)
		}
	}
	return p
}
