package templates_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// spoken are the rooms that make what people read in the chat.
var spoken = []string{"../bot", "../command", "../agent", "../task", "../memory", "../delivery", "../usage"}

// unspoken are folders in them that do not: the neighbours' double, the renderer, and what
// only the model reads, which is English.
var unspoken = []string{"../bot/simulator", "../markdown", "../agent/prompt", "../tool", "../toolset/tasktools", "../toolset/memorytools", "../memory/grounds", "../memory/ingest", "../memory/consolidate", "../memory/listing"}

var (
	// shownTypes have fields that people read.
	shownTypes  = []string{"Body", "Button", "InlineKeyboardButton", "SendMessageParams", "EditMessageTextParams", "AnswerCallbackQueryParams", "BotCommand", "ForceReply"}
	shownFields = []string{"Text", "Hint", "Caption", "Description", "InputFieldPlaceholder", "Note"}
	// shownArgs are the arguments, by function, that people read.
	shownArgs = map[string][]int{"Ask": {2, 3}, "render": {0}, "answerTap": {2}}
	// sayers take an id, not a sentence, or give what is not words.
	sayers = []string{"Say", "say", "with", "Plain", "FormatTime", "Button"}
)

// A text, a button, a note or a hint that is written in the source would be English for
// everybody; so would a date that Go writes itself.
func TestNoWordsBypassTheWords(t *testing.T) {
	for _, room := range spoken {
		err := filepath.WalkDir(room, func(p string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && slices.Contains(unspoken, filepath.ToSlash(p)):
				return filepath.SkipDir
			case d.IsDir() || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go"):
				return nil
			}
			for _, problem := range bypasses(t, p, nil) {
				t.Error(problem)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheSearchForBypassesFindsThem(t *testing.T) {
	const head = "package x\nfunc f() {\n"
	for _, c := range []struct {
		source string
		finds  bool
	}{
		{`_ = delivery.Body{Text: "Hello"}`, true},
		{`_ = delivery.Body{Text: a.Say("a", nil) + "\n and more"}`, true},
		{`_ = [][]delivery.Button{{{Text: "Yes", Action: "yes"}}}`, true},
		{`_ = []delivery.Button{{Text: fmt.Sprintf("No %d", n), Action: "no"}}`, true},
		{`body.Text += "Bye"`, true},
		{`h.answer.Note = "Saved"`, true},
		{`label := "Yes"; _ = Button{Text: label}`, true},
		{`a.Ask("form", "", a.Say("a", nil), "type it")`, true},
		{`_ = t.Format("2 Jan 2006")`, true},
		{`_ = t.Format(time.Kitchen)`, true},
		{`_ = delivery.Body{Text: a.Say("a.b", nil) + "\n• " + shown(m)}`, false},
		{`label := "☑️ " + title; _ = Button{Text: label, Action: "done"}`, false},
		{`_ = delivery.Body{Text: strings.Join(parts, "\n\n")}`, false},
		{`a.Ask("form", "ref", a.Say("a.b", nil), "")`, false},
		{`_ = t.Format("2006-01-02")`, false},
		{`_ = llm.Message{Text: "for the model"}`, false},
	} {
		if got := bypasses(t, "sample.go", head+c.source+"\n}\n"); (len(got) > 0) != c.finds {
			t.Errorf("%s: found %q, want something: %v", c.source, got, c.finds)
		}
	}
}

// scan looks through one file.
type scan struct {
	fset  *token.FileSet
	given map[string][]ast.Expr // what is assigned to a name anywhere in the file
	found []string
}

func bypasses(t *testing.T, name string, source any) []string {
	t.Helper()
	s := &scan{fset: token.NewFileSet(), given: map[string][]ast.Expr{}}
	f, err := parser.ParseFile(s.fset, name, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, s.remember)
	ast.Inspect(f, s.look)
	return s.found
}

func (s *scan) remember(n ast.Node) bool {
	put := func(to, value ast.Expr) {
		if id, ok := to.(*ast.Ident); ok {
			s.given[id.Name] = append(s.given[id.Name], value)
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i := range n.Lhs {
			if len(n.Lhs) == len(n.Rhs) {
				put(n.Lhs[i], n.Rhs[i])
			}
		}
	case *ast.ValueSpec:
		for i := range n.Values {
			put(n.Names[i], n.Values[i])
		}
	}
	return true
}

func (s *scan) look(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CompositeLit:
		s.composite(n, typeName(n.Type))
	case *ast.AssignStmt:
		for i, to := range n.Lhs {
			if sel, ok := to.(*ast.SelectorExpr); ok && len(n.Lhs) == len(n.Rhs) && slices.Contains(shownFields, sel.Sel.Name) {
				s.value(n.Rhs[i], 0)
			}
		}
	case *ast.CallExpr:
		name := typeName(n.Fun)
		for _, i := range shownArgs[name] {
			if i < len(n.Args) {
				s.value(n.Args[i], 0)
			}
		}
		if name == "Format" && len(n.Args) == 1 {
			s.layout(n.Args[0])
		}
	}
	return true
}

// composite checks the fields of T{…}, and of the elements of []T{…} whose type is left out.
func (s *scan) composite(n *ast.CompositeLit, of string) {
	for _, e := range n.Elts {
		if inner, ok := e.(*ast.CompositeLit); ok && inner.Type == nil {
			s.composite(inner, of)
			continue
		}
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok || !slices.Contains(shownTypes, of) {
			continue
		}
		if key, ok := kv.Key.(*ast.Ident); ok && slices.Contains(shownFields, key.Name) {
			s.value(kv.Value, 0)
		}
	}
}

// value reports the words written in an expression that people read.
func (s *scan) value(e ast.Expr, deep int) {
	if deep > 5 {
		return
	}
	switch e := e.(type) {
	case *ast.BasicLit:
		if v, err := strconv.Unquote(e.Value); err == nil && strings.ContainsFunc(v, unicode.IsLetter) {
			s.report(e, "%q is written in the source: put it into templates/words", v)
		}
	case *ast.BinaryExpr:
		s.value(e.X, deep+1)
		s.value(e.Y, deep+1)
	case *ast.ParenExpr:
		s.value(e.X, deep+1)
	case *ast.Ident:
		for _, v := range s.given[e.Name] {
			s.value(v, deep+1)
		}
	case *ast.CallExpr:
		if slices.Contains(sayers, typeName(e.Fun)) {
			return
		}
		for _, a := range e.Args {
			s.value(a, deep+1)
		}
	}
}

// layout reports dates that Go writes: those are English. Layouts of digits are for
// machines.
func (s *scan) layout(e ast.Expr) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if v, err := strconv.Unquote(e.Value); err == nil && !strings.HasPrefix(v, "2006-01-02") {
			s.report(e, "the date %q is written in the source: use Words.FormatTime", v)
		}
	case *ast.SelectorExpr:
		if !strings.HasPrefix(e.Sel.Name, "RFC3339") {
			s.report(e, "the date time.%s is English: use Words.FormatTime", e.Sel.Name)
		}
	}
}

func (s *scan) report(at ast.Node, format string, args ...any) {
	s.found = append(s.found, fmt.Sprintf("%s: %s", s.fset.Position(at.Pos()), fmt.Sprintf(format, args...)))
}

// typeName is the last name of a type or a function: "Button" for []delivery.Button.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.ArrayType:
		return typeName(e.Elt)
	case *ast.IndexExpr:
		return typeName(e.X)
	}
	return ""
}
