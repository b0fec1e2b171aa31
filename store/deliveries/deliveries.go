// Package deliveries implements the store of package delivery on one database: the inbox, the
// lanes and leases, the outbox, and the paces of sending.
//
// It enforces no business rules: package delivery does. Claiming asks the table of chats, in
// SQL, whether a chat is closed. On SQLite only one process serves, so claims of messages are
// not written there.
//
// The suite of package store proves what it promises. Start reading at New; then inbox.go,
// lanes.go, and outbox.go with outbox_claim.go.
package deliveries

import (
	"keepsake/delivery"
	"keepsake/store/database"
)

// New returns the store of the inbox, the lanes and the outbox.
func New(db *database.DB) delivery.Store { return deliveries{database.NewAccess(db)} }

// Tables returns the tables that contain text of people.
func Tables() []string { return []string{"inbox", "outbox"} }

// deliveries implements delivery.Store.
type deliveries struct{ database.Access }

var _ delivery.Store = deliveries{}
