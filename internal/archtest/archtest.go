// Package archtest proves the arrows between the rooms: it reads the imports of every Go
// file of the module and compares them with the plan in rooms.go.
//
// It is not a style checker (gofmt, vet and staticcheck are); it knows only what no
// ordinary tool can: which room may know which, which library stays in which adaptor, when a
// file, a function or a package has become too large to be one thing, which rooms start goroutines, and which
// package comments do not say where to start reading.
//
// Start reading at House, the plan itself; then Check.
package archtest

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// File is one Go file of the module: its folder relative to the root ("." for the root),
// its name, its imports, its length, its functions, its package comment, and whether more than one goroutine runs.
type File struct {
	Dir, Name string
	Imports   []string
	Lines     int
	Functions []Function
	Doc       string // its part of the package comment
	// StartsGoroutine says that it has a go statement, or calls a method Go of a group.
	StartsGoroutine bool
}

// Function is a function or method of a file, with its length from the word func to the
// closing bracket.
type Function struct {
	Name  string
	Lines int
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
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, p, src, parser.ParseComments)
	if err != nil {
		return File{}, fmt.Errorf("parse: %w", err)
	}
	f := File{Name: filepath.Base(p), Lines: bytes.Count(src, []byte("\n")), Doc: parsed.Doc.Text()}
	for _, spec := range parsed.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return File{}, err
		}
		f.Imports = append(f.Imports, name)
	}
	for _, d := range parsed.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			f.Functions = append(f.Functions, Function{fn.Name.Name, set.Position(fn.End()).Line - set.Position(fn.Pos()).Line + 1})
		}
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			f.StartsGoroutine = true
		case *ast.SelectorExpr:
			f.StartsGoroutine = f.StartsGoroutine || n.Sel.Name == "Go"
		}
		return true
	})
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
		for _, fn := range f.Functions {
			if fn.Lines > plan.MaxFunctionLines && !f.isTest() {
				say("%s: %s has %d lines: does it fit a screen? (limit %d)", where, fn.Name, fn.Lines, plan.MaxFunctionLines)
			}
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

// CheckStarts returns every package of more than one file or 100 lines, tests not counted, whose comment does not
// say where to start reading.
func CheckStarts(files []File) []string {
	type room struct {
		files, lines int
		doc          string
	}
	rooms := map[string]room{}
	for _, f := range files {
		if !f.isTest() {
			r := rooms[f.Dir]
			rooms[f.Dir] = room{r.files + 1, r.lines + f.Lines, r.doc + f.Doc}
		}
	}
	var wrong []string
	for _, dir := range slices.Sorted(maps.Keys(rooms)) {
		if r := rooms[dir]; (r.files > 1 || r.lines > 100) && !strings.Contains(strings.Join(strings.Fields(r.doc), " "), "tart reading ") {
			wrong = append(wrong, dir+": the package comment does not say where to start reading")
		}
	}
	return wrong
}

// CheckSizes returns every package whose own lines, those of its tests apart, are more than
// the plan allows: Plan.MaxPackageLines, or its exception in Plan.Large. An exception that is
// not needed any more is named, too.
func CheckSizes(plan Plan, files []File) []string {
	sizes := map[string]int{}
	for _, f := range files {
		if !f.isTest() {
			sizes[f.Dir] += f.Lines
		}
	}
	var wrong []string
	for _, dir := range slices.Sorted(maps.Keys(sizes)) {
		limit := plan.MaxPackageLines
		large, excepted := plan.Large[dir]
		switch {
		case excepted && sizes[dir] <= limit:
			wrong = append(wrong, fmt.Sprintf("%s has %d lines and needs no exception", dir, sizes[dir]))
		case excepted:
			limit = large.Lines
		}
		if sizes[dir] > limit {
			wrong = append(wrong, fmt.Sprintf("%s has %d lines of its own: is it still one package? (limit %d)", dir, sizes[dir], limit))
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

// CheckFolders returns every pair of top-level folders that import each other, directly or
// over others: then one of the two arrows climbs. Tests and the doubles that a plan keeps
// for its worlds do not count; the folders below internal stand for themselves.
func CheckFolders(plan Plan, files []File) []string {
	arrows := map[string]map[string]string{} // folder -> folder it imports -> one file that does
	for _, f := range files {
		if room, _ := plan.room(f.Dir); f.isTest() || len(room.OnlyFor) > 0 && topFolder(room.Dir) != "store" {
			continue
		}
		for _, imp := range f.Imports {
			dir, ours := strings.CutPrefix(imp, plan.Module+"/")
			from, to := topFolder(f.Dir), topFolder(dir)
			if !ours || from == to {
				continue
			}
			if arrows[from] == nil {
				arrows[from] = map[string]string{}
			}
			arrows[from][to] = path.Join(f.Dir, f.Name)
		}
	}
	var wrong []string
	for _, from := range slices.Sorted(maps.Keys(arrows)) {
		for _, to := range slices.Sorted(maps.Keys(arrows[from])) {
			if reaches(arrows, to, from, map[string]bool{}) {
				wrong = append(wrong, fmt.Sprintf("%s imports %s, which knows %s: one of the arrows climbs", arrows[from][to], to, from))
			}
		}
	}
	return wrong
}

func topFolder(dir string) string {
	first, rest, _ := strings.Cut(dir, "/")
	if first == "internal" {
		return path.Join(first, topFolder(rest))
	}
	return first
}

// reaches reports whether arrows lead from a folder to another.
func reaches(arrows map[string]map[string]string, from, to string, seen map[string]bool) bool {
	if from == to {
		return true
	}
	if seen[from] {
		return false
	}
	seen[from] = true
	for next := range arrows[from] {
		if reaches(arrows, next, to, seen) {
			return true
		}
	}
	return false
}
