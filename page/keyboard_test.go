//go:build web

package page_test

import (
	"context"
	"testing"

	"github.com/chromedp/chromedp"

	"keepsake/actor"
	"keepsake/internal/chromium"
	"keepsake/page"
	"keepsake/store/storetest"
)

// opened opens what is folded, so that it is looked at, too.
const opened = `document.querySelectorAll("details").forEach((x) => { x.open = true }); `

// reachable counts what a person must be able to get to, each group of radio buttons once. Of two pictures one is shown.
const reachable = `[...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")].filter((x) => !x.closest("svg") || x.checkVisibility()).length`

// focused says what has the focus: its number among all that can have it, and whether one sees that it has; "" = nothing.
const focused = `(() => {
	const x = document.activeElement;
	if (!x || x === document.body || x === document.documentElement) return "";
	const style = getComputedStyle(x), box = x.getBoundingClientRect();
	const seen = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 && box.width > 0 && box.bottom > 0;
	return [...document.querySelectorAll("*")].indexOf(x) + (seen ? "" : " unseen: " + x.outerHTML.slice(0, 80));
})()`

// A59: with the keyboard alone a person gets to everything on a page, one sees where they are, the first key leads past the
// navigation, and Enter follows, sends and forgets.
func TestKeyboardA59(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	m := w.add(t.Context(), alice, "User keeps bees in Lisbon")
	w.own(alice, "Ann")
	w.shard("Kitchen")
	w.addLinks(alice)
	tab := chromium.Open(t)
	do := func(actions ...chromedp.Action[chromedp.Void]) {
		t.Helper()
		if err := chromedp.Do(tab, actions...); err != nil {
			t.Fatal(err)
		}
	}
	code, err := w.signins.NewLink(t.Context(), actor.OfPerson(alice), alice, bot)
	must(t, err)
	do(chromedp.Navigate(page.LinkTo(w.server.URL, code, 0)), press("Tab"), press("Tab"), press("Enter"), chromedp.WaitVisible(chromedp.CSS("form.find")))
	for _, path := range []string{"/me/", "/me/m/" + m.ID, "/me/m/" + m.ID + "/forget", "/me/wishes", "/me/settings", "/me/shards", "/me/people", "/me/house", "/me/house/policies", "/me/graph"} {
		do(chromedp.Navigate(w.server.URL+path), chromedp.WaitVisible(chromedp.CSS("h1")))
		want, err := chromedp.Run(tab, chromedp.Evaluate[int](opened+reachable))
		must(t, err)
		seen := map[string]bool{}
		for range want {
			do(press("Tab"))
			at, err := chromedp.Run(tab, chromedp.Evaluate[string](focused))
			must(t, err)
			if len(at) > 5 {
				t.Errorf("%s: %s", path, at)
			}
			seen[at] = true
		}
		if len(seen) != want || seen[""] || want < 3 {
			t.Errorf("%s: the keyboard gets to %d of %d", path, len(seen), want)
		}
	}
	do(chromedp.Navigate(w.server.URL+"/me/"), chromedp.WaitVisible(chromedp.CSS("h1")), press("Tab"), press("Enter"))
	if at, err := chromedp.Run(tab, chromedp.Evaluate[string](`location.hash + document.activeElement.id`)); err != nil || at != "#mainmain" {
		t.Errorf("the first key leads to %q, %v", at, err)
	}
	do(chromedp.Navigate(w.server.URL+"/me/m/"+m.ID+"/forget"), chromedp.WaitVisible(chromedp.CSS("button.grave")), chromedp.Focus(chromedp.CSS("button.grave")), press("Enter"), chromedp.WaitVisible(chromedp.CSS(".done form")))
}

func press(key string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		return chromedp.Do(ctx, chromedp.KeyEvent(map[string]string{"Tab": "\t", "Enter": "\r"}[key]))
	})
}
