package page_test

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/digest"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
)

// A59, E30: a person edits, pins, archives and restores a memory, forgets it after being asked, and undoes each; what was
// changed in between is not overwritten, and another's memory is not there.
func TestPageChangesMemories(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		m := w.add(t.Context(), alice, "User keeps bees in Lisbon")
		b, other := w.enter(alice), w.enter(bob)
		at := "/me/m/" + m.ID
		now := func() memory.Memory {
			t.Helper()
			h, err := w.commands.Memory.History(t.Context(), []scope.Scope{scopeOf(alice)}, m.ID)
			must(t, err)
			return h.Memory
		}
		undo := func(shown string) {
			t.Helper()
			_, id, _ := strings.Cut(shown, `name="change" value="`)
			id, _, _ = strings.Cut(id, `"`)
			b.send("/me/undo", "change="+id)
		}
		for _, path := range []string{"/edit", "/pin", "/archive", "/restore", "/forget"} {
			if got := other.try(at+path, "content=User keeps wasps", "version=1", "pinned=yes"); got.status != 404 {
				t.Errorf("another's %s: %d", path, got.status)
			}
		}
		b.see(at)
		shown := b.send(at+"/edit", "content= User keeps bees in Porto ", "version=1")
		if got := now(); got.Content != "User keeps bees in Porto" || got.Version != 2 || !strings.Contains(shown, "Saved.") {
			t.Errorf("edited: %+v", got)
		}
		for fields, want := range map[string]int{"content=User keeps ants&version=1": 409, "content=&version=2": 422, "content=•••&version=2": 422, "content=x y z&version=": 422, "content=User keeps bees in Porto&version=2": 409} {
			form := strings.Split(fields, "&")
			if got := b.try(at+"/edit", form...); got.status != want {
				t.Errorf("%s: %d, want %d: %s", fields, got.status, want, got.body)
			}
		}
		undo(shown)
		if got := now(); got.Content != "User keeps bees in Lisbon" {
			t.Errorf("undone: %+v", got)
		}
		b.send(at+"/pin", "pinned=yes")
		if !now().Pinned {
			t.Error("not pinned")
		}
		b.send(at+"/pin", "pinned=no")
		shown = b.send(at + "/archive")
		if now().ArchivedAt == nil || !strings.Contains(shown, "It is in the archive now.") {
			t.Error("not archived")
		}
		b.see("/me/?state=archived", "1 memory")
		b.send(at + "/restore")
		if now().ArchivedAt != nil {
			t.Error("not restored")
		}
		b.see(at+"/forget", "Forget this?", "You keep bees in Lisbon")
		if now().DeletedAt != nil {
			t.Error("asking forgets")
		}
		shown = b.send(at + "/forget")
		if now().DeletedAt == nil || !strings.Contains(shown, "0 memories") {
			t.Errorf("not forgotten: %s", shown)
		}
		b.see("/me/?state=deleted", "1 memory")
		b.see(at, "Bring back")
		undo(shown)
		if now().DeletedAt != nil {
			t.Error("forgetting is not undone")
		}
		b.see("/me/?done=forgotten&undo=%22%3E%3Cscript%3E", "&#34;&gt;&lt;script&gt;")
		if got := b.see("/me/?done=%3Cb%3E"); strings.Contains(got, `role="status"`) {
			t.Error("an address says what was done")
		}
		if got := b.try("/me/undo", "change=no-such-id"); got.status != 404 {
			t.Errorf("an unknown change: %d", got.status)
		}
	})
}

