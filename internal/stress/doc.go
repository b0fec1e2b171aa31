// Package stress breaks what the bot stands on while people talk to it: the disk, the database,
// the model and Telegram. It asserts that nothing is lost, doubled, out of order, uncounted or
// unbounded, and that health and the owner are told.
//
// The whole app runs in the test's process, against bot/simulator and llm/scripted behind the
// proxies of internal/faulty. It has no code of its own but tests: `make stress` runs them in
// full (TestSteadyTalk for twenty minutes), `make test` in small. The disks need root, or a system
// where a user may be root in a namespace of their own.
//
// Start reading at world in world_test.go.
package stress
