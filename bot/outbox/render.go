package outbox

import (
	"context"
	"strings"
	"unicode"

	"keepsake/bot/telegram"
	"keepsake/delivery"
	"keepsake/markdown"
	"keepsake/people"
	"keepsake/templates"
	"keepsake/text"
)

// placeholder is what a message shows before there is a text.
const placeholder = "…"

// render returns a Markdown body as the parts of messages; there is at least one.
func render(md string) []markdown.Text {
	return split(markdown.Render(md))
}

func split(t markdown.Text) []markdown.Text {
	parts := markdown.Split(t, markdown.MaxText)
	if len(parts) == 0 {
		return []markdown.Text{{Text: placeholder}}
	}
	return parts
}

// isBlank reports whether there is nothing to see in a text: Telegram refuses to show it.
func isBlank(parts []markdown.Text) bool {
	for _, p := range parts {
		visible := func(r rune) bool {
			return unicode.IsGraphic(r) && !unicode.In(r, unicode.Z, unicode.M, unicode.Other_Default_Ignorable_Code_Point) && r != '\u2800'
		}
		if strings.ContainsFunc(p.Text, visible) {
			return p.Text == placeholder && len(parts) == 1
		}
	}
	return true
}

// parts returns what an outgoing message shows, part by part.
func (b *Outbox) parts(ctx context.Context, o delivery.Outgoing) []markdown.Text {
	parts := render(o.Body.Text)
	switch {
	case o.Kind == delivery.Reply && isBlank(parts):
		return render(b.say(b.person(ctx, o.Person), "turn.empty", nil))
	case o.Body.ForceReply && o.Chat < 0:
		parts[0] = b.withMention(ctx, o, parts[0])
	}
	return parts
}

// withMention puts the name of whom a message is for before it, as a mention: in a group
// only the phone of whom the message mentions opens the answer.
func (b *Outbox) withMention(ctx context.Context, o delivery.Outgoing, t markdown.Text) markdown.Text {
	p := b.person(ctx, o.Person)
	id := people.Number(o.Person)
	name := text.OneLine(text.StripInvisible(p.Name))
	if id == 0 || name == "" {
		return t
	}
	prefix := text.UTF16Len(name) + 2
	out := markdown.Text{Text: name + ": " + t.Text, Entities: []markdown.Entity{
		{Type: telegram.Mention, Length: prefix - 2, URL: strings.TrimPrefix(o.Person, "telegram:")},
	}}
	for _, e := range t.Entities {
		e.Offset += prefix
		out.Entities = append(out.Entities, e)
	}
	return out
}

// caption returns the text that goes under a file.
func caption(o delivery.Outgoing) markdown.Text {
	if parts := markdown.Split(markdown.Render(o.Body.Text), markdown.MaxCaption); len(parts) > 0 {
		return parts[0]
	}
	return markdown.Text{}
}

// maxSpelled is how much of a file is sent as text, in UTF-16 units: about five messages.
const maxSpelled = 20_000

// spell returns a file as text: its caption, then its content, or that it is too long.
func (b *Outbox) spell(ctx context.Context, o delivery.Outgoing) []markdown.Text {
	data := text.Clean(string(o.Body.File.Data))
	if n := text.UTF16Len(data); n <= maxSpelled {
		content := markdown.Text{Text: data, Entities: []markdown.Entity{{Type: markdown.Pre, Length: n}}}
		return append(render(o.Body.Text), split(content)...)
	}
	return render(b.say(b.person(ctx, o.Person), "file.too_long", templates.Data{"Name": o.Body.File.Name}))
}
