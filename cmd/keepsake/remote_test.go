package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/apikey/gate"
	"keepsake/delivery"
	"keepsake/memory"
	finds "keepsake/memory/candidate"
	"keepsake/memory/forget"
	"keepsake/people"
	"keepsake/session"
	"keepsake/store"
	"keepsake/web"
)

// serveKept serves the programs' door of a database, and returns its address and keys of telegram:42: one that writes and is
// trusted, if trust says so, and one that reads.
func serveKept(t *testing.T, k kept, trusts ...bool) (address, writes, reads string) {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{URL: k.env["DATABASE_URL"], Shared: true})
	if err != nil {
		t.Fatal(err)
	}
	keys := &apikey.Service{Store: db.Keys(), Now: time.Now}
	persons := people.New(people.Config{Store: db.People(), Now: time.Now})
	memories := memory.New(memory.Config{Store: db.Memories(), Now: time.Now, Key: []byte("k")})
	f := &forget.Service{
		Memory: memories, Sessions: session.New(session.Config{Store: db.Sessions(), Now: time.Now}), People: persons, Keys: keys, Tx: db, Now: time.Now,
		Candidates: finds.New(db.Candidates(), time.Now), Delivery: delivery.New(delivery.Config{Store: db.Deliveries(), Now: time.Now}),
	}
	server := httptest.NewServer(web.New(web.Config{
		Gate: &gate.Gate{Keys: keys, People: persons, IsServed: func(apikey.Key) bool { return true }, Now: time.Now, Rate: rate.Inf, Burst: 1},
		Keys: keys, Forget: f, Finds: f.Candidates, Now: time.Now, Agents: []web.Agent{{Name: "keepsake", Store: "keepsake", Memory: memories}},
	}))
	t.Cleanup(func() { server.Close(); _ = db.Close() })
	make := func(write bool) string {
		_, secret, err := keys.Create(context.WithoutCancel(t.Context()), actor.OfSystem(), apikey.Key{Store: "keepsake", Person: "telegram:42", Write: write, Trusted: write && len(trusts) > 0})
		if err != nil {
			t.Fatal(err)
		}
		return secret
	}
	return server.URL, make(true), make(false)
}

// Issue 13, line 5: keepsake memory with --remote says byte for byte, and with the same exit code, what it says of the
// same person's memories beside the database.
func TestRemoteIsAsLocal(t *testing.T) {
	for name, url := range databases(t) {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			k := keep(t, url)
			address, writes, _ := serveKept(t, k)
			far := kept{t, map[string]string{"KEEPSAKE_KEY": writes, "DATABASE_URL": "sqlite:" + filepath.Join(t.TempDir(), "nothing.db")}}
			same := func(args ...string) {
				t.Helper()
				here, there := k.do("", append(args, "--person", "telegram:42")...), far.do("", append(args, "--remote", address)...)
				if here != there || here == "" {
					t.Errorf("memory %s says here:\n%s\nand there:\n%s", strings.Join(args, " "), here, there)
				}
			}
			at := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
			for _, archived := range []*time.Time{nil, &at} {
				k.archive("bbbbbbbb", archived)
				same("list")
				same("list", "--limit", "1")
				same("list", "--category", "preference")
				same("list", "--category", "project")
				same("list", "--archived")
				same("search", "green", "tea")
				same("search", "boss")
				same("search", "elephants")
				same("show", "aaaaaaaa")
				same("show", "bbbbbbbb")
				same("export", "--output", "-")
				same("export", "--output", "memories.json")
			}
			same("list", "--limit", "0")
			same("show")

			if said := far.do("", "export", "--full", "--output", "archive.json", "--remote", address); said != "Exported 2 memories (3 versions), 1 of them in the archive, to archive.json.\n" {
				t.Errorf("a whole export: %s", said)
			}
			same("import", "archive.json")
			write := func(name, text string) {
				t.Helper()
				if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			write("list.txt", "User plays the cello\nUser grows tomatoes\n")
			for _, want := range []string{"Would import 2 memories; 0 here already.\n", "Imported 2 memories; 0 here already.\n", "Imported 0 memories; 2 here already.\n"} {
				args := []string{"import", "--from-assistant", "list.txt", "--remote", address}
				if strings.HasPrefix(want, "Would") {
					args = append(args, "--dry-run")
				}
				if said := far.do("", args...); said != want {
					t.Errorf("a list of another assistant: %q, want %q", said, want)
				}
			}
			same("list")
		})
	}
}

