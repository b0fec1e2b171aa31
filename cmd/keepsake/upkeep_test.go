package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/app/recovery"
	"keepsake/bot/simulator"
	"keepsake/delivery"
	"keepsake/llm/scripted"
	"keepsake/memory/archive"
	finds "keepsake/memory/candidate"
	"keepsake/memory/forget"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/store/storetest"
)

// waiting puts into the database of kept a dead letter, a message that nobody has answered, and what
// extraction failed at too often.
func (k kept) waiting() {
	k.t.Helper()
	db, err := store.Open(k.t.Context(), store.Options{URL: k.env["DATABASE_URL"]})
	if err != nil {
		k.t.Fatal(err)
	}
	defer db.Close()
	ctx, at := k.t.Context(), time.Date(2026, 11, 20, 10, 30, 0, 0, time.UTC)
	for i, update := range []string{`{"message_id":"not a number"}`, `{"message_id":2}`} {
		_, err := db.Deliveries().Receive(ctx, []delivery.Update{{
			Bot: "keepsake", UpdateID: int64(i + 1), Lane: "keepsake/42", Chat: 42, Kind: "message", Payload: []byte(update), ReceivedAt: at, DueAt: at,
		}})
		if err != nil {
			k.t.Fatal(err)
		}
	}
	if _, err := db.Deliveries().Bury(ctx, []int64{1}, "the update cannot be decoded"); err != nil {
		k.t.Fatal(err)
	}
	for _, id := range []string{"aaaaaaaa", "bbbbbbbb", "cccccccc"} {
		err := db.Candidates().PutRun(ctx, finds.Run{
			ID: id, Scope: scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:42"}, Kind: actor.Extraction, SessionID: id,
			FromSeq: 1, ToSeq: 2, State: finds.Parked, Attempts: 6, Error: "the model's answer could not be used", DueAt: at, StartedAt: at, EndedAt: &at,
		})
		if err != nil {
			k.t.Fatal(err)
		}
	}
}

