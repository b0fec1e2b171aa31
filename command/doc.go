// Package command is everything a person can ask for without a model: typed commands,
// pressed buttons, answers to questions of ours, and what becomes of a chat.
//
// A door (Telegram, a terminal, the web) turns what it received into a Request, which says
// who speaks, from where, and what they are there; Service.Handle does it and gives a Reply,
// which the door puts into its own words. Who may do what, limits, and what texts mean are
// here and below, so that every door has them.
//
// The way of a request:
//
//	Handle ─ one transaction: admission.go (may they talk to us?) ─ route.go ─ table.go
//	           ├─ a command: start.go, help.go, tasks.go, settings*.go, …; memory.go leads
//	           │             to package command/memories
//	           ├─ a tap, or an answer to a question of ours: the same files
//	           └─ news about the chat: chats.go
//	         └ Finish: the door's outbox rows and the end of its inbox row
//
// It knows no platform and no database, asks no model, and makes no network call.
//
// Invariants:
//   - A request is done once: what it writes, its answers and the end of its inbox row are
//     one transaction. A request that may not be done writes nothing but the reason.
//   - The state of a button is in its reference and in the database, never in memory; what a
//     button does a second time changes nothing.
//   - In a group only the group's memories are read, and nobody's own.
//
// Start reading at Service and Request, then table.go.
package command
