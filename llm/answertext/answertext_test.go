package answertext_test

import (
	"slices"
	"strings"
	"testing"

	"keepsake/llm/answertext"
)

var tools = []string{"add_to_memory", "search_memories"}

// What a model wrote as text where a call belongs is a call, and never shown, however the answer is cut into pieces; all else
// is shown whole.
func TestCallsInText(t *testing.T) {
	for name, c := range map[string]struct {
		answer, shown string
		calls         []answertext.Call
	}{
		"words":         {"Good morning!", "Good morning!", nil},
		"bare":          {`{"name": "search_memories", "arguments": {"query": "boss"}}`, "", []answertext.Call{{"search_memories", `{"query": "boss"}`}}},
		"pretty":        {"{\n  \"name\": \"search_memories\",\n  \"arguments\": {}\n}\n", "", []answertext.Call{{"search_memories", `{}`}}},
		"parameters":    {`{"name":"search_memories","parameters":{}}`, "", []answertext.Call{{"search_memories", `{}`}}},
		"quoted":        {`{"name":"search_memories","arguments":"{\"query\":\"a\"}"}`, "", []answertext.Call{{"search_memories", `{"query":"a"}`}}},
		"no arguments":  {`{"name":"search_memories"}`, "", []answertext.Call{{"search_memories", "{}"}}},
		"function":      {`{"type": "function", "function": {"name": "search_memories", "arguments": {}}}`, "", []answertext.Call{{"search_memories", "{}"}}},
		"fenced":        {"```json\n{\"name\": \"search_memories\", \"arguments\": {}}\n```", "", []answertext.Call{{"search_memories", "{}"}}},
		"tagged":        {"<tool_call>\n{\"name\": \"search_memories\", \"arguments\": {}}\n</tool_call>", "", []answertext.Call{{"search_memories", "{}"}}},
		"as they came":  {"<tools>\n{\"name\": \"search_memories\", \"arguments\": {\"query\": \"poet\"}}\n</tools>", "", []answertext.Call{{"search_memories", `{"query": "poet"}`}}},            // Qwen2.5-Coder 1.5B
		"two braces":    {`{{"name": "add_to_memory", "arguments": {"content": "We could rent two bikes"}}}`, "", []answertext.Call{{"add_to_memory", `{"content": "We could rent two bikes"}`}}}, // the same
		"of Mistral":    {`[TOOL_CALLS] [{"name": "search_memories", "arguments": {}}]`, "", []answertext.Call{{"search_memories", "{}"}}},
		"two":           {"<tool_call>{\"name\":\"search_memories\",\"arguments\":{}}</tool_call>\n<tool_call>{\"name\":\"add_to_memory\",\"arguments\":{}}</tool_call>", "", []answertext.Call{{"search_memories", "{}"}, {"add_to_memory", "{}"}}},
		"list":          {`[{"name":"search_memories","arguments":{}},{"name":"add_to_memory","arguments":{}}]`, "", []answertext.Call{{"search_memories", "{}"}, {"add_to_memory", "{}"}}},
		"after words":   {"I will look.\n{\"name\": \"search_memories\", \"arguments\": {}}", "I will look.\n", []answertext.Call{{"search_memories", "{}"}}},
		"made-up end":   {`{"name": "search_memories", "arguments": {}} I found nothing.`, "", []answertext.Call{{"search_memories", "{}"}}},
		"invented name": {`{"name": "remember_all", "arguments": {}}`, "", []answertext.Call{{"remember_all", "{}"}}},
		"cut off":       {`{"name": "add_to_memory", "arguments": {"content": "lives in`, "", []answertext.Call{{"add_to_memory", ` {"content": "lives in`}}},

		"code":               {"```go\nfunc main() {}\n```", "```go\nfunc main() {}\n```", nil},
		"other JSON":         {`{"name": "Anna", "age": 7}`, `{"name": "Anna", "age": 7}`, nil},
		"JSON of a name":     {`{"name": "Anna"}`, `{"name": "Anna"}`, nil},
		"JSON in a fence":    {"```json\n{\"name\": \"Anna\"}\n```", "```json\n{\"name\": \"Anna\"}\n```", nil},
		"JSON of a person":   {`{"name": "Anna Smith", "arguments": 3}`, `{"name": "Anna Smith", "arguments": 3}`, nil},
		"within words":       {`Send {"name": "search_memories", "arguments": {}} to it.`, `Send {"name": "search_memories", "arguments": {}} to it.`, nil},
		"unknown, explained": {"Such as:\n{\"name\": \"other\", \"arguments\": {}}", "Such as:\n{\"name\": \"other\", \"arguments\": {}}", nil},
		"signs":              {"a < b, [c] and {d} `e`", "a < b, [c] and {d} `e`", nil},
		"open sign":          {"see [", "see [", nil},
		"empty":              {"", "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			for _, size := range []int{1, 3, 1000} {
				r := answertext.Reader{Names: tools}
				var shown strings.Builder
				for piece := range slices.Chunk([]byte(c.answer), size) {
					shown.WriteString(r.Show(string(piece)))
				}
				before, calls := r.Split(c.answer)
				if calls == nil {
					shown.WriteString(r.Rest())
				}
				if shown.String() != c.shown || !slices.Equal(calls, c.calls) {
					t.Errorf("in pieces of %d:\n shown %q want %q\n calls %q want %q", size, shown.String(), c.shown, calls, c.calls)
				}
				if want := strings.TrimSpace(c.shown); strings.TrimSpace(before) != want {
					t.Errorf("text %q, want %q", before, want)
				}
			}
		})
	}
	none := answertext.Reader{}
	call := `{"name": "search_memories", "arguments": {}}`
	if before, calls := none.Split(call); none.Show(call) != call || before != call || calls != nil {
		t.Error("a call was found where no tool is offered")
	}
}

// Whatever a model writes, nothing is lost: what is shown and held back is the whole answer.
func FuzzNothingIsLost(f *testing.F) {
	f.Add("a {\"name\": \"x", 2)
	f.Add("```json [", 1)
	f.Fuzz(func(t *testing.T, answer string, size int) {
		r := answertext.Reader{Names: tools}
		shown := ""
		for piece := range slices.Chunk([]byte(answer), max(1, size)) {
			shown += r.Show(string(piece))
		}
		if shown += r.Rest(); shown != answer {
			t.Errorf("%q became %q", answer, shown)
		}
		r.Split(answer)
	})
}
