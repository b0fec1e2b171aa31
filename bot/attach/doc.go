// Package attach reads what is attached to messages: it fetches a file, has a recording
// written down, takes the text of a document, makes a picture one that models look at.
//
// It writes nothing and keeps nothing: a process killed in the midst of it only does it
// again. Whatever cannot be read has a Reason, which is told to the person (the end of an
// id of words, "media.big") and to the model (Note).
//
// Invariants:
//   - What a file says is never the person's word: a document, a picture and a sound file
//     have trust.Document at most. Only a recording made in the chat speaks for its sender.
//   - At most two files of one batch are open at once, and of files above 2 MB six in the
//     whole process.
//   - No name, text or address of a file is in a log line or an error.
//
// Start reading at Reader.Find and Reader.ReadAll.
package attach
