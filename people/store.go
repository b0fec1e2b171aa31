package people

import (
	"context"
	"time"

	"keepsake/tx"
)

// Store is the interface of the database. Methods called with a context from InTx join that
// transaction.
type Store interface {
	tx.Runner
	tx.Committer
	personStore
	linkStore
	accountStore
	chatStore
	greetingStore
	requestStore
}

// personStore stores people.
type personStore interface {
	// See inserts a person or refreshes Name, Username, ClientLang and SeenAt, and returns
	// the row. New rows have Receipts on.
	See(ctx context.Context, p Person) (Person, error)
	Get(ctx context.Context, id string) (Person, error)
	// SaveSettings writes Language, TimeZone, Receipts, Reactions, MemoryMode, QuietHours, Private, Daily and Replays.
	SaveSettings(ctx context.Context, p Person) error
	SetZoneAsked(ctx context.Context, id, turn string) error
	SetAccess(ctx context.Context, id string, access Access) error
	Owners(ctx context.Context) ([]Person, error)
	// Decided returns up to limit people who are allowed or blocked, the last seen first.
	Decided(ctx context.Context, limit int) ([]Person, error)
	// Guests returns up to limit people who are no owners after the first offset, the last seen first, and the number of all.
	Guests(ctx context.Context, offset, limit int) ([]Person, int, error)
	// Erase blanks name, username and settings. It keeps access, because otherwise a blocked
	// person could erase the block; a person without access is deleted. It deletes an
	// undecided request for access and blanks the title of a decided one, also of a group.
	Erase(ctx context.Context, id string, now time.Time) error
}

// linkStore stores owner links.
type linkStore interface {
	PutLink(ctx context.Context, l Link) error
	// UseLink marks an unused, unexpired link as used and reports whether it did.
	UseLink(ctx context.Context, codeHash, person string, now time.Time) (bool, error)
	PurgeLinks(ctx context.Context, before time.Time) (int, error)
}

// accountStore stores the links of accounts, which Person.Linked has, and the codes that make them.
type accountStore interface {
	// PutLinkCode stores a code's hash in the place of the person's others.
	PutLinkCode(ctx context.Context, person, codeHash string, expires time.Time) error
	// LinkCode returns whose an unexpired code is, "" for none, and deletes it with use.
	LinkCode(ctx context.Context, codeHash string, now time.Time, use bool) (person string, err error)
	// PutAccountLink links two accounts; a link that is there stays. DropAccountLink reports whether there was one.
	PutAccountLink(ctx context.Context, id, person, other string, at time.Time) error
	DropAccountLink(ctx context.Context, person, other string) (bool, error)
}

// chatStore stores the settings of chats.
type chatStore interface {
	// Chat returns a chat's settings, or those of NewChat when it has no row.
	Chat(ctx context.Context, bot string, id int64) (Chat, error)
	// DecidedChats returns up to limit chats of a bot that are allowed or blocked, by their ids.
	DecidedChats(ctx context.Context, bot string, limit int) ([]Chat, error)
	// SaveChat inserts or replaces a chat's settings.
	SaveChat(ctx context.Context, c Chat) error
}

// requestStore stores requests for access.
type requestStore interface {
	// PutRequest stores a request unless the bot has one of this subject, and reports
	// whether it did.
	PutRequest(ctx context.Context, r Request) (bool, error)
	// Request returns a request, or ErrNotFound.
	Request(ctx context.Context, bot, subject string) (Request, error)
	// CloseRequest marks a request as decided; MoveRequest changes its subject.
	CloseRequest(ctx context.Context, bot, subject string) error
	MoveRequest(ctx context.Context, bot, from, to string) error
	// Requests returns up to limit undecided requests of a bot, oldest first, and the number
	// of all. With unasked it considers only those that owners were not asked about yet.
	Requests(ctx context.Context, bot string, unasked bool, limit int) ([]Request, int, error)
	// AskedSince counts the requests that owners were asked about since a time: one by one,
	// and together. MarkAsked records that they were asked about a subject ("" = all others).
	AskedSince(ctx context.Context, bot string, since time.Time) (alone, together int, err error)
	MarkAsked(ctx context.Context, bot, subject string, at time.Time, alone bool) error
}
