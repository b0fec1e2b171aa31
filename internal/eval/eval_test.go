package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"keepsake/llm/openai"
	"keepsake/llm/scripted"
)

const recordings = "testdata/recordings"

func loadDialogues(t *testing.T) []Dialogue {
	t.Helper()
	ds, err := LoadDialogues(os.DirFS("testdata/dialogues"))
	if err != nil {
		t.Fatal(err)
	}
	return ds
}

func loadItems(t *testing.T) []Item {
	t.Helper()
	items, err := LoadItems(os.DirFS("testdata/background"))
	if err != nil {
		t.Fatal(err)
	}
	return items
}

// oracleOf returns the stand-in that knows the labels.
func oracleOf(t *testing.T, ds []Dialogue, items ...Item) Model {
	t.Helper()
	o, err := NewOracle(ds, items)
	if err != nil {
		t.Fatal(err)
	}
	return ModelOf(o)
}

func evaluate(t *testing.T, p Plan) (Run, []Recorded) {
	t.Helper()
	r, all, err := Evaluate(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return r, all
}

// oldMark is the line of docs/models.md about a table that the present prompts have not made.
func oldMark(name string) string { return "*" + name + " was measured with earlier prompts.*" }

// TestRecordings replays each recorded run without its model, through the app as it is now. What a model did then is scored
// anew, and docs/models.md has to say the result. A prompt, a tool or a dialogue that has changed since asks what was
// never recorded: then the page has to say so of a real model, and the stand-in is to be recorded again.
func TestRecordings(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(recordings, "*.jsonl"))
	if err != nil || len(names) == 0 {
		t.Fatalf("there are no recordings: %v", err)
	}
	page, err := os.ReadFile(modelsPage)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range names {
		all, err := ReadRecording(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		ds, items := SampleOf(name).Of(loadDialogues(t), loadItems(t))
		r, _ := evaluate(t, Plan{Name: name, Recorded: all, Dialogues: ds, Items: items, Repeats: repeatsOf(all), Parallel: 1000})
		isOld := strings.Contains(string(page), oldMark(name))
		if why := r.Stale(); why != "" {
			if name == "oracle" || !isOld {
				t.Errorf("%s. A real model that is not at hand may keep its table with this line before it: %q", why, oldMark(name))
			}
			continue
		}
		if isOld {
			t.Errorf("docs/models.md says that %s was measured with earlier prompts: they are the present ones", name)
		}
		if !strings.Contains(string(page), r.Table()) {
			t.Errorf("docs/models.md has another table for %s than its recording makes; the present one:\n%s", name, r.Table())
		}
	}
}

func repeatsOf(all []Recorded) int {
	return slices.MaxFunc(all, func(a, b Recorded) int { return a.Repeat - b.Repeat }).Repeat + 1
}

// TestEvaluate plays all dialogues with the model that KEEPSAKE_EVAL names (make eval), writes the run to KEEPSAKE_EVAL_OUT and, when
// KEEPSAKE_EVAL_RECORD is set, what the model said to testdata/recordings. Without it, a few dialogues go the same way
// with the stand-in that knows the labels.
func TestEvaluate(t *testing.T) {
	ds, items := loadDialogues(t), loadItems(t)
	p := Plan{Name: cmp.Or(os.Getenv("KEEPSAKE_EVAL"), "oracle"), Repeats: number(t, "KEEPSAKE_EVAL_REPEATS", 1), Parallel: number(t, "KEEPSAKE_EVAL_PARALLEL", 4)}
	switch url := os.Getenv("OPENAI_BASE_URL"); {
	case os.Getenv("KEEPSAKE_EVAL") == "":
		ds, items = ds[:4], items[:9]
		p.Model = oracleOf(t, ds, items...)
	case p.Name == "oracle":
		p.Model, p.Parallel = oracleOf(t, ds, items...), 1000
	case url == "":
		t.Fatal("OPENAI_BASE_URL is not set: which endpoint is to answer? MODEL=oracle needs none")
	default:
		e := openai.Endpoint{BaseURL: url, APIKey: os.Getenv("OPENAI_API_KEY"), Model: p.Name, Prices: map[string]openai.Price{p.Name: price(t)}}
		p.Model = Endpoint(openai.Config{Endpoint: e})
	}
	answers := filepath.Join(cmp.Or(os.Getenv("KEEPSAKE_EVAL_OUT"), t.TempDir()), p.Name+".answers.jsonl")
	if os.Getenv("KEEPSAKE_EVAL_RESUME") == "" {
		_ = os.Remove(answers)
	}
	p.Recorded, p.Keep = resume(t, answers)
	sample := Sample{Size: number(t, "KEEPSAKE_EVAL_SAMPLE", 0), Seed: number(t, "KEEPSAKE_EVAL_SEED", 1)}
	p.Name = sample.Name(p.Name)
	ds, items = sample.Of(ds, items)
	p.Dialogues, p.Items = ds, items
	r, all := evaluate(t, p)
	t.Logf("\n%s\n%s%s", r.Table(), r.Failures(), r.Trouble)
	out := filepath.Join(cmp.Or(os.Getenv("KEEPSAKE_EVAL_OUT"), t.TempDir()), cmp.Or(os.Getenv("KEEPSAKE_EVAL_NAME"), p.Name)+".json")
	if err := WriteRun(out, r); err != nil {
		t.Fatal(err)
	}
	again, err := ReadRun(out)
	if err != nil || again.Table() != r.Table() || len(r.Results) < len(ds) {
		t.Errorf("the file of the run says something else: %v", err)
	}
	if os.Getenv("KEEPSAKE_EVAL_RECORD") != "" {
		if err := WriteRecording(filepath.Join(recordings, p.Name+".jsonl"), all); err != nil {
			t.Fatal(err)
		}
		writeTable(t, r)
	}
	if strings.HasPrefix(p.Name, "oracle") {
		checkReachable(t, ds, items, r)
	}
}

// resume returns the answers of a run that was stopped, and what appends further ones to their file.
func resume(t *testing.T, name string) ([]Recorded, func(Recorded)) {
	t.Helper()
	had, err := ReadRecording(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return had, func(r Recorded) {
		if err := AppendRecording(name, r); err != nil {
			t.Error(err)
		}
	}
}

// checkReachable proves that a model which does what the labels say is scored as right, but for the dialogues whose Held
// says that the bot stands in the way; one that it does not hold up any more is to lose that mark.
func checkReachable(t *testing.T, ds []Dialogue, items []Item, r Run) {
	t.Helper()
	wrong := map[string]bool{}
	for _, x := range r.Results {
		wrong[x.ID] = wrong[x.ID] || !x.Passed()
	}
	held := map[string]string{}
	for _, d := range ds {
		held[d.ID] = d.Held
	}
	for _, x := range items {
		held[x.ID] = x.Held
	}
	for id, why := range held {
		if wrong[id] != (why != "") {
			t.Errorf("%s: wrong with an ideal model: %v; its field held: %q", id, wrong[id], why)
		}
	}
}

const modelsPage = "../../docs/models.md"

// writeTable puts the table of a run into docs/models.md, between the comments with its name, or at its end.
func writeTable(t *testing.T, r Run) {
	page, err := os.ReadFile(modelsPage)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- "+r.Name+" -->\n", "<!-- /"+r.Name+" -->\n"
	before, rest, _ := strings.Cut(string(page), begin)
	_, after, _ := strings.Cut(rest, end)
	if err := os.WriteFile(modelsPage, []byte(before+begin+r.Table()+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

func number(t *testing.T, name string, otherwise int) int {
	if os.Getenv(name) == "" {
		return otherwise
	}
	n, err := strconv.Atoi(os.Getenv(name))
	if err != nil || n < 1 {
		t.Fatalf("%s must be a number from 1", name)
	}
	return n
}

// price reads KEEPSAKE_EVAL_PRICE: what a million tokens cost, "prompt/cached/answer".
func price(t *testing.T) (p openai.Price) {
	s := os.Getenv("KEEPSAKE_EVAL_PRICE")
	if s == "" {
		return p
	}
	if _, err := fmt.Sscanf(s, "%f/%f/%f", &p.Prompt, &p.Cached, &p.Answer); err != nil {
		t.Fatal(`KEEPSAKE_EVAL_PRICE must be three prices of a million tokens, "0.15/0.075/0.60": of the prompt, of what was cached, of the answer`)
	}
	return p
}

// TestCompare prints how two runs differ (make eval-diff).
func TestCompare(t *testing.T) {
	a, b := os.Getenv("KEEPSAKE_EVAL_A"), os.Getenv("KEEPSAKE_EVAL_B")
	ds := loadDialogues(t)[:6]
	if a == "" || b == "" { // without files: two stand-ins
		mute, _ := evaluate(t, Plan{Name: "mute", Model: Mute(), Dialogues: ds, Parallel: 6})
		good, _ := evaluate(t, Plan{Name: "oracle", Model: oracleOf(t, ds), Dialogues: ds, Parallel: 6})
		d := Diff(mute, good)
		if !strings.Contains(d, "+ de-chefin, message 1 (ought to be asked, was silent, is asked)") || strings.Contains(d, "\n- ") {
			t.Error(d)
		}
		return
	}
	x, err := ReadRun(a)
	if err != nil {
		t.Fatal(err)
	}
	y, err := ReadRun(b)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%s", Diff(x, y))
}

// TestScoreTells proves that the score tells good behaviour from bad: who stores everything is wrong wherever nothing is to be kept,
// who does nothing is wrong wherever something is, and both speak English to everybody.
func TestScoreTells(t *testing.T) {
	ds := loadDialogues(t)
	var some []Dialogue
	isKnown := map[string]bool{} // the bot itself keeps nothing twice, whatever a model stores
	for i := 0; i < len(ds); i += 1 + len(ds)/24 {
		some = append(some, ds[i])
		isKnown[ds[i].ID] = len(ds[i].Known) > 0
	}
	for name, m := range map[string]Model{"mute": Mute(), "eager": Eager()} {
		r, _ := evaluate(t, Plan{Name: name, Model: m, Dialogues: some, Parallel: 100})
		for _, x := range r.Results {
			switch first := x.Turn == 1; {
			case name == "mute" && x.Acted != (x.Want == Silent):
				t.Errorf("mute: %s, message %d: %v", x.ID, x.Turn, x.Seen)
			case name == "eager" && first && x.Kind == "hard negative" && !isKnown[x.ID] && x.Acted:
				t.Errorf("eager: %s is right: %v", x.ID, x.Seen)
			case name == "eager" && first && x.Lang != "en" && x.Language:
				t.Errorf("eager: %s is in the right language: %v", x.ID, x.Seen)
			}
		}
	}
}

// A changed prompt is noticed: not one of its requests is in the recording, and the run says what to do.
func TestAChangedPromptIsStale(t *testing.T) {
	ds := loadDialogues(t)[:2]
	_, all := evaluate(t, Plan{Name: "oracle", Model: oracleOf(t, ds), Dialogues: ds})
	if r, _ := evaluate(t, Plan{Name: "oracle", Recorded: all, Dialogues: ds}); r.Stale() != "" || r.Missing > 0 || r.Failures() != "" {
		t.Errorf("unchanged: %s %s", r.Stale(), r.Failures())
	}
	for i := range all { // as if the recording had been made with another prompt
		all[i].Hash = "0" + all[i].Hash[1:]
	}
	all = slices.DeleteFunc(all, func(r Recorded) bool { return strings.HasSuffix(r.Hash, "0") })
	r, _ := evaluate(t, Plan{Name: "oracle", Recorded: all, Dialogues: ds})
	if why := r.Stale(); !strings.Contains(why, "make eval-record MODEL=oracle") || r.Failures() == "" {
		t.Errorf("%q", why)
	}
}

// A real endpoint is asked as the bot asks it: the same messages, tools and form, through the same client.
func TestEndpoint(t *testing.T) {
	ds := loadDialogues(t)[:3]
	server := scripted.New(scripted.Options{Brain: scripted.BrainFunc(func(ctx context.Context, p scripted.Prompt) (scripted.Answer, error) {
		r, err := oracleOf(t, ds)(ctx, p)
		a := scripted.Answer{Text: r.Text}
		for _, c := range r.Calls {
			a.Calls = append(a.Calls, scripted.Call{Name: c.Name, Args: c.Args})
		}
		return a, err
	})})
	defer server.Close()
	e := openai.Endpoint{BaseURL: server.URL(), Model: scripted.DefaultModel, Prices: map[string]openai.Price{scripted.DefaultModel: {Prompt: 1, Answer: 2}}}
	r, _ := evaluate(t, Plan{Name: "endpoint", Model: Endpoint(openai.Config{Endpoint: e}), Dialogues: ds, Parallel: 3})
	if r.Failures() != "" || r.Failed > 0 || r.Usage.Cost <= 0 || len(server.Violations()) > 0 {
		t.Errorf("%s %d failed, cost %f, %q", r.Failures(), r.Failed, r.Usage.Cost, server.Violations())
	}
	if !strings.Contains(r.Table(), "a dialogue.") {
		t.Error(r.Table())
	}
	server.Down(scripted.Fault{Trouble: scripted.Status, Status: 401})
	if r, _ := evaluate(t, Plan{Name: "endpoint", Model: Endpoint(openai.Config{Endpoint: e}), Dialogues: ds[:1]}); r.Failed == 0 || !strings.Contains(r.Table(), "without an answer") {
		t.Error(r.Table())
	}
}

// TestBackgroundTells proves that the score of the background prompts tells good from bad: a model that answers nothing of use keeps
// nothing and finds nothing said, and a judge without the right form has failed.
func TestBackgroundTells(t *testing.T) {
	items := loadItems(t)
	r, _ := evaluate(t, Plan{Name: "mute", Model: Mute(), Items: items})
	for _, x := range r.Results {
		switch {
		case x.Part == Judging && !slices.Equal(x.Seen.Kinds, []string{Failed}):
			t.Errorf("%s: the judge said nothing and is scored as %v", x.ID, x.Seen.Kinds)
		case x.Part != Judging && x.Passed() != (x.Want == Silent):
			t.Errorf("%s: nothing was listed: %+v", x.ID, x.Seen)
		}
	}
	yes := ModelOf(scripted.BrainFunc(func(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
		if strings.HasPrefix(p.Messages[0].Content, "You list what a person states") {
			return scripted.Answer{Text: listStatements(p.Last().Content)}, nil
		}
		return scripted.Answer{Text: Oracle{}.matchClaims(p.Last().Content)}, nil
	}))
	judged := slices.DeleteFunc(items, func(x Item) bool { return x.Part != Judging })
	r, _ = evaluate(t, Plan{Name: "approving", Model: yes, Items: judged})
	for _, x := range r.Results {
		if x.Passed() != (x.Want == Said) {
			t.Errorf("%s: approved, and scored as %v", x.ID, x.Seen.Kinds)
		}
	}
}
