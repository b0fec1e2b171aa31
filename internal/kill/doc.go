// Package kill proves that nothing is lost and nothing is done twice when Keepsake is
// killed.
//
// It builds the real binary with the tag `failpoint` and runs `keepsake serve` as a child
// against bot/simulator and llm/scripted, while fifty people talk to it and send voices,
// pictures and documents. The child is killed again and again with SIGKILL, at random moments
// and at the named failpoints, and started again. In the end one child may finish, and the
// phones, the sessions and the memories are compared with what was said:
//
//   - 0 lost: every message is answered.
//   - 0 answered twice.
//   - 0 out of order in a chat.
//   - 0 memories written twice, 0 missing: those that were asked for, and those that formed by themselves
//     of what was said in passing (memory/ingest).
//   - Empty placeholders that nobody filled: at most one for each kill.
//
// Reminders that are sent while bots are killed come once each.
//
// The same with a fleet of three children on one PostgreSQL, by polling and by webhook
// (deliveries go to any of them): one is killed, or paused for longer than its lease while
// another is killed, and wakes. How long messages wait that were open then is told, p99
// asserted; TestKillTakeover measures it, and how long nobody polls, with the lease that
// Keepsake has unless told otherwise.
//
// It has no code of its own but tests: `make kill` runs them with 200 kills on each
// database, `make test` with a few. Start reading at run in kill_test.go.
//
// TestKillShards is about what a group keeps together: of a bot that is killed while it reads and merges, everything that
// was said is kept once, told once and stands in the notes once. TestKillTicks in package app is about three processes whose
// clocks are ten minutes apart and of which one is frozen or killed in its work: it needs clocks that a test can set, so its
// processes are the test's own program.
package kill
