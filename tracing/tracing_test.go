package tracing_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"keepsake/fault"
	"keepsake/tracing"
	"keepsake/tracing/collector"
)

func open(t *testing.T) (context.Context, *collector.Server, func()) {
	t.Helper()
	sink := collector.New()
	t.Cleanup(sink.Close)
	e, err := tracing.New(t.Context(), tracing.Config{
		URL: sink.URL + "/v1/traces", Service: "keepsake", Instance: "a", Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	return tracing.With(t.Context(), e), sink, func() {
		t.Helper()
		if err := e.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
		if v := sink.Violations(); len(v) > 0 {
			t.Error(v)
		}
	}
}

// Where nobody looks, nothing happens and nothing is allocated.
func TestOffCostsNothing(t *testing.T) {
	ctx := tracing.With(t.Context(), nil)
	failed := errors.New("x")
	if n := testing.AllocsPerRun(100, func() {
		inner, span := tracing.Start(tracing.Continue(ctx, ""), "turn")
		_, part := tracing.Within(inner, "transaction")
		part.Count("n", 1).Text("k", "v").Link("").End(nil)
		span.End(failed)
		if tracing.Carry(inner) != "" {
			t.Fatal("there is no trace to carry")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	var off *tracing.Exporter
	if err := off.Close(ctx); err != nil {
		t.Error(err)
	}
}

// A trace goes on over a row, in another process too; others are linked.
func TestCarryAndContinue(t *testing.T) {
	ctx, sink, flush := open(t)
	first, arrived := tracing.Start(ctx, "update")
	row := tracing.Carry(first)
	arrived.End(nil)
	other, also := tracing.Start(ctx, "update")
	second := tracing.Carry(other)
	also.End(nil)
	later, work := tracing.Start(tracing.Continue(ctx, row), "lane")
	work.Link(second).Link("nonsense")
	_, part := tracing.Within(later, "transaction")
	part.End(nil)
	work.End(nil)
	if _, none := tracing.Within(ctx, "transaction"); none != nil {
		t.Error("a transaction of nothing is traced")
	}
	_, lost := tracing.Start(tracing.Continue(ctx, "nonsense"), "alone")
	lost.End(nil)
	flush()
	by := map[string]collector.Span{}
	for _, s := range sink.Spans() {
		by[s.Name+map[bool]string{true: "!"}[s.Parent == ""]] = s
	}
	lane := by["lane"]
	if !strings.Contains(row, lane.Trace) || !strings.Contains(row, lane.Parent) || len(lane.Links) != 1 || !strings.Contains(second, lane.Links[0]) {
		t.Errorf("%+v does not go on from %s with a link to %s", lane, row, second)
	}
	if by["transaction"].Parent != lane.ID || by["alone!"].Name == "" {
		t.Errorf("%+v", by)
	}
}

// Of an error only the kind is told.
func TestErrorsTellTheirKind(t *testing.T) {
	ctx, sink, flush := open(t)
	_, span := tracing.Start(ctx, "model")
	span.End(fault.Wrap(fault.Unavailable, "ask", errors.New("canary at sk-secret")))
	flush()
	got := sink.Spans()
	if len(got) != 1 || !got[0].Failed || got[0].Attributes["error.type"] != string(fault.Unavailable) {
		t.Errorf("%+v", got)
	}
	if strings.Contains(sink.Raw(), "canary") || strings.Contains(sink.Raw(), "sk-secret") {
		t.Error("the text of an error is told")
	}
}
