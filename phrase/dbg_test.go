package phrase_test

import (
	"fmt"
	"keepsake/phrase"
	"os"
	"strings"
	"testing"
)

func TestDbg(t *testing.T) {
	for _, s := range strings.Split(os.Getenv("S"), "|") {
		fmt.Println(s)
		for _, c := range phrase.Clauses(s) {
			fmt.Printf("  %q q=%v r=%v\n", c.Text, c.IsQuestion, c.IsRequest)
		}
		for _, x := range phrase.Tokens(phrase.Bare(s)) {
			fmt.Printf("   %d:%s", x.Kind, x.Term)
			if x.Owned {
				fmt.Print("[owned]")
			}
		}
		fmt.Println(phrase.Markers(s), phrase.HasDenial(phrase.Bare(s)), phrase.HasNegative(s), phrase.IsInstruction(phrase.Bare(s)))
	}
}
