package tracing_test

import (
	"bytes"
	"context"
	"encoding/pem"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"keepsake/tracing"
	"keepsake/tracing/collector"
)

// openWith returns an exporter with some variables, what it logs, and what closes it.
func openWith(t *testing.T, url string, environ map[string]string) (context.Context, *bytes.Buffer, func()) {
	t.Helper()
	var log bytes.Buffer
	e, err := tracing.New(t.Context(), tracing.Config{
		URL: url, Headers: map[string]string{"authorization": "Bearer sk-collector"}, Service: "keepsake", Instance: "a",
		Log: slog.New(slog.NewTextHandler(&log, nil)), Getenv: func(name string) string { return environ[name] },
	})
	if err != nil {
		t.Fatal(err)
	}
	return tracing.With(t.Context(), e), &log, func() {
		t.Helper()
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := e.Close(ctx); err != nil {
			t.Error(err)
		}
		if err := e.Close(ctx); err != nil {
			t.Errorf("closed twice: %v", err)
		}
	}
}

// one begins and ends a span.
func one(ctx context.Context) {
	_, span := tracing.Start(ctx, "turn")
	span.End(nil)
}

// await waits for one request.
func await(t *testing.T, arrived <-chan struct{}) {
	t.Helper()
	select {
	case <-arrived:
	case <-time.After(20 * time.Second):
		t.Fatal("no request came")
	}
}

