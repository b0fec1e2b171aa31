package groundset_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"keepsake/phrase"
	"keepsake/phrase/polarity"
	"keepsake/phrase/moment"
)

func TestZZWords(t *testing.T) {
	for _, s := range strings.Split(os.Getenv("SAY"), "|") {
		for _, c := range phrase.Clauses(s) {
			fmt.Printf("CLAUSE %q first=%v q=%v req=%v lasting=%v markers=%v pol=%+v dates=%v\n", c.Text, c.First, c.IsQuestion, c.IsRequest, c.IsLasting, phrase.Markers(c.Text), polarity.Of(c.Text), moment.Find(c.Text))
			for _, k := range phrase.Tokens(c.Text) {
				fmt.Printf("   %s:%v%s ", k.Term, k.Kind, map[bool]string{true: "*"}[k.Counts()])
			}
			fmt.Println()
		}
	}
}
