package eval

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"keepsake/llm/scripted"
)

// The interval is Wilson's: values from his formula, and ends that stay between 0 and 100.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		right, all int
		low, high  float64
	}{{0, 10, 0, 27.75}, {10, 10, 72.25, 100}, {8, 10, 49.02, 94.33}, {50, 100, 40.38, 59.62}, {0, 0, 0, 100}} {
		low, high := Wilson(c.right, c.all)
		if low < c.low-0.01 || low > c.low+0.01 || high < c.high-0.01 || high > c.high+0.01 {
			t.Errorf("%d of %d: %.2f to %.2f", c.right, c.all, low, high)
		}
	}
}

func TestSignTest(t *testing.T) {
	for _, c := range []struct {
		a, b int
		p    float64
	}{{0, 0, 1}, {5, 5, 1}, {0, 6, 0.03125}, {1, 9, 0.021484375}, {200, 0, 0}} {
		if p := signTest(c.a, c.b); p < c.p-1e-9 || p > c.p+1e-9 {
			t.Errorf("%d and %d: %f", c.a, c.b, p)
		}
	}
}

// Each of the three scores can be missed alone.
func TestScore(t *testing.T) {
	d := Dialogue{Lang: "en", Turns: []Turn{{Say: "x", Did: Stored, Facts: []Fact{{Holds: []string{"vegan"}}}}}}
	update := Dialogue{Lang: "en", Turns: []Turn{{Say: "x", Did: Updated, Facts: []Fact{{Holds: []string{"Rome"}, Of: "Berlin"}}}}}
	task := Dialogue{Lang: "en", Turns: []Turn{{Say: "x", Did: Tasked, Task: "Buy milk", Holds: []string{"milk"}}}}
	ask := Dialogue{Lang: "en", Turns: []Turn{{Say: "x", Did: Asked, Facts: []Fact{{Holds: []string{"Alec"}}}}}}
	for name, c := range map[string]struct {
		d    Dialogue
		seen Seen
		want string
	}{
		"right":                   {d, Seen{Kinds: []string{Stored}, Facts: []string{"User is vegan"}, Reply: "Good to know."}, "acted facts language"},
		"not stored":              {d, Seen{Kinds: []string{Silent}}, "language"},
		"waits":                   {d, Seen{Kinds: []string{Waiting}, Facts: []string{"User is vegan"}}, "facts language"},
		"something else":          {d, Seen{Kinds: []string{Stored}, Facts: []string{"User is tired"}}, "acted language"},
		"one too many":            {d, Seen{Kinds: []string{Stored}, Facts: []string{"User is vegan", "User is tired"}}, "acted language"},
		"another language":        {d, Seen{Kinds: []string{Stored}, Facts: []string{"Der Nutzer ist vegan und das ist gut"}}, "acted facts"},
		"another answer":          {d, Seen{Kinds: []string{Stored}, Facts: []string{"User is vegan"}, Reply: "Das ist gut und nicht schlecht"}, "acted facts"},
		"the right one":           {update, Seen{Kinds: []string{Updated}, Facts: []string{"User lives in Rome"}, Updated: []string{"User lives in Berlin"}}, "acted facts language"},
		"another one":             {update, Seen{Kinds: []string{Updated}, Facts: []string{"User lives in Rome"}, Updated: []string{"User is vegan"}}, "acted language"},
		"the task":                {task, Seen{Kinds: []string{Tasked}, Tasks: []string{"Buy milk"}}, "acted facts language"},
		"another task":            {task, Seen{Kinds: []string{Tasked}, Tasks: []string{"Sleep"}}, "acted language"},
		"task and memory":         {task, Seen{Kinds: []string{Stored, Tasked}, Tasks: []string{"Buy milk"}, Facts: []string{"User needs milk"}}, "language"},
		"asked in words":          {ask, Seen{Kinds: []string{Asked}, Reply: "Shall I remember that Alec is your boss?"}, "acted facts language"},
		"asked about another one": {ask, Seen{Kinds: []string{Asked}, Reply: "Shall I remember that?"}, "acted language"},
	} {
		for range c.seen.Facts {
			c.seen.Quotes = append(c.seen.Quotes, "x")
		}
		r := Score(c.d, 0, []Seen{c.seen})[0]
		var got []string
		for _, x := range []struct {
			is   bool
			name string
		}{{r.Acted, "acted"}, {r.Facts, "facts"}, {r.Language, "language"}} {
			if x.is {
				got = append(got, x.name)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q, want %q", name, s, c.want)
		}
	}
	for quote, want := range map[string]bool{"I'm vegan": true, "I'm vega": true, "You are vegan": false, "": false, "A bank": false} {
		talk := Dialogue{Lang: "en", Turns: []Turn{{Say: "Hi! I'm vegan", Did: Stored}, {Forward: "A bank", Did: Silent}}}
		seen := Seen{Kinds: []string{Stored}, Facts: []string{"User is vegan"}, Quotes: []string{quote}}
		if r := Score(talk, 0, []Seen{seen, seen}); r[0].Quoted != want || r[1].Quoted != want {
			t.Errorf("quoted %q: %v", quote, r)
		}
	}
	if r := Score(d, 0, []Seen{{Facts: []string{"User is vegan"}}})[0]; r.Quoted {
		t.Error("what rests on nothing is quoted")
	}
	if r := Score(d, 0, nil)[0]; r.Passed() || r.Acted {
		t.Error("what was not seen is right")
	}
}

// The hash of a request does not know which ids it has, nor which minute it is; anything else changes it.
func TestHash(t *testing.T) {
	const request = "<system>   Rules.\n- [id:AAAAAAAA] x\n<assistant> f({\"memory_id\":\"AAAAAAAA\"})=call_000007\n<system>   Now: Sunday, 22 November 2026, 12:00 (UTC).\n"
	same, ids := hashOf(request)
	if other, _ := hashOf(strings.NewReplacer("AAAAAAAA", "BBBBBBBB", "call_000007", "call_000019", "12:00", "12:01").Replace(request)); other != same {
		t.Error("ids or the minute are in the hash")
	}
	for _, change := range []string{"Rules.>Rule.", "22 November>23 November", "] x>] y"} {
		from, to, _ := strings.Cut(change, ">")
		if other, _ := hashOf(strings.Replace(request, from, to, 1)); other == same {
			t.Errorf("%s does not change the hash", change)
		}
	}
	if n := ids.number("AAAAAAAA"); n == "AAAAAAAA" || len(n) != 8 || ids.restore(n) != "AAAAAAAA" {
		t.Error(n)
	}
}

// A model that fails is recorded as failing, and its error is told.
func TestTapeKeepsFailures(t *testing.T) {
	broken := errors.New("down")
	tape := NewTape(func(context.Context, scripted.Prompt) (Recorded, error) { return Recorded{}, broken }, nil)
	for range 2 {
		if a, err := tape.Answer(t.Context(), scripted.Prompt{Text: "x"}); err != nil || a.Fault == nil {
			t.Errorf("%+v %v", a, err)
		}
	}
	all, err := tape.Recorded()
	if len(all) != 1 || !all[0].Failed || err != broken {
		t.Errorf("%+v %v", all, err)
	}
}

func TestFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a", "r.jsonl")
	all := []Recorded{{Hash: "h", Text: "<b>", Calls: []Call{{"f", `{"a":1}`}}}, {Hash: "i", Repeat: 1, Failed: true}}
	if err := WriteRecording(name, all); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadRecording(name); err != nil || len(got) != 2 || got[0].Text != "<b>" || got[0].Calls[0] != all[0].Calls[0] || !got[1].Failed {
		t.Errorf("%+v %v", got, err)
	}
	if err := os.WriteFile(name, []byte("no\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadRecording(name); err == nil {
		t.Error("a broken recording is read")
	}
	if _, err := ReadRun(name); err == nil {
		t.Error("a broken run is read")
	}
	if _, err := ReadRun(name + "x"); err == nil {
		t.Error("a run that is not there is read")
	}
}
