package role

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"keepsake/fault"
	"keepsake/templates"
)

// Templates returns the names of the templates for role files.
func Templates() []string {
	files, _ := fs.Glob(templates.FS, "roles/*.yaml") // never fails: embedded files, valid pattern
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimSuffix(filepath.Base(f), ".yaml")
	}
	return names
}

// Write creates a valid role file from a template (I40). It returns fault.Conflict when the
// file exists, and does not change it.
func Write(file, name, from string) error {
	if !isValidName(name) {
		return fault.Field("--name", "must be 1 to 40 small letters, digits, - or _, starting with a letter or digit")
	}
	if !slices.Contains(Templates(), from) {
		return fault.Field("--template", "must be one of: "+strings.Join(Templates(), ", "))
	}
	t, err := template.ParseFS(templates.FS, "roles/"+from+".yaml")
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, struct{ Name, File string }{name, filepath.Base(file)}); err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fault.New(fault.Conflict, file+" is there already and was left as it is. Name another with -o, or move it away")
	}
	if err != nil {
		return fmt.Errorf("the role file cannot be written: %w", err)
	}
	_, err = f.Write(b.Bytes())
	return errors.Join(err, f.Close())
}
