// Package mcpserver is the door for other assistants: one memory over the Model Context Protocol, by
// streamable HTTP (Room.ServeHTTP) and by standard input and output (Room.Serve).
//
// It turns calls of tools into calls of the nouns and what comes back into short texts with the same as
// data. It has no rule of its own about memories. What another program says is not what the person said:
// with a person's key a new memory, or a new wording, waits until the person taps Save in the chat, and
// to forget is a link to the memory's card there. Only a key that its owner trusts, or an agent's, writes
// at once.
//
// Invariants:
//   - Every request shows a key and sees the one scope that it opens; what is not in it is answered as what
//     does not exist. No session is kept: any replica answers any request.
//   - A key that may only read is not offered the tools that write.
//   - An error says constant English, never a text that somebody wrote. What is no message is answered with
//     JSON-RPC's error, and ends no conversation (malformed.go).
//
// Start reading at New, then tools.go.
package mcpserver
