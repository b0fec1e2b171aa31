//go:build web

package page_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"keepsake/actor"
	"keepsake/internal/chromium"
	"keepsake/memory"
	"keepsake/memory/graph"
	"keepsake/page"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store/storetest"
	"keepsake/task"
)

// A59: every page at 360 and 1280 points, light in English and dark in German or Russian, whose words are longer: it fits, has no script, its fields have labels, its texts
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
	w.groupShard("Concert")
	w.addLinks(alice)
	inGroup := w.link(choirScope, "The choir's conductor is Vera Zimina.", graph.Fact{Subject: "The choir", Predicate: "conductor", Object: "Vera Zimina", ObjectKind: "person"})
	w.stands(alice, actor.Admin, nil)
	w.runThatKept(alice)
	w.forms(w.db.Policies())
	check := chromium.Axe(t)
	tab := chromium.Open(t)
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
	speak := func(language string) {
		t.Helper()
		p, err := w.commands.People.Get(ctx, alice)
		must(t, err)
		p.Language = language
		must(t, w.commands.People.SaveSettings(ctx, actor.OfPerson(alice), p))
	}
	code, err := w.signins.NewLink(ctx, actor.OfPerson(alice), alice, bot)
	must(t, err)
	do(chromedp.Navigate(page.LinkTo(w.server.URL, code, 0)), chromedp.Click(chromedp.CSS("main button")), chromedp.WaitVisible(chromedp.CSS("form.find")))
	for _, width := range []int64{360, 1280} {
		for _, scheme := range []string{"light", "dark"} {
			chromium.Look(t, tab, width, scheme)
			speak(map[string]string{"light": "en", "dark": map[int64]string{360: "de", 1280: "ru"}[width]}[scheme])
			for name, path := range map[string]string{"list": "/me/", "none": "/me/?q=nothing", "one": "/me/m/" + m.ID, "forget": "/me/m/" + m.ID + "/forget", "review": "/me/review", "wishes": "/me/wishes",
				"talks": "/me/talks", "talk": "/me/talks/" + s.PublicID, "settings": "/me/settings", "forgetall": "/me/forget-all", "in": "/me/in?code=x", "house": "/me/house", "policies": "/me/house/policies", "revert": "/me/house", "app": "/me/app?bot=" + bot, "tasks": "/me/tasks", "people": "/me/people", "shards": "/me/shards", "group": "/me/g/-100200", "graph": "/me/graph", "around": "/me/graph?about=lisbon", "groupgraph": "/me/g/-100200/graph", "groupmemory": "/me/g/-100200/m/" + inGroup.ID, "nowhere": "/me/nowhere"} {
				do(chromedp.Navigate(w.server.URL+path), chromedp.WaitVisible(chromedp.CSS("h1")))
				if name == "revert" { // the answer to a tap on the page of the house
					do(chromedp.Click(chromedp.CSS(`form[action="/me/house/revert"] button`)), chromedp.WaitVisible(chromedp.CSS("button.grave")))
				}
				if name == "app" { // its script has found nobody whom Telegram signed for
					do(chromedp.WaitVisible(chromedp.CSS("#outside")))
				}
				if got := read(opened + chromium.Problems); got != "" {
					t.Errorf("%s at %d, %s: %s", path, width, scheme, got)
				}
				if got := check(tab); got != "" {
					t.Errorf("%s at %d, %s: axe: %s", path, width, scheme, got)
				}
				if dir := os.Getenv("KEEPSAKE_PICTURES"); dir != "" {
					png, err := chromedp.Run(tab, chromedp.FullScreenshot(100))
					must(t, err)
					must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("page-%s-%d-%s.png", name, width, scheme)), png, 0o600))
				}
			}
		}
	}
	// A tap on a word at a line leads to its memory.
	do(chromedp.EmulateViewport(360, 800), chromedp.Navigate(w.server.URL+"/me/graph"), chromedp.WaitVisible(chromedp.CSS("svg.narrow")), chromedp.Click(chromedp.CSS("svg.narrow a.says")), chromedp.WaitVisible(chromedp.CSS("blockquote.memory")))
	if got := read(`location.pathname.replace(/[^/]*$/, "") + document.querySelector("nav [aria-current]").pathname`); got != "/me/m//me/" {
		t.Errorf("a tap leads to %q", got)
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
