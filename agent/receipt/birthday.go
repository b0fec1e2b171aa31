package receipt

import (
	"slices"
	"time"

	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/phrase/moment"
	"keepsake/scope"
)

// ActionGreet is the action of the buttons about good mornings and birthdays (package command/greetings); with GreetYes and
// GreetNo a person answers whether they want a word on birthdays.
const (
	ActionGreet = "greet"
	GreetYes    = "yes"
	GreetNo     = "no"
)

// KeepsBirthday reports whether the changes of a turn keep a birthday for a person who may be asked whether they want a
// word on that day.
func KeepsBirthday(changes []memory.Change, p people.Person, now time.Time) bool {
	return slices.ContainsFunc(Remaining(changes), func(c memory.Change) bool {
		_, ok := moment.FindBirthday(c.After, now)
		return ok && (c.Op == memory.OpAdd || c.Op == memory.OpUpdate) && people.MayAsk(p, scope.Scope{Kind: c.Scope.Kind})
	})
}

// BirthdayQuestion returns the question whether a person wants a word on birthdays, with its buttons.
func BirthdayQuestion(v Voice) (line string, row []delivery.Button) {
	return v.say("greet.ask"), []delivery.Button{
		{Text: v.say("button.greet_yes"), Action: ActionGreet, Ref: GreetYes},
		{Text: v.say("button.no"), Action: ActionGreet, Ref: GreetNo},
	}
}

// askBirthday adds that question.
func (c *card) askBirthday() {
	line, row := BirthdayQuestion(c.voice)
	c.lines, c.rows = append(c.lines, line), append(c.rows, row)
}
