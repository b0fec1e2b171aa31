package attachment_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	_ "image/jpeg"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"keepsake/attachment"
	"keepsake/text"
)

func encoded(t *testing.T, b []byte, err error) []byte {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Issue 3, point 6: text, Markdown, PDF and DOCX, in whatever charset.
func TestDocuments(t *testing.T) {
	russian := strings.Repeat("Съешь же ещё этих мягких французских булок, да выпей чаю. Алек мой начальник.\n", 4)
	chinese := strings.Repeat("我叫王小明，我住在北京，我的老板叫李先生。今天天气很好，我们去公园散步。\n", 4)
	cyr, err := charmap.Windows1251.NewEncoder().Bytes([]byte(russian))
	cp1251 := encoded(t, cyr, err)
	han, err := simplifiedchinese.GB18030.NewEncoder().Bytes([]byte(chinese))
	gb := encoded(t, han, err)
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes([]byte("Grüße"))
	bom := encoded(t, wide, err)
	be, err := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder().Bytes([]byte("plain words in two bytes"))
	noBOM := encoded(t, be, err)
	for _, c := range []struct {
		name, file, kind string
		data             []byte
		want             attachment.Document
		err              error
	}{
		{"text", "a.txt", "text/plain", []byte("Hello\r\nthere\x00"[:12]), attachment.Document{Text: "Hello\nthere"}, nil},
		{"markdown", "a.md", "", []byte("# Head\n\n* one"), attachment.Document{Text: "# Head\n\n* one"}, nil},
		{"UTF-8 with a mark", "a.txt", "", []byte("\xef\xbb\xbfnaïve"), attachment.Document{Text: "naïve"}, nil},
		{"windows-1251", "a.txt", "", cp1251, attachment.Document{Text: strings.TrimSpace(russian)}, nil},
		{"GB18030", "a.txt", "", gb, attachment.Document{Text: strings.TrimSpace(chinese)}, nil},
		{"UTF-16", "a.txt", "", bom, attachment.Document{Text: "Grüße"}, nil},
		{"UTF-16 without a mark", "a.txt", "", noBOM, attachment.Document{Text: "plain words in two bytes"}, nil},
		{"PDF", "a.pdf", "application/pdf", pdfOf(page("Alec is the boss", "of the team"), page("Page two")),
			attachment.Document{Text: "Alec is the boss\nof the team\nPage two", Pages: 2, Shown: 2}, nil},
		{"PDF that goes on elsewhere instead of holding spaces", "x", "",
			pdfOf("BT /F1 10 Tf [(Hel) 20 (lo) -900 (world)] TJ 1 0 0 1 0 -200 Tm (below) Tj ET"),
			attachment.Document{Text: "Hello world\nbelow", Pages: 1, Shown: 1}, nil},
		{"PDF by its content", "a.txt", "text/plain", pdfOf(page("hidden")), attachment.Document{Text: "hidden", Pages: 1, Shown: 1}, nil},
		{"DOCX", "a.docx", "", docxOf(t, "word/document.xml", body(
			`<w:p><w:r><w:t>Alec is </w:t></w:r><w:r><w:t>the boss</w:t></w:r></w:p><w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:t>Two</w:t><w:br/><w:t>lines</w:t></w:r></w:p>`),
			"word/footnotes.xml", body(`<w:p><w:r><w:t>A note</w:t></w:r></w:p>`)),
			attachment.Document{Text: "Alec is the boss\nTwo\nlines\nA note"}, nil},
		{"scanned PDF", "a.pdf", "", pdfOf("q 1 0 0 1 0 0 cm Q"), attachment.Document{}, attachment.ErrEmpty},
		{"empty text", "a.txt", "", []byte(" \n\t "), attachment.Document{}, attachment.ErrEmpty},
		{"PDF with a password", "a.pdf", "", bytes.Replace(pdfOf(page("x")), []byte("/Root 1 0 R"), []byte("/Root 1 0 R /Encrypt << /Filter /Standard /V 5 /R 6 /Length 256 >>"), 1), attachment.Document{}, attachment.ErrLocked},
		{"DOCX with a password", "a.docx", "", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), attachment.Document{}, attachment.ErrLocked},
		{"old DOC", "a.doc", "", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00"), attachment.Document{}, attachment.ErrKind},
		{"broken PDF", "a.pdf", "", []byte("%PDF-1.4\nnothing follows"), attachment.Document{}, attachment.ErrBroken},
		{"broken DOCX", "a.docx", "", []byte("PK\x03\x04 and no more"), attachment.Document{}, attachment.ErrBroken},
		{"DOCX without a document", "a.docx", "", docxOf(t, "x", "y"), attachment.Document{}, attachment.ErrBroken},
		{"DOCX of broken XML", "a.docx", "", docxOf(t, "word/document.xml", "<a><b></a>"), attachment.Document{}, attachment.ErrBroken},
		{"ZIP", "a.zip", "", docxOf(t, "x", "y"), attachment.Document{}, attachment.ErrKind},
		{"program", "a.exe", "", []byte("MZ\x90\x00\x03\x00"), attachment.Document{}, attachment.ErrKind},
		{"RTF", "a.rtf", "", []byte(`{\rtf1 x}`), attachment.Document{}, attachment.ErrKind},
		{"control characters", "a.txt", "", bytes.Repeat([]byte{1, 2, 3, 'a'}, 40), attachment.Document{}, attachment.ErrKind},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := (&attachment.Reader{}).Document(t.Context(), c.file, c.kind, c.data, 0)
			if got != c.want || !errors.Is(err, c.err) {
				t.Errorf("got %+v, %v; want %+v, %v", got, err, c.want, c.err)
			}
		})
	}
}

