package memory

import (
	"math"
	"time"
)

// FadeDays is after how many days without being brought up a memory counts half.
const FadeDays = 90

// Priority is how much a memory matters now, 0 to 1 (P65): its importance, which decays
// while nobody changes it or brings it up, and decays the slower the more often it was.
func (m Memory) Priority(now time.Time) float64 {
	days := max(0, now.Sub(m.lastTouched()).Hours()/24)
	return m.Importance / (1 + days/(FadeDays*(1+math.Log2(1+float64(m.AccessCount)))))
}

// lastTouched is when a memory was last changed or brought up.
func (m Memory) lastTouched() time.Time {
	if m.LastAccessedAt != nil && m.LastAccessedAt.After(m.UpdatedAt) {
		return *m.LastAccessedAt
	}
	return m.UpdatedAt
}
