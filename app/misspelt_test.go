package app_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"keepsake/app/settings"
)

// problemsOf returns what is said about an environment over a configuration file.
func problemsOf(t *testing.T, yaml string, environ map[string]string) string {
	t.Helper()
	c, err := settings.Load(write(t, yaml), environ)
	if err == nil {
		err = c.Validate()
	}
	if err == nil {
		return ""
	}
	if !errors.As(err, new(settings.Problems)) {
		t.Errorf("no list of settings: %v", err)
	}
	return err.Error()
}

// U15: a variable that looks like a setting and is none stops the start, with what may be meant.
func TestMisspeltVariables(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"KEEPSAKE_DATABASE_URL", "postgres://x/y", "KEEPSAKE_DATABASE_URL is no setting, and nothing reads it. Did you mean DATABASE_URL?"},
		{"KEEPSAKE_ACESS", "open", "Did you mean KEEPSAKE_ACCESS?"},
		{"KEEPSAKE_LOGLEVEL", "debug", "Did you mean KEEPSAKE_LOG_LEVEL?"},
		{"KEEPSAKE_TELEGRAM_BOT_TOKEN", "x", "Did you mean TELEGRAM_BOT_TOKEN?"},
		{"KEEPSAKE_OPENAI_KEY", "x", "Did you mean OPENAI_API_KEY?"},
		{"KEEPSAKE_XYZZY", "x", "KEEPSAKE_XYZZY is no setting, and nothing reads it. Take it away"},
		{"DATABSE_URL", "sqlite:/x.db", "DATABSE_URL holds the address of a database, but nothing reads it"},
		{"DATABASE_URI", "https://elsewhere", ""},
		{"DATABASE_URI", "postgres://x/y", "Did you mean DATABASE_URL?"},
		{"KEEPSAKE_SERVICE_HOST", "10.0.0.1", ""}, // of Kubernetes
		{"KEEPSAKE_PORT_8081_TCP_ADDR", "10.0.0.1", ""},
		{"KEEPSAKE_DB_PORT_5432_TCP", "10.0.0.1", ""},
		{"KEEPSAKE_VERSION", "1.2", ""},                                    // of a compose file
		{"KEEPSAKE_KEY", "ks_0123456789", ""},                              // of keepsake memory --remote
		{"KEEPSAKE_KEY", "0123456789abcdef", "KEEPSAKE_KEY is no setting"}, // the database's?
		{"OTHER", "x", ""},
	} {
		got := problemsOf(t, "", with(good(), c.name, c.value))
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) || strings.Contains(got, c.value+" ") {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		config, err := settings.Load(empty(t), with(good(), c.name, c.value))
		if err != nil {
			t.Fatal(err)
		}
		if err := config.ValidateDatabase(); (err == nil) != (c.want == "") {
			t.Errorf("%s: a command that needs only the database: %v", c.name, err)
		}
	}
	for missing, nearly := range map[string]string{"TELEGRAM_BOT_TOKEN": "TELEGRAM_TOKEN", "OPENAI_API_KEY": "OPENAI_APIKEY"} {
		e := with(good(), nearly, "x")
		delete(e, missing)
		if got := problemsOf(t, "", e); !strings.Contains(got, nearly+" is set, which nothing reads: did you mean "+missing+"?") {
			t.Errorf("%s: %q", nearly, got)
		}
	}
}

// A variable that a role file names is a setting, whatever it is called.
func TestVariablesOfRoles(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "cook.yaml")
	text := "apiVersion: initrunner/v1\nkind: Agent\nmetadata: {name: cook}\nspec:\n  role: You cook.\n  model: {provider: openai, name: gpt-4o-mini}\n  telegram: {token_env: KEEPSAKE_COOK_TOKEN}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	e := with(with(good(), "KEEPSAKE_ROLES", file), "KEEPSAKE_COOK_TOKEN", token)
	if got := problemsOf(t, "", e); got != "" {
		t.Error(got)
	}
	c, err := settings.Load(empty(t), with(good(), "KEEPSAKE_COOK_TOKEN", token))
	if err != nil {
		t.Fatal(err)
	}
	if c, err = c.ForRole(file); err != nil || c.ValidateDatabase() != nil {
		t.Error(err, c.ValidateDatabase())
	}
}

// U15: what is wrong in the configuration file is told by file, line and path, all at once, with what
// may be meant; neither a value nor a name of the program's is shown.
func TestMisspeltKeys(t *testing.T) {
	got := problemsOf(t, `
acess: open
model:
  nmae: secret-value
  timeout: soon
  base_url: {a: b}
telegram:
  bot_tokn: secret-value
  access: open
  xyzzy: 1
memory: [1]
name: one
name: two
usage:
  cap: secret-value
allow: secret-value
`, good())
	for _, want := range []string{
		"line 2: acess is no setting. Did you mean access?",
		"line 4: model.nmae is no setting. Did you mean model.name?",
		"line 5: model.timeout must be written like 90s, 15m or 24h.",
		"line 6: model.base_url must be written like a text.",
		"line 8: telegram.bot_tokn is no setting. Did you mean telegram.bot_token?",
		"line 9: telegram.access is no setting. Did you mean access?",
		"line 10: telegram.xyzzy is no setting. There are here: bot_token, api_url,",
		"line 11: memory must be keys with values",
		"line 13: name is there twice.",
		"line 15: usage.cap must be written like 28 or 0.5.",
		"line 16: allow must be written like 123456789",
		"config.yaml",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, leak := range []string{"secret-value", "settings.", "Config", "!!", "unmarshal"} {
		if strings.Contains(got, leak) {
			t.Errorf("%q is shown:\n%s", leak, got)
		}
	}
}

// Anchors, merges, nulls and prices are read as YAML means them.
func TestFileForms(t *testing.T) {
	c, err := settings.Load(write(t, `
model: &m
  name: a
  prices: {a: {prompt: 1, answer: 2, cached: 0.5}, b: {minute: 3}}
embedding:
  <<: {model: "off"}
memory:
session: null
allow: [1, -2]
roles: [a.yaml, b.yaml]
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	p := c.Model.Prices
	if c.Model.Name != "a" || p["a"].Answer != 2 || *p["a"].Cached != 0.5 || p["b"].Minute != 3 || c.Embedding.Model != "off" ||
		len(c.Allow) != 2 || len(c.Roles) != 2 || c.Session.Idle != settings.Defaults().Session.Idle {
		t.Errorf("%+v", c)
	}
	for yaml, want := range map[string]string{"a: [": "is no YAML: ", "\tx: 1": "is no YAML", "[1]": "must be keys with values", "model: {prices: {a: {promt: 1}}}": "model.prices.a.promt is no setting. Did you mean model.prices.a.prompt?"} {
		if _, err := settings.Load(write(t, yaml), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", yaml, err, want)
		}
	}
}
