package bot

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/go-telegram/bot/models"
	"golang.org/x/sync/errgroup"

	"keepsake/agent"
	"keepsake/attachment"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/internal/failpoint"
	"keepsake/llm"
	"keepsake/session"
	"keepsake/text"
	"keepsake/trust"
)

// Media is what the bot can do with what is attached to messages. The zero value can do
// nothing, and says so.
type Media struct {
	Listen    llm.Transcriber    // writes recordings down; nil = it cannot listen
	Longest   time.Duration      // of a recording; 15 min
	Sees      bool               // the model is shown pictures
	Files     *attachment.Reader // reads documents, makes pictures small; nil = neither
	DocTokens int                // of the documents that a turn reads; 8000
	Stall     time.Duration      // after how long without a byte a download is given up; 15 s
}

// maxFile is what Telegram lets a bot fetch, in bytes.
const maxFile = 20 << 20

// errand is what is to be done with a file.
type errand string

const (
	toHear errand = "hear"
	toSee  errand = "see"
	toRead errand = "read"
)

// attached is a file that a message carries and that can be opened here.
type attached struct {
	errand
	kind string // as media names it
	id   string // file_id
	name string // of a document or a recording
	mime string
	size int64
	long time.Duration // of a recording
	// own says that the sender speaks in it: it was recorded in the chat. A sound file may
	// be anybody's.
	own bool
	by  *models.Message // the message that carries it
}

// Why a file is not opened: ends of ids of words ("media.big"), beside the kinds of media.
const (
	whyBig     = "big"    // more than Telegram gives to bots
	whyLong    = "long"   // a recording longer than Media.Longest
	whyGone    = "gone"   // Telegram does not give it
	whyAway    = "away"   // what would listen to it does not answer
	whySilent  = "silent" // nobody speaks in it
	whyKind    = "kind"
	whyBroken  = "broken"
	whyLocked  = "locked"
	whyEmpty   = "empty" // no text in it
	whyHeavy   = "heavy"
	whyAside   = "aside"   // it was not sent to us
	whyLimit   = "limit"   // the day's messages are used up
	whyStopped = "stopped" // the person wanted it to end
)

// reasons are the same for the model.
var reasons = map[string]string{
	whyBig: "it is larger than 20 MB", whyLong: "the recording is too long", whyGone: "Telegram did not give the file",
	whyAway: "the speech recognition did not answer", whySilent: "nobody speaks in it",
	whyKind: "only text, Markdown, PDF and DOCX files can be read", whyBroken: "the file is damaged",
	whyLocked: "it wants a password", whyEmpty: "there is no text in it, perhaps it is scanned",
	whyHeavy: "it is too large to read", whyAside: "it was not sent to you", whyLimit: "a limit was reached",
	whyStopped: "the user stopped it",
}

// reading is what became of what a message carries.
type reading struct {
	says  *session.Message // what it says or shows, in a record of its own; nil = nothing
	heard *llm.Transcript  // what writing it down cost
	why   string           // why it says nothing; "" = it does, or nothing is attached
}

// opens returns the file of a message that can be opened here, or why there is none: the
// kind of what it carries, "" when it carries nothing. A group's message without one may
// ask about another's that it answers: what stands there is that one's sender's.
func (b *Bot) opens(m *models.Message) (f attached, why string) {
	r := m.ReplyToMessage
	if media(m) != "" || r == nil || !isGroup(m.Chat) || r.From != nil && r.From.ID == b.identity().ID {
		f, why = b.carries(m)
		f.by = m
		return f, why
	}
	if f, why = b.carries(r); why != "" {
		return attached{}, ""
	}
	asks, said := writer(m), writer(r)
	f.own, f.by = f.own && asks != nil && said != nil && asks.ID == said.ID, r
	return f, ""
}

