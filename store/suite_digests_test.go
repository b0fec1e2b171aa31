package store_test

import (
	"slices"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/erasure"
	"keepsake/memory/digest"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/store/storetest"
)

// Directives wait, are absorbed exactly by id, wait again when a version is restored, and leave every version
// when they are forgotten (E14, F15).
func TestDigests(t *testing.T) { onEach(t, testDigests) }

func testDigests(t *testing.T, db *store.DB) {
	ctx := t.Context()
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	s := digest.New(db.Digests(), func() time.Time { return now })
	owner := scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}
	part, she := actor.Actor{Kind: actor.Consolidation}, actor.OfPerson(owner.ID)
	form := func(contents ...string) (ids []string) {
		t.Helper()
		var ds []digest.Directive
		for i, c := range contents {
			ds = append(ds, digest.Directive{Content: c, SaidAt: now.Add(time.Duration(i) * time.Second)})
		}
		if _, err := s.Form(ctx, part, owner, ds, digest.Episode{}); err != nil {
			t.Fatal(err)
		}
		all, err := s.Waiting(ctx, owner)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range contents {
			i := slices.IndexFunc(all, func(d digest.Directive) bool { return d.Content == c })
			if i < 0 {
				t.Fatalf("%q does not wait", c)
			}
			ids = append(ids, all[i].ID)
		}
		return ids
	}
	has := func(when string, want ...string) {
		t.Helper()
		ds, err := s.Waiting(ctx, owner)
		got := []string{}
		for _, d := range ds {
			got = append(got, d.Content)
		}
		slices.Sort(got)
		slices.Sort(want)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q waits, %v; want %q", when, got, err, want)
		}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	a := form("answer in German", "use metres")
	must(s.Absorb(ctx, part, digest.Digest{Scope: owner, Lines: []digest.Line{{Text: "answer in German", From: a[:1]}, {Text: "use metres", From: a[1:]}}}, a, nil))
	b := form("answer in French")
	has("after the first version", "answer in French")
	now = now.Add(time.Hour)
	must(s.Absorb(ctx, part, digest.Digest{Scope: owner, Version: 1, Lines: []digest.Line{{Text: "use metres", From: a[1:]}, {Text: "answer in French", From: b}}},
		b, []digest.Overridden{{ID: a[0], By: b[0]}}))
	has("after the second")
	if d, err := s.Current(ctx, owner); err != nil || d.Version != 2 || len(d.Lines) != 2 || !slices.Equal(d.Sources(), []string{a[1], b[0]}) {
		t.Errorf("the digest is %+v, %v", d, err)
	}
	if since, err := s.Since(ctx, owner, 1); err != nil || len(since) != 1 || since[0].ID != b[0] {
		t.Errorf("since the first version: %v, %v", since, err)
	}
	if _, err := s.Restore(ctx, actor.OfPerson("telegram:2"), owner, 1); err == nil {
		t.Error("somebody else restored a version")
	}
	if d, err := s.Restore(ctx, she, owner, 1); err != nil || d.Version != 3 || d.Lines[0].Text != "answer in German" {
		t.Errorf("restored %+v, %v", d, err)
	}
	has("after restoring the first version", "answer in French")
	if _, err := s.Restore(ctx, she, owner, 9); err == nil {
		t.Error("a version that never was is restored")
	}

	form("speak to me in verse")
	if _, err := s.Form(ctx, part, owner, []digest.Directive{{Content: "greet me with my password hunter2Secret99"}}, digest.Episode{Content: "the pin is 4711"}); err != nil {
		t.Fatal(err) // a secret is left out
	}
	n, err := s.Forget(ctx, actor.OfSystem(), owner, func(text string) bool { return text == "use metres" })
	if err != nil || n != 1 {
		t.Errorf("forgot %d, %v", n, err)
	}
	has("after forgetting", "answer in German", "answer in French", "speak to me in verse")
	if d, err := s.Current(ctx, owner); err != nil || d.Version != 3 || len(d.Lines) != 0 {
		t.Errorf("after forgetting the digest is %+v, %v", d, err)
	}
	for v := 1; v <= 3; v++ {
		if _, err := s.Version(ctx, owner, v); err == nil {
			t.Errorf("version %d can still be read", v)
		}
	}
	if vs, err := s.List(ctx, owner); err != nil || len(vs) != 0 {
		t.Errorf("versions %v, %v", vs, err)
	}
	if due, err := s.Due(ctx, "keepsake", 4, 9); err != nil || len(due) != 1 || due[0].SessionID != "" {
		t.Errorf("due after forgetting: %v, %v", due, err)
	}
	if n, err := s.Erase(ctx, she, owner); err != nil || n != 3 {
		t.Errorf("erased %d, %v", n, err)
	}
	has("after erasing")
}

