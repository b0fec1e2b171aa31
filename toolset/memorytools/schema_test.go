package memorytools_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"keepsake/memory/recall"
	"keepsake/toolset/memorytools"
)

// What a model is told of the tools (P30–P35, P58, I19) changes only on purpose. Keys are
// sorted: their order means nothing.
func TestDefinitionsAsWritten(t *testing.T) {
	var got bytes.Buffer
	for _, x := range slices.Concat((&memorytools.Toolset{Recall: &recall.Service{}}).Tools(), (&memorytools.Toolset{Recall: &recall.Service{}}).RoleTools()) {
		var schema any
		if err := json.Unmarshal(x.Def.Schema, &schema); err != nil {
			t.Fatalf("%s: %v", x.Def.Name, err)
		}
		pretty, err := json.MarshalIndent(schema, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		got.WriteString("> " + x.Def.Name + "\n" + x.Def.Description + "\n" + string(pretty) + "\n\n")
	}
	path := filepath.Join("testdata", "definitions.golden")
	if *update {
		if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the definitions changed (-update writes %s):\n%s", path, got.String())
	}
}
