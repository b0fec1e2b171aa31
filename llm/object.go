package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"keepsake/fault"
)

// ErrUnusable says that a model answered twice, and not in the form that was asked for.
var ErrUnusable = fault.New(fault.Invalid, "the model's answer could not be used")

// AskObject asks a model for one JSON object, and once more when use returns why the object is wrong. Then it returns
// ErrUnusable. ready is called before each call of the model, which is not made when it returns an error; paid is called with
// what each call used. Either may be nil.
func AskObject(ctx context.Context, chat Chat, r Request, ready func() error, paid func(Usage), use func(object json.RawMessage) (why string)) (Response, error) {
	for try := 0; ; try++ {
		if ready != nil {
			if err := ready(); err != nil {
				return Response{}, err
			}
		}
		resp, err := chat.Complete(ctx, r, nil)
		if paid != nil && (err == nil || resp.Usage != (Usage{})) {
			paid(resp.Usage)
		}
		if err != nil {
			return resp, err
		}
		why := "it is no JSON object"
		if object := FindObject(resp.Content); object != nil {
			why = use(object)
		}
		if why == "" {
			return resp, nil
		}
		if try > 0 {
			return resp, ErrUnusable
		}
		r.Messages = append(r.Messages[:len(r.Messages):len(r.Messages)], Message{Role: "assistant", Content: resp.Content},
			Message{Role: "user", Content: "That answer cannot be used: " + why + ". Answer again with the one JSON object and nothing else."})
	}
}

// FindObject returns the first whole JSON object of an answer; small models put words, a fence or braces of their own around it. It
// returns nil when there is none, when the object is cut off, and when it stands in an array: one of several says too little.
func FindObject(answer string) json.RawMessage {
	for rest := answer; ; {
		from := strings.IndexAny(rest, "{[")
		if from < 0 {
			return nil
		}
		rest = rest[from:]
		var value json.RawMessage
		err := json.NewDecoder(strings.NewReader(rest)).Decode(&value)
		switch {
		case err == nil && rest[0] == '{':
			return value
		case err == nil && bytes.ContainsRune(value, '{'), errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		}
		rest = rest[max(1, len(value)):]
	}
}
