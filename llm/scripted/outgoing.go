package scripted

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
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
	calls := o.calls(a)
	for _, c := range calls {
		delete(c, "index")
	}
	message := object{"role": "assistant", "content": a.Text}
	if len(calls) > 0 {
		message["tool_calls"] = calls
		if a.Text == "" {
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

// pieces returns the deltas of text and calls.
func (o *outgoing) pieces(a Answer) []object {
	if o.f.Trouble == Empty {
		return nil
	}
	var out []object
	for _, piece := range splitWords(a.Text) {
		out = append(out, object{"content": piece})
	}
	for _, c := range o.calls(a) {
		for _, part := range splitCall(c) {
			out = append(out, object{"tool_calls": []object{part}})
		}
	}
	return out
}

// splitCall makes the deltas of a call: its head, then its arguments in two parts.
func splitCall(c object) []object {
	f := c["function"].(object)
	args := f["arguments"].(string)
	half := len(args) / 2
	for half > 0 && half < len(args) && args[half]&0xC0 == 0x80 {
		half-- // not inside a character
	}
	head := maps.Clone(c)
	head["function"] = object{"name": f["name"], "arguments": ""}
	parts := []object{head, {"function": object{"arguments": args[:half]}}, {"function": object{"arguments": args[half:]}}}
	if i, ok := c["index"]; ok {
		for _, p := range parts {
			p["index"] = i
		}
	}
	return parts
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
