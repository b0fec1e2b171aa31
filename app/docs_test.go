package app_test

import (
	"os"
	"reflect"
	"regexp"
	"testing"

	"keepsake/app/settings"
)

// variables returns the environment variables of a configuration, at any depth.
func variables(t reflect.Type) []string {
	var out []string
	for i := range t.NumField() {
		f := t.Field(i)
		if name := f.Tag.Get("env"); name != "" && name != "-" {
			out = append(out, name)
		}
		if f.Type.Kind() == reflect.Struct {
			out = append(out, variables(f.Type)...)
		}
	}
	return out
}

// TestEverySettingIsDocumented holds the page of settings against the settings: each is
// told, and none is told that is not there.
func TestEverySettingIsDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\| .*`).FindAllString(string(page), -1) {
		for _, name := range regexp.MustCompile("`([A-Z]+(?:_[A-Z]+)+)`").FindAllStringSubmatch(m, -1) {
			told[name[1]] = true
		}
	}
	there := map[string]bool{}
	for _, name := range variables(reflect.TypeFor[settings.Config]()) {
		there[name] = true
		if !told[name] {
			t.Errorf("docs/settings.md does not tell of %s", name)
		}
	}
	for name := range told {
		if !there[name] {
			t.Errorf("docs/settings.md tells of %s, which is no setting", name)
		}
	}
}
