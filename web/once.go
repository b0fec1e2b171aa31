package web

import (
	"context"
	"encoding/json"
	"net/http"

	"keepsake/apikey"
)

// Named is the header by which a POST is done once.
type Named struct {
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"200" doc:"A name for this request, unlike that of any other: sent again within 24 hours, it is done once"`
}

// Replayed is the header of the answer to a POST that may have been done before.
type Replayed struct {
	Repeated string `header:"Idempotency-Replayed" doc:"true when an earlier request of this name was answered"`
}

// once does what a POST asks for, if it has a name at most once within 24 hours, and returns what it made then. body is what the
// name stands for: its path, and what was sent.
func (r *Room) once(ctx context.Context, c caller, in Named, body []byte, do func(ctx context.Context) (id string, version int, err error)) (made apikey.Reply, answered Replayed, err error) {
	if in.IdempotencyKey == "" {
		made.MadeID, made.Version, err = do(ctx)
		return made, answered, err
	}
	made, repeated, err := r.cfg.Keys.Once(ctx, c.key.Actor(), c.key, in.IdempotencyKey, body, do)
	if repeated {
		answered.Repeated = "true"
	}
	return made, answered, err
}

// bodyOf returns a path and what was sent to it, for once.
func bodyOf(path string, sent any) []byte {
	raw, _ := json.Marshal(sent) // it was JSON
	return append([]byte("POST "+path+"\n"), raw...)
}

// gone answers who repeats a request when what it made is not there any more.
func gone(detail string) error { return newProblem(http.StatusConflict, "gone", detail) }
