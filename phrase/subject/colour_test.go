package subject

import (
	"testing"

	"keepsake/phrase"
)

func TestColourOf(t *testing.T) {
	clauses := phrase.Clauses("if I get the job, I move to Leeds")
	if got := ColourOf(clauses, len(clauses)-1); !got[phrase.Condition] {
		t.Errorf("the condition colours nothing: %v", got)
	}
	if !IsOthersWord("Anna swears") || IsOthersWord("I swear") {
		t.Error("Anna's word is another's, and the speaker's is not")
	}
}
