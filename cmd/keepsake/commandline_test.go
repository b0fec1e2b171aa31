package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"keepsake/bot/simulator"
	"keepsake/cmd/keepsake/grammar"
	"keepsake/llm/scripted"
)

// commandLine is testdata/commandline.golden in the making: what is typed, and all that is printed,
// with the exit code.
type commandLine struct {
	t      *testing.T
	env    map[string]string
	text   strings.Builder
	steady *strings.Replacer
	codes  map[int]bool
}

// steadied is what differs from run to run, in this order.
var steadied = []struct {
	expression *regexp.Regexp
	word       string
}{
	{regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`), "UUID"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\+00:00|Z)`), "TIME"},
	{regexp.MustCompile(`\(\d+(\.\d+)?(ms|µs|s)\)`), "(LENGTH)"},
	{regexp.MustCompile(`127\.0\.0\.1:\d{4,5}`), "127.0.0.1:PORT"},
	{regexp.MustCompile(`\b[0-9a-f]{12}\b`), "CONVERSATION"},
	{regexp.MustCompile(`keepsake (dev|v\d|\d)\S* \(.*\)`), "keepsake VERSION"},
	{regexp.MustCompile(`\(schema \d+\)`), "(schema NUMBER)"},
	{regexp.MustCompile(`\(\d+\.\d MB\)`), "(SIZE)"},
	{regexp.MustCompile(`start=\S+`), "start=CODE"},
	{regexp.MustCompile(`:[0-9a-f]{8} answers with`), ":FINGERPRINT answers with"},
	{regexp.MustCompile(`\?code=\S+`), "?code=CODE"},
	{regexp.MustCompile(`ks_\S{43}`), "KEY"},
	{regexp.MustCompile(`(?m)^Key [A-Za-z0-9]{8} for`), "Key KEYID for"},
	{regexp.MustCompile(`\.replaced-\d{8}-\d{6}`), ".replaced-TIME"},
}

var blankEnds = regexp.MustCompile(`(?m)[ \t]+$`)

// types runs a command with what is typed into it. What is set before it holds for it alone.
func (c *commandLine) types(input string, command string, set ...string) {
	c.t.Helper()
	env := map[string]string{}
	for k, v := range c.env {
		env[k] = v
	}
	for _, s := range set {
		k, v, _ := strings.Cut(s, "=")
		if env[k] = v; v == "" {
			delete(env, k)
		}
	}
	var out, errs buffer
	code := runFrom(c.t.Context(), strings.NewReader(input), strings.Fields(command), env, &out, &errs)
	c.codes[code] = true
	text := out.String()
	if errs.String() != "" {
		text += strings.ReplaceAll("\n"+strings.TrimSuffix(errs.String(), "\n"), "\n", "\n! ")[1:] + "\n"
	}
	for _, x := range steadied {
		text = x.expression.ReplaceAllString(text, x.word)
	}
	text = changing.ReplaceAllString(c.steady.Replace(text), "[MEMORYID]")
	prefix := strings.Join(set, " ")
	if prefix != "" {
		prefix += " "
	}
	for _, x := range steadied {
		prefix = x.expression.ReplaceAllString(prefix, x.word)
	}
	fmt.Fprintf(&c.text, "$ %skeepsake %s\n%s[%d]\n\n", c.steady.Replace(prefix), c.steady.Replace(command), blankEnds.ReplaceAllString(text, ""), code)
}

// everyCommand returns the commands that people see.
func everyCommand(n *kong.Node) (paths []string) {
	for _, c := range n.Children {
		if c.Type == kong.CommandNode && !c.Hidden {
			paths = append(append(paths, grammar.Path(c)), everyCommand(c)...)
		}
	}
	return paths
}