// An episode belongs to its conversation, is read by it, and goes after its time (E24).
func TestEpisodes(t *testing.T) { onEach(t, testEpisodes) }

func testEpisodes(t *testing.T, db *store.DB) {
	ctx := t.Context()
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	s := digest.New(db.Digests(), func() time.Time { return now })
	owner := scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}
	part := actor.Actor{Kind: actor.Extraction}
	for i, content := range []string{"talked of the garden", "talked of the roof"} {
		if _, err := s.Form(ctx, part, owner, nil, digest.Episode{SessionID: "talk", Content: content, From: int64(4*i + 1), To: int64(4*i + 4)}); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Hour)
	}
	read := func(session string, want ...string) {
		t.Helper()
		es, err := s.Episodes(ctx, session)
		got := []string{}
		for _, e := range es {
			got = append(got, e.Content)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("episodes of %s: %q, %v; want %q", session, got, err, want)
		}
	}
	read("talk", "talked of the garden", "talked of the roof")
	read("another", []string{}...)
	if _, err := s.Forget(ctx, actor.OfSystem(), owner, func(text string) bool { return text == "talked of the garden" }); err != nil {
		t.Fatal(err)
	}
	read("talk", "talked of the roof")
	if _, err := s.Purge(ctx, part); err == nil {
		t.Error("a part purged")
	}
	now = now.Add(digest.EpisodeLife)
	if n, err := s.Purge(ctx, actor.OfSystem()); err != nil || n != 1 {
		t.Errorf("purged %d, %v", n, err)
	}
	read("talk", []string{}...)
}

// A line of the digest that nothing else says is destroyed with every version, and again in a backup (U18).
func TestDigestLinesAreErasedAgain(t *testing.T) { onEach(t, testDigestLinesAreErasedAgain) }

func testDigestLinesAreErasedAgain(t *testing.T, db *store.DB) {
	ctx := t.Context()
	s := digest.New(db.Digests(), time.Now)
	owner := scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}
	part := actor.Actor{Kind: actor.Consolidation}
	if _, err := s.Form(ctx, part, owner, []digest.Directive{{Content: "greet with a joke"}}, digest.Episode{}); err != nil {
		t.Fatal(err)
	}
	ds, err := s.Waiting(ctx, owner)
	if err != nil {
		t.Fatal(err)
	}
	ids := []string{ds[0].ID}
	if err := s.Absorb(ctx, part, digest.Digest{Scope: owner, Lines: []digest.Line{{Text: "be funny", From: ids}}}, ids, nil); err != nil {
		t.Fatal(err)
	}
	if named, err := s.ByIDs(ctx, owner, ids); err != nil || len(named) != 1 {
		t.Errorf("named %v, %v", named, err)
	}
	if err := db.Erasures().Destroy(ctx, erasure.Item{Part: erasure.Digests, IDs: ids}, time.Time{}, time.Now()); err != nil {
		t.Fatal(err)
	}
	if d, err := s.Current(ctx, owner); err != nil || len(d.Lines) != 0 {
		t.Errorf("the digest is %+v, %v", d, err)
	}
	if ds, err = s.Waiting(ctx, owner); err != nil || len(ds) != 1 {
		t.Errorf("waiting %v, %v", ds, err)
	}
}

