package update

import (
	"path"
	"strings"

	"keepsake/secret"
)

// maskNames masks a first and a last name that are a secret only together. It reports whether they
// were.
func maskNames(person map[string]any, mask func(string) string) bool {
	first, _ := person["first_name"].(string)
	last, ok := person["last_name"].(string)
	if !ok {
		return false
	}
	masked := mask(first + " " + last)
	if masked == first+" "+last || masked == mask(first)+" "+mask(last) {
		return false
	}
	person["first_name"], person["last_name"] = masked, ""
	return true
}

// maskFileName masks the name of a file. Its extension stays, since it says how the file is read.
func maskFileName(name string, mask func(string) string) string {
	extension := path.Ext(name)
	if len(extension) > 6 || strings.ContainsRune(extension, ' ') {
		extension = ""
	}
	return secret.MaskJoined(strings.TrimSuffix(name, extension), mask) + extension
}