// Every message and every exit code of the command line (C5, C6, U15): help of all commands, what
// cannot be understood, what cannot be done, and what is done. -update writes the file.
func TestCommandLineGolden(t *testing.T) {
	t.Setenv("COLUMNS", "100")
	rules := scripted.NewRules()
	rules.When("Call report_ready").Call("report_ready", map[string]any{"ready": true})
	rules.Otherwise().Say("Good day.")
	d := newDesk(t, "", rules)
	tg := simulator.New(simulator.Options{})
	t.Cleanup(tg.Close)
	d.env["TELEGRAM_BOT_TOKEN"], d.env["TELEGRAM_API_URL"] = tg.Token(), tg.URL()
	database := strings.TrimPrefix(d.env["DATABASE_URL"], "sqlite:")
	c := &commandLine{t: t, env: d.env, codes: map[int]bool{}, steady: strings.NewReplacer(
		database, "$DATABASE", filepath.Dir(database), "$DATA", d.dir, "$HERE", os.Getenv("XDG_CONFIG_HOME"), "$CONFIG",
	)}
	var all cli
	parser, err := kong.New(&all, kong.Vars{"config": ""})
	if err != nil {
		t.Fatal(err)
	}

	c.types("", "--version")
	c.types("", "version")
	c.types("", "help")
	for _, path := range everyCommand(parser.Model.Node) {
		c.types("", "help "+path)
	}
	c.types("", "help exit-codes")
	c.types("", "help dance")

	c.types("", "memroy list")
	c.types("", "memory lst")
	c.types("", "inbox lst")
	c.types("", "dance")
	c.types("", "export")
	c.types("", "memory list --catgory x")
	c.types("", "memory list --limit=0")
	c.types("", "memory show")
	c.types("", "session show")
	c.types("", "session export --text")
	c.types("", "owner link --ttl 1s")
	c.types("", "init")
	c.types("", "completion tcsh")
	c.types("", "chat nobody.yaml")
	c.types("", "serve --role nobody.yaml")

	c.types("", "migrate", "KEEPSAKE_DATABASE_URL=sqlite:x.db")
	c.types("", "serve", "KEEPSAKE_ACESS=open", "KEEPSAKE_LOG_LEVEL=loud")
	c.types("", "serve", "TELEGRAM_BOT_TOKEN=", "TELEGRAM_TOKEN=x")
	c.types("", "memory list", "DATABASE_URL=oracle:x")
	c.types("", "migrate", "DATABASE_URL=postgres://keepsake:secret@127.0.0.1:1/keepsake")
	c.types("", "migrate", "KEEPSAKE_CONFIG="+d.dir+"/none.yaml")
	if err := os.WriteFile("config.yaml", []byte("acess: open\nmodel: {nmae: x, timeout: soon}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c.types("", "migrate", "KEEPSAKE_CONFIG=config.yaml")

	c.types("", "memory list")
	c.types("", "memory export")
	c.types("", "session list")
	c.types("", "chat --list")
	c.types("", "backup copy.db")
	c.types("", "inbox")
	c.types("", "owner link")
	c.types("", "key list")
	c.types("", "memory reembed", "KEEPSAKE_EMBED_MODEL=x")
	c.types("", "healthcheck")
	c.types("", "healthcheck", "KEEPSAKE_HTTP_ADDR=127.0.0.1:1")
	c.types("", "doctor")
	c.types("", "doctor --chat", "TELEGRAM_BOT_TOKEN=")

	c.types("", "migrate")
	c.types("", "doctor", "TELEGRAM_BOT_TOKEN=987654321:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw8", "OPENAI_BASE_URL=http://127.0.0.1:1/v1")
	c.types("hello\n", "chat")
	c.types("hello\n", "chat", "KEEPSAKE_MODEL=no-such-model")
	c.types("", "chat --resume 000000000000")
	c.types("", "chat --list")
	c.types("", "session show 000000000000")
	c.types("", "memory list")
	c.types("", "memory show aaaaaaaa")
	c.types("", "memory import nothing.json")
	c.types("", "init --name assistant")
	c.types("", "init --name assistant")
	c.types("", "doctor assistant.yaml", "TELEGRAM_BOT_TOKEN=")
	c.types("", "memory list assistant.yaml")
	c.types("", "backup copy.db")
	c.types("", "backup copy.db")
	c.types("", "restore --force none.db")
	c.types("", "restore --force assistant.yaml")
	c.types("", "restore --force copy.db", "DATABASE_URL=postgres://keepsake:secret@127.0.0.1:1/keepsake")
	c.types("", "restore --force copy.db", "KEEPSAKE_DATABASE_KEY="+strings.Repeat("0a", 32))
	c.types("", "restore copy.db")
	c.types("n\n", "restore copy.db")
	c.types("y\n", "restore copy.db")
	c.types("n\n", "erasures apply")
	c.types("", "erasures apply --force")
	c.types("", "erasures apply --force", "DATABASE_URL=sqlite:none.db")
	c.types("", "chat --list")
	c.types("", "owner link")
	c.types("", "owner link", "TELEGRAM_BOT_TOKEN=987654321:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw8")
	c.types("", "owner link", "TELEGRAM_API_URL=http://127.0.0.1:1")
	c.types("", "owner link", "TELEGRAM_BOT_TOKEN=")
	c.types("", "key list")
	c.types("", "key create --person 1001 --write")
	c.types("", "key create --person local:ann")
	c.types("", "key create --agent keepsake")
	c.types("", "key create --agent nobody")
	c.types("", "key create --person ann")
	c.types("", "key create --person 1001 --agent keepsake")
	c.types("", "key create")
	c.types("", "key revoke aaaaaaaa")
	c.types("", "encrypt")
	c.types("", "encrypt --decrypt")
	c.types("", "demo --script none.txtar")

	for _, code := range []int{exitDone, exitFailure, exitUsage} {
		if !c.codes[code] || !strings.Contains(exitCodes, fmt.Sprintf("\n  %d    ", code)) {
			t.Errorf("the exit code %d is not told, or never seen", code)
		}
	}
	if len(c.codes) != 3 {
		t.Errorf("exit codes that nobody tells of: %v", c.codes)
	}
	c.compare("commandline.golden")
}

// compare compares what was printed with a file of testdata.
func (c *commandLine) compare(name string) {
	c.t.Helper()
	golden := filepath.Join(pkg, "testdata", name)
	if *update {
		if err := os.WriteFile(golden, []byte(c.text.String()), 0o600); err != nil {
			c.t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		c.t.Fatal(err)
	}
	if got := c.text.String(); got != string(want) {
		gotLines, wantLines := strings.Split(got, "\n"), strings.Split(string(want), "\n")
		for i := range min(len(gotLines), len(wantLines)) {
			if gotLines[i] != wantLines[i] {
				c.t.Fatalf("%s, line %d (go test ./cmd/keepsake -run Golden -update writes the file):\n%s\nwant\n%s", name, i+1, gotLines[i], wantLines[i])
			}
		}
		c.t.Fatalf("%s: %d lines, want %d", name, len(gotLines), len(wantLines))
	}
}
