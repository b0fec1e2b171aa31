package settings

import (
	"time"

	"keepsake/session"
)

// Session is when a conversation ends, and how long its traces stay.
type Session struct {
	// Idle ends a conversation nobody has spoken in for so long.
	Idle time.Duration `yaml:"idle" env:"KEEPSAKE_SESSION_IDLE"`
	// Keep is how long ended conversations are kept: a number of them for each chat ("100"), a
	// time since the last word ("90d"), or "forever"; "" = see Retention.
	Keep string `yaml:"keep" env:"KEEPSAKE_KEEP_CONVERSATIONS"`
	// KeepHandled is how long rows of handled updates and sent messages stay, blanked.
	KeepHandled time.Duration `yaml:"keep_handled" env:"KEEPSAKE_KEEP_HANDLED"`
}

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
