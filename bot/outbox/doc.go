// Package outbox shows messages: the rows of delivery's outbox become messages on
// somebody's phone, and an answer is shown while it is being made (View).
//
// One path sends. A body becomes parts (render.go); each part gets a place by the limits,
// one call, and one outcome (painter.go); what the outcome means for the row is decided in
// one place (failure.go). Calls whose outcome is unknown are looked after when the message
// is shown whole (settle.go), and placeholders that nobody edits are deleted (tidy.go).
//
//	Run ─ claim what is due ─► deliver ─► show ─► painter ─► telegram.Client
//	Live ─ a turn's View ───────────────────────────┘
//
// It is not who decides what is said (commands, package agent), and knows no Telegram
// types (package bot/telegram).
//
// Invariants:
//   - Messages of a chat are shown in the order of their rows; chats go side by side.
//   - A reply is shown by placeholder: sent empty, its id stored, then the text edited in.
//     So a crash may leave an empty placeholder for a while, never a second answer.
//   - Every write about a row that processes share is guarded by its lease, or by its
//     lane's.
//
// Start reading at Run.
package outbox
