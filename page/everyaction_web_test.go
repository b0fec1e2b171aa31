//go:build web

package page_test

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"keepsake/actor"
	"keepsake/delivery"
	"keepsake/internal/chromium"
	"keepsake/memory"
	"keepsake/memory/digest"
	"keepsake/page"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/store/storetest"
	"keepsake/task"
)

// posts returns the patterns of all that pages send, as the room registers them.
func posts(t *testing.T) map[string]*regexp.Regexp {
	t.Helper()
	files, err := filepath.Glob("*.go")
	must(t, err)
	all := map[string]*regexp.Regexp{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		must(t, err)
		for _, m := range regexp.MustCompile(`"POST (/me/[^"]+)"`).FindAllStringSubmatch(string(source), -1) {
			all[m[1]] = regexp.MustCompile("^" + regexp.MustCompile(`\{[a-z]+\}`).ReplaceAllString(m[1], "[^/]+") + "$")
		}
	}
	return all
}

// step is one thing that somebody does on a page: they go there, fill a field in, and tap.
type step struct {
	at, tap string
	field   string // CSS of a field to fill in, "" = none
	see     string // CSS of what stands there then
}

// A59: every action that the room registers is done with a tap in a real browser, at both widths, and the page that comes then
// fits, has labels and contrast.
func TestEveryActionInABrowser(t *testing.T) {
	tab := chromium.Open(t)
	must(t, chromedp.Do(tab))
	var mu sync.Mutex
	var sent []string
	must(t, chromedp.Listen(tab, func(ev any) {
		if r, ok := ev.(*network.EventRequestWillBeSent); ok && r.Request.Method == "POST" {
			mu.Lock()
			defer mu.Unlock()
			sent = append(sent, r.Request.URL)
		}
	}))
	all := posts(t)
	if len(all) < 25 {
		t.Fatalf("the room registers only %d actions", len(all))
	}
	for _, width := range []int64{360, 1280} {
		w := newWorld(t, storetest.SQLite(t))
		chromium.Look(t, tab, width, "light")
		mu.Lock()
		sent = nil
		mu.Unlock()
		steps := w.furnish()
		w.signIn(tab)
		for _, s := range steps {
			w.take(tab, s)
		}
		w.signIn(tab) // after the sign-out
		w.forms(w.db.Policies())
		w.take(tab, step{"/me/house/policies", `form[action$="/adopt"] button`, "", ".done"})
		w.take(tab, step{"/me/house/policies", `form[action$="/back"] button`, "", ".done"})
		w.take(tab, step{"/me/forget-all", "button.grave", "", `form:has(input[name="sure"]) button.grave`})
		w.take(tab, step{"", "button.grave", "", ".said"})
		must(t, chromedp.Do(tab, chromedp.Navigate(w.server.URL+"/me/app?bot="+bot+"#tgWebAppData="+url.QueryEscape(initData(token, 1002, w.now))), chromedp.WaitVisible(chromedp.CSS("form.find"))))
		mu.Lock()
		for pattern, form := range all {
			done := false
			for _, address := range sent {
				done = done || form.MatchString(strings.TrimPrefix(address, w.server.URL))
			}
			if !done {
				t.Errorf("at %d nobody did POST %s", width, pattern)
			}
		}
		mu.Unlock()
	}
}

// signIn opens a new link of alice's.
func (w *world) signIn(tab context.Context) {
	w.t.Helper()
	code, err := w.signins.NewLink(w.t.Context(), actor.OfPerson(alice), alice, bot)
	must(w.t, err)
	must(w.t, chromedp.Do(tab, chromedp.Navigate(page.LinkTo(w.server.URL, code, 0)), chromedp.Click(chromedp.CSS("main button")), chromedp.WaitVisible(chromedp.CSS("form.find"))))
}

// take does a step, and looks at the page that comes then.
func (w *world) take(tab context.Context, s step) {
	w.t.Helper()
	fail := func(err error) {
		w.t.Helper()
		if err != nil {
			shown, _ := chromedp.Run(tab, chromedp.Evaluate[string](`location.href + " " + document.body.innerText`))
			w.t.Fatalf("%s, %s: %v: %.600s", s.at, s.tap, err, shown)
		}
	}
	ctx, cancel := context.WithTimeout(tab, time.Minute)
	defer cancel()
	if s.at != "" {
		fail(chromedp.Do(ctx, chromedp.Navigate(w.server.URL+s.at), chromedp.WaitVisible(chromedp.CSS("h1"))))
		_, err := chromedp.Run(ctx, chromedp.Evaluate[bool](opened+"true"))
		fail(err)
	}
	if s.field != "" {
		fail(chromedp.Do(ctx, chromedp.SetValue(chromedp.CSS(s.field), "User keeps bees in Faro")))
	}
	fail(chromedp.Do(ctx, chromedp.Click(chromedp.CSS(s.tap)), chromedp.WaitVisible(chromedp.CSS(s.see))))
	_, err := chromedp.Run(ctx, chromedp.Poll[bool](`document.readyState === "complete"`)) // with its style sheet
	fail(err)
	found, err := chromedp.Run(ctx, chromedp.Evaluate[string](opened+chromium.Problems))
	fail(err)
	if found != "" {
		w.t.Errorf("after %s on %s: %s", s.tap, s.at, found)
	}
}

