package app_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"keepsake/app/settings"
	"keepsake/tracing/collector"
)

// tree draws the spans of a trace: each name with its parts in brackets, sorted.
func tree(spans []collector.Span, parent string) string {
	var out []string
	for _, s := range spans {
		if s.Parent == parent {
			if parts := tree(spans, s.ID); parts != "" {
				out = append(out, s.Name+"("+parts+")")
			} else {
				out = append(out, s.Name)
			}
		}
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " ")
}

// TestTraceOfATurn (issue 3, point 7): one trace follows a message from its arrival over
// the inbox, the model and a tool to the outbox; nothing of the person is in it, and
// nothing is lost when the bot stops.
func TestTraceOfATurn(t *testing.T) {
	const canary = "canaryberry"
	w := newWorld(t)
	sink := collector.New()
	t.Cleanup(sink.Close)
	w.config.Tracing.Endpoint, w.config.Tracing.Headers = sink.URL, "authorization=Bearer%20sk-collector"
	w.rules.When("remember").AndTool("add_to_memory").Call("add_to_memory", map[string]any{"content": "Ann likes " + canary + " tea", "category": "preference"})
	w.rules.WhenResult("add_to_memory", "").Say("I will think of " + canary + ".")
	a, stop := w.start(nil)
	ann := w.tg.Person(7, "Ann"+canary)
	ann.Say("Please remember: Ann likes " + canary + " tea")
	if _, err := ann.AwaitText(within(t), 0, "I will think"); err != nil {
		t.Fatal(err)
	}
	for ctx := within(t); ctx.Err() == nil; {
		if n, err := a.Delivery.Unsettled(ctx, "keepsake"); err == nil && n == 0 {
			break
		}
	}
	stop() // an ordered stop sends what is left

	traces := map[string][]collector.Span{}
	for _, s := range sink.Spans() {
		traces[s.Trace] = append(traces[s.Trace], s)
	}
	var turn []collector.Span
	for _, spans := range traces {
		if tree(spans, "") == "" {
			t.Errorf("a trace without a root: %v", spans)
		}
		if slices.ContainsFunc(spans, func(s collector.Span) bool { return s.Name == "turn" }) {
			turn = spans
		}
	}
	quiet := slices.DeleteFunc(slices.Clone(turn), func(s collector.Span) bool { return s.Name == "transaction" })
	const want = "update(lane(send turn(model prompt send tool)))" // the answer; the reaction that the turn ordered
	if got := tree(quiet, ""); got != want {
		t.Errorf("the trace of a turn is\n%s\nwant\n%s", got, want)
	}
	by := map[string][]collector.Span{}
	for _, s := range turn {
		by[s.Name] = append(by[s.Name], s)
		if s.Failed || s.Service != "keepsake" {
			t.Errorf("%+v", s)
		}
	}
	if len(by["model"]) != 2 || len(by["prompt"]) != 2 || len(by["tool"]) != 1 || len(by["transaction"]) == 0 {
		t.Errorf("spans: %v", slices.Sorted(maps.Keys(by)))
	}
	if m := by["model"][0].Attributes; m["gen_ai.response.model"] != w.config.Model.Name || m["gen_ai.usage.input_tokens"] == "" || m["gen_ai.usage.output_tokens"] == "0" {
		t.Errorf("the model's call: %v", m)
	}
	if name := by["tool"][0].Attributes["gen_ai.tool.name"]; name != "add_to_memory" {
		t.Errorf("the tool's call: %q", name)
	}
	for _, never := range []string{canary, "telegram:7", w.tg.Token(), "sk-the-key", "sk-collector"} {
		if strings.Contains(sink.Raw(), never) {
			t.Errorf("the traces hold %q", never)
		}
	}
	if h := sink.Headers(); len(h) == 0 || h[0].Get("Authorization") != "Bearer sk-collector" {
		t.Errorf("headers: %v", h)
	}
	if v := sink.Violations(); len(v) > 0 {
		t.Error(v)
	}
	if strings.Contains(w.logged(), "sk-collector") {
		t.Error("the log holds the collector's key")
	}
}

// TestNoCollector: one that is away, or refuses, costs no answer and no noise.
func TestNoCollector(t *testing.T) {
	w := newWorld(t)
	w.config.Tracing.Endpoint = "http://127.0.0.1:1"
	w.rules.Otherwise().Say("Hello Ann")
	_, stop := w.start(nil)
	ann := w.tg.Person(7, "Ann")
	ann.Say("hi")
	if _, err := ann.AwaitText(within(t), 0, "Hello Ann"); err != nil {
		t.Fatal(err)
	}
	stop()
	if n := strings.Count(w.logged(), "traces"); n > 2 {
		t.Errorf("the log speaks %d times of traces:\n%s", n, w.logged())
	}
}

func TestTracingSettings(t *testing.T) {
	for name, c := range map[string]struct {
		tracing settings.Tracing
		wrong   string
	}{
		"off":             {settings.Tracing{Service: "k"}, ""},
		"a collector":     {settings.Tracing{Service: "k", Endpoint: "https://otel.example.org", Headers: "a=b, c=d%3D"}, ""},
		"no address":      {settings.Tracing{Service: "k", Endpoint: "localhost:4317"}, "OTEL_EXPORTER_OTLP_ENDPOINT"},
		"no full address": {settings.Tracing{Service: "k", TracesEndpoint: "grpc"}, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"},
		"odd headers":     {settings.Tracing{Service: "k", Headers: "sk-secret"}, "OTEL_EXPORTER_OTLP_HEADERS"},
		"no name":         {settings.Tracing{}, "OTEL_SERVICE_NAME"},
	} {
		t.Run(name, func(t *testing.T) {
			config := newWorld(t).config
			config.Tracing = c.tracing
			err := config.Validate()
			var ps settings.Problems
			if errors.As(err, &ps); c.wrong == "" && err != nil || c.wrong != "" && (len(ps) != 1 || ps[0].Setting != c.wrong) {
				t.Errorf("%v", err)
			}
			if err != nil && strings.Contains(err.Error(), "sk-secret") {
				t.Error("the value is told")
			}
		})
	}
}

// TestTracesCanBeSwitchedOff: OpenTelemetry's own switch holds.
func TestTracesCanBeSwitchedOff(t *testing.T) {
	w := newWorld(t)
	sink := collector.New()
	t.Cleanup(sink.Close)
	w.config.Tracing.Endpoint, w.config.Tracing.Disabled = sink.URL, true
	w.rules.Otherwise().Say("Hello Ann")
	_, stop := w.start(nil)
	ann := w.tg.Person(7, "Ann")
	ann.Say("hi")
	if _, err := ann.AwaitText(within(t), 0, "Hello Ann"); err != nil {
		t.Fatal(err)
	}
	stop()
	if n := len(sink.Headers()); n != 0 {
		t.Errorf("%d requests", n)
	}
}
