package people

import (
	"cmp"
	"context"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/scope"
)

// Greeting is what a bot may send a person unasked, because they asked for it: a good morning, and a word on birthdays. A
// person without a row gets nothing.
type Greeting struct {
	Bot, Person string
	Chat        int64 // their private chat
	Mornings    bool
	Birthdays   bool
	Hour        int    // of the person's clock
	Asked       string // the turn or tap under which they were asked about birthdays; "" = never
	// NextAt is when to look whether there is something to send; nil = everything is off.
	NextAt  *time.Time
	LastDay string // the last day that is over and done with, "2026-11-24" on the person's clock
}

// GreetingHour is the hour of people who chose none.
const GreetingHour = 8

// DayOf returns the day of a time by the clock of its zone, as Greeting.LastDay has it.
func DayOf(t time.Time) string { return t.Format(time.DateOnly) }

// IsOn reports whether anything may be sent.
func (g Greeting) IsOn() bool { return g.Mornings || g.Birthdays }

// greetingStore stores what people want to be sent.
type greetingStore interface {
	// Greeting returns a person's row, or ErrNotFound.
	Greeting(ctx context.Context, bot, person string) (Greeting, error)
	// SaveGreeting inserts or replaces a row.
	SaveGreeting(ctx context.Context, g Greeting) error
	// DueGreetings returns up to limit rows with NextAt until now, and locks them until the transaction ends.
	DueGreetings(ctx context.Context, bot string, now time.Time, limit int) ([]Greeting, error)
}

// Greeting returns what a bot may send a person.
func (s *Service) Greeting(ctx context.Context, bot, person string) (Greeting, error) {
	g, err := s.store.Greeting(ctx, bot, person)
	if fault.KindOf(err) == fault.NotFound {
		return Greeting{Bot: bot, Person: person, Chat: Number(person), Hour: GreetingHour}, nil
	}
	return g, fault.Op(err, "get greeting")
}

// SaveGreeting stores what a bot may send a person. Only the person and the system may call it; others get ErrDenied.
func (s *Service) SaveGreeting(ctx context.Context, a actor.Actor, g Greeting) error {
	if !a.IsPart() && !a.IsThePerson(g.Person) {
		return ErrDenied
	}
	if g.Hour < 0 || g.Hour > 23 {
		return fault.Field("hour", "must be 0 to 23")
	}
	if !g.IsOn() {
		g.NextAt = nil
	}
	return fault.Op(s.store.SaveGreeting(ctx, g), "save greeting")
}

// AskAboutBirthdays reports whether a person is to be asked now whether they want a word on birthdays, and notes where: they
// are asked once, ever. For the turn under whose answer they were asked it stays true; "" is a tap. Only the system may call
// it; others get ErrDenied.
func (s *Service) AskAboutBirthdays(ctx context.Context, a actor.Actor, bot, person, turn string) (bool, error) {
	if !a.IsPart() {
		return false, ErrDenied
	}
	g, err := s.Greeting(ctx, bot, person)
	if err != nil || g.Chat == 0 || g.Birthdays || g.Asked != "" {
		return err == nil && g.Chat != 0 && !g.Birthdays && turn != "" && g.Asked == turn, err
	}
	g.Asked = cmp.Or(turn, "tap")
	return true, s.SaveGreeting(ctx, a, g)
}

// MayAsk reports whether a person whose bot is asked for is somebody to send something unasked in a private chat.
func MayAsk(p Person, s scope.Scope) bool {
	return s.Kind == scope.User && Number(p.ID) != 0 && !p.Private && p.MemoryMode != string(Off)
}

// DueGreetings returns up to limit people for whom it is time to look, and locks them until the transaction of the
// caller ends. Only the system may call it; others get ErrDenied.
func (s *Service) DueGreetings(ctx context.Context, a actor.Actor, bot string, limit int) ([]Greeting, error) {
	if !a.IsPart() {
		return nil, ErrDenied
	}
	gs, err := s.store.DueGreetings(ctx, bot, s.now.UTC(), limit)
	return gs, fault.Op(err, "list due greetings")
}
