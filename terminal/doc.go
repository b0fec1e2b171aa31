// Package terminal is the chat in a terminal. It has the same agent, tools, memories, commands
// and decisions as the chat in Telegram (I10 to I18, I35).
//
// A line is handled as follows. The number or the label of an option presses its button. Taps,
// commands and answers to questions go to package command. Any other line becomes a turn
// (agent.Open, Respond). Answers arrive in the outbox and are printed from there. The answer of
// a turn is also printed while it grows; the outbox then prints the rest, receipts and options.
//
// A person at a keyboard (package terminal/edit) can type while an answer runs. Commands, options
// and answers to questions are handled at once (input.go). Other lines wait in a queue for their
// turn. A pipe is read line by line, each after the answer to the one before.
//
// A terminal has its own place (Place), so it is a chat like any other. A lease holds its lane,
// its rows belong to no bot, and it can share a PostgreSQL database with bots. It has no inbox:
// a line is stored before the model is called, and an error of storing it is printed at once.
//
// The package knows nothing about Telegram, webhooks and groups.
//
// Invariants:
//   - Messages and answers are committed turn by turn. A killed terminal loses none of them,
//     and --resume finishes an interrupted turn. The message that was being printed is printed
//     again.
//   - A line that waited when the person left is stored, and answered by --resume where a turn is
//     open. What could not be printed does not count as sent.
//   - An error of the database is printed to Err, and the conversation continues (I18).
//   - Text of a model or a memory never reaches the terminal as a control sequence.
//
// Start reading at Terminal.Run.
package terminal
