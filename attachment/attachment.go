// Package attachment reads the files that people send: documents into text, pictures into
// small JPEGs. Whoever made such a file may have made it to do harm, so this room trusts
// none.
//
// What has a structure (PDF, DOCX, pictures) is read by a child process: this program
// again, started with nothing but the file, an empty environment, a time after which it is
// killed and a bound of memory at which it ends itself. A goroutine could be given neither
// an end nor a bound, whatever it recovers from. Plain text is decoded here.
//
// It knows neither Telegram nor models, and decides nothing about trust: what it returns
// is a stranger's text.
//
// Invariants: a file can cost no more than Reader's bounds; what comes out is clean text
// (text.Clean) or a JPEG of our own making, without the place and the device that the
// original may tell; no error quotes a file.
//
// Start reading at Reader; the child is in child.go, the formats in pdf.go, docx.go,
// plain.go and picture.go.
package attachment

import (
	"context"
	"errors"
	"path"
	"strings"
	"time"

	"keepsake/fault"
	"keepsake/text"
)

// Why a file was not read. All are fault.Invalid: asking again does not help.
var (
	ErrKind   = fault.New(fault.Invalid, "a file of a kind that is not read here")
	ErrBroken = fault.New(fault.Invalid, "the file is damaged, or not what it says it is")
	ErrLocked = fault.New(fault.Invalid, "the file wants a password")
	ErrEmpty  = fault.New(fault.Invalid, "there is no text in the file")
	ErrHeavy  = fault.New(fault.Invalid, "the file takes more time or memory to read than it may")
)

// Reader reads files. The zero value works; it is safe for concurrent use.
type Reader struct {
	Timeout time.Duration // of one file; 20 s
	Memory  int64         // bytes that the child may use; 384 MiB
}

// parallel bounds the children at one time, of all Readers: each may use Reader.Memory.
var parallel = make(chan struct{}, 2)

// Document is what a file says.
type Document struct {
	Text  string
	Pages int  // of the file; 0 = it has none (DOCX, plain text)
	Shown int  // pages that Text is made of, 0 without pages
	Cut   bool // there is more in the file than Text
}

// Bounds of what is taken from a file before tokens are counted.
const (
	maxPages = 500
	maxText  = 1 << 20 // bytes
)

// Document returns the text of a file, at most tokens long (0 = no bound): PDF, DOCX, and
// everything that is text, in whatever charset. name and kind (a MIME type) are what the
// sender's app says; the content decides.
//
// Errors: those above; fault.Unavailable when the child cannot be started; the context's.
func (r *Reader) Document(ctx context.Context, name, kind string, data []byte, tokens int) (Document, error) {
	var out result
	var err error
	switch detectFormat(name, kind, data) {
	case jobPDF:
		out, err = r.runJob(ctx, jobPDF, data)
	case jobDocx:
		out, err = r.runJob(ctx, jobDocx, data)
	case "text":
		out, err = readPlain(data)
	case jobLocked:
		err = ErrLocked
	default:
		err = ErrKind
	}
	if err != nil {
		return Document{}, err
	}
	pages := strings.Split(out.Text, pageEnd)
	for i := range pages {
		pages[i] = text.Clean(pages[i])
	}
	doc := Document{Text: strings.TrimSpace(strings.Join(pages, pageEnd)), Pages: out.Pages, Shown: out.Shown, Cut: out.Cut}
	if strings.Trim(doc.Text, pageEnd+" \n") == "" {
		return Document{}, ErrEmpty
	}
	if tokens > 0 {
		if cut := text.CutTokens(doc.Text, tokens); cut != doc.Text {
			if doc.Pages > 0 { // a page end stands between two, see readPDF
				doc.Shown = strings.Count(cut, pageEnd) + 1
			}
			doc.Text, doc.Cut = cut, true
		}
	}
	doc.Text = strings.TrimSpace(strings.ReplaceAll(doc.Text, pageEnd, "\n"))
	return doc, nil
}

// Picture returns a picture as a JPEG of at most MaxPicture bytes: JPEG, PNG, WebP, GIF
// (its first frame).
func (r *Reader) Picture(ctx context.Context, data []byte) ([]byte, error) {
	out, err := r.runJob(ctx, jobPicture, data)
	return out.Picture, err
}

// ole is how a DOCX begins that is encrypted with a password (and an old .doc).
const ole = "\xd0\xcf\x11\xe0"

// jobLocked is no job: there is nothing that could be done.
const jobLocked = "locked"

// detectFormat tells by its beginning what a file is, "" for what is not read here.
func detectFormat(name, kind string, data []byte) string {
	head := string(data[:min(len(data), 1024)])
	switch {
	case strings.Contains(head, "%PDF-"):
		return jobPDF
	case strings.HasPrefix(head, "PK\x03\x04"):
		if strings.EqualFold(path.Ext(name), ".docx") || strings.Contains(kind, "wordprocessingml") {
			return jobDocx
		}
		return ""
	case strings.HasPrefix(head, ole) && strings.EqualFold(path.Ext(name), ".docx"):
		return jobLocked
	case strings.HasPrefix(head, `{\rtf`), isBinary(data):
		return ""
	}
	return "text"
}

// pageEnd stands between the pages of a text until it is cut.
const pageEnd = "\f"

// errorNamed returns the error with the name that a child gave, ErrBroken for an unknown name.
func errorNamed(name string) error {
	for _, err := range []*fault.Error{ErrKind, ErrLocked, ErrEmpty, ErrHeavy} {
		if err.Message == name {
			return err
		}
	}
	return ErrBroken
}

// nameOf is the inverse of known.
func nameOf(err error) string {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.Message
	}
	return ErrBroken.Message
}
