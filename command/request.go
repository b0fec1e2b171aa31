package command

import (
	"context"

	"keepsake/actor"
	"keepsake/command/answer"
	"keepsake/command/feedback"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/session"
)

// Request is one thing that somebody asks for. At most one of Text, Inline, Tap, Form, News and
// Position is set; a request with none of them only notes that somebody is there.
type Request struct {
	// Claim is the right under which the request is done; the zero Claim needs none.
	Claim delivery.Claim
	// Person is who asks, as the door knows them: id, name, handle, the client's language.
	// Without an ID it is somebody whom the platform does not name.
	Person people.Person
	Place  session.Place
	// Standing is what the person is in the chat; in a private chat, its admin.
	Standing actor.Standing
	Title    string // what the chat is called, "" in a private one
	ReplyTo  int64  // the message to answer in a group, 0 = none
	Self     Self   // who the bot is here

	Text string // a typed line
	// Inline says that the person sent a command that another bot wrote. It is not done: who
	// chooses a line in a list need not have read it.
	Inline   bool
	Tap      *Tap      // or a pressed button
	Form     *Form     // or an answer to a question
	News     *News     // or what became of the chat
	Position *Position // or where they are
	// Disliked is the message of ours that the person put a thumb down under, 0 = none.
	Disliked int64
}

// Self is who the bot is on the platform, for texts that name it. A door without groups
// leaves it zero.
type Self struct {
	Name     string
	Username string
	// ReadsAll says that the platform shows us all that groups say.
	ReadsAll bool
	// Link returns the address that opens a private chat with us and sends "/start payload".
	Link func(payload string) string
}

// Tap is a pressed button.
type Tap = answer.Tap

// Position is where somebody is, in degrees. It is used once, to guess their clock, and not stored.
type Position struct{ Latitude, Longitude float64 }

// Form is an answer to a question that was asked with Body.ForceReply.
type Form struct {
	Asked  delivery.Outgoing
	Answer string
	File   []byte // what is attached, where the question takes a file (bring.Form, shards.FormImport)
}

// News is what became of a chat: we may write there (again) or not any more, or a group got
// another number.
type News struct {
	Writable    bool // we may write there now
	WasWritable bool // and could before
	MovedFrom   int64
	MovedTo     int64 // 0 = it did not move
}

// Reply is what a request comes to.
type Reply struct {
	// Out are the messages to put into the outbox, in the transaction of the request.
	Out []delivery.Outgoing
	// Note is what a tap shows for a moment, as plain text; "" = nothing.
	Note string
	// Language, when not nil, is the language in which a door may show its menus to the person, once
	// the request is committed; "" = their client's.
	Language *string
	// Owner says that the person owns the bot, so that those menus have what owners do (OwnerMenu).
	Owner bool
	// Again is what the person wants to have asked again, as if they had said it now; nil = nothing.
	Again *feedback.Question
	// Stop says that what is being worked on in the lane of the place is to end, once the
	// request is committed.
	Stop bool
}

// Finish is what a door does in the transaction of a request, after it: it puts the reply's
// messages into the outbox and ends what the request came in.
type Finish func(ctx context.Context, r Reply) error

// PutUnasked is Put for messages that nobody asked for, so that nobody would ask again for
// one that got lost: they are sent by placeholder (delivery.Outgoing.MustArrive).
func (r Reply) PutUnasked(ctx context.Context, d *delivery.Service) error {
	for i := range r.Out {
		r.Out[i].MustArrive = r.Out[i].Kind == delivery.Send
	}
	return r.Put(ctx, d)
}

// Put stores the messages of a reply in the outbox.
func (r Reply) Put(ctx context.Context, d *delivery.Service) error {
	for _, o := range r.Out {
		if _, err := d.Put(ctx, o); err != nil {
			return err
		}
	}
	return nil
}
