//go:build web

package page_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"keepsake/actor"
	"keepsake/delivery"
	"keepsake/internal/chromium"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/digest"
	"keepsake/memory/graph"
	"keepsake/memory/shard"
	"keepsake/page"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store/storetest"
	"keepsake/task"
	"keepsake/trust"
)

// What people wrote never runs in a real browser: more than 200 payloads stand in every kind of stored text that the pages
// show. No script runs, no dialog opens, no request leaves, the content policy has nothing to stop, and the pages have the
// elements and attributes that they have with harmless texts. That the test would see it is proved by a careless page.
func TestMarkupInABrowser(t *testing.T) {
	all := payloads()
	if len(all) < 200 {
		t.Fatalf("only %d payloads", len(all))
	}
	tab := chromium.Open(t)
	seen := watch(t, tab)
	plain, evil := newStage(t), newStage(t)
	harmless := plain.shown(tab, seen, plain.fillWith(func(int) string { return "plain words" }, len(all)))
	marked := evil.shown(tab, seen, evil.fillWith(func(n int) string { return all[n%len(all)] }, len(all)))

	if problems := seen.since(); len(problems) > 0 {
		t.Errorf("the browser tells of %d things, first: %.5q", len(problems), problems)
	}
	allowed := map[string]bool{}
	for _, shown := range harmless {
		for _, a := range shown.Attributes {
			allowed[a] = true
		}
	}
	places := map[string]map[string]bool{} // the markers that were seen, by kind of text
	for path, shown := range marked {
		for _, a := range shown.Attributes {
			if !allowed[a] {
				t.Errorf("%s: a page makes no <%s>", path, a)
			}
		}
		for _, a := range shown.Addresses {
			if !strings.HasPrefix(a, "/me") && !strings.HasPrefix(a, "#") && !strings.HasPrefix(a, "url(#tip-") {
				t.Errorf("%s: it leads to %q", path, a)
			}
		}
		if isFree := strings.Contains(path, "graph") || strings.Contains(path, "/m/"); !isFree && !maps.Equal(shown.Elements, harmless[path].Elements) {
			t.Errorf("%s has %v, with harmless texts %v", path, shown.Elements, harmless[path].Elements)
		}
		for _, m := range marker.FindAllStringSubmatch(shown.Text, -1) {
			if places[m[1]] == nil {
				places[m[1]] = map[string]bool{}
			}
			places[m[1]][m[2]] = true
		}
	}
	total := 0
	for _, kind := range slices.Sorted(maps.Keys(evil.marks)) {
		total += len(places[kind])
		if got, want := len(places[kind]), min(evil.marks[kind], mostShown[kind]); mostShown[kind] == 0 || got < want {
			t.Errorf("%s: %d of %d texts are on a page, at least %d should be", kind, got, evil.marks[kind], mostShown[kind])
		}
	}
	t.Logf("%d payloads, %d texts of %d kinds on %d pages: %v", len(all), total, len(evil.marks), len(marked), evil.marks)

	// A careless page: the watch sees what it does, under the page's policy and without one.
	for policy, want := range map[string]string{"default-src 'none'; script-src 'self'": "stopped", "": "dialog"} {
		careless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if policy != "" {
				w.Header().Set("Content-Security-Policy", policy)
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, `<!doctype html><title>x</title><h1>x</h1><img src="/leak" onerror="alert(1)">`)
		}))
		seen.allow(careless.URL + "/me")
		if err := chromedp.Do(tab, chromedp.Navigate(careless.URL)); err != nil {
			t.Fatal(err)
		}
		if !seen.waitFor(want) {
			t.Errorf("under %q the watch does not see that something is %s", policy, want)
		}
		careless.Close()
	}
}

