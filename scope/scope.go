// Package scope names whose memory something is: a store, a kind of owner and the owner's id.
//
// It is ground floor, so that every noun can say what it keeps for whom without knowing
// package memory. It knows no rules: who may read or write a scope is said where the noun is.
//
// Start reading at Scope.
package scope

// Kind says what kind of owner a scope has.
type Kind string

const (
	User    Kind = "user"    // ID = platform:user id, e.g. "telegram:42"
	Group   Kind = "group"   // ID = platform:chat id, or platform:chat id:topic
	Project Kind = "project" // ID = name of a shard
	Global  Kind = "global"  // ID = ""
	Session Kind = "session" // ID = session id
)

// Scope is whose memory it is. Store is the agent's name, or a name agents share.
type Scope struct {
	Store string
	Kind  Kind
	ID    string
}
