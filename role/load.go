package role

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"go.yaml.in/yaml/v3"
)

// LoadAll reads all roles of a process. A path is a role file, a folder of role files (*.yaml,
// *.yml), or a compose file (kind Compose), which names role files and may give them one
// store. A role that only the role_file of a delegate tool names gets no bot (Mute).
//
// It returns all errors in the files and between them as Problems.
func LoadAll(paths []string) ([]Role, error) {
	c := &loader{index: map[string]int{}}
	for _, p := range paths {
		info, err := os.Stat(p)
		switch {
		case err != nil:
			return nil, fmt.Errorf("the role file cannot be read: %w", err)
		case info.IsDir():
			c.readFolder(p)
		default:
			c.readFile(p, nil)
		}
	}
	c.readDelegates()
	if len(c.problems) == 0 {
		c.checkColleagues()
		c.shareDelegateStores()
		c.checkStores()
	}
	if len(c.problems) > 0 {
		return nil, c.problems
	}
	return c.roles, nil
}

// loader holds the state of LoadAll.
type loader struct {
	roles    []Role
	index    map[string]int // of the role in roles, by its file
	problems Problems
}

func (c *loader) report(file string, line int, key, advice string) {
	c.problems = append(c.problems, Problem{file, line, key, advice})
}

// reportError adds the error of reading a file.
func (c *loader) reportError(file string, err error) {
	if ps, ok := err.(Problems); ok {
		c.problems = append(c.problems, ps...)
		return
	}
	c.report(file, 1, "", err.Error())
}

func (c *loader) readFolder(dir string) {
	var files []string
	for _, pattern := range []string{"*.yaml", "*.yml"} {
		found, _ := fs.Glob(os.DirFS(dir), pattern) // the patterns are right
		files = append(files, found...)
	}
	slices.Sort(files)
	for _, f := range files {
		c.readFile(filepath.Join(dir, f), nil)
	}
	if len(files) == 0 {
		c.report(dir, 1, "", "there is no role file (*.yaml) in this folder. keepsake init --name NAME --template memory writes one")
	}
}

// readFile reads a role file or a compose file. shared is the shared memory of the compose file
// that names this file, or nil.
func (c *loader) readFile(path string, shared *SharedMemory) {
	path = filepath.Clean(path)
	if i, loaded := c.index[path]; loaded {
		if shared != nil {
			shared.apply(&c.roles[i])
		}
		return
	}
	d, root, err := parseFile(path)
	if err != nil {
		c.reportError(path, err)
		return
	}
	if d.readKind(root) == "Compose" {
		c.readCompose(d, d.newBlock(root, ""))
		return
	}
	r := Role{File: path}
	d.readAgent(root, &r)
	if err := d.err(); err != nil {
		c.reportError(path, err)
		return
	}
	if shared != nil {
		shared.apply(&r)
	}
	c.index[path] = len(c.roles)
	c.roles = append(c.roles, r)
}

// readKind returns the kind of a file without reporting problems.
func (d *document) readKind(n *yaml.Node) string {
	peek := &document{}
	top := peek.newBlock(n, "")
	kind := ""
	top.readText("kind", &kind, 100)
	return kind
}

// readCompose reads a compose file (I24): the files of its roles and their shared memory.
func (c *loader) readCompose(d *document, top *block) {
	name := ""
	top.requireValue("apiVersion", apiVersion)
	top.requireValue("kind", "Compose")
	if meta, ok := top.requireBlock("metadata"); ok {
		meta.readName("name", &name)
		meta.ignore("description", "tags", "author", "version")
		meta.reportUnknown()
	}
	var files []string
	var shared *SharedMemory
	if spec, ok := top.requireBlock("spec"); ok {
		if services, ok := spec.requireBlock("services"); ok {
			for _, key := range services.order {
				if s, ok := services.requireBlock(key); ok {
					file := ""
					s.requireText("role", &file, 1000)
					s.reportUnknown()
					if !filepath.IsAbs(file) {
						file = filepath.Join(filepath.Dir(d.file), filepath.FromSlash(file))
					}
					files = append(files, file)
				}
			}
		}
		shared = spec.readSharedMemory("shared_memory", name+"-shared")
		spec.reportUnknown()
	}
	top.reportUnknown()
	if err := d.err(); err != nil {
		c.reportError(d.file, err)
		return
	}
	for _, f := range files {
		c.readFile(f, shared)
	}
}

