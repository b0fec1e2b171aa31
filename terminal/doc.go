// Package terminal is the door for somebody at a keyboard: the same agent, tools, memories,
// commands and decisions as in Telegram, typed and printed (I10 to I18, I35).
//
// The way of a line: a number or a word of an option presses its button, which goes to
// package command as a typed command and an answer to a question do; everything else becomes
// a turn (agent.Open, Respond). What is answered comes out of the outbox and is printed; an answer of a turn is
// shown while it grows, and the outbox prints the rest of it, receipts and options.
//
// A terminal has a place of its own (Place), so it is a chat like any other: its lane is
// held by a lease, its rows are not a bot's, and both may work on one PostgreSQL. There is
// no inbox: a line is in the database before the model is asked, and one that could not be
// stored is told of at once.
//
// It is not the bot: no Telegram, no webhook, no groups.
//
// Invariants:
//   - What was said and answered is committed turn by turn: a killed terminal loses none of
//     it, and --resume finishes the turn that was cut off. What was being printed just then
//     is printed again.
//   - A database that fails is told to Err; the conversation goes on (I18).
//   - Nothing that a model or a memory says reaches the terminal as a control sequence.
//
// Start reading at Terminal.Run.
package terminal
