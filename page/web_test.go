//go:build web

package page_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/page"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store/storetest"
	"keepsake/task"
)

// chromium is one browser for a test.
func chromium(t *testing.T) context.Context {
	t.Helper()
	path := os.Getenv("CHROMIUM")
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); path == "" && err == nil {
			path = p
		}
	}
	if path == "" {
		t.Fatal("no Chromium: `make web` fetches Debian's; or name one in CHROMIUM")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx
}

// problems lists what would keep somebody from using a page: it is wider than the screen, a field has no label, a
// target of a finger is too small, headings leave a step out, a text has too little contrast.
const problems = `(() => {
	const out = [];
	if (document.documentElement.scrollWidth > innerWidth) out.push("wider than the screen: " + document.documentElement.scrollWidth);
	if (document.querySelectorAll("h1").length !== 1) out.push("not one h1");
	if (document.scripts.length || document.querySelector("style, [style]")) out.push("a script or a style in the page");
	if (!document.documentElement.lang || !document.title) out.push("no language or title");
	for (const x of document.querySelectorAll("input:not([type=hidden]), select, textarea")) if (!x.labels.length) out.push("no label: " + x.name);
	for (const x of document.querySelectorAll("button, .button")) {
		const box = x.getBoundingClientRect();
		if (box.height < 24 || box.width < 24) out.push("small: " + x.textContent);
		if (!x.textContent.trim()) out.push("a button without a name");
	}
	for (const x of document.querySelectorAll("img")) if (!x.hasAttribute("alt")) out.push("no alt");
	const rgb = (s) => s.match(/[\d.]+/g).map(Number);
	const light = (c) => { const [r, g, b] = c.slice(0, 3).map((v) => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
	const behind = (x) => { for (; x; x = x.parentElement) { const c = rgb(getComputedStyle(x).backgroundColor); if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
	for (const x of document.querySelectorAll("main *, header *")) {
		if (![...x.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) || !x.getClientRects().length || x.classList.contains("skip")) continue;
		const [a, b] = [light(rgb(getComputedStyle(x).color)), light(behind(x))].sort((p, q) => q - p);
		if ((a + .05) / (b + .05) < 4.5) out.push("contrast " + ((a + .05) / (b + .05)).toFixed(1) + ": " + x.textContent.slice(0, 30));
	}
	return out.join("; ");
})()`

// A59: every page at 360 and 1280 points, light and dark: it fits, has no script, its fields have labels, its texts
// have contrast; a person signs in, edits and forgets with clicks. Pictures are left in the folder KEEPSAKE_PICTURES, when that is set.
func TestPageInABrowserA59(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	ctx := t.Context()
	m := w.add(ctx, alice, "User keeps bees in Lisbon")
	_, _, _, err := w.commands.Memory.Update(ctx, actor.OfPerson(alice), []scope.Scope{scopeOf(alice)}, m.ID, memory.Edit{Content: "User keeps bees in Porto"})
	must(t, err)
	w.add(ctx, alice, "User's address of the garden is https://example.org/"+fmt.Sprintf("%0120d", 7))
	_, err = w.commands.Memory.Propose(ctx, actor.OfPerson(alice), []scope.Scope{scopeOf(alice)}, memory.Decision{Op: memory.OpAdd, Scope: scopeOf(alice), Content: "User sails on Sundays"}, memory.Limits{})
	must(t, err)
	w.own(alice, "Ann")
	for _, due := range []string{"2026-11-22T09:00", "2026-11-29T18:30"} {
		_, err = w.commands.Tasks.Create(ctx, actor.OfPerson(alice), task.Draft{Person: alice, Store: bot, Title: "Water the plants on the balcony", Due: due, Repeat: "FREQ=WEEKLY", Zone: time.UTC, Bot: bot, Chat: 1001})
		must(t, err)
	}
	_, err = w.commands.People.Knock(ctx, actor.OfSystem(), bot, people.ID(-100200), "The choir of Lisbon")
	must(t, err)
	s, err := w.commands.Sessions.Begin(ctx, actor.OfSystem(), session.Place{Bot: bot, Chat: 1001}, alice, bot, false)
	must(t, err)
	_, err = w.commands.Sessions.Append(ctx, actor.OfSystem(), s.ID, session.Message{Role: session.User, Author: alice, Content: "I keep bees"}, session.Message{Role: session.Assistant, Content: "How lovely."})
	must(t, err)
	w.shard("Kitchen")
	tab := chromium(t)
	do := func(actions ...chromedp.Action[chromedp.Void]) {
		t.Helper()
		if err := chromedp.Do(tab, actions...); err != nil {
			t.Fatal(err)
		}
	}
	read := func(js string) string {
		t.Helper()
		got, err := chromedp.Run(tab, chromedp.Evaluate[string](js))
		must(t, err)
		return got
	}
	code, err := w.signins.NewLink(ctx, actor.OfPerson(alice), alice, bot)
	must(t, err)
	do(chromedp.Navigate(page.LinkTo(w.server.URL, code)), chromedp.Click(chromedp.CSS("main button")), chromedp.WaitVisible(chromedp.CSS("form.find")))
	for _, width := range []int64{360, 1280} {
		for _, scheme := range []string{"light", "dark"} {
			do(chromedp.EmulateViewport(width, 800), chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
				_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
				return err
			}))
			for name, path := range map[string]string{"list": "/me/", "none": "/me/?q=nothing", "one": "/me/m/" + m.ID, "forget": "/me/m/" + m.ID + "/forget", "review": "/me/review", "wishes": "/me/wishes",
				"talks": "/me/talks", "talk": "/me/talks/" + s.PublicID, "settings": "/me/settings", "forgetall": "/me/forget-all", "in": "/me/in?code=x", "house": "/me/house", "tasks": "/me/tasks", "people": "/me/people", "shards": "/me/shards"} {
				do(chromedp.Navigate(w.server.URL+path), chromedp.WaitVisible(chromedp.CSS("h1")))
				if got := read(problems); got != "" {
					t.Errorf("%s at %d, %s: %s", path, width, scheme, got)
				}
				if dir := os.Getenv("KEEPSAKE_PICTURES"); dir != "" {
					png, err := chromedp.Run(tab, chromedp.FullScreenshot(100))
					must(t, err)
					must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("page-%s-%d-%s.png", name, width, scheme)), png, 0o600))
				}
			}
		}
	}
	do(chromedp.Navigate(w.server.URL+"/me/m/"+m.ID), chromedp.SetValue(chromedp.CSS("#content"), "User keeps bees in Faro"), chromedp.Click(chromedp.CSS(`form[action$="/edit"] button`)), chromedp.WaitVisible(chromedp.CSS(".done")))
	if got := read(`document.querySelector("ol.versions ins").textContent`); got != "Faro" {
		t.Errorf("edited to %q", got)
	}
	do(chromedp.Click(chromedp.CSS(`a[href$="/forget"]`)), chromedp.WaitVisible(chromedp.CSS(".warn")), chromedp.Click(chromedp.CSS("button.grave")), chromedp.WaitVisible(chromedp.CSS(".done form")))
	if got := read(`document.querySelector(".done").innerText`); got == "" {
		t.Error("forgetting says nothing")
	}
	do(chromedp.Navigate(w.server.URL + "/me/app?bot=" + bot + "#tgWebAppData=" + url.QueryEscape(initData(token, 1002, w.now))))
	do(chromedp.WaitVisible(chromedp.CSS("form.find")))
	if got := read(`location.pathname + location.hash + document.querySelector(".count").textContent`); got != "/me/0 memories" {
		t.Errorf("the Mini App shows %q", got)
	}
}