func (b *Bot) carries(m *models.Message) (f attached, why string) {
	kind, media := media(m), b.cfg.Media
	switch {
	case kind == "photo":
		f = photo(m)
	case m.Voice != nil:
		f = attached{errand: toHear, id: m.Voice.FileID, name: "voice.ogg", size: m.Voice.FileSize, long: seconds(m.Voice.Duration), own: true}
	case m.VideoNote != nil:
		f = attached{errand: toHear, id: m.VideoNote.FileID, name: "voice.mp4", size: int64(m.VideoNote.FileSize), long: seconds(m.VideoNote.Duration), own: true}
	case kind == "audio":
		f = attached{errand: toHear, id: m.Audio.FileID, name: sound(m.Audio.FileName, m.Audio.MimeType), size: m.Audio.FileSize, long: seconds(m.Audio.Duration)}
	case kind == "document":
		d := m.Document
		f = attached{errand: toRead, id: d.FileID, name: d.FileName, mime: d.MimeType, size: d.FileSize}
		switch {
		case strings.HasPrefix(d.MimeType, "image/") && d.MimeType != "image/svg+xml":
			f.errand = toSee
		case strings.HasPrefix(d.MimeType, "audio/"):
			f.errand, f.name = toHear, sound(d.FileName, d.MimeType)
		}
	}
	f.kind = kind
	switch {
	case f.id == "",
		f.errand == toHear && media.Listen == nil,
		f.errand == toRead && media.Files == nil:
		return f, kind
	case f.errand == toSee && (!media.Sees || media.Files == nil):
		return f, "photo"
	case f.size > maxFile:
		return f, whyBig
	case f.long > media.Longest:
		return f, whyLong
	}
	return f, ""
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

// photo picks the size of a photo that models look at: the largest within 1280 pixels.
func photo(m *models.Message) attached {
	sizes := m.Photo
	if len(sizes) == 0 && m.LivePhoto != nil {
		sizes = m.LivePhoto.Photo
	}
	f := attached{errand: toSee}
	best := 0
	for _, s := range sizes {
		side := max(s.Width, s.Height)
		if f.id == "" || side > best && side <= 1280 || best > 1280 && side < best {
			best, f.id, f.size = side, s.FileID, int64(s.FileSize)
		}
	}
	return f
}

// sound is what to call a sound file whose name may say nothing.
func sound(name, mime string) string {
	if path.Ext(name) != "" {
		return name
	}
	endings := map[string]string{"audio/mpeg": ".mp3", "audio/mp4": ".m4a", "audio/x-m4a": ".m4a", "audio/wav": ".wav",
		"audio/x-wav": ".wav", "audio/flac": ".flac", "audio/webm": ".webm"}
	return "sound" + endings[mime]
}

const (
	// openTime bounds the opening of all that a batch carries.
	openTime = 4 * time.Minute
	// openFiles is how many files of one batch are opened at once. Batches do not wait for
	// each other: one with slow files is slow for its own chat alone.
	openFiles = 2
	// maxHeard is how much of a recording's text tokens are counted of, in runes.
	maxHeard = 1 << 18
)

// open fills in the readings of a batch: files are fetched and read, outside of any
// transaction. It writes nothing: a kill costs no more than doing it again. What cannot be
// opened is no error; an error is the end of ctx, or errStopped.
func (b *Bot) open(ctx context.Context, in agent.Incoming, turn session.Turn, batch []talked) error {
	files := make([]attached, len(batch))
	documents, some := 0, false
	for i, t := range batch {
		f, why := b.opens(t.message)
		batch[i].reading = reading{why: why}
		if why == "" && f.id != "" {
			files[i], some = f, true
		}
		if files[i].errand == toRead {
			documents++
		}
	}
	if !some {
		return nil
	}
	ctx, done := b.stoppable(ctx, in.Claim.Lane, func(ctx context.Context) bool {
		asked, err := b.cfg.Delivery.StopAsked(ctx, in.UpdateIDs)
		return err == nil && asked || turn.ID != "" && b.stopAsked(ctx, turn.ID)
	})
	defer done()
	b.typing(ctx, in.Place.Chat, in.Place.Topic)
	within, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	var g errgroup.Group
	g.SetLimit(openFiles)
	for i, f := range files {
		if f.id == "" {
			continue
		}
		g.Go(func() error {
			tokens := b.cfg.Media.DocTokens / max(1, documents)
			r, err := b.openOne(within, f, tokens)
			if r.says != nil {
				by := b.spoken(f.by, "")
				r.says.Name, r.says.Author = by.Name, by.Author
				r.says.At = time.Unix(int64(batch[i].message.Date), 0).UTC()
				r.says.Trust = min(r.says.Trust, by.Trust)
			}
			batch[i].reading = r
			return err
		})
	}
	err := g.Wait()
	switch {
	case errors.Is(err, delivery.ErrLeaseLost):
		return err
	case err != nil && ctx.Err() != nil:
		return context.Cause(ctx)
	}
	failpoint.Hit(failpoint.AfterOpening)
	return nil
}

// openOne fetches and reads one file.
func (b *Bot) openOne(ctx context.Context, f attached, tokens int) (reading, error) {
	data, free, why, err := b.fetch(ctx, f.id)
	defer free()
	if err != nil {
		return reading{}, err
	}
	if why != "" {
		return reading{why: why}, ctx.Err()
	}
	failpoint.Hit(failpoint.AfterFetch)
	var r reading
	switch f.errand {
	case toHear:
		r, err = b.hear(ctx, f, data, b.cfg.Media.DocTokens)
	case toSee:
		r, err = b.see(ctx, data)
	default:
		r, err = b.readFile(ctx, f, data, tokens)
	}
	if err == nil {
		return r, nil
	}
	b.log.Warn("attachment not read", "task", string(f.errand), "kind", string(fault.KindOf(err)), "err", err)
	return reading{why: whyOf(f, err)}, ctx.Err()
}

// hear writes down what is said in a recording, up to so many tokens: what listens may get
// into a loop.
func (b *Bot) hear(ctx context.Context, f attached, data []byte, tokens int) (reading, error) {
	heard, err := b.cfg.Media.Listen.Transcribe(ctx, llm.Recording{Name: f.name, Data: data, Long: f.long})
	if err != nil {
		return reading{}, err
	}
	r := reading{heard: &heard}
	said := strings.TrimSpace(text.Clean(heard.Text))
	if said == "" {
		r.why = whySilent
		return r, nil
	}
	if cut := text.CutTokens(text.Cut(said, maxHeard), tokens); cut != said {
		said = cut + "\n\n[The recording goes on. The rest was not written down.]"
	}
	r.says = &session.Message{Content: said, Trust: trust.Person}
	if !f.own {
		r.says.Content, r.says.Trust = strings.TrimSpace(headline(f.name, 0)+"\n\n"+said), trust.Document
	}
	return r, nil
}

// see makes a picture one for the model. What is written in it is a document's.
func (b *Bot) see(ctx context.Context, data []byte) (reading, error) {
	small, err := b.cfg.Media.Files.Picture(ctx, data)
	if err != nil {
		return reading{}, err
	}
	uri := "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(small)
	return reading{says: &session.Message{Content: "[picture]", Images: []string{uri}, Trust: trust.Document}}, nil
}

// readFile takes the text of a document.
func (b *Bot) readFile(ctx context.Context, f attached, data []byte, tokens int) (reading, error) {
	doc, err := b.cfg.Media.Files.Document(ctx, f.name, f.mime, data, tokens)
	if err != nil {
		return reading{}, err
	}
	says := headline(f.name, doc.Pages) + "\n\n" + doc.Text
	switch {
	case doc.Cut && doc.Pages > 0:
		says += fmt.Sprintf("\n\n[The document goes on: this is its beginning, up to page %d of %d. The rest was not read.]", doc.Shown, doc.Pages)
	case doc.Cut:
		says += "\n\n[The document goes on: this is its beginning. The rest was not read.]"
	}
	return reading{says: &session.Message{Content: strings.TrimSpace(says), Trust: trust.Document}}, nil
}

// headline names a file; the name is a stranger's word like what is in it.
func headline(name string, pages int) string {
	head := text.Cut(text.OneLine(name), 100)
	switch {
	case pages == 1:
		head += " (1 page)"
	case pages > 1:
		head += fmt.Sprintf(" (%d pages)", pages)
	}
	return strings.TrimSpace(head)
}

// whyOf says in one word why a file could not be read.
func whyOf(f attached, err error) string {
	for why, e := range map[string]error{
		whyKind: attachment.ErrKind, whyBroken: attachment.ErrBroken, whyLocked: attachment.ErrLocked,
		whyEmpty: attachment.ErrEmpty, whyHeavy: attachment.ErrHeavy,
	} {
		if errors.Is(err, e) {
			return why
		}
	}
	if f.errand == toHear {
		if fault.KindOf(err) == fault.Invalid && !errors.Is(err, llm.ErrSetup) {
			return whyBroken
		}
		return whyAway
	}
	return whyHeavy
}

// note says for the model what a message carries, "" when that is nothing.
func note(m *models.Message, why string) string {
	kind := media(m)
	switch {
	case kind == "":
		return ""
	case why == "" && (kind == "voice" || m.VideoNote != nil):
		return "[voice message]"
	case why == "":
		return "[" + kind + " attached]"
	case reasons[why] != "":
		return "[" + kind + " attached, cannot be opened: " + reasons[why] + "]"
	}
	return "[" + kind + " attached, cannot be opened]"
}
