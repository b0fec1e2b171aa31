package archtest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// logMethods are slog's, with the place of the message among the arguments.
var logMethods = map[string]int{
	"Debug": 0, "Info": 0, "Warn": 0, "Error": 0,
	"DebugContext": 1, "InfoContext": 1, "WarnContext": 1, "ErrorContext": 1, "Log": 2,
}

// messageForm is a log message: constant, without a full stop or a line break. Names of
// people and systems may begin it with a capital letter.
var messageForm = regexp.MustCompile(`^[\pL\pN"'(][^\n]*[^.\n]$`)

// TestLogLines proves H8 for the whole module: an error stands under the key "error", and a
// message is a constant, so that lines can be searched for and hold nothing anybody wrote.
func TestLogLines(t *testing.T) {
	lines := 0
	err := filepath.WalkDir("../..", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, p, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if problem, isLog := checkLogCall(call); isLog {
					lines++
					if problem != "" {
						t.Errorf("%s: %s", set.Position(call.Pos()), problem)
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if lines < 60 {
		t.Errorf("only %d log lines were found: the test looks in the wrong place", lines)
	}
}

// checkLogCall reports what is wrong with a call of a logger; isLog is false of other calls.
func checkLogCall(call *ast.CallExpr) (problem string, isLog bool) {
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	at, known := logMethods[method.Sel.Name]
	if !known || len(call.Args) <= at || !isLogger(method.X) {
		return "", false
	}
	message, ok := stringOf(call.Args[at])
	if name, isName := call.Args[at].(*ast.Ident); isName && name.Name == "message" {
		message, ok = "passed on", true // by a function whose callers name it
	}
	if !ok {
		return "the message is no constant", true
	}
	if !messageForm.MatchString(message) {
		return "the message " + strconv.Quote(message) + " ends in a full stop or is empty", true
	}
	for _, arg := range call.Args[at+1:] {
		if key, ok := stringOf(arg); ok && key == "err" {
			return `the key of an error is "error"`, true
		}
	}
	return "", true
}

// isLogger reports whether an expression is named like a logger: log, b.log, cfg.Log, a.log().
func isLogger(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return strings.EqualFold(x.Name, "log") || x.Name == "slog" || strings.EqualFold(x.Name, "logger")
	case *ast.SelectorExpr:
		return isLogger(x.Sel)
	case *ast.CallExpr:
		return isLogger(x.Fun)
	}
	return false
}

func stringOf(x ast.Expr) (string, bool) {
	lit, ok := x.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}