// TestUpkeepGolden: what the commands say that change something kept, or tell of it (C1, C6, U1, U15).
func TestUpkeepGolden(t *testing.T) {
	t.Setenv("COLUMNS", "100")
	rules := scripted.NewRules()
	rules.Otherwise().Say("Good day.")
	d := newDesk(t, "", rules)
	tg := simulator.New(simulator.Options{})
	t.Cleanup(tg.Close)
	path := storetest.SQLiteFile(t)
	k := keep(t, "sqlite:"+path)
	d.env["DATABASE_URL"], d.env["TELEGRAM_BOT_TOKEN"], d.env["TELEGRAM_API_URL"] = k.env["DATABASE_URL"], tg.Token(), tg.URL()
	k.waiting()
	c := &commandLine{t: t, env: d.env, codes: map[int]bool{}, steady: strings.NewReplacer(
		path, "$DATABASE", filepath.Dir(path), "$DATA", d.dir, "$HERE", os.Getenv("XDG_CONFIG_HOME"), "$CONFIG",
	)}
	write := func(name, format, id string, n int) {
		var rows []string
		for i := range n {
			rows = append(rows, fmt.Sprintf(`{"id": "`+id+`%04d", "category": "general", "created_at": "2026-11-21T08:00:00+00:00", "content": "`+format+`"}`, i, i))
		}
		if err := os.WriteFile(name, []byte("["+strings.Join(rows, ",\n")+"]"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("list.json", "Fact number %d", "zzzz", 12)
	write("differs.json", "Another fact %d", "zzzz", 12)
	write("more.json", "One more fact, number %d", "xxxx", 1)
	write("secret.json", "The password is hunter%d!Xq7", "yyyy", 1)
	c.types("", "inbox", "DATABASE_URL=sqlite:"+filepath.Join(d.dir, "empty.db"))
	c.types("", "migrate", "DATABASE_URL=sqlite:"+filepath.Join(d.dir, "empty.db"))
	c.types("", "inbox", "DATABASE_URL=sqlite:"+filepath.Join(d.dir, "empty.db"))
	c.types("", "memory list", "KEEPSAKE_NAME=other")
	c.types("", "memory import")
	c.types("", "memory show")
	c.types("", "memory show aaaaaaaa bbbbbbbb")
	c.types("", "memory import list.json --person telegram:42 --dry-run", "KEEPSAKE_MAX_MEMORIES=10")
	c.types("", "memory import list.json --person telegram:42")
	c.types("", "memory import differs.json --person telegram:42")
	c.types("", "memory import list.json secret.json")
	c.types("", "memory import secret.json --person telegram:42")
	c.types("", "memory import more.json --person telegram:42", "KEEPSAKE_MAX_MEMORIES=10")
	c.types("", "memory export -o all.json")
	c.types("", "memory export --full -o all.json")
	c.types("", "memory reembed", "KEEPSAKE_EMBED_MODEL="+scripted.DefaultEmbedModel)
	c.types("", "memory reembed", "KEEPSAKE_EMBED_MODEL=nobody")
	c.types("", "memory read-only on --person telegram:42")
	c.types("", "memory read-only off")
	c.types("", "memory runs")
	c.types("", "memory runs --retry aaaaaaaa")
	c.types("", "memory runs --retry-all")
	c.types("", "memory runs")
	c.types("", "memory runs --revert aaaaaaaa")
	c.types("", "memory runs --retry aaaaaaaa --retry-all")
	c.types("", "memory runs --retry-all --revert aaaaaaaa")

	c.types("", "inbox")
	c.types("", "inbox show 1")
	c.types("", "backup monday.db")
	c.types("", "memory clear --person telegram:43 --force")
	c.types("", "restore --force monday.db")
	c.types("", "inbox replay 1")

	c.types("hello\n", "chat")
	c.types("", "chat --resume=yesterday")
	id := strings.Fields(d.must("session", "list", "--person", "local:ann"))[5]
	c.steady = strings.NewReplacer(id, "CONVERSATION", path, "$DATABASE", d.dir, "$HERE")
	c.types("", "session show "+id)
	c.types("", "session export "+id)
	c.types("", "session export "+id+" --text")
	c.types("", "session import session.json")
	c.types("", "session import session.json", "DATABASE_URL=sqlite:"+filepath.Join(d.dir, "empty.db"))
	c.types("", "session import session.json session.txt")
	c.types("", "session import")
	c.types("", "session show assistant.yaml")
	c.types("", "session export assistant.yaml")
	c.types("", "session export")
	c.types("", "session show")
	c.types("", "session add")
	c.types("", "session add "+id)
	c.types("", "session add "+id+" hello")
	c.types("", "session edit")
	c.types("", "session edit "+id)
	c.types("", "session remove")
	c.types("", "session remove "+id)
	c.types("", "session remove "+id+" --all")

	d.must("init", "--name", "assistant", "--template", "chat")
	role, err := os.ReadFile("assistant.yaml")
	if err != nil {
		t.Fatal(err)
	}
	window := "spec:\n  session: {memory_type: managed_conversation, max_total_tokens_trigger: 1000, target_total_tokens: 500}\n"
	if err := os.WriteFile("assistant.yaml", []byte(strings.Replace(string(role), "spec:\n", window, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	long := `{"format": "keepsake.session/1", "memory_type": "managed_conversation", "messages": [{"role": "user", "content": "` + strings.Repeat("many words ", 500) + `"}]}`
	if err := os.WriteFile("long.json", []byte(long), 0o600); err != nil {
		t.Fatal(err)
	}
	managed := regexp.MustCompile(`[0-9a-f]{12}`).FindString(d.must("session", "import", "assistant.yaml", "long.json"))
	c.steady = strings.NewReplacer(managed, "CONVERSATION", strings.TrimSpace(strings.Repeat("many words ", 500)), "MANY WORDS", path, "$DATABASE", d.dir, "$HERE")
	c.types("", "session show assistant.yaml "+managed+" --prompt")

	c.types("", "key create --agent keepsake --write --trusted")
	key := strings.Fields(d.must("key", "create", "--person", "1001"))[1]
	c.steady = strings.NewReplacer(key, "KEYID", id, "CONVERSATION", path, "$DATABASE", filepath.Dir(path), "$DATA", d.dir, "$HERE", os.Getenv("XDG_CONFIG_HOME"), "$CONFIG")
	c.types("", "key revoke "+key)
	c.types("", "dashboard --person 1001")
	c.types("", "dashboard --person 1001", "KEEPSAKE_WEB_ADDR=127.0.0.1:8082", "KEEPSAKE_WEB_URL=http://127.0.0.1:8082")
	c.types("", "mcp --person 1001", "DATABASE_URL=sqlite:none.db")
	c.types("", "__complete -- help e")

	d.env["KEEPSAKE_DATABASE_KEY_FILE"] = filepath.Join(d.dir, "key")
	c.types("", "encrypt --new-key")
	c.types("", "encrypt")
	c.types("", "backup tuesday.db")
	c.types("", "encrypt --decrypt")
	delete(d.env, "KEEPSAKE_DATABASE_KEY_FILE")

	// What comes of databases in a state that other tests bring about: the sentences alone.
	outcome := func(what string, print func(out *buffer)) {
		var out buffer
		print(&out)
		fmt.Fprintf(&c.text, "# %s\n%s\n", what, out.String())
	}
	outcome("an import that left something out", func(out *buffer) {
		memoryImportCmd{}.report(&shell{out: &output{to: out}}, archive.Report{Added: 3, Same: 1, MadeRoom: 2, Forgotten: []string{"aaaaaaaa"}, Differ: []string{"bbbbbbbb"}, Secret: []string{"cccccccc"}})
	})
	outcome("a restore that found all there is to find", func(out *buffer) {
		printRecovery(out, recovery.Result{
			Erased: forget.Reapplied{Entries: 2, Unknown: 1}, Damaged: 1, IsDirty: true,
			Closed: store.Closed{Updates: []string{"1"}, Messages: []string{"2"}, Turns: []string{"3"}, Reminders: []string{"4"}, Runs: []string{"5"}},
		})
		printRecovery(out, recovery.Result{
			Erased: forget.Reapplied{Entries: 2, Unknown: 2},
			Closed: store.Closed{Updates: []string{"1", "2"}, Messages: []string{"3", "4"}, Turns: []string{"5", "6"}, Reminders: []string{"7", "8"}, Runs: []string{"9", "10"}},
		})
	})
	c.compare("upkeep.golden")
}
