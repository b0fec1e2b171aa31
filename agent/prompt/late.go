package prompt

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"keepsake/memory"
	"keepsake/text"
)

// Late is the block before the person's message: what is true now and not in the parts
// above. It is built once a turn and never stored.
type Late struct {
	Now      time.Time
	Zone     *time.Location  // the person's
	Changes  Changes         // since the snapshot
	Private  bool            // a temporary chat: nothing is read or kept
	Tone     string          // chosen for the chat, see people.Tones
	Hint     string          // what was wrong with the answer before, see package again; "" = nothing
	Speaker  string          // in a group: the label of whom the turn answers; "" = a private chat
	Recalled []memory.Memory // remembered, not in the snapshot, and about this message
	Formed   []memory.Memory // formed by themselves, and about this message (A38); see Remember
	// Directives are wishes of the person that the prefix does not show yet, Episodes what earlier parts of
	// this conversation were about.
	Directives, Episodes []string
	// Wishes are what the speaker said in this group for how they want to be answered.
	Wishes []string
	// Shared is what came to shards that the prefix does not show yet.
	Shared []Shared
	// Everybody is what every person and group is told, in the owner's words (A11).
	Everybody []memory.Memory
	// Waiting is what the person just said yes to in words, which stored nothing: it waits for a tap (R21).
	Waiting []memory.Decision
	// Refused is what the person did not want kept, the newest first (R18).
	Refused []memory.Tombstone
	// Withdrawn is what the last answer asked about, until the person changed the message that it came from.
	Withdrawn []string
}

// Shared is a fact or a suggestion that came to the shard of this name.
type Shared struct {
	Name string
	Kept
}

// Bounds of what a late block says not to ask about again, and of what everybody is told.
const (
	mostRefused     = 10
	refusedRunes    = 120
	everybodyTokens = 600
)

// everybodyIntro begins what everybody is told.
const everybodyIntro = "\nKnown to everybody here, written by the owner of this assistant. The user did not say it and cannot change it; it is no memory of theirs:\n"

// privateNote is what a late block says of a temporary chat.
const privateNote = "\nThis is a private chat: nothing that is remembered is read here, and nothing is kept, whatever is asked for. " +
	"If the user wants something remembered or looked up, tell them so in their language; /private off ends the private chat.\n"

// tones are what a late block says of the tone that was chosen for the chat. What the user asks for in words wins.
var tones = map[string]string{
	"short":    "\nTone of this chat, chosen by its people: answer briefly, in a sentence or two, unless more is asked for.\n",
	"detailed": "\nTone of this chat, chosen by its people: answer in detail, with reasons and examples where they help.\n",
	"warm":     "\nTone of this chat, chosen by its people: answer warmly, as a good friend would.\n",
	"matter":   "\nTone of this chat, chosen by its people: answer matter-of-factly, without emoji, compliments or small talk.\n",
}

// Changes is how what is remembered differs from what a snapshot shows.
type Changes struct {
	Added   []memory.Memory
	Changed []Changed
	// Gone says that the snapshot shows something that is not remembered any more
	// (forgotten, expired, switched off). Such a snapshot is not to be used again.
	Gone bool
}

// Changed is a memory whose text is another now.
type Changed struct {
	Before string
	After  memory.Memory
}

// Len counts the changes that a late block would show.
func (c Changes) Len() int { return len(c.Added) + len(c.Changed) }

// Compare returns how live memories differ from the shown ones. fresh, when not nil,
// names the memories that may count as added: a snapshot that left some out must not
// announce those as news.
func Compare(shown, live []memory.Memory, fresh map[string]bool) Changes {
	var out Changes
	before := make(map[string]memory.Memory, len(shown))
	for _, m := range shown {
		before[m.ID] = m
	}
	found := 0
	for _, m := range live {
		b, known := before[m.ID]
		switch {
		case known:
			found++
			if b.Version != m.Version {
				out.Changed = append(out.Changed, Changed{Before: b.Content, After: m})
			}
		case fresh == nil || fresh[m.ID]:
			out.Added = append(out.Added, m)
		}
	}
	out.Gone = found < len(before)
	slices.SortFunc(out.Added, order)
	slices.SortFunc(out.Changed, func(a, b Changed) int { return order(a.After, b.After) })
	return out
}

// Fresh returns the ids of the memories whose words are news by these changes.
func Fresh(changes []memory.Change) map[string]bool {
	fresh := map[string]bool{}
	for _, c := range changes {
		if c.Op != memory.OpPin && c.Op != memory.OpUnpin && c.Op != memory.OpLabel && c.Op != memory.OpWeigh {
			fresh[c.MemoryID] = true
		}
	}
	return fresh
}

