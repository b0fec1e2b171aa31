//go:build web

package web_test

import (
	"testing"

	"keepsake/internal/chromium"
	"keepsake/store/storetest"
)

// The page for the OpenAPI document at 360 and 1280 points, light and dark: axe finds nothing, nor do the rules of the house.
func TestDocsInABrowser(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	axe, tab := chromium.Axe(t), chromium.Open(t)
	for _, width := range []int64{360, 1280} {
		for _, scheme := range []string{"light", "dark"} {
			chromium.Look(t, tab, width, scheme)
			if got := chromium.Check(t, tab, axe, w.server.URL+"/docs"); got != "" {
				t.Errorf("at %d, %s: %s", width, scheme, got)
			}
		}
	}
}
