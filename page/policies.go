package page

import (
	"strconv"

	"keepsake/command"
	"keepsake/memory/policy"
)

// maxPolicies bounds how many policies an owner is shown.
const maxPolicies = 20

// revision is a policy of the history as its page shows it.
type revision struct {
	policy.Revision
	Author  string // id of its words
	Changes []policy.Difference
	CanBack bool // an owner may return to it
}

// comparison is a row of the table that compares two policies: how many finds, or with Percent a share, below 0 = none.
type comparison struct {
	Name      string // id of its words
	Now, Then int
	Percent   bool
}

// policies shows an owner by which policies memories formed, what replay proposes, and how far scores can be relied on. It shows
// counts, and nothing that anybody said.
func (v *visit) policies() error {
	f := v.forming()
	if f == nil {
		return v.show("policies.html", "page.policies", nil)
	}
	all, err := f.Policies.History(v.ctx(), f.Store, f.Policy, maxPolicies+1)
	if err != nil {
		return err
	}
	data := map[string]any{"Newest": all[0].Number, "Figure": command.Figure}
	revisions := make([]revision, min(len(all), maxPolicies))
	for i := range revisions {
		r := all[i]
		revisions[i] = revision{Revision: r, Author: "page.policies.by.owner", CanBack: r.Stable && !r.Policy.Equal(all[0].Policy)}
		switch r.By {
		case policy.BySettings, policy.ByOperator, policy.ByDrift, policy.ByTuning:
			revisions[i].Author = "page.policies.by." + r.By
		}
		if i+1 < len(all) {
			revisions[i].Changes = policy.Diff(all[i+1].Policy, r.Policy)
		}
	}
	data["Revisions"] = revisions
	if p, base, ok, err := f.Tuner.Propose(v.ctx()); err != nil {
		return err
	} else if ok {
		data["Proposal"], data["Version"], data["Trials"] = policy.Diff(base.Policy, p.Policy), p.Policy.Version(), compareTrials(p.Present, p.Tried)
	}
	if f.Calibrated != nil {
		outcomes, err := f.Calibrated.Outcomes(v.ctx())
		if err != nil {
			return err
		}
		data["Reports"], data["Precision"] = policy.Evaluate(outcomes, all[0].Policy.Precision), all[0].Policy.Precision
	}
	return v.show("policies.html", "page.policies", data)
}

// compareTrials returns what two policies would have done with the same finds.
func compareTrials(now, then policy.Trial) []comparison {
	return []comparison{
		{"page.policies.finds", now.Finds, then.Finds, false}, {"page.policies.kept", now.Kept, then.Kept, false},
		{"page.policies.merged", now.Merged, then.Merged, false}, {"page.policies.retired", now.Retired, then.Retired, false},
		{"page.policies.asked", now.Asked, then.Asked, false}, {"page.policies.background", now.Background, then.Background, false},
		{"page.policies.refused", now.Refused, then.Refused, false}, {"page.policies.unwanted", now.Unwanted, then.Unwanted, false},
		{"page.policies.missed", now.Missed, then.Missed, false}, {"page.policies.served", now.Served, then.Served, false},
		{"page.policies.bothered", now.Bothered, then.Bothered, false},
		{"page.policies.agreement", agreement(now), agreement(then), true},
	}
}

// agreement returns the share of a policy's own decisions in which people agree, in percent; below 0 = it made none.
func agreement(t policy.Trial) int {
	if t.Agreed+t.Disagreed == 0 {
		return -1
	}
	return int(t.Agreement()*100 + 0.5)
}

// returnToPolicy makes an earlier policy count again, while the one that was shown as the newest still is.
func (v *visit) returnToPolicy() error {
	f := v.forming()
	number, err := strconv.Atoi(v.field("number"))
	if err != nil || number < 1 || f == nil {
		return policy.ErrNoRevision
	}
	now, err := f.Policies.Current(v.ctx(), f.Store, f.Policy)
	if err != nil {
		return err
	}
	if strconv.Itoa(now.Number) != v.field("newest") {
		return policy.ErrChanged
	}
	if _, err := f.Policies.Rollback(v.ctx(), v.actor(), f.Store, f.Policy, number, "an owner's tap"); err != nil {
		return err
	}
	return v.goTo("/me/house/policies", "saved", "")
}

// adoptPolicy makes what is proposed the policy, while it is still proposed.
func (v *visit) adoptPolicy() error {
	f := v.forming()
	if f == nil {
		return policy.ErrNoRevision
	}
	if _, err := f.Tuner.Adopt(v.ctx(), v.actor(), v.field("version")); err != nil {
		return err
	}
	return v.goTo("/me/house/policies", "saved", "")
}
