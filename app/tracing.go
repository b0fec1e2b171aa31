package app

import (
	"context"

	"keepsake/tracing"
)

// newTracer returns the exporter of traces, nil when tracing is off.
func (a *App) newTracer(ctx context.Context) (*tracing.Exporter, error) {
	t := a.Config.Tracing
	if t.Disabled || t.Address() == "" {
		return nil, nil
	}
	headers, err := t.ReadHeaders()
	if err != nil {
		return nil, err
	}
	return tracing.New(ctx, tracing.Config{
		URL: t.Address(), Headers: headers, Service: t.Service, Instance: a.owner, Log: a.Log,
	})
}

// flushTraces sends what is left of them, the last thing of an ordered stop.
func (a *App) flushTraces(e *tracing.Exporter) {
	ctx, cancel := context.WithTimeout(context.Background(), closeWithin)
	defer cancel()
	if err := e.Close(ctx); err != nil {
		a.Log.Warn("the last traces were not sent")
	}
}
