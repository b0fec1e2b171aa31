package people

import (
	"context"
	"time"

	"keepsake/tx"
)

// Store is what a database must do for people. Methods called with a context from InTx
// join that transaction.
type Store interface {
	tx.Runner
	tx.Committer
	personStore
	linkStore
	chatStore
	requestStore
}

// personStore is what the database does for persons.
type personStore interface {
	// See inserts a person or refreshes Name, Username, ClientLang and SeenAt, and returns
	// the row. New rows have Receipts on.
	See(ctx context.Context, p Person) (Person, error)
	Get(ctx context.Context, id string) (Person, error)
	// SaveSettings writes Language, TimeZone, Receipts, Reactions and Daily.
	SaveSettings(ctx context.Context, p Person) error
	SetAccess(ctx context.Context, id string, access Access) error
	Owners(ctx context.Context) ([]Person, error)
	// Erase blanks name, username and settings; access stays, so that nobody gets rid of a
	// block by it. Of a person without any access the whole row goes. Of whoever asked for
	// access, a group too, goes what it is called, and a request that nobody decided.
	Erase(ctx context.Context, id string) error
}

// linkStore is what the database does for owner links.
type linkStore interface {
	PutLink(ctx context.Context, l Link) error
	// UseLink marks an unused, unexpired link as used and reports whether it did.
	UseLink(ctx context.Context, codeHash, person string, now time.Time) (bool, error)
	PurgeLinks(ctx context.Context, before time.Time) (int, error)
}

// chatStore is what the database does for chats.
type chatStore interface {
	// Chat returns a chat's settings, those of NewChat when it has no row.
	Chat(ctx context.Context, bot string, id int64) (Chat, error)
	// SaveChat inserts or replaces a chat's settings.
	SaveChat(ctx context.Context, c Chat) error
}

// requestStore is what the database does for requests for access.
type requestStore interface {
	// PutRequest stores a request unless the bot has one of this subject, and reports
	// whether it did.
	PutRequest(ctx context.Context, r Request) (bool, error)
	// Request returns a request; ErrNotFound when there is none.
	Request(ctx context.Context, bot, subject string) (Request, error)
	// CloseRequest notes that a request is decided; MoveRequest gives it another subject.
	CloseRequest(ctx context.Context, bot, subject string) error
	MoveRequest(ctx context.Context, bot, from, to string) error
	// Requests returns a bot's undecided requests, oldest first, or only those no owner was
	// asked about, and how many there are in all.
	Requests(ctx context.Context, bot string, unasked bool, limit int) ([]Request, int, error)
	// AskedSince counts the requests that owners were asked about since a time, by whether
	// alone; MarkAsked notes that they were asked about one ("" = all that wait for it).
	AskedSince(ctx context.Context, bot string, since time.Time) (alone, together int, err error)
	MarkAsked(ctx context.Context, bot, subject string, at time.Time, alone bool) error
}
