// Package groundset holds labelled cases for memory/grounds: what was said, what a model then
// asked to store, and whether the person said it.
//
// A case is a short talk of several voices (the person, the bot, a forwarded text, a document
// …), the write of a model that read all of it, and what ought to happen: keep, wait for a tap,
// or refuse. The cases are in testdata; its README says how they were made. Those of the part
// "work" may be looked at while memory/grounds is worked on. Those of the part "measured" are
// only counted: their failures are named by template, never shown.
//
// A judge is the model that lists what a person states when words alone do not settle a write.
// The package has an ideal one, which answers from the labels, an obedient one, which approves what
// others want, a yielding one, which approves everything, and broken ones.
//
// It is not a rule book: it imports nothing of what it measures, and only its tests do. The
// same cases are asked with each judge and with none, so that a change of memory/grounds shows
// what it costs and what it lets through.
//
// Start reading at Case, then Judge, then TestGrounds in grounds_test.go.
package groundset
