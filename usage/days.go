package usage

import (
	"sync"
	"time"
)

// mostEnds is the number of days whose ends are kept in memory.
const mostEnds = 10_000

// dayEnds caches the ends of the payers' present days. The end of a day that has begun never
// changes, so counting need not read it first. The zero value is ready; it is safe for
// concurrent use.
type dayEnds struct {
	mu sync.Mutex
	by map[[2]string]time.Time // bot and subject -> end
}

// end returns the end of a subject's present day, if it is known and not over.
func (d *dayEnds) end(bot, subject string, now time.Time) (time.Time, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	end := d.by[[2]string{bot, subject}]
	return end, end.After(now)
}

// put keeps the end of a subject's day.
func (d *dayEnds) put(bot, subject string, end time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.by == nil || len(d.by) >= mostEnds {
		d.by = map[[2]string]time.Time{}
	}
	d.by[[2]string{bot, subject}] = end
}

// clear drops all ends.
func (d *dayEnds) clear() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.by = nil
}
