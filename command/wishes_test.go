package command_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/delivery"
	"keepsake/memory/digest"
	"keepsake/session"
)

// How somebody wants to be answered is shown from the list, forgotten line by line and for good, and earlier versions are
// looked at and restored; what a merge changed is told with the way back (issue 12.6).
func TestWishesByButtons(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.private(11, "Ann"), w.private(12, "Bob")
	ctx, part, owner := t.Context(), actor.Actor{Kind: actor.Consolidation}, ann.scope()
	ann.types("/memory wishes", "have not told me yet")
	form := func(contents ...string) (ids []string) {
		t.Helper()
		var ds []digest.Directive
		for i, c := range contents {
			ds = append(ds, digest.Directive{Content: c, SaidAt: w.at.Add(time.Duration(i) * time.Second)})
		}
		if _, err := w.digests.Form(ctx, part, owner, ds, digest.Episode{}); err != nil {
			t.Fatal(err)
		}
		all, err := w.digests.Waiting(ctx, owner)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range all {
			ids = append(ids, d.ID)
		}
		return ids
	}
	absorb := func(version int, absorbed []string, overridden []digest.Overridden, lines ...digest.Line) {
		t.Helper()
		if err := w.digests.Absorb(ctx, part, digest.Digest{Scope: owner, Version: version, Lines: lines}, absorbed, overridden); err != nil {
			t.Fatal(err)
		}
	}
	first := form("Use *metres*", "Answer in German")
	list, message := ann.types("/memory", "remember anything about you yet")
	action, ref := button(t, list, "My wishes")
	ann.taps(message, action, ref, "1. Use \\*metres\\*")
	metres, german := digest.Line{Text: "Use *metres*", From: first[:1]}, digest.Line{Text: "Answer in German", From: first[1:]}
	absorb(0, first, nil, metres, german)
	second := form("Use grams", "Answer in French")
	shown, message := ann.types("/memory wishes", "Newly said:\n3. Use grams\n4. Answer in French")
	if rows := shown.Out[0].Body.Buttons; len(rows) != 1 || len(rows[0]) != 4 {
		t.Errorf("the buttons are %+v", rows)
	}
	both, french := digest.Line{Text: "Use metres and grams", From: []string{first[0], second[0]}}, digest.Line{Text: "Answer in French", From: second[1:]}
	absorb(1, second, []digest.Overridden{{ID: first[1], By: second[1]}}, both, french)

	before, err := w.digests.Version(ctx, owner, 1)
	if err != nil {
		t.Fatal(err)
	}
	after, err := w.digests.Current(ctx, owner)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.commands.TellOfWishes(ctx, session.Place{}, before, after); err != nil {
		t.Fatal(err)
	}
	told := w.put(t)
	for _, want := range []string{"1. 🔗 **Use metres and grams**\nmade of: Use \\*metres\\*", "2. ➕ **Answer in French**", "3. ➖ Answer in German (you said otherwise later)"} {
		if !strings.Contains(told.Body.Text, want) {
			t.Errorf("told %q without %q", told.Body.Text, want)
		}
	}
	if !told.Body.Silent || !told.MustArrive || told.Chat != 11 || len(told.Body.Buttons) != 2 || len(told.Body.Buttons[1]) != 2 {
		t.Errorf("told %+v", told)
	}

	versions := ann.taps(message, "wishes", "versions", "Earlier versions")
	action, ref = button(t, versions, "1")
	one := ann.taps(message, action, ref, "2. Answer in German")
	bob.taps(message, "rewish", "1", "changed since")
	bob.taps(message, "backwish", "2.1", "changed since")
	bob.taps(message, "unwish", "2.1", "changed since")
	ann.taps(message, "unwish", "1.1", "changed since")
	ann.taps(message, "backwish", "2.9", "changed since")
	ann.taps(message, "backwish", "2.0", "2. Use grams\n3. Answer in French\n4. Answer in German")
	ann.taps(message, "backwish", "2.0", "changed since")
	action, ref = button(t, one, "Back to this")
	ann.taps(message, action, ref, "1. Use \\*metres\\*\n2. Answer in German")

	left := ann.taps(message, "unwish", "4.2", "Forgotten")
	if text := textOf(left); strings.Contains(text, "German") || !strings.Contains(text, "metres") {
		t.Errorf("left is %q", text)
	}
	if refused, err := w.memory.IsRefused(ctx, owner, "", "Answer in German"); err != nil || !refused {
		t.Errorf("it can be found again: %v, %v", refused, err)
	}
	gone := form("Speak in verse")
	ann.taps(message, "unwish", gone[len(gone)-1], "Forgotten")
	if o := left.Out[0]; o.Kind != delivery.Edit || o.Target != message {
		t.Errorf("the list is not replaced: %+v", o)
	}
	group := ann.in(-100, actor.Member)
	group.types("/memory wishes", "our private chat")
	if err := w.commands.TellOfWishes(ctx, session.Place{}, after, after); err != nil {
		t.Fatal(err)
	}
}

// put returns the newest message in the outbox.
func (w *world) put(t *testing.T) (last delivery.Outgoing) {
	t.Helper()
	for id := int64(1); ; id++ {
		out, err := w.delivery.Out(t.Context(), id)
		if err != nil {
			return last
		}
		last = out
	}
}
