// Package intake takes what Telegram has for the bot into the inbox: by asking for it
// (poll.go) or by having it delivered (webhook.go).
//
// The way of an update: its secrets are masked and it is decoded (package update); relevant.go
// says whether it is for the bot, receive.go in which lane it waits and stores it. Only when
// the row is committed does Telegram hear that the bot has it: the offset moves, or the
// delivery is answered with 200. What comes twice is known by its number.
//
// It handles no update (bot/lanes does) and sends no message.
//
// Invariants:
//   - One process polls for a bot, under a lease; any number may take deliveries.
//   - What cannot be decoded is stored as a dead letter and harms no other update.
//   - Of a group's talk only what is addressed to the bot is stored, unless an admin lets
//     the bot listen.
//   - A wrong webhook secret is answered late, a right one never for its sake.
//   - Every goroutine that Run starts has ended when Run returns.
//
// Start reading at Intake.Run.
package intake
