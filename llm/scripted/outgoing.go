package scripted

import (
	"encoding/json"
	"fmt"
	"net/http"
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
	call := object{"id": o.callID(), "type": "function", "function": object{"name": c.Name, "arguments": c.arguments()}}
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
