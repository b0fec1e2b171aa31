package tool_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"keepsake/llm"
	"keepsake/tool"
)

// searcher is a tool that reads, and fails when it is told to.
func searcher(name, about string, fails *bool) tool.Tool {
	return tool.Tool{Def: llm.Tool{Name: name, Description: about}, Reads: true, Run: func(context.Context, tool.Call) (tool.Result, error) {
		if fails != nil && *fails {
			return tool.Result{}, errors.New("away")
		}
		return tool.Result{Content: "found"}, nil
	}}
}

// A45: when a model always takes one of two tools that do the same, that is told, and in a bounded share of conversations the other
// stands in front; not while the usual one is better, not for tools that do something else, and not when it is switched off.
func TestA45ToolsDoNotCollapse(t *testing.T) {
	var entropy float64
	var collapsed int
	chance, broken := 0.0, false
	d := &tool.Diversity{Share: 0.05, Chance: func() float64 { return chance }, Tell: func(e float64, n int) { entropy, collapsed = e, n }}
	const web = "Search the web for pages about a few words"
	r, err := tool.NewRegistry(searcher("alpha_search", web, nil), searcher("clock", "Tell the time of a city", nil))
	if err != nil {
		t.Fatal(err)
	}
	r.Watch(d)
	if out := r.SetOutside([]tool.Tool{searcher("beta_search", web, &broken)}); out != 0 {
		t.Fatal(out)
	}
	offer := func() []string { return r.Choose(nil, "", 10, false, false) }
	call := func(name string, n int) {
		t.Helper()
		chosen, _ := r.Get(name)
		for range n {
			_, _ = chosen.Run(t.Context(), tool.Call{}) // what fails is noted, too
		}
	}
	usual, other := []string{"alpha_search", "clock", "beta_search"}, []string{"beta_search", "clock", "alpha_search"}
	check := func(what string, want []string, wantCollapsed int) {
		t.Helper()
		if got := offer(); !slices.Equal(got, want) || collapsed != wantCollapsed {
			t.Errorf("%s: %q, collapsed %d, entropy %.2f", what, got, collapsed, entropy)
		}
	}
	call("clock", 100)
	call("alpha_search", 49)
	check("too few choices", usual, 0)
	call("alpha_search", 60)
	check("always one", other, 1)
	if entropy != 0 {
		t.Errorf("entropy %.2f", entropy)
	}
	if got := r.Choose(usual, "", 10, false, false); !slices.Equal(got, usual) {
		t.Errorf("what a conversation was offered moves: %q", got)
	}
	chance = 0.05
	check("beyond the share", usual, 1)
	chance, d.Share = 0.19, 1
	check("within the most that there may be", other, 1)
	chance = tool.MaxExploration
	check("beyond it", usual, 1)
	chance, d.Share = 0, 0
	check("switched off", usual, 1)
	d.Share, broken = 0.05, true
	call("alpha_search", 190)
	call("beta_search", 5)
	check("the other is worse", usual, 0)
	broken = false
	call("beta_search", 100)
	check("both are taken", usual, 0)
	if entropy < 0.9 {
		t.Errorf("entropy %.2f", entropy)
	}
}
