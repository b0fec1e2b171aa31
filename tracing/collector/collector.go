// Package collector is a strict double of an OpenTelemetry collector: it takes traces by
// OTLP over HTTP, as https://opentelemetry.io/docs/specs/otlp/#otlphttp says, and keeps
// them for tests to look at.
//
// What a real collector would refuse it refuses, and remembers (Violations).
//
// Start reading at New, then Server.Spans.
package collector

import (
	"compress/gzip"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"

	common "go.opentelemetry.io/proto/otlp/common/v1"
	wire "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Span is one span as it came.
type Span struct {
	Trace, ID, Parent string // hexadecimal; Parent "" = the root
	Name              string
	Failed            bool
	Attributes        map[string]string
	Links             []string // traces
	Service           string
}

// Server is a running collector.
type Server struct {
	*httptest.Server

	mu      sync.Mutex
	spans   []Span
	raw     []byte
	broken  []string
	headers []http.Header
	changed chan struct{}
}

// New starts a collector; Close it.
func New() *Server {
	s := &Server{changed: make(chan struct{})}
	s.Server = httptest.NewServer(http.HandlerFunc(s.take))
	return s
}

// Spans returns what came, in the order in which it did.
func (s *Server) Spans() []Span {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.spans)
}

// Raw returns every byte that came, unpacked: what a canary is looked for in.
func (s *Server) Raw() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.raw)
}

// Headers returns those of every request.
func (s *Server) Headers() []http.Header {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.headers)
}

// Violations lists what a collector would have refused.
func (s *Server) Violations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.broken)
}

// WaitFor returns once done says so of the spans, or with the context's error.
func (s *Server) WaitFor(ctx context.Context, done func([]Span) bool) error {
	for {
		s.mu.Lock()
		ok, changed := done(s.spans), s.changed
		s.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (s *Server) take(w http.ResponseWriter, r *http.Request) {
	body, spans, err := read(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() { close(s.changed); s.changed = make(chan struct{}) }()
	s.headers = append(s.headers, r.Header)
	if err != nil {
		s.broken = append(s.broken, err.Error())
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.raw, s.spans = append(s.raw, body...), append(s.spans, spans...)
	w.Header().Set("Content-Type", "application/x-protobuf") // an empty ExportTraceServiceResponse has no bytes
}

func read(r *http.Request) (body []byte, spans []Span, err error) {
	switch {
	case r.Method != http.MethodPost || r.URL.Path != "/v1/traces":
		return nil, nil, fmt.Errorf("%s %s: traces are posted to /v1/traces", r.Method, r.URL.Path)
	case r.Header.Get("Content-Type") != "application/x-protobuf":
		return nil, nil, fmt.Errorf("Content-Type %q", r.Header.Get("Content-Type"))
	}
	from := io.Reader(r.Body)
	if r.Header.Get("Content-Encoding") == "gzip" {
		if from, err = gzip.NewReader(r.Body); err != nil {
			return nil, nil, err
		}
	}
	if body, err = io.ReadAll(from); err != nil {
		return nil, nil, err
	}
	// TracesData has the fields of ExportTraceServiceRequest, whose package needs gRPC.
	var request wire.TracesData
	if err := (proto.UnmarshalOptions{}).Unmarshal(body, &request); err != nil {
		return nil, nil, fmt.Errorf("not an ExportTraceServiceRequest: %w", err)
	}
	if hasUnknownFields(request.ProtoReflect()) {
		return nil, nil, fmt.Errorf("unknown fields")
	}
	for _, resource := range request.ResourceSpans {
		service := attributes(resource.GetResource().GetAttributes())["service.name"]
		if service == "" || strings.HasPrefix(service, "unknown_service") {
			return nil, nil, fmt.Errorf("spans without service.name")
		}
		for _, scope := range resource.ScopeSpans {
			for _, x := range scope.Spans {
				span, err := spanOf(x, service)
				if err != nil {
					return nil, nil, err
				}
				spans = append(spans, span)
			}
		}
	}
	return body, spans, nil
}

func spanOf(x *wire.Span, service string) (Span, error) {
	switch {
	case len(x.TraceId) != 16 || len(x.SpanId) != 8 || len(x.ParentSpanId) != 0 && len(x.ParentSpanId) != 8:
		return Span{}, fmt.Errorf("span %q has ids of the wrong length", x.Name)
	case x.Name == "":
		return Span{}, fmt.Errorf("a span has no name")
	case x.EndTimeUnixNano < x.StartTimeUnixNano || x.StartTimeUnixNano == 0:
		return Span{}, fmt.Errorf("span %q ends before it begins", x.Name)
	}
	out := Span{
		Trace: hex.EncodeToString(x.TraceId), ID: hex.EncodeToString(x.SpanId), Parent: hex.EncodeToString(x.ParentSpanId),
		Name: x.Name, Service: service, Attributes: attributes(x.Attributes),
		Failed: x.GetStatus().GetCode() == wire.Status_STATUS_CODE_ERROR,
	}
	for _, l := range x.Links {
		out.Links = append(out.Links, hex.EncodeToString(l.TraceId))
	}
	return out, nil
}

// hasUnknownFields reports whether a message, or one inside it, has fields that its type lacks.
func hasUnknownFields(m protoreflect.Message) bool {
	found := len(m.GetUnknown()) > 0
	m.Range(func(field protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case field.Message() == nil:
		case field.IsList():
			for i := range v.List().Len() {
				found = found || hasUnknownFields(v.List().Get(i).Message())
			}
		default:
			found = found || hasUnknownFields(v.Message())
		}
		return !found
	})
	return found
}

func attributes(kvs []*common.KeyValue) map[string]string {
	out := map[string]string{}
	for _, kv := range kvs {
		switch v := kv.GetValue().GetValue().(type) {
		case *common.AnyValue_StringValue:
			out[kv.Key] = v.StringValue
		case *common.AnyValue_IntValue:
			out[kv.Key] = fmt.Sprint(v.IntValue)
		default:
			out[kv.Key] = kv.GetValue().String()
		}
	}
	return out
}
