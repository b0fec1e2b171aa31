package page

import (
	"slices"
	"strconv"

	"keepsake/command"
	"keepsake/fault"
	"keepsake/people"
)

// maxPeople bounds a list of people.
const maxPeople = 200

// whoever is a person or a group in the list of who may talk to the bot.
type whoever struct {
	Subject, Name, Username string
	Number                  int64
	Group                   bool
	Access                  people.Access
	Stranger                bool // they may not talk to the bot, though nobody blocked them
}

// In returns what the parts of the page about one of them are shown with.
func (w whoever) In(f *frame) map[string]any { return map[string]any{"F": f, "Who": w} }

// people shows an owner who waits to be let in, who was let in or not, and who else has written.
func (v *visit) people() error {
	c := v.agent.Commands
	requests, total, err := c.People.Waiting(v.ctx(), c.Name, maxPeople)
	if err != nil {
		return err
	}
	var waiting, decided []whoever
	for _, q := range requests {
		w := whoever{Subject: q.Subject, Name: q.Title, Number: people.Number(q.Subject), Group: q.IsGroup()}
		if !w.Group {
			p, err := v.room.person(v.ctx(), v.agent, q.Subject)
			if err != nil {
				return err
			}
			w.Name, w.Username = p.Name, p.Username
		}
		waiting = append(waiting, w)
	}
	admissions, err := c.People.Admissions(v.ctx(), c.Name, maxPeople)
	if err != nil {
		return err
	}
	for _, a := range admissions {
		decided = append(decided, whoever{a.Subject, a.Name, a.Username, people.Number(a.Subject), a.IsGroup(), a.Access, false})
	}
	guests, _, err := c.People.Guests(v.ctx(), 0, maxPeople)
	if err != nil {
		return err
	}
	var others []whoever
	for _, p := range guests {
		if p.Access == people.None && !slices.ContainsFunc(waiting, func(w whoever) bool { return w.Subject == p.ID }) {
			others = append(others, whoever{p.ID, p.Name, p.Username, people.Number(p.ID), false, p.Access, !c.Admits(p)})
		}
	}
	owners, err := c.People.Owners(v.ctx())
	if err != nil {
		return err
	}
	return v.show("people.html", "page.people", map[string]any{
		"Mode": "page.people." + string(c.WhoMayTalk()), "Waiting": waiting, "Total": total, "Decided": decided, "Others": others, "Owners": owners,
	})
}

// decideAccess lets a person or a group in, or out.
func (v *visit) decideAccess() error {
	number, err := strconv.ParseInt(v.field("number"), 10, 64)
	if err != nil || number == 0 {
		return people.ErrNotFound
	}
	access := people.Access(v.field("access"))
	if access != people.Allowed && access != people.Blocked {
		return fault.Field("access", "is allowed or blocked")
	}
	self := command.Self{}
	if v.agent.Self != nil {
		self = v.agent.Self()
	}
	if err := v.agent.Commands.DecideAccess(v.ctx(), v.actor(), people.ID(number), access, self); err != nil {
		return err
	}
	return v.goTo("/me/people", "saved", "")
}
