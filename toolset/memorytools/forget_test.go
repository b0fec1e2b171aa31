package memorytools_test

import (
	"fmt"
	"strings"
	"testing"

	"keepsake/fault"
	"keepsake/memory"
)

// keep has something remembered.
func (k *talk) keep(contents ...string) {
	k.t.Helper()
	for _, c := range contents {
		_, _, err := k.memory.Add(k.t.Context(), tap, memory.Draft{Scope: alice, Content: c, Category: "context"})
		must(k.t, err)
	}
}

// R20: a wish to forget everything shows all that is remembered of the person, and names /forget.
func TestR20OffersEverything(t *testing.T) {
	k := start(t)
	k.keep("Alec is the user's boss", "User likes tea")
	k.says("Forget everything you know about me")
	for _, about := range []string{"everything", "All", "me", "everything about me", "all you know about the user", "alles über mich", "всё обо мне", "关于我的一切"} {
		r := k.call("offer_to_forget", args{"about": about})
		if len(r.Decisions) != 2 || !strings.Contains(r.Content, "/forget") {
			t.Errorf("%q: %+v", about, r)
		}
	}
	if r := k.call("offer_to_forget", args{"about": "everything about Alec"}); len(r.Decisions) != 1 || strings.Contains(r.Content, "/forget") {
		t.Errorf("about Alec: %+v", r)
	}
	if r := k.call("offer_to_forget", args{"about": "Mallory"}); len(r.Decisions) != 0 || !strings.Contains(r.Content, "Nothing that is remembered matches") {
		t.Errorf("about nobody known: %+v", r)
	}
}

// What is too much to be listed to the model is offered all the same.
func TestR20OffersMuch(t *testing.T) {
	k := start(t)
	for i := range 30 {
		k.keep(fmt.Sprintf("User owns boat %d", i))
	}
	k.says("Forget everything")
	r := k.call("offer_to_forget", args{"about": "everything"})
	if len(r.Decisions) != 30 || !strings.Contains(r.Content, "30 memories") || !strings.Contains(r.Content, "and 10 more on further pages") {
		t.Errorf("%d offers: %s", len(r.Decisions), r.Content)
	}
}

// A call that names nothing tells the model what to name.
func TestR20NothingNamed(t *testing.T) {
	k := start(t)
	k.keep("User likes tea")
	k.says("Forget")
	for _, a := range []args{{}, {"about": ""}, {"about": "  \u200b "}, {"about": "!"}, {"ids": []string{""}}} {
		_, err := k.try("offer_to_forget", a)
		if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "everything") {
			t.Errorf("%v: %v", a, err)
		}
	}
}

// A name is found however its letters with marks are written.
func TestR20FindsNamesInAnySpelling(t *testing.T) {
	k := start(t)
	k.keep("Jörg Müller is the user's dentist", "Soren plays chess")
	k.says("Forget everything about Joerg Mueller")
	for about, want := range map[string]string{"Joerg Mueller": "Jörg", "everything about joerg mueller": "Jörg", "Søren": "Soren"} {
		if r := k.call("offer_to_forget", args{"about": about}); len(r.Decisions) != 1 || !strings.Contains(r.Content, want) {
			t.Errorf("%q: %+v", about, r)
		}
	}
}
