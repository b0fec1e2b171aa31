package app_test

import (
	"strings"
	"testing"

	"keepsake/app"
)

// R5: where new facts are kept without asking, no tool tells the model to ask first.
func TestToolsAskFirstOnlyWhereTheHouseDoes(t *testing.T) {
	for confirm, asks := range map[string]bool{"ask": true, "auto": false} {
		w := newWorld(t)
		w.config.Memory.ConfirmNew = confirm
		a, err := app.New(t.Context(), w.config, app.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer a.DB.Close()
		add, ok := a.Agent.Tools.Get("add_to_memory")
		if d := add.Def.Description; !ok || strings.Contains(d, "confirmation") != asks || !strings.HasSuffix(d, ".") {
			t.Errorf("%s: %q", confirm, d)
		}
	}
}
