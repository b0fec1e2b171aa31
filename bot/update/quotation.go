package update

import (
	"slices"
	"strings"

	"github.com/go-telegram/bot/models"

	"keepsake/text"
)

// This file is which part of a message its sender did not write, by the formatting that
// Telegram keeps when somebody pastes it.

// quotations are the entities that set words apart as somebody else's: block quotes, and code,
// which people paste. https://core.telegram.org/bots/api#messageentity
var quotations = []models.MessageEntityType{
	models.MessageEntityTypeBlockquote, models.MessageEntityTypeExpandableBlockquote, models.MessageEntityTypePre,
}

// readText returns the text or the caption of a message, clean, with "> " before each line
// that an entity sets apart as a quotation. The mark is the one that mail uses, so the model,
// memory/grounds and whoever reads the record later know it as they know a typed one.
func readText(m *models.Message) string {
	said := rawText(m)
	quoted := quotedUnits(said, entitiesOf(m))
	if quoted == nil {
		return text.Clean(said)
	}
	var b strings.Builder
	write := func(piece string, isQuoted bool) {
		if piece = text.Clean(piece); piece == "" {
			return
		}
		// An entity may begin or end amid a line; the mark needs lines of its own.
		if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") && !strings.HasPrefix(piece, "\n") {
			b.WriteByte('\n')
		}
		if isQuoted {
			piece = markLines(piece)
		}
		b.WriteString(piece)
	}
	from, at, inside := 0, 0, false
	for i, r := range said {
		units := text.UTF16Len(string(r))
		if now := quoted[at] || units == 2 && quoted[at+1]; now != inside {
			write(said[from:i], inside)
			from, inside = i, now
		}
		at += units
	}
	write(said[from:], inside)
	return b.String()
}

// MarkQuoted returns a text as a quotation: "> " before each line.
func MarkQuoted(s string) string { return markLines(text.Clean(s)) }

// markLines puts "> " before each line of a clean text that is not empty; a line end at its
// beginning or end stays outside.
func markLines(s string) string {
	inner := strings.Trim(s, "\n")
	if inner == "" {
		return s
	}
	before, after, _ := strings.Cut(s, inner)
	return before + "> " + strings.ReplaceAll(inner, "\n", "\n> ") + after
}

// quotedUnits reports of each UTF-16 unit of a text whether an entity makes it a quotation, nil
// when there is none.
func quotedUnits(said string, entities []models.MessageEntity) []bool {
	var quoted []bool
	total := text.UTF16Len(said)
	for _, e := range entities {
		if !slices.Contains(quotations, e.Type) || e.Offset < 0 || e.Offset >= total || e.Length <= 0 {
			continue
		}
		if quoted == nil {
			quoted = make([]bool, total)
		}
		for i := range min(e.Length, total-e.Offset) {
			quoted[e.Offset+i] = true
		}
	}
	return quoted
}

// entitiesOf returns the entities of what rawText returns.
func entitiesOf(m *models.Message) []models.MessageEntity {
	if m.Text != "" {
		return m.Entities
	}
	return m.CaptionEntities
}
