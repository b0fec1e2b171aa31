package store_test

import (
	"slices"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/digest"
	"keepsake/scope"
	"keepsake/store"
)

// Undo of an import takes back what it brought and nothing else: the digest that stood before stays, and one that says something
// that was brought is made at once of what is left (E47).
func TestBroughtDirectivesAreTakenBack(t *testing.T) { onEach(t, testBroughtDirectivesAreTakenBack) }

func testBroughtDirectivesAreTakenBack(t *testing.T, db *store.DB) {
	ctx := t.Context()
	s := digest.New(db.Digests(), time.Now)
	owner := scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}
	part, she := actor.Actor{Kind: actor.Consolidation}, actor.OfPerson(owner.ID)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	at := time.Now()
	form := func(content, batch string) string {
		t.Helper()
		at = at.Add(time.Second)
		d := digest.Directive{Content: content, SaidAt: at.Add(-time.Hour)}
		if batch != "" {
			must(s.Bring(ctx, she, owner, batch, d))
		} else {
			_, err := s.Form(ctx, part, owner, []digest.Directive{d}, digest.Episode{})
			must(err)
		}
		ds, err := s.Waiting(ctx, owner)
		must(err)
		return ds[slices.IndexFunc(ds, func(d digest.Directive) bool { return d.Content == content })].ID
	}
	says := func(when string, version int, want ...string) {
		t.Helper()
		d, err := s.Current(ctx, owner)
		must(err)
		got := []string{}
		for _, l := range d.Lines {
			got = append(got, l.Text)
		}
		waiting, err := s.Waiting(ctx, owner)
		must(err)
		for _, w := range waiting {
			got = append(got, "+ "+w.Content)
		}
		if d.Version != version || !slices.Equal(got, want) {
			t.Errorf("%s: version %d is %q, want version %d, %q", when, d.Version, got, version, want)
		}
	}
	line := func(text string, from ...string) digest.Line { return digest.Line{Text: text, From: from} }
	german, metres := form("answer in German", ""), form("use metres", "")
	must(s.Absorb(ctx, part, digest.Digest{Scope: owner, Lines: []digest.Line{line("answer in German", german), line("use metres", metres)}}, []string{german, metres}, nil))

	form("greet me with a joke", "first")
	if _, err := s.TakeBack(ctx, actor.OfPerson("telegram:2"), owner, "first"); err == nil {
		t.Error("somebody else took it back")
	}
	if n, err := s.TakeBack(ctx, she, owner, "first"); err != nil || n != 1 {
		t.Errorf("took %d back, %v", n, err)
	}
	says("what waited is taken back", 1, "answer in German", "use metres")

	french, grams, short := form("answer in French", "second"), form("use grams", "second"), form("be brief", "")
	must(s.Absorb(ctx, part, digest.Digest{Scope: owner, Version: 1, Lines: []digest.Line{line("use metres and grams", metres, grams), line("answer in French", french), line("be brief", short)}},
		[]string{french, grams, short}, []digest.Overridden{{ID: german, By: french}}))
	says("what was brought is merged", 2, "use metres and grams", "answer in French", "be brief")
	if n, err := s.TakeBack(ctx, she, owner, "second"); err != nil || n != 2 {
		t.Errorf("took %d back, %v", n, err)
	}
	says("what was merged is taken back", 3, "use metres", "be brief", "answer in German")
	if vs, err := s.List(ctx, owner); err != nil || len(vs) != 2 || vs[1].Version != 1 {
		t.Errorf("versions %+v, %v", vs, err)
	}
	if n, err := s.TakeBack(ctx, she, owner, "second"); err != nil || n != 0 {
		t.Errorf("took %d back again, %v", n, err)
	}

	// What gave way to something brought, which gave way to something newer, does not come back.
	dutch := form("answer in Dutch", "third")
	must(s.Absorb(ctx, part, digest.Digest{Scope: owner, Version: 3, Lines: []digest.Line{line("use metres", metres), line("be brief", short), line("answer in Dutch", dutch)}},
		[]string{dutch}, []digest.Overridden{{ID: german, By: dutch}}))
	greek := form("answer in Greek", "")
	must(s.Absorb(ctx, part, digest.Digest{Scope: owner, Version: 4, Lines: []digest.Line{line("use metres", metres), line("be brief", short), line("answer in Greek", greek)}},
		[]string{greek}, []digest.Overridden{{ID: dutch, By: greek}}))
	if n, err := s.TakeBack(ctx, she, owner, "third"); err != nil || n != 1 {
		t.Errorf("took %d back, %v", n, err)
	}
	says("what gave way is taken back", 6, "use metres", "be brief", "answer in Greek")
}

