package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"keepsake/demo/companion"
	"keepsake/llm/scripted"
	"keepsake/store/storetest"
)

// TestMain lets a test run this binary as the command, to be killed.
func TestMain(m *testing.M) {
	if os.Getenv("KEEPSAKE_TEST_AS_COMMAND") != "" {
		main()
	}
	os.Exit(m.Run())
}

// desk is a person at a keyboard, a model, and a database.
type desk struct {
	t     *testing.T
	dir   string
	env   map[string]string
	model *scripted.Server
}

func newDesk(t *testing.T, database string, brain scripted.Brain) *desk {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir()) // nobody's configuration file
	d := &desk{t: t, dir: t.TempDir()}
	t.Chdir(d.dir)
	d.model = scripted.New(scripted.Options{Brain: brain})
	t.Cleanup(func() {
		d.model.Close()
		if v := d.model.Violations(); len(v) > 0 {
			t.Errorf("the endpoint was spoken to wrongly: %v", v)
		}
	})
	if database == "" {
		database = "sqlite:" + filepath.Join(t.TempDir(), "keepsake.db")
	}
	d.env = map[string]string{
		"OPENAI_BASE_URL": d.model.URL(), "OPENAI_API_KEY": "sk-test", "KEEPSAKE_MODEL": scripted.DefaultModel,
		"DATABASE_URL": database, "USER": "ann", "LANG": "en_GB.UTF-8",
	}
	return d
}

// chat types lines into keepsake chat and returns what it printed.
func (d *desk) chat(lines string, args ...string) (out, errs string, code int) {
	d.t.Helper()
	var o, e bytes.Buffer
	code = runFrom(d.t.Context(), strings.NewReader(lines), append([]string{"chat"}, args...), d.env, &o, &e)
	return o.String(), e.String(), code
}

// prompt is the last of a turn; what scrolled away is summarised when the model has time.
func (d *desk) prompt() (last scripted.Prompt) {
	for _, r := range d.model.Requests() {
		if !strings.Contains(r.Prompt.System(), "You keep the running summary") {
			last = r.Prompt
		}
	}
	return last
}

// window is what the model was last shown of the conversation, without the late block.
func (d *desk) window() string {
	var b strings.Builder
	for _, m := range d.prompt().Messages {
		switch {
		case m.Role == "system":
		case len(m.ToolCalls) > 0:
			fmt.Fprintf(&b, "%s calls %s\n", m.Role, m.ToolCalls[0].Name)
		default:
			fmt.Fprintf(&b, "%s: %s\n", m.Role, strings.ReplaceAll(m.Content, "\n", "\n  "))
		}
	}
	return b.String()
}

var changing = regexp.MustCompile(`\[[0-9A-Za-z]{8}\]`)

// steady replaces ids, which differ every time.
func steady(s string) string { return changing.ReplaceAllString(s, "[MEMORYID]") }

// TestChats plays testdata/chat: files of the folder, rules of the model, and for each
// "chat …" what is typed; after it "out" and "err", what is printed, "window", what of the
// conversation the model was last shown, and "system", of which each line is in the prompt
// ("! …" is not).
func TestChats(t *testing.T) {
	files, err := filepath.Glob("testdata/chat/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	home, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	rulesOfDemo, err := os.ReadFile("../../demo/companion.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			file := filepath.Join(home, file)
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			d := newDesk(t, "", scripted.NewRules())
			var out, errs string
			for i, f := range a.Files {
				got, golden := "", true
				switch word, rest, _ := strings.Cut(f.Name, " "); word {
				case "model":
					rules, err := companion.New(rulesOfDemo, f.Data)
					if err != nil {
						t.Fatal(err)
					}
					d.model.SetBrain(rules)
					golden = false
				case "chat":
					out, errs, _ = d.chat(string(f.Data), strings.Fields(rest)...)
					golden = false
				case "out":
					got = out
				case "err":
					got = errs
				case "window":
					got = d.window()
				case "system":
					d.system(string(f.Data))
					golden = false
				default:
					if err := os.WriteFile(f.Name, f.Data, 0o600); err != nil {
						t.Fatal(err)
					}
					golden = false
				}
				if got = steady(got); golden && *update {
					a.Files[i].Data = []byte(got)
				} else if golden && got != string(f.Data) {
					t.Errorf("%s, file %d (%s):\n got %s\nwant %s", filepath.Base(file), i+1, f.Name, got, f.Data)
				}
			}
			if *update {
				if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func (d *desk) system(lines string) {
	d.t.Helper()
	system := d.prompt().System()
	for line := range strings.Lines(lines) {
		line = strings.TrimSpace(line)
		lacking, not := strings.CutPrefix(line, "! ")
		if strings.Contains(system, lacking) == not {
			d.t.Errorf("%q in the prompt: %v", lacking, not)
		}
	}
}

// TestChatKilled: a chat that is killed while the model answers loses nothing: --resume
// finds what was said, and answers it (I10, I12). On both databases.
func TestChatKilled(t *testing.T) {
	for _, c := range []struct{ name, url string }{{"sqlite", ""}, {"postgres", storetest.PostgresURL(t)}} {
		t.Run(c.name, func(t *testing.T) {
			rules := scripted.NewRules()
			rules.When("Good morning").Say("Good morning, Ann.")
			rules.When("The answer is 42").Fail(scripted.Fault{Trouble: scripted.Hang})
			d := newDesk(t, c.url, rules)
			d.env["KEEPSAKE_LEASE"] = "1s" // of the killed one, which is waited for
			exe, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(exe, "chat")
			cmd.Env = append(os.Environ(), "KEEPSAKE_TEST_AS_COMMAND=1")
			for k, v := range d.env {
				cmd.Env = append(cmd.Env, k+"="+v)
			}
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			var out buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(in, "Good morning")
			fmt.Fprintln(in, "The answer is 42")
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			if err := d.model.WaitFor(ctx, func(rs []scripted.Request) bool { return len(rs) == 2 }); err != nil {
				t.Fatalf("%v: %s", err, out.String())
			}
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait() // it was killed
			again := scripted.NewRules()
			again.When("The answer is 42").Say("So it is.")
			again.When("And now").Say("Now we go on.")
			d.model.SetBrain(again)
			got, errs, code := d.chat("And now?\n", "--resume")
			if want := "So it is.\nNow we go on.\n"; got != want || code != 0 {
				t.Errorf("after the kill (%d): %q, want %q\n%s", code, got, want, errs)
			}
			want := "user: Good morning\nassistant: Good morning, Ann.\nuser: The answer is 42\nassistant: So it is.\nuser: And now?\n"
			if w := d.window(); w != want {
				t.Errorf("the model was shown\n%s\nwant\n%s", w, want)
			}
		})
	}
}

// TestChatList: the ids that people see, of the conversations that are kept (I4, I11).
func TestChatList(t *testing.T) {
	rules := scripted.NewRules()
	rules.Otherwise().Say("Hello.")
	d := newDesk(t, "", rules)
	if out, _, code := d.chat("", "--list"); out != "No conversations are kept.\n" || code != 0 {
		t.Errorf("%d %s", code, out)
	}
	for range 12 {
		d.chat("hi\n")
	}
	out, errs, code := d.chat("", "--list")
	rows := regexp.MustCompile(`(?m)^[0-9a-f]{12}  \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00  \S+$`).FindAllString(out, -1)
	if len(rows) != 10 || code != 0 {
		t.Errorf("%d conversations (%d):\n%s%s", len(rows), code, out, errs)
	}
}
