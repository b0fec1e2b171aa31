package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"time"

	"keepsake/web/paging"

	"github.com/danielgtaylor/huma/v2"
)

// operation describes one operation of the room.
type operation struct {
	id, method, path    string
	tag, summary, about string
	status              int   // of success; 0 = 200
	errors              []int // beside those that every operation may answer with
	maxBody             int64 // 0 = maxBody
	writes              bool  // it needs a key that may write
	// file says that the body of the request, or without one of the answer, is a JSON file that another room reads and writes.
	file bool
}

// everyError is what any operation may answer with.
var everyError = []int{
	http.StatusUnauthorized, http.StatusForbidden, http.StatusUnprocessableEntity, http.StatusTooManyRequests,
	http.StatusInternalServerError, http.StatusServiceUnavailable,
}

// bodyErrors are what an operation with a body may answer with as well.
var bodyErrors = []int{http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType}

// register adds an operation; the errors of do become problems.
func register[I, O any](r *Room, o operation, do func(ctx context.Context, in *I) (*O, error)) {
	op := huma.Operation{
		OperationID: o.id, Method: o.method, Path: o.path, Tags: []string{o.tag}, Summary: o.summary, Description: o.about,
		DefaultStatus: o.status, Errors: slices.Concat(o.errors, everyError), MaxBodyBytes: cmp.Or(o.maxBody, maxBody),
		Security: []map[string][]string{{security: {}}}, Metadata: map[string]any{},
	}
	if o.writes {
		op.Metadata[writes] = true
	}
	if o.method == http.MethodPost || o.method == http.MethodPut || o.method == http.MethodPatch {
		op.Errors = append(op.Errors, bodyErrors...)
	}
	if o.file {
		anything := map[string]*huma.MediaType{"application/json": {Schema: &huma.Schema{Description: "An export of memories"}}}
		if op.SkipValidateBody = o.method == http.MethodPost; op.SkipValidateBody {
			op.RequestBody = &huma.RequestBody{Required: true, Content: anything}
		} else {
			op.Responses = map[string]*huma.Response{"200": {Description: "OK", Content: anything}}
		}
	}
	if op.RequestBody == nil && slices.Contains(op.Errors, http.StatusUnsupportedMediaType) {
		op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{}}
		defer func() { delete(op.RequestBody.Content, "application/octet-stream") }() // what huma adds for a RawBody beside a Body
	}
	if slices.Contains(o.errors, http.StatusNotModified) {
		op.Responses = map[string]*huma.Response{"304": {Description: "Not Modified"}}
		op.Errors = slices.DeleteFunc(op.Errors, func(status int) bool { return status == http.StatusNotModified })
	}
	huma.Register(r.api, op, func(ctx context.Context, in *I) (*O, error) {
		out, err := do(ctx, in)
		var status huma.StatusError
		if errors.As(err, &status) {
			return nil, err
		}
		return out, problemOf(ctx, r.cfg.Log, err)
	})
}

// observe tells of each request how it ended, and answers for an operation that panics.
func (r *Room) observe(ctx huma.Context, next func(huma.Context)) {
	began := time.Now()
	defer func() {
		if p := recover(); p != nil {
			r.cfg.Log.ErrorContext(ctx.Context(), "an operation panicked", "operation", ctx.Operation().OperationID, "panic", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
			if ctx.Status() == 0 {
				_ = huma.WriteErr(r.api, ctx, http.StatusInternalServerError, "")
			}
		}
		if r.cfg.Answered != nil {
			r.cfg.Answered(ctx.Operation().OperationID, ctx.Status(), time.Since(began))
		}
	}()
	next(huma.WithContext(ctx, paging.WithAddress(ctx.Context(), ctx.URL())))
}

// Operations returns the ids of all operations, for those who count them.
func (r *Room) Operations() (ids []string) {
	for _, item := range r.api.OpenAPI().Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op != nil {
				ids = append(ids, op.OperationID)
			}
		}
	}
	slices.Sort(ids)
	return ids
}