// What a member said in a group for how they want to be answered is theirs: it is found by the group and the member, moves with
// the group, and goes with it; what they said elsewhere and what others said stays (R4).
func TestDirectivesSaidInAGroup(t *testing.T) { onEach(t, testDirectivesSaidInAGroup) }

func testDirectivesSaidInAGroup(t *testing.T, db *store.DB) {
	ctx := t.Context()
	s := digest.New(db.Digests(), time.Now)
	kitchen, garden := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-1"}, scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-2"}
	ann, bob := scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}, scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:2"}
	part := actor.Actor{Kind: actor.Consolidation}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	at := time.Now()
	form := func(owner scope.Scope, saidIn, content string) string {
		t.Helper()
		at = at.Add(time.Second)
		_, err := s.Form(ctx, part, owner, []digest.Directive{{ID: content, Content: content, SaidIn: saidIn, SaidAt: at}}, digest.Episode{})
		must(err)
		return content
	}
	says := func(when string, owner, group scope.Scope, want ...string) {
		t.Helper()
		ds, err := s.SaidIn(ctx, owner, group.ID)
		must(err)
		got := []string{}
		for _, d := range ds {
			got = append(got, d.Content)
			if d.SaidIn != group.ID || d.Scope != owner {
				t.Errorf("%s: %+v", when, d)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s said %q in %s, want %q", when, owner.ID, got, group.ID, want)
		}
	}
	form(ann, "", "private")
	old, short, verse := form(ann, kitchen.ID, "answer in German"), form(ann, kitchen.ID, "be brief"), form(ann, garden.ID, "in verse")
	form(bob, kitchen.ID, "joke")
	french := form(ann, kitchen.ID, "answer in French")
	must(s.Absorb(ctx, part, digest.Digest{Scope: ann, Lines: []digest.Line{{Text: "be brief", From: []string{short}}, {Text: "in verse", From: []string{verse}}, {Text: "answer in French", From: []string{french}}}},
		[]string{short, verse, french}, []digest.Overridden{{ID: old, By: french}}))
	says("merged", ann, kitchen, "be brief", "answer in French")
	says("merged", ann, garden, "in verse")
	says("of Bob", bob, kitchen, "joke")
	says("of Bob", bob, garden)

	memories := memory.New(memory.Config{Store: db.Memories(), Now: time.Now, Key: []byte("key")})
	moved := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-100"}
	must(memories.Move(ctx, actor.OfSystem(), kitchen, moved))
	says("moved", ann, kitchen)
	says("moved", ann, moved, "be brief", "answer in French")

	if _, err := s.ForgetSaidIn(ctx, actor.Actor{Kind: actor.Person, ID: bob.ID, Standing: actor.Member}, moved, nil); err == nil {
		t.Error("a member erased what a group said")
	}
	if n, err := s.ForgetSaidIn(ctx, actor.OfSystem(), moved, func(text string) bool { return text == "be brief" }); err != nil || n != 1 {
		t.Errorf("forgot %d, %v", n, err)
	}
	says("forgotten", ann, moved, "answer in French")
	if d, err := s.Current(ctx, ann); err != nil || d.Version != 2 || !slices.Equal(d.Sources(), []string{verse, french}) {
		t.Errorf("the digest is %+v, %v", d, err)
	}
	if n, err := s.ForgetSaidIn(ctx, actor.OfSystem(), moved, nil); err != nil || n != 3 { // with the one that was overridden
		t.Errorf("forgot %d, %v", n, err)
	}
	says("erased", ann, moved)
	says("erased", bob, moved)
	says("erased", ann, garden, "in verse")
	if d, err := s.Current(ctx, ann); err != nil || !slices.Equal(d.Sources(), []string{verse}) {
		t.Errorf("the digest is %+v, %v", d, err)
	}
	if waiting, err := s.Waiting(ctx, ann); err != nil || len(waiting) != 1 || waiting[0].Content != "private" {
		t.Errorf("waiting %+v, %v", waiting, err)
	}
	form(ann, "", "Greet me.")
	form(ann, garden.ID, "greet me.")
	if said, err := s.Remove(ctx, actor.OfPerson(ann.ID), ann, "greet me."); err != nil || !slices.Equal(said, []string{"greet me."}) {
		t.Errorf("removed %q, %v", said, err)
	}
	if all, _, err := db.Digests().All(ctx, ann); err != nil || len(all) != 2 {
		t.Errorf("said twice and removed, there is %+v, %v", all, err)
	}
}
