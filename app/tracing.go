package app

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"strings"
	"time"

	"keepsake/tracing"
)

// address is where spans are posted, "" when nothing is traced.
func (t Tracing) address() string {
	base := ""
	if t.Endpoint != "" {
		base = strings.TrimRight(t.Endpoint, "/") + "/v1/traces"
	}
	return cmp.Or(t.TracesEndpoint, base)
}

// headers reads Headers as OpenTelemetry does: key=value,key=value, percent-encoded.
func (t Tracing) headers() (map[string]string, error) {
	out := map[string]string{}
	for pair := range strings.SplitSeq(t.Headers.Reveal(), ",") {
		if pair = strings.TrimSpace(pair); pair == "" {
			continue
		}
		k, v, ok := strings.Cut(pair, "=")
		key, badKey := url.PathUnescape(strings.TrimSpace(k))
		value, badValue := url.PathUnescape(strings.TrimSpace(v))
		if !ok || key == "" || badKey != nil || badValue != nil {
			return nil, errors.New("headers of the wrong form")
		}
		out[key] = value
	}
	return out, nil
}

// tracer returns who sends traces, nil when nobody wants them.
func (a *App) tracer(ctx context.Context) (*tracing.Exporter, error) {
	t := a.Config.Tracing
	if t.Disabled || t.address() == "" {
		return nil, nil
	}
	headers, err := t.headers()
	if err != nil {
		return nil, err
	}
	return tracing.New(ctx, tracing.Config{
		URL: t.address(), Headers: headers, Service: t.Service, Instance: a.owner, Log: a.Log,
	})
}

// flushTraces sends what is left of them, the last thing of an ordered stop.
func (a *App) flushTraces(e *tracing.Exporter) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if err := e.Close(ctx); err != nil {
		a.Log.Warn("the last traces were not sent")
	}
}
