package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"keepsake/memory"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/trust"
)

var update = flag.Bool("update", false, "write the golden files")

// kept is a database with two persons' memories and a conversation, at fixed times.
type kept struct {
	t   *testing.T
	env map[string]string
}

// prints runs a command, which is to succeed and to print what is wanted.
func (k kept) prints(words, want string) {
	k.t.Helper()
	out, errs, code := keepsake(k.t.Context(), k.env, strings.Fields(words)...)
	if code != 0 || !strings.Contains(out, want) {
		k.t.Errorf("%s: code %d, want %q in\n%s%s", words, code, want, out, errs)
	}
}

func keep(t *testing.T, url string) kept {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	at := time.Date(2026, 11, 20, 10, 30, 0, 0, time.UTC)
	for _, m := range []struct{ id, person, category, subject, content, later string }{
		{"aaaaaaaa", "telegram:42", "person", "Alec", "Alec is the user's boss", "Alec was the user's boss"},
		{"bbbbbbbb", "telegram:42", "preference", "", "User prefers <green> tea \u202eand cake", ""},
		{"cccccccc", "telegram:43", "project", "", "Il lavoro comincia lunedì", ""},
	} {
		scope := scope.Scope{Store: "keepsake", Kind: scope.User, ID: m.person}
		err := db.Memories().Insert(t.Context(), memory.Memory{
			ID: m.id, Scope: scope, Kind: memory.Item, Type: memory.Profile, Category: m.category, Subject: m.subject,
			Status: memory.Active, Origin: memory.Explicit, Trust: trust.Person, Confidence: 1, Importance: 0.5, CreatedAt: at,
		}, memory.Version{ID: versionID(m.id, 1), MemoryID: m.id, Number: 1, Content: m.content, CreatedAt: at, Evidence: []memory.Evidence{
			{MessageID: "m", Quote: "so I said", Trust: trust.Person, SaidAt: at},
		}})
		if err == nil && m.later != "" {
			err = db.Memories().AddVersion(t.Context(), memory.Version{ID: versionID(m.id, 2), MemoryID: m.id, Number: 2, Content: m.later, CreatedAt: at.Add(time.Hour)})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for chat, person := range map[int64]string{42: "telegram:42", 43: "telegram:43"} {
		id := versionID("session", int(chat))
		x := session.Session{ID: id, PublicID: person, Store: "keepsake", Place: session.Place{Bot: "keepsake", Chat: chat}, Person: person, StartedAt: at, LastActiveAt: at}
		if err := db.Sessions().Start(t.Context(), x); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Sessions().Append(t.Context(), id, at, []session.Message{{ID: id, Role: session.User, Content: "hi", At: at}}); err != nil {
			t.Fatal(err)
		}
	}
	return kept{t, map[string]string{"DATABASE_URL": url}}
}

// archive puts a memory into the archive, or (nil) takes it out.
func (k kept) archive(id string, at *time.Time) {
	k.t.Helper()
	db, err := store.Open(k.t.Context(), store.Options{URL: k.env["DATABASE_URL"]})
	if err != nil {
		k.t.Fatal(err)
	}
	defer db.Close()
	if err := db.Memories().SetArchived(k.t.Context(), id, at, memory.Active); err != nil {
		k.t.Fatal(err)
	}
}

// versionID is a UUID made from a name.
func versionID(name string, n int) string {
	return uuid.NewSHA1(uuid.Nil, fmt.Append(nil, name, n)).String()
}

// do runs a command with an answer and returns everything it printed.
func (k kept) do(answer string, args ...string) string {
	k.t.Helper()
	var out, errs buffer
	code := runFrom(context.WithoutCancel(k.t.Context()), strings.NewReader(answer), append([]string{"memory"}, args...), k.env, &out, &errs)
	text := out.String() + errs.String()
	if code != 0 {
		text += fmt.Sprintf("exit %d\n", code)
	}
	return text
}

func databases(t *testing.T) map[string]string {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir()) // nobody's configuration file
	return map[string]string{"sqlite": "sqlite:" + storetest.SQLiteFile(t), "postgres": storetest.PostgresURL(t)}
}

// TestMemoryGolden: what every command says, the same on both databases (I36–I39).
func TestMemoryGolden(t *testing.T) {
	for name, url := range databases(t) {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			k := keep(t, url)
			var b strings.Builder
			step := func(answer string, args ...string) {
				b.WriteString("$ keepsake memory " + strings.Join(args, " ") + "\n" + k.do(answer, args...) + "\n")
			}
			cat := func(path string) {
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				b.WriteString("$ cat " + path + "\n" + string(text) + "\n")
			}
			step("", "list")
			step("", "list", "--person", "telegram:42", "--limit", "1")
			step("", "list", "--category", "project")
			step("", "list", "--person", "telegram:99")
			step("", "list", "--person", "alice")
			step("", "search", "green", "tea")
			step("", "search", "LUNEDI", "--person", "telegram:43")
			step("", "search", "elephants")
			at := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
			k.archive("bbbbbbbb", &at)
			step("", "list", "--archived")
			step("", "list", "--archived", "--person", "telegram:43")
			step("", "search", "green", "tea")
			step("", "show", "bbbbbbbb")
			k.archive("bbbbbbbb", nil)
			step("", "show", "aaaaaaaa")
			step("", "show", "aaaaaaaa", "--person", "telegram:43")
			step("", "export")
			cat("memories.json")
			step("", "export", "-o", "-", "--person", "telegram:43")
			step("", "export", "--full", "--output", "archive.json")
			step("", "clear", "--sessions-only", "--memories-only")
			step("n\n", "clear")
			step("", "clear", "--memories-only")
			step("yes\n", "clear", "--person", "telegram:43", "--memories-only")
			step("y\n", "clear", "--person", "telegram:43", "--sessions-only")
			step("", "list")
			step("", "import", "archive.json", "--dry-run")
			step("", "import", "archive.json", "--dry-run", "--person", "telegram:42")
			step("", "import", "archive.json")
			step("", "import", "archive.json")
			step("", "list")
			step("", "clear", "--force")
			step("", "list")
			step("", "import", "archive.json")
			step("", "show", "aaaaaaaa")
			step("", "import", "memories.json")
			step("", "import", "memories.json", "--person", "telegram:77", "--dry-run")
			step("", "import", "nothing.json")
			step("", "lst")
			step("", "nobody.yaml")
			step("", "list", "--limit=-1")
			step("", "search", "nobody.yaml")

			golden := filepath.Join(pkg, "testdata", "memory.golden")
			if *update {
				if err := os.WriteFile(golden, []byte(b.String()), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if b.String() != string(want) {
				t.Errorf("got:\n%s", b.String())
			}
		})
	}
}

// pkg is this package's folder: the golden test leaves it.
var pkg, _ = os.Getwd()

// TestMemoryArchive: the whole store to another database and back, byte for byte; what was
// changed in between is refused.
func TestMemoryArchive(t *testing.T) {
	urls := databases(t)
	t.Chdir(t.TempDir())
	from := keep(t, urls["sqlite"])
	to := kept{t, map[string]string{"DATABASE_URL": urls["postgres"]}}
	at := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	from.archive("bbbbbbbb", &at) // travels, and stays in the archive (R7)
	from.do("", "export", "--full", "-o", "a.json")
	if got := to.do("", "import", "a.json"); got != "Imported 3 memories; 0 here already.\n" {
		t.Fatal(got)
	}
	if got := to.do("", "list", "--archived"); !strings.Contains(got, "bbbbbbbb") || strings.Contains(got, "aaaaaaaa") {
		t.Error(got)
	}
	to.do("", "export", "--full", "-o", "b.json")
	a, b := archiveOf(t, "a.json"), archiveOf(t, "b.json")
	if a != b {
		t.Errorf("came back as\n%s\nwas\n%s", b, a)
	}
	if info, err := os.Stat("a.json"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the archive: %v %v", info.Mode(), err)
	}
	text, _ := os.ReadFile("a.json")
	if err := os.WriteFile("c.json", []byte(strings.Replace(string(text), "was the user's boss", "is the user's enemy", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	to.do("", "clear", "--force")
	if got := to.do("", "import", "c.json"); got != "keepsake: c.json: memory 1 of the archive is not what was exported: its checksum does not match; nothing was imported\nexit 1\n" {
		t.Error(got)
	}
	if got := to.do("", "list"); got != "No memories.\n" {
		t.Error(got)
	}
	to.env["KEEPSAKE_NAME"] = "other"
	if got := to.do("", "import", "a.json"); !strings.Contains(got, "KEEPSAKE_NAME: names another store than the archive") {
		t.Error(got)
	}
}

// archiveOf is an archive's text without the moment it was made at, which the last sum
// covers.
func archiveOf(t *testing.T, path string) string {
	t.Helper()
	var a map[string]any
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, &a)
	}
	if err != nil {
		t.Fatal(err)
	}
	delete(a, "made_at")
	delete(a, "sha256")
	b, _ = json.Marshal(a)
	return string(b)
}

// TestNoMemoryStore: where nothing is kept every command says so, and makes nothing (I37).
func TestNoMemoryStore(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	path := filepath.Join(t.TempDir(), "sub", "keepsake.db")
	k := keep(t, "sqlite:"+storetest.SQLiteFile(t))
	archive := filepath.Join(t.TempDir(), "a.json")
	k.do("", "export", "--full", "-o", archive)
	pg := storetest.EmptyPostgresURL(t)
	elsewhere, err := url.Parse(pg)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere.Path = "/no_such_database"
	for _, url := range []string{"sqlite:" + path, "sqlite://" + path, pg, elsewhere.String()} {
		k.env["DATABASE_URL"] = url
		for _, args := range [][]string{{"list"}, {}, {"show", "aaaaaaaa"}, {"search", "tea"}, {"clear"}, {"clear", "--force"}, {"export", "-o", path}} {
			got := k.do("", args...)
			if !strings.HasPrefix(got, "No memory store found.\nkeepsake: nothing is kept yet in the ") || !strings.HasSuffix(got, "exit 1\n") {
				t.Errorf("%v: %s", args, got)
			}
		}
		if got := k.do("", "import", archive); !strings.Contains(got, "keepsake migrate") || !strings.HasSuffix(got, "exit 1\n") {
			t.Error(got)
		}
	}
	if _, err := os.Stat(filepath.Dir(path)); err == nil {
		t.Error("looking made a folder")
	}
}

// TestMemoryBesideTheBot: the commands need no stop.
func TestMemoryBesideTheBot(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	url := "sqlite:" + storetest.SQLiteFile(t)
	k := keep(t, url)
	bot, err := store.Open(t.Context(), store.Options{URL: url}) // holds the file as the bot does
	if err != nil {
		t.Fatal(err)
	}
	defer bot.Close()
	file := filepath.Join(t.TempDir(), "a.json")
	for _, c := range []struct{ want, args string }{
		{"Exported 3 memories (4 versions)", "export --full -o " + file}, {"Cleared 3 memories (4 versions) and 2 conversations", "clear --force"},
		{"Imported 3 memories", "import " + file}, {"3 memories.", "list"},
	} {
		if got := k.do("", strings.Fields(c.args)...); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", c.args, got)
		}
	}
}