// mostShown is how many texts of a kind the pages show at most.
var mostShown = map[string]int{
	"memory": 1000, "subject": 1000, "category": 1000, "version": 1000, "quote": 1000, "proposal": 1000, "proposalquote": 1000, "wish": 1000, "line": 1000, "earlier": 100, "task": 1000, "said": 400, "shard": 20,
	"instructions": 20, "fact": 1000, "suggestion": 1000, "speaker": 1000, "digestline": 100, "group": 100, "person": 1000, "username": 1, "run": 50, "letter": 50, "triple": 1000, "predicate": 1000, "groupmemory": 1, "query": 1,
}

var marker = regexp.MustCompile(`zq([a-z]+?)x(\d+)zq`)

// stage is a world with a count of the texts of each kind that stand in it.
type stage struct {
	*world
	marks map[string]int
}

func newStage(t *testing.T) *stage {
	return &stage{newWorld(t, storetest.SQLite(t)), map[string]int{}}
}

// filled is a world whose every kind of text was made by one function.
type filled struct {
	paths []string
	code  string
}

// text returns a text of a kind, with a marker by which it is found again, cut to so many characters.
func (w *stage) text(kind string, n, most int, make func(n int) string) string {
	w.marks[kind] = max(w.marks[kind], n+1)
	s := []rune(fmt.Sprintf("zq%sx%dzq %s", kind, n, make(n)))
	return string(s[:min(len(s), most)])
}

// fillWith stores n texts of each kind, or as many as there may be, and returns the pages that show them.
func (w *stage) fillWith(make func(n int) string, n int) filled {
	w.t.Helper()
	ctx, part, ann := w.t.Context(), actor.Actor{Kind: actor.Extraction}, actor.OfPerson(alice)
	own := []scope.Scope{scopeOf(alice)}
	text := func(kind string, i int) string { return w.text(kind, i, 190, make) }
	w.own(alice, "Ann")
	_, err := w.commands.People.See(ctx, ann, people.Person{ID: alice, Name: w.text("person", 0, 60, make), Username: w.text("username", 0, 32, make)})
	must(w.t, err)
	quote := func(kind string, i int) []memory.Evidence {
		return []memory.Evidence{{MessageID: fmt.Sprint("m", i), Quote: text(kind, i), Trust: trust.Person, SaidAt: w.now}}
	}
	var one memory.Memory
	for i := range n {
		one, _, err = w.commands.Memory.Add(ctx, ann, memory.Draft{Scope: scopeOf(alice), Content: text("memory", i), Subject: text("subject", i), Category: w.text("category", i, 40, make), Evidence: quote("quote", i)})
		must(w.t, err)
		w.pass(time.Second)
	}
	for i := range n {
		_, _, _, err = w.commands.Memory.Update(ctx, ann, own, one.ID, memory.Edit{Content: text("version", i), Evidence: quote("quote", i)})
		must(w.t, err)
	}
	for i := range n {
		_, err = w.commands.Memory.Propose(ctx, ann, own, memory.Decision{Op: memory.OpAdd, Scope: scopeOf(alice), Content: text("proposal", i), Evidence: quote("proposalquote", i)}, memory.Limits{})
		must(w.t, err)
	}
	w.fillWishes(part, n, text)
	for i := range min(n, 190) {
		made, err := w.commands.Tasks.Create(ctx, ann, task.Draft{Person: alice, Store: bot, Title: text("task", i), Zone: time.UTC, Bot: bot, Chat: 1001})
		must(w.t, err)
		if i%4 == 0 {
			_, err = w.commands.Tasks.Complete(ctx, ann, bot, alice, made.ID)
			must(w.t, err)
		}
	}
	s, err := w.commands.Sessions.Begin(ctx, actor.OfSystem(), session.Place{Bot: bot, Chat: 1001}, alice, bot, false)
	must(w.t, err)
	for i := range n {
		m := session.Message{Role: session.User, Author: alice, Content: text("said", i)}
		if i%2 == 1 {
			m = session.Message{Role: session.Assistant, Content: text("said", i)}
		}
		_, err = w.commands.Sessions.Append(ctx, actor.OfSystem(), s.ID, m)
		must(w.t, err)
	}
	w.fillShards(n, make)
	inGroup := w.fillLinks(n, make)
	for i := range 80 {
		_, err = w.commands.People.Knock(ctx, actor.OfSystem(), bot, people.ID(int64(-200000-i)), w.text("group", i, 60, make))
		must(w.t, err)
		id := people.ID(int64(5000 + i))
		_, err = w.commands.People.See(ctx, actor.OfPerson(id), people.Person{ID: id, Name: w.text("person", i+1, 60, make)})
		must(w.t, err)
		_, err = w.commands.People.Knock(ctx, actor.OfSystem(), bot, id, "")
		must(w.t, err)
	}
	for i := range 50 {
		run, err := w.finds.Begin(ctx, part, candidate.Run{Scope: scopeOf(alice)})
		must(w.t, err)
		run.State, run.Error = candidate.Parked, text("run", i)
		must(w.t, w.finds.Save(ctx, part, run))
		_, err = w.commands.Delivery.Receive(ctx, []delivery.Update{{Bot: bot, UpdateID: int64(i), Payload: []byte(`{}`), State: delivery.DeadMail, Error: text("letter", i), ReceivedAt: w.now}})
		must(w.t, err)
	}
	w.stands(alice, actor.Admin, nil)
	code, err := w.signins.NewLink(ctx, ann, alice, bot)
	must(w.t, err)
	paths := []string{"/me/m/" + one.ID, "/me/m/" + one.ID + "/forget", "/me/review", "/me/wishes", "/me/tasks", "/me/talks", "/me/talks/" + s.PublicID, "/me/settings", "/me/forget-all", "/me/people", "/me/shards", "/me/house",
		"/me/graph", "/me/g/-100200", "/me/g/-100200/graph", "/me/g/-100200/m/" + inGroup, "/me/?q=" + url.QueryEscape(text("query", 0)), "/me/nowhere"}
	for number := range (2*n+1)/50 + 1 { // with what is linked
		paths = append(paths, "/me/?page="+strconv.Itoa(number+1))
	}
	return filled{paths, code}
}