// furnish stores something for every action, and returns the actions, the last of which signs out.
func (w *world) furnish() []step {
	w.t.Helper()
	ctx, ann := w.t.Context(), actor.OfPerson(alice)
	m := w.add(ctx, alice, "User keeps bees in Lisbon")
	w.own(alice, "Ann")
	for _, content := range []string{"User sails on Sundays", "User owns a grey parrot"} {
		_, err := w.commands.Memory.Propose(ctx, ann, []scope.Scope{scopeOf(alice)}, memory.Decision{Op: memory.OpAdd, Scope: scopeOf(alice), Content: content}, memory.Limits{})
		must(w.t, err)
	}
	d := w.commands.Digests
	_, err := d.Form(ctx, actor.Actor{Kind: actor.Extraction}, scopeOf(alice), []digest.Directive{{SessionID: "s", Content: "answer in verse"}, {SessionID: "s", Content: "be kind"}}, digest.Episode{SessionID: "s", Content: "talked"})
	must(w.t, err)
	waiting, err := d.Waiting(ctx, scopeOf(alice))
	must(w.t, err)
	var lines []digest.Line
	for _, x := range waiting {
		now, err := d.Current(ctx, scopeOf(alice))
		must(w.t, err)
		lines = append(lines, digest.Line{Text: x.Content, From: []string{x.ID}})
		must(w.t, d.Absorb(ctx, actor.Actor{Kind: actor.Consolidation}, digest.Digest{Scope: scopeOf(alice), Version: now.Version, Lines: lines}, []string{x.ID}, nil))
		w.pass(time.Minute)
	}
	_, err = w.commands.Tasks.Create(ctx, ann, task.Draft{Person: alice, Store: bot, Title: "Water the plants", Zone: time.UTC, Bot: bot, Chat: 1001})
	must(w.t, err)
	_, err = w.commands.People.Knock(ctx, actor.OfSystem(), bot, people.ID(-100300), "The choir of Lisbon")
	must(w.t, err)
	w.runThatKept(bob)
	_, err = w.commands.Delivery.Receive(ctx, []delivery.Update{{Bot: bot, UpdateID: 1, Payload: []byte(`{}`), State: delivery.DeadMail, Error: "cannot be decoded", ReceivedAt: w.now}})
	must(w.t, err)
	w.shard("Kitchen")
	w.groupShard("Concert")
	w.stands(alice, actor.Admin, nil)
	one := "/me/m/" + m.ID
	steps := []step{
		{one, `form[action$="/edit"] button`, "#content", ".done"}, {one, `form[action$="/pin"] button`, "", ".done"}, {one, `form[action$="/archive"] button`, "", ".done"}, {one, `form[action$="/restore"] button`, "", ".done"},
		{one + "/forget", "button.grave", "", ".done form"}, {"", ".done form button", "", "blockquote.memory"},
		{"/me/review", `form[action$="/save"] button`, "", ".done"}, {"/me/review", `form[action$="/never"] button`, "", ".done"},
		{"/me/wishes", `form[action$="/restore"] button`, "", ".done"}, {"/me/wishes", `form[action$="/forget"] button`, "", ".done"},
		{"/me/tasks", `form[action$="/done"] button`, "", "h2"}, {"/me/tasks", `form[action$="/reopen"] button`, "", `form[action$="/done"]`}, {"/me/tasks", `form[action$="/delete"] button`, "", ".done"},
		{"/me/settings", "form.fields button.main", "", ".done"}, {"/me/people", `form[action$="/decide"] button`, "", ".done"},
		{"/me/house", `form[action$="/revert"] button`, "", "button.grave"}, {"", "button.grave", "", ".done"}, {"/me/house", `form[action$="/replay"] button`, "", ".done"},
	}
	for _, at := range []string{"/me/shards", "/me/g/-100200"} {
		steps = append(steps, step{at, `form[action$="/edit"] button`, "textarea[name=instructions]", ".done"}, step{at, `form[action$="/pause"] button`, "", ".done"},
			step{at, `form[action$="/reword"] button`, "textarea[name=content]", ".done"}, step{at, `form[action$="/less"] button`, "", ".done"})
	}
	return append(steps, step{"/me/", "form.out button", "", "header:not(:has(nav))"})
}
