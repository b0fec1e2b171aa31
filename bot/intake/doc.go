// Package intake stores Telegram's updates in the inbox. It asks for them (poll.go) or has
// them delivered (webhook.go).
//
// An update takes these steps: its secrets are masked and it is decoded (package update);
// relevant.go decides whether it is for the bot; receive.go chooses its lane and stores it.
// Telegram is told that the bot has the update only after the row is committed: the offset
// moves, or the delivery is answered with 200. A repeated update is recognised by its number.
//
// It handles no update (bot/lanes does) and sends no message.
//
// Invariants:
//   - One process polls for a bot, under a lease; any number may take deliveries.
//   - An update that cannot be decoded is stored as a dead letter and stops no other update.
//   - In a group only messages that are addressed to the bot are stored, unless an admin lets
//     the bot listen.
//   - A request with a wrong webhook secret is answered late; this delays no request with the
//     right one.
//   - Every goroutine that Run starts has ended when Run returns.
//
// Start reading at Intake.Run.
package intake
