package command

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/clock"
	"keepsake/command/answer"
	"keepsake/command/browser"
	"keepsake/command/calls"
	"keepsake/command/corrected"
	"keepsake/command/manner"
	"keepsake/command/memories"
	"keepsake/command/privacy"
	"keepsake/command/programs"
	"keepsake/command/shards"
	"keepsake/command/wishes"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/logs"
	"keepsake/memory"
	"keepsake/memory/digest"
	"keepsake/memory/forget"
	"keepsake/memory/graph"
	"keepsake/memory/prune"
	"keepsake/memory/writeswitch"
	"keepsake/people"
	"keepsake/session"
	"keepsake/task"
	"keepsake/templates"
	"keepsake/tx"
	"keepsake/usage"
)

// Service does what people ask for. It holds no state; any number of doors may share one.
type Service struct {
	Name     string // the bot's name in the database
	Store    string // the memory store, see scope.Scope
	Access   Access // "" = AccessOwner
	Allow    []int64
	Agent    *agent.Agent // who knows whose quota a request is about
	Sessions *session.Service
	Memory   *memory.Service
	Digests  *digest.Service
	Shards   shards.Desk
	Manner   manner.Desk
	Calls    calls.Desk    // of other programs' tools
	Programs programs.Desk // keys for programs of people
	Forget   *forget.Service
	People   *people.Service
	Tasks    *task.Service
	Delivery *delivery.Service
	Usage    *usage.Service // nil = nothing is counted, nothing limited
	Writes   *writeswitch.Service
	Graph    *graph.Service // nil = no triples are kept
	Pruning  *prune.Service // nil = nothing is pruned
	Words    *templates.Words
	Tx       tx.Runner
	Now      clock.Now
	Log      *slog.Logger // nil = silent; ids and counts only

	// PageLink makes the address of a link that opens a person's page once; nil = there is no page.
	PageLink browser.Link
	// SignOut ends the browsers of a person that are signed in to the page, and their links; nil = there is no page.
	SignOut func(ctx context.Context, person string) error

	Process   string         // names this process in leases
	Zone      *time.Location // of people who chose none; nil = UTC
	Quiet     people.Hours   // of people who chose none
	Privacy   Privacy        // what /privacy tells
	Reactions bool           // as agent.Config.Reactions, for /settings
	Forgets   bool           // the role keeps no memories, which greetings and help say
	Money     string         // what the price table's amounts are in, e.g. "USD"
}

// Privacy is what the operator promises about keeping, for /privacy.
type Privacy = privacy.Facts

// HasPage reports whether people can look at their memory in a browser.
func (s *Service) HasPage() bool { return s.PageLink != nil }

// Check returns what is wrong with the settings.
func (s *Service) Check() error {
	switch {
	case s.Name == "":
		return fault.Field("name", "the bot needs a name")
	case s.Access != "" && s.Access != AccessOwner && s.Access != AccessList && s.Access != AccessOpen:
		return fault.Field("access", `must be "owner", "allowlist" or "open"`)
	}
	return nil
}

// Handle does a request in one transaction, which finish joins. A request that may not be
// done is rolled back, and its reply tells the reason. An error means that nothing was done;
// delivery.ErrLeaseLost that Request.Claim has ended.
func (s *Service) Handle(ctx context.Context, req Request, finish Finish) (Reply, error) {
	var h *handling
	err := s.inTx(ctx, req.Claim, func(ctx context.Context) (err error) {
		if h, err = s.begin(ctx, req); err != nil {
			return err
		}
		if err := h.route(ctx); err != nil || h.instead != nil {
			return err
		}
		return finish(ctx, h.reply())
	})
	if err == nil && h.instead != nil {
		err = h.instead(ctx, finish)
	}
	if isRefusal(err) {
		cause := err
		err = s.inTx(ctx, req.Claim, func(ctx context.Context) (err error) {
			if h, err = s.begin(ctx, req); err != nil {
				return err
			}
			h.Refuse(cause)
			return finish(ctx, h.reply())
		})
	}
	if err != nil {
		return Reply{}, err
	}
	return h.reply(), nil
}

