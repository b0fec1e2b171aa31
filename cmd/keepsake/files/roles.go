package files

import (
	"os"
	"path/filepath"
	"strings"
)

var globEscaper = strings.NewReplacer("*", "\\*", "?", "\\?", "[", "\\[", "\\", "\\\\")

// IsRole reports whether a path names a role file.
func IsRole(path string) bool {
	return strings.HasSuffix(path, ".yaml") || strings.HasSuffix(path, ".yml")
}

// Roles calls found for each role file whose path begins so, and each folder that may hold some.
func Roles(begin string, found func(path, kind string)) {
	paths, _ := filepath.Glob(globEscaper.Replace(begin) + "*") // the pattern is well-formed
	for _, path := range paths {
		switch info, err := os.Stat(path); {
		case err != nil:
		case info.IsDir():
			found(path+string(filepath.Separator), "a folder")
		case IsRole(path):
			found(path, "a role file")
		}
	}
}
