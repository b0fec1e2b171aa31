package receipt

import (
	"slices"
	"strings"

	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/templates"
)

// ForgetRows is how much of what could be forgotten one message shows.
const ForgetRows = forget.PageRows

// Actions of the buttons of what could be forgotten, see package command.
const (
	ActionForgo      = "forgo"     // decision
	ActionForgoAll   = "forgoall"  // turn
	ActionForgetMore = "forgomore" // turn . page, which is sent as a message of its own
	ActionForgetPage = "forgopage" // turn . page
)

// cutForgets parts the offers to forget from other decisions.
func cutForgets(ds []memory.Decision) (forgets, others []memory.Decision) {
	for _, d := range ds {
		if d.Op == memory.OpDelete {
			forgets = append(forgets, d)
		} else {
			others = append(others, d)
		}
	}
	return forgets, others
}

// addForgets adds a line with a button for each memory that could be forgotten. who names who may, where that is not the person.
func (c *card) addForgets(ds []memory.Decision, who map[string]string) {
	for _, d := range ds {
		line := DecisionLine(d, "", c.voice)
		if others := who[d.ID]; others != "" {
			line += " " + c.voice.with("receipt.forget_by", templates.Data{"Who": others})
		}
		c.add(line, c.button("button.forget", ActionForgo, d.ID))
	}
}

// addForgetAll adds the button for all memories that could be forgotten, where there are several.
func (c *card) addForgetAll(ds []memory.Decision) {
	if len(ds) < 2 {
		return
	}
	label := c.voice.say("button.forget_all")
	if len(ds) > ForgetRows { // more than can be seen at once
		label = c.voice.with("button.forget_all_of", templates.Data{"Number": len(ds)})
	}
	c.rows = append(c.rows, []delivery.Button{{Text: label, Action: ActionForgoAll, Ref: ds[0].Actor.TurnID}})
}

// Forgettable returns a message that shows one page of all offers to forget of a turn, of which those that are open can be tapped; page
// turns the pages, nil = there is one.
func Forgettable(all []memory.Decision, page int, who map[string]string, pager []delivery.Button, v Voice) delivery.Body {
	first := (page - 1) * ForgetRows
	open := slices.DeleteFunc(slices.Clone(all), func(d memory.Decision) bool { return d.State != memory.DecisionOpen })
	c := &card{voice: v, total: len(all), first: first}
	for _, d := range all[first:min(len(all), first+ForgetRows)] {
		if d.State != memory.DecisionOpen {
			c.first++ // its number is not given to another
			continue
		}
		c.addForgets([]memory.Decision{d}, who)
	}
	c.addForgetAll(open)
	if pager != nil {
		c.rows = append(c.rows, pager)
	}
	return delivery.Body{Text: v.with("receipt.forget_title", templates.Data{"Count": len(open)}) + "\n" + strings.Join(c.lines, "\n"), Buttons: c.rows}
}
