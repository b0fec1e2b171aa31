package eval

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

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
		if wrong := fitsForm(p.Format, a.Text); wrong != nil {
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

func fitsForm(f scripted.Format, answer string) error {
	var s jsonschema.Schema
	if err := json.Unmarshal(f.Schema, &s); err != nil {
		return fmt.Errorf("no schema: %w", err)
	}
	form, err := s.Resolve(nil)
	if err != nil {
		return err
	}
	var v any
	if err := json.Unmarshal([]byte(answer), &v); err != nil {
		return err
	}
	return form.Validate(v)
}
