package tool_test

import (
	"context"
	"strings"
	"testing"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/tool"
)

type sample struct {
	Text  string   `json:"text" len:"5..500" jsonschema:"What it says"`
	Kind  string   `json:"kind" enum:"a|b"`
	Whom  string   `json:"whom,omitempty"`
	IDs   []string `json:"ids,omitempty" len:"8..8"`
	Count int      `json:"count,omitempty" range:"1.."`
	Maybe *string  `json:"maybe,omitempty" len:"..9"`
	Done  bool     `json:"done,omitempty"`
}

// The bytes are the same in every process: a provider's prefix cache pays for them once.
func TestSchema(t *testing.T) {
	const want = `{"type":"object","properties":{` +
		`"text":{"type":"string","description":"What it says","minLength":5,"maxLength":500},` +
		`"kind":{"type":"string","enum":["a","b"]},` +
		`"whom":{"type":"string","enum":["Ann","Bob"]},` +
		`"ids":{"type":"array","items":{"type":"string","minLength":8,"maxLength":8}},` +
		`"count":{"type":"integer","minimum":1},` +
		`"maybe":{"type":["string","null"],"maxLength":9},` +
		`"done":{"type":"boolean"}},` +
		`"required":["text","kind"],"additionalProperties":false}`
	if got := string(tool.Schema[sample](map[string][]string{"whom": {"Ann", "Bob"}})); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A type that cannot be described is found when the program starts.
func TestSchemaRefusesMistakes(t *testing.T) {
	for name, make := range map[string]func(){
		"no name": func() { tool.Schema[struct{ Text string }](nil) },
		"no range": func() {
			tool.Schema[struct {
				Text string `json:"text" len:"5"`
			}](nil)
		},
		"no number": func() {
			tool.Schema[struct {
				N int `json:"n" range:"a..b"`
			}](nil)
		},
		"no schema": func() {
			tool.Schema[struct {
				F func() `json:"f"`
			}](nil)
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			make()
		}()
	}
}

func TestDefineReadsTheArguments(t *testing.T) {
	x := tool.Define(tool.Tool{Def: llm.Tool{Name: "say"}},
		func(_ context.Context, _ tool.Call, a sample) (any, error) { return strings.ToUpper(a.Text), nil },
		func(_ context.Context, c tool.Call, a sample) (tool.Result, error) {
			return tool.Result{Content: a.Text + c.Prepared.(string)}, nil
		})
	c := tool.Call{Args: []byte(`{"text": "hello", "unknown": 1}`)}
	prepared, err := x.Prepare(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	c.Prepared = prepared
	if r, err := x.Run(t.Context(), c); err != nil || r.Content != "helloHELLO" {
		t.Errorf("%+v, %v", r, err)
	}
	c.Args = []byte(`{"text": 1}`)
	_, failed := x.Prepare(t.Context(), c)
	_, err = x.Run(t.Context(), c)
	for _, err := range []error{failed, err} {
		if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "say") {
			t.Errorf("arguments of another type: %v", err)
		}
	}
	if len(x.Def.Schema) == 0 {
		t.Error("no schema")
	}
}
