package bot

import (
	"context"
	"strings"

	"keepsake/delivery"
	"keepsake/people"
	"keepsake/templates"
)

// settings is /settings: language, time zone, receipts, reactions.
func (r *request) settings(ctx context.Context, _ command) error {
	lang := r.language(r.person)
	language := r.cfg.Words.Say(lang, "language.name", nil)
	if r.person.Language == "" {
		language = r.word("settings.automatic", templates.Data{"Name": templates.Markdown(language)})
	}
	zone := r.zone()
	// The button names the state it leads to: a second finger changes nothing.
	receipts, toggle := "settings.on", r.button("settings.receipts_off", "set", "receipts.off")
	if !r.person.Receipts {
		receipts, toggle = "settings.off", r.button("settings.receipts_on", "set", "receipts.on")
	}
	reactions, sign := "settings.on", r.button("settings.reactions_off", "set", "reactions.off")
	if !r.person.Reactions.Or(r.cfg.Reactions) {
		reactions, sign = "settings.off", r.button("settings.reactions_on", "set", "reactions.on")
	}
	rows := [][]delivery.Button{
		{r.button("settings.language", "set", "lang"), r.button("settings.zone", "set", "zone")},
		{toggle}, {sign},
	}
	if r.person.Access == people.Owner {
		rows = append(rows, []delivery.Button{r.dailyToggle()})
	}
	return r.show(ctx, delivery.Body{
		Text: r.word("settings.text", templates.Data{
			"Language": templates.Markdown(language), "Zone": zone.String(), "Time": r.when(templates.Clock, r.now()),
			"Receipts": templates.Markdown(r.word(receipts, nil)), "Reactions": templates.Markdown(r.word(reactions, nil)),
		}),
		Buttons: rows,
	})
}

func (r *request) tapSettings(ctx context.Context) error {
	if r.chat.Group() {
		return r.tapGroupSettings(ctx)
	}
	switch r.tap.ref {
	case "lang":
		return r.chooseLanguage(ctx)
	case "zone":
		return r.chooseZone(ctx)
	case "typezone":
		return r.ask(ctx, formZone, "", r.word("settings.zone_question", nil), r.plain("settings.zone_hint", nil))
	case "receipts.on", "receipts.off":
		r.person.Receipts = r.tap.ref == "receipts.on"
		return r.save(ctx)
	case "reactions.on", "reactions.off":
		r.person.Reactions = people.Switch(strings.TrimPrefix(r.tap.ref, "reactions."))
		return r.save(ctx)
	case "daily.on", "daily.off":
		if r.person.Access != people.Owner {
			return errOwnerOnly
		}
		r.person.Daily = r.tap.ref == "daily.on"
		return r.save(ctx)
	}
	return r.settings(ctx, command{})
}

func (r *request) chooseLanguage(ctx context.Context) error {
	var rows [][]delivery.Button
	for _, lang := range r.cfg.Words.Languages() {
		rows = append(rows, []delivery.Button{{Text: r.cfg.Words.Say(lang, "language.name", nil), Action: "lang", Ref: lang}})
	}
	rows = append(rows, []delivery.Button{r.button("settings.language_auto", "lang", "")},
		[]delivery.Button{r.button("button.back", "set", "")})
	return r.show(ctx, delivery.Body{Text: r.word("settings.choose_language", nil), Buttons: rows})
}

func (r *request) tapLanguage(ctx context.Context) error {
	r.person.Language = r.tap.ref
	r.renameCommands(ctx, r.tap.ref)
	return r.save(ctx)
}

func (r *request) chooseZone(ctx context.Context) error {
	var rows [][]delivery.Button
	for i, z := range offeredZones {
		b := delivery.Button{Text: r.city(z), Action: "zone", Ref: z}
		if i%2 == 0 {
			rows = append(rows, []delivery.Button{b})
		} else {
			rows[len(rows)-1] = append(rows[len(rows)-1], b)
		}
	}
	rows = append(rows, []delivery.Button{r.button("settings.zone_type", "set", "typezone")},
		[]delivery.Button{r.button("button.back", "set", "")})
	return r.show(ctx, delivery.Body{Text: r.word("settings.choose_zone", nil), Buttons: rows})
}

func (r *request) tapZone(ctx context.Context) error {
	if _, err := people.LoadZone(r.tap.ref); err != nil {
		return err
	}
	r.person.TimeZone = r.tap.ref
	return r.save(ctx)
}

func (r *request) setZone(ctx context.Context, zone string) error {
	r.person.TimeZone = zone
	return r.save(ctx)
}

// save stores the settings and shows them.
func (r *request) save(ctx context.Context) error {
	if err := r.cfg.People.Save(ctx, r.person); err != nil {
		return err
	}
	r.note = r.plain("settings.saved_note", nil)
	return r.settings(ctx, command{})
}
