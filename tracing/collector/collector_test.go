package collector_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"net/http"
	"testing"
	"time"

	common "go.opentelemetry.io/proto/otlp/common/v1"
	resource "go.opentelemetry.io/proto/otlp/resource/v1"
	wire "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"keepsake/tracing/collector"
)

func word(k, v string) *common.KeyValue {
	return &common.KeyValue{Key: k, Value: &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: v}}}
}

// request is a good one, which change spoils.
func request(t *testing.T, change func(r *wire.ResourceSpans, s *wire.Span)) []byte {
	t.Helper()
	s := &wire.Span{
		TraceId: bytes.Repeat([]byte{1}, 16), SpanId: bytes.Repeat([]byte{2}, 8), Name: "turn", StartTimeUnixNano: 1, EndTimeUnixNano: 2,
		Attributes: []*common.KeyValue{
			word("turn.id", "t1"),
			{Key: "n", Value: &common.AnyValue{Value: &common.AnyValue_IntValue{IntValue: 7}}},
			{Key: "b", Value: &common.AnyValue{Value: &common.AnyValue_BoolValue{BoolValue: true}}},
		},
		Links: []*wire.Span_Link{{TraceId: bytes.Repeat([]byte{3}, 16)}}, Status: &wire.Status{Code: wire.Status_STATUS_CODE_ERROR},
	}
	r := &wire.ResourceSpans{
		Resource:   &resource.Resource{Attributes: []*common.KeyValue{word("service.name", "keepsake")}},
		ScopeSpans: []*wire.ScopeSpans{{Spans: []*wire.Span{s}}},
	}
	if change != nil {
		change(r, s)
	}
	b, err := proto.Marshal(&wire.TracesData{ResourceSpans: []*wire.ResourceSpans{r}})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func post(t *testing.T, url, kind, encoding string, body []byte) int {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Content-Type", kind)
	if encoding != "" {
		q.Header.Set("Content-Encoding", encoding)
	}
	resp, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	return resp.StatusCode
}

const protobuf = "application/x-protobuf"

func TestTakes(t *testing.T) {
	s := collector.New()
	defer s.Close()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write(request(t, nil))
	_ = z.Close()
	for encoding, body := range map[string][]byte{"": request(t, nil), "gzip": packed.Bytes()} {
		if code := post(t, s.URL+"/v1/traces", protobuf, encoding, body); code != http.StatusOK {
			t.Errorf("%q: %d", encoding, code)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if err := s.WaitFor(ctx, func(spans []collector.Span) bool { return len(spans) == 2 }); err != nil {
		t.Fatal(err)
	}
	got := s.Spans()[0]
	if got.Name != "turn" || !got.Failed || got.Parent != "" || got.Service != "keepsake" || len(got.Links) != 1 || len(s.Headers()) != 2 ||
		got.Attributes["turn.id"] != "t1" || got.Attributes["n"] != "7" || got.Attributes["b"] != "bool_value:true" {
		t.Errorf("%+v", got)
	}
	if len(s.Violations()) != 0 || s.Raw() == "" {
		t.Error(s.Violations())
	}
	over, end := context.WithCancel(ctx)
	end()
	if err := s.WaitFor(over, func([]collector.Span) bool { return false }); err == nil {
		t.Error("it waited for nothing")
	}
}

func TestRefuses(t *testing.T) {
	s := collector.New()
	defer s.Close()
	n := 0
	refused := func(what string, code int) {
		t.Helper()
		if n++; code != http.StatusBadRequest || len(s.Violations()) != n {
			t.Errorf("%s: %d, %v", what, code, s.Violations())
		}
	}
	at := s.URL + "/v1/traces"
	refused("another address", post(t, s.URL+"/v1/metrics", protobuf, "", request(t, nil)))
	refused("another format", post(t, at, "application/json", "", []byte("{}")))
	refused("no protobuf", post(t, at, protobuf, "", []byte("hello there")))
	refused("not packed", post(t, at, protobuf, "gzip", request(t, nil)))
	for what, spoil := range map[string]func(r *wire.ResourceSpans, s *wire.Span){
		"nobody's":           func(r *wire.ResourceSpans, _ *wire.Span) { r.Resource = nil },
		"short ids":          func(_ *wire.ResourceSpans, s *wire.Span) { s.SpanId = []byte{1} },
		"nameless":           func(_ *wire.ResourceSpans, s *wire.Span) { s.Name = "" },
		"over before it was": func(_ *wire.ResourceSpans, s *wire.Span) { s.StartTimeUnixNano = 3 },
	} {
		refused(what, post(t, at, protobuf, "", request(t, spoil)))
	}
	if len(s.Spans()) != 0 {
		t.Errorf("%+v", s.Spans())
	}
}
