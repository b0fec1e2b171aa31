package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"keepsake/app/settings"
)

// documents are where commands are told.
var documents = []string{"../../README.md", "../../CONTRIBUTING.md", "../../docs/*.md", "../../deploy/*.service", "../../compose*.yaml", "../../.env.example"}

var (
	inCode    = regexp.MustCompile("(?s)`(keepsake [^`]+)`")
	inALine   = regexp.MustCompile(`(?m)^[ #-]*(?:[$] )?(?:docker compose .*exec bot )?(?:[A-Z_]+=(?:'[^']*'|\S*) )*(?:echo "[^"]*" \| )?(keepsake(?: .*)?)$`)
	ofAShell  = regexp.MustCompile(`\s#\s.*$|\s{2,}\(.*\)$|\s*[|<>&].*$`)
	aWord     = regexp.MustCompile(`"[^"]*"|'[^']*'|\S+`)
	aGroup    = regexp.MustCompile(`^expected (one of )?`)
	codeBlock = regexp.MustCompile("(?s)```.*?```")
)

// TestDocumentedCommands (issue 10): each command line that the README and the other pages tell of is one that the program understands.
// Where a command is only named in a text, what belongs behind it may be left out.
func TestDocumentedCommands(t *testing.T) {
	understands := func(line string) error {
		var c cli
		parser, err := kong.New(&c, kong.Name("keepsake"), kong.Vars{"config": settings.DefaultPath()}, kong.Writers(io.Discard, io.Discard), kong.Exit(func(int) {}))
		if err != nil {
			t.Fatal(err)
		}
		var args []string
		for _, word := range aWord.FindAllString(strings.Replace(line, " ID", " 7", 1), -1) {
			args = append(args, strings.Trim(word, `"'`))
		}
		parsed, err := parser.Parse(args[1:])
		switch {
		case err != nil && strings.Contains(err.Error(), "no such file"): // it is an example's
			return nil
		case err == nil && parsed.Selected() != nil && len(args) > 2 && !slices.Contains(args, parsed.Selected().Name) &&
			!strings.HasPrefix(args[2], "-") && !strings.HasSuffix(args[2], ".yaml"): // taken for a role file
			return fmt.Errorf("%s is no command", args[2])
		}
		return err
	}
	checked := 0
	for _, pattern := range documents {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			page := string(data)
			blocks := page
			if strings.HasSuffix(file, ".md") {
				blocks = strings.Join(codeBlock.FindAllString(page, -1), "\n")
				for _, m := range inCode.FindAllStringSubmatch(codeBlock.ReplaceAllString(page, ""), -1) {
					line := ofAShell.ReplaceAllString(strings.Join(strings.Fields(m[1]), " "), "")
					if strings.Contains(line, "…") {
						continue
					}
					checked++
					if err := understands(line); err != nil && !aGroup.MatchString(err.Error()) {
						t.Errorf("%s names %q: %v", file, line, err)
					}
				}
			}
			for _, m := range inALine.FindAllStringSubmatch(blocks, -1) {
				line := ofAShell.ReplaceAllString(m[1], "")
				if strings.HasSuffix(line, ".old") || strings.Contains(line, "…") {
					continue
				}
				checked++
				if err := understands(line); err != nil {
					t.Errorf("%s has %q: %v", file, line, err)
				}
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d commands were found", checked)
	}
}
