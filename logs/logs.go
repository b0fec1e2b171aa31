// Package logs is what rooms do alike with the log that they are given. What is written to it, and how, is the root's.
//
// Start reading at OrNone.
package logs

import "log/slog"

var none = slog.New(slog.DiscardHandler)

// OrNone returns a log, or where there is none (nil) one that keeps nothing: a room that was put together without a log, as in
// tests, is silent.
func OrNone(log *slog.Logger) *slog.Logger {
	if log == nil {
		return none
	}
	return log
}
