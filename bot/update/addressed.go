package update

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/go-telegram/bot/models"

	"keepsake/text"
	"keepsake/trust"
)

const (
	// maxQuote bounds what is taken over of a message that was replied to, in runes.
	maxQuote = 1000
	// recent is how long after it was sent a message of this conversation needs no quote.
	recent = 10 * time.Minute
)

// quoteOf returns what a message quotes. A plain answer to something just said in this
// conversation needs no quote: the model has read it, and foreign words count less.
func quoteOf(m *models.Message, in *Incoming) string {
	if m.Quote != nil {
		return cutQuote(m.Quote.Text)
	}
	r := in.Reply
	if r == nil {
		return ""
	}
	ownWords := !in.IsGroup() && r.Author.ID != "" && r.Author.ID == in.Sender.ID && r.Trust == trust.Person
	if (r.IsOurs || ownWords) && !r.Forwarded && in.Message.SentAt.Sub(r.SentAt) < recent {
		return ""
	}
	return cutQuote(r.Text)
}

func cutQuote(s string) string { return text.Cut(strings.TrimSpace(text.Clean(s)), maxQuote) }

// isMentioned reports whether a message names the bot or answers something the bot wrote.
func isMentioned(m *models.Message, me Identity) bool {
	if r := m.ReplyToMessage; r != nil && r.From != nil && r.From.ID == me.ID && r.ForumTopicCreated == nil {
		return true
	}
	said := rawText(m)
	for _, e := range entitiesOf(m) {
		switch e.Type {
		case models.MessageEntityTypeMention:
			if strings.EqualFold(utf16Range(said, e.Offset, e.Length), "@"+me.Username) {
				return true
			}
		case models.MessageEntityTypeTextMention:
			if e.User != nil && e.User.ID == me.ID {
				return true
			}
		}
	}
	return false
}

// isCalled reports whether somebody is called by name: at the start of what is said, with at
// most a word of greeting before it, or at its end after a comma.
func isCalled(said, name string) bool {
	said, name = text.Fold(said), text.Fold(name)
	if name == "" {
		return false
	}
	endsWord := func(rest string) bool {
		first, _ := utf8.DecodeRuneInString(rest)
		return rest == "" || strings.ContainsRune(" ,:;!?.…-—", first)
	}
	if rest, ok := strings.CutPrefix(said, name); ok && endsWord(rest) {
		return true
	}
	if rest, ok := strings.CutPrefix(afterFirstWord(said), name); ok && endsWord(rest) && (rest == "" || rest[0] != ' ') {
		return true
	}
	said = strings.TrimRight(said, " !?.…")
	before, ok := strings.CutSuffix(said, name)
	return ok && strings.HasSuffix(strings.TrimRight(before, " "), ",")
}

func afterFirstWord(s string) string {
	s = strings.TrimSpace(s)
	i := strings.IndexFunc(s, unicode.IsSpace)
	if i < 0 {
		return ""
	}
	return strings.TrimSpace(s[i:])
}

// utf16Range cuts a range, counted in UTF-16 units, out of a text.
func utf16Range(s string, offset, length int) string {
	var b strings.Builder
	at := 0
	for _, r := range s {
		if at >= offset && at < offset+length {
			b.WriteRune(r)
		}
		at += text.UTF16Len(string(r))
	}
	return b.String()
}
