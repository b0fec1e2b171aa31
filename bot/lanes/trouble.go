package lanes

import (
	"sync"
	"time"

	"keepsake/delivery"
)

const (
	// troublePause is the pause of a turn whose model cannot answer until somebody mends something.
	troublePause = 5 * time.Minute
	// askedPause is the least time between two tries in such a pause, when somebody writes anew.
	askedPause = 15 * time.Second
)

// waits are the lanes whose turns wait for the model, with when the last try of those in a
// troublePause began (zero = not in one). It is kept in memory only: after a start of the
// process somebody may have mended what was wrong, so each lane may be tried once more then.
type waits struct {
	mu    sync.Mutex
	tried map[string]time.Time
}

func (w *waits) begin(lane string, tried time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.tried == nil {
		w.tried = map[string]time.Time{}
	}
	w.tried[lane] = tried
}

func (w *waits) end(lane string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.tried, lane)
}

// due returns when a lane is due whose turn waits for the model: at the time that its first
// row says, or sooner when one of the fresh rows came after the last try began.
func (w *waits) due(lane string, first delivery.Update, fresh []delivery.Update) time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	tried, isKnown := w.tried[lane]
	if isKnown && tried.IsZero() {
		return first.DueAt
	}
	for _, r := range fresh {
		if soon := tried.Add(askedPause); r.ReceivedAt.After(tried) && soon.Before(first.DueAt) {
			return soon
		}
	}
	return first.DueAt
}
