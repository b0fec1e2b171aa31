package mcpserver

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/text"
)

// explanations are the errors that an assistant can do something about. They hold no text of anybody.
var explanations = []struct {
	err  error
	says string
}{
	{memory.ErrNotFound, "There is no such memory. Ids are exact, capitals and all."},
	{memory.ErrSecret, "A secret, such as a password or a key, is not kept as a memory."},
	{memory.ErrReadOnly, "Writing memories is switched off; reading works."},
	{memory.ErrDeclined, "The person declined or deleted this before. Do not ask again unless they bring it up."},
	{memory.ErrConflict, "The memory changed meanwhile. Show it again first."},
}

// statuses are those that HTTP has for the kinds of faults; counts go by them.
var statuses = map[fault.Kind]int{
	fault.Invalid: http.StatusUnprocessableEntity, fault.NotFound: http.StatusNotFound, fault.Conflict: http.StatusConflict,
	fault.Denied: http.StatusForbidden, fault.Limited: http.StatusTooManyRequests, fault.Unavailable: http.StatusServiceUnavailable,
}

// told is an error in the words that an assistant is told.
type told string

func (t told) Error() string { return string(t) }

// explain returns what an error is for a program, and the status that it counts as. What nobody classified is
// logged and not told.
func (r *Room) explain(ctx context.Context, err error) (int, error) {
	status, ok := statuses[fault.KindOf(err)]
	if !ok {
		status = http.StatusInternalServerError
	}
	var known *memory.KnownError
	var similar *memory.SimilarError
	switch {
	case errors.As(err, &known):
		return http.StatusConflict, told("This is known already:\n" + line(known.Memory))
	case errors.As(err, &similar):
		lines := []string{"Nothing was stored. This is known about it:"}
		for _, m := range similar.Existing {
			lines = append(lines, line(m))
		}
		return http.StatusConflict, told(strings.Join(append(lines, "Update one of them with update_memory; if it is another fact, repeat the call with their ids in distinct_from."), "\n"))
	}
	for _, e := range explanations {
		if errors.Is(err, e.err) {
			return status, told(e.says)
		}
	}
	if status >= http.StatusInternalServerError {
		r.cfg.Log.ErrorContext(ctx, "a call of another assistant failed", "error", err)
		return status, told("This cannot be done at the moment. Try again later.")
	}
	return status, told(sentence(err))
}

// sentence returns the constant English of a fault as a sentence.
func sentence(err error) string {
	var f *fault.Error
	if !errors.As(err, &f) {
		return "This cannot be done."
	}
	says := f.Message
	if f.Field != "" {
		return f.Field + " " + says + "."
	}
	return text.Capitalize(says) + "."
}
