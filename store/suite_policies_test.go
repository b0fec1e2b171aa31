package store_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"keepsake/memory/policy"
	"keepsake/scope"
	"keepsake/store"
)

// policiesKept proves what the history of policies promises (A44): a number is given once, also to two that ask at once; the
// newest come first, with their contents; and a snapshot is that of the first who stores it.
func policiesKept(t *testing.T, db *store.DB) {
	ctx, ps, at := t.Context(), db.Policies(), time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	none, contents, err := ps.Revisions(ctx, "keepsake", 0)
	if must(t, err); len(none)+len(contents) != 0 {
		t.Errorf("before anything is stored: %+v", none)
	}
	first := policy.Revision{Store: "keepsake", Number: 1, By: policy.BySettings, Stable: true, At: at}
	must(t, ps.PutRevision(ctx, first, `{"mode":"shadow"}`))
	must(t, ps.PutRevision(ctx, policy.Revision{Store: "another", Number: 1, By: policy.ByOperator, At: at}, `{}`))
	second := policy.Revision{Store: "keepsake", Number: 2, By: "telegram:1", Reason: "we trust it", Of: 1, At: at.Add(time.Hour)}
	errs := each(2, func(int) error { return ps.PutRevision(ctx, second, `{"mode":"auto"}`) })
	if refused := slices.IndexFunc(errs, func(err error) bool { return errors.Is(err, policy.ErrChanged) }); refused < 0 || errs[1-refused] != nil {
		t.Errorf("two with one number: %v", errs)
	}
	got, contents, err := ps.Revisions(ctx, "keepsake", 0)
	must(t, err)
	if len(got) != 2 || got[0].Reason != second.Reason || got[0].By != second.By || got[0].Of != 1 || got[0].Stable || !got[0].At.Equal(second.At) ||
		!got[1].Stable || !slices.Equal(contents, []string{`{"mode":"auto"}`, `{"mode":"shadow"}`}) {
		t.Errorf("%+v %q", got, contents)
	}
	if ok, err := ps.MarkStable(ctx, "keepsake", 2); err != nil || !ok {
		t.Errorf("made stable: %t, %v", ok, err)
	}
	if ok, err := ps.MarkStable(ctx, "keepsake", 3); err != nil || ok {
		t.Errorf("one that is not there was made stable: %t, %v", ok, err)
	}
	if newest, _, err := ps.Revisions(ctx, "keepsake", 1); err != nil || len(newest) != 1 || newest[0].Number != 2 || !newest[0].Stable {
		t.Errorf("the newest: %+v, %v", newest, err)
	}

	if _, _, ok, err := ps.Snapshot(ctx, "keepsake", 2); err != nil || ok {
		t.Errorf("a snapshot that nobody stored: %t, %v", ok, err)
	}
	must(t, ps.PutSnapshot(ctx, "keepsake", 2, "first", "mean", at))
	must(t, ps.PutSnapshot(ctx, "keepsake", 2, "second", "", at))
	if content, centroid, ok, err := ps.Snapshot(ctx, "keepsake", 2); err != nil || !ok || content != "first" || centroid != "mean" {
		t.Errorf("the snapshot: %q %q %t %v", content, centroid, ok, err)
	}
	_, err = db.Memories().Erase(ctx, scope.Scope{Store: "another", Kind: scope.User, ID: "telegram:1"})
	must(t, err)
	if _, centroid, _, err := ps.Snapshot(ctx, "keepsake", 2); err != nil || centroid != "mean" {
		t.Errorf("the centroid after an erasure in another store: %q %v", centroid, err)
	}
	_, err = db.Memories().Erase(ctx, scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"})
	must(t, err)
	if content, centroid, _, err := ps.Snapshot(ctx, "keepsake", 2); err != nil || content != "first" || centroid != "" {
		t.Errorf("the snapshot after an erasure: %q %q %v", content, centroid, err)
	}
	if runs, writes, err := db.Candidates().RunsUnder(ctx, "keepsake", "v1", at); err != nil || len(runs)+writes != 0 {
		t.Errorf("runs under a policy that was never used: %v %d %v", runs, writes, err)
	}
}
