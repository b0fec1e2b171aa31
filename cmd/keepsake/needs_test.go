package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
)

// needs is how each command is typed, and which of token and key it asks for when neither is set (C6).
var needs = []struct{ command, missing string }{
	{"serve", "TELEGRAM_BOT_TOKEN OPENAI_API_KEY"},
	{"chat", "OPENAI_API_KEY"},
	{"doctor", "TELEGRAM_BOT_TOKEN OPENAI_API_KEY"},
	{"owner link", "TELEGRAM_BOT_TOKEN"},
	{"migrate", ""},
	{"init --name assistant", ""},
	{"demo --script none.txtar", ""},
	{"memory list", ""},
	{"memory show aaaaaaaa", ""},
	{"memory search tea", ""},
	{"memory clear --force", ""},
	{"memory export", ""},
	{"memory import memories.json", ""},
	{"memory runs", ""},
	{"memory read-only", ""},
	{"memory reembed", ""}, // it asks for an embedding model
	{"policy show", ""},
	{"policy calibration", ""},
	{"policy tune", ""},
	{"policy replay", ""},
	{"policy history", ""},
	{"policy compare mode=auto", ""},
	{"policy set mode=shadow", ""},
	{"policy rollback", ""},
	{"session list", ""},
	{"session show 000000000000", ""},
	{"session export 000000000000", ""},
	{"session import session.json", ""},
	{"session add 000000000000 hello", ""},
	{"session edit 000000000000 x hello", ""},
	{"session remove 000000000000 x", ""},
	{"inbox list", ""},
	{"inbox show 1", ""},
	{"inbox replay 1", ""},
	{"dashboard", ""},
	{"key create --person 1001", ""},
	{"key list", ""},
	{"key revoke aaaaaaaa", ""},
	{"mcp --person 1001", ""},
	{"backup copy.db", ""},
	{"restore --force copy.db", ""},
	{"encrypt --decrypt", ""},
	{"erasures apply --force", ""},
	{"version", ""},
	{"healthcheck", ""},
	{"completion bash", ""},
	{"help", ""},
}

// TestNeeds: no command asks for the bot's token or the model's key that does without it.
func TestNeeds(t *testing.T) {
	d := newDesk(t, "", scripted.NewRules())
	tg := simulator.New(simulator.Options{})
	t.Cleanup(tg.Close)
	delete(d.env, "OPENAI_API_KEY")
	delete(d.env, "OPENAI_BASE_URL")
	d.env["TELEGRAM_API_URL"] = tg.URL()
	notSet := regexp.MustCompile(`(TELEGRAM_BOT_TOKEN|OPENAI_API_KEY) is not set`)
	asked := func(command string) (string, int) {
		var out, errs buffer
		code := runFrom(t.Context(), strings.NewReader(""), strings.Fields(command), d.env, &out, &errs)
		var names []string
		for _, m := range notSet.FindAllStringSubmatch(out.String()+errs.String(), -1) {
			names = append(names, m[1])
		}
		return strings.Join(slices.Compact(names), " "), code
	}
	if _, code := asked("migrate"); code != exitDone {
		t.Fatal("no database")
	}
	var all cli
	parser, err := kong.New(&all, kong.Vars{"config": ""})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range everyCommand(parser.Model.Node) {
		i := slices.IndexFunc(needs, func(n struct{ command, missing string }) bool {
			return n.command == path || strings.HasPrefix(n.command, path+" ")
		})
		if i < 0 && path != "memory" && path != "policy" && path != "session" && path != "inbox" && path != "owner" && path != "key" && path != "erasures" {
			t.Errorf("nobody says what keepsake %s needs", path)
		}
	}
	for _, n := range needs {
		if missing, code := asked(n.command); missing != n.missing || missing != "" && code != exitFailure {
			t.Errorf("keepsake %s asks for %q, want %q (exit code %d)", n.command, missing, n.missing, code)
		}
	}
	d.env["TELEGRAM_BOT_TOKEN"] = tg.Token()
	if missing, code := asked("owner link"); missing != "" || code != exitDone {
		t.Errorf("owner link with a token alone ends with %d and asks for %q", code, missing)
	}
}