// readDelegates reads the role files that delegate tools name.
func (c *loader) readDelegates() {
	for i := 0; i < len(c.roles); i++ { // readFile appends to c.roles
		r := c.roles[i]
		if r.Delegate == nil {
			continue
		}
		for _, a := range r.Delegate.Agents {
			if a.File == "" {
				continue
			}
			before := len(c.roles)
			c.readFile(a.File, nil)
			if len(c.roles) > before {
				c.roles[before].Mute = true
			}
			if j, ok := c.index[filepath.Clean(a.File)]; ok && c.roles[j].Name != a.Name {
				c.report(r.File, a.line, "spec.tools: name", "must be the metadata.name of its role_file, which is "+c.roles[j].Name)
			}
		}
	}
}

// checkColleagues reports names that two roles have, and colleagues that do not exist.
func (c *loader) checkColleagues() {
	byName := map[string]string{}
	for _, r := range c.roles {
		if other, twice := byName[r.Name]; twice {
			c.report(r.File, 1, "metadata.name", "is that of "+other+" too. Give each role its own name")
		}
		byName[r.Name] = r.File
	}
	for _, r := range c.roles {
		if r.Delegate == nil {
			continue
		}
		for _, a := range r.Delegate.Agents {
			switch _, there := byName[a.Name]; {
			case a.Name == r.Name:
				c.report(r.File, a.line, "spec.tools: name", "is the role's own: it cannot ask itself")
			case !there:
				c.report(r.File, a.line, "spec.tools: name", "is no role of this process. Add its file to KEEPSAKE_ROLES, or name it with role_file")
			}
		}
	}
}

// shareDelegateStores applies the shared memory of a delegate tool to its agents (I25).
func (c *loader) shareDelegateStores() {
	by := map[string]SharedMemory{}
	for _, r := range c.roles {
		if r.Delegate == nil || r.Delegate.Shared == nil {
			continue
		}
		for _, a := range r.Delegate.Agents {
			if other, twice := by[a.Name]; twice && other != *r.Delegate.Shared {
				c.report(r.File, r.Delegate.line, "spec.tools: shared_memory", "gives "+a.Name+" another store than another role's does. A role has one store")
				continue
			}
			by[a.Name] = *r.Delegate.Shared
			for i := range c.roles {
				if c.roles[i].Name == a.Name {
					r.Delegate.Shared.apply(&c.roles[i])
				}
			}
		}
	}
}

// checkStores reports roles that share a store but differ in max_memories or in the embedding
// model (R8). Vectors of two models cannot be compared, so the roles would replace each other's.
func (c *loader) checkStores() {
	sized, embedded := map[string]Role{}, map[string]Role{}
	for _, r := range c.roles {
		if r.Memory == nil {
			continue
		}
		store := r.Memory.Store
		if other, shared := sized[store]; !shared {
			sized[store] = r
		} else if a, b := r.Memory.MaxMemories, other.Memory.MaxMemories; a != b {
			c.report(r.File, 1, "spec.memory.max_memories", fmt.Sprintf(
				"is %d, that of %s is %d, and both keep their memories in the store %s. Set one number in both, or max_memories where the memory is shared", a, other.File, b, store))
		}
		e, ok := r.Embedding()
		if !ok {
			continue // the role recalls by words, which works in any store
		}
		other, shared := embedded[store]
		if !shared {
			embedded[store] = r
			continue
		}
		if with, _ := other.Embedding(); !e.isSame(with) {
			c.report(r.File, 1, "spec.memory.embeddings", fmt.Sprintf(
				"is %s, that of %s is %s, and both keep their memories in the store %s. Set the same provider, model and base_url under spec.memory.embeddings in both, or give one its own store_path",
				e, other.File, with, store))
		}
	}
}

func (e Embedding) isSame(o Embedding) bool {
	address := func(e Embedding) string { return cmp.Or(e.BaseURL, e.Provider.BaseURL) }
	return e.Provider.Name == o.Provider.Name && e.Model == o.Model && address(e) == address(o)
}

func (e Embedding) String() string { return e.Provider.Name + ":" + e.Model }

// Store returns the name of the role's memory store. For a role without memory it is the
// role's name, because commands write there.
func (r Role) Store() string {
	if r.Memory == nil {
		return r.Name
	}
	return r.Memory.Store
}
