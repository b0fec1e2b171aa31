// Package bench measures what Keepsake itself costs: everything but the model and the
// waiting that is meant (the quiet second of a burst, Telegram's limits).
//
// The whole bot runs in this process against bot/simulator and llm/scripted over loopback
// HTTP, on SQLite and on PostgreSQL; the time the model's endpoint takes is measured there
// and taken off. What is told: p50 and p99 of a turn; of the first turn of a session, whose
// snapshot is taken, at 10, 100 and 1,000 memories; of `/memory`; and how much of each
// prompt repeats the start of the one before, over a conversation of 40 turns with tool
// steps and memory writes (goal 0.95, asserted). Beside it the window of a managed log of
// 10, 1,000 and 10,000 messages.
//
// TestFlat measures a turn beside 300,000 messages of other people, beside one on an empty store.
//
// TestBenchRecall measures the search of the nearest memories beside a flat loop over the
// same vectors.
//
// TestBenchBacklog, TestBenchTurnWithForming and TestBenchFind measure the memories that form by themselves,
// TestBenchShards and TestBenchFormation the digests of people and groups, all without the time of a model.
//
// It has no code of its own but tests: `make bench` runs them in full, `make test` in
// small, so that they cannot rot. Start reading at measure in bench_test.go.
package bench
