package attach

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"

	"keepsake/bot/update"
	"keepsake/fault"
	"keepsake/internal/failpoint"
	"keepsake/llm"
	"keepsake/session"
	"keepsake/text"
	"keepsake/trust"
)

// maxTranscript bounds the text of a recording before its tokens are counted, in runes.
const maxTranscript = 1 << 18

// read fetches and reads one file. Of a document it takes at most maxTokens.
func (r *Reader) read(ctx context.Context, f File, maxTokens int) (Reading, error) {
	data, release, reason, err := r.fetch(ctx, f.FileID)
	defer release()
	if err != nil {
		return Reading{}, err
	}
	if reason != "" {
		return Reading{Reason: reason}, ctx.Err()
	}
	failpoint.Hit(failpoint.AfterFetch)
	var reading Reading
	switch f.Use {
	case update.Listen:
		reading, err = r.transcribe(ctx, f, data, r.media.DocTokens)
	case update.Look:
		reading, err = r.loadPicture(ctx, data)
	default:
		reading, err = r.readDocument(ctx, f, data, maxTokens)
	}
	if err != nil {
		r.log.Warn("attachment not read", "task", string(f.Use), "kind", string(fault.KindOf(err)), "error", err)
		return Reading{Reason: unreadableReason(f, err)}, ctx.Err()
	}
	if reading.Says != nil {
		reading.Says.Name, reading.Says.Author = f.carrier.Author.Name, f.carrier.Author.ID
		reading.Says.At = f.sentAt
		reading.Says.Trust = min(reading.Says.Trust, f.carrier.Trust)
	}
	return reading, nil
}

// transcribe returns the text of a recording, cut to maxTokens: a speech model may repeat
// itself without end.
func (r *Reader) transcribe(ctx context.Context, f File, data []byte, maxTokens int) (Reading, error) {
	transcript, err := r.media.Listen.Transcribe(ctx, llm.Recording{Name: f.Name, Data: data, Long: f.Length})
	if err != nil {
		return Reading{}, err
	}
	reading := Reading{Heard: &transcript}
	said := strings.TrimSpace(text.Clean(transcript.Text))
	if said == "" {
		reading.Reason = Silent
		return reading, nil
	}
	if cut := text.CutTokens(text.Cut(said, maxTranscript), maxTokens); cut != said {
		said = cut + "\n\n[The recording goes on. The rest was not written down.]"
	}
	reading.Says = &session.Message{Content: said, Trust: trust.Person}
	if !f.IsRecorded {
		reading.Says.Content, reading.Says.Trust = strings.TrimSpace(headline(f.Name, 0)+"\n\n"+said), trust.Document
	}
	return reading, nil
}

// loadPicture returns a picture as models take it. What is written in it is a document's.
func (r *Reader) loadPicture(ctx context.Context, data []byte) (Reading, error) {
	small, err := r.media.Files.Picture(ctx, data)
	if err != nil {
		return Reading{}, err
	}
	uri := "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(small)
	return Reading{Says: &session.Message{Content: "[picture]", Images: []string{uri}, Trust: trust.Document}}, nil
}

// readDocument returns the text of a document, cut to maxTokens.
func (r *Reader) readDocument(ctx context.Context, f File, data []byte, maxTokens int) (Reading, error) {
	doc, err := r.media.Files.Document(ctx, f.Name, f.MIME, data, maxTokens)
	if err != nil {
		return Reading{}, err
	}
	says := headline(f.Name, doc.Pages) + "\n\n" + doc.Text
	switch {
	case doc.Cut && doc.Pages > 0:
		says += fmt.Sprintf("\n\n[The document goes on: this is its beginning, up to page %d of %d. The rest was not read.]", doc.Shown, doc.Pages)
	case doc.Cut:
		says += "\n\n[The document goes on: this is its beginning. The rest was not read.]"
	}
	return Reading{Says: &session.Message{Content: strings.TrimSpace(says), Trust: trust.Document}}, nil
}

// headline names a file. The name is a stranger's word, like what the file says.
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
