// Package usage counts messages, tokens and money in days, and enforces quotas and a spending
// cap.
//
// Each turn has one payer: the person in a private chat, the group in a group. A group therefore
// reveals neither a member's private usage nor their quota. The usage of the whole bot is
// counted in addition, with an empty subject.
//
// A day is a window. It begins with the first use after the previous day has ended, and ends at
// a midnight of the payer's time zone that is fixed at its beginning. So a limit resets when
// the person expects it, also across changes of the clocks, and a new time zone in /settings
// does not begin a new day (see NextDayEnd).
//
// Invariants:
//   - A message is counted in the transaction that assigns it to a turn, so that only one of
//     two replicas can use the last message of a quota.
//   - A model call is counted in the transaction that stores its result. A call whose result
//     is not used any more is counted separately. Only a call that is interrupted (by a kill
//     or /stop) is not counted, because no endpoint reports its cost.
//   - Tokens and money are known only after a call. Calls that are running when one of these
//     limits is reached may exceed it.
//   - Rows contain ids and numbers and no text of people.
//
// Access is in package people. The prices are in the configuration of the endpoint's client.
//
// Start reading at Payer and Limits, then at Service.
package usage

import (
	"log/slog"
	"time"

	"keepsake/fault"
	"keepsake/templates"
)

// Payer is the account to which usage is charged.
type Payer struct {
	Bot     string
	Subject string // people.ID of a person or a group; "" = the bot itself
	Group   bool
	Zone    *time.Location // of the midnights that end its days; nil = the operator's
	Exempt  bool           // no quota applies, only the cap; set for owners
}

// Count is an amount of usage.
type Count struct {
	Messages int // taken into turns
	Calls    int // of the model
	Prompt   int // tokens
	Cached   int // tokens; part of Prompt
	Answer   int // tokens
	Cost     float64
	Parts    Parts // what of it, and beside it, other work than conversation used
}

// Tokens returns the number of all tokens, including cached ones.
func (c Count) Tokens() int { return c.Prompt + c.Answer }

// Day is one window of a subject.
type Day struct {
	Bot     string
	Subject string
	EndsAt  time.Time // excluded
	Count
}

// Quota is the maximum usage of a payer in a day; 0 = no limit.
type Quota struct {
	Messages int
	Tokens   int
}

// Limits are the operator's limits. The zero value limits nothing.
type Limits struct {
	Person, Group Quota
	// Cap is the maximum cost of the whole bot in a day or, with Monthly, in a month of the
	// operator's time zone; 0 = none. It also applies to owners.
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

// Limit is the name of a limit.
type Limit string

// Values of Limit.
const (
	Messages Limit = "messages"
	Tokens   Limit = "tokens"
	Cap      Limit = "cap"
)

// AllLimits lists the values of Limit.
var AllLimits = []Limit{Messages, Tokens, Cap}

// Exceeded is the error for a limit that is reached. It holds the time until which it lasts.
type Exceeded struct {
	Limit     Limit
	Group     bool // the payer is a group
	Resets    time.Time
	Remaining int // for Messages: how many messages are still allowed
}

// ErrDenied means that the actor may not erase this usage.
var ErrDenied = fault.New(fault.Denied, "the usage is somebody else's")

// ErrExceeded is the error that every Exceeded wraps.
var ErrExceeded = fault.New(fault.Denied, "a limit is reached")

func (e *Exceeded) Error() string { return "the limit of " + string(e.Limit) + " is reached" }
func (e *Exceeded) Unwrap() error { return ErrExceeded }

// Say returns a text for the person, as Markdown: which limit is reached, until when (in their
// time zone), what happened to their message (cut = its answer was interrupted), and what still
// works.
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

// shortestDay is the minimum time between the ends of two days. It is less than the 23 hours of
// a day on which the clocks change. A person who changes the time zone gets one longer day.
const shortestDay = 18 * time.Hour

// NextDayEnd returns the end of a day that begins now: the first midnight in zone that is at
// least 18 hours after the end of the last day (zero = none). So nobody gets additional days by
// changing the time zone.
func NextDayEnd(last, now time.Time, zone *time.Location) time.Time {
	from := now
	if t := last.Add(shortestDay); t.After(from) {
		from = t
	}
	y, m, d := from.In(zone).Date()
	return time.Date(y, m, d+1, 0, 0, 0, 0, zone).UTC()
}

// CostAttr is what a log line says of a cost: nothing where no price is known, since 0 would be wrong.
func CostAttr(cost float64) slog.Attr {
	if cost == 0 {
		return slog.Attr{}
	}
	return slog.Float64("cost", cost)
}
