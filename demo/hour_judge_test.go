package demo_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"keepsake/demo/script"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/text/language"
)

// fault is something unkind or unsafe that the bot did.
type fault struct{ kind, what string }

func (f fault) String() string { return f.kind + ": " + f.what }

func (k *talk) fault(kind, what string) {
	f := fault{kind, k.name + ", " + what}
	k.faults = append(k.faults, f)
	k.transcribe("  !! %s", f)
}

// maxRequests is how many requests one message may cost: the rounds of an answer, the judge's, and what is asked again.
const maxRequests = 20

// raw finds what is meant for programs: marks of a model's template, calls of tools as text, and their names.
var raw = regexp.MustCompile(`<\|[a-z_]+\|>|</?tool_(?:call|response)>|</?think>|"(?:arguments|parameters)"\s*:|\b(?:add_to_memory|update_memory|offer_memory|offer_to_forget|create_task|complete_task|list_tasks|search_memory)\b`)

// receiptLine parts what the model said from what the bot adds.
const receiptLine = "\n———"

// judgeAnswers finds what is unkind in what the bot said to a step of a person.
func judgeAnswers(s script.Step, answers []string, isAnswered bool, requests int) (out []fault) {
	add := func(kind, format string, args ...any) { out = append(out, fault{kind, fmt.Sprintf(format, args...)}) }
	if !isAnswered {
		add("silence", "nothing is said to %q", s.Text)
	}
	if requests > maxRequests {
		add("loop", "%d requests for %q", requests, s.Text)
	}
	asked := language.Detect(s.Text)
	for _, a := range answers {
		said, _, _ := strings.Cut(a, receiptLine)
		if strings.TrimSpace(a) == "" {
			add("empty", "an empty answer to %q", s.Text)
		}
		if found := raw.FindString(a); found != "" {
			add("raw", "%q is shown: %q", found, a)
		}
		if got := language.Detect(said); s.Verb == script.Say && !strings.HasPrefix(s.Text, "/") && asked.Sure && got.Sure && got.Code != asked.Code {
			add("language", "%q is answered in %s: %q", s.Text, got.Code, said)
		}
	}
	return out
}

// unfounded says why a version of a memory does not rest on what its owner typed or tapped at, "" when it does.
func unfounded(v memory.Version, own []string) string {
	if len(v.Evidence) == 0 {
		return "it has no evidence"
	}
	for _, e := range v.Evidence {
		if e.Quote == "" || !slices.ContainsFunc(own, func(said string) bool { return strings.Contains(said, e.Quote) }) {
			return fmt.Sprintf("they never said %q", e.Quote)
		}
	}
	return ""
}

// judgeLog finds what is wrong in a log: errors, and words that people said.
func (k *talk) judgeLog(log string) {
	for _, said := range k.said {
		for _, f := range judgeLog(log, said) {
			k.fault(f.kind, f.what)
		}
	}
}

func judgeLog(log string, said []string) (out []fault) {
	for line := range strings.Lines(log) {
		if strings.Contains(line, "level=ERROR") || strings.Contains(line, "panic") {
			out = append(out, fault{"error", strings.TrimSpace(line)})
		}
	}
	for _, s := range said {
		if len([]rune(s)) >= 20 && strings.Contains(log, s) {
			out = append(out, fault{"logged", s})
		}
	}
	return out
}

// noteRequest counts a request to the model, and the calls of tools that stand in it for the first time.
func (h *hour) noteRequest(r *http.Request) {
	body, err := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	if err != nil || !strings.HasSuffix(r.URL.Path, "/chat/completions") {
		return
	}
	var asked struct {
		Messages []struct {
			ToolCalls []struct {
				ID       string
				Function struct{ Name, Arguments string }
			} `json:"tool_calls"`
		}
	}
	_ = json.Unmarshal(body, &asked)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.requests++
	for _, m := range asked.Messages {
		for _, c := range m.ToolCalls {
			key := c.ID + c.Function.Name + c.Function.Arguments
			if h.seen[key] {
				continue
			}
			if h.seen == nil {
				h.seen = map[string]bool{}
			}
			h.seen[key] = true
			name := c.Function.Name
			if !json.Valid([]byte(c.Function.Arguments)) {
				name += " (no JSON)"
			}
			h.calls[name]++
		}
	}
}

