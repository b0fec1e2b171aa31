// Package people holds the people who talk to the bot, with their access and settings, the
// settings of chats, and the one-time links that make a person an owner.
//
// The owner of memories is a scope.Scope, which is made from a person's id.
//
// A person may write their own settings, owners may write access, a person with an owner link
// may write their own access, and a group's admins may write the group's settings. The system
// writes what the platform reports and what the schedule does (actor.OfSystem).
//
// Start reading at Person, then at Service.
package people

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"keepsake/fault"
	"keepsake/secret"
)

var (
	ErrNotFound = fault.New(fault.NotFound, "no such person")
	// ErrDenied means that the actor may not write this.
	ErrDenied = fault.New(fault.Denied, "the actor may not write this of people")
	// ErrOwnersOnly means that only owners of the bot may do this.
	ErrOwnersOnly = fault.New(fault.Denied, "only owners may")
	// ErrOwner means that the access of an owner cannot be changed.
	ErrOwner = fault.New(fault.Conflict, "this is an owner")
	// ErrLink means that an owner link is unknown, used or expired.
	ErrLink = fault.New(fault.Denied, "the link is not valid any more")
)

// Access is the access of a person or a group to the bot.
type Access string

const (
	None    Access = "" // no decision was made
	Owner   Access = "owner"
	Allowed Access = "allowed"
	Blocked Access = "blocked"
)

// ID returns the id of a Telegram user or chat, "telegram:42" (R3).
func ID(telegramUser int64) string { return "telegram:" + strconv.FormatInt(telegramUser, 10) }

// Number is the inverse of ID. For any other text it returns 0.
func Number(id string) int64 {
	number, ok := strings.CutPrefix(id, "telegram:")
	n, err := strconv.ParseInt(number, 10, 64)
	if !ok || err != nil {
		return 0
	}
	return n
}

// Switch is a setting with three values: on, off, and the operator's default.
type Switch string

const (
	Unset Switch = "" // the operator's default
	On    Switch = "on"
	Off   Switch = "off"
)

// Or returns the value of the switch, or byDefault if it is Unset.
func (s Switch) Or(byDefault bool) bool {
	if s == Unset {
		return byDefault
	}
	return s == On
}

// Person is a person who has written to the bot, with their settings.
type Person struct {
	ID         string // see ID
	Name       string // last reported by the platform
	Username   string
	ClientLang string // the language code of the client, e.g. "en"; "" = unknown
	Language   string // chosen in /settings; "" = ClientLang
	TimeZone   string // IANA name, chosen in /settings; "" = the operator's default
	Receipts   bool   // show a receipt under a reply that saved a memory
	Reactions  Switch // react to a message from which a memory was saved
	MemoryMode string // what extraction may do: ask, auto or off (R17); "" = the operator's default
	QuietHours string // see ParseHours: nothing unasked but reminders is sent then; "" = the operator's, NoHours = none
	Linked     string // ids of the accounts that are linked with this one, one a line (A61); see LinkedAccounts
	KeptApart  bool   // the operator's settings say that linked accounts are not read; no column
	// Private says that the person's private chats are temporary: no memory is read or kept in them.
	Private bool
	// ZoneAsked is the turn under whose answer they were asked what their clock is; "" = never.
	ZoneAsked string
	Access    Access
	// Replays lets the bot try other policies on what was found in the person's conversations.
	Replays   bool
	Daily     bool // send a daily report; only for owners
	CreatedAt time.Time
	SeenAt    time.Time
	ErasedAt  time.Time // when all of theirs was erased last, where their access made the row stay; zero = never
}

// HasErased reports whether the person had everything of theirs erased after something that they said at a time. Of a row
// that went with the erasure the new one begins later; a minute is for the way of a message to us.
func (p Person) HasErased(said time.Time) bool {
	return said.Before(p.ErasedAt) || said.Before(p.CreatedAt.Add(-time.Minute))
}

// Languages returns the person's languages, the preferred one first. Unknown ones are "".
func (p Person) Languages() []string { return []string{p.Language, p.ClientLang} }

// FirstName returns the first word of the person's name, as one greets them.
func (p Person) FirstName() string {
	first, _, _ := strings.Cut(strings.TrimSpace(p.Name), " ")
	return first
}

// LinkedAccounts returns the ids of the accounts that are linked with this one.
func (p Person) LinkedAccounts() []string {
	ids := strings.Fields(p.Linked)
	slices.Sort(ids)
	return ids
}

// seenEvery is the precision of Person.SeenAt, which avoids a write for every message.
const seenEvery = 10 * time.Minute

// IsCurrent reports whether the stored person p is up to date: it has the same names and
// language as now, and was seen within seenEvery.
func (p Person) IsCurrent(now Person) bool {
	ago := now.SeenAt.Sub(p.SeenAt)
	return p.Name == now.Name && p.Username == now.Username && p.ClientLang == now.ClientLang && ago >= 0 && ago < seenEvery
}

// masked returns the person with the secrets in their names masked.
func (p Person) masked() Person {
	p.Name, p.Username = secret.Mask(p.Name), secret.MaskName(p.Username)
	return p
}

// Link is a one-time link that makes a person an owner. Only a hash of its code is stored.
type Link struct {
	CodeHash  string
	ExpiresAt time.Time
	UsedBy    string // person id; "" = not used
}
