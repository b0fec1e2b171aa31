package eval

import (
	"context"
	"sync"
	"testing"

	"keepsake/llm/scripted"
)

// What the labels say can be said in the forms that background prompts ask for: the schemas leave room for right answers.
func TestRightAnswersFitTheirForms(t *testing.T) {
	items := loadItems(t)
	oracle := oracleOf(t, nil, items...)
	var mu sync.Mutex
	fits := map[string]int{} // answers by the name of their form
	r, _ := evaluate(t, Plan{Name: "oracle", Items: items, Parallel: 100, Model: func(ctx context.Context, p scripted.Prompt) (Recorded, error) {
		a, err := oracle(ctx, p)
		mu.Lock()
		defer mu.Unlock()
		if p.Format.Schema == nil { // the merging of wishes asks in words alone
			return a, err
		}
		if wrong := p.Format.Misfit(a.Text); wrong != nil {
			t.Errorf("%s: %v: %s", p.Format.Name, wrong, a.Text)
		}
		fits[p.Format.Name]++
		return a, err
	}})
	for _, name := range []string{"statements", "matches", "facts", "relations"} {
		if fits[name] == 0 {
			t.Errorf("nothing was asked in the form %q: %v", name, fits)
		}
	}
	if r.Missing > 0 {
		t.Errorf("%d missing", r.Missing)
	}
}
