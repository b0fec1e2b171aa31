package role_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"keepsake/role"
)

// folder writes files to a new folder and returns it.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func named(name, spec string) string {
	return strings.Replace(with(spec), "name: assistant", "name: "+name, 1)
}

func names(rs []role.Role) (out []string) {
	for _, r := range rs {
		out = append(out, r.Name+"@"+r.Store())
	}
	slices.Sort(out)
	return out
}

// I24, I25, R9: a compose file and a delegate tool override store_path, and max_memories if
// they set it.
func TestLoadAll_Shared(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.yaml": named("anna", "  memory: {max_memories: 5}\n"),
		"b.yaml": named("bert", "  memory: {store_path: berts}\n"),
		"c.yaml": named("carl", ""),
		"house.yml": `apiVersion: initrunner/v1
kind: Compose
metadata: {name: house}
spec:
  services:
    one: {role: a.yaml}
    two: {role: b.yaml}
    three: {role: c.yaml}
  shared_memory: {enabled: true, max_memories: 50}
`,
	})
	for _, paths := range [][]string{{filepath.Join(dir, "house.yml")}, {dir}} {
		rs, err := role.LoadAll(paths)
		if err != nil {
			t.Fatal(err)
		}
		if got := names(rs); !slices.Equal(got, []string{"anna@house-shared", "bert@house-shared", "carl@carl"}) {
			t.Errorf("%v", got)
		}
		if rs[0].Memory.MaxMemories != 50 {
			t.Errorf("%+v", rs[0].Memory)
		}
	}
	dir = folder(t, map[string]string{
		"a.yaml": named("anna", `  memory:
  tools:
    - type: delegate
      mode: inline
      agents:
        - {name: bert, role_file: b.yaml, description: Knows recipes}
      shared_memory: {store_path: both, max_memories: 9}
`),
		"b.yaml": named("bert", "  memory:\n"),
	})
	rs, err := role.LoadAll([]string{filepath.Join(dir, "a.yaml")})
	if err != nil {
		t.Fatal(err)
	}
	if got := names(rs); !slices.Equal(got, []string{"anna@anna", "bert@both"}) || rs[0].Mute || !rs[1].Mute || rs[1].Memory.MaxMemories != 9 {
		t.Errorf("%v %+v", got, rs)
	}
	if d := rs[0].Delegate; d.MaxDepth != 3 || d.Agents[0].Description != "Knows recipes" {
		t.Errorf("%+v", d)
	}
}

// Contradictions between files are reported like errors in one file.
func TestLoadAll_Problems(t *testing.T) {
	delegate := "  memory:\n  tools:\n    - type: delegate\n      agents: [{name: %s}]\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"two of one name": {map[string]string{"a.yaml": named("anna", ""), "b.yaml": named("anna", "")}, "b.yaml:1: metadata.name is that of"},
		"itself":          {map[string]string{"a.yaml": named("anna", strings.Replace(delegate, "%s", "anna", 1))}, "it cannot ask itself"},
		"nobody":          {map[string]string{"a.yaml": named("anna", strings.Replace(delegate, "%s", "bert", 1))}, "a.yaml:16: spec.tools: name is no role of this process"},
		"two embedders": {map[string]string{
			"a.yaml": named("anna", "  memory: {store_path: both}\n"),
			"b.yaml": named("bert", "  memory: {store_path: both, embeddings: {provider: ollama}}\n"),
		}, "is ollama:nomic-embed-text, that of"},
		"two sizes": {map[string]string{
			"a.yaml": named("anna", "  memory: {store_path: both}\n"),
			"b.yaml": named("bert", "  memory: {store_path: both, max_memories: 5}\n"),
		}, "spec.memory.max_memories is 5"},
		"two stores for one": {map[string]string{
			"a.yaml": named("anna", strings.Replace(delegate, "%s", "carl", 1)+"      shared_memory: {store_path: x}\n"),
			"b.yaml": named("bert", strings.Replace(delegate, "%s", "carl", 1)+"      shared_memory: {store_path: y}\n"),
			"c.yaml": named("carl", "  memory:\n"),
		}, "A role has one store"},
		"a wrong file": {map[string]string{"a.yaml": named("anna", "  memory: {maximum: 5}\n"), "b.yaml": named("Bert", "")}, "a.yaml:13: spec.memory.maximum is not a key here"},
		"nothing":      {map[string]string{"a.txt": ""}, "there is no role file"},
		"another name": {map[string]string{
			"a.yaml": named("anna", "  tools:\n    - type: delegate\n      agents: [{name: bert, role_file: b.yaml}]\n"), "b.yaml": named("carl", ""),
		}, "must be the metadata.name of its role_file, which is carl"},
		"a compose file without roles": {map[string]string{"a.yaml": "apiVersion: initrunner/v1\nkind: Compose\nmetadata: {name: x}\nspec: {}\n"}, "spec.services is missing"},
	} {
		_, err := role.LoadAll([]string{folder(t, c.files)})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := role.LoadAll([]string{filepath.Join(t.TempDir(), "none.yaml")}); err == nil {
		t.Error("a file that is not there")
	}
}
