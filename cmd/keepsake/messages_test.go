package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// unseen are the sentences that no golden file can hold, with the reason.
var unseen = map[string]string{
	"the output cannot be written: %w": "the golden files are what was written; TestOutputLost",
	"change was taken":                 "needs a run of a model that kept something; TestARunIsRevertedWhole of app has that taken back",
	"changes were taken":               "as above",
	"differs from Telegram's by %s":    "the clocks of this machine and of the simulated Telegram are the same",
	"Set the machine's clock (timedatectl set-ntp true): reminders and dates follow it.": "as above",
	"not checked: its key cannot be read":                                                "the key's file is gone between two looks at it",
	", but its schema cannot be read":                                                    "a PostgreSQL user without rights",
	"Check that the user in DATABASE_URL may read and create tables.":                    "as above",
	"; how many updates wait, and whether a webhook is set, this Bot API does not tell":  "an older Bot API: TestOwnerLinkOfALateBotAPI of app",
	"%s back.\n": "as above",
}

// fills is what a sentence has in its middle that differs: verbs of fmt and variables of kong.
var fills = regexp.MustCompile(`%[-+ 0-9.]*[a-zA-Z]|%%|\$\{\w+\}`)

// sentences returns what source files say to people: literals of more than one word, and the
// help of commands and flags.
func sentences(t *testing.T, pattern string) (found []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(pkg, filepath.FromSlash(pattern)))
	if err != nil || len(files) == 0 {
		t.Fatalf("no source is %s: %v", pattern, err)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		tags := map[*ast.BasicLit]bool{}
		ast.Inspect(file, func(n ast.Node) bool {
			if f, ok := n.(*ast.Field); ok && f.Tag != nil {
				tags[f.Tag] = true
			}
			literal, ok := n.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			if tags[literal] {
				text = strings.ReplaceAll(reflect.StructTag(text).Get("help"), "$$", "$")
			}
			if len(strings.Fields(text)) > 1 && regexp.MustCompile(`[a-z]{2}`).MatchString(text) {
				found = append(found, text)
			}
			return true
		})
	}
	return found
}

// TestEverySentenceIsInAGoldenFile: whatever the command line can say to people, help and errors included,
// was said in a test that compares it word for word, or stands in unseen with a reason (C5, C6).
func TestEverySentenceIsInAGoldenFile(t *testing.T) {
	var said string
	for _, name := range []string{"commandline.golden", "memory.golden", "upkeep.golden", "troubles.golden", "remote.golden"} {
		raw, err := os.ReadFile(filepath.Join(pkg, "testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		said += " " + string(raw)
	}
	said = strings.Join(strings.Fields(strings.ReplaceAll(said, "\n! ", "\n")), " ")
	var all []string
	for _, pattern := range []string{"*.go", "programs/*.go", "remote/*.go", "grammar/*.go", "../../app/doctor*.go", "../../app/database/*.go", "../../app/keydesk/*.go"} {
		all = append(all, sentences(t, pattern)...)
	}
	if len(all) < 250 {
		t.Fatalf("only %d sentences were found", len(all))
	}
	missing := map[string]bool{}
	for _, sentence := range all {
		text := sentence
		for _, x := range steadied {
			text = x.expression.ReplaceAllString(text, x.word)
		}
		for _, part := range fills.Split(text, -1) {
			if words := strings.Join(strings.Fields(part), " "); len(words) > 2 && !strings.Contains(said, words) {
				missing[sentence] = true
			}
		}
	}
	for sentence := range missing {
		if unseen[sentence] == "" {
			t.Errorf("no golden file holds %q", sentence)
		}
	}
	for sentence := range unseen {
		if !missing[sentence] {
			t.Errorf("%q is in a golden file, or is said no more: take it out of unseen", sentence)
		}
	}
}
