package prompt

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"

	"keepsake/memory"
	"keepsake/text"
)

const (
	memoryHeading = "## Your Memory"
	memoryIntro   = "The following is information you've learned about the user from previous conversations.\n" +
		"Use this context naturally. To update a memory, use the update_memory tool with the memory ID."
	groupIntro = "The following is information you've learned in this group from previous conversations.\n" +
		"Use this context naturally. To update a memory, use the update_memory tool with the memory ID."
)

// Memory returns the block of what is remembered (P47–P49): "" for nothing; otherwise
// the heading, the two sentences, and the memories by category, ending in exactly one
// newline. The same set gives the same bytes in whatever order it comes (P51, F2).
func Memory(ms []memory.Memory) string { return block(memoryIntro, ms) }

// GroupMemory is Memory for a group.
func GroupMemory(ms []memory.Memory) string { return block(groupIntro, ms) }

// MemoryIn is GroupMemory in a group, and Memory elsewhere.
func MemoryIn(isGroup bool, ms []memory.Memory) string {
	if isGroup {
		return GroupMemory(ms)
	}
	return Memory(ms)
}

func block(intro string, ms []memory.Memory) string {
	if len(ms) == 0 {
		return ""
	}
	ms = slices.Clone(ms)
	slices.SortFunc(ms, order)
	var b strings.Builder
	b.WriteString(memoryHeading + "\n\n" + intro + "\n")
	for i, m := range ms {
		if i == 0 || ms[i-1].Category != m.Category {
			b.WriteString("\n" + categoryHeading(m.Category) + "\n")
		}
		b.WriteString(Line(m) + "\n")
	}
	return b.String()
}

// Line returns one memory as the model reads it, "- [id:a1b2c3d4] [Alec] Alec is …": one
// line whatever the text holds, the subject in brackets only when there is one (P49). What the
// memory says cannot make an id, a subject or a line of the block.
func Line(m memory.Memory) string {
	line := "- [id:" + m.ID + "] "
	if s := text.BlockLabel(m.Subject); s != "" {
		line += "[" + s + "] "
	}
	return line + text.BlockLine(m.Content)
}

func categoryHeading(category string) string {
	return "### " + cases.Title(language.Und).String(text.BlockLabel(category))
}

// order is P17 with F2: category bytewise, then creation, then id bytewise.
func order(a, b memory.Memory) int {
	return cmp.Or(
		cmp.Compare(a.Category, b.Category),
		a.CreatedAt.Compare(b.CreatedAt),
		cmp.Compare(a.ID, b.ID),
	)
}

// Select returns the memories that a snapshot shows: all of them when they fit, else the
// pinned, those that matter most now (P65) and the newest first (R1), at most max and
// within a budget of tokens, headings counted; a line that does not fit is passed over for
// the next (F4). omitted says how many stayed out. The result is in the order of the block.
func Select(ms []memory.Memory, now time.Time, maxCount, maxTokens int) (chosen []memory.Memory, omitted int) {
	if len(ms) <= maxCount && len(Memory(ms)) <= maxTokens { // a token is a byte at least
		chosen = slices.Clone(ms)
		slices.SortFunc(chosen, order)
		return chosen, 0
	}
	ranked := slices.Clone(ms)
	slices.SortFunc(ranked, func(a, b memory.Memory) int {
		return cmp.Or(
			-compareBool(a.Pinned, b.Pinned),
			-cmp.Compare(a.Priority(now), b.Priority(now)),
			b.UpdatedAt.Compare(a.UpdatedAt),
			cmp.Compare(a.ID, b.ID),
		)
	})
	left := maxTokens - text.Tokens(memoryHeading+"\n\n"+memoryIntro+"\n")
	headed := map[string]bool{}
	for _, m := range ranked {
		if len(chosen) == maxCount {
			break
		}
		cost := text.Tokens(Line(m) + "\n")
		if !headed[m.Category] {
			cost += text.Tokens("\n" + categoryHeading(m.Category) + "\n")
		}
		if cost > left {
			continue
		}
		left -= cost
		headed[m.Category] = true
		chosen = append(chosen, m)
	}
	slices.SortFunc(chosen, order)
	return chosen, len(ms) - len(chosen)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
