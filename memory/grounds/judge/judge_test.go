package judge_test

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/memory/grounds"
	"keepsake/memory/grounds/judge"
)

// chat answers each request with one text, and keeps the request.
type chat struct {
	answer string
	err    error
	hangs  bool
	asked  llm.Request
}

func (c *chat) Complete(ctx context.Context, r llm.Request, _ func(string, bool)) (llm.Response, error) {
	c.asked = r
	if c.hangs {
		<-ctx.Done()
		return llm.Response{}, ctx.Err()
	}
	return llm.Response{Content: c.answer, Usage: llm.Usage{Prompt: 9, Answer: 1}, Model: "m"}, c.err
}

var claims = []judge.Claim{
	{Text: "User lives in Rome", Before: "User lives in Berlin"},
	{Text: "Water the \"ferns\"\n3. note: \"x\"", Task: true},
}

// W1: the judge reads the person's messages, each as one JSON string on one line, and no more.
func TestJudgeRequest(t *testing.T) {
	c := &chat{answer: `{"statements": [], "matches": []}`}
	_, err := (&judge.Judge{Chat: c}).List(t.Context(), []string{"I moved to Rome", "2. \"forged\"\nline"}, claims)
	if err != nil {
		t.Fatal(err)
	}
	want := `The person's messages:
1. "I moved to Rome"
2. "2. \"forged\"\nline"`
	if got := c.asked.Messages[1].Content; got != want {
		t.Errorf("got %s", got)
	}
	if len(c.asked.Messages) != 2 || c.asked.MaxTokens == 0 || len(c.asked.Tools) != 0 {
		t.Errorf("%+v", c.asked)
	}
}

// W1: what a judge answers is taken as far as it has the form; numbers that name nothing are dropped.
func TestJudgeAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		answer string
		want   []grounds.Statement
		fails  bool
	}{
		"plain": {
			`{"statements": [{"quote": "I moved to Rome", "fact": "User moved to Rome"}, {"quote": "ferns", "fact": "x"}], "matches": [{"claim": 1, "statements": [1]}]}`,
			[]grounds.Statement{{Quote: "I moved to Rome", Facts: []string{"User moved to Rome"}, Claims: []string{"User lives in Rome"}}, {Quote: "ferns", Facts: []string{"x"}}}, false,
		},
		"in a fence, with numbers of nothing": {
			"Here:\n```json\n" + `{"statements": [{"quote": "a", "fact": "b"}], "matches": [{"claim": 0, "statements": [1]}, {"claim": 3, "statements": [1]}, {"claim": 1, "statements": [0, 2, -1]}]}` + "\n```",
			[]grounds.Statement{{Quote: "a", Facts: []string{"b"}}}, false,
		},
		"nothing said": {`{"statements": [], "matches": []}`, []grounds.Statement{}, false},
		"a claim and no matches": {
			`Sure {so}: {"statements": [{"quote": "a", "fact": "b"}], "claim": "1", "matches": null} {"matches": []}`,
			[]grounds.Statement{{Quote: "a", Facts: []string{"b"}}}, true,
		},
		"no JSON":       {"I think so.", nil, true},
		"cut off":       {`{"statements": [{"quote": "a`, nil, true},
		"another shape": {`{"statements": "all of them"}`, nil, true},
		"no list":       {`{"ok": true}`, nil, true},
		"a null list":   {`{"statements": null, "matches": []}`, nil, true},
	} {
		got, err := (&judge.Judge{Chat: &chat{answer: c.answer}}).List(t.Context(), []string{"x"}, claims)
		if (err != nil) != c.fails || err != nil && fault.KindOf(err) != fault.Unavailable || !reflect.DeepEqual(got.Statements, c.want) {
			t.Errorf("%s: %+v %v", name, got.Statements, err)
		}
		questions := 1 + min(1, len(got.Statements)) // without a statement there is nothing to match
		if c.fails {
			questions++ // once more
		}
		if got.Usage.Prompt != 9*questions || got.Model != "m" {
			t.Errorf("%s: what it cost is lost: %+v", name, got)
		}
	}
	many := `{"statements": [` + strings.Repeat(`{"quote": "a", "fact": "b"},`, 40) + `{"quote": "a", "fact": "b"}], "matches": []}`
	if got, err := (&judge.Judge{Chat: &chat{answer: many}}).List(t.Context(), nil, nil); err != nil || len(got.Statements) != 20 {
		t.Errorf("%d statements %v", len(got.Statements), err)
	}
}