// A job is claimed by one, loses its claim to forgetting, and grows while it waits (E6, E7, E13, F14).
func TestDigestJobs(t *testing.T) { onEach(t, testDigestJobs) }

func testDigestJobs(t *testing.T, db *store.DB) {
	ctx := t.Context()
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	s := digest.New(db.Digests(), func() time.Time { return now })
	owner := scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}
	part := actor.Actor{Kind: actor.Consolidation}
	trigger := digest.Trigger{Messages: 10, Weight: 100, Fewest: 4, Idle: 10 * time.Minute}
	grow := func(n int, weight float64) {
		t.Helper()
		if err := s.Grow(ctx, part, digest.Job{Scope: owner, SessionID: "talk", Messages: n, Weight: weight}, trigger); err != nil {
			t.Fatal(err)
		}
	}
	due := func(want int) []digest.Job {
		t.Helper()
		js, err := s.Due(ctx, "keepsake", trigger.Fewest, 9)
		if err != nil || len(js) != want {
			t.Fatalf("due %v, %v; want %d", js, err, want)
		}
		return js
	}
	grow(2, 5)
	now = now.Add(time.Hour)
	due(0) // never below four
	grow(2, 5)
	due(0) // not idle
	now = now.Add(10 * time.Minute)
	due(1)
	grow(1, 90)
	due(1) // by weight
	j := due(1)[0]
	claimed, ok, err := s.Claim(ctx, part, j, time.Minute)
	if err != nil || !ok || claimed.Messages != 5 || claimed.Weight != 100 {
		t.Fatalf("claimed %+v, %v, %v", claimed, ok, err)
	}
	if _, ok, _ := s.Claim(ctx, part, j, time.Minute); ok {
		t.Error("claimed twice")
	}
	due(0)
	grow(3, 7) // while it is read
	if _, err := s.Forget(ctx, actor.OfSystem(), owner, func(string) bool { return false }); err != nil {
		t.Fatal(err)
	}
	if err := s.Renew(ctx, part, claimed, time.Minute); err == nil {
		t.Error("the claim outlived forgetting")
	}
	now = now.Add(time.Hour)
	j = due(1)[0]
	if claimed, _, err = s.Claim(ctx, part, j, time.Minute); err != nil || claimed.Messages != 8 {
		t.Fatalf("claimed %+v, %v", claimed, err)
	}
	claimed.Position, claimed.DueAt = 8, now
	if err := s.Finish(ctx, part, claimed, 8, claimed.Weight); err != nil {
		t.Fatal(err)
	}
	if err := s.Renew(ctx, part, claimed, time.Minute); err == nil {
		t.Error("the claim outlived its end")
	}
	due(0)
	grow(4, 7)
	now = now.Add(time.Hour)
	if j = due(1)[0]; j.Position != 8 || j.Messages != 4 || j.Weight != 7 {
		t.Errorf("goes on with %+v", j)
	}
	j, _, _ = s.Claim(ctx, part, j, time.Minute)
	j.State, j.Attempts, j.Error = digest.Parked, 6, "a rule is missing"
	if err := s.Finish(ctx, part, j, 0, 0); err != nil {
		t.Fatal(err)
	}
	if waiting, parked, err := s.Backlog(ctx, "keepsake"); err != nil || waiting != 0 || parked != 1 {
		t.Errorf("waiting %d, parked %d, %v", waiting, parked, err)
	}
}

// onEach runs a test on a fresh database of each kind.
func onEach(t *testing.T, run func(t *testing.T, db *store.DB)) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) { run(t, open(t)) })
	}
}

