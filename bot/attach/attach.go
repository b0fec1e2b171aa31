package attach

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"keepsake/attachment"
	"keepsake/bot/update"
	"keepsake/delivery"
	"keepsake/llm"
	"keepsake/session"
)

// Media is what the bot can do with what is attached to messages. The zero value can do
// nothing, and says so.
type Media struct {
	Listen    llm.Transcriber    // writes recordings down; nil = recordings are not heard
	Longest   time.Duration      // of a recording; 15 min
	Sees      bool               // the model is shown pictures
	Files     *attachment.Reader // reads documents, makes pictures small; nil = neither
	DocTokens int                // of the documents that a turn reads; 8000
	Stall     time.Duration      // after how long without a byte a download is given up; 15 s
}

// WithDefaults returns m with the default values where fields are zero.
func (m Media) WithDefaults() Media {
	if m.Longest == 0 {
		m.Longest = 15 * time.Minute
	}
	if m.Stall == 0 {
		m.Stall = 15 * time.Second
	}
	if m.DocTokens <= 0 {
		m.DocTokens = 8000
	}
	return m
}

// Reader reads what is attached to messages. Make one with New.
type Reader struct {
	media  Media
	source Source
	log    *slog.Logger
	large  chan struct{} // large files held in memory at once
}

// New returns a reader of the files that source gives.
func New(media Media, source Source, log *slog.Logger) *Reader {
	return &Reader{media: media.WithDefaults(), source: source, log: log, large: make(chan struct{}, largeFiles)}
}

// File is a file that a message carries and that can be read here. The zero File is none.
type File struct {
	update.Attachment
	carrier update.Message // the message that carries it
	sentAt  time.Time      // of the message that brought it to us
}

// Exists reports whether there is a file to read.
func (f File) Exists() bool { return f.FileID != "" }

// Reading is what became of what a message carries.
type Reading struct {
	Says   *session.Message // what it says or shows, in a record of its own; nil = nothing
	Heard  *llm.Transcript  // what writing it down cost
	Reason Reason           // why it says nothing; "" = it does, or nothing is attached
}

// Find returns the file of a message that can be read here, or the reason why there is none:
// "" when the message carries nothing. A group's message that carries nothing may ask about
// what another one carries that it answers: what stands there is that one's author's.
func (r *Reader) Find(in *update.Incoming) (File, Reason) {
	asksAboutReply := in.Message.Attachment.Kind == "" && in.Reply != nil && in.IsGroup() && !in.Reply.IsOurs
	if !asksAboutReply {
		reason := r.unreadable(in.Message.Attachment)
		if reason != "" || in.Message.Attachment.FileID == "" {
			return File{}, reason
		}
		return File{Attachment: in.Message.Attachment, carrier: in.Message, sentAt: in.Message.SentAt}, ""
	}
	if r.unreadable(in.Reply.Attachment) != "" {
		return File{}, ""
	}
	f := File{Attachment: in.Reply.Attachment, carrier: *in.Reply, sentAt: in.Message.SentAt}
	asker := in.Message.Author.ID
	f.IsRecorded = f.IsRecorded && asker != "" && asker == in.Reply.Author.ID
	return f, ""
}

// unreadable returns why an attachment cannot be read here, "" when it can or is none.
func (r *Reader) unreadable(a update.Attachment) Reason {
	switch {
	case a.FileID == "",
		a.Use == update.Listen && r.media.Listen == nil,
		a.Use == update.Read && r.media.Files == nil:
		return Reason(a.Kind)
	case a.Use == update.Look && (!r.media.Sees || r.media.Files == nil):
		return "photo"
	case a.Size > MaxFile:
		return TooBig
	case a.Length > r.media.Longest:
		return TooLong
	}
	return ""
}

const (
	// readTime bounds the reading of all that a batch carries.
	readTime = 4 * time.Minute
	// openFiles is how many files of one batch are open at once. Batches do not wait for
	// each other: one with slow files is slow for its own chat alone.
	openFiles = 2
)

// ReadAll fetches and reads files, outside of any transaction; the zero File among them has
// the zero Reading. What cannot be read is no error. An error is the cause of the end of
// ctx, or delivery.ErrLeaseLost; what was read until then is returned with it, because it may have cost something.
func (r *Reader) ReadAll(ctx context.Context, files []File) ([]Reading, error) {
	documents := 0
	for _, f := range files {
		if f.Use == update.Read {
			documents++
		}
	}
	within, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	readings := make([]Reading, len(files))
	var g errgroup.Group
	g.SetLimit(openFiles)
	for i, f := range files {
		if !f.Exists() {
			continue
		}
		g.Go(func() (err error) {
			readings[i], err = r.read(within, f, r.media.DocTokens/max(1, documents))
			return err
		})
	}
	err := g.Wait()
	switch {
	case errors.Is(err, delivery.ErrLeaseLost):
		return readings, err
	case err != nil && ctx.Err() != nil:
		return readings, context.Cause(ctx)
	}
	return readings, nil
}

// Longest returns how long a recording may be.
func (r *Reader) Longest() time.Duration { return r.media.Longest }