// inTx runs one transaction under a claim.
func (s *Service) inTx(ctx context.Context, claim delivery.Claim, fn func(ctx context.Context) error) error {
	return s.Tx.InTx(ctx, func(ctx context.Context) error {
		if claim.Lane != "" {
			if err := s.Delivery.Guard(ctx, claim); err != nil {
				return err
			}
		}
		return fn(ctx)
	})
}

// begin finds out whom a request is from, and masks the secrets in what they typed.
func (s *Service) begin(ctx context.Context, req Request) (*handling, error) {
	req.Text = Mask(req.Text)
	if req.Form != nil {
		req.Form = &Form{Asked: req.Form.Asked, Answer: Mask(req.Form.Answer), File: req.Form.File}
	}
	person := req.Person
	if person.ID != "" {
		var err error
		if person, err = s.People.See(ctx, actor.OfPerson(person.ID), person); err != nil {
			return nil, err
		}
	}
	chat, err := s.People.Chat(ctx, req.Place.Bot, req.Place.Chat)
	return s.handle(req, person, chat), err
}

// handle returns the handling of a request from a person in a chat.
func (s *Service) handle(req Request, p people.Person, c people.Chat) *handling {
	return &handling{s: s, req: req, Answer: &answer.Answer{
		Person: p, Place: req.Place, Chat: c, Standing: req.Standing, ReplyTo: req.ReplyTo, Tap: req.Tap,
		Link: req.Self.Link, Words: s.Words, Zone: s.Zone, Now: s.Now.UTC(),
	}}
}

// memories returns what does /memory and its buttons.
func (s *Service) memories() *memories.Desk {
	d := &memories.Desk{Store: s.Store, Memory: s.Memory, Forget: s.Forget, People: s.People, Sessions: s.Sessions, Writes: s.Writes, Pruning: s.Pruning, Graph: s.Graph, Deleted: s.Privacy.Restorable(), Backups: s.Privacy.Backups, Kept: s.greetings().AfterKeeping}
	if s.Agent != nil {
		d.Recall, d.Ingest = s.Agent.Recall, s.Agent.Ingest
	}
	return d
}

// corrected returns what follows when a message is changed.
func (s *Service) corrected() *corrected.Desk {
	d := &corrected.Desk{Memories: s.memories(), Delivery: s.Delivery}
	if s.Agent != nil {
		d.RetireButtons = s.Agent.RetireButtons
	}
	return d
}

func (s *Service) wishes() *wishes.Desk {
	d := &wishes.Desk{Store: s.Store, Digests: s.Digests, Memory: s.Memory}
	if s.Agent != nil {
		d.Forming = s.Agent.Forming
	}
	return d
}

// TellOfWishes tells a person what a consolidation changed in how they want to be answered. It joins the
// caller's transaction.
func (s *Service) TellOfWishes(ctx context.Context, place session.Place, before, after digest.Digest) error {
	p, err := s.People.Get(ctx, after.Scope.ID)
	chat := people.Number(after.Scope.ID)
	if err != nil || chat == 0 { // who talks in a terminal sees it in /memory wishes
		return err
	}
	place = session.Place{Bot: cmp.Or(place.Bot, s.Name), Chat: chat} // roles may share a store: the bot speaks to which it was said
	return s.Tell(ctx, place, p, func(a *answer.Answer) error { wishes.Tell(a, before, after); return nil })
}

// Tell sends what write writes to a person, once their quiet hours are over. It joins the caller's transaction.
func (s *Service) Tell(ctx context.Context, place session.Place, p people.Person, write func(a *answer.Answer) error) error {
	c, err := s.People.Chat(ctx, place.Bot, place.Chat)
	if err != nil {
		return err
	}
	h := s.handle(Request{Place: place}, p, c)
	if err := write(h.Answer); err != nil {
		return err
	}
	h.waitForMorning()
	return h.reply().PutUnasked(ctx, s.Delivery)
}

// log returns where it is written what was done.
func (s *Service) log() *slog.Logger {
	return logs.OrNone(s.Log).With("bot", s.Name)
}

// isRefusal reports whether an error is something to tell the person, not to try again.
func isRefusal(err error) bool {
	if err == nil || errors.Is(err, delivery.ErrLeaseLost) {
		return false
	}
	switch fault.KindOf(err) {
	case fault.Invalid, fault.NotFound, fault.Conflict, fault.Denied:
		return true
	}
	return false
}
