package takeout

import (
	"slices"
	"strings"

	"keepsake/command/answer"
	"keepsake/memory/archive"
	"keepsake/templates"
	"keepsake/text"
)

// Markdown returns memories as a person reads them: by category, what is in the archive marked, with earlier wordings and
// the words they rest on.
func Markdown(a *answer.Answer, details []archive.Detailed) string {
	sorted := slices.Clone(details)
	slices.SortStableFunc(sorted, func(x, y archive.Detailed) int { return strings.Compare(a.Heading(x.Category), a.Heading(y.Category)) })
	var b strings.Builder
	title := "takeout.memories"
	if a.Chat.IsGroup() {
		title = "takeout.group_memories"
	}
	b.WriteString("# " + a.Plain(title, nil) + "\n")
	for i, d := range sorted {
		if i == 0 || a.Heading(sorted[i-1].Category) != a.Heading(d.Category) {
			b.WriteString("\n## " + line(a.Heading(d.Category)) + "\n\n")
		}
		mark := ""
		if d.ArchivedAt != "" {
			mark = "🗄 "
		}
		b.WriteString("- " + mark + line(d.Content) + "\n")
		for j, v := range d.Versions {
			if j < len(d.Versions)-1 {
				b.WriteString("  - " + a.Plain("takeout.before", templates.Data{"Text": answer.Literal(text.OneLine(v.Content))}) + "\n")
				continue
			}
			for k, said := range v.Said {
				id, data := "takeout.said", templates.Data{"Text": answer.Literal(text.OneLine(said))}
				if k < len(v.SaidBy) {
					id, data["Who"] = "takeout.said_by", answer.Literal(v.SaidBy[k])
				}
				b.WriteString("  - " + a.Plain(id, data) + "\n")
			}
		}
	}
	return b.String()
}

// line returns what somebody wrote as one line that Markdown shows as it is.
func line(s string) string { return text.Escape(text.OneLine(s)) }
