package policy_test

import (
	"testing"
	"time"

	"keepsake/memory/policy"
	"keepsake/store"
)

// A57: a change of the read policy alone is a revision of its own under the same version of the write policy, as stable as
// the one before, and is taken back like any other. The settings alone can switch reading on, and what an older program
// stored without a read policy is read with theirs.
func TestReadPolicyIsVersioned(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		ctx, base := t.Context(), settings()
		base.Reading.Enable = true
		s := &policy.Service{Store: db.Policies(), Now: time.Now}
		set := func(name, value string) policy.Revision {
			t.Helper()
			now, err := s.Current(ctx, "keepsake", base)
			must(t, err)
			p, err := now.Policy.With(policy.Field{Name: name, Value: value})
			must(t, err)
			r, err := s.Set(ctx, owner, "keepsake", base, policy.Change{Policy: p})
			must(t, err)
			return r
		}
		if r := set("read_policy.max_items", "3"); r.Number != 2 || !r.Stable || r.Policy.Version() != base.Version() || r.Policy.Equal(base) || r.Policy.Reads().MaxItems != 3 {
			t.Errorf("fewer items: %+v", r)
		}
		if r := set("mode", "auto"); r.Stable || r.Policy.Reading.MaxItems != 3 {
			t.Errorf("another mode: %+v", r)
		}
		if r := set("read_policy.enable", "false"); r.Stable || r.Policy.Reads() != nil {
			t.Errorf("while another mode is on trial: %+v", r)
		}
		r, err := s.Rollback(ctx, owner, "keepsake", base, 0, "back")
		must(t, err)
		if r.Of != 2 || r.Policy.Reads().MaxItems != 3 || r.Policy.Mode != base.Mode {
			t.Errorf("the last stable one: %+v", r)
		}
		off := base
		off.Reading.Enable = false
		if now, err := s.Current(ctx, "keepsake", off); err != nil || now.Policy.Reads() != nil {
			t.Errorf("off in the settings: %+v, %v", now, err)
		}
		if _, err := s.Set(ctx, owner, "keepsake", off, policy.Change{Policy: base}); err == nil {
			t.Error("it was switched on without the settings")
		}
		base.Reading.MaxItems = 7
		must(t, db.Policies().PutRevision(ctx, policy.Revision{Store: "older", Number: 1, By: policy.BySettings, At: time.Now()}, `{"enable":true,"mode":"manual","min_evidence_count":1}`))
		if now, err := s.Current(ctx, "older", base); err != nil || now.Policy.Reading != base.Reading || now.Policy.Mode != policy.Manual {
			t.Errorf("of an older program: %+v, %v", now, err)
		}
	})
}
