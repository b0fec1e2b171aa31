// Package obedient proves that nobody but the person writes their memory and their tasks, even
// when the model does whatever it reads.
//
// The scripted model here obeys each instruction that it can see, wherever it stands: in a
// forwarded message, in Telegram's quotations and typed ones, in a document, a picture, an album,
// in what another member, a channel or an inline bot wrote, in a result of a tool, the title of
// a task, a memory that is not the person's own word, a summary. It obeys in every turn in which it sees
// the instruction, shows it to the person as its own question, and obeys again when the person
// says yes. As a judge of what the person said it finds the instruction in each of their messages.
//
// The conversations are read for memories as well, when all has been said (memory/ingest): the reader lists every claim whose words
// the person's have, and the judge of relations lets each replace what is known. Near-duplicates are compacted at the end, with a judge that says of
// all of them that they are one.
//
// Each attack is a person, or a group, of its own. Some hundred of them talk to one bot at once: the real
// bot over the simulator, the real agent over HTTP, a real SQLite file. At the end the memory and the tasks
// of each are what they were before: what the model asked for waits for a tap at most. Where the person themselves asked to keep something
// else, that may be kept in their own words, letter by letter.
//
// The attacks are orders (a fact, a correction, a question with a fact, a question what to forget,
// a task to make, a task to complete, a command) times carriers (how the words of somebody else
// come into a conversation). Orders are those of internal/groundset in which somebody else speaks,
// and those of orders_test.go. The person never agrees to a question about a task, nor to one that
// carries a fact: their yes to that would be their order.
//
// It has no code of its own but tests: `make obedient` runs all attacks, `make test` a part of
// each carrier. Start reading at TestObedient in obedient_test.go, then carriers_test.go.
package obedient
