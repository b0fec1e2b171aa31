package app_test

import (
	"fmt"
	"strings"
	"testing"

	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
)

func anything(simulator.Message) bool { return true }

// examine returns the doctor's findings, one line each.
func examine(t *testing.T, c settings.Config) string {
	t.Helper()
	var lines []string
	app.Doctor(within(t), c, func(f app.Finding) {
		lines = append(lines, fmt.Sprintf("%s: %s -> %s skipped=%t", f.Check, f.Found, f.Advice, f.Skipped))
	})
	return strings.Join(lines, "\n")
}

func TestDoctorFindsNothing(t *testing.T) {
	w := newWorld(t)
	w.withoutDatabase()
	w.config.Backup.Dir = t.TempDir()
	w.rules.Otherwise().Call("report_ready", map[string]any{"ready": true})
	got := examine(t, w.config)
	for _, line := range strings.Split(got, "\n") {
		if !strings.HasSuffix(line, "->  skipped=false") {
			t.Error(line)
		}
	}
	for _, check := range []string{"settings:", "database: there is none yet", "telegram: the bot is @keepsake_bot", "clock:", "key:", "tools:"} {
		if !strings.Contains(got, check) {
			t.Errorf("no %q in\n%s", check, got)
		}
	}
	if _, err := app.Migrate(t.Context(), w.config); err != nil {
		t.Fatal(err)
	}
	if got := examine(t, w.config); !strings.Contains(got, "its schema is this version's") {
		t.Errorf("a database that is there:\n%s", got)
	}
}

// TestDoctorSaysWhatToDo: one thing is wrong, and its advice names what to change.
func TestDoctorSaysWhatToDo(t *testing.T) {
	cases := []struct {
		name  string
		spoil func(w *world)
		want  []string
	}{
		{"a refused token", func(w *world) { w.config.Telegram.Token = "987654321:BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB" },
			[]string{"telegram:", "Copy TELEGRAM_BOT_TOKEN again", "clock: not checked"}},
		{"no Telegram", func(w *world) { w.config.Telegram.APIURL = "http://127.0.0.1:1" },
			[]string{"telegram:", "TELEGRAM_API_URL", "127.0.0.1"}},
		{"not Telegram", func(w *world) { w.config.Telegram.APIURL = w.model.URL() }, []string{"telegram:", "-> "}},
		{"a refused key", func(w *world) { w.config.Model.APIKey = "sk-the-wrong-key" }, []string{"key:", "OPENAI_API_KEY"}},
		{"no endpoint", func(w *world) { w.config.Model.BaseURL = "http://127.0.0.1:1/v1" }, []string{"model:", "OPENAI_BASE_URL"}},
		{"an unknown model", func(w *world) { w.config.Model.Name = "no-such-model" }, []string{"model:", "KEEPSAKE_MODEL"}},
		{"a model without tools", func(w *world) {
			w.rules.Otherwise().Say("I can only talk.")
		}, []string{"tools:", "call tools"}},
		{"an endpoint that refuses tools", func(w *world) { w.model.SetRefusals(scripted.Refusals{Tools: true}) }, []string{"tool"}},
		{"a wrong setting", func(w *world) { w.config.Telegram.Token, w.config.Model.APIKey = "", "" },
			[]string{"settings: TELEGRAM_BOT_TOKEN is not set -> Open a chat with @BotFather", "telegram: not checked"}},
		{"a token of the wrong form", func(w *world) {
			w.config.Telegram.Token, w.config.Telegram.APIURL = "token", settings.Defaults().Telegram.APIURL
		},
			[]string{"settings: TELEGRAM_BOT_TOKEN is wrong -> TELEGRAM_BOT_TOKEN does not look like a bot token"}},
		{"no backups", func(*world) {}, []string{"backups: none are scheduled -> Set KEEPSAKE_BACKUP_DIR to a folder", "skipped=true"}},
		{"a wrong model setting", func(w *world) { w.config.Model.Name = "" }, []string{"model: not checked"}},
		{"a wrong database setting", func(w *world) { w.config.DatabaseURL = "mysql://x" }, []string{"database: not checked"}},
		{"no Postgres", func(w *world) { w.config.DatabaseURL = "postgres://u:hunter22@127.0.0.1:1/k" },
			[]string{"database: the PostgreSQL database k at 127.0.0.1:1 cannot be opened", "Is the server running"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			c.spoil(w)
			if c.name != "a model without tools" {
				w.rules.Otherwise().Call("report_ready", map[string]any{"ready": true})
			}
			got := examine(t, w.config)
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("no %q in\n%s", want, got)
				}
			}
			for _, secret := range []string{"BBBB", "hunter22", "sk-the", w.tg.Token()} {
				if strings.Contains(got, secret) {
					t.Errorf("%q is shown in\n%s", secret, got)
				}
			}
		})
	}
}

// U15: doctor says where everything is.
func TestDoctorSaysWhere(t *testing.T) {
	w := newWorld(t)
	w.rules.Otherwise().Call("report_ready", map[string]any{"ready": true})
	w.config.File = "/etc/keepsake/config.yaml"
	if _, err := app.Migrate(t.Context(), w.config); err != nil {
		t.Fatal(err)
	}
	path := strings.TrimPrefix(w.config.DatabaseURL.Reveal(), "sqlite:")
	got := examine(t, w.config)
	for _, want := range []string{
		"config: /etc/keepsake/config.yaml", "database: the file " + path + " (", "role: no file: one bot of the settings; its store is keepsake", "backups: ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// U15: what talks only in the terminal needs no bot's token.
func TestDoctorOfTheTerminal(t *testing.T) {
	w := newWorld(t)
	w.rules.Otherwise().Call("report_ready", map[string]any{"ready": true})
	w.config.Telegram.Token, w.config.Backup.Dir = "", t.TempDir()
	c, _, err := w.config.ForChat("")
	if err != nil {
		t.Fatal(err)
	}
	got := examine(t, c)
	if strings.Contains(got, "TELEGRAM_BOT_TOKEN") || !strings.Contains(got, "telegram: not checked: to talk in the terminal needs no token") {
		t.Error(got)
	}
	for _, line := range strings.Split(got, "\n") {
		if !strings.Contains(line, "->  skipped=") {
			t.Error(line)
		}
	}
}
