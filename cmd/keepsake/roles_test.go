package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"keepsake/store/storetest"
)

// I3, I36–I38, I40: init writes a role file and overwrites nothing; every memory command
// takes one, and means its store.
func TestRoleFiles(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	k := keep(t, "sqlite:"+storetest.SQLiteFile(t))
	t.Chdir(t.TempDir())
	do := func(args ...string) string {
		var out, errs buffer
		runFrom(context.WithoutCancel(t.Context()), strings.NewReader("y\n"), args, k.env, &out, &errs)
		return out.String() + errs.String()
	}
	says := func(want string, args ...string) {
		t.Helper()
		if got := do(args...); !strings.Contains(got, want) {
			t.Errorf("keepsake %s: %q is not in\n%s", strings.Join(args, " "), want, got)
		}
	}
	says("Wrote assistant.yaml", "init", "--name", "assistant", "--template", "memory")
	says("is there already and was left as it is", "init", "--name", "assistant")
	says("must be 1 to 40 small letters", "init", "--name", "As Sistant")
	says("--template must be one of", "init", "--name", "x", "--template", "none")
	text, err := os.ReadFile("assistant.yaml")
	if err != nil {
		t.Fatal(err)
	}
	shared := strings.Replace(string(text), "store_path: null", "store_path: keepsake", 1)
	if err := os.WriteFile("shared.yaml", []byte(shared), 0o600); err != nil {
		t.Fatal(err)
	}
	says("No memories.", "memory", "list", "assistant.yaml")
	says("aaaaaaaa", "memory", "list", "shared.yaml")
	says("aaaaaaaa", "memory", "shared.yaml")
	says("bbbbbbbb", "memory", "search", "shared.yaml", "green", "tea")
	says("Nothing found.", "memory", "search", "assistant.yaml", "green", "tea")
	says("no such memory", "memory", "show", "assistant.yaml", "aaaaaaaa")
	says("version 2", "memory", "show", "shared.yaml", "aaaaaaaa")
	says("name one memory", "memory", "show", "shared.yaml")
	says("Exported 3 memories", "memory", "export", "shared.yaml", "--full", "-o", "a.json")
	says("names another store", "memory", "import", "assistant.yaml", "a.json")
	says("3 here already", "memory", "import", "shared.yaml", "a.json")
	says("OPENAI_API_KEY", "serve", "--role", "shared.yaml")
	says("in the store assistant, for good?", "memory", "clear", "assistant.yaml")
	says("Cleared 3 memories (4 versions)", "memory", "clear", "shared.yaml")
	k.env["KEEPSAKE_ROLES"] = "assistant.yaml,shared.yaml"
	says("metadata.name is that of", "memory", "list")
	other := strings.Replace(shared, "name: assistant", "name: other", 1)
	if err := os.WriteFile("shared.yaml", []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	says("name one by its file", "memory", "list")
	k.env["KEEPSAKE_ROLES"] = "shared.yaml"
	says("No memories.", "memory", "list")
	if err := os.WriteFile("wrong.yaml", []byte(other+"  extra: 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	says("spec.extra is not a key here", "memory", "list", filepath.Join(".", "wrong.yaml"))
}