// Issue 13, line 5: keepsake memory clear --remote asks first, and destroys what it destroys beside the database.
func TestRemoteClear(t *testing.T) {
	near, away := databases(t), databases(t)
	for name := range near {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			k, there := keep(t, near[name]), keep(t, away[name])
			address, writes, _ := serveKept(t, there, true)
			far := kept{t, map[string]string{"KEEPSAKE_KEY": writes, "DATABASE_URL": "sqlite:" + filepath.Join(t.TempDir(), "nothing.db")}}
			if said := far.do("n\n", "clear", "--remote", address); said != "Destroy all memories and conversations that the key opens at "+address+
				", for good? [y/N] keepsake: nothing was cleared: the answer was not y\nexit 1\n" {
				t.Errorf("asked: %q", said)
			}
			for _, args := range [][]string{{"--sessions-only"}, {"--memories-only"}, {}, {"--sessions-only", "--memories-only"}} {
				args = append([]string{"clear", "--force"}, args...)
				here, said := k.do("", append(args, "--person", "telegram:42")...), far.do("", append(args, "--remote", address)...)
				if here != said || here == "" {
					t.Errorf("memory %s says here:\n%s\nand there:\n%s", strings.Join(args, " "), here, said)
				}
			}
			if said := there.do("", "list"); strings.Contains(said, "boss") || !strings.Contains(said, "lunedì") {
				t.Errorf("what is left: %s", said)
			}
		})
	}
}

// What cannot be done elsewhere is said in words of the person's own, with what to do; no key is ever shown.
func TestRemoteTroubles(t *testing.T) {
	t.Chdir(t.TempDir())
	k := keep(t, databases(t)["sqlite"])
	address, writes, reads := serveKept(t, k)
	stranger := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Header.Get("Authorization") {
		case "Bearer away":
			http.Redirect(w, r, address, http.StatusFound)
		case "Bearer odd":
			w.Header().Set("Content-Type", "application/problem+json")
			w.WriteHeader(http.StatusConflict)
			_, _ = w.Write([]byte(`{"status":409,"code":"x","detail":"\u001b[31mred"}`))
		default:
			_, _ = w.Write([]byte("<html>"))
		}
	}))
	t.Cleanup(stranger.Close)
	for name, text := range map[string]string{"key": writes + "\n", "empty": " \n", "two": writes + "\n" + reads, "list.json": `[{"content":"User plays chess"}]`} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	steady := strings.NewReplacer(address, "http://here", stranger.URL, "http://stranger", "dial tcp 127.0.0.1:1: connect: ", "")
	var b strings.Builder
	for _, c := range []struct {
		key, args, want string
	}{
		{"", "list --remote " + address, "needs a key: set KEEPSAKE_KEY"},
		{"", "list --remote " + address + " --key-file empty", "needs a key"},
		{"", "list --remote " + address + " --key-file none", "none: no such file"},
		{"", "list --remote " + address + " --key-file two", "more than one line"},
		{"", "list --remote " + address + " --key-file key", "2 memories.\n"},
		{"ks_" + strings.Repeat("A", 43), "list --remote " + address, "does not know this key"},
		{writes, "list --remote " + address + " --person telegram:42", "--person and --remote exclude each other"},
		{writes, "list a.yaml --remote " + address, "a.yaml and --remote exclude each other"},
		{writes, "list --remote http://memory.example.org", "must begin with https://"},
		{writes, "list --remote memory.example.org", "must be an address without a path"},
		{writes, "list --remote " + address + "/api", "must be an address without a path"},
		{writes, "list --remote http://127.0.0.1:1", "http://127.0.0.1:1 cannot be reached: "},
		{writes, "list --remote " + stranger.URL, "not as Keepsake does (200)"},
		{"away", "list --remote " + stranger.URL, "not as Keepsake does (302)"},
		{"odd", "list --remote " + stranger.URL, stranger.URL + ": [31mred"},
		{writes, "show cccccccc --remote " + address, "cccccccc at " + address + " (keepsake memory list"},
		{writes, "clear --remote " + address, "nothing was cleared: nobody answered"},
		{writes, "clear --remote " + address + " --force", "This key may not destroy: make one with keepsake key create"},
		{reads, "clear --remote " + address + " --force", "the key may only read at"},
		{writes, "clear --remote " + address + " --person telegram:42 --force", "--person and --remote exclude each other"},
		{reads, "import list.json --remote " + address, "the key may only read at"},
		{writes, "import key --remote " + address, address + ": "},
		{writes, "search a.yaml --remote " + address, "say what to look for"},
	} {
		k.env["KEEPSAKE_KEY"] = c.key
		said := k.do("", strings.Fields(c.args)...)
		b.WriteString(steady.Replace("$ keepsake memory " + c.args + "\n" + said + "\n"))
		if !strings.Contains(said, c.want) || !strings.Contains(said, "exit ") && !strings.Contains(c.want, "2 memories") || strings.Contains(said, writes) || strings.Contains(said, "\x1b") {
			t.Errorf("memory %s says %q, want %q", c.args, said, c.want)
		}
	}
	golden := filepath.Join(pkg, "testdata", "remote.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || b.String() != string(want) {
		t.Errorf("%v; run with -update and look at the difference. It says now:\n%s", err, b.String())
	}
}
