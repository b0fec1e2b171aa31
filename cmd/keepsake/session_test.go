package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"keepsake/llm/scripted"
)

// keepsake runs a command and returns what it printed.
func (d *desk) keepsake(args ...string) (out, errs string, code int) {
	d.t.Helper()
	var o, e bytes.Buffer
	code = runFrom(d.t.Context(), strings.NewReader(""), args, d.env, &o, &e)
	return o.String(), e.String(), code
}

// must is keepsake for what has to work.
func (d *desk) must(args ...string) string {
	d.t.Helper()
	out, errs, code := d.keepsake(args...)
	if code != 0 {
		d.t.Fatalf("keepsake %s: %d %s", strings.Join(args, " "), code, errs)
	}
	return out
}

var aSession = regexp.MustCompile(`(?m)^[0-9a-f]{12}\b`)

// latest returns the public id of the last active conversation.
func (d *desk) latest() string {
	d.t.Helper()
	id := aSession.FindString(d.must("session", "list"))
	if id == "" {
		d.t.Fatal("no conversation is listed")
	}
	return id
}

var aMessage = regexp.MustCompile(`(?m)^([0-9a-f-]{36})  \S+  (\w+)`)

// A conversation goes out to a file and comes back with everything (M16), under another id,
// and the terminal goes on with it (chat --resume ID, I12).
func TestSessionExportImportResume(t *testing.T) {
	rules := scripted.NewRules()
	rules.When("good morning").Say("Good morning, Ann.")
	rules.When("what did I say").Say("Good morning.")
	rules.Otherwise().Say("Yes.")
	d := newDesk(t, "", rules)
	if out := d.must("migrate"); out == "" {
		t.Error("migrate says nothing")
	}
	if out := d.must("session"); out != "No conversations are kept.\n" {
		t.Errorf("an empty list: %q", out)
	}
	d.chat("good morning\n")
	first := d.latest()
	d.chat("something else\n")
	shown := d.must("session", "show", first)
	if !strings.Contains(shown, "user ann\n  good morning\n") || !strings.Contains(shown, "assistant\n  Good morning, Ann.\n") {
		t.Errorf("show:\n%s", shown)
	}
	if got := d.must("session", "export", first, "-o", "one.json"); got != "Exported to one.json.\n" {
		t.Errorf("export: %q", got)
	}
	if info, err := os.Stat("one.json"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is readable by others: %v %v", info, err)
	}
	if _, errs, code := d.keepsake("session", "export", first, "-o", "no/such/folder.json"); code != 1 || errs == "" {
		t.Errorf("a folder that is not there: %d %q", code, errs)
	}
	if got, errs, code := d.chat("what did I say?\n", "--resume", first); got != "Good morning.\n" || code != 0 {
		t.Errorf("resumed by its id (%d): %q %s", code, got, errs)
	}
	if w := d.window(); w != "user: good morning\nassistant: Good morning, Ann.\nuser: what did I say?\n" {
		t.Errorf("the model was shown\n%s", w)
	}
	if _, errs, code := d.keepsake("session", "import", "one.json"); code != 1 || !strings.Contains(errs, "is in the database already") {
		t.Errorf("its messages are here already: %d %s", code, errs)
	}

	other := newDesk(t, "", rules)
	other.must("migrate")
	saved, err := os.ReadFile(d.dir + "/one.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("one.json", saved, 0o600); err != nil {
		t.Fatal(err)
	}
	if out := other.must("session", "import", "one.json"); !regexp.MustCompile(`^Imported as [0-9a-f]{12}\. Go on with it: keepsake chat --resume [0-9a-f]{12}\n$`).MatchString(out) {
		t.Errorf("import: %q", out)
	}
	id := other.latest()
	if id == first {
		t.Error("the copy has the id of the original")
	}
	if again := other.must("session", "export", id, "-o", "-"); again != string(saved) {
		t.Errorf("after the way out and back:\n%s\nwant\n%s", again, saved)
	}
	if got, errs, _ := other.chat("what did I say?\n", "--resume="+id); got != "Good morning.\n" {
		t.Errorf("resumed: %q %s", got, errs)
	}
	if w := other.window(); w != "user: good morning\nassistant: Good morning, Ann.\nuser: what did I say?\n" {
		t.Errorf("the model was shown\n%s", w)
	}
}

