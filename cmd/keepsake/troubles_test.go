package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
	"keepsake/store/storetest"
)

// telegram calls a method as the bot and returns what is answered.
func telegram(t *testing.T, tg *simulator.Server, call string) string {
	t.Helper()
	r, err := http.Get(tg.URL() + "/bot" + tg.Token() + "/" + call)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// TestTroublesGolden: what doctor finds and advises, and what commands say that cannot do what they are
// asked for (C5, C6, U15).
func TestTroublesGolden(t *testing.T) {
	t.Setenv("COLUMNS", "100")
	rules := scripted.NewRules()
	rules.When("Call report_ready").Call("report_ready", map[string]any{"ready": true})
	rules.Otherwise().Say("Good day.")
	d := newDesk(t, "", rules)
	tg := simulator.New(simulator.Options{})
	t.Cleanup(tg.Close)
	sick := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }))
	t.Cleanup(sick.Close)
	path := storetest.SQLiteFile(t)
	keep(t, "sqlite:"+path)
	d.env["DATABASE_URL"], d.env["TELEGRAM_BOT_TOKEN"], d.env["TELEGRAM_API_URL"] = "sqlite:"+path, tg.Token(), tg.URL()
	c := &commandLine{t: t, env: d.env, codes: map[int]bool{}, steady: strings.NewReplacer(
		path, "$DATABASE", filepath.Dir(path), "$DATA", d.dir, "$HERE", os.Getenv("XDG_CONFIG_HOME"), "$CONFIG",
	)}
	steady := c.steady
	key := filepath.Join(d.dir, "key")
	write := func(name, text string, mode os.FileMode) {
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}

	c.types("", "doctor", "KEEPSAKE_ACCESS=allowlist", "KEEPSAKE_ALLOW=42", "KEEPSAKE_BACKUP_DIR="+filepath.Join(d.dir, "backups"), "KEEPSAKE_EMBED_MODEL="+scripted.DefaultEmbedModel)
	c.types("", "doctor", "KEEPSAKE_ACCESS=open", "KEEPSAKE_EMBED_MODEL=off", "KEEPSAKE_WEBHOOK_URL="+tg.URL()+"/hook", "KEEPSAKE_LONG_TERM_MEMORY=true")
	c.types("", "doctor", "DATABASE_URL=oracle:x", "TELEGRAM_BOT_TOKEN=abc", "TELEGRAM_API_URL=https://api.telegram.org", "OPENAI_BASE_URL=nonsense", "KEEPSAKE_VOICE_BASE_URL=nonsense")
	c.types("", "doctor", "DATABASE_URL=postgres://keepsake:secret@127.0.0.1:1/keepsake", "TELEGRAM_API_URL=http://127.0.0.1:1", "KEEPSAKE_VOICE_MODEL=nobody", "KEEPSAKE_EMBED_MODEL=nobody")
	d.model.Down(scripted.Fault{Trouble: scripted.Status, Status: http.StatusTooManyRequests})
	c.types("", "doctor --chat")
	d.model.Down(scripted.Fault{Trouble: scripted.Status, Status: http.StatusUnauthorized})
	c.types("", "doctor --chat")
	d.model.Up()
	c.types("", "memory read-only on")
	c.types("", "doctor --chat")
	c.types("", "memory read-only off")
	talks := scripted.NewRules()
	talks.Otherwise().Say("Good day.")
	deaf := scripted.New(scripted.Options{Brain: talks}) // calls no tool
	t.Cleanup(deaf.Close)
	c.types("", "doctor --chat", "OPENAI_BASE_URL="+deaf.URL())
	d.must("init", "--name", "assistant")
	role, err := os.ReadFile("assistant.yaml")
	if err != nil {
		t.Fatal(err)
	}
	write("assistant.yaml", strings.Replace(string(role), "    name: gpt-4o-mini\n", "    name: gpt-4o-mini\n    base_url: http://127.0.0.1:1/v1\n", 1), 0o600)
	c.types("", "doctor assistant.yaml")
	for _, statement := range []string{
		"INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)",
		"DELETE FROM goose_db_version WHERE version_id = 5",
		"DELETE FROM goose_db_version WHERE version_id > 5",
	} {
		url := "sqlite:" + storetest.SQLiteFile(t)
		storetest.Execute(t, url, statement)
		c.steady = strings.NewReplacer(url, "sqlite:$OTHER", strings.TrimPrefix(url, "sqlite:"), "$OTHER", filepath.Dir(strings.TrimPrefix(url, "sqlite:")), "$DATA", d.dir, "$HERE", os.Getenv("XDG_CONFIG_HOME"), "$CONFIG")
		c.types("", "doctor --chat", "DATABASE_URL="+url)
	}
	c.steady = steady
	hook := "http://127.0.0.1:1/hook"
	telegram(t, tg, "setWebhook?url="+hook)
	c.types("", "doctor")
	tg.PushRaw(`"message":{"message_id":1,"date":1,"chat":{"id":7,"type":"private"}}`)
	for deadline := time.Now().Add(time.Minute); !strings.Contains(telegram(t, tg, "getWebhookInfo"), "last_error_message"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the delivery has not failed")
		}
	}
	c.types("", "doctor", "KEEPSAKE_WEBHOOK_URL="+hook)
	write("broken.yaml", "kind: Agent\n", 0o600)
	c.types("", "doctor", "KEEPSAKE_ROLES=broken.yaml")

	c.types("", "encrypt --new-key")
	c.types("", "encrypt", "KEEPSAKE_DATABASE_KEY_FILE="+key)
	c.types("", "encrypt --new-key", "KEEPSAKE_DATABASE_KEY_FILE="+filepath.Join(d.dir, "none", "key"))
	c.types("", "encrypt --new-key", "KEEPSAKE_DATABASE_KEY_FILE="+key)
	c.types("", "encrypt --new-key", "KEEPSAKE_DATABASE_KEY_FILE="+key)
	c.types("", "doctor --chat", "KEEPSAKE_DATABASE_KEY_FILE="+key)
	c.types("", "doctor --chat")
	c.types("", "encrypt --new-key", "KEEPSAKE_DATABASE_KEY_FILE="+filepath.Join(d.dir, "away"))
	c.types("", "doctor --chat", "KEEPSAKE_DATABASE_KEY_FILE="+filepath.Join(d.dir, "nokey"))
	c.types("", "doctor --chat")
	c.types("", "memory list")
	if err := os.Chmod(key, 0o644); err != nil {
		t.Fatal(err)
	}
	c.types("", "doctor --chat", "KEEPSAKE_DATABASE_KEY_FILE="+key)
	c.types("", "encrypt", "KEEPSAKE_DATABASE_KEY_FILE="+key, "DATABASE_URL=sqlite:none.db")
	write("other", strings.Repeat("0b", 32), 0o600)
	c.types("", "memory list", "KEEPSAKE_DATABASE_KEY_FILE="+filepath.Join(d.dir, "other"))
	c.types("", "encrypt --decrypt", "KEEPSAKE_DATABASE_KEY_FILE="+key)
	write(path+".old-to-wipe", "", 0o600)
	c.types("", "doctor --chat")
	if err := os.Remove(path + ".old-to-wipe"); err != nil {
		t.Fatal(err)
	}

	c.types("", "backup")
	c.types("", "backup", "KEEPSAKE_BACKUP_DIR="+key)
	c.types("", "healthcheck", "KEEPSAKE_HTTP_ADDR=nonsense")
	c.types("", "healthcheck", "KEEPSAKE_HTTP_ADDR="+strings.TrimPrefix(sick.URL, "http://"))
	c.types("", "key create --person 1001 --trusted")
	c.types("", "dashboard", "KEEPSAKE_WEB_ADDR=127.0.0.1:8082", "KEEPSAKE_WEB_URL=http://127.0.0.1:8082")
	c.types("", "dashboard --role nobody", "KEEPSAKE_WEB_ADDR=127.0.0.1:8082", "KEEPSAKE_WEB_URL=http://127.0.0.1:8082")
	c.types("", "memory export --full -o archive.json")
	c.types("", "memory import archive.json", "KEEPSAKE_NAME=other")
	c.types("", "memory import key")

	// A page in the middle is overwritten, then all but the first, those of the schema too, without which the file
	// cannot even be opened: doctor says so, whoever asks.
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const pageSize = 4096
	for _, spoilt := range [][]byte{whole[3*pageSize : 4*pageSize], whole[pageSize:]} {
		copy(spoilt, strings.Repeat("not a page ", len(spoilt)))
		write(path, string(whole), 0o600)
		c.types("", "doctor --chat")
	}
	c.compare("troubles.golden")
}
