package page

import (
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/ingest"
	"keepsake/memory/provenance"
)

// addReview registers what waits for the person.
func (r *Room) addReview() {
	r.page("GET /me/review", "page-review", (*visit).review)
	r.page("POST /me/review/save", "page-save", (*visit).save)
	r.page("POST /me/review/never", "page-never", (*visit).never)
}

// waiting is one thing that waits: a decision, or a find that becomes one by a tap.
type waiting struct {
	ID       string // of the decision, or of the find
	Find     bool
	Op       memory.Op
	Content  string // what a tap stores, byte for byte
	Before   string // what an update would replace
	Evidence []memory.Evidence
	From     provenance.Provenance
}

// review lists what waits. It changes nothing: a find becomes a decision when it is decided.
func (v *visit) review() error {
	all, err := v.waiting()
	if err != nil {
		return err
	}
	return v.show("review.html", "page.review", map[string]any{"Waiting": all})
}

func (v *visit) waiting() (all []waiting, err error) {
	open, err := v.memory().Decisions(v.ctx(), v.scopes(), memory.DecisionOpen, "")
	if err != nil {
		return nil, err
	}
	asked := map[string]bool{}
	for _, d := range open {
		if d.Op != memory.OpAdd && d.Op != memory.OpUpdate { // offers to forget belong to the chat that made them
			continue
		}
		asked[d.ID] = true
		one := waiting{ID: d.ID, Op: d.Op, Content: d.Content, Evidence: d.Evidence, From: provenance.OfEvidence(d.Evidence...)}
		if d.Op == memory.OpUpdate {
			old, err := v.memory().Get(v.ctx(), v.scopes(), d.MemoryID)
			if err != nil { // it is gone, and the proposal with it
				continue
			}
			one.Before = old.Content
		}
		all = append(all, one)
	}
	found, err := v.forming().Waiting(v.ctx(), v.owner())
	for _, c := range found {
		if !asked[c.Verdict.DecisionID] {
			all = append(all, waiting{ID: c.ID, Find: true, Op: memory.OpAdd, Content: c.Content, Evidence: c.Evidence})
		}
	}
	return all, err
}

// decision returns the decision that a form is about. A find is made one first; what it would store must be what
// was shown.
func (v *visit) decision() (string, error) {
	id := cleanID(v.field("id"))
	if v.field("find") == "" {
		return id, nil
	}
	found, err := v.forming().Waiting(v.ctx(), v.owner())
	if err != nil {
		return "", err
	}
	for _, c := range found {
		if c.ID == id {
			return v.propose(c)
		}
	}
	return "", memory.ErrDecided
}

func (v *visit) propose(c candidate.Judged) (string, error) {
	d, ok, err := v.forming().Review(v.ctx(), ingest.Moment{Scope: v.owner(), Person: v.person.ID}, c)
	switch {
	case err != nil:
		return "", err
	case !ok:
		return "", memory.ErrDecided
	case d.Op != memory.OpAdd || d.Content != v.field("shown"):
		return "", memory.ErrConflict // it is shown as it is now
	}
	return d.ID, nil
}

// save stores what was proposed, as it was shown.
func (v *visit) save() error {
	id, err := v.decision()
	if err != nil {
		return err
	}
	_, c, err := v.memory().Save(v.ctx(), v.actor(), v.scopes(), id, "")
	if err != nil {
		return err
	}
	return v.goTo("/me/review", "saved", c.ID)
}

// never declines it for good.
func (v *visit) never() error {
	id, err := v.decision()
	if err != nil {
		return err
	}
	if _, err := v.memory().Decline(v.ctx(), v.actor(), v.scopes(), id); err != nil {
		return err
	}
	return v.goTo("/me/review", "declined", "")
}