// What OpenTelemetry's variables say holds: who we are, and whether it is packed.
func TestResourceAndCompression(t *testing.T) {
	sink := collector.New()
	defer sink.Close()
	ctx, log, end := openWith(t, sink.URL+"/v1/traces", map[string]string{
		"OTEL_RESOURCE_ATTRIBUTES":          "deployment.environment.name=home%20lab, service.name=other",
		"OTEL_EXPORTER_OTLP_COMPRESSION":    "gzip",
		"OTEL_EXPORTER_OTLP_TRACES_TIMEOUT": "2000",
		"OTEL_BSP_MAX_QUEUE_SIZE":           "many",
	})
	_, span := tracing.Start(ctx, "turn")
	span.Text("k", "old").Text("k", "new").Count("n", -3)
	span.End(nil)
	span.Text("k", "late").Link("nonsense").End(nil)
	end()
	one(ctx) // after the end: dropped
	if v := sink.Violations(); len(v) > 0 {
		t.Fatal(v)
	}
	got := sink.Spans()
	if len(got) != 1 || got[0].Service != "other" || got[0].Attributes["k"] != "new" || got[0].Attributes["n"] != "-3" {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(sink.Raw(), "home lab") || !strings.Contains(sink.Raw(), "service.instance.id") {
		t.Error("the resource is not told")
	}
	if h := sink.Headers()[0]; h.Get("Content-Encoding") != "gzip" || h.Get("Authorization") != "Bearer sk-collector" {
		t.Errorf("%v", h)
	}
	if !strings.Contains(log.String(), "OTEL_BSP_MAX_QUEUE_SIZE") || strings.Contains(log.String(), "many") {
		t.Errorf("the log says %s", log)
	}
}

// OTEL_SERVICE_NAME, which the settings read, goes before OTEL_RESOURCE_ATTRIBUTES.
func TestServiceNameGoesFirst(t *testing.T) {
	sink := collector.New()
	defer sink.Close()
	ctx, log, end := openWith(t, sink.URL+"/v1/traces", map[string]string{"OTEL_SERVICE_NAME": "keepsake", "OTEL_RESOURCE_ATTRIBUTES": "service.name=other"})
	one(ctx)
	end()
	if got := sink.Spans(); len(got) != 1 || got[0].Service != "keepsake" || log.Len() > 0 {
		t.Errorf("%+v, %s", got, log)
	}
}

func TestSamplers(t *testing.T) {
	const recorded, unrecorded = "00-00000000000000000000000000000001-0000000000000001-01", "00-0000000000000000ffffffffffffffff-0000000000000001-00"
	for _, c := range []struct {
		sampler, argument string
		carried           string
		want              int
		isTold            bool
	}{
		{"", "", "", 1, false},
		{"", "", unrecorded, 0, false},
		{"always_on", "", unrecorded, 1, false},
		{"always_off", "", recorded, 0, false},
		{"parentbased_always_off", "", "", 0, false},
		{"parentbased_always_off", "", recorded, 1, false},
		{"traceidratio", "0.5", recorded, 1, false}, // by the last bits of the trace's id
		{"traceidratio", "0.5", unrecorded, 0, false},
		{"traceidratio", "0", recorded, 0, false},
		{"traceidratio", "1", unrecorded, 1, false},
		{"traceidratio", "", unrecorded, 1, false},
		{"traceidratio", "half", unrecorded, 1, true},
		{"parentbased_traceidratio", "0", recorded, 1, false},
		{"sometimes", "", "", 1, true},
	} {
		sink := collector.New()
		ctx, log, end := openWith(t, sink.URL+"/v1/traces", map[string]string{"OTEL_TRACES_SAMPLER": c.sampler, "OTEL_TRACES_SAMPLER_ARG": c.argument})
		inner, span := tracing.Start(tracing.Continue(ctx, c.carried), "turn")
		_, part := tracing.Within(inner, "transaction") // is recorded with what it is a part of
		part.End(nil)
		span.End(nil)
		if want := map[bool]string{true: "-01", false: "-00"}[c.want == 1]; !strings.HasSuffix(tracing.Carry(inner), want) {
			t.Errorf("%+v: carries %s", c, tracing.Carry(inner))
		}
		end()
		if n := len(sink.Spans()); n != 2*c.want || (log.Len() > 0) != c.isTold {
			t.Errorf("%+v: %d spans, log %q", c, n, log)
		}
		sink.Close()
	}
}

// A full batch is sent at once; of what finds no room in the queue nothing is kept.
func TestQueueIsBounded(t *testing.T) {
	free := make(chan struct{})
	var requests atomic.Int32
	arrived := make(chan struct{}, 100)
	sink := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		requests.Add(1)
		arrived <- struct{}{}
		<-free
	}))
	defer sink.Close()
	ctx, _, end := openWith(t, sink.URL, map[string]string{"OTEL_BSP_MAX_QUEUE_SIZE": "4", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "2", "OTEL_BSP_SCHEDULE_DELAY": "3600000"})
	one(ctx)
	one(ctx)
	await(t, arrived) // the request that now holds the exporter up
	for range 100 {
		one(ctx)
	}
	close(free)
	end()
	if n := requests.Load(); n != 3 {
		t.Errorf("%d requests of two spans each, not the one and two of the queue", n)
	}
}

