// Package people is the noun for who talks to the bot and where: person, access, settings,
// a chat's settings, and the one-time links that make an owner.
//
// It is not whose memory it is: that is memory.Scope, made from a person's id.
//
// Start reading at Person; then Service.
package people

import (
	"context"
	"strconv"
	"strings"
	"time"

	"keepsake/fault"
)

var (
	ErrNotFound = fault.New(fault.NotFound, "no such person")
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

// Link is a one-time way to become owner. Only a hash of its code is stored.
type Link struct {
	CodeHash  string
	ExpiresAt time.Time
	UsedBy    string // person id, "" = unused
}

// Store is what a database must do for people. Methods called with a context from InTx
// join that transaction.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// See inserts a person or refreshes Name, Username, ClientLang and SeenAt, and returns
	// the row. New rows have Receipts on.
	See(ctx context.Context, p Person) (Person, error)
	Get(ctx context.Context, id string) (Person, error)
	// Save writes Language, TimeZone, Receipts, Reactions, Access and Daily.
	Save(ctx context.Context, p Person) error
	Owners(ctx context.Context) ([]Person, error)
	PutLink(ctx context.Context, l Link) error
	// UseLink marks an unused, unexpired link as used and reports whether it did.
	UseLink(ctx context.Context, codeHash, person string, now time.Time) (bool, error)
	PurgeLinks(ctx context.Context, before time.Time) (int, error)
	// Erase blanks name, username and settings; access stays, so that nobody gets rid of a
	// block by it. Of a person without any access the whole row goes. Of whoever asked for
	// access, a group too, goes what it is called, and a request that nobody decided.
	Erase(ctx context.Context, id string) error

	// Chat returns a chat's settings, those of NewChat when it has no row; SaveChat inserts
	// or replaces them.
	Chat(ctx context.Context, bot string, id int64) (Chat, error)
	SaveChat(ctx context.Context, c Chat) error

	// PutRequest stores a request unless the bot has one of this subject, and reports
	// whether it did; Request returns it (ErrNotFound), CloseRequest notes that it is
	// decided, MoveRequest gives it another subject.
	PutRequest(ctx context.Context, r Request) (bool, error)
	Request(ctx context.Context, bot, subject string) (Request, error)
	CloseRequest(ctx context.Context, bot, subject string) error
	MoveRequest(ctx context.Context, bot, from, to string) error
	// Requests returns a bot's undecided requests, oldest first, or only those no owner was asked
	// about, and how many there are in all.
	Requests(ctx context.Context, bot string, unasked bool, limit int) ([]Request, int, error)
	// AskedSince counts the requests that owners were asked about since a time, by whether
	// alone; MarkAsked notes that they were asked about one ("" = all that wait for it).
	AskedSince(ctx context.Context, bot string, since time.Time) (alone, together int, err error)
	MarkAsked(ctx context.Context, bot, subject string, at time.Time, alone bool) error
}
