package prompt

import (
	"strings"

	"keepsake/llm"
	"keepsake/session"
	"keepsake/templates"
	"keepsake/text"
)

// Summarize returns the request that folds messages, a group's or a person's, into a
// running summary. Only lines of the code's own begin at the margin: nobody's text can pass for
// a message of the user.
func Summarize(previous string, ms []session.Message, group bool) []llm.Message {
	var b strings.Builder
	if previous = strings.TrimSpace(previous); previous != "" {
		b.WriteString("Summary so far:\n\n  " + text.Indent(previous) + "\n\n")
	}
	b.WriteString("Messages to fold in:\n")
	for _, m := range messages(ms, group) {
		who := map[string]string{"user": "User", "assistant": "You", "tool": "Tool result"}[m.Role]
		if m.Content != "" && who != "" {
			if group && m.Role == string(session.User) {
				who = "Member" // the label says which
			}
			b.WriteString("\n" + who + ": " + text.Indent(m.Content) + "\n")
		}
		for _, c := range m.ToolCalls {
			b.WriteString("\nYou called " + c.Name + " " + text.Indent(c.Arguments) + "\n")
		}
	}
	return []llm.Message{
		{Role: string(session.System), Content: templates.Prompt("summary.md")},
		{Role: string(session.User), Content: strings.TrimSpace(b.String())},
	}
}
