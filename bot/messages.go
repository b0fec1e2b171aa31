package bot

import (
	"strings"
	"time"

	"github.com/go-telegram/bot/models"

	"keepsake/llm"
	"keepsake/people"
	"keepsake/session"
	"keepsake/text"
	"keepsake/trust"
)

// maxQuote bounds what is taken over of a message that was replied to, in runes.
const maxQuote = 1000

// said returns what somebody wrote: text, or the caption of something else.
func said(m *models.Message) string {
	if m.Text != "" {
		return text.Clean(m.Text)
	}
	return text.Clean(m.Caption)
}

// media names what a message carries beside words, "" for none. The names are also the
// ends of ids of words ("media.photo"): what is said where we cannot open it.
func media(m *models.Message) string {
	switch {
	case len(m.Photo) > 0 || m.LivePhoto != nil:
		return "photo"
	case m.Sticker != nil:
		return "sticker"
	case m.Voice != nil:
		return "voice"
	case m.VideoNote != nil, m.Video != nil:
		return "video"
	case m.Animation != nil:
		return "animation"
	case m.Audio != nil:
		return "audio"
	case m.Document != nil:
		return "document"
	case m.Location != nil, m.Venue != nil:
		return "location"
	case m.Contact != nil:
		return "contact"
	case m.Poll != nil, m.Dice != nil, m.Game != nil, m.Checklist != nil, m.Story != nil, m.PaidMedia != nil, m.RichMessage != nil:
		return "other"
	}
	return ""
}

// empty reports whether a message says nothing to us: notices of the platform such as a
// pinned message.
func empty(m *models.Message) bool {
	return strings.TrimSpace(said(m)) == "" && media(m) == ""
}

// unread reports whether there is nothing in a message for the model to read.
func unread(t talked) bool {
	return strings.TrimSpace(said(t.message)) == "" && t.reading.says == nil
}

// spoken turns a message of a person into a record of the conversation: their words, and a
// note of what is attached. What that says is a record of its own (reading.says), since it
// may be somebody else's words.
func (b *Bot) spoken(m *models.Message, why string) session.Message {
	out := session.Message{
		Content:  strings.TrimSpace(said(m)),
		Quote:    b.quoted(m),
		Name:     displayName(m.From),
		Trust:    trust.Person,
		External: int64(m.ID),
		At:       time.Unix(int64(m.Date), 0).UTC(),
	}
	if from := writer(m); from != nil {
		out.Author = people.ID(from.ID)
	}
	switch {
	case m.SenderChat != nil: // said by nobody who could be asked
		out.Name, out.Trust = stranger(m).Name, trust.Member
	case m.ForwardOrigin != nil:
		out.Trust = trust.Forwarded
	case m.ViaBot != nil: // an inline bot wrote it, the person only chose it
		out.Trust = trust.Tool
	}
	out.Content = strings.TrimSpace(out.Content + "\n" + note(m, why))
	return out
}

// spokenAll turns a batch into records of the conversation; an album is one, followed by
// what each of its files says. It returns what writing recordings down cost.
func (b *Bot) spokenAll(batch []talked) (out []session.Message, heard []llm.Transcript) {
	for len(batch) > 0 {
		m, n := b.spoken(batch[0].message, batch[0].reading.why), 1
		if album := batch[0].message.MediaGroupID; album != "" {
			for n < len(batch) && batch[n].message.MediaGroupID == album {
				m.Content += "\n" + b.spoken(batch[n].message, batch[n].reading.why).Content
				n++
			}
		}
		out = append(out, m)
		for _, t := range batch[:n] {
			if t.reading.says != nil {
				out = append(out, *t.reading.says)
			}
			if t.reading.heard != nil {
				heard = append(heard, *t.reading.heard)
			}
		}
		batch = batch[n:]
	}
	return out, heard
}

// quoted returns what a message answers. A plain answer to something just said in this
// conversation needs no quote: the model has read it, and foreign words count less.
func (b *Bot) quoted(m *models.Message) string {
	if m.Quote != nil {
		return cutQuote(m.Quote.Text)
	}
	r := m.ReplyToMessage
	if r == nil {
		return ""
	}
	ours := r.From != nil && (r.From.ID == b.identity().ID || !isGroup(m.Chat) && m.From != nil && r.From.ID == m.From.ID)
	if ours && r.ForwardOrigin == nil && m.Date-r.Date < int((10*time.Minute)/time.Second) {
		return ""
	}
	return cutQuote(said(r))
}

func cutQuote(s string) string { return text.Cut(strings.TrimSpace(text.Clean(s)), maxQuote) }

func displayName(u *models.User) string {
	if u == nil {
		return ""
	}
	return text.Cut(text.OneLine(u.FirstName+" "+u.LastName), 100)
}

// personOf returns the person an update comes from, as the platform names them.
func personOf(u *models.User) people.Person {
	return people.Person{
		ID: people.ID(u.ID), Name: displayName(u), Username: text.Cut(text.OneLine(u.Username), 64),
		ClientLang: text.Cut(text.OneLine(u.LanguageCode), 16),
	}
}
