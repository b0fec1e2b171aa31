package policy

import "time"

// This file tries a policy in shadow on what was found before (A40–A42): it asks no model and writes nothing.

// Past is a find of an earlier conversation: the case that was decided, and what people made of it.
type Past struct {
	Group
	Score    Score
	Setting  Setting // that counts for it
	Session  string
	At       time.Time
	Relation string // to what was known then: see candidate.Relation
	Known    bool   // it is known what people made of it
	IsGood   bool   // they wanted it as it was
}

// Trial counts what a policy would have done.
type Trial struct {
	Finds                            int
	Kept, Asked, Background, Refused int
	Merged, Retired                  int // of what was kept: it says again, or replaces, what was known
	Agreed, Disagreed                int // with people, where it would have decided without them
	Unwanted                         int // of what it would have kept unasked, people did not want: the safety violations
	Missed                           int // it would have dropped, or kept in the background, what people wanted
	Served, Bothered                 int // of what it would have kept or asked about: people wanted it, or did not
	Took                             time.Duration
}

// Agreement returns the share of its own decisions in which the policy agrees with people; 0 when it made none.
func (t Trial) Agreement() float64 {
	if t.Agreed+t.Disagreed == 0 {
		return 0
	}
	return float64(t.Agreed) / float64(t.Agreed+t.Disagreed)
}

// Precision returns the share of what people get, kept or asked about, that they want; 0 when they get nothing.
func (t Trial) Precision() float64 {
	if t.Served+t.Bothered == 0 {
		return 0
	}
	return float64(t.Served) / float64(t.Served+t.Bothered)
}

// IsWorse reports whether a policy may not replace another one by these trials: it keeps more that is unwanted, or agrees
// less with people where it decides without them. One that asks about everything does neither.
func (t Trial) IsWorse(than Trial) bool {
	return t.Unwanted > than.Unwanted || t.Agreed+t.Disagreed > 0 && t.Agreement() < than.Agreement()-0.01
}

// Replay returns what a policy would have done with past finds, in the order in which they were made, with a calibration
// that was not fitted to them. Its own limits of writes count, not those of the policy of then.
func (p Policy) Replay(c Calibration, pasts []Past) (t Trial) {
	began := time.Now()
	inSession := map[string]int{}
	for _, f := range pasts {
		t.Finds++
		action, _ := p.decide(Case{
			Type: f.Type, Score: f.Score, Setting: f.Setting, InSession: inSession[f.Session],
			Proven: c.Proves(f.Group, f.Score.Confidence, p.Precision),
		})
		if action != Refuse {
			inSession[f.Session]++
		}
		t.count(action, f)
	}
	t.Took = time.Since(began)
	return t
}

// AddUnfound counts a past find with a known result that a reading did not find again.
func (t *Trial) AddUnfound(isGood bool) {
	if isGood {
		t.Missed++
		t.Disagreed++
	} else {
		t.Agreed++
	}
}

func (t *Trial) count(a Action, f Past) {
	if f.Known && (a == Apply || a == Wait) {
		if f.IsGood {
			t.Served++
		} else {
			t.Bothered++
		}
	}
	switch a {
	case Apply:
		t.Kept++
		switch f.Relation {
		case "same":
			t.Merged++
		case "contradicts", "refines":
			t.Retired++
		}
	case Wait:
		t.Asked++
		return // the person decides: neither agreement nor a mistake
	case Keep:
		t.Background++
	case Refuse:
		t.Refused++
	}
	if !f.Known {
		return
	}
	if (a == Apply) == f.IsGood {
		t.Agreed++
		return
	}
	t.Disagreed++
	if a == Apply {
		t.Unwanted++
	} else {
		t.Missed++
	}
}
