// Package lanes works what waits in the inbox: one update at a time in a lane, lanes side by
// side.
//
// A lane is bot:chat:topic. Its talk becomes turns of package agent; commands, taps, answers
// to questions and news about the chat take the chat's control lane, so that /stop never waits
// behind a slow model, and become requests to package command.
//
//	Run ─ lanes.go: claim a lane ─ lane.go: lease, attempts, dead letters
//	          │                                  │
//	   lane of talk                         control lane
//	   talk.go: a burst (batch.go,          control.go: request.go makes a
//	   incoming.go, album.go) → agent       command.Request, one transaction
//
// It decodes nothing by itself (package update), reads no attachment (bot/attach) and sends
// nothing (bot/outbox): what it says is a row of the outbox.
//
// Invariants:
//   - An update is handled in the same transaction that stores what it answers: a command is
//     executed once. Every such transaction begins with delivery's Guard.
//   - No network call happens inside a transaction. Who is an admin is asked of Telegram
//     before the transaction of each request.
//   - A poison update gets Config.Attempts attempts, then it is a dead letter and its author
//     is told. An outage of the model is no attempt: the turn waits (trouble.go), and is given
//     up visibly after Config.GiveUpAfter.
//   - Who taps somebody else's button in a group is told so in time, however long the lane takes
//     (TapDeadlines).
//   - Every goroutine that Run starts has ended when Run returns.
//
// Start reading at Lanes.Run, then talk.go.
package lanes
