// Package update turns one update of the Bot API into one neutral Incoming: who says what
// where, what is quoted, forwarded or attached and how far it is to be trusted, and what it
// answers. Decode is the only place that opens a Telegram message; the other rooms of the
// bot read Incoming.
//
// Everything in here is a pure function of the payload and of who we are (Identity). The
// package asks nobody, stores nothing, and decides nothing: whether an update concerns the
// bot is bot/intake's question, what becomes of it bot/lanes'.
//
// Invariants:
//   - Decode never panics, whatever the JSON holds. It fails only for what is no update at
//     all; a kind of update that the bot does not handle becomes an Incoming of Kind Other.
//   - An inbox row stores the payload as Mask returns it. Decoding the stored payload again
//     gives the same Incoming, in this process or in another.
//   - Texts are clean (text.Clean): valid UTF-8 without control characters.
//
// Start reading at Incoming, then Decode.
package update
