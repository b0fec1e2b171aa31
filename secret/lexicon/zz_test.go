package lexicon_test

import ("testing";"os";"strings";"fmt";"keepsake/secret/lexicon";"keepsake/secret/plain")

func TestZZ(t *testing.T) {
	w := lexicon.Load()
	for _, s := range strings.Split(os.Getenv("ZZ"), "|") {
		fmt.Println("==", s)
		for _, h := range w.Index.Find(plain.Low(s)) {
			if h.Noun != nil { fmt.Printf("  %q classes %b langs %b\n", h.Text, h.Noun.Classes, h.Noun.Langs) }
		}
	}
}