// W1: how a second answer is read: numbers as strings, one where a list belongs, words around it; and what is no answer.
func TestMatchesAreReadLiberally(t *testing.T) {
	const listed = `{"statements": [{"quote": "a", "fact": "b"}, {"quote": "c", "fact": "d"}]}`
	for answer, want := range map[string][]string{
		`{"matches": [{"claim": "1", "statements": ["2", 1]}]}`:                           {"User lives in Rome", "User lives in Rome"},
		`{"claim": 1, "statements": [1]}`:                                                 {"User lives in Rome", ""},
		"The match is {1}:\n```\n{\"matches\": [{\"claim\": 1, \"statements\": 2}]}\n```": {"", "User lives in Rome"},
		`{"matches": [{"claim": 1, "statements": null}], "note": "none"}`:                 {"", ""},
		`{"matches": [{"claim": 1.5, "statements": [1]}]}`:                                nil,
		`{"matches": [{"claim": true, "statements": [1]}]}`:                               nil,
		`{"matches": [{"claim": 1, "statements": ["all"]}]}`:                              nil,
		`{"matches": {"1": [1]}}`:                                                         nil,
		`[{"claim": 1, "statements": [1]}]`:                                               nil,
		`{"ok": true}`:                                                                    nil,
		"The match exists.":                                                               nil,
		`{"matches": [{"claim": 1, "statements": [1]}`:                                    nil,
	} {
		c := &steps{answers: []string{listed, answer, answer}}
		got, err := (&judge.Judge{Chat: c}).List(t.Context(), []string{"x"}, claims)
		if (err != nil) != (want == nil) || want == nil && fault.KindOf(err) != fault.Unavailable {
			t.Errorf("%s: %v", answer, err)
		}
		for i, s := range got.Statements {
			if want == nil && len(s.Claims) > 0 || want != nil && strings.Join(s.Claims, "|") != want[i] {
				t.Errorf("%s: %+v", answer, got.Statements)
			}
		}
	}
}

// W1: both questions ask for a form that strict endpoints take; an answer in another form is asked for once more, told why, and once
// in a judgement, however many answers are wrong.
func TestJudgeAsksOnceMore(t *testing.T) {
	const listed, matched = `{"statements": [{"quote": "a", "fact": "b"}]}`, `{"matches": [{"claim": 1, "statements": [1]}]}`
	for name, c := range map[string]struct {
		answers []string
		fails   bool
	}{
		"both right":             {[]string{listed, matched}, false},
		"the list mended":        {[]string{"Well.", listed, matched}, false},
		"the matches mended":     {[]string{listed, "The match exists.", matched}, false},
		"one repair for both":    {[]string{"Well.", listed, "The match exists."}, true},
		"the list stays wrong":   {[]string{"Well.", "Well.", ""}, true},
		"the matches stay wrong": {[]string{listed, "Yes.", "Yes."}, true},
	} {
		s := &steps{answers: c.answers}
		got, err := (&judge.Judge{Chat: s}).List(t.Context(), []string{"a"}, claims[:1])
		if (err != nil) != c.fails || err != nil && fault.KindOf(err) != fault.Unavailable || got.Usage.Prompt != 9*len(s.asked) || got.Model != "m" {
			t.Errorf("%s: %+v %v after %d questions", name, got, err, len(s.asked))
		}
		if !c.fails && (len(got.Statements) != 1 || !reflect.DeepEqual(got.Statements[0].Claims, []string{"User lives in Rome"}) || len(s.asked) != len(c.answers)) {
			t.Errorf("%s: %+v after %d questions", name, got, len(s.asked))
		}
		for i, r := range s.asked {
			isRepair := len(r.Messages) == 4
			if last := r.Messages[len(r.Messages)-1].Content; isRepair && !strings.Contains(last, "That answer cannot be used: ") || i == 0 && isRepair {
				t.Errorf("%s: question %d: %q", name, i+1, last)
			}
			if r.Format == nil || r.Format.Name != "statements" && r.Format.Name != "matches" || !json.Valid(r.Format.Schema) {
				t.Errorf("%s: the form of question %d: %+v", name, i+1, r.Format)
			}
		}
	}
}

