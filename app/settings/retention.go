package settings

import (
	"time"

	"keepsake/session"
)

// defaultKeep is how long conversations with a bot are kept when nobody says otherwise.
const defaultKeep = 365 * 24 * time.Hour

// Retention returns how long ended conversations are kept: as the role file says
// (max_sessions), or else KEEPSAKE_KEEP_CONVERSATIONS, or else a year after the last word with
// a bot, and session.DefaultMost conversations in a terminal (I4).
func (c Config) Retention() session.Retention {
	if r := c.Role(); r != nil && r.Memory != nil && r.Memory.MaxSessions > 0 {
		return session.Retention{Most: r.Memory.MaxSessions}
	}
	if c.Session.Keep != "" {
		keep, _ := session.ParseRetention(c.Session.Keep) // Validate has refused what it cannot read
		return keep
	}
	if c.IsMute() {
		return session.Retention{Most: session.DefaultMost}
	}
	return session.Retention{For: defaultKeep}
}
