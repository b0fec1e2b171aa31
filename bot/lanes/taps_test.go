package lanes_test

import (
	"context"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"keepsake/bot/lanes"
	"keepsake/bot/telegram"
	"keepsake/bot/update"
)

// brokenTransport panics, as a fault in the client would.
type brokenTransport struct{}

func (brokenTransport) RoundTrip(*http.Request) (*http.Response, error) { panic("broken") }

// logSignal is a log handler that tells of each line by its message.
type logSignal struct {
	slog.Handler
	lines chan string
}

func (l logSignal) Handle(_ context.Context, r slog.Record) error {
	l.lines <- r.Message
	return nil
}

// A fault while a tap is answered in time is logged, and ends neither the process nor Close.
func TestAPanicOfATapDeadlineIsCaught(t *testing.T) {
	c, err := telegram.New(telegram.Config{Token: "1:secret", HTTP: &http.Client{Transport: brokenTransport{}}})
	if err != nil {
		t.Fatal(err)
	}
	lines := make(chan string, 10)
	allowed := func(context.Context, *update.Incoming) (string, error) { return "", nil }
	d := lanes.NewTapDeadlines(c, time.Millisecond, allowed, slog.New(logSignal{slog.Default().Handler(), lines}))
	d.Start(t.Context(), &update.Incoming{Tap: &update.Tap{ID: "tap"}})
	select {
	case line := <-lines:
		if line != "panic caught" {
			t.Errorf("log = %q", line)
		}
	case <-time.After(time.Minute):
		t.Error("the tap was not answered")
	}
	d.Close()
}
