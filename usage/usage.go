// Package usage is the noun for what is used and how much may be: messages, tokens and
// money, counted in days, held against quotas and a spending cap.
//
// Each turn has one payer: the person in a private chat, the group in a group, so that
// neither what somebody may do in private nor what they used there shows in a group. The
// bot as a whole is counted beside them, under no subject.
//
// A day is a window: it is opened by the first use after the last one ended, and ends at
// a midnight of its payer's clock that is fixed when it opens. So a limit resets when the
// person expects it, through changes of the clocks, and another time zone in /settings
// begins no new day at once (see Next).
//
// Invariants:
//   - A message is counted in the transaction that takes it into a turn: of two replicas
//     that race for the last one, one gets it.
//   - A model call is counted in the transaction that keeps what it gave; one whose result
//     was not wanted any more is counted by itself. Only a call that is cut off in the
//     middle (a kill, /stop) is not: no endpoint says what it cost.
//   - Tokens and money are known after a call, so these two limits may be passed by what
//     is under way when they are reached, and by no more.
//   - Rows hold ids and numbers, nothing that anybody said.
//
// It is not who may talk at all (package people) and knows no model: prices are the
// client's of the endpoint.
//
// Start reading at Payer and Limits; then Service.
package usage

import (
	"context"
	"time"

	"keepsake/fault"
	"keepsake/templates"
)

// Payer is on whose account something goes.
type Payer struct {
	Bot     string
	Subject string // people.ID of a person or a group; "" = the bot itself
	Group   bool
	Zone    *time.Location // whose midnights end its days; nil = the operator's
	Exempt  bool           // an owner: no quota holds, the cap does
}

// Count is how much was used.
type Count struct {
	Messages int // taken into turns
	Calls    int // of the model
	Prompt   int // tokens
	Cached   int // tokens; part of Prompt
	Answer   int // tokens
	Cost     float64
}

// Tokens returns all tokens, cached ones too.
func (c Count) Tokens() int { return c.Prompt + c.Answer }

// Day is one window of a subject.
type Day struct {
	Bot     string
	Subject string
	EndsAt  time.Time // excluded
	Count
}

// Quota is what one payer may use in a day; 0 = as much as it likes.
type Quota struct {
	Messages int
	Tokens   int
}

// Limits is what an operator allows. The zero value limits nothing.
type Limits struct {
	Person, Group Quota
	// Cap is the money for the whole bot in a day or, with Monthly, a month of the
	// operator's clock; 0 = none. It holds for owners, too.
	Cap     float64
	Monthly bool
}

func (l Limits) of(p Payer) Quota {
	switch {
	case p.Exempt || p.Subject == "":
		return Quota{}
	case p.Group:
		return l.Group
	}
	return l.Person
}

// Limit names what was reached.
type Limit string

// The limits there are.
const (
	Messages Limit = "messages"
	Tokens   Limit = "tokens"
	Cap      Limit = "cap"
)

// AllLimits are the words that Limit may be.
var AllLimits = []Limit{Messages, Tokens, Cap}

// Exceeded says that a limit is reached, and until when.
type Exceeded struct {
	Limit  Limit
	Group  bool // it is a group's
	Resets time.Time
	Room   int // for Messages: how many there would have been room for
}

// ErrExceeded is what every Exceeded is.
var ErrExceeded = fault.New(fault.Denied, "a limit is reached")

func (e *Exceeded) Error() string { return "the limit of " + string(e.Limit) + " is reached" }
func (e *Exceeded) Unwrap() error { return ErrExceeded }

// Say tells a person: what is reached, until when (on their clock), what became of what
// they wrote (cut = it was being answered), and what still works. Markdown.
func (e *Exceeded) Say(w *templates.Words, lang string, zone *time.Location, cut bool) string {
	id, works := "limit.person."+string(e.Limit), "limit.works"
	if e.Group {
		id, works = "limit.group."+string(e.Limit), "limit.group_works"
	}
	if e.Limit == Cap {
		id = "limit.cap"
	}
	fate := "limit.kept"
	if cut {
		fate = "limit.cut"
	}
	said := w.Say(lang, id, templates.Data{"When": templates.Markdown(w.When(lang, templates.Moment, e.Resets.In(zone)))})
	return said + " " + w.Say(lang, fate, nil) + "\n\n" + w.Say(lang, works, nil)
}

// least is how long after the end of a day the next may end at the earliest. A day after
// the change of the clocks has 23 hours; who travels has one longer day.
const least = 18 * time.Hour

// Next returns when a day that opens now ends: at the first midnight in zone, but not
// sooner than 18 hours after the last day ended (zero = there was none). So nobody gets
// more days by choosing another zone.
func Next(last, now time.Time, zone *time.Location) time.Time {
	from := now
	if t := last.Add(least); t.After(from) {
		from = t
	}
	y, m, d := from.In(zone).Date()
	return time.Date(y, m, d+1, 0, 0, 0, 0, zone).UTC()
}

// Store is what a database must do for usage. Methods called with a context from InTx
// join that transaction.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// Last returns a subject's newest day, zero when there is none.
	Last(ctx context.Context, bot, subject string) (Day, error)
	// Add adds to the day of this subject and end, opening it when it is not there, and
	// returns it as it is then. The row is held until the transaction ends: who adds next
	// sees what was added.
	Add(ctx context.Context, d Day) (Day, error)
	// Sum adds up a subject's days that end after from and not after to.
	Sum(ctx context.Context, bot, subject string, from, to time.Time) (Count, error)
	// Move gives a subject's days to another, adding up where both have one.
	Move(ctx context.Context, bot, from, to string) error
	// Erase destroys a subject's days, and notices to it, that ended by a time, with every bot.
	Erase(ctx context.Context, subject string, ended time.Time) error
	// Purge destroys days that ended before a time, of payers and of bots as a whole;
	// notices go with payers' days.
	Purge(ctx context.Context, payers, bots time.Time) (int, error)
	// Notice notes that somebody was told of something that ends (or ended) at a time, and
	// reports whether that is news.
	Notice(ctx context.Context, bot, what, whom string, about time.Time) (bool, error)
}
