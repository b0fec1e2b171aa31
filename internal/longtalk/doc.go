// Package longtalk measures the product's recall on conversations of months, in the formats of LoCoMo, LongMemEval and
// BEAM. The data is read from where somebody has put it, and none of it is part of this repository.
//
// Every turn of a conversation becomes a memory of a person of its own, in a real database, and every question is asked
// by recall.Service.Find, as the bot's recall tool asks. Without a model, Measure counts how many of the turns that
// answer a question are among the first k found. With one, Answer lets the model answer from the ten turns that were
// found, and judge whether the answer says what it should, point by point.
//
// What it does not measure: what extraction would make of these conversations, and the windows of the bot.
//
// Start reading at Load, then Measure. `make longtalk` runs it (docs/longtalk.md).
package longtalk
