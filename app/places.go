package app

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"keepsake/app/database"
	"keepsake/app/settings"
)

// This file is what doctor says about where everything is.

// findPlaces says where the settings and the files that they name are.
func findPlaces(c settings.Config) []Finding {
	file := Finding{Check: "config", Found: "no file; one would be read from " + settings.DefaultPath()}
	if c.File != "" {
		file.Found = absolute(c.File)
	}
	fs := []Finding{file}
	if c.DatabaseKeyFile != "" {
		fs = append(fs, Finding{Check: "key file", Found: absolute(c.DatabaseKeyFile)})
	}
	if roles, err := c.Cast(); err == nil && len(c.Roles) > 0 {
		for _, r := range roles {
			fs = append(fs, Finding{Check: "role", Found: fmt.Sprintf("%s is %s; its store is %s", r.Name, absolute(r.Role().File), r.Store())})
		}
	} else if len(c.Roles) == 0 {
		fs = append(fs, Finding{Check: "role", Found: fmt.Sprintf("no file: one bot of the settings; its store is %s", c.Store())})
	}
	if path, ok := strings.CutPrefix(c.DatabaseURL.Reveal(), "sqlite:"); ok && c.Backup.IsScheduled() {
		fs = append(fs, findBackups(c))
	} else if ok {
		fs = append(fs, Finding{
			Check: "backups", Found: "none are scheduled", Skipped: true,
			Advice: "Set KEEPSAKE_BACKUP_DIR to a folder on another disk than " + filepath.Dir(absolute(path)) + ", or run keepsake backup yourself.",
		})
	} else {
		fs = append(fs, Finding{Check: "backups", Found: "are made with the PostgreSQL server's own tools (pg_dump)"})
	}
	return fs
}

func absolute(path string) string {
	if whole, err := filepath.Abs(strings.TrimPrefix(path, "//")); err == nil {
		return whole
	}
	return path
}

// exists reports whether there is a file.
func exists(path string) bool {
	_, err := os.Stat(strings.TrimPrefix(path, "//"))
	return err == nil
}

// describePlace is database.Describe with the size of a file.
func describePlace(c settings.Config) string {
	place := database.Describe(c)
	if path, ok := strings.CutPrefix(c.DatabaseURL.Reveal(), "sqlite:"); ok {
		if info, err := os.Stat(strings.TrimPrefix(path, "//")); err == nil {
			place += fmt.Sprintf(" (%.1f MB)", float64(info.Size())/1e6)
		}
	}
	return place
}
