package answer

import (
	"time"

	"keepsake/actor"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/people"
	"keepsake/session"
	"keepsake/templates"
)

// Answer is what a request comes to.
type Answer struct {
	Person   people.Person
	Place    session.Place
	Chat     people.Chat
	Standing actor.Standing // of the person in the chat
	ReplyTo  int64          // the message that is answered in a group, 0 = none
	Tap      *Tap           // the pressed button, nil = none
	// Link returns the address that opens a private chat with the bot and sends
	// "/start payload"; nil = there is no such thing.
	Link func(payload string) string

	Words *templates.Words
	Zone  *time.Location // of people who chose none
	Now   time.Time

	// Out are the messages, in order, and Note is what a tap shows for a moment, as plain
	// text.
	Out  []delivery.Outgoing
	Note string
}

// Tap is a pressed button.
type Tap struct {
	Message  int64 // the message the button is under
	Action   string
	Ref      string
	Keyboard [][]delivery.Button // what stands under the message now
}

// Actor returns who asks, and what they are here.
func (a *Answer) Actor() actor.Actor {
	return actor.Actor{
		Kind: actor.Person, ID: a.Person.ID, Standing: a.Standing, Owner: a.Person.Access == people.Owner,
	}
}

// IsAdmin reports whether the person may change everything of the chat.
func (a *Answer) IsAdmin() bool { return a.Actor().IsAdmin() }

// put adds a message to this person here.
func (a *Answer) put(o delivery.Outgoing) {
	o.Bot, o.Chat, o.Topic, o.Person = a.Place.Bot, a.Place.Chat, a.Place.Topic, a.Person.ID
	if o.Kind == "" {
		o.Kind = delivery.Send
		if a.Chat.IsGroup() && a.Tap == nil { // among many it must be seen whom it answers
			o.ReplyTo = a.ReplyTo
		}
	}
	a.Out = append(a.Out, o)
}

// Send answers with a new message.
func (a *Answer) Send(body delivery.Body) { a.put(delivery.Outgoing{Body: body}) }

// Show answers a tap by replacing the message it is under, anything else by a new message.
func (a *Answer) Show(body delivery.Body) {
	if a.Tap == nil {
		a.Send(body)
		return
	}
	a.Replace(a.Tap.Message, body)
}

// Replace puts a text with buttons in the place of a message of ours.
func (a *Answer) Replace(message int64, body delivery.Body) {
	a.put(delivery.Outgoing{Kind: delivery.Edit, Target: message, Body: body})
}

// ShowSettled answers a tap under a question with the sentence id, or says that it is settled already where err is of kind
// fault.NotFound. It returns any other err.
func (a *Answer) ShowSettled(id string, err error) error {
	if fault.KindOf(err) == fault.NotFound {
		id, err = "compact.settled", nil
	}
	if err == nil {
		a.Show(delivery.Body{Text: a.Say(id, nil)})
	}
	return err
}

// Reply answers with a sentence.
func (a *Answer) Reply(id string, data templates.Data) {
	a.Send(delivery.Body{Text: a.Say(id, data)})
}

// Ask asks a question whose answer the form of this purpose takes.
func (a *Answer) Ask(purpose, ref, question, hint string) {
	a.put(delivery.Outgoing{
		Purpose: purpose, Ref: ref,
		Body: delivery.Body{Text: question, ForceReply: true, Hint: hint},
	})
}

// SetKeyboard puts other buttons under a message, in which lines that asked something say what has become of it.
func (a *Answer) SetKeyboard(message int64, rows [][]delivery.Button, settled ...delivery.Settled) {
	a.put(delivery.Outgoing{Kind: delivery.Edit, Target: message, Body: delivery.Body{Buttons: rows, Settled: settled}})
}

// RetireButton takes the row of the tapped button off the message: what it offered is done. Lines of the message that asked something say what has
// become of it.
func (a *Answer) RetireButton(settled ...delivery.Settled) {
	if a.Tap != nil {
		a.SetKeyboard(a.Tap.Message, a.OtherRows(), settled...)
	}
}

// OtherRows returns the rows of buttons beside the tapped one's.
func (a *Answer) OtherRows() (rest [][]delivery.Button) {
	for _, row := range a.Tap.Keyboard {
		tapped := false
		for _, b := range row {
			tapped = tapped || b.Action == a.Tap.Action && b.Ref == a.Tap.Ref
		}
		if !tapped {
			rest = append(rest, row)
		}
	}
	return rest
}

// Button returns a button of one of our actions.
func (a *Answer) Button(id, action, ref string) delivery.Button {
	return delivery.Button{Text: a.Plain(id, nil), Action: action, Ref: ref}
}

// PrivateChatRow returns a row with a button that leads into the private chat; payload is
// the command that is opened there.
func (a *Answer) PrivateChatRow(payload string) []delivery.Button {
	id := "button.my_memory"
	if payload == "tasks" {
		id = "button.my_tasks"
	}
	link := ""
	if a.Link != nil {
		link = a.Link(payload)
	}
	return []delivery.Button{{Text: a.Plain(id, nil), URL: link}}
}
