// Package manner is /model: which model answers in a chat, of those that the operator lets people choose, in which tone, and whether
// aloud as well. In a group its admins choose (people.Service.SaveChat).
//
// Start reading at Desk.Do.
package manner

import (
	"context"
	"slices"
	"strings"

	"keepsake/actor"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/templates"
)

// Action is the action of the buttons; their reference is "", which shows the choice, a model or a tone.
const Action = "manner"

// References.
const (
	refModel = "m." // name, empty = the operator's own
	refTone  = "t." // see people.Tones, empty = none
	refVoice = "v." // see people.Voices, empty = where the question was spoken
)

// Desk shows and changes how the bot answers in a chat.
type Desk struct {
	Usual  string   // the operator's own model
	Models []string // others that may be chosen
	Tones  bool     // a tone may be chosen
	Speaks bool     // answers can be spoken
}

// IsOpen reports whether there is anything to choose.
func (d Desk) IsOpen() bool { return d.Tones || d.Speaks || len(d.Models) > 0 }

// Do is /model and its buttons.
func (d Desk) Do(ctx context.Context, a *answer.Answer, ps *people.Service) error {
	switch {
	case !d.IsOpen():
		a.Reply("manner.closed", nil)
		return nil
	case a.Place.Chat > 0 && a.Person.ID != people.ID(a.Place.Chat): // at a keyboard there is no chat to choose for
		a.Reply("greet.nowhere", nil)
		return nil
	case a.Chat.IsGroup() && !a.IsAdmin():
		return actor.ErrAdminsOnly
	}
	if a.Tap != nil && a.Tap.Ref != "" {
		if !d.choose(a) {
			a.Note = a.Plain("tap.unknown", nil)
			return nil
		}
		a.Chat.Bot, a.Chat.ID = a.Place.Bot, a.Place.Chat
		if err := ps.SaveChat(ctx, a.Actor(), a.Chat); err != nil {
			return err
		}
		a.Note = a.Plain("settings.saved_note", nil)
	}
	d.show(a)
	return nil
}

// choose takes over what was tapped, and reports whether it is offered.
func (d Desk) choose(a *answer.Answer) bool {
	if name, ok := strings.CutPrefix(a.Tap.Ref, refModel); ok && (name == "" || slices.Contains(d.Models, name)) {
		a.Chat.Manner.Model = name
		return true
	}
	if tone, ok := strings.CutPrefix(a.Tap.Ref, refTone); ok && d.Tones && (tone == "" || slices.Contains(people.Tones, tone)) {
		a.Chat.Manner.Tone = tone
		return true
	}
	if when, ok := strings.CutPrefix(a.Tap.Ref, refVoice); ok && d.Speaks && (when == "" || slices.Contains(people.Voices, when)) {
		a.Chat.Manner.Voice = when
		return true
	}
	return false
}

// show shows what is chosen, and the others as buttons.
func (d Desk) show(a *answer.Answer) {
	m := a.Chat.Manner
	if !slices.Contains(d.Models, m.Model) {
		m.Model = ""
	}
	data := templates.Data{}
	var rows [][]delivery.Button
	if len(d.Models) > 0 {
		data["Model"] = d.Usual
		for _, name := range append([]string{""}, d.Models...) {
			shown := name
			if name == "" {
				shown = d.Usual
			}
			if name == m.Model {
				data["Model"] = shown
				continue
			}
			rows = append(rows, []delivery.Button{{Text: "🤖 " + shown, Action: Action, Ref: refModel + name}})
		}
	}
	if d.Tones {
		data["Tone"] = templates.Markdown(a.Say("manner.tone."+nameOf(m.Tone), nil))
		rows = append(rows, choices(a, "manner.tone.", refTone, people.Tones, m.Tone)...)
	}
	if d.Speaks {
		data["Voice"] = templates.Markdown(a.Say("manner.voice."+nameOf(m.Voice), nil))
		rows = append(rows, choices(a, "manner.voice.", refVoice, people.Voices, m.Voice)...)
	}
	data["Group"] = a.Chat.IsGroup()
	a.Show(delivery.Body{Text: a.Say("manner.text", data), Buttons: rows})
}

// choices returns buttons for all of a list, and for the usual, but for what is chosen: two in a row.
func choices(a *answer.Answer, words, ref string, all []string, chosen string) (rows [][]delivery.Button) {
	for _, name := range append([]string{""}, all...) {
		if name == chosen {
			continue
		}
		b := a.Button(words+nameOf(name), Action, ref+name)
		if n := len(rows); n > 0 && len(rows[n-1]) == 1 {
			rows[n-1] = append(rows[n-1], b)
			continue
		}
		rows = append(rows, []delivery.Button{b})
	}
	return rows
}

// nameOf returns the name of a choice among the words.
func nameOf(choice string) string {
	if choice == "" {
		return "usual"
	}
	return choice
}
