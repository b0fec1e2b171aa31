package tracing

import (
	"context"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"
)

// Config says where spans go. OpenTelemetry's environment variables say the rest; those
// that hold are in variables.go.
type Config struct {
	URL      string            // where spans are posted, e.g. "http://localhost:4318/v1/traces"
	Headers  map[string]string // secrets, mostly
	Service  string            // service.name
	Instance string            // service.instance.id: which replica
	Log      *slog.Logger
	Getenv   func(string) string // nil = os.Getenv
}

// Exporter gathers spans and sends them now and then, in one goroutine.
type Exporter struct {
	settings variables
	resource []attribute
	sender   *sender
	log      *slog.Logger

	mu     sync.Mutex
	queue  []record
	closed bool

	wake chan struct{} // a batch is full
	end  chan struct{} // closed by Close
	done chan struct{} // closed when the goroutine has ended
	// last bounds what Close still sends; the goroutine reads it after end.
	last context.Context
}

// New returns an exporter. It sends nothing yet, and does not mind a collector that is
// away. Close it.
func New(_ context.Context, c Config) (*Exporter, error) {
	if c.Getenv == nil {
		c.Getenv = os.Getenv
	}
	settings := readVariables(c.Getenv)
	if len(settings.wrong) > 0 {
		c.Log.Warn("variables of OpenTelemetry are not understood, so their defaults hold", "variables", strings.Join(settings.wrong, " "))
	}
	out, err := newSender(c, settings)
	if err != nil {
		return nil, err
	}
	e := &Exporter{
		settings: settings, resource: settings.describe(c), sender: out, log: c.Log,
		wake: make(chan struct{}, 1), end: make(chan struct{}), done: make(chan struct{}),
	}
	go e.run()
	return e, nil
}

// Close sends the remaining spans until ctx ends. A nil Exporter has none. Spans that end
// later are dropped.
func (e *Exporter) Close(ctx context.Context) error {
	if e == nil {
		return nil
	}
	e.mu.Lock()
	if !e.closed {
		e.closed, e.last = true, ctx
		close(e.end)
	}
	e.mu.Unlock()
	select {
	case <-e.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// enqueue takes a span that has ended. It never waits: when the queue is full the span is
// dropped.
func (e *Exporter) enqueue(r record) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed || len(e.queue) >= e.settings.maxQueue {
		return
	}
	e.queue = append(e.queue, r)
	if len(e.queue) >= e.settings.maxBatch {
		select {
		case e.wake <- struct{}{}:
		default:
		}
	}
}

// take returns the next spans to send.
func (e *Exporter) take() []record {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := min(len(e.queue), e.settings.maxBatch)
	batch := e.queue[:n:n]
	e.queue = e.queue[n:]
	if len(e.queue) == 0 {
		e.queue = nil
	}
	return batch
}

// run sends what has gathered whenever a batch is full or the delay is over, and the rest
// when the exporter is closed.
func (e *Exporter) run() {
	defer close(e.done)
	defer e.sender.client.CloseIdleConnections()
	tick := time.NewTicker(e.settings.delay)
	defer tick.Stop()
	life, stop := context.WithCancel(context.Background())
	defer stop()
	go func() { // a request under way when Close is called has as long as Close has
		<-e.end
		select {
		case <-e.last.Done():
			stop()
		case <-e.done:
		}
	}()
	for {
		select {
		case <-e.wake:
		case <-tick.C:
		case <-e.end:
			e.sendAll(life)
			return
		}
		e.sendAll(life)
	}
}

// sendAll sends what is in the queue, batch by batch. It logs once when the collector goes
// away and once when it is back: no failure is told twice, and never the collector's answer.
func (e *Exporter) sendAll(ctx context.Context) {
	for batch := e.take(); len(batch) > 0; batch = e.take() {
		within, cancel := context.WithTimeout(ctx, e.settings.timeout)
		err := e.sender.send(within, encodeRequest(e.resource, batch), e.end)
		cancel()
		switch wasAway := e.sender.isAway; {
		case err != nil && !wasAway:
			e.log.Warn("traces are not taken; is OTEL_EXPORTER_OTLP_ENDPOINT right, and the collector there?")
		case err == nil && wasAway:
			e.log.Info("traces are taken again")
		}
		e.sender.isAway = err != nil
	}
}
