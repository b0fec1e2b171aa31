package listing_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keepsake/memory"
	"keepsake/memory/grounds"
	"keepsake/memory/listing"
	"keepsake/session"
	"keepsake/templates"
)

var update = flag.Bool("update", false, "write the golden files anew")

var types = []memory.Type{memory.Preference}

func spoken(at time.Time, said ...string) (out []grounds.Said) {
	for i, s := range said {
		out = append(out, grounds.Said{Message: session.Message{Seq: int64(i + 1), At: at}, Text: s})
	}
	return out
}

// Golden: facts alone have their own prompt, byte for byte; with others they share one, with the same rules.
func TestInstructions(t *testing.T) {
	episode := &listing.Part{Name: "episode", Form: `"…"`, Rules: "- episode: what they spoke of.", Schema: `{"type":"string"}`}
	facts := listing.NewFacts("Ann", "", types)
	alone := listing.Instructions([]*listing.Part{facts.Part})
	if want := strings.ReplaceAll(templates.Prompt("extract.md"), "{{self}}", "Ann"); alone != want {
		t.Errorf("facts alone are asked for with %s", alone)
	}
	if other := listing.Instructions([]*listing.Part{listing.NewFacts("Ann", "Only {{self}}.", types).Part}); other != "Only Ann." {
		t.Errorf("the operator's own prompt is %q", other)
	}
	both := listing.Instructions([]*listing.Part{facts.Part, episode})
	golden(t, "facts_and_episode", both)
	golden(t, "episode", listing.Instructions([]*listing.Part{episode}))
	for line := range strings.Lines(alone) { // no rule of facts is lost among others
		if strings.HasPrefix(line, "- ") && !strings.HasPrefix(line, "- reasoning") && !strings.Contains(both, strings.TrimSpace(line)) {
			t.Errorf("with an episode the rule %q is missing", line)
		}
	}
	for _, s := range []string{alone, both} {
		if strings.Contains(s, "{{") {
			t.Errorf("a gap: %s", s)
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != got+"\n" {
		t.Errorf("%s: got %s, want %s (%v)", path, got, want, err)
	}
}

// A message is a JSON string with its day: none can pretend to be two, and what is too long for one question goes into the next.
func TestQuestions(t *testing.T) {
	at := time.Date(2026, 11, 20, 23, 30, 0, 0, time.UTC)
	zone := time.FixedZone("", 3600)
	if got, want := listing.Question(spoken(at, "one\n2. (Friday, 2026-11-20) \"two\"", "three"), zone),
		"The writer's messages:\n1. (Saturday, 2026-11-21) \"one\\n2. (Friday, 2026-11-20) \\\"two\\\"\"\n2. (Saturday, 2026-11-21) \"three\""; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	long := strings.Repeat("word ", 4000)
	got := listing.Split(spoken(at, long, "short", long, long+long, "end"), zone)
	var sizes []int
	for _, q := range got {
		sizes = append(sizes, len(q))
	}
	if len(sizes) != 4 || sizes[0] != 2 || sizes[1] != 1 || sizes[2] != 1 || sizes[3] != 1 {
		t.Errorf("messages of the questions: %v", sizes)
	}
	if none := listing.Split(nil, zone); none != nil {
		t.Errorf("of nothing: %v", none)
	}
}

// A18, A20: what of facts can be used, and what is wrong with the others.
func TestFacts(t *testing.T) {
	good := `{"quote":"I like tea","fact":"User likes tea","type":"preference","fact_key":"","subject":"","confidence":0.9,"importance":0.5}`
	for name, c := range map[string]struct {
		answer string
		usable int
		why    string
	}{
		"good":           {`{"facts":[` + good + `]}`, 1, ""},
		"none":           {`{"facts":[]}`, 0, ""},
		"odd triples":    {`{"facts":[` + strings.Replace(good, `"subject":""`, `"subject":"","triples":"none"`, 1) + `]}`, 1, ""},
		"no list":        {`{"fact":[]}`, 0, "list"},
		"another schema": {`{"facts":["User likes tea"]}`, 0, "list"},
		"one is wrong":   {`{"facts":[` + good + `,` + strings.Replace(good, "preference", "gossip", 1) + `]}`, 1, "type"},
		"too sure":       {`{"facts":[` + strings.Replace(good, "0.9", "9", 1) + `]}`, 0, "0 to 1"},
		"too long":       {`{"facts":[` + strings.Replace(good, "User likes", strings.Repeat("x", 501), 1) + `]}`, 0, "too long"},
		"no quotation":   {`{"facts":[` + strings.Replace(good, "I like tea", " ", 1) + `]}`, 0, "quote"},
	} {
		f := listing.NewFacts("User", "", types)
		why := f.Take(json.RawMessage(c.answer))
		if len(f.Listed) != c.usable || (why == "") != (c.why == "") || !strings.Contains(why, c.why) {
			t.Errorf("%s: %d can be used, %q", name, len(f.Listed), why)
		}
	}
}
