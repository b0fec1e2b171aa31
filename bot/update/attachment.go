package update

import (
	"path"
	"strings"
	"time"

	"github.com/go-telegram/bot/models"
)

// Attachment is what a message carries beside words.
type Attachment struct {
	// Kind names it: photo, sticker, voice, video, animation, audio, document, location,
	// contact or other; "" = nothing. It is also the end of an id of words ("media.photo"):
	// what is said where it cannot be opened.
	Kind   string
	Use    Use
	FileID string // "" = no file that could be fetched
	Name   string // of a document or a recording
	MIME   string
	Size   int64 // bytes; 0 = Telegram does not say
	Length time.Duration
	// IsRecorded says that the sender speaks in it: it was recorded in the chat. A sound file
	// may be anybody's.
	IsRecorded bool
}

// Use is what can be done with a file.
type Use string

// The uses of files; "" is none.
const (
	Listen Use = "hear"
	Look   Use = "see"
	Read   Use = "read"
)

// attachmentOf returns what a message carries.
func attachmentOf(m *models.Message) Attachment {
	a := Attachment{Kind: attachmentKind(m)}
	switch {
	case a.Kind == "photo":
		a.Use = Look
		a.FileID, a.Size = photoOf(m)
	case m.Voice != nil:
		a.Use, a.FileID, a.Name, a.IsRecorded = Listen, m.Voice.FileID, "voice.ogg", true
		a.Size, a.Length = m.Voice.FileSize, seconds(m.Voice.Duration)
	case m.VideoNote != nil:
		a.Use, a.FileID, a.Name, a.IsRecorded = Listen, m.VideoNote.FileID, "voice.mp4", true
		a.Size, a.Length = int64(m.VideoNote.FileSize), seconds(m.VideoNote.Duration)
	case a.Kind == "audio":
		a.Use, a.FileID, a.Name = Listen, m.Audio.FileID, soundName(m.Audio.FileName, m.Audio.MimeType)
		a.Size, a.Length = m.Audio.FileSize, seconds(m.Audio.Duration)
	case a.Kind == "document":
		d := m.Document
		a.Use, a.FileID, a.Name, a.MIME, a.Size = Read, d.FileID, d.FileName, d.MimeType, d.FileSize
		switch {
		case strings.HasPrefix(d.MimeType, "image/") && d.MimeType != "image/svg+xml":
			a.Use = Look
		case strings.HasPrefix(d.MimeType, "audio/"):
			a.Use, a.Name = Listen, soundName(d.FileName, d.MimeType)
		}
	}
	return a
}

func attachmentKind(m *models.Message) string {
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

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

// photoOf picks the size of a photo that models look at: the largest within 1280 pixels.
func photoOf(m *models.Message) (id string, size int64) {
	sizes := m.Photo
	if len(sizes) == 0 && m.LivePhoto != nil {
		sizes = m.LivePhoto.Photo
	}
	best := 0
	for _, s := range sizes {
		side := max(s.Width, s.Height)
		if id == "" || side > best && side <= 1280 || best > 1280 && side < best {
			best, id, size = side, s.FileID, int64(s.FileSize)
		}
	}
	return id, size
}

// soundName is what to call a sound file whose name may say nothing of its format.
func soundName(name, mime string) string {
	if path.Ext(name) != "" {
		return name
	}
	endings := map[string]string{"audio/mpeg": ".mp3", "audio/mp4": ".m4a", "audio/x-m4a": ".m4a", "audio/wav": ".wav",
		"audio/x-wav": ".wav", "audio/flac": ".flac", "audio/webm": ".webm"}
	return "sound" + endings[mime]
}