// What is shown of a conversation can be chosen, added to and changed (M3–M11); what was
// said stays on record.
func TestSessionChanges(t *testing.T) {
	rules := scripted.NewRules()
	rules.When("recall the number").Say("I cannot.")
	rules.Otherwise().Say("Noted.")
	d := newDesk(t, "", rules)
	d.chat("the number is 41\nand the word is tea\n")
	id := d.latest()
	ids := aMessage.FindAllStringSubmatch(d.must("session", "show", id), -1)
	if len(ids) != 4 || ids[0][2] != "user" || ids[1][2] != "assistant" {
		t.Fatalf("messages %v", ids)
	}
	if out := d.must("session", "show", id, "--by", "user"); !strings.Contains(out, "41") || !strings.Contains(out, "tea") || strings.Contains(out, "Noted") {
		t.Errorf("of the user:\n%s", out)
	}
	if out := d.must("session", "show", id, "--last", "1"); strings.Count(out, "Noted.") != 1 || strings.Contains(out, "tea") {
		t.Errorf("the last:\n%s", out)
	}
	d.must("session", "edit", id, ids[0][1], "the number is 42")
	if out := d.must("session", "show", id, "--message", ids[0][1]); !strings.Contains(out, "\n  the number is 42\n") {
		t.Errorf("edited:\n%s", out)
	}
	d.must("session", "remove", id, ids[2][1])
	if added := d.must("session", "add", id, "by the way"); len(strings.TrimSpace(added)) != 36 {
		t.Errorf("added: %q", added)
	}
	if out := d.must("session", "show", id, "--prompt"); out != "user: the number is 42\nassistant: Noted.\nassistant: Noted.\nuser: by the way\n" {
		t.Errorf("as the model is shown it:\n%s", out)
	}
	d.must("session", "remove", id, "--all")
	if out := d.must("session", "show", id); out != "" {
		t.Errorf("everything was removed:\n%s", out)
	}
	if out := d.must("session", "export", id, "-o", "-"); !strings.Contains(out, "the number is 41") {
		t.Error("the record of what was said is gone")
	}
}

// What cannot be meant is said, with what to type.
func TestSessionRefusals(t *testing.T) {
	rules := scripted.NewRules()
	rules.Otherwise().Say("Hello.")
	d := newDesk(t, "", rules)
	if out, errs, code := d.keepsake("session", "list"); code != 1 || !strings.Contains(out, "No memory store found.") || !strings.Contains(errs, "keepsake.db") {
		t.Errorf("without a database: %d %q %q", code, out, errs)
	}
	d.chat("hi\n")
	id := d.latest()
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"session", "show", "000000000000"}, "no such session"},
		{[]string{"session", "show", "nobody.yaml"}, "name a conversation by its id"},
		{[]string{"session", "show", id, "--message", "none"}, "no such message"},
		{[]string{"session", "add", id}, "say one text"},
		{[]string{"session", "edit", id, "x"}, "say one text"},
		{[]string{"session", "edit", id, "none", "x"}, "no such message"},
		{[]string{"session", "remove", id}, "name messages"},
		{[]string{"session", "remove", id, "none"}, "no such message"},
		{[]string{"session", "import"}, "an argument is missing: <path>"},
		{[]string{"session", "import", "a", "b"}, "name one file"},
		{[]string{"session", "import", "none.json"}, "none.json"},
		{[]string{"chat", "--resume", "000000000000"}, "no conversation of yours has this id"},
		{[]string{"chat", "--resume=last"}, "is followed by the id of a conversation"},
	} {
		if _, errs, code := d.keepsake(c.args...); code == 0 || !strings.Contains(errs, c.want) {
			t.Errorf("keepsake %s: %d %q, want %q", strings.Join(c.args, " "), code, errs, c.want)
		}
	}
	if err := os.WriteFile("broken.json", []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, errs, code := d.keepsake("session", "import", "broken.json"); code != 1 || !strings.Contains(errs, "not a saved conversation") {
		t.Errorf("a broken file: %d %s", code, errs)
	}
}
