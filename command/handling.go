package command

import (
	"context"

	"keepsake/command/answer"
	"keepsake/command/feedback"
	"keepsake/people"
	"keepsake/templates"
)

// handling is one request being done, inside its transaction. Handlers make no network call;
// what they answer is in the Answer.
type handling struct {
	*answer.Answer
	s    *Service
	req  Request
	line Line // the command, when it is one
	// language and stopWork are Reply's.
	language *string
	stopWork bool
	again    *feedback.Question
	// instead, when a handler sets it, is the work itself, with a transaction of its own
	// that finish joins; the request's transaction then only looked. Before it begins, the work may
	// ask the network.
	instead func(ctx context.Context, finish Finish) error
}

// handler does one command, tap or form.
type handler func(h *handling, ctx context.Context) error

// reply returns what the request has come to.
func (h *handling) reply() Reply {
	r := Reply{Out: h.Out, Note: h.Note, Language: h.language, Owner: h.Person.Access == people.Owner, Stop: h.stopWork, Again: h.again}
	if r.Owner && r.Language != nil && *r.Language == "" { // a menu of their own is in one language
		client := h.Person
		client.Language = ""
		lang := h.s.language(client)
		r.Language = &lang
	}
	return r
}

// selfData fills sentences that name the bot.
func (h *handling) selfData() templates.Data {
	return templates.Data{"Name": h.req.Self.Name, "Username": h.req.Self.Username}
}
