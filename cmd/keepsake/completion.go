package main

import (
	"context"
	"embed"
	"fmt"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"keepsake/app"
	"keepsake/cmd/keepsake/files"
	"keepsake/cmd/keepsake/grammar"
	"keepsake/memory"
	"keepsake/text"
)

// completionCmd prints the script with which a shell completes. The script asks completeCmd.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish. The script says how it is used."`
}

//go:embed completions
var completions embed.FS

func (c completionCmd) Run(sh *shell) error {
	script, err := completions.ReadFile("completions/" + c.Shell)
	if err != nil {
		return err
	}
	_, err = sh.out.Write(script)
	return err
}

// completeCmd prints what the last word may become, one candidate to a line, with a tab and an
// explanation. ":files" means that it may be any file. It fails silently: a shell has no place for
// an error while somebody presses Tab.
type completeCmd struct {
	Words []string `arg:"" optional:""`
}

func (c completeCmd) Run(ctx context.Context, sh *shell) error {
	if len(c.Words) > 0 && c.Words[0] == "--" {
		c.Words = c.Words[1:]
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	p := newCompletion(sh, c.Words)
	for _, x := range p.candidates(ctx) {
		switch {
		case x == anyFile:
			fmt.Fprintln(sh.out, x.word) // without the tab: the scripts compare the whole line
		case strings.HasPrefix(x.word, p.current):
			fmt.Fprintf(sh.out, "%s\t%s\n", x.word, text.OneLine(text.Visible(x.help)))
		}
	}
	return nil
}

type candidate struct{ word, help string }

var anyFile = candidate{word: ":files"}

// completion is a command line up to the word that is being typed.
type completion struct {
	sh      *shell
	node    *kong.Node // the command
	flag    *kong.Flag // whose value is being typed; nil = none
	words   []string   // the command's arguments before it
	current string
}

func newCompletion(sh *shell, words []string) *completion {
	c := &completion{sh: sh, node: sh.model.Node}
	var kept []string
	for _, w := range words {
		if w != "=" { // bash takes --flag=value apart
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 || len(words) > 0 && words[len(words)-1] == "=" {
		kept = append(kept, "")
	}
	c.current = kept[len(kept)-1]
	for _, w := range kept[:len(kept)-1] {
		c.add(w)
	}
	return c
}

// add follows the command line by one word.
func (c *completion) add(word string) {
	if c.flag != nil {
		c.flag = nil
		return
	}
	if strings.HasPrefix(word, "-") {
		name, _, hasValue := strings.Cut(word, "=")
		for _, f := range c.flags() {
			if name == "--"+f.Name || f.Short != 0 && name == "-"+string(f.Short) {
				if !hasValue && (!f.IsBool() || f.Name == "resume") {
					c.flag = f
				}
				return
			}
		}
		return
	}
	for _, n := range c.node.Children {
		if n.Type == kong.CommandNode && n.Name == word && len(c.words) == 0 {
			c.node = n
			return
		}
	}
	c.words = append(c.words, word)
}

// flags are those of the command, and of the default one below it.
func (c *completion) flags() (fs []*kong.Flag) {
	for _, group := range c.node.AllFlags(true) {
		fs = append(fs, group...)
	}
	if d := c.node.DefaultCmd; d != nil {
		fs = append(fs, d.Flags...)
	}
	return fs
}

func (c *completion) candidates(ctx context.Context) (out []candidate) {
	if c.flag != nil {
		out = c.flagValues(ctx)
		if c.flag.Name != "resume" || len(out) > 0 {
			return out
		}
	}
	if strings.HasPrefix(c.current, "-") {
		for _, f := range c.flags() {
			out = append(out, candidate{"--" + f.Name, f.Help})
		}
		return out
	}
	if len(c.words) == 0 {
		for _, n := range c.node.Children {
			if n.Type == kong.CommandNode && !n.Hidden {
				out = append(out, candidate{n.Name, n.Help})
			}
		}
	}
	return append(out, c.arguments(ctx)...)
}

// flagValues returns what may follow a flag.
func (c *completion) flagValues(ctx context.Context) (out []candidate) {
	switch {
	case c.flag.Name == "resume":
		return c.conversations(ctx)
	case c.flag.Tag.Type == "path", c.flag.Tag.Type == "existingfile", c.flag.Name == "output":
		return []candidate{anyFile}
	}
	for _, v := range c.flag.EnumSlice() {
		if v != "" {
			out = append(out, candidate{word: v})
		}
	}
	return out
}

// arguments returns what may stand as an argument of the command.
func (c *completion) arguments(ctx context.Context) []candidate {
	path := grammar.Path(c.node)
	first := len(c.words) == 0
	hasRole := len(c.words) == 1 && files.IsRole(c.words[0])
	switch path {
	case "chat", "memory", "memory list", "memory clear", "memory export", "memory reembed", "session", "session list":
		if first {
			return c.roleFiles()
		}
	case "memory show":
		if first {
			return append(c.memories(ctx), c.roleFiles()...)
		}
		if hasRole {
			return c.memories(ctx)
		}
	case "session show", "session export", "session add", "session edit", "session remove":
		if first {
			return append(c.conversations(ctx), c.roleFiles()...)
		}
		if hasRole {
			return c.conversations(ctx)
		}
	case "memory search":
		if first {
			return c.roleFiles()
		}
	case "memory import", "session import", "backup", "restore":
		return []candidate{anyFile}
	case "inbox show", "inbox replay":
		return c.letters(ctx)
	case "completion":
		return []candidate{{word: "bash"}, {word: "zsh"}, {word: "fish"}}
	case "help":
		return c.helpTopics()
	}
	return nil
}

func (c *completion) helpTopics() (out []candidate) {
	below := newCompletion(c.sh, append(c.words, ""))
	for _, n := range below.node.Children {
		if n.Type == kong.CommandNode && !n.Hidden {
			out = append(out, candidate{n.Name, n.Help})
		}
	}
	if len(c.words) == 0 {
		out = append(out, candidate{"exit-codes", "What the exit codes mean."})
	}
	return out
}

// roleFiles returns YAML files, and folders that may hold some.
func (c *completion) roleFiles() (out []candidate) {
	files.Roles(c.current, func(path, kind string) { out = append(out, candidate{path, kind}) })
	return out
}

// most is how many ids are offered.
const most = 200

// withStore runs fn with the store that the words before name. Where there is none, nothing is offered.
func (c *completion) withStore(ctx context.Context, fn func(*app.Memories) error) {
	role := ""
	if len(c.words) > 0 && files.IsRole(c.words[0]) {
		role = c.words[0]
	}
	config, err := c.sh.loadRole(role)
	if err != nil {
		return
	}
	m, err := app.OpenMemories(ctx, config)
	if err != nil {
		return
	}
	defer m.Close()
	_ = fn(m) // what was found before the error is offered
}

func (c *completion) memories(ctx context.Context) (out []candidate) {
	c.withStore(ctx, func(m *app.Memories) error {
		scopes, err := m.Scopes(ctx, "")
		if err != nil {
			return err
		}
		q := memory.ActiveQuery(scopes...)
		q.Limit = most
		ms, _, err := m.Memory.List(ctx, q)
		for _, x := range ms {
			out = append(out, candidate{x.ID, x.Content})
		}
		return err
	})
	return out
}

func (c *completion) conversations(ctx context.Context) (out []candidate) {
	c.withStore(ctx, func(m *app.Memories) error {
		all, err := m.Sessions.ListKept(ctx, m.Name(), "", most)
		for _, s := range all {
			out = append(out, candidate{s.PublicID, "last active " + formatTime(s.LastActiveAt)})
		}
		return err
	})
	return out
}

func (c *completion) letters(ctx context.Context) (out []candidate) {
	config, err := c.sh.loadForDatabase()
	if err != nil {
		return nil
	}
	m, err := app.OpenMail(ctx, config)
	if err != nil {
		return nil
	}
	defer m.Close()
	dead, _ := m.Dead(ctx, most)
	for _, u := range dead {
		out = append(out, candidate{fmt.Sprint(u.ID), u.Error})
	}
	return out
}
