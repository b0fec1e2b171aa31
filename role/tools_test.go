package role_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"keepsake/role"
)

// 13.4: a role names the tool servers that it may use; each once, and nothing else of them.
func TestToolServers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cook.yaml")
	load := func(tools string) (role.Role, error) {
		text := "apiVersion: initrunner/v1\nkind: Agent\nmetadata: {name: cook}\nspec:\n  role: You cook.\n  model: {provider: openai, name: gpt-4o-mini}\n  tools: [" + tools + "]\n"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return role.Load(file)
	}
	r, err := load("{type: mcp, server: search}, {type: mcp, server: notes}")
	if err != nil || strings.Join(r.ToolServers, " ") != "search notes" {
		t.Errorf("%v, %v", r.ToolServers, err)
	}
	for tools, advice := range map[string]string{
		"{type: mcp}": "spec.tools[0].server is missing",
		"{type: mcp, server: search}, {type: mcp, server: search}": "spec.tools[1].server is there twice",
		"{type: mcp, server: Not One}":                             "spec.tools[0].server must be",
		"{type: mcp, server: search, url: x}":                      "spec.tools[0].url",
		"{type: shell}":                                            "must be delegate or mcp",
	} {
		if _, err := load(tools); err == nil || !strings.Contains(err.Error(), advice) {
			t.Errorf("%s: %v", tools, err)
		}
	}
}
