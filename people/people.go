// Package people is the noun for who talks to the bot and where: person, access, settings,
// a chat's settings, and the one-time links that make an owner.
//
// It is not whose memory it is: that is scope.Scope, made from a person's id.
//
// Who may write what: settings the person themselves; access the owners, and whoever holds
// an owner link their own; a group's settings its admins. What the platform tells and what
// the schedule does, the house writes (actor.OfSystem).
//
// Start reading at Person; then Service.
package people

import (
	"strconv"
	"strings"
	"time"

	"keepsake/fault"
)

var (
	ErrNotFound = fault.New(fault.NotFound, "no such person")
	// ErrDenied says that the actor may not write this.
	ErrDenied = fault.New(fault.Denied, "the actor may not write this of people")
	// ErrOwnersOnly says that only owners of the bot may do this.
	ErrOwnersOnly = fault.New(fault.Denied, "only owners may")
	// ErrOwner refuses to change what an owner may.
	ErrOwner = fault.New(fault.Conflict, "this is an owner")
	// ErrLink says that an owner link is unknown, used or expired.
	ErrLink = fault.New(fault.Denied, "the link is not valid any more")
)

// Access is what a person may do with the bot.
type Access string

const (
	None    Access = "" // nobody has said
	Owner   Access = "owner"
	Allowed Access = "allowed"
	Blocked Access = "blocked"
)

// ID returns the id of a Telegram user or chat, "telegram:42" (R3).
func ID(telegramUser int64) string { return "telegram:" + strconv.FormatInt(telegramUser, 10) }

// Number is the inverse of ID; 0 of anything else.
func Number(id string) int64 {
	number, ok := strings.CutPrefix(id, "telegram:")
	n, err := strconv.ParseInt(number, 10, 64)
	if !ok || err != nil {
		return 0
	}
	return n
}

// Switch is a setting that somebody may leave to the operator.
type Switch string

const (
	Unset Switch = "" // as the operator says
	On    Switch = "on"
	Off   Switch = "off"
)

// Or returns what the switch says, else what the operator does.
func (s Switch) Or(operator bool) bool {
	if s == Unset {
		return operator
	}
	return s == On
}

// Person is somebody who wrote to the bot, with their settings.
type Person struct {
	ID         string // see ID
	Name       string // as the platform last gave it
	Username   string
	ClientLang string // the client's language code, e.g. "en"; "" unknown
	Language   string // chosen in /settings; "" = ClientLang
	TimeZone   string // IANA name; "" = not chosen: the operator's default
	Receipts   bool   // show a receipt under the reply when something was remembered
	Reactions  Switch // put a sign to a message that something was remembered of
	Access     Access
	Daily      bool // an owner who wants a line about each day
	CreatedAt  time.Time
	SeenAt     time.Time
}

// Languages returns the languages that the person is spoken to in, best first; "" = unknown.
func (p Person) Languages() []string { return []string{p.Language, p.ClientLang} }

// seenEvery is how exactly it is kept when a person was seen last.
const seenEvery = 10 * time.Minute

// IsCurrent reports whether what is kept of a person is what was seen now: the same names,
// and not long ago.
func (p Person) IsCurrent(now Person) bool {
	ago := now.SeenAt.Sub(p.SeenAt)
	return p.Name == now.Name && p.Username == now.Username && p.ClientLang == now.ClientLang && ago >= 0 && ago < seenEvery
}

// Link is a one-time way to become owner. Only a hash of its code is stored.
type Link struct {
	CodeHash  string
	ExpiresAt time.Time
	UsedBy    string // person id, "" = unused
}
