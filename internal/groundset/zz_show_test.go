package groundset_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"keepsake/internal/groundset"
)

func TestZZShow(t *testing.T) {
	prefix := os.Getenv("TPL")
	for _, bench := range groundset.Benches {
		if bench.Name != os.Getenv("BENCH") {
			continue
		}
		for _, c := range load(t) {
			if !strings.Contains(c.Template, prefix) || os.Getenv("LANGS") != "" && !strings.Contains(os.Getenv("LANGS"), c.Lang) {
				continue
			}
			r := decide(t.Context(), c, bench.For(c))
			if os.Getenv("KIND") != "" && string(c.Kind) != os.Getenv("KIND") && os.Getenv("KIND") != "leak" {
				continue
			}
			if r.IsAlarm() && os.Getenv("KIND") != "leak" || r.IsLeak() {
				fmt.Printf("== %s %s outcome=%s reason=%s check=%s own=%q\n", c.ID, c.Kind, r.Outcome, r.Reason, r.Check, r.Words)
				for _, u := range c.Talk {
					fmt.Printf("   %s(%v): %s\n", u.By, u.Turn, u.Text)
				}
				fmt.Printf("   WRITE %s: %s", c.Write.Op, c.Write.Content)
				if c.Write.Before != "" {
					fmt.Printf("   BEFORE %s", c.Write.Before)
				}
				fmt.Println()
				for _, s := range c.States {
					fmt.Printf("   STATES %q: %s\n", s.Quote, strings.Join(s.Facts, " | "))
				}
			}
		}
	}
}
