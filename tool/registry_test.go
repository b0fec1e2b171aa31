package tool_test

import (
	"context"
	"strings"
	"testing"

	"keepsake/llm"
	"keepsake/tool"
)

// Selection by relevance keeps what was offered in its place (P30).
func TestRegistry(t *testing.T) {
	run := func(context.Context, tool.Call) (tool.Result, error) { return tool.Result{}, nil }
	named := func(name string, system bool) tool.Tool {
		return tool.Tool{Def: llm.Tool{Name: name, Description: "about " + name}, System: system, Run: run}
	}
	for name, bad := range map[string][]tool.Tool{
		"no name": {{Run: run}},
		"no run":  {{Def: llm.Tool{Name: "x"}}},
		"twice":   {named("x", false), named("x", true)},
		"confirm": {{Def: llm.Tool{Name: "x"}, Run: run, Confirm: true}},
	} {
		if _, err := tool.NewRegistry(bad...); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	r, err := tool.NewRegistry(named("alpha", false), named("memo", true), named("beta", false), named("gamma", false))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		offered []string
		query   string
		limit   int
		want    string
	}{
		"all fit":                      {nil, "", 5, "memo alpha beta gamma"},
		"relevant first":               {nil, "gamma please", 2, "memo gamma alpha"},
		"no domain tool at all":        {nil, "gamma", 0, "memo"},
		"later only relevant":          {[]string{"memo", "alpha"}, "gamma please", 2, "memo alpha gamma"},
		"later nothing relevant":       {[]string{"memo", "alpha"}, "hello", 2, "memo alpha"},
		"gone tools fall out":          {[]string{"gone", "alpha", "memo"}, "", 1, "alpha memo"},
		"new system tools are offered": {[]string{"alpha"}, "", 1, "alpha memo"},
	} {
		if got := strings.Join(r.Choose(c.offered, c.query, c.limit, false, false), " "); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	many := []tool.Tool{}
	for _, n := range []string{"one", "two", "three", "four", "five", "six"} {
		many = append(many, named(n, false))
	}
	if r, err = tool.NewRegistry(many...); err != nil {
		t.Fatal(err)
	}
	names := r.Choose(nil, "hello", 4, false, false)
	if got := strings.Join(names, " "); got != "one two three" {
		t.Errorf("at first: %s", got)
	}
	names = r.Choose(names, "six, please", 4, false, false)
	if got := strings.Join(names, " "); got != "one two three six" {
		t.Errorf("later: %s", got)
	}
	if got := strings.Join(r.Choose(names, "five", 4, false, false), " "); got != "one two three six" {
		t.Errorf("when full: %s", got)
	}
	if got := r.Offer([]string{"two", "gone"}); len(got) != 1 || got[0].Name != "two" {
		t.Errorf("offered %v", got)
	}
}
