package longtalk_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"keepsake/internal/longtalk"
	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
	"keepsake/store/storetest"
)

// samples are the hand-written files of each format.
var samples = map[string]string{"locomo": "testdata/locomo.json", "longmemeval": "testdata/longmemeval.json", "beam": "testdata/beam"}

func load(t *testing.T, format, path string) []longtalk.Talk {
	t.Helper()
	talks, err := longtalk.Load(format, path)
	must(t, err)
	return talks
}

func measure(t *testing.T, e llm.Embedder, talks []longtalk.Talk) []longtalk.Outcome {
	t.Helper()
	outcomes, err := longtalk.Measure(t.Context(), storetest.SQLite(t), e, talks)
	must(t, err)
	return outcomes
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Each format is read as its authors document it.
func TestFormats(t *testing.T) {
	for format, want := range map[string]string{
		"locomo": `sample-1: D1:1 session_1 2024-03-03 14:05 Ida "I adopted a greyhound called Pepper last weekend."
sample-1: D1:2 session_1 2024-03-03 14:05 Jonas "Lovely! I am learning to bake sourdough."
sample-1: D2:1 session_2 2024-05-12 09:30 Ida "Look where we walked. [shares a picture: a lighthouse beside a frozen lake]"
sample-1: D2:2 session_2 2024-05-12 09:30 Jonas "My sourdough won a prize at the village fair."
sample-1: D10:1 session_10 2024-07-01 19:00 Ida "Pepper learned to open the fridge."
sample-1/1 single-hop [Pepper] [D1:1] 0
sample-1/2 multi-hop [a prize at the village fair] [D1:2 D2:2] 0
sample-1/3 temporal [2024] [D2:1] 1
sample-1/4 adversarial [The answer says that this is not known or was not mentioned in the conversation, and gives no other answer.] [D1:1] 0
`,
		"longmemeval": `q1: 1:1 1 2024-05-01 08:00 user "Suggest a name for a goldfish."
q1: 1:2 1 2024-05-01 08:00 assistant "How about Comet?"
q1: 2:1 2 2024-06-02 21:30 user "We painted the kitchen sage green at last."
q1: 2:2 2 2024-06-02 21:30 assistant "That sounds calm."
q1 single-session-user [sage green] [2:1] 0
q2_abs: 1:1 1 2024-05-05 12:00 user "I own two cellos."
q2_abs: 1:2 1 2024-05-05 12:00 assistant "Wonderful."
q2_abs abstention [The answer says that this is not known or was not mentioned in the conversation, and gives no other answer.] [] 0
`,
		"beam": `1: 0 1 2024-04-02 00:00 user "My greenhouse shall hold forty tomato plants."
1: 1 1 2024-04-02 00:00 assistant "Then plan for ten square metres."
1: 2 2 2024-05-20 00:00 user "I changed my mind: the greenhouse gets sixty tomato plants."
1: 3 2 2024-05-20 00:00 assistant "Sixty plants need a bigger greenhouse."
1/abstention/1 abstention [The answer says that this is not known or was not mentioned in the conversation, and gives no other answer.] [] 0
1/information_extraction/1 information_extraction [Sixty plants] [3] 0
1/knowledge_update/1 knowledge_update [LLM response should state: sixty LLM response should mention: it was forty before] [0 2] 0
`,
	} {
		var b strings.Builder
		for _, talk := range load(t, format, samples[format]) {
			for _, u := range talk.Turns {
				fmt.Fprintf(&b, "%s: %s %s %s %s %q\n", talk.Name, u.ID, u.Session, u.At.Format("2006-01-02 15:04"), u.Speaker, u.Text)
			}
			for _, q := range talk.Questions {
				fmt.Fprintf(&b, "%s %s %s %v %d\n", q.ID, q.Category, q.Points, q.Evidence, q.Unknown)
			}
		}
		if b.String() != want {
			t.Errorf("%s is read as\n%s\nwant\n%s", format, b.String(), want)
		}
	}
}

// Whoever names a wrong file reads what is wrong with it.
func TestWrongData(t *testing.T) {
	dir := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(dir, name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must(t, os.WriteFile(path, []byte(content), 0o600))
		return path
	}
	twice := `[{"role":"user","id":1,"content":"a"},{"role":"user","id":1,"content":"b"}]`
	for want, c := range map[string][2]string{
		"FORMAT=squad is none of locomo, longmemeval, beam":                   {"squad", samples["locomo"]},
		"say where the data is: make longtalk FORMAT=locomo":                  {"locomo", ""},
		"there is nothing at DATA=" + dir + "/none.json":                      {"locomo", dir + "/none.json"},
		"there is nothing at DATA=" + dir + "/none":                           {"beam", dir + "/none"},
		"it cannot be read as a file":                                         {"longmemeval", dir},
		"this is not a LoCoMo file, a list of objects with":                   {"locomo", file("a.json", `{"conversation": 1}`)},
		`this is not a LoCoMo file: an entry has no "conversation"`:           {"locomo", samples["longmemeval"]},
		`this is not a LongMemEval file: an entry has no "haystack_sessions"`: {"longmemeval", samples["locomo"]},
		"this is not a LongMemEval file, a list of objects":                   {"longmemeval", file("b.json", `half a`)},
		"holds no conversation":                                               {"longmemeval", file("c.json", `[]`)},
		"session_1 of conversation 1 is no list of turns":                     {"locomo", file("d.json", `[{"conversation": {"session_1": {}}}]`)},
		"conversation 1 has 0 turns and 0 questions; both are needed":         {"locomo", file("e.json", `[{"conversation": {"speaker_a": "x"}}]`)},
		"no chat.json is in it or below it":                                   {"beam", filepath.Dir(file("f/x.json", "[]"))},
		"conversation g has no probing_questions/probing_questions.json":      {"beam", filepath.Dir(file("g/chat.json", twice))},
		"conversation h has two turns with the id 1":                          {"beam", filepath.Dir(file("h/chat.json", twice))},
		"this is not BEAM's probing questions":                                {"beam", filepath.Dir(file("i/chat.json", twice))},
		"conversation j has a question without words":                         {"beam", filepath.Dir(file("j/chat.json", `[{"role":"user","id":1,"content":"a"}]`))},
	} {
		for name, content := range map[string]string{"h": `{"x": [{"question": "q"}]}`, "i": `[]`, "j": `{"x": [{"question": " "}]}`} {
			file(name+"/probing_questions/probing_questions.json", content)
		}
		if _, err := longtalk.Load(c[0], c[1]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", c, err, want)
		}
	}
}

// Without a model: the turns that answer are found by the product's recall, and counted by category.
func TestEvidenceRecall(t *testing.T) {
	var all []longtalk.Outcome
	for _, format := range longtalk.Formats {
		all = append(all, measure(t, nil, load(t, format, samples[format]))...)
	}
	for _, o := range all {
		if len(o.Evidence) > 0 && (o.Recall(10) != 1 || o.SessionRecall(10) != 1) {
			t.Errorf("%s: found %v, want %v", o.ID, o.Found, o.Evidence)
		}
	}
	report := longtalk.Report(all)
	for _, line := range []string{
		"| category | questions | with evidence | recall@5 | recall@10 | recall@20 | all in 10 | sessions@10 |\n|---|---|---|---|---|---|---|---|\n",
		"| abstention | 2 | 0 | – | – | – | – | – |\n", "| multi-hop | 1 | 1 | 100.0 | 100.0 | 100.0 | 100.0 | 100.0 |\n", "| all | 9 | 7 | 100.0 ",
		"1 turns that the data names as evidence are not in its conversations",
	} {
		if !strings.Contains(report, line) {
			t.Errorf("the report lacks %q:\n%s", line, report)
		}
	}
	half := longtalk.Outcome{Question: longtalk.Question{Evidence: []string{"a", "b"}}, Found: []string{"x", "a", "y", "b"}}
	if half.Recall(1) != 0 || half.Recall(2) != 0.5 || half.Recall(4) != 1 {
		t.Errorf("recall at 1, 2, 4: %v %v %v", half.Recall(1), half.Recall(2), half.Recall(4))
	}
}

// byLetters knows no meaning: texts are near as far as they share words.
type byLetters struct{}

func (byLetters) Identity() string { return "longtalk:letters" }

func (byLetters) Embed(_ context.Context, texts []string) (llm.Embeddings, error) {
	out := make([][]float32, len(texts))
	for i, said := range texts {
		out[i] = scripted.Embed(said, 64)
	}
	return llm.Embeddings{Vectors: out}, nil
}

// With an embedder both arms find.
func TestEvidenceRecallByMeaning(t *testing.T) {
	talks := load(t, "locomo", samples["locomo"])
	more, byWords := 0, measure(t, nil, talks)
	for i, o := range measure(t, byLetters{}, talks) {
		if more += len(o.Found) - len(byWords[i].Found); o.Recall(10) != 1 {
			t.Errorf("%s: found %v, want %v", o.ID, o.Found, o.Evidence)
		}
	}
	if more <= 0 {
		t.Error("the vectors found nothing that words did not")
	}
}

// With a model: it answers from the turns that were found, a judge looks at each point, and what a model fails at is counted apart.
func TestAnswers(t *testing.T) {
	outcomes := measure(t, nil, load(t, "beam", samples["beam"]))
	var judged string
	server := scripted.New(scripted.Options{Brain: scripted.BrainFunc(func(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
		question := p.Messages[1].Content
		switch {
		case strings.Contains(question, "fertiliser") && strings.HasPrefix(question, "Parts"):
			return scripted.Answer{Fault: &scripted.Fault{Trouble: scripted.Status, Status: 400}}, nil
		case strings.HasPrefix(question, "Parts of the conversation:") && strings.Contains(question, "2024-05-20 "):
			return scripted.Answer{Text: "It gets sixty."}, nil
		case strings.Contains(question, "2. LLM response should mention: it was forty before"):
			judged = question
			return scripted.Answer{Text: `{"met": [true, false], "reasoning": ""}`}, nil
		case strings.HasPrefix(question, "Question:"):
			return scripted.Answer{Text: `{"met": [true], "reasoning": ""}`}, nil
		}
		return scripted.Answer{}, errors.New("an unexpected question: " + question)
	})})
	defer server.Close()
	chat := openai.New(openai.Config{Endpoint: openai.Endpoint{BaseURL: server.URL(), Model: scripted.DefaultModel, Retries: -1}})
	must(t, longtalk.Answer(t.Context(), chat, chat, outcomes))
	if !strings.Contains(judged, `Answer: "It gets sixty."`) {
		t.Errorf("the judge got %q", judged)
	}
	report := longtalk.Report(outcomes)
	for _, line := range []string{"| sessions@10 | answers |\n", "| knowledge_update | 1 | 1 | 100.0 | 100.0 | 100.0 | 100.0 | 100.0 | 50.0 |\n", "| all | 3 | 2 | 100.0 | 100.0 | 100.0 | 100.0 | 100.0 | 75.0 |\n",
		"1 questions have no answer or no verdict, because a model failed; they are not counted in answers. The first: 1/abstention/1: "} {
		if !strings.Contains(report, line) {
			t.Errorf("the report lacks %q:\n%s", line, report)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := longtalk.Answer(ended, chat, chat, outcomes); !errors.Is(err, context.Canceled) {
		t.Errorf("cut off: %v", err)
	}
}

// TestLongTalk is `make longtalk`. Without data it goes through the hand-written files.
func TestLongTalk(t *testing.T) {
	path, format := os.Getenv("KEEPSAKE_LONGTALK_DATA"), os.Getenv("KEEPSAKE_LONGTALK_FORMAT")
	if path == "" && format == "" {
		for format, path := range samples {
			t.Logf("%s\n%s", format, longtalk.Report(measure(t, nil, load(t, format, path))))
		}
		return
	}
	talks := load(t, format, path)
	if limit := os.Getenv("KEEPSAKE_LONGTALK_LIMIT"); limit != "" {
		n, err := strconv.Atoi(limit)
		if err != nil || n < 1 {
			t.Fatalf("LIMIT=%s must be a number of conversations above 0", limit)
		}
		talks = talks[:min(n, len(talks))]
	}
	var e llm.Embedder
	if model := os.Getenv("KEEPSAKE_EMBED_MODEL"); model != "" {
		e = openai.NewEmbedder(openai.EmbedConfig{Endpoint: openai.Endpoint{BaseURL: cmp.Or(os.Getenv("KEEPSAKE_EMBED_BASE_URL"), os.Getenv("OPENAI_BASE_URL")), Model: model,
			APIKey: cmp.Or(os.Getenv("KEEPSAKE_EMBED_API_KEY"), os.Getenv("OPENAI_API_KEY"))}})
	}
	outcomes := measure(t, e, talks)
	if model := os.Getenv("KEEPSAKE_LONGTALK_MODEL"); model != "" {
		url := os.Getenv("OPENAI_BASE_URL")
		if url == "" {
			t.Fatal("MODEL needs OPENAI_BASE_URL, the address of an endpoint of Chat Completions")
		}
		chat := func(model string) llm.Chat {
			return openai.New(openai.Config{
				Endpoint: openai.Endpoint{BaseURL: url, APIKey: os.Getenv("OPENAI_API_KEY"), Model: model, Timeout: 10 * time.Minute}, FirstByte: 10 * time.Minute, Idle: 10 * time.Minute})
		}
		must(t, longtalk.Answer(t.Context(), chat(model), chat(cmp.Or(os.Getenv("KEEPSAKE_LONGTALK_JUDGE"), model)), outcomes))
	}
	t.Logf("%s, %d conversations\n\n%s", format, len(talks), longtalk.Report(outcomes))
}
