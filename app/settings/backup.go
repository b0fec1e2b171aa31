package settings

import (
	"strings"
	"time"
)

// Backup is when copies of a SQLite database are made, and where (package app/backups).
type Backup struct {
	// Dir is the folder of the copies; "" = none are made by schedule.
	Dir string `yaml:"dir" env:"KEEPSAKE_BACKUP_DIR"`
	// Every is the age of the newest copy at which the next is made.
	Every time.Duration `yaml:"every" env:"KEEPSAKE_BACKUP_EVERY"`
	// Keep is how many copies stay.
	Keep int `yaml:"keep" env:"KEEPSAKE_BACKUP_KEEP"`
}

// IsScheduled reports whether copies are made by schedule.
func (b Backup) IsScheduled() bool { return b.Dir != "" }

// Lasts returns how long what was erased may still be in a scheduled copy.
func (b Backup) Lasts() time.Duration {
	if !b.IsScheduled() {
		return 0
	}
	return b.Every * time.Duration(b.Keep)
}

func (c Config) backupProblems() (ps []Problem) {
	if c.Backup.IsScheduled() && !strings.HasPrefix(c.DatabaseURL.Reveal(), "sqlite:") {
		ps = append(ps, Problem{"KEEPSAKE_BACKUP_DIR", "is for a SQLite database. On PostgreSQL run pg_dump by a schedule of your own: see docs/operating.md, Backup and restore."})
	}
	if c.Backup.Every < 10*time.Minute {
		ps = append(ps, Problem{"KEEPSAKE_BACKUP_EVERY", "must be at least 10m, such as 24h."})
	}
	if c.Backup.Keep < 1 {
		ps = append(ps, Problem{"KEEPSAKE_BACKUP_KEEP", "must be at least 1: the number of backups that are kept."})
	}
	if last := c.Backup.Lasts(); last > c.Erasures.Keep {
		ps = append(ps, Problem{"KEEPSAKE_ERASURE_KEEP", "must be longer than backups are kept (KEEPSAKE_BACKUP_EVERY times KEEPSAKE_BACKUP_KEEP): else a restore could bring back what was erased."})
	}
	return ps
}
