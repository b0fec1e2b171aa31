package app_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
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
	for _, row := range regexp.MustCompile(`(?m)^\| .*\| *\|$`).FindAllString(string(page), -1) {
		if !strings.HasPrefix(row, "| variable |") {
			t.Errorf("docs/settings.md does not say what this is: %s", row)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^\| .*`).FindAllString(string(page), -1) {
		for _, name := range regexp.MustCompile("`([A-Z]+(?:_[A-Z]+)+)`").FindAllStringSubmatch(m, -1) {
			told[name[1]] = true
		}
	}
	there := map[string]bool{}
	for _, name := range settings.Variables() {
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

// TestNothingNamesWhatIsNoSetting (U11, U15): each KEEPSAKE_… that the README, the documents, the compose files, the
// unit and the image name is a setting, of the bot or of a role, or told as none of ours.
func TestNothingNamesWhatIsNoSetting(t *testing.T) {
	known := append(settings.Variables(), "KEEPSAKE_VERSION", "KEEPSAKE_IMAGE", "KEEPSAKE_TAG", // settings.md: a compose file may have these
		"KEEPSAKE_EVAL_NAME", "KEEPSAKE_EVAL_PARALLEL", "KEEPSAKE_EVAL_PRICE", "KEEPSAKE_EVAL_REPEATS", // of make eval
		"KEEPSAKE_KEY") // of memory --remote, no setting of the bot
	seen := 0
	for _, pattern := range []string{"../README.md", "../docs/*.md", "../deploy/*", "../compose*.yaml", "../Dockerfile", "../.env.example"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v, %v", pattern, files, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			must(t, err)
			for _, name := range regexp.MustCompile(`KEEPSAKE_[A-Z_]+[A-Z]\b`).FindAllString(string(text), -1) {
				seen++
				isFamily := slices.ContainsFunc(known, func(k string) bool { return strings.HasPrefix(k, name+"_") })
				if !slices.Contains(known, name) && !isFamily {
					t.Errorf("%s names %s, which is no setting", filepath.Base(file), name)
				}
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d names were read", seen)
	}
}
