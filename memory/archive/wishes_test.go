package archive_test

import (
	"slices"
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/archive"
	"keepsake/memory/digest"
	"keepsake/scope"
)

// Issue 12.8: what a digest is made of travels and comes back beside the digest that is there, which stays as it was; what was
// declined or forgotten there, what is known, and a secret do not come, and doing it again changes nothing.
func TestWishesTravel(t *testing.T) {
	eachPair(t, func(t *testing.T, from, to house) {
		ctx, part := t.Context(), actor.Actor{Kind: actor.Consolidation}
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		wish := func(content, quote string) digest.Directive {
			return digest.Directive{Content: content, SaidAt: from.now(), Evidence: []memory.Evidence{{Quote: quote}}}
		}
		form := func(h house, ds ...digest.Directive) []digest.Directive {
			t.Helper()
			_, err := h.Digests.Form(ctx, part, alice, ds, digest.Episode{})
			must(err)
			return ok[[]digest.Directive](t)(h.Digests.Waiting(ctx, alice))
		}
		said := form(from, wish("Answer in short", "short answers, please"), wish("Use metric units", "always metric"), wish("Call me Al", "call me Al"))
		var ids []string
		for _, d := range said {
			ids = append(ids, d.ID)
		}
		merged := digest.Digest{Scope: alice, Lines: []digest.Line{{Text: "Answer in short and in metric units", From: ids[:2]}, {Text: "Call me Al", From: ids[2:]}}}
		must(from.Digests.Absorb(ctx, part, merged, ids, nil))
		form(from, wish("Never use emoji", "no emoji"), wish("Write plainly", "write plainly"))
		gone := form(from, wish("Forget me", "x"))
		_, err := from.Digests.Remove(ctx, by, alice, gone[slices.IndexFunc(gone, func(d digest.Directive) bool { return d.Content == "Forget me" })].ID)
		must(err)
		file := text(t, ok[archive.Archive](t)(from.Export(ctx, "keepsake", []scope.Scope{alice, bob})))
		if strings.Contains(file, "Forget me") || !strings.Contains(file, "always metric") {
			t.Fatalf("exported: %s", file)
		}
		a := ok[archive.Archive](t)(archive.Read(strings.NewReader(file)))
		if _, err := archive.Read(strings.NewReader(strings.Replace(file, "Never use emoji", "Always use emoji", 1))); fault.KindOf(err) != fault.Invalid {
			t.Errorf("a wish that was changed is read: %v", err)
		}

		// There, one was forgotten, one is said in the digest, and one is overridden by something newer.
		must(to.Memory.Refuse(ctx, by, alice, "Use metric units"))
		here := form(to, wish("Call me Al", "Al"), wish("Write plainly", "plain"), wish("Write in verse", "verse"))
		must(to.Digests.Absorb(ctx, part, digest.Digest{Scope: alice, Lines: []digest.Line{{Text: "Call me Al", From: []string{here[0].ID}}, {Text: "Write in verse", From: []string{here[2].ID}}}},
			[]string{here[0].ID, here[2].ID}, []digest.Overridden{{ID: here[1].ID, By: here[2].ID}}))
		before := ok[digest.Digest](t)(to.Digests.Current(ctx, alice))
		a.Wishes = append(a.Wishes, archive.Wish{Scope: a.Scopes[0], Content: "The key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"}, archive.Wish{Scope: a.Scopes[0], Content: strings.Repeat("long ", 100)})
		for i, want := range []archive.Report{{Wishes: 2, WishesLeft: 3, Same: 2}, {Wishes: 2, WishesLeft: 3, Same: 2}, {WishesLeft: 3, Same: 4}} {
			r := ok[archive.Report](t)(to.Import(ctx, a, i == 0, nil))
			if r.Wishes != want.Wishes || r.WishesLeft != want.WishesLeft || r.Same != want.Same {
				t.Errorf("import %d: %+v, want %+v", i, r, want)
			}
		}
		if after := ok[digest.Digest](t)(to.Digests.Current(ctx, alice)); after.Version != before.Version || len(after.Lines) != 2 {
			t.Errorf("the digest changed: %+v", after)
		}
		var waits []string
		for _, d := range ok[[]digest.Directive](t)(to.Digests.Waiting(ctx, alice)) {
			waits = append(waits, d.Content+"/"+d.Evidence[0].Quote)
		}
		slices.Sort(waits)
		if !slices.Equal(waits, []string{"Answer in short/short answers, please", "Never use emoji/no emoji"}) {
			t.Errorf("it waits beside the digest: %q", waits)
		}
		if bobs := ok[[]digest.Directive](t)(to.Digests.Waiting(ctx, bob)); len(bobs) != 0 {
			t.Errorf("bob has %d", len(bobs))
		}
		if only := a.Only(archive.Scope{Kind: bob.Kind, ID: bob.ID}); len(only.Wishes) != 0 {
			t.Errorf("bob's part has %d wishes", len(only.Wishes))
		}
	})
}

// A file of everything, now and as it was before it named what a line is made of, and an archive say which wishes they hold.
func TestWishesOfFiles(t *testing.T) {
	for file, want := range map[string][]string{
		`{"exported_at":"x","wishes":["Both"],"wishes_said":[{"content":"One","said":["1"]},{"content":"Two"}]}`:  {"One", "Two"},
		`{"exported_at":"x","wishes":["One","Two"]}`:                                                              {"One", "Two"},
		`{"format":"keepsake.memories/1","wishes":[{"scope":{"kind":"user","id":"telegram:1"},"content":"One"}]}`: {"One"},
		`{"exported_at":"x","wishes":["Both"],"wishes_said":[]}`:                                                  nil,
		`["a list"]`: nil, "a text": nil, "": nil,
	} {
		var got []string
		for _, w := range archive.Wishes([]byte(file)) {
			got = append(got, w.Content)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}