func (w *stage) fillWishes(part actor.Actor, n int, text func(kind string, i int) string) {
	w.t.Helper()
	ctx, d := w.t.Context(), w.commands.Digests
	var wishes []digest.Directive
	for i := range n {
		wishes = append(wishes, digest.Directive{SessionID: "s", Content: text("wish", i)})
	}
	_, err := d.Form(ctx, part, scopeOf(alice), wishes, digest.Episode{SessionID: "s", Content: "talked"})
	must(w.t, err)
	for version, kind := range []string{"earlier", "line"} {
		now, err := d.Current(ctx, scopeOf(alice))
		must(w.t, err)
		next := digest.Digest{Scope: scopeOf(alice), Version: now.Version}
		for i := range n / (2 - version) {
			next.Lines = append(next.Lines, digest.Line{Text: text(kind, i)})
		}
		must(w.t, d.Absorb(ctx, part, next, nil, nil))
		w.pass(time.Minute)
	}
}

func (w *stage) fillShards(n int, make func(n int) string) {
	w.t.Helper()
	ctx, shards, owner := w.t.Context(), w.commands.Shards.Shards, actor.OfPerson(alice)
	owner.Owner = true
	part := actor.Actor{Kind: actor.Consolidation}
	for i := range 19 {
		_, err := shards.Make(ctx, owner, scopeOf(alice), w.text("shard", i, 60, make), w.text("instructions", i, 190, make))
		must(w.t, err)
	}
	for _, home := range []scope.Scope{scopeOf(alice), choirScope} {
		who := owner
		if home == choirScope {
			who = actor.OfPerson("telegram:7")
		}
		big, err := shards.Make(ctx, who, home, w.text("shard", 19, 60, make), w.text("instructions", 19, 190, make))
		must(w.t, err)
		_, err = shards.Change(ctx, who, home, big.ID, func(s *shard.Shard) { s.MaxFacts, s.Threshold = 500, 500 })
		must(w.t, err)
		lines := shard.Digest{ShardID: big.ID}
		var found []shard.Item
		for i := range n {
			found = append(found, shard.Item{ShardID: big.ID, Kind: shard.Fact, Person: alice, Speaker: w.text("speaker", i, 190, make), Content: w.text("fact", i, 190, make), SaidAt: w.now})
			found = append(found, shard.Item{ShardID: big.ID, Kind: shard.Suggestion, Person: alice, Content: w.text("suggestion", i, 190, make), SaidAt: w.now})
			if i < 100 {
				lines.Lines = append(lines.Lines, digest.Line{Text: w.text("digestline", i, 190, make)})
			}
		}
		kept, err := shards.Form(ctx, part, home, found, nil)
		must(w.t, err)
		if len(kept) != 2*n {
			w.t.Fatalf("%d items are kept of %d", len(kept), 2*n)
		}
		_, err = shards.Absorb(ctx, part, bot, lines, nil)
		must(w.t, err)
	}
}

