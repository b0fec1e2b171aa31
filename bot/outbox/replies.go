package outbox

import (
	"sync"
	"time"
)

// replies are the turns' replies that this process has shown from their beginning, so that
// it knows of every call about them; of those of another process, or of a time before a
// crash, it does not.
type replies struct {
	mu   sync.Mutex
	rows map[int64]*shownReply
}

type shownReply struct {
	view  *View // nil once no call of it is under way
	fence int64 // of the claim that it was shown under
	used  time.Time
}

// keptReplies bounds how long a reply is known that another process has finished.
const keptReplies = 2 * time.Hour

// begin notes a view of a row, under the fence of its lane's claim, and reports whether the
// row was known and no other process has worked the lane since.
func (r *replies) begin(row, fence int64, v *View) (wasKnown bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	if r.rows == nil {
		r.rows = map[int64]*shownReply{}
	}
	if len(r.rows) > 1000 {
		for id, s := range r.rows {
			if s.view == nil && now.Sub(s.used) > keptReplies {
				delete(r.rows, id)
			}
		}
	}
	s := r.rows[row]
	r.rows[row] = &shownReply{view: v, fence: fence, used: now}
	return s != nil && fence <= s.fence+1
}

// end notes that no call of a view is under way.
func (r *replies) end(row int64, v *View) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s := r.rows[row]; s != nil && s.view == v {
		s.view = nil
	}
}

// view returns a row's view while a call of it is under way, nil otherwise.
func (r *replies) view(row int64) *View {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s := r.rows[row]; s != nil {
		return s.view
	}
	return nil
}

func (r *replies) isKnown(row int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, known := r.rows[row]
	return known
}

// isPlacing reports whether a view is sending a placeholder to a chat.
func (r *replies) isPlacing(chat int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.rows {
		if s.view != nil && s.view.paint.out.Chat == chat && s.view.isPlacing.Load() {
			return true
		}
	}
	return false
}

// stop cuts off every call of a view that is under way.
func (r *replies) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.rows {
		if s.view != nil {
			s.view.kill()
		}
	}
}

// forget drops a row. A call of its view that is under way ends by itself.
func (r *replies) forget(row int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.rows, row)
}
