// Package failpoint names the moments of a turn at which the kill harness ends the
// process, so that "killed between these two steps" is something a test can ask for.
//
// It is not a fault injector: nothing returns an error here. In an ordinary build Hit is
// an empty function that the compiler removes; built with the tag `failpoint`, Hit
// compares its name with the environment variable KEEPSAKE_FAILPOINT ("name" or
// "name:count", counted from 1) and, at that hit, sends SIGKILL to its own process: no
// deferred function runs and nothing is flushed, as with a power cut.
//
// Start reading at Names; internal/kill is the one that uses it.
package failpoint

// The moments, in the order a message meets them.
const (
	AfterInboxCommit = "after-inbox-commit" // updates are committed, the offset has not moved
	AfterFetch       = "after-fetch"        // a file has arrived, nothing of it is read
	AfterOpening     = "after-opening"      // what is attached is read, the turn is not open
	AfterModelAnswer = "after-model-answer" // the model has answered, nothing of it is written
	AfterToolWrite   = "after-tool-write"   // a tool's write and its result are committed, the turn goes on
	AfterSend        = "after-send"         // Telegram accepted a message, its id is not stored
	BeforeMark       = "before-mark"        // the message's id is known, the row is not marked sent
	AfterReading     = "after-reading"      // extraction has found something in a conversation, nothing is written
	AfterForming     = "after-forming"      // what it found is committed with the end of the run
)

// The moments of an erasure.
const (
	AfterErasureNoted  = "after-erasure-noted"  // the journal has it, its transaction has not committed
	AfterErasureCommit = "after-erasure-commit" // it has committed, the journal does not say so
)

// Env is the variable that arms one failpoint in a binary built with the tag.
const Env = "KEEPSAKE_FAILPOINT"

// Names lists every failpoint of a message. Those of an erasure are Erasures.
var Names = []string{AfterInboxCommit, AfterFetch, AfterOpening, AfterModelAnswer, AfterToolWrite, AfterSend, BeforeMark, AfterReading, AfterForming}

// Erasures lists the failpoints of an erasure, which the tests of restoring use.
var Erasures = []string{AfterErasureNoted, AfterErasureCommit}