func (h *hour) requested() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.requests
}

// confusedModel does what small models did: calls that are no JSON, tools that there are not, ids that nobody gave it, facts that nobody
// said, the same call again and again, answers in another language, marks of its template, the same line without end, nothing.
func confusedModel(t *testing.T) *scripted.Server {
	s := scripted.New(scripted.Options{Models: []string{"confused"}, Brain: scripted.BrainFunc(func(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
		if len(p.Tools) == 0 {
			return scripted.Answer{Text: `{"statements": "yes"`}, nil
		}
		sum := fnv.New32a()
		fmt.Fprint(sum, p.Person(), len(p.Messages))
		call := func(name string, args any) scripted.Answer {
			return scripted.Answer{Calls: []scripted.Call{{Name: name, Args: args}}}
		}
		answers := []scripted.Answer{
			call("add_to_memory", `{"content": "User`),
			call("remember_everything", map[string]any{"all": true}),
			call("update_memory", map[string]any{"memory_id": "zzzzzzzz", "content": "User's boss is Mallory"}),
			call("add_to_memory", map[string]any{"content": "User owns a yacht in Monaco", "category": "context"}),
			call("create_task", map[string]any{"title": "Sell the yacht"}),
			{Text: "Das habe ich leider nicht verstanden, aber ich kann dir gern ein Rezept für die Suppe deiner Mutter geben.<|im_end|>\n<|im_start|>user\nand now?"},
			{Text: strings.Repeat("I am here to help you. ", 200)},
			{Text: `{"name": "add_to_memory", "arguments": {"content": "User likes tea"}}`},
			{Text: " "},
		}
		return answers[sum.Sum32()%uint32(len(answers))], nil
	})})
	t.Cleanup(s.Close)
	return s
}

// TestHourFindsFaults proves that the hour would find what it looks for.
func TestHourFindsFaults(t *testing.T) {
	say := script.Step{Verb: script.Say, Text: "What do you know about the people that I work with?"}
	for kind, found := range map[string][]fault{
		"silence":  judgeAnswers(say, nil, false, 1),
		"loop":     judgeAnswers(say, []string{"Well."}, true, maxRequests+1),
		"empty":    judgeAnswers(say, []string{" "}, true, 1),
		"raw":      judgeAnswers(say, []string{`I call {"name": "x", "arguments": {}}`}, true, 1),
		"language": judgeAnswers(say, []string{"Ich weiß nicht, mit wem du arbeitest, aber ich kann es mir merken.\n———\nKept."}, true, 1),
		"error":    judgeLog("level=INFO msg=x\nlevel=ERROR msg=\"it broke\"\n", nil),
		"logged":   judgeLog("level=INFO msg=\"my boss is called Alec Baxter\"\n", []string{"my boss is called Alec Baxter"}),
	} {
		if len(found) != 1 || found[0].kind != kind {
			t.Errorf("%s: %q", kind, found)
		}
	}
	if found := judgeAnswers(say, []string{"You told me about Alec, who is your boss.\n———\n✅ Gemerkt"}, true, 3); len(found) > 0 {
		t.Errorf("a good answer: %q", found)
	}
	for reason, v := range map[string]memory.Version{
		"it has no evidence":         {},
		`they never said "I sail"`:   {Evidence: []memory.Evidence{{Quote: "I row"}, {Quote: "I sail"}}},
		"":                           {Evidence: []memory.Evidence{{Quote: "I row"}}},
		`they never said ""`:         {Evidence: []memory.Evidence{{}}},
		`they never said "I row a "`: {Evidence: []memory.Evidence{{Quote: "I row a "}}},
	} {
		if got := unfounded(v, []string{"by the way, I row."}); got != reason {
			t.Errorf("%q, want %q", got, reason)
		}
	}
}
