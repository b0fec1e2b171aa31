// Package answer is one request being answered: who asked from where, and the messages, the
// keyboards and the note that it comes to, in the person's language.
//
// It is what every handler of package command writes with. It knows no rules and stores
// nothing: who takes an Answer puts its messages into the outbox.
//
// Start reading at Answer.
package answer
