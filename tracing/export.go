package tracing

import (
	"context"
	"log/slog"
	"sync/atomic"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Config says where spans go. What else the standard environment variables say
// (OTEL_TRACES_SAMPLER, OTEL_BSP_…, OTEL_EXPORTER_OTLP_TIMEOUT, _CERTIFICATE,
// OTEL_RESOURCE_ATTRIBUTES) the library reads itself.
type Config struct {
	URL      string            // where spans are posted, e.g. "http://localhost:4318/v1/traces"
	Headers  map[string]string // secrets, mostly
	Service  string            // service.name
	Instance string            // service.instance.id: which replica
	Log      *slog.Logger
}

// Exporter gathers spans and sends them now and then.
type Exporter struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
}

// New returns an exporter. It sends nothing yet, and does not mind a collector that is
// away. Close it.
func New(ctx context.Context, c Config) (*Exporter, error) {
	out, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(c.URL), otlptracehttp.WithHeaders(c.Headers))
	if err != nil {
		return nil, err
	}
	about, err := resource.New(ctx,
		resource.WithAttributes(
			attribute.String("service.name", c.Service), attribute.String("service.instance.id", c.Instance),
		),
		resource.WithFromEnv(), resource.WithTelemetrySDK())
	if err != nil {
		return nil, err
	}
	provider := sdk.NewTracerProvider(sdk.WithResource(about), sdk.WithBatcher(&reporter{SpanExporter: out, log: c.Log}))
	return &Exporter{provider: provider, tracer: provider.Tracer("keepsake")}, nil
}

// Close sends the remaining spans until ctx ends. A nil Exporter has none.
func (e *Exporter) Close(ctx context.Context) error {
	if e == nil {
		return nil
	}
	return e.provider.Shutdown(ctx)
}

// reporter logs once when the collector goes away and once when it is back. The library would
// print every failure, with the collector's answer.
type reporter struct {
	sdk.SpanExporter
	log  *slog.Logger
	away atomic.Bool
}

func (t *reporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	err := t.SpanExporter.ExportSpans(ctx, spans)
	switch was := t.away.Swap(err != nil); {
	case err != nil && !was:
		t.log.Warn("traces are not taken; is OTEL_EXPORTER_OTLP_ENDPOINT right, and the collector there?")
	case err == nil && was:
		t.log.Info("traces are taken again")
	}
	return nil
}
