package memory

import (
	"cmp"
	"math"
	"time"
)

// The importance of a memory (P65) has three parts:
//
//	importance = class × source                              set when it is stored
//	uses       = asked for + corrected + shown/10            counted
//	priority   = importance / (1 + days / (90 × (1 + log2(1 + uses))))
//
// class is that of its type: high 0.7, medium 0.5, low 0.3, after A12–A16's high, medium, low. What
// is a profile only because its category has no better type (R2: context, project) is medium.
//
// source says who asked for it, after A25's order: a person 1, a person's tap on what was proposed
// 0.9, extraction 0.8.
//
// days are those since the memory was last said, written or asked for. The hyperbola is A36's; 90 days
// is the time to live that A13 gives what is medium. Being shown unasked counts a tenth of being
// asked for, at most once a day, and does not make a memory younger: else what is shown would stay
// because it is shown. A pinned memory has the priority 1 and does not fade.

// Numbers of the importance.
const (
	classHigh, classMedium, classLow = 0.7, 0.5, 0.3

	sourceConfirmed, sourceExtracted = 0.9, 0.8

	// FadeDays is after how many days without a use a memory counts half.
	FadeDays = 90
	// ShownWeight is how much a day on which a memory was shown unasked counts.
	ShownWeight = 0.1
	// ShownEvery is how often being shown counts.
	ShownEvery = 24 * time.Hour
)

// importance returns the importance of a checked draft: the one that it gives, else class × source.
// confirmed says that a person tapped on it.
func (d Draft) importance(confirmed bool) float64 {
	if d.Importance != 0 {
		return d.Importance
	}
	class := classMedium
	switch d.Type {
	case Constraint:
		class = classHigh
	case Profile:
		if d.Category != CategoryContext && d.Category != CategoryProject {
			class = classHigh
		}
	case TaskState:
		class = classLow
	}
	switch {
	case d.Origin == Extracted && !confirmed:
		return class * sourceExtracted
	case confirmed:
		return class * sourceConfirmed
	}
	return class
}

// Priority returns how much a memory matters now, 0 to 1 (P65), see above. Evictable computes the
// same in the database.
func (m Memory) Priority(now time.Time) float64 {
	if m.Pinned {
		return 1
	}
	uses := float64(m.AccessCount+max(1, m.Version)-1) + ShownWeight*float64(m.ShownCount)
	days := max(0, now.Sub(m.LastTouched()).Hours()/24)
	return m.Importance / (1 + days/(FadeDays*(1+math.Log2(1+uses))))
}

// LastSaid returns when what a memory says was last said or written. Its time to live and A36's decay count from then (R11).
func (m Memory) LastSaid() time.Time { return cmp.Or(m.SaidAt, m.UpdatedAt) }

// NewestSaid returns when the latest of several evidences was said; zero when there is none.
func NewestSaid(es []Evidence) (at time.Time) {
	for _, e := range es {
		if e.SaidAt.After(at) {
			at = e.SaidAt
		}
	}
	return at
}

// saidAt returns Memory.SaidAt of what is written now: what a person writes counts from now.
func saidAt(isExtracted bool, es []Evidence, now time.Time) time.Time {
	if at := NewestSaid(es); isExtracted && at.Before(now) {
		return at
	}
	return time.Time{}
}

// LastTouched returns when a memory was last said, written or asked for.
func (m Memory) LastTouched() time.Time {
	if m.LastAccessedAt != nil && m.LastAccessedAt.After(m.LastSaid()) {
		return *m.LastAccessedAt
	}
	return m.LastSaid()
}

// countsAsShown reports whether showing a memory now counts: once a day.
func (m Memory) countsAsShown(now time.Time) bool {
	return m.ShownAt == nil || now.Sub(*m.ShownAt) >= ShownEvery
}
