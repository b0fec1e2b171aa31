// Package prompt is what a model reads, as a pure function of typed data: no store, no
// clock, no network. The same data gives the same bytes, on every machine and after every
// restart.
//
// The order (house plan, section 4; P50) is by how rarely a part changes, so that a
// provider's prefix cache pays off:
//
//	role and memory rules     static
//	## Your Memory            from the session's snapshot
//	summary of what scrolled  changes when the window is cut
//	messages                  append-only between cuts
//	late block                once a turn, never stored
//	the person's message      and what the turn has done since
//
// The words themselves are files in templates/prompts.
//
// What people wrote, and models after them, stands in these blocks in a form that cannot make a
// line, an id, a label or a heading of the code's (text.BlockLine); the fuzz tests parse each
// block back.
//
// Start reading at Build.
package prompt

import (
	"strings"
	"text/template"

	"keepsake/llm"
	"keepsake/session"
	"keepsake/templates"
	"keepsake/text"
)

// Prompt is everything one request to the model says.
type Prompt struct {
	Rules   Rules
	Memory  string // see Memory and Contents; "" = none
	Summary string // "" = nothing scrolled away
	Window  []session.Message
	TurnID  string // the turn to answer: the late block stands before its first message
	Late    Late
}

// Rules is the static part.
type Rules struct {
	Role string // who the bot is; "" = templates/prompts/role.md, in a group role_group.md
	Auto bool   // store new facts without asking first (R5 confirm_new: auto)
	// Group says that several people speak: messages are labelled (GroupMessages).
	Group bool
	// Named says that a role file made it: its memory tools are remember, recall and
	// list_memories. Forgetful says that it has no long-term memory.
	Named, Forgetful bool
	Colleagues       []Colleague // whom it may ask
}

// Colleague is another agent.
type Colleague struct{ Name, About string }

// Build returns the messages of a prompt.
func Build(p Prompt) []llm.Message {
	out := []llm.Message{{Role: string(session.System), Content: System(p.Rules, p.Memory, p.Summary)}}
	before, turn := split(p.Window, p.TurnID)
	out = append(out, messages(before, p.Rules.Group)...)
	if late := p.Late.String(); late != "" {
		out = append(out, llm.Message{Role: string(session.System), Content: late, Late: true})
	}
	return append(out, messages(turn, p.Rules.Group)...)
}

// System returns the first message: rules, memory block, summary. It is one message
// because some endpoints take only one system message at the start.
func System(r Rules, memory, summary string) string {
	var b strings.Builder
	b.WriteString(r.String())
	b.WriteString("\n")
	if memory != "" {
		b.WriteString("\n")
		b.WriteString(memory)
	}
	if summary = text.BlockText(summary); summary != "" {
		b.WriteString("\n## Earlier in this conversation\n\n")
		b.WriteString("A summary of messages that are no longer shown:\n\n")
		b.WriteString(summary)
		b.WriteString("\n")
	}
	return b.String()
}

var (
	memoryRules = template.Must(template.New("memory.md").Parse(templates.Prompt("memory.md")))
	colleagues  = template.Must(template.New("colleagues.md").Parse(templates.Prompt("colleagues.md")))
)

func fill(b *strings.Builder, t *template.Template, r Rules) {
	if err := t.Execute(b, r); err != nil {
		panic("prompt: " + t.Name() + ": " + err.Error()) // a mistake in the file, found by the golden tests
	}
}

// String returns the role and the rules (P45), without white space around.
func (r Rules) String() string {
	role := strings.TrimSpace(r.Role)
	if role == "" {
		role = templates.Prompt("role.md")
		if r.Group {
			role = templates.Prompt("role_group.md")
		}
	}
	var b strings.Builder
	b.WriteString(role)
	b.WriteString("\n\n")
	b.WriteString(templates.Prompt("conduct.md"))
	switch {
	case r.Forgetful:
	case r.Named:
		b.WriteString("\n\n" + templates.Prompt("memory_role.md"))
	default:
		b.WriteString("\n\n")
		fill(&b, memoryRules, r)
	}
	if len(r.Colleagues) > 0 {
		b.WriteString("\n\n")
		fill(&b, colleagues, r)
	}
	if r.Group {
		b.WriteString("\n\n")
		b.WriteString(templates.Prompt("group.md"))
	}
	return strings.TrimSpace(b.String())
}

// split parts a window at the first message of a turn.
func split(ms []session.Message, turnID string) (before, turn []session.Message) {
	for _, m := range ms {
		if m.TurnID == turnID && turnID != "" {
			turn = append(turn, m)
		} else {
			before = append(before, m)
		}
	}
	return before, turn
}