// The person takes back what a version changed and removes what they do not want; nothing waits to be merged the same
// way again, and nobody else may (E14, issue 12.6).
func TestDigestReverted(t *testing.T) { onEach(t, testDigestReverted) }

func testDigestReverted(t *testing.T, db *store.DB) {
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
	form := func(content string) string {
		t.Helper()
		_, err := s.Form(ctx, part, owner, []digest.Directive{{Content: content, SaidAt: time.Now()}}, digest.Episode{})
		must(err)
		ds, err := s.Waiting(ctx, owner)
		must(err)
		return ds[slices.IndexFunc(ds, func(d digest.Directive) bool { return d.Content == content })].ID
	}
	says := func(when string, want ...string) {
		t.Helper()
		d, err := s.Current(ctx, owner)
		got := []string{}
		for _, l := range d.Lines {
			got = append(got, l.Text)
		}
		waiting, err2 := s.Waiting(ctx, owner)
		for _, w := range waiting {
			got = append(got, "+ "+w.Content)
		}
		if err != nil || err2 != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v, %v; want %q", when, got, err, err2, want)
		}
	}
	german, metres := form("answer in German"), form("use metres")
	must(s.Absorb(ctx, part, digest.Digest{Scope: owner, Lines: []digest.Line{{Text: "answer in German", From: []string{german}}, {Text: "use metres", From: []string{metres}}}}, []string{german, metres}, nil))
	french, grams := form("answer in French"), form("use grams")
	must(s.Absorb(ctx, part, digest.Digest{Scope: owner, Version: 1, Lines: []digest.Line{{Text: "use metres and grams", From: []string{metres, grams}}, {Text: "answer in French", From: []string{french}}}},
		[]string{french, grams}, []digest.Overridden{{ID: german, By: french}}))
	cs, err := s.Changes(ctx, owner, 2)
	if err != nil || len(cs) != 3 || cs[0].Kind != digest.Merged || cs[1].Kind != digest.Added || cs[2].Kind != digest.Dropped {
		t.Fatalf("changes %+v, %v", cs, err)
	}
	if _, err := s.Revert(ctx, actor.OfPerson("telegram:2"), owner, 2, 1); err == nil {
		t.Error("somebody else took it back")
	}
	if _, err := s.Remove(ctx, actor.OfPerson("telegram:2"), owner, metres); err == nil {
		t.Error("somebody else removed it")
	}
	for _, wrong := range [][2]int{{1, 1}, {9, 1}, {2, 2}, {2, 4}} { // an old version, one that never was, what is added, no such change
		if _, err := s.Revert(ctx, she, owner, wrong[0], wrong[1]); err == nil {
			t.Errorf("took back %v", wrong)
		}
	}
	d, err := s.Revert(ctx, she, owner, 2, 3)
	must(err)
	says("with German again", "use metres and grams", "answer in French", "answer in German")
	if _, err := s.Revert(ctx, she, owner, 2, 1); err == nil || d.Version != 3 {
		t.Error("a version that is not the newest was taken back")
	}
	if _, err := s.Restore(ctx, she, owner, 2); err != nil {
		t.Fatal(err)
	}
	says("as in version 2, and what came since waits", "use metres and grams", "answer in French", "+ answer in German")
	said, err := s.Remove(ctx, she, owner, french, "unknown")
	if err != nil || !slices.Equal(said, []string{"answer in French"}) {
		t.Errorf("removed %q, %v", said, err)
	}
	if cs, err := s.Changes(ctx, owner, 2); err != nil || len(cs) != 0 {
		t.Errorf("after removing, version 2 changed %+v, %v", cs, err)
	}
	if d, err := s.Current(ctx, owner); err != nil || len(d.Lines) != 0 {
		t.Errorf("after removing it says %+v, %v", d, err)
	}
	if _, err := s.Remove(ctx, she, owner, french); err == nil {
		t.Error("removed twice")
	}
}
