// Package trust orders texts by how far their words may become a memory.
//
// It is ground floor: a message has a level (who really said this?), a memory has the
// level of the best evidence behind it, and memory/grounds compares them. The source of
// the order is the house plan, section 5.
//
// It decides nothing. Start reading at Level and LeastForeign.
package trust

// Level is how much a text is worth as evidence. The zero value is unknown and trusted
// least. Levels are stored by name (String, Parse), so the order may be refined.
type Level int

const (
	Unknown   Level = iota
	Bot             // the bot's own words, and results of its own tools: never evidence
	Tool            // what a tool brought in from elsewhere
	Document        // a file's content
	Quoted          // somebody's words quoted by the person
	Forwarded       // somebody's message forwarded by the person
	Member          // another member of the chat
	Person          // typed or spoken by the person
)

var names = [...]string{"unknown", "bot", "tool", "document", "quoted", "forwarded", "member", "person"}

func (l Level) String() string {
	if l < 0 || int(l) >= len(names) {
		return names[Unknown]
	}
	return names[l]
}

// Parse is the inverse of String; an unknown name is Unknown.
func Parse(name string) Level {
	for i, n := range names {
		if n == name {
			return Level(i)
		}
	}
	return Unknown
}

// Foreign reports whether a text of this level can smuggle in somebody else's words:
// it is neither the person's own nor the bot's own.
func (l Level) Foreign() bool { return l != Person && l != Bot }

// LeastForeign returns the least of the levels that are foreign, at least Tool; Unknown when none is.
// A text that shows several others is trusted as its least trusted one.
func LeastForeign(levels ...Level) Level {
	least := Unknown
	for _, l := range levels {
		if own := max(l, Tool); l.Foreign() && (least == Unknown || own < least) {
			least = own
		}
	}
	return least
}
