// Package bot is the Telegram door. It only puts its rooms together and runs them; what
// people may ask for is package command, what they talk about package agent.
//
// The way of one message:
//
//	getUpdates ─┐
//	            ├─ bot/intake ──► inbox (committed; then the offset moves, or the delivery
//	webhook ────┘  bot/update:      │      is answered with 200)
//	               decoded once     │
//	            bot/lanes: claim a lane, lease, attempts, dead letters
//	                    │                                   │
//	   lane bot:chat:topic                 control lane bot:chat:topic:control
//	   a burst, with what is attached      a command, a tap, an answer to a question, news
//	   (bot/attach) → package agent        of the chat → package command
//	                    └────────────► outbox ◄─────────────┘
//	                                     │
//	   bot/outbox: order per chat, parts, placeholders, live answers ─ bot/telegram ──► Telegram
//
// Only bot/telegram, the client, and bot/update, the decoding, know the words of Telegram's
// library.
//
// Invariants:
//   - An update is committed before Telegram hears that we have it, and handled in the
//     same transaction that stores what it answers.
//   - No network call happens inside a transaction.
//   - Waiting of any kind is a row, and the state of buttons is in their callback data and in
//     the database: a process may be killed at any point, and the next one goes on.
//   - Of a group's talk only what is addressed to us is stored, unless an admin lets us
//     listen. In a group no private scope is ever read.
//   - Nothing a person wrote, and no token, is in a log line or an error.
//
// The tests of the rooms are here, through Bot.Run, with Telegram and the model beside it over
// HTTP; beside the rooms are those of their pure steps.
//
// Start reading at Bot.Run, then bot/intake and on along the picture.
package bot
