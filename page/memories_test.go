package page_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/store/storetest"
)

// A59, E30: a person looks at their memories, finds, filters and turns pages, and reads what one said before.
func TestPageShowsMemories(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		bees := w.add(ctx, alice, "User keeps bees in Lisbon")
		w.add(ctx, bob, "User keeps goats")
		_, _, _, err := w.commands.Memory.Update(ctx, actor.OfPerson(alice), []scope.Scope{scopeOf(alice)}, bees.ID, memory.Edit{Content: "User keeps bees in Porto"})
		must(t, err)
		for i := range 60 {
			w.add(ctx, alice, fmt.Sprintf("User owns book %d about the sea", i))
		}
		b := w.enter(alice)
		list := b.see("/me/", "61 memories", `rel="next"`)
		if strings.Contains(list, "goats") {
			t.Error("another's memory is shown")
		}
		b.see("/me/?page=2", `rel="prev"`)
		b.see("/me/?q=bees+Porto", "1 memory", "You keep bees in Porto", `value="bees Porto"`)
		b.see("/me/?q=nothing", "Nothing was found")
		b.see("/me/?q=%21%21", "Nothing was found")
		b.see("/me/?category=person", "Nothing was found")
		b.see("/me/?state=archived", "0 memories")
		b.see("/me/?state=deleted", "0 memories")
		b.see("/me/?page=-7&state=%3Cx%3E", "61 memories")
		b.see("/me/m/"+bees.ID, "<del>Lisbon</del>", "<ins>Porto</ins>", "User keeps bees in ", `<li value="2">`, `<blockquote class="memory" dir="auto">`)
		for _, id := range []string{"nothing1", "..", "%00", "' OR 1=1"} {
			if got := b.ask("GET", "/me/m/"+strings.ReplaceAll(id, " ", "%20"), nil); got.status != 404 && got.status/100 != 3 {
				t.Errorf("%s: %d", id, got.status)
			}
		}
		if got := w.enter(bob).ask("GET", "/me/m/"+bees.ID, nil); got.status != 404 {
			t.Errorf("another reads it: %d", got.status)
		}
		if got := b.ask("GET", "/me/nowhere", nil); got.status != 404 {
			t.Errorf("nowhere: %d", got.status)
		}
	})
}

// Every page is in the person's language, in all four.
func TestPageSpeaksFourLanguages(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		w.own(alice, "Ann")
		w.runThatKept(bob)
		w.shard("Kitchen")
		w.groupShard("Concert")
		w.stands(alice, actor.Admin, nil)
		m := w.add(t.Context(), alice, "User keeps bees in Lisbon")
		b := w.enter(alice)
		for lang, word := range map[string]string{"en": "Memories", "de": "Erinnerungen", "ru": "Записи", "zh": "记忆"} {
			b.lang = lang
			if got := b.see("/me/", `<html lang="`+lang+`">`, word); strings.Contains(got, ">page.") || strings.Contains(got, "&lt;no value") {
				t.Errorf("%s: a word is missing: %s", lang, got)
			}
			for _, path := range []string{"/me/m/" + m.ID, "/me/m/" + m.ID + "/forget", "/me/review", "/me/wishes", "/me/tasks", "/me/talks", "/me/graph", "/me/settings", "/me/forget-all", "/me/people", "/me/shards", "/me/house", "/me/g/-100200"} {
				if got := b.see(path, `<html lang="`+lang+`">`); strings.Contains(got, ">page.") || strings.Contains(got, "&lt;no value") || strings.Contains(got, "<no value") {
					t.Errorf("%s in %s: a word is missing: %s", path, lang, got)
				}
			}
		}
	})
}

// payloads are texts that would do something where HTML is made carelessly.
func payloads() []string {
	var all []string
	for _, tag := range []string{"script", "img src=x onerror", "svg onload", "iframe src=javascript:alert(1) onload", "body onload", "a href=javascript:alert(1) onclick", "input autofocus onfocus", "details open ontoggle", "style", "math href=javascript:alert(1) onclick", "object data=javascript:alert(1) onerror", "video src=x onerror", "link rel=stylesheet href=//evil.example/x.css onload", "meta http-equiv=refresh content=0;url=//evil.example onload", "form action=//evil.example onsubmit"} {
		for _, frame := range []string{"<%s=alert(1)>", "\"><%s=alert(1)>", "'><%s=alert(1)>", "</a></p></li><%s=alert(1)>", "</title><%s=alert(1)>", "</textarea><%s=alert(1)>", "<!--><%s=alert(1)>", "]]><%s=alert(1)>", "{{html}}<%s=alert(1)>", "<<%s=alert(1)>//", "<%s=alert(1)\u00a0", "&lt;<%s=alert(1)>", "\u003c%s=alert(1)\u003e", "＜<%s=alert(1)>＞"} {
			all = append(all, fmt.Sprintf(frame, tag))
		}
	}
	return append(all, "<script>alert(1)</script>", "javascript:alert(1)", `" onmouseover="alert(1)`, "' autofocus onfocus='alert(1)", "{{.F.Title}}", "${alert(1)}", "<plaintext>", "&#60;script&#62;alert(1)&#60;/script&#62;")
}

// tag finds what a browser would take for an element.
var tag = regexp.MustCompile(`<(/?[a-zA-Z!][^\s>/]*)([^>]*)>`)

// What somebody wrote is shown as text wherever it stands: 200 ways of markup make no element and no attribute.
func TestPageShowsMarkupAsText(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	all := payloads()
	if len(all) < 200 {
		t.Fatalf("only %d payloads", len(all))
	}
	b := w.enter(alice)
	skeleton := func(body string) (tags []string) {
		for _, m := range tag.FindAllStringSubmatch(body, -1) {
			tags = append(tags, m[1])
		}
		return tags
	}
	plain := w.add(t.Context(), alice, "zq words of this person")
	want := skeleton(b.see("/me/m/" + plain.ID))
	evil := regexp.MustCompile(`(?i)\son\w+\s*=|javascript:|srcdoc|evil\.example`)
	foreign := regexp.MustCompile(`(?i)^/?(script|svg|iframe|math|object|video|plaintext|style|details)$`)
	n := 0
	for some := range slices.Chunk(all, 6) {
		n++
		m := w.add(t.Context(), alice, fmt.Sprintf("zq%d %s", n, strings.Join(some, " ")))
		list, one := b.see("/me/?q="+fmt.Sprintf("zq%d", n), fmt.Sprintf("zq%d ", n)), b.see("/me/m/"+m.ID)
		if got := skeleton(one); !slices.Equal(got, want) {
			t.Fatalf("%q changed the page: %v, want %v", some, got, want)
		}
		for _, shown := range []string{list, one} {
			for _, x := range tag.FindAllStringSubmatch(shown, -1) {
				if evil.MatchString(x[2]) || foreign.MatchString(x[1]) {
					t.Fatalf("%q made <%s%s>", some, x[1], x[2])
				}
			}
		}
	}
}
