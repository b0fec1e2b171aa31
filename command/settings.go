package command

import (
	"context"
	"strings"

	"keepsake/command/clock"
	"keepsake/command/greetings"
	"keepsake/command/manner"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/templates"
)

// settings is /settings: language, time zone, quiet hours, receipts, reactions.
func (h *handling) settings(context.Context) error {
	lang := h.s.language(h.Person)
	language := h.s.Words.Say(lang, "language.name", nil)
	if h.Person.Language == "" {
		language = h.Say("settings.automatic", templates.Data{"Name": templates.Markdown(language)})
	}
	zone := h.Clock()
	// The button names the state it leads to: a second finger changes nothing.
	receipts, toggle := "settings.on", h.Button("settings.receipts_off", "set", "receipts.off")
	if !h.Person.Receipts {
		receipts, toggle = "settings.off", h.Button("settings.receipts_on", "set", "receipts.on")
	}
	reactions, sign := "settings.on", h.Button("settings.reactions_off", "set", "reactions.off")
	if !h.Person.Reactions.Or(h.s.Reactions) {
		reactions, sign = "settings.off", h.Button("settings.reactions_on", "set", "reactions.on")
	}
	rows := [][]delivery.Button{
		{h.Button("settings.language", "set", "lang"), h.Button("settings.zone", "set", "zone")},
		{h.Button("settings.quiet", "set", "quiet"), h.Button("settings.greetings", greetings.Action, "")},
		{toggle}, {sign},
	}
	if h.s.Manner.IsOpen() {
		rows[1] = append(rows[1], h.Button("settings.manner", manner.Action, ""))
	}
	if h.Person.Access == people.Owner {
		rows = append(rows, []delivery.Button{h.dailyToggle()})
	}
	h.Show(delivery.Body{
		Text: h.Say("settings.text", templates.Data{
			"Language": templates.Markdown(language), "Zone": zone.String(), "Time": h.When(templates.Clock, h.Now),
			"Receipts": templates.Markdown(h.Say(receipts, nil)), "Reactions": templates.Markdown(h.Say(reactions, nil)),
			"Quiet": h.quiet(), "Owner": h.Person.Access == people.Owner,
		}),
		Buttons: rows,
	})
	return nil
}

// tapSettings sets one of them, or opens the choice of one.
func (h *handling) tapSettings(ctx context.Context) error {
	if h.Chat.IsGroup() {
		return h.groups().Tap(ctx, h.Answer)
	}
	switch h.Tap.Ref {
	case "lang":
		return h.chooseLanguage(ctx)
	case "zone":
		h.s.clock().Choose(h.Answer)
		return nil
	case "typezone":
		h.s.clock().Ask(h.Answer, clock.FormZone)
		return nil
	case "quiet":
		h.s.clock().ChooseQuiet(h.Answer)
		return nil
	case "typequiet":
		h.Ask(formQuiet, "", h.Say("settings.quiet_question", nil), "22:00-08:00")
		return nil
	case "receipts.on", "receipts.off":
		h.Person.Receipts = h.Tap.Ref == "receipts.on"
		return h.saveSettings(ctx)
	case "reactions.on", "reactions.off":
		h.Person.Reactions = people.Switch(strings.TrimPrefix(h.Tap.Ref, "reactions."))
		return h.saveSettings(ctx)
	case "daily.on", "daily.off":
		if h.Person.Access != people.Owner {
			return people.ErrOwnersOnly
		}
		h.Person.Daily = h.Tap.Ref == "daily.on"
		return h.saveSettings(ctx)
	}
	return h.settings(ctx)
}

// chooseLanguage shows the languages there are.
func (h *handling) chooseLanguage(context.Context) error {
	var rows [][]delivery.Button
	for _, lang := range h.s.Words.Languages() {
		rows = append(rows, []delivery.Button{{Text: h.s.Words.Say(lang, "language.name", nil), Action: "lang", Ref: lang}})
	}
	rows = append(rows, []delivery.Button{h.Button("settings.language_auto", "lang", "")},
		[]delivery.Button{h.Button("button.back", "set", "")})
	h.Show(delivery.Body{Text: h.Say("settings.choose_language", nil), Buttons: rows})
	return nil
}

// tapLanguage sets the language, "" = as the client says.
func (h *handling) tapLanguage(ctx context.Context) error {
	h.Person.Language = h.Tap.Ref
	h.language = &h.Tap.Ref
	return h.saveSettings(ctx)
}

// saveSettings stores the settings and shows them.
func (h *handling) saveSettings(ctx context.Context) error {
	if err := h.s.People.SaveSettings(ctx, h.Actor(), h.Person); err != nil {
		return err
	}
	h.Note = h.Plain("settings.saved_note", nil)
	return h.settings(ctx)
}
