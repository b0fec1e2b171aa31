// Package tracing shows where the time of one message went: as spans, sent to whatever
// speaks OTLP over HTTP (a collector, Jaeger, Tempo).
//
// A room that does something worth seeing begins a Span and ends it; it knows neither
// OpenTelemetry nor whether anybody looks. The tracer travels in the context, as a
// transaction does: With puts it there, once, at the root. Where none is, every call here
// does nothing and allocates nothing.
//
// A message waits as a row between its arrival, its turn and its delivery. The row keeps
// where its trace stands (Carry, Continue), so that one trace follows it all the way, also
// over a restart or to another replica.
//
// It is not a log and counts nothing (package metrics does). It is not OpenTelemetry's
// library either: that one and its exporter took a tenth of a cold build. What is spoken
// here is the public protocol, and package collector checks it with the official messages.
//
// Invariants:
//   - Spans hold ids, counts and constants of the house. Nothing anybody wrote, no token, no
//     text of an error: only its kind.
//   - A collector that is away costs spans, never an answer: the queue is bounded, and a
//     span that finds no room is dropped.
//
// Start reading at Start. What may be set is in variables.go, the queue in export.go, the
// request in send.go, the bytes in encode.go.
package tracing

import (
	"context"
	"sync"
	"time"

	"keepsake/fault"
)

// Span is one stretch of work. The nil Span, which is what there is while nobody looks,
// takes everything and does nothing. Its methods may be called from several goroutines.
type Span struct {
	exporter *Exporter

	mu    sync.Mutex
	data  record
	ended bool
}

// record is what is known of a span.
type record struct {
	place      place
	parent     place
	name       string
	start, end time.Time
	attributes []attribute
	links      []place
	errorKind  string // "" = no error
}

// attribute is a constant or an id, or a number.
type attribute struct {
	key, text string
	number    int64
	isNumber  bool
}

type (
	tracerKey struct{}
	placeKey  struct{}
)

// With returns a context whose work is traced by e; nil traces nothing.
func With(ctx context.Context, e *Exporter) context.Context {
	if e == nil {
		return ctx
	}
	return context.WithValue(ctx, tracerKey{}, e)
}

// Start begins a span beneath the one of ctx; where there is none, it begins a trace. Its
// name is a constant. End it.
func Start(ctx context.Context, name string) (context.Context, *Span) {
	e, ok := ctx.Value(tracerKey{}).(*Exporter)
	if !ok {
		return ctx, nil
	}
	parent, isPart := ctx.Value(placeKey{}).(place)
	here := place{trace: parent.trace, span: newSpanID()}
	if !isPart {
		here.trace = newTraceID()
	}
	here.sampled = e.settings.sampler.samples(parent, isPart, here.trace)
	ctx = context.WithValue(ctx, placeKey{}, here)
	if !here.sampled {
		return ctx, nil
	}
	return ctx, &Span{exporter: e, data: record{place: here, parent: parent, name: name, start: time.Now()}}
}

// Within is Start for what is worth seeing only as a part of something else.
func Within(ctx context.Context, name string) (context.Context, *Span) {
	if _, isPart := ctx.Value(placeKey{}).(place); !isPart {
		return ctx, nil
	}
	return Start(ctx, name)
}

// Text notes a constant or an id, never what somebody wrote.
func (s *Span) Text(key, value string) *Span {
	return s.note(attribute{key: key, text: value})
}

// Count notes a number.
func (s *Span) Count(key string, n int) *Span {
	return s.note(attribute{key: key, number: int64(n), isNumber: true})
}

// note sets an attribute. A span that has ended takes none.
func (s *Span) note(a attribute) *Span {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return s
	}
	for i, old := range s.data.attributes {
		if old.key == a.key {
			s.data.attributes[i] = a
			return s
		}
	}
	s.data.attributes = append(s.data.attributes, a)
	return s
}

// Link notes another trace (from Carry) that this one is about as well.
func (s *Span) Link(carried string) *Span {
	if s == nil {
		return nil
	}
	other, ok := parsePlace(carried)
	s.mu.Lock()
	defer s.mu.Unlock()
	if ok && !s.ended {
		s.data.links = append(s.data.links, other)
	}
	return s
}

// End ends a span. Of an error it tells the kind. A second call changes nothing.
func (s *Span) End(err error) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	s.ended, s.data.end = true, s.data.start.Add(time.Since(s.data.start))
	if err != nil {
		s.data.errorKind = string(fault.KindOf(err))
		s.data.attributes = append(s.data.attributes, attribute{key: "error.type", text: s.data.errorKind})
	}
	s.exporter.enqueue(s.data)
}

// Carry returns where the trace of ctx stands, for a row: a W3C traceparent, "" when there
// is none.
func Carry(ctx context.Context) string {
	here, isPart := ctx.Value(placeKey{}).(place)
	if !isPart {
		return ""
	}
	return here.String()
}

// Continue returns a context whose next span goes on where a row's trace stands; a row
// that carries none, or nonsense, begins a trace of its own.
func Continue(ctx context.Context, carried string) context.Context {
	if carried == "" {
		return ctx
	}
	there, ok := parsePlace(carried)
	if !ok {
		return ctx
	}
	return context.WithValue(ctx, placeKey{}, there)
}
