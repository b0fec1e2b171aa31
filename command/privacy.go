package command

import (
	"context"
	"slices"
	"strings"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/templates"
)

// privacy is /privacy: what is kept, where, who reads it, and for how long.
func (h *handling) privacy(context.Context) error {
	p := h.s.Privacy
	if !slices.Contains([]string{"sqlite", "encrypted", "postgres"}, p.Where) {
		p.Where = "other"
	}
	if p.Model == "" {
		p.Model = h.Plain("privacy.model", nil)
	}
	readers := ""
	if p.Meaning != "" {
		readers = h.Say("privacy.meaning", templates.Data{"Host": p.Meaning})
	}
	if p.Voices != "" {
		readers += h.Say("privacy.voices", templates.Data{"Host": p.Voices})
	}
	if h.formsMemories() {
		readers += h.Say("privacy.forms", nil)
	}
	header := ""
	if h.Person.Private {
		header = h.Say("privacy.private", nil) + "\n\n"
	}
	h.Send(delivery.Body{Text: header + h.Say("privacy.text", templates.Data{
		"Meaning": templates.Markdown(readers),
		"Where":   h.Plain("privacy.where."+p.Where, nil), "Model": p.Model,
		"Conversations": templates.Markdown(h.conversationsKept()),
		"Restorable":    templates.Markdown(h.Say("privacy.restorable", templates.Data{"Count": answer.WholeDays(p.deleted())})),
		"Traces":        templates.Markdown(h.Say("privacy.traces", templates.Data{"Count": answer.WholeDays(p.handled())})),
		"Backups":       templates.Markdown(answer.BackupsKept(h.Answer, p.Backups)),
	})})
	return nil
}

// formsMemories reports whether memories form by themselves unless the chat switches that off.
func (h *handling) formsMemories() bool { return h.s.Agent != nil && h.s.Agent.Ingest != nil }

// conversationsKept says how long conversations are kept.
func (h *handling) conversationsKept() string {
	var said []string
	keep := h.s.Privacy.Conversations
	if keep.Most > 0 {
		said = append(said, h.Say("privacy.conversations.number", templates.Data{"Count": keep.Most}))
	}
	if keep.For > 0 {
		said = append(said, h.Say("privacy.conversations.days", templates.Data{"Count": answer.WholeDays(keep.For)}))
	}
	if len(said) == 0 {
		return h.Say("privacy.conversations.forever", nil)
	}
	return strings.Join(said, " ")
}

// groupPrivacy is /privacy in a group.
func (h *handling) groupPrivacy(context.Context) error {
	body := delivery.Body{Text: h.Say("group.privacy", templates.Data{"Conversations": templates.Markdown(h.conversationsKept()), "Backups": templates.Markdown(answer.BackupsKept(h.Answer, h.s.Privacy.Backups))})}
	if host := h.s.Privacy.Meaning; host != "" {
		body.Text += "\n\n" + strings.TrimSpace(h.Say("privacy.meaning", templates.Data{"Host": host}))
	}
	if h.formsMemories() {
		body.Text += "\n\n" + strings.TrimSpace(h.Say("privacy.forms", nil))
	}
	if h.Chat.Listening {
		body.Text += "\n\n" + h.Say("group.privacy_listening", nil)
	}
	h.Send(body)
	return nil
}
