// Package load measures what Keepsake does with many chats, and asserts what it promises.
//
// The real binary runs as a child against bot/simulator and llm/scripted, on SQLite and on
// PostgreSQL, by polling and by webhook. The model answers at once. Telegram's limits are
// switched off on both sides, because what is measured is Keepsake and not Telegram; the
// simulator and the model share the machine with it and are part of every number. There is
// no pause that ends a burst of messages, but in TestFlood.
//
//   - TestLoad: 1,000 chats speak as fast as they are answered (turns per second), then a
//     few at a time (p50 and p99 of a turn's own cost); the child's greatest memory.
//
//   - TestFlood: others' p95 while one chat floods is at most twice of what it is in the
//     calm windows of the same run, between which the flooded ones stand. The pause that
//     ends a burst is 100 ms here, a tenth of what it is for people, and part of the p95.
//
//   - TestBurst: 10,000 updates that wait when the bot comes stay under 512 MB, and each is
//     answered.
//
//   - TestFirstShown: with the limits and the quiet time that Keepsake ships with, how long it takes until a person sees the first
//     words of an answer, after a pause and right after another answer.
//
//   - TestDoors: p50 and p99 of requests to the programs' door and of pages, with 1,000 and with 100,000 memories in the
//     database, a hundred of each person: the p50 at most doubles.
//
//   - TestCompare: an older program and this one do the same work in alternation; what is told
//     is each one's own CPU time for a turn, its turns per second, and the ratios of the rounds.
//
// It has no code of its own but tests: `make load` and `make compare` run them in full, `make test` in small.
// Start reading at world in world_test.go.
package load
