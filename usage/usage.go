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
	"time"

	"keepsake/fault"
	"keepsake/templates"
)

// Payer is the account that usage is counted on.
type Payer struct {
	Bot     string
	Subject string // people.ID of a person or a group; "" = the bot itself
	Group   bool
	Zone    *time.Location // whose midnights end its days; nil = the operator's
	Exempt  bool           // an owner: no quota holds, the cap does
}

// Count is an amount of usage.
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

func (l Limits) quota(p Payer) Quota {
	switch {
	case p.Exempt || p.Subject == "":
		return Quota{}
	case p.Group:
		return l.Group
	}
	return l.Person
}

// Limit names a limit that was reached.
type Limit string

// The limits there are.
const (
	Messages Limit = "messages"
	Tokens   Limit = "tokens"
	Cap      Limit = "cap"
)

// AllLimits lists the values of Limit.
var AllLimits = []Limit{Messages, Tokens, Cap}

// Exceeded says that a limit is reached, and until when.
type Exceeded struct {
	Limit     Limit
	Group     bool // it is a group's
	Resets    time.Time
	Remaining int // for Messages: how many there would have been room for
}

// ErrDenied says that the actor may not erase this usage.
var ErrDenied = fault.New(fault.Denied, "the usage is somebody else's")

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
	said := w.Say(lang, id, templates.Data{"When": templates.Markdown(w.FormatTime(lang, templates.Moment, e.Resets.In(zone)))})
	return said + " " + w.Say(lang, fate, nil) + "\n\n" + w.Say(lang, works, nil)
}

// shortestDay is how long after the end of a day the next may end at the earliest. A day
// after the change of the clocks has 23 hours; who travels has one longer day.
const shortestDay = 18 * time.Hour

// NextDayEnd returns when a day that opens now ends: at the first midnight in zone, but not
// sooner than 18 hours after the last day ended (zero = there was none). So nobody gets
// more days by choosing another zone.
func NextDayEnd(last, now time.Time, zone *time.Location) time.Time {
	from := now
	if t := last.Add(shortestDay); t.After(from) {
		from = t
	}
	y, m, d := from.In(zone).Date()
	return time.Date(y, m, d+1, 0, 0, 0, 0, zone).UTC()
}
