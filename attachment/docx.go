package attachment

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"keepsake/text"
)

// maxParts and maxInflated bound a DOCX, which is a ZIP and may say little in many bytes,
// or much in few.
const (
	maxParts    = 5000
	maxInflated = 64 << 20
)

// readDocx returns the text of a DOCX: its body and its notes, as they would be printed
// (no deleted text, no field codes). The format is a ZIP with XML in it, and text is the
// least of it: the standard library reads that in fewer lines than a library needs to be
// watched.
func readDocx(data []byte) (result, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(z.File) > maxParts {
		return result{}, ErrBroken
	}
	var out result
	var all strings.Builder
	left := int64(maxInflated)
	found := false
	for _, part := range []string{"word/document.xml", "word/footnotes.xml", "word/endnotes.xml"} {
		for _, f := range z.File {
			if f.Name != part {
				continue
			}
			found = true
			in, err := f.Open()
			if err != nil {
				return result{}, ErrBroken
			}
			bounded := &io.LimitedReader{R: in, N: left}
			err = writeWordText(bounded, &all)
			_ = in.Close()
			if left = bounded.N; left <= 0 {
				return result{}, ErrHeavy
			}
			if err != nil && !errors.Is(err, errEnough) {
				return result{}, ErrBroken
			}
		}
	}
	if !found {
		return result{}, ErrBroken
	}
	out.Text = all.String()
	if len(out.Text) > maxText {
		out.Text, out.Cut = out.Text[:text.RuneStart(out.Text, maxText)], true
	}
	return out, nil
}

var errEnough = errors.New("enough text")

// maxDepth is deeper than any document's elements nest.
const maxDepth = 1000

// writeWordText writes the text of one part of a DOCX.
func writeWordText(in io.Reader, out *strings.Builder) error {
	d := xml.NewDecoder(in)
	d.Strict = true
	written, depth := false, 0 // inside <w:t>
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth++; depth > maxDepth {
				return errors.New("too deep")
			}
			switch t.Name.Local {
			case "t":
				written = true
			case "tab":
				out.WriteByte('\t')
			case "br", "cr":
				out.WriteByte('\n')
			}
		case xml.EndElement:
			depth--
			switch t.Name.Local {
			case "t":
				written = false
			case "p":
				out.WriteByte('\n')
			case "tc":
				out.WriteByte('\t')
			}
		case xml.CharData:
			if written {
				out.Write(t)
			}
		}
		if out.Len() > maxText {
			return errEnough
		}
	}
}
