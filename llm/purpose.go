package llm

// Purpose is what a model is called for.
type Purpose int

// Values of Purpose.
const (
	Conversation  Purpose = iota // an answer, its tools' media, a summary
	Extraction                   // to notice what is worth keeping
	Judging                      // to compare a claim or a find with what was said and with what is known
	Consolidation                // to form and merge digests
	Embedding                    // to find memories by their meaning
	Speaking                     // to speak answers

	purposes
)

// Purposes is the number of values of Purpose.
const Purposes = int(purposes)

var purposeNames = [Purposes]string{"conversation", "extraction", "judge", "consolidation", "embedding", "speech"}

// String returns the name of a purpose, as it stands in metrics and in the database.
func (p Purpose) String() string { return purposeNames[p] }

// AllPurposes lists the values of Purpose.
func AllPurposes() []Purpose {
	all := make([]Purpose, Purposes)
	for i := range all {
		all[i] = Purpose(i)
	}
	return all
}
