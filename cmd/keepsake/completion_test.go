package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"keepsake/store/storetest"
)

// complete returns what the words may become, separated by spaces.
func (k kept) complete(words ...string) string {
	k.t.Helper()
	var out, errs buffer
	if code := run(k.t.Context(), append([]string{"__complete", "--"}, words...), k.env, &out, &errs); code != 0 || errs.String() != "" {
		k.t.Errorf("%v: %d %s", words, code, errs.String())
	}
	var found []string
	for line := range strings.Lines(out.String()) {
		word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		found = append(found, word)
	}
	return strings.Join(found, " ")
}

// C5: commands, flags, their values, role files and ids are completed.
func TestCompletion(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	k := keep(t, "sqlite:"+storetest.SQLiteFile(t))
	t.Chdir(t.TempDir())
	for _, name := range []string{"assistant.yaml", "notes.txt"} {
		if err := os.WriteFile(name, []byte("x: 1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("archive", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ words, want string }{
		{"me", "memory"}, {"ser", "serve"}, {"--ver", "--version"}, {"memory s", "show search"}, {"memory list --ca", "--category"},
		{"memory --li", "--limit"}, {"chat ", "archive/ assistant.yaml"}, {"chat as", "assistant.yaml"}, {"chat assistant.yaml --res", "--resume"},
		{"memory show aa", "aaaaaaaa"}, {"memory show aaaaaaaa ", ""}, {"session show telegram:4", "telegram:42 telegram:43"}, {"chat --resume telegram:42", "telegram:42"},
		{"init --template ", "memory chat group"}, {"init --template=", ""}, {"completion z", "zsh"}, {"help mem", "memory"}, {"help memory ex", "export"}, {"help exit", "exit-codes"},
		{"backup x", ":files"}, {"memory import ", ":files"}, {"serve --role ", ":files"}, {"memory list --limit ", ""}, {"inbox show ", ""}, {"dance ", ""}, {"session show --by = us", "user"},
	} {
		words := strings.Split(c.words, " ")
		if got := k.complete(words...); got != c.want {
			t.Errorf("%q: %q, want %q", c.words, got, c.want)
		}
	}
	if got := k.complete(); !strings.HasPrefix(got, "serve chat init") || strings.Contains(got, "__complete") {
		t.Errorf("nothing typed: %q", got)
	}
	// Where there is nothing, nothing is offered, and nothing is made.
	k.env["DATABASE_URL"] = "sqlite:" + filepath.Join(t.TempDir(), "none", "keepsake.db")
	for _, words := range []string{"memory show ", "session show ", "inbox show "} {
		if got := k.complete(strings.Split(words, " ")...); strings.Contains(got, "aaaaaaaa") {
			t.Errorf("%q: %q", words, got)
		}
	}
	if _, err := os.Stat(filepath.Dir(strings.TrimPrefix(k.env["DATABASE_URL"], "sqlite:"))); err == nil {
		t.Error("completing made a database")
	}
}

// C5: bash completes with the script; the other shells' scripts are looked at by them where they are.
func TestCompletionInShells(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	k := keep(t, "sqlite:"+storetest.SQLiteFile(t))
	dir := t.TempDir()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(exe, filepath.Join(dir, "keepsake")); err != nil {
		t.Fatal(err)
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		script, errs, code := keepsake(t.Context(), k.env, "completion", shell)
		if code != 0 || !strings.Contains(script, "__complete") {
			t.Fatalf("%s: %d %s", shell, code, errs)
		}
		if err := os.WriteFile(filepath.Join(dir, shell), []byte(script), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// A folder with one file, to be completed.
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "folder"), 0o700), os.WriteFile(filepath.Join(dir, "folder", "a-file"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	in := func(shell, commands string) string {
		t.Helper()
		cmd := exec.Command(shell, "-c", commands)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "KEEPSAKE_TEST_AS_COMMAND=1", "DATABASE_URL="+k.env["DATABASE_URL"])
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v %s", shell, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	for words, want := range map[string]string{"keepsake mem": "memory", "keepsake memory show aa": "aaaaaaaa", "keepsake memory list --cat": "--category", "keepsake memory import ": "", "keepsake completion ": "bash zsh fish"} {
		got := in("bash", `. ./bash; COMP_WORDS=(`+words+`); case "`+words+`" in *" ") COMP_WORDS+=("");; esac; COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _keepsake; echo "${COMPREPLY[@]}"`)
		if got != want {
			t.Errorf("bash completes %q to %q, want %q", words, got, want)
		}
	}
	for shell, commands := range map[string]string{
		"zsh": "zsh -n ./zsh", "fish": "fish -n ./fish && cd folder && fish -c 'source ../fish; complete -C\"keepsake memory import \"'",
	} {
		if _, err := exec.LookPath(shell); err == nil {
			if got := in("sh", commands); !strings.Contains(got, "a-file") && shell == "fish" || strings.Contains(got, ":files") {
				t.Errorf("%s completes files to %q", shell, got)
			}
		}
	}
	if _, errs, code := keepsake(t.Context(), k.env, "completion", "tcsh"); code != 2 || !strings.Contains(errs, "bash") {
		t.Errorf("an unknown shell: %d %s", code, errs)
	}
}
