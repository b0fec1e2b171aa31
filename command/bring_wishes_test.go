package command_test

import (
	"slices"
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/memory/consolidate"
	"keepsake/memory/digest"
)

// Issue 12.8: what somebody exported of their wishes is brought back by a card and a tap: it waits beside the digest, which stays as
// it is. What is known, declined or forgotten stays out, a tap of somebody else does nothing, and all of it can be taken back.
func TestWishesAreBroughtBack(t *testing.T) { onBoth(t, wishesAreBroughtBack) }

func wishesAreBroughtBack(t *testing.T, w *world) {
	ctx, part := t.Context(), actor.Actor{Kind: actor.Consolidation}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ann, bob := w.private(11, "Ann"), w.private(12, "Bob")
	form := func(of *speaker, contents ...string) (ids []string) {
		t.Helper()
		var ds []digest.Directive
		for _, c := range contents {
			ds = append(ds, digest.Directive{Content: c, SaidAt: w.at})
		}
		_, err := w.digests.Form(ctx, part, of.scope(), ds, digest.Episode{})
		must(err)
		all, err := w.digests.Waiting(ctx, of.scope())
		must(err)
		for _, d := range all {
			ids = append(ids, d.ID)
		}
		return ids
	}
	waits := func(of *speaker) (said []string) {
		t.Helper()
		all, err := w.digests.Waiting(ctx, of.scope())
		must(err)
		for _, d := range all {
			said = append(said, d.Content)
		}
		slices.Sort(said)
		return said
	}
	both := form(ann, "Use metric units", "Answer in German")
	must(w.digests.Absorb(ctx, part, digest.Digest{Scope: ann.scope(), Lines: []digest.Line{{Text: "Metric units and German", From: both}}}, both, nil))
	form(ann, "Never use emoji")
	whole, _ := ann.types("/export everything", "settings and wishes")
	file := string(whole.Out[0].Body.File.Data)

	// Where no wishes are kept they are left out, and said to be.
	ann.types("/import", "paste its list here")
	ann.brings(file, "3 wishes are left out")
	w.commands.Agent.Forming = &consolidate.Service{Digests: w.digests, Store: botName}
	ann.types("/import", "paste its list here")
	ann.brings(file, "nothing new in it")

	bobs := form(bob, "Answer in French")
	must(w.digests.Absorb(ctx, part, digest.Digest{Scope: bob.scope(), Lines: []digest.Line{{Text: "Answer in French", From: bobs}}}, bobs, nil))
	bob.types("/import", "paste its list here")
	card, message := bob.brings(file, "3 facts wait")
	for _, want := range []string{"🧭 Use metric units", "🧭 Answer in German", "🧭 Never use emoji", "none of them is replaced"} {
		if !strings.Contains(textOf(card), want) {
			t.Fatalf("the card %q lacks %q", textOf(card), want)
		}
	}
	if got := waits(bob); len(got) != 0 {
		t.Fatalf("kept without a tap: %q", got)
	}
	at := strings.Index(textOf(card), "🧭 Never use emoji")
	number := string(textOf(card)[at-3])
	action, drop := button(t, card, "✖️ "+number)
	ann.taps(message, action, drop, "nothing left in it to decide")
	card = bob.taps(message, action, drop, "2 facts wait")
	action, keep := button(t, card, "Keep all 2")
	ann.taps(message, action, keep, "nothing left in it to decide")
	kept := bob.taps(message, action, keep, "Kept: 2 facts")
	if got := waits(bob); !slices.Equal(got, []string{"Answer in German", "Use metric units"}) || len(bob.remembered()) != 0 {
		t.Fatalf("it waits: %q, remembered %q", got, bob.remembered())
	}
	if now, err := w.digests.Current(ctx, bob.scope()); err != nil || now.Version != 1 || now.Lines[0].Text != "Answer in French" {
		t.Errorf("the digest is %+v, %v", now, err)
	}
	bob.types("/memory wishes", "Answer in German")

	action, undo := button(t, kept, "Undo")
	ann.taps(message, action, undo, "no such memory")
	bob.taps(message, action, undo, "Nothing of it is kept")
	if now, err := w.digests.Current(ctx, bob.scope()); err != nil || now.Version != 1 || now.Lines[0].Text != "Answer in French" || len(waits(bob)) != 0 {
		t.Errorf("taken back, the digest is %+v, %v, and %q wait", now, err, waits(bob))
	}
	bob.types("/import", "paste its list here")
	card, _ = bob.brings(file, "2 facts wait")
	if strings.Contains(textOf(card), "Never use emoji") || !strings.Contains(textOf(card), "did not want kept") {
		t.Errorf("what was left out waits again: %q", textOf(card))
	}

	// What was forgotten since does not come back.
	list, message := ann.types("/memory wishes", "Metric units and German")
	action, forget := button(t, list, "🗑 2")
	ann.taps(message, action, forget, "Forgotten")
	ann.types("/import", "paste its list here")
	ann.brings(file, "did not want kept")
	if got := waits(ann); slices.Contains(got, "Never use emoji") {
		t.Errorf("what was forgotten came back: %q", got)
	}
}
