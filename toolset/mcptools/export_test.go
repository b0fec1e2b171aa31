package mcptools

import "time"

// SetTimeout changes how long a call may take.
func (s *Servers) SetTimeout(d time.Duration) { s.cfg.Timeout = d }

// Rested lets servers that failed be asked again.
func (s *Servers) Rested() {
	for _, each := range s.servers {
		each.mu.Lock()
		each.rests = time.Time{}
		each.mu.Unlock()
	}
}
