package bot_test

import (
	"bytes"
	"context"
	"os"
	"strings"

	"keepsake/delivery"
)

func between(s, from, to string) string {
	_, rest, _ := strings.Cut(s, from)
	out, _, _ := strings.Cut(rest, to)
	return out
}

func send(chat int64, words string) delivery.Outgoing {
	return delivery.Outgoing{Bot: botName, Chat: chat, Kind: delivery.Send, Body: delivery.Body{Text: words}}
}

// stored reports whether words are anywhere in the database's files.
func (w *world) stored(words string) bool {
	w.t.Helper()
	for _, end := range []string{"", "-wal"} {
		b, err := os.ReadFile(w.path + end)
		if err == nil && bytes.Contains(b, []byte(words)) {
			return true
		}
	}
	return false
}

// settled waits until nothing waits to be handled or sent.
func (w *world) settled() {
	w.t.Helper()
	w.until("all is sent", func() bool {
		n, err := w.delivery.Unsettled(context.Background(), botName)
		return err == nil && n == 0
	})
}

// reopen builds the rooms again without running the bot.
func (w *world) reopen() *delivery.Service {
	w.t.Helper()
	w.build()
	db := w.db
	w.stop = func() { _ = db.Close() }
	return w.delivery
}
