package tracing

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"
)

// Pauses between two attempts to send a batch, where the collector names none.
const (
	firstPause = time.Second
	lastPause  = 10 * time.Second
)

// maxResponse bounds what is read of a collector's answer.
const maxResponse = 64 << 10

// sender posts batches of spans to a collector.
type sender struct {
	client   *http.Client
	url      string
	headers  map[string]string
	isPacked bool
	isAway   bool // the last batch was not taken
}

// newSender returns a sender. Certificates that cannot be read are an error.
func newSender(c Config, v variables) (*sender, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	if v.authorities != "" || v.certificate != "" {
		trust, err := v.readCertificates()
		if err != nil {
			return nil, err
		}
		transport.TLSClientConfig = trust
	}
	return &sender{
		client: &http.Client{Transport: transport, Timeout: v.attempt},
		url:    c.URL, headers: c.Headers, isPacked: v.isPacked,
	}, nil
}

// readCertificates reads whom we trust, and who we are.
func (v variables) readCertificates() (*tls.Config, error) {
	out := &tls.Config{MinVersion: tls.VersionTLS12}
	if v.authorities != "" {
		pem, err := os.ReadFile(v.authorities)
		if err != nil {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_CERTIFICATE cannot be read: %w", err)
		}
		out.RootCAs = x509.NewCertPool()
		if !out.RootCAs.AppendCertsFromPEM(pem) {
			return nil, errors.New("OTEL_EXPORTER_OTLP_CERTIFICATE holds no certificate in PEM")
		}
	}
	if v.certificate != "" {
		own, err := tls.LoadX509KeyPair(v.certificate, v.secret)
		if err != nil {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE and _CLIENT_KEY cannot be read: %w", err)
		}
		out.Certificates = []tls.Certificate{own}
	}
	return out, nil
}

// errNotTaken is what a collector's refusal becomes. Its answer may quote what we sent.
var errNotTaken = errors.New("the collector did not take the spans")

// send posts a request until it is taken, refused for good, or ctx ends. As OTLP says, it
// tries again after 429, 502, 503 and 504, and waits as long as Retry-After asks; it does not
// wait once hurry is closed.
func (s *sender) send(ctx context.Context, request []byte, hurry <-chan struct{}) error {
	if s.isPacked {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, _ = z.Write(request) // neither fails: it is written to memory
		_ = z.Close()
		request = packed.Bytes()
	}
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		retryAfter, err := s.post(ctx, request)
		if err == nil || retryAfter < 0 {
			return err
		}
		select {
		case <-time.After(max(pause, retryAfter)):
		case <-hurry:
			return err
		case <-ctx.Done():
			return err
		}
	}
}

// post makes one attempt. retryAfter < 0 = there is no point in another.
func (s *sender) post(ctx context.Context, request []byte) (retryAfter time.Duration, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, bytes.NewReader(request))
	if err != nil {
		return -1, err
	}
	for k, v := range s.headers {
		r.Header.Set(k, v)
	}
	r.Header.Set("Content-Type", "application/x-protobuf")
	r.Header.Set("User-Agent", "keepsake")
	if s.isPacked {
		r.Header.Set("Content-Encoding", "gzip")
	}
	resp, err := s.client.Do(r)
	if err != nil {
		return -1, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxResponse))
	switch resp.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		return time.Duration(max(0, min(seconds, 3600))) * time.Second, errNotTaken
	}
	if err != nil || resp.StatusCode/100 != 2 || rejectedSpans(answer) > 0 {
		return -1, errNotTaken
	}
	return 0, nil
}
