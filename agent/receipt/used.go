package receipt

import (
	"slices"
	"strings"

	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/templates"
)

// ShowUsed says how a reply shows the memories that were looked up for it.
type ShowUsed string

// The values of ShowUsed.
const (
	UsedOff      ShowUsed = "off"
	UsedOnDemand ShowUsed = "on_demand" // a small button, which shows them; the default
	UsedAlways   ShowUsed = "always"    // they stand under the reply
)

// ShowUsedValues lists the values of ShowUsed.
var ShowUsedValues = []ShowUsed{UsedOff, UsedOnDemand, UsedAlways}

// Actions of the buttons about memories that were looked up, see package command.
const (
	ActionUsed   = "used"   // turn
	ActionForget = "unused" // memory
	ActionKept   = "kept"   // turn
)

// ListUsed returns a message that lists the memories that were looked up for a reply, each with Edit and Forget.
func ListUsed(ms []memory.Memory, v Voice) delivery.Body {
	c := &card{voice: v, total: len(ms)}
	for _, m := range ms {
		c.addUsed(m)
	}
	return delivery.Body{Text: v.say("used.title") + "\n" + strings.Join(c.lines, "\n"), Buttons: c.rows}
}

// InOrder returns memories in the order of these ids.
func InOrder(ms []memory.Memory, ids []string) []memory.Memory {
	slices.SortFunc(ms, func(a, b memory.Memory) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return ms
}

// addUsed adds the line of a memory that was looked up.
func (c *card) addUsed(m memory.Memory) {
	content := toReader(m.Scope, m.Content)
	id, data := "used.line", templates.Data{"Content": showExactly(content)}
	if m.Origin == memory.Extracted {
		id, data["Percent"] = "used.noticed", int(m.Confidence*100+0.5)
	}
	c.add(c.voice.with(id, data), c.button("button.edit", "edit", m.ID), c.button("button.forget", ActionForget, m.ID))
}

// addUsedButton adds the small button that shows what was looked up.
func (c *card) addUsedButton(n int, turn string) {
	c.rows = append(c.rows, []delivery.Button{{Text: c.voice.with("button.used", templates.Data{"Number": n}), Action: ActionUsed, Ref: turn}})
}

// Kept is a memory that was kept unasked, and the change that did so.
type Kept struct {
	Memory   memory.Memory
	ChangeID string
}

// KeptUnasked returns a message that lists what was kept unasked, each with Undo and Edit.
func KeptUnasked(kept []Kept, v Voice) delivery.Body {
	c := &card{voice: v, total: len(kept)}
	for _, k := range kept {
		content := toReader(k.Memory.Scope, k.Memory.Content)
		c.add(v.with("kept.line", templates.Data{"Content": showExactly(content)}), c.button("button.undo", "undo", k.ChangeID), c.button("button.edit", "edit", k.Memory.ID))
	}
	lines := append([]string{v.say("kept.title")}, c.lines...)
	return delivery.Body{Text: strings.Join(append(lines, "", v.say("kept.hint")), "\n"), Buttons: c.rows}
}

// addKeptButton adds the small button that shows what was kept unasked.
func (c *card) addKeptButton(n int, turn string) {
	c.rows = append(c.rows, []delivery.Button{{Text: c.voice.with("button.kept", templates.Data{"Number": n}), Action: ActionKept, Ref: turn}})
}
