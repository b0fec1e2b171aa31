//go:build web

package chromium

import (
	"context"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

// Axe returns what runs axe-core (scripts/axe.sh fetches it) over the page that a tab shows, and says what breaks a rule of
// WCAG 2.2 AA or of good practice: the rule, how grave it is, and where. "" = nothing does.
func Axe(t *testing.T) func(tab context.Context) string {
	t.Helper()
	path := os.Getenv("KEEPSAKE_AXE")
	if path == "" {
		t.Fatal("no axe-core: `make web` fetches it; or name its file in KEEPSAKE_AXE (scripts/axe.sh prints one)")
	}
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return func(tab context.Context) string {
		t.Helper()
		if _, err := chromedp.Run(tab, chromedp.Evaluate[bool](string(source)+"; true")); err != nil {
			t.Fatal(err)
		}
		found, err := chromedp.Run(tab, chromedp.Evaluate[string](run, chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
}

// run needs at least twenty rules that were passed: axe that checks nothing would find nothing.
const run = `axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then((r) =>
	(r.passes.length < 20 ? ["only " + r.passes.length + " rules were checked"] : []).concat(r.violations.map((v) => v.id + " (" + v.impact + "): " + v.nodes.map((n) => n.target.join(" ")).join(", "))).join("; "))`
