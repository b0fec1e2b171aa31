package prompt

import (
	"strings"
	"time"

	"keepsake/text"
)

// The descriptions of the elements (E26).
const (
	contentsDescription = "Your complete memory context for this conversation"
	userDescription     = "Memory and context specific to this user"
	talkDescription     = "Recent exchanges from this conversation"
)

// Contents is what is kept of a person's wishes for all their conversations: the lines of their digest, and
// the directives that it does not say yet (E22).
type Contents struct {
	Name       string    // the person's
	Since      time.Time // of the first directive; a date, so that it stays the same (R1)
	Lines      []string
	Directives []string
}

// String returns the block (E25, E26): "" for nothing; otherwise it ends in exactly one newline.
func (c Contents) String() string {
	if len(c.Lines)+len(c.Directives) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<memory_contents description="` + contentsDescription + `">` + "\n")
	b.WriteString(`<user_memory description="` + userDescription + `"`)
	if name := escape(text.OneLine(c.Name)); name != "" {
		b.WriteString(` username="` + name + `"`)
	}
	if !c.Since.IsZero() {
		b.WriteString(` since="` + c.Since.UTC().Format("2006-01-02") + `"`)
	}
	b.WriteString(">\n")
	for _, l := range c.Lines {
		b.WriteString(elementLine(l) + "\n")
	}
	if len(c.Directives) > 0 {
		if len(c.Lines) > 0 {
			b.WriteString("\n")
		}
		b.WriteString("## Recent user directives:\n")
		for _, d := range c.Directives {
			b.WriteString("- " + elementLine(d) + "\n")
		}
	}
	b.WriteString("</user_memory>\n</memory_contents>\n")
	return b.String()
}

// talk returns what earlier parts of this conversation were about, the oldest first (E24, E25); "" for
// nothing.
func talk(episodes []string) string {
	if len(episodes) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n" + `<current_conversation_context description="` + talkDescription + `">` + "\n")
	for _, e := range episodes {
		b.WriteString("- " + elementLine(e) + "\n")
	}
	b.WriteString("</current_conversation_context>\n")
	return b.String()
}

// elementLine returns what somebody wrote as one line within an element: it can neither end the element nor
// begin another, and is no mark of the code's.
func elementLine(s string) string { return escape(text.BlockLine(s)) }

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func escape(s string) string { return escapes.Replace(s) }
