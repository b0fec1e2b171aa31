package page_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/task"
)

// A59: a person's tasks are done, opened again and deleted on the page; another's are not there.
func TestPageShowsTasks(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		ctx, tasks := t.Context(), w.commands.Tasks
		add := func(title string, due time.Duration) task.Task {
			t.Helper()
			made, err := tasks.Create(ctx, actor.OfPerson(alice), task.Draft{Person: alice, Store: bot, Title: title, Due: w.now.Add(due).Format("2006-01-02T15:04"), Zone: time.UTC, Bot: bot, Chat: 1001})
			must(t, err)
			return made
		}
		call, late := add("Call <b>Sarah</b>", 26*time.Hour), add("Water the plants", time.Minute)
		w.pass(time.Hour)
		b, other := w.enter(alice), w.enter(bob)
		shown := b.see("/me/tasks", "Call &lt;b&gt;Sarah&lt;/b&gt;", "Water the plants", `<span class="warn">Overdue</span>`, "14:00")
		if strings.Count(shown, "Overdue") != 1 {
			t.Error("what is not due is overdue")
		}
		other.see("/me/tasks", "Nothing to do.")
		for _, do := range []string{"/done", "/reopen", "/delete"} {
			if got := other.try("/me/tasks/" + call.ID + do); got.status != 404 {
				t.Errorf("another's %s: %d", do, got.status)
			}
		}
		if got := b.send("/me/tasks/" + late.ID + "/done"); !strings.Contains(got, "<del>Water the plants</del>") {
			t.Errorf("not done: %s", got)
		}
		if got := b.send("/me/tasks/" + late.ID + "/reopen"); strings.Contains(got, "<del>") {
			t.Error("not open again")
		}
		if got := b.send("/me/tasks/" + late.ID + "/delete"); strings.Contains(got, "plants") || !strings.Contains(got, "Deleted.") {
			t.Error("not deleted")
		}
		_, open, err := tasks.List(ctx, bot, alice, false, 10, 0)
		if err != nil || open != 1 {
			t.Errorf("%d tasks are open, %v", open, err)
		}
	})
}

// Signing in is tried so often only, from each address; a proxy beside us tells where people come from.
func TestSignInsAreLimited(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		b := &browser{world: w, lang: "en"}
		try := func(path, from string) int {
			t.Helper()
			got := b.ask("POST", path, url.Values{"code": {"wrong"}, "data": {"wrong"}}, "X-Forwarded-For: "+from)
			if got.status == http.StatusTooManyRequests && (got.header.Get("Retry-After") == "" || !strings.Contains(got.body, "tried too often")) {
				t.Errorf("it is not said why: %s", got.body)
			}
			return got.status
		}
		for i := range 10 {
			if got := try([]string{"/me/in", "/me/app"}[i%2], "203.0.113.9, 198.51.100.7"); got != http.StatusForbidden {
				t.Fatalf("try %d: %d", i, got)
			}
		}
		for _, from := range []string{"198.51.100.7", "203.0.113." + strconv.Itoa(5) + ", 198.51.100.7"} { // what the caller says itself counts for nothing
			if got := try("/me/in", from); got != http.StatusTooManyRequests {
				t.Errorf("one more from %s: %d", from, got)
			}
		}
		for _, from := range []string{"198.51.100.8", "2001:db8::1", "nowhere"} {
			if got := try("/me/in", from); got != http.StatusForbidden {
				t.Errorf("from %s: %d", from, got)
			}
		}
		w.pass(6 * time.Second)
		if got := try("/me/in", "198.51.100.7"); got != http.StatusForbidden {
			t.Errorf("after a while: %d", got)
		}
	})
}
