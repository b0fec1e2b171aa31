// Package templates holds the house's texts as files: prompts, words, pages.
//
// It renders only words; the package that renders another text owns its typed data. Words are
// the sentences that a person reads in the chat, one YAML file per language; prompts are the
// texts that the model reads; pages are shown by a browser.
//
// Start reading at Words.
package templates

import (
	"embed"
	"fmt"
	"strings"
)

// FS holds all files of this folder by their path in it, e.g. "words/en.yaml".
//
//go:embed all:words all:prompts all:demo all:roles all:page
var FS embed.FS

// Prompt returns the file prompts/NAME without surrounding white space. A name that is
// not there is a mistake in the program and panics.
func Prompt(name string) string {
	b, err := FS.ReadFile("prompts/" + name)
	if err != nil {
		panic(fmt.Sprintf("templates: %v", err))
	}
	return strings.TrimSpace(string(b))
}
