package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keepsake/app/settings"
)

const token = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw8"

// good is an environment with which serve starts.
func good() map[string]string {
	return map[string]string{"TELEGRAM_BOT_TOKEN": token, "OPENAI_API_KEY": "sk-not-a-real-one"}
}

func with(m map[string]string, k, v string) map[string]string {
	m[k] = v
	return m
}

// empty is a configuration file that is there and says nothing, so that no test reads the
// one of the person who runs it.
func empty(t *testing.T) string { return write(t, "") }

func write(t *testing.T, yaml string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(path, []byte(yaml), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDefaultsAreValid(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", "/data/home")
	c, err := settings.Load(empty(t), good())
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	if got := c.DatabaseURL.Reveal(); got != "sqlite:/data/home/keepsake/keepsake.db" {
		t.Errorf("database %q", got)
	}
	if c.Access != settings.AccessOwner || c.Telegram.APIURL != "https://api.telegram.org" {
		t.Errorf("access %q, api %q", c.Access, c.Telegram.APIURL)
	}
}

// TestLaterWins: defaults, then the file, then the environment.
func TestLaterWins(t *testing.T) {
	path := write(t, `
access: open
time_zone: Europe/London
model:
  name: from-file
  timeout: 45s
  prices:
    from-file: {prompt: 1.5, cached: 0.5, answer: 6}
session:
  idle: 3h
`)
	c, err := settings.Load(path, with(good(), "KEEPSAKE_MODEL", "from-environment"))
	if err != nil {
		t.Fatal(err)
	}
	if c.Access != "open" || c.TimeZone != "Europe/London" || c.Model.Timeout != 45*time.Second || c.Session.Idle != 3*time.Hour {
		t.Errorf("the file was not read: %+v", c)
	}
	if c.Model.Name != "from-environment" {
		t.Errorf("model %q: the environment must win", c.Model.Name)
	}
	if c.Model.Prices["from-file"].Answer != 6 {
		t.Errorf("prices %v", c.Model.Prices)
	}
	if c.LogLevel != "info" {
		t.Errorf("log level %q: the default must stay", c.LogLevel)
	}
}

// TestTokensOfAStandIn: Telegram's tokens have a form, another server's may be any word that fits into a path.
func TestTokensOfAStandIn(t *testing.T) {
	for token, want := range map[string]bool{"42:TEST": true, "test-token": true, "a/b": false, "a b": false, "": false} {
		c := settings.Defaults()
		c.Model.BaseURL, c.Telegram.APIURL, c.Telegram.Token = "http://127.0.0.1:1/v1", "http://127.0.0.1:8081", settings.Secret(token)
		if got := len(c.TelegramProblems()) == 0; got != want {
			t.Errorf("%q is taken: %v", token, got)
		}
		c.Telegram.APIURL = settings.Defaults().Telegram.APIURL
		if len(c.TelegramProblems()) == 0 {
			t.Errorf("%q is taken for Telegram's", token)
		}
	}
}

// TestEveryProblemIsNamed: each wrong setting is told by the name a person knows, says
// what to do, and never shows the value.
func TestEveryProblemIsNamed(t *testing.T) {
	const value = "v4lue-nobody-may-see"
	cases := []struct{ setting, value string }{
		{"TELEGRAM_BOT_TOKEN", ""},
		{"TELEGRAM_BOT_TOKEN", value},
		{"TELEGRAM_API_URL", value},
		{"OPENAI_BASE_URL", value},
		{"OPENAI_API_KEY", ""},
		{"DATABASE_URL", value},
		{"DATABASE_URL", "sqlite:"},
		{"DATABASE_URL", "postgres://:" + value + "%zz@/"},
		{"KEEPSAKE_ACCESS", value},
		{"KEEPSAKE_ACCESS", "Open"},
		{"KEEPSAKE_ALLOW", value},
		{"KEEPSAKE_ALLOW", "12,-500"}, // not in the mode owner
		{"KEEPSAKE_PERSON_MESSAGES", value},
		{"KEEPSAKE_PERSON_MESSAGES", "-1"},
		{"KEEPSAKE_PERSON_TOKENS", "-1"},
		{"KEEPSAKE_GROUP_MESSAGES", "-1"},
		{"KEEPSAKE_GROUP_TOKENS", "-1"},
		{"KEEPSAKE_CAP", "-1"},
		{"KEEPSAKE_CAP", "5"}, // without prices
		{"KEEPSAKE_CAP_PERIOD", value},
		{"KEEPSAKE_CURRENCY", value},
		{"KEEPSAKE_LOG_LEVEL", value},
		{"KEEPSAKE_LOG_FORMAT", value},
		{"KEEPSAKE_CONFIRM_NEW", value},
		{"KEEPSAKE_NAME", "Not " + value},
		{"KEEPSAKE_TIME_ZONE", value},
		{"KEEPSAKE_TIME_ZONE", "Local"},
		{"KEEPSAKE_LANGUAGE", value},
		{"KEEPSAKE_HTTP_ADDR", value},
		{"KEEPSAKE_MODEL_TIMEOUT", "1s"},
		{"KEEPSAKE_MODEL_FIRST_BYTE", "0s"},
		{"KEEPSAKE_SESSION_IDLE", "5s"},
		{"KEEPSAKE_KEEP_DELETED", "5m"},
		{"KEEPSAKE_MAX_MEMORIES", "0"},
		{"KEEPSAKE_MAX_MEMORIES", value},
		{"KEEPSAKE_PRUNE_IDLE", "5m"},
		{"KEEPSAKE_PRUNE_BELOW", "2"},
		{"KEEPSAKE_DATABASE_KEY", value},
		{"KEEPSAKE_DATABASE_KEY_FILE", "/no/such/" + value},
		{"KEEPSAKE_KEEP_HANDLED", "24h"},
		{"KEEPSAKE_KEEP_CONVERSATIONS", "1h"},
		{"KEEPSAKE_KEEP_CONVERSATIONS", value},
		{"KEEPSAKE_QUIET", "6s"},
		{"KEEPSAKE_REJOIN", "2m"},
		{"KEEPSAKE_POLL_TIMEOUT", "2m"},
		{"KEEPSAKE_LEASE", "20s"},
		{"KEEPSAKE_RATE", "0"},
		{"KEEPSAKE_CHAT_RATE", "-1"},
		{"KEEPSAKE_FALLBACK_MODEL", "gpt-4o-mini"},
		{"KEEPSAKE_WEBHOOK_URL", value},
		{"KEEPSAKE_WEBHOOK_URL", "http://plain.example/" + value},
		{"KEEPSAKE_WEBHOOK_URL", "https://bot.example:9999/" + value},
	}
	for _, c := range cases {
		t.Run(c.setting+"="+c.value, func(t *testing.T) {
			env := with(good(), c.setting, c.value)
			if c.value == "" {
				delete(env, c.setting)
			}
			conf, err := settings.Load(empty(t), env)
			if err == nil {
				err = conf.Validate()
			}
			if err == nil {
				t.Fatal("accepted")
			}
			if !strings.Contains(err.Error(), c.setting) {
				t.Errorf("%q does not name %s", err, c.setting)
			}
			if strings.Contains(err.Error(), value) {
				t.Errorf("%q shows the value", err)
			}
		})
	}
}

// TestWebhookSettings: what goes with KEEPSAKE_WEBHOOK_URL, and that nothing is asked of
// who polls.
func TestWebhookSettings(t *testing.T) {
	const url = "https://bot.example.org/hook"
	for _, c := range []struct{ url, listen, secret, http, wrong string }{
		{url, "", "", "", ""},
		{url, "127.0.0.1:9000", "aZ0_-", ":8081", ""},
		{"https://bot.example.org:8443", "", strings.Repeat("x", 256), "", ""},
		{"", "nowhere", "!", "", ""},
		{url, "nowhere", "", "", "KEEPSAKE_WEBHOOK_LISTEN"},
		{url, "host:", "", "", "KEEPSAKE_WEBHOOK_LISTEN"},
		{url, ":8081", "", ":8081", "KEEPSAKE_WEBHOOK_LISTEN"},
		{url, "", "not this!", "", "KEEPSAKE_WEBHOOK_SECRET"},
		{url, "", strings.Repeat("x", 257), "", "KEEPSAKE_WEBHOOK_SECRET"},
	} {
		env := good()
		for k, v := range map[string]string{
			"KEEPSAKE_WEBHOOK_URL": c.url, "KEEPSAKE_WEBHOOK_LISTEN": c.listen,
			"KEEPSAKE_WEBHOOK_SECRET": c.secret, "KEEPSAKE_HTTP_ADDR": c.http,
		} {
			if v != "" {
				env[k] = v
			}
		}
		conf, err := settings.Load(empty(t), env)
		if err != nil {
			t.Fatal(err)
		}
		err = conf.Validate()
		if (c.wrong == "") != (err == nil) || err != nil && !strings.HasPrefix(err.Error(), c.wrong) {
			t.Errorf("%+v: %v", c, err)
		}
		if err != nil && c.secret != "" && strings.Contains(err.Error(), c.secret) {
			t.Errorf("%v shows the secret", err)
		}
	}
	conf, err := settings.Load(write(t, "telegram: {webhook: {url: https://a.example/h, listen: ':9000', secret: s3cret}}"), good())
	if w := conf.Telegram.Webhook; err != nil || w.URL != "https://a.example/h" || w.Listen != ":9000" || w.Secret.Reveal() != "s3cret" {
		t.Errorf("from the file: %+v, %v", conf.Telegram.Webhook, err)
	}
}

func TestAllProblemsAtOnce(t *testing.T) {
	c, err := settings.Load(empty(t), map[string]string{"KEEPSAKE_ACCESS": "nobody", "KEEPSAKE_LOG_LEVEL": "loud"})
	if err != nil {
		t.Fatal(err)
	}
	message := fmt.Sprint(c.Validate())
	for _, setting := range []string{"TELEGRAM_BOT_TOKEN", "OPENAI_API_KEY", "KEEPSAKE_ACCESS", "KEEPSAKE_LOG_LEVEL"} {
		if !strings.Contains(message, setting) {
			t.Errorf("%q leaves out %s", message, setting)
		}
	}
	if err := c.ValidateDatabase(); err != nil {
		t.Errorf("a command that needs only the database is refused: %v", err)
	}
}

func TestUnreadable(t *testing.T) {
	cases := []struct {
		name, yaml string
		env        map[string]string
		want       string
	}{
		{"a misspelled setting", "acces: open\n", nil, "acces"},
		{"a wrong form in the file", "session: {idle: soon}\n", nil, "line 1"},
		{"not YAML", "a: b: c\n", nil, "not right"},
		{"two documents", "language: en\n---\naccess: open\n", nil, "more than one document"},
		{"a wrong duration in the environment", "", map[string]string{"KEEPSAKE_SESSION_IDLE": "sk-secret"}, "KEEPSAKE_SESSION_IDLE must be written like 90s"},
		{"a wrong bool in the environment", "", map[string]string{"KEEPSAKE_MEMORY_READ_ONLY": "sk-secret"}, "true or false"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := settings.Load(write(t, c.yaml), c.env)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want something about %q", err, c.want)
			}
			if strings.Contains(fmt.Sprint(err), "sk-secret") {
				t.Errorf("%v shows the value", err)
			}
		})
	}
	if _, err := settings.Load(filepath.Join(t.TempDir(), "gone.yaml"), nil); err == nil {
		t.Error("a file that was named and is not there must be told")
	}
}

