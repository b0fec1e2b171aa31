// Package telegram is the typed client of the Bot API: one method a call, with neutral
// types in and out, and an error that says what the answer means to us (Verdict).
//
// It keeps Telegram's limits (Wait, TryTake, TrySpare), pauses a chat for exactly the time
// a 429 names, and remembers which methods a Bot API lacks. It decides nothing: what is
// sent, again or not, is the outbox's (package bot/outbox); what arrives is the intake's.
//
// Invariants:
//   - go-telegram's types and errors do not leave this package, and neither does the text
//     of an error: it may quote the token or what people wrote.
//   - Nothing is sent for a lease that has ended (package lease).
//   - Unsent means that the call was surely not carried out; Unknown that nobody knows.
//
// Start reading at Client.call, then messages.go.
package telegram