// A long document is cut, and says so: in tokens, and in pages where there are any.
func TestLongDocumentsAreCut(t *testing.T) {
	long := strings.Repeat("Every word of this counts. Каждое слово тоже. 每个字也算。 ", 400)
	for _, data := range [][]byte{[]byte(long), []byte(strings.Repeat("x", 9000))} {
		got, err := (&attachment.Reader{}).Document(t.Context(), "a.txt", "", data, 300)
		if n := text.Tokens(got.Text); err != nil || !got.Cut || n > 300 || n < 200 || !strings.HasPrefix(string(data), got.Text) {
			t.Errorf("%d tokens, cut %v, %v", n, got.Cut, err)
		}
	}
	got, err := (&attachment.Reader{}).Document(t.Context(), "a.pdf", "", pdfOf(page("one two"), page("three four"), page("five six seven eight nine ten")), 6)
	if err != nil || !got.Cut || got.Pages != 3 || got.Shown == 3 || strings.Contains(got.Text, "ten") {
		t.Errorf("%+v, %v", got, err)
	}
	got, err = (&attachment.Reader{}).Document(t.Context(), "a.txt", "", bytes.Repeat([]byte("word "), 1<<20), 0)
	if err != nil || !got.Cut || len(got.Text) > 1<<20 {
		t.Errorf("%d bytes, cut %v, %v", len(got.Text), got.Cut, err)
	}
}