// TestDefaultFileMayBeMissing: nobody named it, so nobody misses it.
func TestDefaultFileMayBeMissing(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	if _, err := settings.Load("", good()); err != nil {
		t.Error(err)
	}
}

// TestSecretsAreNeverShown: not by any way of printing.
func TestSecretsAreNeverShown(t *testing.T) {
	c, err := settings.Load(empty(t), with(good(), "DATABASE_URL", "postgres://u:hunter22@db/k"))
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "c", c, "t", c.Telegram.Token)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "c", c, "t", c.Telegram.Token)
	js, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	shown := strings.Join([]string{
		log.String(), string(js), fmt.Sprint(c), fmt.Sprintf("%v %+v %#v %s %q", c, c, c, c.Telegram.Token, c.Telegram.Token),
	}, "\n")
	for _, secret := range []string{token, "sk-not-a-real-one", "hunter22"} {
		if strings.Contains(shown, secret) {
			t.Errorf("%s is shown in %s", secret, shown)
		}
	}
	if c.Telegram.Token.Reveal() != token || settings.Secret("").String() != "" {
		t.Error("Reveal must give the secret, and no secret no mark")
	}
}

// TestNoHomeFolder: where there is no home folder, the default file is looked for in ./keepsake;
// a program of that name there is no configuration, and no reason to stop.
func TestNoHomeFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("HOME", "")
	t.Setenv("XDG_CONFIG_HOME", "")
	must(t, os.WriteFile("keepsake", []byte("a program"), 0o700))
	if _, err := settings.Load("", map[string]string{}); err != nil {
		t.Error(err)
	}
	if _, err := settings.Load("keepsake/config.yaml", map[string]string{}); err == nil {
		t.Error("a file that was named is not missed")
	}
}
