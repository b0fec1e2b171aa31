package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"keepsake/app"
	"keepsake/session"
)

// sessionCmd is what an operator can do with conversations, beside the running bot.
type sessionCmd struct {
	List   sessionListCmd   `cmd:"" default:"withargs" help:"List the conversations that are kept."`
	Show   sessionShowCmd   `cmd:"" help:"Show the messages of a conversation."`
	Export sessionExportCmd `cmd:"" help:"Write a conversation to a file, lossless or as text."`
	Import sessionImportCmd `cmd:"" help:"Make a conversation of such a file, to go on with in the terminal."`
	Add    sessionAddCmd    `cmd:"" help:"Add a message to a conversation."`
	Edit   sessionEditCmd   `cmd:"" help:"Show a message differently; what was said stays on record."`
	Remove sessionRemoveCmd `cmd:"" help:"Take messages out of what is shown; what was said stays on record."`
}

// withLog runs fn with the log of one conversation, whose public id follows the role file
// in args.
func withLog(ctx context.Context, sh *shell, args []string, usage string, fn func(*session.Log, []string) error) error {
	role, args := splitRole(args)
	if len(args) == 0 {
		return usageError("name a conversation by its id: keepsake session " + usage)
	}
	return withMemories(ctx, sh, role, func(m *app.Memories) error {
		log, err := m.Log(ctx, args[0])
		if err != nil {
			return err
		}
		return fn(log, args[1:])
	})
}

type sessionListCmd struct {
	roleArg
	Person string `help:"Whose conversations, like telegram:42. Default: everybody's." placeholder:"ID"`
	Limit  limit  `help:"How many at most, the last active first." default:"100"`
}

func (l sessionListCmd) Run(ctx context.Context, sh *shell) error {
	return withMemories(ctx, sh, l.Role, func(m *app.Memories) error {
		all, err := m.Sessions.ListKept(ctx, m.Name(), l.Person, int(l.Limit))
		if err != nil {
			return err
		}
		return printSessions(sh, all, true)
	})
}

// printSessions prints conversations by the ids that people see (I11); owners says whether also
// with which bot and whose they are.
func printSessions(sh *shell, all []session.Session, owners bool) error {
	if len(all) == 0 {
		fmt.Fprintln(sh.out, "No conversations are kept.")
		return nil
	}
	w := tabwriter.NewWriter(sh.out, 0, 4, 2, ' ', 0)
	heading := "ID\tSTARTED\tLAST"
	if owners {
		heading += "\tBOT\tWHOSE"
	}
	fmt.Fprintln(w, heading)
	for _, s := range all {
		line := s.PublicID + "\t" + formatTime(s.StartedAt) + "\t" + formatTime(s.LastActiveAt)
		if owners {
			whose := s.Person
			if s.IsGroup() {
				whose = fmt.Sprintf("group %d", s.Place.Chat)
			}
			line += "\t" + visible(s.Place.Bot) + "\t" + visible(whose)
		}
		fmt.Fprintln(w, line)
	}
	return w.Flush()
}

type sessionShowCmd struct {
	Args    []string `arg:"" name:"id" help:"The id from the list, after the role file when there is one (ROLE.yaml)."`
	Last    int      `help:"Only the last so many." placeholder:"N"`
	By      string   `help:"Only of user, assistant, system or tool." enum:",user,assistant,system,tool" default:"" placeholder:"ROLE"`
	Message string   `help:"Only the message with this id." placeholder:"ID"`
	Prompt  bool     `help:"As the model is shown them."`
}

func (s sessionShowCmd) Run(ctx context.Context, sh *shell) error {
	return withLog(ctx, sh, s.Args, "show [ROLE] ID", func(log *session.Log, _ []string) error {
		if s.Prompt {
			return s.prompt(ctx, sh.out, log)
		}
		ms, err := s.messages(ctx, log)
		if err != nil {
			return err
		}
		for _, m := range ms {
			printMessage(sh.out, m)
		}
		return nil
	})
}

// messages returns what the flags choose.
func (s sessionShowCmd) messages(ctx context.Context, log *session.Log) ([]session.Message, error) {
	switch {
	case s.Message != "":
		m, err := log.ByID(ctx, s.Message)
		return []session.Message{m}, err
	case s.By != "":
		return log.ByRole(ctx, session.Role(s.By), s.Last)
	case s.Last > 0:
		return log.Recent(ctx, s.Last)
	}
	return log.All(ctx)
}

// prompt prints what the model is given of the conversation.
func (s sessionShowCmd) prompt(ctx context.Context, out io.Writer, log *session.Log) error {
	ms, over, err := log.Messages(ctx)
	if err != nil {
		return err
	}
	for _, m := range ms {
		fmt.Fprintf(out, "%s: %s\n", m.Role, indentText(m.Content))
		for _, c := range m.ToolCalls {
			fmt.Fprintf(out, "  calls %s %s\n", visible(c.Name), visible(c.Arguments))
		}
	}
	if over {
		fmt.Fprintln(out, "(the newest message alone is more than target_total_tokens)")
	}
	return nil
}

func printMessage(out io.Writer, m session.Message) {
	fmt.Fprintf(out, "%s  %s  %s", m.ID, formatTime(m.At), m.Role)
	if m.Name != "" {
		fmt.Fprintf(out, " %s", visible(m.Name))
	}
	words := m.Content
	if m.Masked != nil {
		words = session.Forgotten
	}
	if words == "" {
		words = string(m.Object)
	}
	fmt.Fprintf(out, "\n  %s\n", indentText(words))
	for _, c := range m.ToolCalls {
		fmt.Fprintf(out, "  calls %s %s\n", visible(c.Name), visible(c.Arguments))
	}
}

// indentText returns a text of several lines indented, without control characters.
func indentText(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = visible(line)
	}
	return strings.Join(lines, "\n  ")
}
