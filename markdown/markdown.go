// Package markdown turns a model's Markdown into what Telegram shows: plain text with
// entities (ranges of formatting counted in UTF-16 units), and splits what is too long for
// one message.
//
// Entities are used instead of Telegram's own Markdown dialects because those refuse a
// whole message for one stray character; a model's output, and every prefix of it while it
// streams, must always be showable.
//
// What holds for every Text that Render, Preview and Split return:
//
//   - Text is valid UTF-8 without control characters other than newline, and does not
//     begin or end with white space (a code block may begin with its indentation).
//
//   - Entities are sorted (earlier first, then longer first), lie inside the text, never
//     cut a surrogate pair, are never empty, and nest as Telegram allows: of two that
//     touch the same character one contains the other, nothing is inside code or pre, no
//     blockquote is inside a blockquote, code and pre are only inside blockquotes.
//
//   - Split's parts have at most limit UTF-16 units and MaxEntities entities; joined
//     together they give the same text, but for the white space at the cuts.
//
//   - The host of every link is shown: as its label, or behind it in brackets. No link is of
//     an app ("tg:"), and none stands for a picture. What a model writes may be somebody else's.
//
// The package knows nothing of the Bot API's library: Entity is neutral, with the names of
// https://core.telegram.org/bots/api#messageentity.
//
// Start reading at Render, then writer (how blocks become lines), then Split; links are in link.go.
package markdown

import (
	"strings"
	"unicode"

	"github.com/yuin/goldmark/text"

	house "keepsake/text"
)

// Limits of one Telegram message.
const (
	MaxText     = 4096 // UTF-16 units of a message's text, after entities are taken out
	MaxCaption  = 1024 // UTF-16 units of a caption
	MaxEntities = 100  // formatting beyond the hundredth entity is silently dropped
)

// Type is the kind of an entity, by its Bot API name.
type Type string

const (
	Bold       Type = "bold"
	Italic     Type = "italic"
	Strike     Type = "strikethrough"
	Spoiler    Type = "spoiler"
	Code       Type = "code"
	Pre        Type = "pre"       // Language may be set
	Link       Type = "text_link" // URL is set
	Blockquote Type = "blockquote"
)

// Entity formats a range of a Text. Offset and Length count UTF-16 units.
type Entity struct {
	Type     Type   `json:"type"`
	Offset   int    `json:"offset"`
	Length   int    `json:"length"`
	URL      string `json:"url,omitempty"`
	Language string `json:"language,omitempty"`
}

// End is the first unit after the entity.
func (e Entity) End() int { return e.Offset + e.Length }

// Text is what one message shows.
type Text struct {
	Text     string   `json:"text"`
	Entities []Entity `json:"entities,omitempty"`
}

// Len is the length in UTF-16 units, which Telegram's limits count.
func (t Text) Len() int { return house.UTF16Len(t.Text) }

// Render turns Markdown (CommonMark with ~~strikethrough~~, ||spoilers||, tables, task
// lists and bare links) into text and entities. It accepts anything, and any prefix of
// anything. The Text is empty when there is nothing to see, e.g. for "" or "```".
func Render(md string) Text {
	source := []byte(clean(md))
	w := &writer{source: source}
	w.blocks(parserOf().Parse(text.NewReader(source)))
	return w.finish()
}

// clean drops what Telegram would drop or replace anyway, so that offsets counted here are
// the offsets Telegram counts: what the house does not store, and direction overrides
// (U+202A to U+202E).
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '\u202A' && r <= '\u202E' {
			return -1
		}
		return r
	}, house.Clean(s))
}

// blank says whether a reader would see nothing at all.
func blank(s string) bool {
	for _, r := range s {
		if !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) {
			return false
		}
	}
	return true
}
