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
// It is not a log and counts nothing (package metrics does).
//
// Invariants:
//   - Spans hold ids, counts and constants of the house. Nothing anybody wrote, no token, no
//     text of an error: only its kind.
//   - A collector that is away costs spans, never an answer.
//
// Start reading at Start; who sends is in export.go.
package tracing

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"keepsake/fault"
)

// Span is one stretch of work. The nil Span, which is what there is while nobody looks,
// takes everything and does nothing.
type Span struct{ span trace.Span }

type tracerKey struct{}

// With returns a context whose work is traced by e; nil traces nothing.
func With(ctx context.Context, e *Exporter) context.Context {
	if e == nil {
		return ctx
	}
	return context.WithValue(ctx, tracerKey{}, e.tracer)
}

// Start begins a span beneath the one of ctx; where there is none, it begins a trace. Its
// name is a constant. End it.
func Start(ctx context.Context, name string) (context.Context, *Span) {
	tracer, ok := ctx.Value(tracerKey{}).(trace.Tracer)
	if !ok {
		return ctx, nil
	}
	ctx, span := tracer.Start(ctx, name)
	return ctx, &Span{span}
}

// Within is Start for what is worth seeing only as a part of something else.
func Within(ctx context.Context, name string) (context.Context, *Span) {
	if !trace.SpanContextFromContext(ctx).IsValid() {
		return ctx, nil
	}
	return Start(ctx, name)
}

// Text notes a constant or an id, never what somebody wrote.
func (s *Span) Text(key, value string) *Span {
	if s != nil {
		s.span.SetAttributes(attribute.String(key, value))
	}
	return s
}

// Count notes a number.
func (s *Span) Count(key string, n int) *Span {
	if s != nil {
		s.span.SetAttributes(attribute.Int(key, n))
	}
	return s
}

// Link notes another trace (from Carry) that this one is about as well.
func (s *Span) Link(carried string) *Span {
	if s == nil {
		return nil
	}
	if other := trace.SpanContextFromContext(Continue(context.Background(), carried)); other.IsValid() {
		s.span.AddLink(trace.Link{SpanContext: other})
	}
	return s
}

// End ends a span. Of an error it tells the kind.
func (s *Span) End(err error) {
	if s == nil {
		return
	}
	if err != nil {
		kind := string(fault.KindOf(err))
		s.span.SetAttributes(attribute.String("error.type", kind))
		s.span.SetStatus(codes.Error, kind)
	}
	s.span.End()
}

var wire propagation.TraceContext

// header is the one field of W3C Trace Context that we carry.
const header = "traceparent"

// Carry returns where the trace of ctx stands, for a row: a W3C traceparent, "" when there
// is none.
func Carry(ctx context.Context) string {
	if !trace.SpanContextFromContext(ctx).IsValid() {
		return ""
	}
	fields := propagation.MapCarrier{}
	wire.Inject(ctx, fields)
	return fields[header]
}

// Continue returns a context whose next span goes on where a row's trace stands; a row
// that carries none, or nonsense, begins a trace of its own.
func Continue(ctx context.Context, carried string) context.Context {
	if carried == "" {
		return ctx
	}
	return wire.Extract(ctx, propagation.MapCarrier{header: carried})
}
