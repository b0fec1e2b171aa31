package page

import (
	"bytes"
	"context"
	"net/http"
	"slices"

	"keepsake/command/takeout"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/archive"
	"keepsake/memory/forget"
	"keepsake/memory/policy"
	"keepsake/people"
	"keepsake/session"
	"keepsake/text"
)

// addSettings registers settings, the copy of everything, and its end.
func (r *Room) addSettings() {
	r.page("GET /me/settings", "page-settings", (*visit).settings)
	r.page("POST /me/settings", "page-save-settings", (*visit).saveSettings)
	r.page("GET /me/export", "page-export", (*visit).export)
	r.page("GET /me/forget-all", "page-ask-forget-all", (*visit).askForgetAll)
	r.page("POST /me/forget-all", "page-forget-all", (*visit).forgetAll)
}

// language is one that the bot speaks, as it calls itself.
type language struct{ Code, Name string }

func (v *visit) settings() error {
	var languages []language
	for _, l := range v.room.cfg.Words.Languages() {
		languages = append(languages, language{l, v.room.cfg.Words.Say(l, "language.name", nil)})
	}
	quiet := v.person.QuietHours
	if quiet == people.NoHours {
		quiet = v.room.cfg.Words.Say(v.Lang, "settings.quiet_off", nil)
	}
	data := map[string]any{
		"P": v.person, "Quiet": quiet, "Languages": languages, "Zone": v.zone.String(), "Reactions": v.person.Reactions.Or(v.agent.Commands.Reactions),
	}
	if forms := v.forming(); forms != nil {
		effective, err := forms.Effective(v.ctx(), v.person.MemoryMode)
		if err != nil {
			return err
		}
		data["Mode"], data["Modes"] = string(effective), policy.Settings
	}
	return v.show("settings.html", "page.settings", data)
}

// saveSettings stores what the form says; a person's other settings stay.
func (v *visit) saveSettings() error {
	p := v.person
	p.Language = v.field("language")
	if p.Language != "" && !slices.Contains(v.room.cfg.Words.Languages(), p.Language) {
		return fault.Field("language", "is none that is spoken here")
	}
	if typed := text.OneLine(v.field("zone")); typed != v.zone.String() {
		zone, err := people.FindZone(typed)
		if err != nil {
			return err
		}
		p.TimeZone = zone
	}
	p.QuietHours = ""
	if typed := text.OneLine(v.field("quiet")); typed != "" {
		hours, err := people.FindHours(typed)
		if err != nil {
			return err
		}
		p.QuietHours = hours.String()
	}
	p.Receipts = v.field("receipts") == "yes"
	if on := v.field("reactions") == "yes"; on != p.Reactions.Or(v.agent.Commands.Reactions) {
		p.Reactions = map[bool]people.Switch{true: "on", false: "off"}[on]
	}
	if forms := v.forming(); forms != nil {
		mode := policy.Setting(v.field("mode"))
		effective, err := forms.Effective(v.ctx(), p.MemoryMode)
		if err != nil {
			return err
		}
		switch {
		case !slices.Contains(policy.Settings, mode):
			return fault.Field("mode", "is ask, auto or off")
		case mode != effective:
			p.MemoryMode = string(mode)
		}
	}
	if err := v.agent.Commands.People.SaveSettings(v.ctx(), v.actor(), p); err != nil {
		return err
	}
	if p.TimeZone != v.person.TimeZone && v.agent.Commands.Tasks != nil {
		zone, err := people.LoadZone(p.TimeZone)
		if err != nil {
			return err
		}
		if _, err := v.agent.Commands.Tasks.SetZone(v.ctx(), v.actor(), p.ID, zone); err != nil {
			return err
		}
	}
	return v.goTo("/me/settings", "saved", "")
}

// export sends everything that is remembered as a file that people and programs can read.
func (v *visit) export() error {
	scopes := people.ReadScopes(v.person, v.scopes()) // those of linked accounts as well
	details, err := takeout.Details(v.ctx(), v.memory(), v.agent.Commands.Graph, scopes, nil)
	if err != nil {
		return err
	}
	now := v.room.cfg.Now.UTC()
	var file bytes.Buffer
	if err := archive.WriteReadable(&file, archive.NewDetailedFile(now, details)); err != nil {
		return fault.Wrap(fault.Internal, "export", err)
	}
	v.w.Header().Set("Content-Type", "application/json; charset=utf-8")
	v.w.Header().Set("Content-Disposition", `attachment; filename="memories-`+now.In(v.zone).Format("2006-01-02")+`.json"`)
	_, _ = v.w.Write(file.Bytes()) // who has gone away needs no copy
	return nil
}

// askForgetAll asks before everything is erased.
func (v *visit) askForgetAll() error {
	_, total, err := v.memory().List(v.ctx(), memory.RetentionQuery(v.scopes()...))
	if err != nil {
		return err
	}
	return v.show("forgetall.html", "page.forget_all", map[string]any{"Total": total, "Sure": false})
}

// forgetAll asks a second time, and then erases all there is about the person, with all their sign-ins.
func (v *visit) forgetAll() error {
	chat := people.Number(v.person.ID)
	switch {
	case chat == 0: // who talks in a terminal erases there, where the conversation is
		return memory.ErrNotAllowed
	case v.field("sure") != "yes":
		return v.show("forgetall.html", "page.forget_all", map[string]any{"Sure": true})
	}
	erased := false
	_, err := v.agent.Commands.Forget.Everything(v.ctx(), v.actor(), v.person.ID, session.Place{Bot: v.agent.Commands.Name, Chat: chat},
		func(context.Context, forget.Receipt) error { erased = true; return nil })
	if err != nil && (!erased || v.stillSignedIn()) {
		return err
	}
	v.room.setCookie(v.w, "", -1) // a scrub that failed is logged, and made up for by the next one
	f := v.room.stranger(v.req, "page.title")
	f.Lang = v.Lang
	v.room.say(v.w, v.req, http.StatusOK, f, "page.forgotten_all")
	return nil
}

// stillSignedIn reports whether the erasure was rolled back.
func (v *visit) stillSignedIn() bool {
	_, err := v.room.cfg.SignIns.Authenticate(v.ctx(), v.secret)
	return err == nil
}
