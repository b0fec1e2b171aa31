// Package accounts implements the stores of package people (people, chats, owner links, requests
// for access), of package usage, of package apikey and of package outside on one database: who may talk, how much, by which
// keys, and what the tools of other programs may do.
//
// It enforces no business rules: the services of the nouns do.
//
// The suite of package store proves what it promises. Start reading at NewPeople, NewUsage and NewKeys.
package accounts

import (
	"keepsake/apikey"
	"keepsake/outside"
	"keepsake/people"
	"keepsake/signin"
	"keepsake/store/database"
	"keepsake/usage"
)

// NewPeople returns the store of people and chats.
func NewPeople(db *database.DB) people.Store { return peopleStore{database.NewAccess(db)} }

// NewUsage returns the store of usage counts.
func NewUsage(db *database.DB) usage.Store { return usageStore{database.NewAccess(db)} }

// NewKeys returns the store of keys.
func NewKeys(db *database.DB) apikey.Store { return keyStore{database.NewAccess(db)} }

// NewSignIns returns the store of sign-ins.
func NewSignIns(db *database.DB) signin.Store { return signInStore{database.NewAccess(db)} }

// NewOutside returns the store of what tools of other programs may do.
func NewOutside(db *database.DB) outside.Store { return outsideStore{database.NewAccess(db)} }

// Tables returns the tables that contain text of people.
func Tables() []string { return []string{"people", "access_requests", "account_links", "link_codes"} }
