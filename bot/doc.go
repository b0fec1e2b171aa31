// Package bot is the Telegram door: what people send becomes rows of the inbox, rows
// become turns and commands, and rows of the outbox become messages on somebody's phone.
//
// The way of one message:
//
//	getUpdates ─ poll.go ─┐
//	                      ├─ intake.go ──► inbox (committed; then the offset moves, or the
//	webhook ──── hook.go ─┘                 │      delivery is answered with 200)
//	                                        │
//	            lanes.go: claim a lane, heartbeat, attempts, dead letters
//	                    │                                   │
//	   lane bot:chat:topic                 control lane bot:chat:topic:control
//	   talk.go: burst → agent.Open,        control.go: one transaction with the command
//	   Respond, Wait, GiveUp, Stopped      (commands.go, command_*.go, settings.go), tap
//	   live.go: the answer as it grows     (taps.go) or answer to a question (forms.go)
//	                    │                                   │
//	                    └────────────► outbox ◄─────────────┘
//	                                     │
//	            outbox.go: order per chat, limits, 429 ─ paint.go, send.go ──► Telegram
//
// Groups: group.go says what is for us and who may do what, talk_group.go and
// command_group.go are their talk and commands, chats.go is what becomes of chats.
//
// It is not the conversation (package agent), keeps no memory (package memory) and knows
// no database: waiting of any kind is a row, so a process may be killed at any point and
// the next one goes on.
//
// Invariants:
//   - An update is committed before Telegram hears that we have it, and handled in the
//     same transaction that stores what it answers: a command is executed once.
//   - An answer of a turn is shown by placeholder: sent empty, its id stored, then edited.
//     A crash may leave an empty placeholder, never a second answer.
//   - No network call happens inside a transaction.
//   - Every write of a lane's work begins with delivery's Guard; nothing is said to Telegram
//     for a lease that has ended (hold.go).
//   - State of buttons is in their callback data and in the database, never in here.
//   - Of a group's talk only what is addressed to us is stored, unless an admin lets us
//     listen. In a group no private scope is ever read.
//   - Who is an admin is asked of Telegram for each request, before its transaction.
//   - Nothing a person wrote, and no token, is in a log line: errors of the Bot API's
//     library, which quote both, are reduced to constant words (api.go).
//
// Start reading at Bot.Run, then poll.go and on along the picture.
package bot
