package role

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"go.yaml.in/yaml/v3"
)

// LoadAll reads what one process is made of: role files, folders of them (*.yaml, *.yml),
// and compose files (kind Compose), which name role files and may give them one store. A
// role that only a delegate tool's role_file names comes along as one without a bot (Mute).
//
// What is wrong comes back all at once, as Problems: in the files, and between them.
func LoadAll(paths []string) ([]Role, error) {
	c := &cast{at: map[string]int{}}
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
		c.shareDelegated()
		c.checkStores()
	}
	if len(c.problems) > 0 {
		return nil, c.problems
	}
	return c.roles, nil
}

// cast is the roles of a process while they are being read.
type cast struct {
	roles    []Role
	at       map[string]int // by file
	problems Problems
}

func (c *cast) report(file string, line int, key, advice string) {
	c.problems = append(c.problems, Problem{file, line, key, advice})
}

// reportError adds the error of reading a file.
func (c *cast) reportError(file string, err error) {
	if ps, ok := err.(Problems); ok {
		c.problems = append(c.problems, ps...)
		return
	}
	c.report(file, 1, "", err.Error())
}

func (c *cast) readFolder(dir string) {
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

// readFile reads one file of either kind; shared is what a compose file says of its roles.
func (c *cast) readFile(path string, shared *Shared) {
	path = filepath.Clean(path)
	if i, there := c.at[path]; there {
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
	c.at[path] = len(c.roles)
	c.roles = append(c.roles, r)
}

// readKind looks at a file's kind before it is known what else belongs into it.
func (d *document) readKind(n *yaml.Node) string {
	peek := &document{}
	top := peek.newBlock(n, "")
	kind := ""
	top.readText("kind", &kind, 100)
	return kind
}

// readCompose reads a compose file (I24): which roles there are, and one store for them.
func (c *cast) readCompose(d *document, top *block) {
	name := ""
	top.requireValue("apiVersion", apiVersion)
	top.requireValue("kind", "Compose")
	if meta, ok := top.requireBlock("metadata"); ok {
		meta.readName("name", &name)
		meta.ignore("description", "tags", "author", "version")
		meta.reportUnknown()
	}
	var files []string
	var shared *Shared
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
		shared = spec.readShared("shared_memory", name+"-shared")
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

// readDelegates reads the roles that only delegate tools name.
func (c *cast) readDelegates() {
	for i := 0; i < len(c.roles); i++ { // it grows
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
			if j, ok := c.at[filepath.Clean(a.File)]; ok && c.roles[j].Name != a.Name {
				c.report(r.File, a.line, "spec.tools: name", "must be the metadata.name of its role_file, which is "+c.roles[j].Name)
			}
		}
	}
}

// checkColleagues checks that names are used once, and that every named colleague is there.
func (c *cast) checkColleagues() {
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

// shareDelegated puts those whom a delegate tool asks into the store that it names (I25).
func (c *cast) shareDelegated() {
	by := map[string]Shared{}
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

// checkStores checks that roles which share a store agree on its vectors and its size (R8): two
// models' vectors cannot be compared, so each would undo the other's.
func (c *cast) checkStores() {
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
			continue // it recalls by words, in any store
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

// Stores returns the names of the memory stores of some roles, each once, in order. A role
// without memory has one by its own name: commands write there.
func Stores(roles []Role) []string {
	names := map[string]bool{}
	for _, r := range roles {
		names[r.Store()] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// Store returns the name of the role's memory store.
func (r Role) Store() string {
	if r.Memory == nil {
		return r.Name
	}
	return r.Memory.Store
}
