// Package memories is /memory and what the buttons and questions of memories do: to list, open,
// search, edit, pin, delete, restore and export them, to decide what the bot proposed, and to
// forget everything.
//
// It goes straight to the nouns' services: no model, no conversation (P52). In a group it
// shows and changes the group's memories, and nobody's own.
//
// Start reading at Desk, then Desk.Command.
package memories
