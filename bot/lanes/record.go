package lanes

import (
	"strings"

	"keepsake/bot/attach"
	"keepsake/bot/update"
	"keepsake/llm"
	"keepsake/session"
	"keepsake/trust"
)

// record returns a message as a record of the conversation; reason is why what it carries
// is not read.
func record(in *update.Incoming, reason attach.Reason) session.Message {
	m := &in.Message
	content := strings.TrimSpace(m.Text)
	return session.Message{
		Content:  strings.TrimSpace(content + "\n" + attach.Note(m.Attachment, reason)),
		Quote:    in.Quote,
		Author:   m.Author.ID,
		Name:     m.Author.Name,
		Trust:    m.Trust,
		External: m.ID,
		At:       m.SentAt,
	}
}

// records turns a batch into records of the conversation: one of each message, followed by what each of its files
// says. The pieces of an album are one as far as they are trusted alike: whoever reads a record takes all of it for
// the words of one author. It returns what writing recordings down cost, and whether the person said some of it aloud.
func records(batch []message) (out []session.Message, heard []llm.Transcript, isSpoken bool) {
	for len(batch) > 0 {
		m, n := record(&batch[0].in, batch[0].reading.Reason), 1
		if album := batch[0].in.Message.Album; album != "" {
			for n < len(batch) && batch[n].in.Message.Album == album && batch[n].in.Message.Trust == m.Trust {
				m.Content += "\n" + record(&batch[n].in, batch[n].reading.Reason).Content
				n++
			}
		}
		out = append(out, m)
		for _, piece := range batch[:n] {
			if piece.reading.Says != nil {
				out = append(out, *piece.reading.Says)
			}
			if piece.reading.Heard != nil {
				heard = append(heard, *piece.reading.Heard)
				isSpoken = isSpoken || piece.reading.Says != nil && piece.reading.Says.Trust == trust.Person
			}
		}
		batch = batch[n:]
	}
	return out, heard, isSpoken
}
