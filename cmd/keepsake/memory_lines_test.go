package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"keepsake/llm/scripted"
	"keepsake/store/storetest"
)

// C6: a list that is empty names the stores that are not.
func TestListPointsElsewhere(t *testing.T) {
	for name, url := range databases(t) {
		t.Run(name, func(t *testing.T) {
			k := keep(t, url)
			k.env["KEEPSAKE_NAME"] = "other"
			want := "No memories.\nThis is the store other. The database has others:\n  keepsake: 3 memories\n" +
				"Name its role file (keepsake memory list ROLE.yaml), or set KEEPSAKE_NAME.\n"
			if got := k.do("", "list"); got != want {
				t.Errorf("%s", got)
			}
			if got := k.do("", "list", "--archived"); got != "The archive is empty.\n" {
				t.Errorf("%s", got)
			}
		})
	}
}

// C1, C6: an archive of another store comes in where that is said, a plain export and InitRunner's list
// as a person's; ids that differ stand a few to a line.
func TestImportFromElsewhere(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	k := keep(t, "sqlite:"+storetest.SQLiteFile(t))
	t.Chdir(t.TempDir())
	at := "2026-11-21T08:00:00+00:00"
	var rows []map[string]any
	for i := range 20 {
		rows = append(rows, map[string]any{"id": fmt.Sprintf("zzzz%04d", i), "content": fmt.Sprintf("Fact number %d", i), "category": "general", "created_at": at})
	}
	write := func(name string, what any) {
		b, _ := json.Marshal(what)
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("list.json", rows)
	if got := k.do("", "import", "list.json", "--person", "telegram:42"); got != "Imported 20 memories; 0 here already.\n" {
		t.Error(got)
	}
	for i := range rows {
		rows[i]["content"] = fmt.Sprintf("Another fact %d", i)
	}
	write("list.json", rows)
	got := k.do("", "import", "list.json", "--person", "telegram:42")
	if lines := strings.Split(got, "\n"); !strings.Contains(got, "Different here, and left so:\n  zzzz0000 ") || len(lines) != 6 {
		t.Errorf("%d lines:\n%s", len(lines), got)
	}
	if err := os.WriteFile("letta.af", []byte(`{"blocks":[{"label":"human","value":"Plays the oboe"},{"label":"persona","value":"I am Sam"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := k.do("", "import", "letta.af", "--from-assistant", "--person", "telegram:42", "--dry-run"); got != "Would import 1 memory; 0 here already.\n" {
		t.Error(got)
	}
	k.do("", "export", "--full", "-o", "a.json")
	k.env["DATABASE_URL"] = "sqlite:" + filepath.Join(t.TempDir(), "new.db")
	k.env["KEEPSAKE_NAME"] = "other"
	if _, errs, code := keepsake(t.Context(), k.env, "migrate"); code != 0 {
		t.Fatal(errs)
	}
	if got := k.do("", "import", "a.json"); !strings.Contains(got, "other, and the archive is of keepsake. With --from-other-store") {
		t.Error(got)
	}
	if got := k.do("", "import", "a.json", "--from-other-store"); got != "Imported 23 memories; 0 here already.\n" {
		t.Error(got)
	}
	k.env["KEEPSAKE_MAX_MEMORIES"] = "10"
	write("more.json", []map[string]any{{"id": 1, "content": "One fact more", "category": "general"}})
	if got := k.do("", "import", "more.json", "--person", "telegram:42", "--dry-run"); !strings.Contains(got, "Would import 1 memory; 0 here already.\n13 memories would go to the archive") {
		t.Error(got)
	}
	if got := k.do("", "import", "more.json", "--person", "telegram:42"); !strings.Contains(got, "13 memories went to the archive") {
		t.Error(got)
	}
	if got := k.do("", "export", "-o", "all.json"); !strings.Contains(got, "Exported 24 memories, 13 of them in the archive, to all.json.") {
		t.Error(got)
	}
}

// C6: a conversation is exported as text, and one of another place says how it goes on here.
func TestConversationElsewhere(t *testing.T) {
	rules := scripted.NewRules()
	rules.Otherwise().Say("Hello.\nHow are you?")
	d := newDesk(t, "", rules)
	d.must("init", "--name", "assistant", "--template", "chat")
	d.chat("good morning\n")
	id := d.latest()
	if got := d.must("session", "export", id, "--text"); got != "Exported to session.txt.\n" {
		t.Error(got)
	}
	text, err := os.ReadFile("session.txt")
	if err != nil || !strings.Contains(string(text), "ann (20") || !strings.Contains(string(text), "):\n  good morning\n\nassistant (") || !strings.Contains(string(text), "  Hello.\n  How are you?\n") {
		t.Errorf("%v\n%s", err, text)
	}
	d.env["USER"] = "bob"
	_, errs, code := d.chat("hi\n", "--resume", id)
	if code != 1 || !strings.Contains(errs, "the conversation "+id+" is one with keepsake in a terminal, of another place than this terminal") || !strings.Contains(errs, "keepsake session export "+id) {
		t.Errorf("%d %s", code, errs)
	}
}