// TestTriesAgain: what OTLP calls retryable is tried again, nothing else is, and the log speaks
// once of a collector that is away and once of one that is back.
func TestTriesAgain(t *testing.T) {
	var answers atomic.Pointer[[]int]
	var requests atomic.Int32
	arrived := make(chan struct{}, 100)
	refused := []byte{0x0a, 0x02, 0x08, 0x05} // partial_success{rejected_spans: 5}
	sink := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := int(requests.Add(1)) - 1
		arrived <- struct{}{}
		all := *answers.Load()
		switch code := all[min(n, len(all)-1)]; code {
		case http.StatusPartialContent: // stands for "200, but not everything"
			_, _ = w.Write(refused)
		default:
			w.Header().Set("Retry-After", "0")
			http.Error(w, "canary of the collector", code)
		}
	}))
	defer sink.Close()
	for _, c := range []struct {
		name    string
		answers []int
		want    int32
		warns   int
	}{
		{"busy, then taken", []int{503, 429, 200}, 3, 0},
		{"refused", []int{400}, 1, 1},
		{"some spans refused", []int{http.StatusPartialContent}, 1, 1},
	} {
		answers.Store(&c.answers)
		requests.Store(0)
		ctx, log, end := openWith(t, sink.URL, map[string]string{"OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "1"})
		one(ctx)
		for range c.want {
			await(t, arrived)
		}
		end()
		if n := requests.Load(); n != c.want || strings.Count(log.String(), "not taken") != c.warns || strings.Contains(log.String(), "canary") {
			t.Errorf("%s: %d requests, log %s", c.name, n, log)
		}
	}
	answers.Store(&[]int{400, 400, 200})
	requests.Store(0)
	ctx, log, end := openWith(t, sink.URL, map[string]string{"OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "1"})
	for range 3 {
		one(ctx)
	}
	end()
	if said := log.String(); strings.Count(said, "not taken") != 1 || strings.Count(said, "taken again") != 1 {
		t.Errorf("the log says %s", said)
	}
}

// Close waits no longer than it is told to, and not for the collector's pauses.
func TestCloseIsBounded(t *testing.T) {
	held := make(chan struct{})
	sink := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-held:
		case <-r.Context().Done():
		}
	}))
	defer sink.Close()
	defer close(held)
	e, err := tracing.New(t.Context(), tracing.Config{URL: sink.URL, Service: "k", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	one(tracing.With(t.Context(), e))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := e.Close(ctx); err == nil {
		t.Error("it says that the spans were sent")
	}

	busy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3000")
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer busy.Close()
	live, _, end := openWith(t, busy.URL, nil)
	one(live)
	began := time.Now()
	end()
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("closing took %s", took)
	}
}

// A collector behind a certificate of its own is trusted when its file is named.
func TestCertificates(t *testing.T) {
	var requests atomic.Int32
	sink := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
	sink.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	sink.StartTLS()
	defer sink.Close()
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: sink.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int32{"": 0, file: 1} {
		requests.Store(0)
		ctx, _, end := openWith(t, sink.URL, map[string]string{"OTEL_EXPORTER_OTLP_CERTIFICATE": name})
		one(ctx)
		end()
		if n := requests.Load(); n != want {
			t.Errorf("%q: %d requests", name, n)
		}
	}
	garbled := filepath.Join(t.TempDir(), "garbled.pem")
	if err := os.WriteFile(garbled, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, environ := range []map[string]string{
		{"OTEL_EXPORTER_OTLP_CERTIFICATE": file + ".missing"},
		{"OTEL_EXPORTER_OTLP_CERTIFICATE": garbled},
		{"OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE": file, "OTEL_EXPORTER_OTLP_CLIENT_KEY": garbled},
	} {
		if _, err := tracing.New(t.Context(), tracing.Config{URL: sink.URL, Getenv: func(name string) string { return environ[name] }}); err == nil ||
			!strings.Contains(err.Error(), "OTEL_EXPORTER_OTLP_C") {
			t.Errorf("%v: %v", environ, err)
		}
	}
}

// Only a W3C traceparent is gone on from.
func TestTraceparent(t *testing.T) {
	const good = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	if got := tracing.Carry(tracing.Continue(t.Context(), good)); got != good {
		t.Errorf("%s is carried as %s", good, got)
	}
	if got := tracing.Carry(tracing.Continue(t.Context(), "cc"+good[2:]+"-more")); got != good {
		t.Errorf("of a later version %s is carried", got)
	}
	for _, bad := range []string{
		"", "nonsense", good[1:], good + "-more", "ff" + good[2:], strings.ToUpper(good), good[:35] + "_" + good[36:], "zz" + good[2:],
		"00-00000000000000000000000000000000-b7ad6b7169203331-01", "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01", "cc" + good[2:] + "more",
	} {
		if got := tracing.Carry(tracing.Continue(t.Context(), bad)); got != "" {
			t.Errorf("%q is carried as %s", bad, got)
		}
	}
}
