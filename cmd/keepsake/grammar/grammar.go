// Package grammar is what the command line may say: the path of a command, and what a mistyped one may have meant.
//
// Start reading at Explain.
package grammar

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"keepsake/text"
)

// Path returns a command as it is typed after keepsake.
func Path(n *kong.Node) string {
	if n == nil || n.Type != kong.CommandNode {
		return ""
	}
	return strings.TrimSpace(Path(n.Parent) + " " + n.Name)
}

// HelpFor returns which help to read after a wrong command line.
func HelpFor(err error) string {
	var parse *kong.ParseError
	if errors.As(err, &parse) {
		if path := Path(parse.Context.Selected()); path != "" && path != "serve" {
			return "keepsake help " + path
		}
	}
	return "keepsake help"
}

// Explain returns what is wrong with a command line, with the command or flag that may be meant.
func Explain(all *kong.Application, err error) string {
	message := err.Error()
	if strings.Contains(message, "did you mean") {
		return message
	}
	node := all.Node
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context.Selected() != nil {
		node = parse.Context.Selected()
	}
	if word, ok := strings.CutPrefix(message, "unexpected argument "); ok {
		for n := node; n != nil; n = n.Parent {
			if near, ok := text.Nearest(word, Commands(n)); ok {
				return fmt.Sprintf("%s: there is no command %s. Did you mean %s?", message, word, strings.TrimSpace(Path(n)+" "+near))
			}
		}
	}
	if word, ok := strings.CutPrefix(message, "unexpected argument "); ok {
		var below []string // export is one of memory and one of session
		for _, n := range all.Children {
			if slices.Contains(Commands(n), word) {
				below = append(below, n.Name+" "+word)
			}
		}
		if len(below) > 0 {
			return fmt.Sprintf("%s: there is no command %s. Did you mean %s?", message, word, strings.Join(below, " or "))
		}
	}
	if argument, ok := strings.CutPrefix(message, "expected "); ok {
		return "an argument is missing: " + strings.Trim(argument, `"`)
	}
	if flag, ok := strings.CutPrefix(message, "unknown flag "); ok {
		if near, ok := text.Nearest(flag, flagNames(node)); ok {
			return message + ". Did you mean " + near + "?"
		}
	}
	return message
}

// Commands returns the commands below a command.
func Commands(n *kong.Node) (names []string) {
	for _, c := range n.Children {
		if c.Type == kong.CommandNode && !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return names
}

func flagNames(n *kong.Node) (names []string) {
	for _, group := range n.AllFlags(true) {
		for _, f := range group {
			names = append(names, "--"+f.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