// What waits is saved as it was shown, or declined for good; looking decides nothing.
func TestPageReviews(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		ctx, own := t.Context(), []scope.Scope{scopeOf(alice)}
		propose := func(content string) memory.Decision {
			t.Helper()
			d, err := w.commands.Memory.Propose(ctx, actor.OfPerson(alice), own, memory.Decision{Op: memory.OpAdd, Scope: scopeOf(alice), Content: content, Category: memory.CategoryContext}, memory.Limits{})
			must(t, err)
			return d
		}
		saved, declined := propose("User sails <b>on</b> Sundays"), propose("User owns a grey parrot")
		b, other := w.enter(alice), w.enter(bob)
		for range 2 {
			b.see("/me/review", "User sails &lt;b&gt;on&lt;/b&gt; Sundays", "User owns a grey parrot")
		}
		if got := other.try("/me/review/save", "id="+saved.ID); got.status != 404 {
			t.Errorf("another's: %d", got.status)
		}
		b.send("/me/review/save", "id="+saved.ID)
		b.send("/me/review/never", "id="+declined.ID)
		b.see("/me/review", "Nothing waits for you.")
		b.see("/me/", "1 memory")
		ms, _, err := w.commands.Memory.List(ctx, memory.ActiveQuery(own...))
		if err != nil || len(ms) != 1 || ms[0].Content != saved.Content {
			t.Errorf("kept %+v, %v", ms, err)
		}
		if got := b.try("/me/review/save", "id="+declined.ID); got.status != 409 {
			t.Errorf("declined, then saved: %d", got.status)
		}
		by := actor.Actor{Kind: actor.Tool, ID: alice, Standing: actor.Admin, Key: "Key12345"}
		asked, err := w.commands.Memory.Propose(ctx, by, own, memory.Decision{Op: memory.OpAdd, Scope: scopeOf(alice), Content: "User keeps goats", Category: memory.CategoryContext}, memory.Limits{})
		must(t, err)
		if page := b.see("/me/review", "Another assistant asks to keep this about you. Its key: Key12345."); strings.Contains(page, "<q>User keeps goats") {
			t.Error("what a program wrote is shown as words of the person")
		}
		m, _, err := w.commands.Memory.Save(ctx, actor.OfPerson(alice), own, asked.ID, "")
		must(t, err)
		b.see("/me/m/"+m.ID, "A program with the key Key12345 proposed this, and you said yes.")
		by.Kind = actor.Person
		m, _, err = w.commands.Memory.Add(ctx, by, memory.Draft{Scope: scopeOf(alice), Content: "User paints boats"})
		must(t, err)
		if page := b.see("/me/m/"+m.ID, "A program with the key Key12345 wrote this. You were not asked."); strings.Contains(page, "You asked me") {
			t.Error("what a program wrote is shown as asked for by the person")
		}
		if got := b.try("/me/review/save", "id=x", "find=yes", "shown=x"); got.status != 409 {
			t.Errorf("a find that is not there: %d", got.status)
		}
	})
}

// E30: wishes are shown, forgotten one by one, and an earlier version comes back.
func TestPageShowsWishes(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		ctx, part := t.Context(), actor.Actor{Kind: actor.Extraction}
		d := w.commands.Digests
		b := w.enter(alice)
		b.see("/me/wishes", "You have told me no wishes yet.")
		_, err := d.Form(ctx, part, scopeOf(alice), []digest.Directive{{SessionID: "s", Content: "answer in verse"}, {SessionID: "s", Content: "use metric units"}}, digest.Episode{SessionID: "s", Content: "talked"})
		must(t, err)
		b.see("/me/wishes", "answer in verse", "Newly said")
		waiting, err := d.Waiting(ctx, scopeOf(alice))
		must(t, err)
		slices.SortFunc(waiting, func(a, b digest.Directive) int { return strings.Compare(a.Content, b.Content) }) // of one moment: in no order
		must(t, d.Absorb(ctx, part, digest.Digest{Scope: scopeOf(alice), Version: 1, Lines: []digest.Line{{Text: "answer in verse", From: []string{waiting[0].ID}}}}, []string{waiting[0].ID}, nil))
		w.pass(time.Hour)
		must(t, d.Absorb(ctx, part, digest.Digest{Scope: scopeOf(alice), Version: 2, Lines: []digest.Line{{Text: "answer in <i>verse</i>, metric", From: []string{waiting[0].ID, waiting[1].ID}}}}, []string{waiting[1].ID}, nil))
		b.see("/me/wishes", "answer in &lt;i&gt;verse&lt;/i&gt;, metric", "Earlier versions")
		now, err := d.Current(ctx, scopeOf(alice))
		must(t, err)
		all, err := d.List(ctx, scopeOf(alice))
		must(t, err)
		earlier := all[len(all)-1].Version
		if got := w.enter(bob).try("/me/wishes/restore", "version="+strconv.Itoa(earlier)); got.status != 404 {
			t.Errorf("another's: %d", got.status)
		}
		b.send("/me/wishes/restore", "version="+strconv.Itoa(earlier))
		if got := b.try("/me/wishes/forget", "version="+strconv.Itoa(now.Version), "line=1"); got.status != 409 {
			t.Errorf("of a version that is over: %d", got.status)
		}
		now, err = d.Current(ctx, scopeOf(alice))
		must(t, err)
		b.send("/me/wishes/forget", "version="+strconv.Itoa(now.Version), "line=1")
		if got := b.see("/me/wishes"); strings.Contains(got, "in verse") {
			t.Errorf("still there: %s", got)
		}
	})
}

