package scripted

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// outgoing says one answer on the wire, with whatever goes wrong meanwhile.
type outgoing struct {
	*Server
	w         http.ResponseWriter
	r         *http.Request
	f         Fault
	model, id string
	usage     Usage
	wantUsage bool
	said      int // pieces sent
}

type object = map[string]any

func (o *outgoing) calls(a Answer) []object {
	var out []object
	for i, c := range a.Calls {
		call := object{"index": i, "id": o.callID(), "type": "function",
			"function": object{"name": c.Name, "arguments": c.arguments()}}
		if o.f.Trouble == NilIndex {
			delete(call, "index")
		}
		if o.f.Trouble == NoCallID {
			delete(call, "id")
		}
		out = append(out, call)
	}
	return out
}

func (o *outgoing) usageObject() object {
	return object{"prompt_tokens": o.usage.Prompt, "completion_tokens": o.usage.Answer,
		"total_tokens":          o.usage.Prompt + o.usage.Answer,
		"prompt_tokens_details": object{"cached_tokens": o.usage.Cached}}
}

func finish(a Answer) string {
	if len(a.Calls) > 0 {
		return "tool_calls"
	}
	return "stop"
}

// whole answers without a stream.
func (o *outgoing) whole(a Answer) {
	message := object{"role": "assistant", "content": a.Text}
	why := finish(a)
	switch o.f.Trouble {
	case Empty:
		message["content"] = ""
	case Length:
		why = "length"
	case Filtered:
		why = "content_filter"
	case Cut, NoFinish:
		why = ""
	case Drop:
		panic(http.ErrAbortHandler)
	case HangMid:
		o.hang(o.r)
		return
	}
	if a.Text == "" && len(a.Calls) > 0 {
		message["content"] = nil
	}
	if calls := o.calls(a); len(calls) > 0 && o.f.Trouble != Empty {
		for _, c := range calls {
			delete(c, "index")
		}
		message["tool_calls"] = calls
	}
	choice := object{"index": 0, "message": message, "finish_reason": why}
	if why == "" {
		choice["finish_reason"] = nil
	}
	reply(o.w, object{"id": o.id, "object": "chat.completion", "model": o.model,
		"choices": []object{choice}, "usage": o.usageObject()})
}

// stream answers piece by piece.
func (o *outgoing) stream(a Answer) {
	o.w.Header().Set("Content-Type", "text/event-stream")
	o.w.Header().Set("Cache-Control", "no-cache")
	if !o.delta(object{"role": "assistant", "content": ""}, "") {
		return
	}
	if o.f.Trouble != Empty && !o.body(a) {
		return
	}
	if o.middle() && !o.endsEarly() { // the trouble may stand at the very end
		return
	}
	switch o.f.Trouble {
	case Cut:
		return
	case NoFinish:
	case Length:
		o.delta(object{}, "length")
	case Filtered:
		o.delta(object{}, "content_filter")
	default:
		o.delta(object{}, finish(a))
	}
	if o.wantUsage {
		o.event(object{"id": o.id, "object": "chat.completion.chunk", "model": o.model, "choices": []object{}, "usage": o.usageObject()})
	}
	o.line("data: [DONE]\n\n")
}

// body sends text and calls; false when the stream is over.
func (o *outgoing) body(a Answer) bool {
	for i, piece := range words(a.Text) {
		if i > 0 && !o.pause(o.r, o.opts.WordDelay) {
			return false
		}
		if o.middle() {
			return o.endsEarly()
		}
		if !o.delta(object{"content": piece}, "") {
			return false
		}
		o.said++
	}
	for _, c := range o.calls(a) {
		for _, part := range splitCall(c) {
			if o.middle() {
				return o.endsEarly()
			}
			if !o.delta(object{"tool_calls": []object{part}}, "") {
				return false
			}
			o.said++
		}
	}
	return true
}

// splitCall makes the deltas of a call: its head, then its arguments in two parts.
func splitCall(c object) []object {
	f := c["function"].(object)
	args := f["arguments"].(string)
	half := len(args) / 2
	for half > 0 && half < len(args) && args[half]&0xC0 == 0x80 {
		half-- // not inside a character
	}
	head := object{"type": "function", "function": object{"name": f["name"], "arguments": ""}}
	if id, ok := c["id"]; ok {
		head["id"] = id
	}
	parts := []object{head, {"function": object{"arguments": args[:half]}}, {"function": object{"arguments": args[half:]}}}
	if i, ok := c["index"]; ok {
		for _, p := range parts {
			p["index"] = i
		}
	}
	return parts
}

// middle does what goes wrong after Pieces; true when nothing more of the answer follows.
func (o *outgoing) middle() bool {
	if o.said < o.f.Pieces {
		return false
	}
	switch o.f.Trouble {
	case Cut, Length, Filtered:
		return true
	case Drop:
		o.flush()
		panic(http.ErrAbortHandler)
	case HangMid:
		o.hang(o.r)
		return true
	case ErrorMid:
		o.event(object{"error": object{"message": o.f.message(), "type": "server_error", "code": o.f.Code}})
		return true
	case Comments:
		o.line(": still working\n\n")
	}
	return false
}

// endsEarly reports whether the stream ends before its text, but in good order.
func (o *outgoing) endsEarly() bool { return o.f.Trouble == Length || o.f.Trouble == Filtered }

func (o *outgoing) delta(d object, why string) bool {
	choice := object{"index": 0, "delta": d, "finish_reason": nil}
	if why != "" {
		choice["finish_reason"] = why
	}
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

func (o *outgoing) flush() {
	_ = http.NewResponseController(o.w).Flush()
}
