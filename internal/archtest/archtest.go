// Package archtest proves the arrows between the rooms: it reads the imports of every Go
// file of the module and compares them with the plan in rooms.go.
//
// It is not a style checker (gofmt, vet and staticcheck are); it knows only what no
// ordinary tool can: which room may know which, which library stays in which adaptor,
// and when a file should be asked whether it is still one thing.
//
// Start reading at Rooms, the plan itself; then Check.
package archtest

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// File is one Go file of the module: its folder relative to the root ("." for the root),
// its name, what it imports, how many lines it has.
type File struct {
	Dir, Name string
	Imports   []string
	Lines     int
}

func (f File) isTest() bool { return strings.HasSuffix(f.Name, "_test.go") }

// Read returns every Go file under root, whatever its build tags. Folders that Go itself
// ignores (testdata, names with a leading dot or underscore) are left out.
func Read(root string) ([]File, error) {
	var files []File
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if p != root && (name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		f, err := readFile(p)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(p))
		if err != nil {
			return err
		}
		f.Dir = filepath.ToSlash(rel)
		files = append(files, f)
		return nil
	})
	return files, err
}

func readFile(p string) (File, error) {
	src, err := os.ReadFile(p)
	if err != nil {
		return File{}, err
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), p, src, parser.ImportsOnly)
	if err != nil {
		return File{}, fmt.Errorf("read imports: %w", err)
	}
	f := File{Name: filepath.Base(p), Lines: bytes.Count(src, []byte("\n"))}
	for _, spec := range parsed.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return File{}, err
		}
		f.Imports = append(f.Imports, name)
	}
	return f, nil
}

// Check compares files with a plan and returns every difference as one sentence.
func Check(plan Plan, files []File) []string {
	var wrong []string
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	for _, f := range files {
		where := path.Join(f.Dir, f.Name)
		if f.Lines > plan.MaxLines {
			say("%s has %d lines: is it still one thing? (limit %d)", where, f.Lines, plan.MaxLines)
		}
		if slices.Contains(plan.BadNames, path.Base(f.Dir)) {
			say("%s: a package called %s says nothing about what is in it", where, path.Base(f.Dir))
		}
		room, known := plan.room(f.Dir)
		if !known {
			say("%s is in no room of the plan: add its folder to Rooms", where)
			continue
		}
		for _, imp := range f.Imports {
			if problem := plan.checkImport(room, f, imp); problem != "" {
				say("%s: %s", where, problem)
			}
		}
	}
	return wrong
}

func (p Plan) checkImport(room Room, f File, imp string) string {
	dir, ours := strings.CutPrefix(imp, p.Module+"/")
	if !ours {
		for library, homes := range p.Libraries {
			if imp != library && !strings.HasPrefix(imp, library+"/") {
				continue
			}
			if !slices.Contains(homes, f.Dir) {
				return fmt.Sprintf("%s stays in %s", library, strings.Join(homes, ", "))
			}
		}
		return ""
	}
	if dir == f.Dir || f.isTest() {
		return "" // an external test may hold any two rooms together; it ships in no binary
	}
	target, known := p.room(dir)
	if !known {
		return fmt.Sprintf("imports %s, which is in no room of the plan", dir)
	}
	if len(target.OnlyFor) > 0 {
		if !slices.Contains(target.OnlyFor, room.Dir) {
			return fmt.Sprintf("imports %s, which is for %s and tests only", dir, strings.Join(target.OnlyFor, ", "))
		}
		return ""
	}
	if target.Dir == room.Dir || slices.Contains(room.May, target.Dir) || target.Floor < room.Floor {
		return ""
	}
	return fmt.Sprintf("imports %s: the arrow points up or sideways (floor %d to floor %d)", dir, room.Floor, target.Floor)
}

// room returns the most specific room that a folder belongs to.
func (p Plan) room(dir string) (best Room, ok bool) {
	for _, r := range p.Rooms {
		if (dir == r.Dir || strings.HasPrefix(dir, r.Dir+"/")) && len(r.Dir) >= len(best.Dir) {
			best, ok = r, true
		}
	}
	return best, ok
}
