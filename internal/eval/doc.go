// Package eval measures what a model does with the bot: labelled dialogues are played through the whole app, and what
// counts is what then stands in the store and in the chat, never what the model said it did.
//
// A dialogue is what a person says, message by message, and after each message what ought to have happened: asked,
// stored, updated, a task made, an offer to forget, or nothing. The dialogues are in testdata/dialogues, one file a
// language; testdata/README.md says how they were written. They prove nothing of a model that was not asked: run
// `make eval` with an endpoint.
//
// Between the app and the model stands a Tape. It keeps every answer by a hash of its request, in which the ids
// that differ from run to run have numbers instead. A recording that is kept in testdata/recordings replays a run without
// its model: then a request that is not in the recording is a prompt that has changed since, and the run fails.
//
// The stand-ins (standins.go) are no models. Oracle answers from the labels and shows that they can be reached through
// the app; Eager and Mute show that the score tells good behaviour from bad.
//
// The prompts that work in the background (extraction, consolidation, the judge) have labelled inputs of their own: Item,
// in background.go.
//
// Start reading at Dialogue, then World.Play, then Score; Tape is in tape.go.
package eval