// fillLinks stores triples of a person and of a group, and returns the id of the group's memory.
func (w *stage) fillLinks(n int, make func(n int) string) string {
	w.t.Helper()
	fact := func(i int) graph.Fact {
		return graph.Fact{Subject: "User", Predicate: w.text("predicate", i, 60, make), Object: w.text("triple", i, 90, make), SubjectKind: "person", ObjectKind: "place"}
	}
	for i := range n {
		f := fact(i)
		w.link(scopeOf(alice), "User "+f.Predicate+" "+f.Object, f)
	}
	f := fact(0)
	return w.link(choirScope, w.text("groupmemory", 0, 190, make)+" "+f.Predicate+" "+f.Object, f).ID
}

// skeleton is what a page is made of.
type skeleton struct {
	Elements   map[string]int
	Attributes []string // "element attribute", and "element" alone
	Addresses  []string
	Text       string // with what its fields hold
}

const bones = `(() => {
	const out = {Elements: {}, Attributes: [], Addresses: [], Text: document.body.textContent};
	const all = new Set();
	for (const x of document.querySelectorAll("*")) {
		const name = x.tagName.toLowerCase();
		out.Elements[name] = (out.Elements[name] || 0) + 1;
		all.add(name);
		for (const a of x.attributes) {
			all.add(name + " " + a.name);
			if (["href", "src", "action", "formaction", "xlink:href", "data", "srcdoc", "poster", "background"].includes(a.name)) out.Addresses.push(a.value);
			if (["aria-label", "value"].includes(a.name)) out.Text += "\n" + a.value;
		}
		if (x.value) out.Text += "\n" + x.value;
	}
	out.Attributes = [...all];
	return JSON.stringify(out);
})()`

// shown opens every page in the browser and returns what each is made of, by a name that is the same in every world.
func (w *stage) shown(tab context.Context, seen *watcher, f filled) map[string]skeleton {
	w.t.Helper()
	seen.allow(w.server.URL + "/me")
	if err := chromedp.Do(tab, chromedp.Navigate(page.LinkTo(w.server.URL, f.code, 0)), chromedp.Click(chromedp.CSS("main button")), chromedp.WaitVisible(chromedp.CSS("form.find"))); err != nil {
		w.t.Fatal(err)
	}
	ids := regexp.MustCompile(`/(m|talks)/[0-9A-Za-z]+`)
	all := map[string]skeleton{}
	for _, path := range f.paths {
		if err := chromedp.Do(tab, chromedp.Navigate(w.server.URL+path), chromedp.WaitVisible(chromedp.CSS("h1"))); err != nil {
			w.t.Fatal(err)
		}
		raw, err := chromedp.Run(tab, chromedp.Evaluate[string](bones))
		must(w.t, err)
		var s skeleton
		must(w.t, json.Unmarshal([]byte(raw), &s))
		name, query, _ := strings.Cut(path, "?")
		if !strings.HasPrefix(query, "q=") {
			name += "?" + query
		}
		all[ids.ReplaceAllString(name, "/$1/ID")] = s
	}
	return all
}