// Files made to do harm cost no more than the bounds, and never the bot.
func TestHarmfulFiles(t *testing.T) {
	bomb := docxOf(t, "word/document.xml", body("<w:p><w:r><w:t>"+strings.Repeat(" ", 70<<20)+"</w:t></w:r></w:p>"))
	if len(bomb) > 2<<20 {
		t.Fatalf("the bomb has %d bytes", len(bomb))
	}
	deep := docxOf(t, "word/document.xml", body(strings.Repeat("<w:x>", 100_000)))
	loop := bytes.Replace(pdfOf(page("x")), []byte("/Kids [4 0 R]"), []byte("/Kids [2 0 R]"), 1)
	wide := pngHeader(60_000, 60_000)
	r := &attachment.Reader{Timeout: 4 * time.Second}
	before := live()
	for name, read := range map[string]func() error{
		"inflating DOCX": func() error { _, err := r.Document(t.Context(), "a.docx", "", bomb, 100); return err },
		"deep DOCX":      func() error { _, err := r.Document(t.Context(), "a.docx", "", deep, 100); return err },
		"PDF in a loop":  func() error { _, err := r.Document(t.Context(), "a.pdf", "", loop, 100); return err },
		"wide picture":   func() error { _, err := r.Picture(t.Context(), wide); return err },
		"no picture":     func() error { _, err := r.Picture(t.Context(), []byte("GIF89a")); return err },
	} {
		began := time.Now()
		err := read()
		if !errors.Is(err, attachment.ErrBroken) && !errors.Is(err, attachment.ErrHeavy) && !errors.Is(err, attachment.ErrEmpty) {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(began); took > 8*time.Second {
			t.Errorf("%s took %s", name, took)
		}
	}
	if after := live(); after > before+64<<20 {
		t.Errorf("the reading process holds %d bytes more than before", after-before)
	}
}

func live() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// The child is killed when its time is over, ends itself when it holds too much memory,
// and goes with its caller.
func TestBoundsOfTheChild(t *testing.T) {
	large := pngOf(t, 2000, 2000)
	if _, err := (&attachment.Reader{Timeout: time.Millisecond}).Picture(t.Context(), large); !errors.Is(err, attachment.ErrHeavy) {
		t.Errorf("in no time: %v", err)
	}
	if _, err := (&attachment.Reader{Memory: 8 << 20}).Picture(t.Context(), large); !errors.Is(err, attachment.ErrHeavy) {
		t.Errorf("in no memory: %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(os.ErrClosed)
	if _, err := (&attachment.Reader{}).Picture(ctx, large); !errors.Is(err, os.ErrClosed) {
		t.Errorf("cancelled: %v", err)
	}
}

// Pictures come out small, as JPEG, and without what the original tells about itself.
func TestPictures(t *testing.T) {
	large := pngOf(t, 2400, 1200)
	withPlace := append(large[:33:33], chunk("tEXt", "Comment\x00taken at 52.5200 N")...)
	withPlace = append(withPlace, large[33:]...)
	small, err := (&attachment.Reader{}).Picture(t.Context(), withPlace)
	if err != nil || len(small) > attachment.MaxPicture || bytes.Contains(small, []byte("52.5200")) {
		t.Fatalf("%d bytes, %v", len(small), err)
	}
	c, format, err := image.DecodeConfig(bytes.NewReader(small))
	if err != nil || format != "jpeg" || max(c.Width, c.Height) > 1024 || c.Width != 2*c.Height {
		t.Errorf("%s %dx%d, %v", format, c.Width, c.Height, err)
	}
	again, err := (&attachment.Reader{}).Picture(t.Context(), withPlace)
	if err != nil || !bytes.Equal(small, again) {
		t.Errorf("the same picture is not the same bytes: %v", err)
	}
}

func chunk(kind, data string) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	b = append(b, kind+data...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE([]byte(kind+data)))
}

// pngHeader is the beginning of a PNG of so many pixels.
func pngHeader(w, h uint32) []byte {
	head := binary.BigEndian.AppendUint32(nil, w)
	head = binary.BigEndian.AppendUint32(head, h)
	return append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", string(head)+"\x08\x02\x00\x00\x00")...)
}

// What a child does, in this process, so that what it covers is counted.
func TestDo(t *testing.T) {
	for _, c := range []struct {
		job        string
		data       []byte
		said, fail string
	}{
		{attachment.JobPDF, pdfOf(page("one"), page("two")), "one\ftwo", ""},
		{attachment.JobPDF, pdfOf("BT /F1 12 Tf 1 0 0 1 9 9 Tm 20 TL (a) ' (b) ' 0 -20 TD (c) Tj ET q 2 0 0 2 0 0 cm BT /F1 12 Tf (d) Tj ET Q Q /X1 Do"), "a\nb\nc\nd", ""},
		{attachment.JobPDF, formed(), strings.Repeat("in a form", 8), ""},
		{attachment.JobPDF, []byte("no"), "", attachment.ErrBroken.Message},
		{attachment.JobDocx, docxOf(t, "word/document.xml", body(`<w:tbl><w:tc><w:p><w:r><w:t>a</w:t><w:tab/></w:r></w:p></w:tc></w:tbl>`)), "a\t\n\t", ""},
		{attachment.JobDocx, []byte("no"), "", attachment.ErrBroken.Message},
		{attachment.JobDocx, docxOf(t, "word/document.xml", body(strings.Repeat("<w:x>", 2000))), "", attachment.ErrBroken.Message},
		{attachment.JobPicture, pngHeader(60_000, 60_000), "", attachment.ErrHeavy.Message},
		{"nonsense", nil, "", attachment.ErrKind.Message},
	} {
		said, _, _, _, _, fail := attachment.Do(c.job, c.data)
		if said != c.said || fail != c.fail {
			t.Errorf("%s: %q, %q; want %q, %q", c.job, said, fail, c.said, c.fail)
		}
	}
	if _, _, _, _, picture, fail := attachment.Do(attachment.JobPicture, pngOf(t, 40, 30)); fail != "" || len(picture) == 0 {
		t.Errorf("picture: %q", fail)
	}
}

// formed is a PDF whose page shows a form, which shows itself again (without an end: the walk
// goes eight deep); its content comes in
// two streams, and its font tells widths.
func formed() []byte {
	b := string(pdfOf("/X1 Do", "BT /F1 10 Tf (in) Tj 1 0 0 1 14 0 Tm (a form) Tj ET /X1 Do"))
	b = strings.Replace(b, "/Contents 5 0 R /Resources << ", "/Contents [5 0 R] /Resources << /XObject << /X1 7 0 R >> ", 1)
	b = strings.Replace(b, "/Count 2", "/Count 1", 1)
	i := strings.LastIndex(b, "<< /Length")
	b = b[:i] + "<< /Type /XObject /Subtype /Form /Matrix [1 0 0 1 0 0] " + b[i+3:]
	b = strings.Replace(b, "/Encoding /WinAnsiEncoding", "/FirstChar 32 /LastChar 33 /Widths [250 250] /Encoding /WinAnsiEncoding", 1)
	return rebuilt(b)
}

// rebuilt gives a PDF the table of the places where its objects are now.
func rebuilt(b string) []byte {
	body := b[:strings.LastIndex(b, "xref\n0 ")]
	var out strings.Builder
	out.WriteString(body)
	n := strings.Count(body, " 0 obj\n")
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", n+1)
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&out, "%010d 00000 n \n", strings.Index(body, fmt.Sprintf("\n%d 0 obj\n", i))+1)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", n+1, len(body))
	return []byte(out.String())
}

// FuzzDo: no file makes a child do anything but answer.
func FuzzDo(f *testing.F) {
	f.Add(0, pdfOf(page("one"), "BT /F1 9 Tf [(a) -500 (b)] TJ ET"))
	f.Add(1, docxOf(f, "word/document.xml", body("<w:p><w:r><w:t>a</w:t></w:r></w:p>")))
	f.Add(2, pngOf(f, 8, 8))
	f.Fuzz(func(t *testing.T, job int, data []byte) {
		jobs := []string{attachment.JobPDF, attachment.JobDocx, attachment.JobPicture}
		if job < 0 || job >= len(jobs) {
			return
		}
		said, _, _, _, picture, _ := attachment.Do(jobs[job], data)
		if len(said) > 1<<20 || len(picture) > attachment.MaxPicture {
			t.Errorf("%d bytes of text, %d of a picture", len(said), len(picture))
		}
	})
}