// Without returns the changes but those of the named memories: what this turn's own tool
// results tell already. Gone stays.
func (c Changes) Without(ids map[string]bool) Changes {
	out := Changes{Gone: c.Gone}
	for _, m := range c.Added {
		if !ids[m.ID] {
			out.Added = append(out.Added, m)
		}
	}
	for _, m := range c.Changed {
		if !ids[m.After.ID] {
			out.Changed = append(out.Changed, m)
		}
	}
	return out
}

// String returns the block's text.
func (l Late) String() string {
	var b strings.Builder
	if !l.Now.IsZero() {
		zone := l.Zone
		if zone == nil {
			zone = time.UTC
		}
		now := l.Now.In(zone)
		fmt.Fprintf(&b, "Now: %s (%s, UTC%s).\n", now.Format("Monday, 2 January 2006, 15:04"), zone, now.Format("-07:00"))
	}
	if l.Speaker != "" {
		b.WriteString("You answer " + l.Speaker + ".\n")
	}
	b.WriteString(tones[l.Tone])
	if l.Hint != "" {
		b.WriteString("\n" + l.Hint + "\n")
	}
	if l.Private {
		b.WriteString(privateNote)
	}
	if l.Changes.Len() > 0 {
		b.WriteString("\nChanges to Your Memory since it was loaded (they win over it):\n")
		for _, m := range l.Changes.Added {
			b.WriteString(Line(m) + "\n")
		}
		for _, c := range l.Changes.Changed {
			b.WriteString(Line(c.After))
			if before := text.BlockLine(c.Before); before != text.BlockLine(c.After.Content) {
				b.WriteString(" (replaces: " + before + ")")
			} // else it was changed and changed back: the talk may tell otherwise
			b.WriteString("\n")
		}
	}
	b.WriteString(l.toEverybody())
	b.WriteString(l.remembered())
	if len(l.Directives) > 0 {
		b.WriteString("\nUser directives since your memory was loaded (they win over it):\n")
		for _, d := range l.Directives {
			b.WriteString("- " + elementLine(d) + "\n")
		}
	}
	if len(l.Wishes) > 0 && l.Speaker != "" {
		b.WriteString("\nHow " + l.Speaker + " wants to be answered, said by them in this group (it counts for them alone):\n")
		for _, d := range l.Wishes {
			b.WriteString("- " + elementLine(d) + "\n")
		}
	}
	for i, s := range l.Shared {
		if i == 0 || l.Shared[i-1].Name != s.Name {
			b.WriteString("\nNew in the shard " + elementLine(s.Name) + " since your memory was loaded (it wins over it):\n")
		}
		b.WriteString(s.line())
	}
	b.WriteString(talk(l.Episodes))
	if len(l.Waiting) > 0 {
		b.WriteString("\nThe user's yes stored nothing: it is not surely their own statement. It is shown to them again under your reply, with a button Save, which alone " +
			"stores it, and a sentence that says so. Do not say that it is stored, do not store it and do not ask about it:\n")
		for _, d := range l.Waiting {
			b.WriteString("- " + text.BlockLine(d.Content) + "\n")
		}
	}
	if len(l.Refused) > 0 {
		b.WriteString("\nThe user did not want this kept. Do not store it and do not ask about it, unless they now ask for it themselves:\n")
		for _, t := range l.Refused[:min(len(l.Refused), mostRefused)] {
			b.WriteString("- " + text.Cut(text.BlockLine(t.Content), refusedRunes) + "\n")
		}
	}
	if len(l.Withdrawn) > 0 {
		b.WriteString("\nYou had asked whether to keep this, and then the user changed the message it came from. It is not stored, also not by their yes:\n")
		for _, content := range l.Withdrawn {
			b.WriteString("- " + text.Cut(text.BlockLine(content), refusedRunes) + "\n")
		}
	}
	return strings.TrimSpace(b.String())
}

// toEverybody returns what everybody is told, as far as it fits; "" for nothing.
func (l Late) toEverybody() string {
	var b strings.Builder
	left := everybodyTokens
	for _, m := range l.Everybody {
		line := "- " + text.BlockLine(m.Content) + "\n"
		if left -= text.Tokens(line); left < 0 {
			break
		}
		b.WriteString(line)
	}
	if b.Len() == 0 {
		return ""
	}
	return everybodyIntro + b.String()
}
