package toolset_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"keepsake/memory/recall"
	"keepsake/tool"
	"keepsake/toolset/memorytools"
	"keepsake/toolset/pasttools"
	"keepsake/toolset/tasktools"
)

var update = flag.Bool("update", false, "write the golden files")

// TestDefinitions: what a model is told of the tools (P30–P35, P58, I19) changes only on
// purpose. Keys are sorted: their order means nothing.
func TestDefinitions(t *testing.T) {
	memories := &memorytools.Toolset{Recall: &recall.Service{}}
	for file, tools := range map[string][]tool.Tool{
		"memories.golden": slices.Concat(memories.Tools(), memories.RoleTools()),
		"tasks.golden":    (&tasktools.Toolset{}).Tools(),
		"past.golden":     (&pasttools.Toolset{}).Tools(),
	} {
		got := describe(t, tools)
		path := filepath.Join("testdata", file)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("the definitions changed (-update writes %s):\n%s", path, got)
		}
	}
}

func describe(t *testing.T, tools []tool.Tool) []byte {
	t.Helper()
	var text bytes.Buffer
	for _, x := range tools {
		var schema any
		if err := json.Unmarshal(x.Def.Schema, &schema); err != nil {
			t.Fatalf("%s: %v", x.Def.Name, err)
		}
		pretty, err := json.MarshalIndent(schema, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		text.WriteString("> " + x.Def.Name + "\n" + x.Def.Description + "\n" + string(pretty) + "\n\n")
	}
	return text.Bytes()
}