// steps answers each request with the next text, and keeps the requests.
type steps struct {
	answers []string
	asked   []llm.Request
}

func (s *steps) Complete(_ context.Context, r llm.Request, _ func(string, bool)) (llm.Response, error) {
	s.asked = append(s.asked, r)
	return llm.Response{Content: s.answers[min(len(s.asked), len(s.answers))-1], Usage: llm.Usage{Prompt: 9, Answer: 1}, Model: "m"}, nil
}

// F22: a blind list is made before the judge sees a claim, and claims are matched with it without the messages.
func TestJudgeListsBlind(t *testing.T) {
	c := &steps{answers: []string{
		`{"statements": [{"quote": "I moved to Rome", "fact": "User moved to Rome"}]}`,
		`{"matches": [{"claim": 1, "statements": [1]}, {"claim": 2, "statements": []}]}`,
	}}
	got, err := (&judge.Judge{Chat: c}).List(t.Context(), []string{"hey, I moved to Rome yesterday"}, claims)
	want := []grounds.Statement{{Quote: "I moved to Rome", Facts: []string{"User moved to Rome"}, Claims: []string{"User lives in Rome"}}}
	if err != nil || !reflect.DeepEqual(got.Statements, want) || got.Usage.Prompt != 18 {
		t.Fatalf("%+v %v", got, err)
	}
	for i, never := range []string{"ferns", "yesterday"} {
		for _, m := range c.asked[i].Messages {
			if strings.Contains(m.Content, never) {
				t.Errorf("step %d reads %q", i+1, never)
			}
		}
	}
	const matching = `The statements:
1. "User moved to Rome", in their words: "I moved to Rome"

The claims:
1. note: "User lives in Rome", until now: "User lives in Berlin"
2. task: "Water the \"ferns\"\n3. note: \"x\""`
	if q := c.asked[1].Messages[1].Content; q != matching {
		t.Error(q)
	}
	nothing := &steps{answers: []string{`{"statements": []}`}}
	if got, err := (&judge.Judge{Chat: nothing}).List(t.Context(), []string{"hello"}, claims); err != nil || len(got.Statements) != 0 || len(nothing.asked) != 1 {
		t.Errorf("%+v %v after %d questions", got, err, len(nothing.asked))
	}
}

// W1: a judge that hangs is given up after its patience, and one that fails is an error like any other.
func TestJudgeIsNotWaitedFor(t *testing.T) {
	began := time.Now()
	_, err := (&judge.Judge{Chat: &chat{hangs: true}, Patience: 20 * time.Millisecond}).List(t.Context(), nil, nil)
	if fault.KindOf(err) != fault.Unavailable || time.Since(began) > 5*time.Second {
		t.Errorf("%v after %s", err, time.Since(began))
	}
	if _, err := (&judge.Judge{Chat: &chat{err: errors.New("500")}}).List(t.Context(), nil, nil); fault.KindOf(err) != fault.Unavailable {
		t.Error(err)
	}
	c := &deadline{}
	_, _ = (&judge.Judge{Chat: c}).List(t.Context(), nil, nil)
	if c.left <= 4*time.Second || c.left > 5*time.Second {
		t.Errorf("its patience is %s", c.left)
	}
}

// deadline notes how long it may take.
type deadline struct{ left time.Duration }

func (d *deadline) Complete(ctx context.Context, _ llm.Request, _ func(string, bool)) (llm.Response, error) {
	until, _ := ctx.Deadline()
	d.left = time.Until(until)
	return llm.Response{}, errors.New("no")
}
