// Package faulty breaks what surrounds the bot, for tests: a proxy that delays, cuts, repeats,
// floods or refuses HTTP calls on their way to a strict double, a disk that fills up, and a
// PostgreSQL server of a test's own that can be killed.
//
// It knows nothing of Telegram, models or the bot: a test says which call meets which trouble. It
// answers nothing by itself that the double behind it would have to know.
//
// Start reading at Proxy; the disk is in disk.go, the server in postgres.go.
package faulty