// A person reads their own conversations, not those of others, and no temporary one.
func TestPageShowsConversations(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		ctx, house := t.Context(), actor.OfSystem()
		s, err := w.commands.Sessions.Begin(ctx, house, session.Place{Bot: bot, Chat: 1001}, alice, bot, false)
		must(t, err)
		_, err = w.commands.Sessions.Append(ctx, house, s.ID, session.Message{Role: session.User, Author: alice, Content: "I keep <b>bees</b>"}, session.Message{Role: session.Assistant, Content: "How lovely."},
			session.Message{Role: session.Assistant, ToolCalls: []session.ToolCall{{ID: "c", Name: "look_up", Arguments: `{"q":"internal"}`}}})
		must(t, err)
		b := w.enter(alice)
		b.see("/me/talks", "/me/talks/"+s.PublicID)
		if got := b.see("/me/talks/"+s.PublicID, "I keep &lt;b&gt;bees&lt;/b&gt;", "How lovely."); strings.Contains(got, "internal") {
			t.Error("what a tool was asked is shown")
		}
		other := w.enter(bob)
		other.see("/me/talks", "No conversation is kept.")
		for _, id := range []string{s.PublicID, "000000000000", "zzz"} {
			if got := other.ask("GET", "/me/talks/"+id, nil); got.status != 404 {
				t.Errorf("%s: %d", id, got.status)
			}
		}
	})
}

// Settings are those of the chat; a copy of everything is a file; everything is forgotten after two questions, with
// every sign-in.
func TestPageSettingsExportAndForgetAll(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		_, err := w.commands.People.See(ctx, actor.OfPerson(alice), people.Person{ID: alice, Name: "Ann", ClientLang: "en"})
		must(t, err)
		w.add(ctx, alice, "User keeps bees in Lisbon")
		b, second, other := w.enter(alice), w.enter(alice), w.enter(bob)
		b.see("/me/settings", `value="UTC"`)
		b.send("/me/settings", "language=de", "zone=Europe/Lisbon", "quiet=23 bis 7 Uhr", "reactions=yes")
		p, err := w.commands.People.Get(ctx, alice)
		if err != nil || p.Language != "de" || p.TimeZone != "Europe/Lisbon" || p.Receipts || p.Reactions != "on" || p.QuietHours != "23:00-07:00" {
			t.Errorf("settings %+v, %v", p, err)
		}
		b.see("/me/settings", "Einstellungen", `value="Europe/Lisbon"`, `value="23:00-07:00"`)
		b.send("/me/settings", "language=de", "zone=Europe/Lisbon", "quiet=Keine", "reactions=yes")
		b.see("/me/settings", `name="quiet" value="keine"`)
		for _, wrong := range [][]string{{"language=tlh", "zone=UTC"}, {"language=de", "zone=Nowhere/City"}, {"language=de", "zone=UTC", "quiet=late"}} {
			if got := b.try("/me/settings", wrong...); got.status != 422 {
				t.Errorf("%v: %d", wrong, got.status)
			}
		}
		got := b.ask("GET", "/me/export", nil)
		if got.status != 200 || !strings.Contains(got.header.Get("Content-Disposition"), `attachment; filename="memories-2026-11-23.json"`) || !strings.Contains(got.body, "User keeps bees in Lisbon") {
			t.Errorf("export: %d %v %s", got.status, got.header, got.body)
		}
		if got := other.ask("GET", "/me/export", nil); strings.Contains(got.body, "bees") {
			t.Error("another's copy")
		}
		b.see("/me/forget-all", "1 Erinnerung", "Was du in Gruppen sagst, gehört der Gruppe")
		if got := b.try("/me/forget-all"); got.status != 200 || !strings.Contains(got.body, "Bist du sicher?") {
			t.Errorf("asked %d %s", got.status, got.body)
		}
		b.see("/me/", "1 Erinnerung")
		if got := b.try("/me/forget-all", "sure=yes"); got.status != 200 || !strings.Contains(got.body, "Alles über dich ist gelöscht, außer was du in Gruppen gesagt hast") || b.cookie != nil {
			t.Errorf("erased: %d %s", got.status, got.body)
		}
		if got := second.ask("GET", "/me/", nil); got.status != 401 {
			t.Errorf("another browser of theirs: %d", got.status)
		}
		other.see("/me/")
		ms, _, err := w.commands.Memory.List(ctx, memory.RetentionQuery(scopeOf(alice)))
		if err != nil || len(ms) != 0 {
			t.Errorf("left %+v, %v", ms, err)
		}
		local := w.enter("local:ann")
		if got := local.ask("POST", "/me/forget-all", url.Values{"token": {tokenField.FindStringSubmatch(local.last)[1]}, "sure": {"yes"}}); got.status != 403 {
			t.Errorf("of a terminal: %d", got.status)
		}
	})
}
