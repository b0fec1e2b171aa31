package grounds

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/memory"
	"keepsake/phrase/contrast"
	"keepsake/phrase/enquiry"
	"keepsake/phrase/pasted"
	"keepsake/phrase/request/reply"
	"keepsake/phrase/retract"
	"keepsake/phrase/segment"
	"keepsake/session"
	"keepsake/text"
	"keepsake/trust"
)

// voice is one text of the window, with its author's level of trust.
type voice struct {
	message session.Message
	said    string
	level   trust.Level
	place   int // in the window
}

// splitVoices returns the person's texts of a window, without what they ask not to keep, and those of others. The bot's own words
// are neither.
func splitVoices(v View) (own, foreign []voice) {
	own, foreign = voicesOf(v)
	if v.Task {
		return own, foreign
	}
	for i, w := range withdraw(own) {
		own[i].said = w.Left
	}
	return slices.DeleteFunc(own, func(o voice) bool { return strings.TrimSpace(o.said) == "" }), foreign
}

func withdraw(own []voice) []reply.Withdrawn {
	said := make([]string, len(own))
	for i, o := range own {
		said[i] = o.said
	}
	return reply.Withdraw(said)
}

// voicesOf returns all texts of the person's and those of others.
func voicesOf(v View) (own, foreign []voice) {
	var mine []string // what the bot and the person said: quoting that is not foreign
	for i, m := range v.Window {
		if m.Masked != nil {
			continue
		}
		said := m.Content
		if m.Edited != "" {
			said = m.Edited
		}
		switch {
		case m.Role == session.User && v.isByOthers(m):
			foreign = append(foreign, voice{message: m, said: said + "\n" + m.Quote, level: min(m.Trust, trust.Member), place: i})
		case m.Role == session.User && m.Trust == trust.Person:
			typed, quoted := pasted.Split(text.WithoutFileNotes(said))
			own = append(own, voice{message: m, said: typed, level: trust.Person, place: i})
			for _, q := range []string{quoted, m.Quote} {
				if strings.TrimSpace(q) != "" && !segment.IsWithin(q, mine) {
					foreign = append(foreign, voice{message: m, said: q, level: trust.Quoted, place: i})
				}
			}
			mine = append(mine, segment.Spaced(typed))
		case m.Role == session.Assistant || m.Role == session.Tool && m.Trust == trust.Bot || m.Role == session.System:
			mine = append(mine, segment.Spaced(said))
		case strings.TrimSpace(said+m.Quote) != "":
			foreign = append(foreign, voice{message: m, said: said + "\n" + m.Quote, level: m.Trust, place: i})
		}
	}
	for _, s := range v.Foreign {
		foreign = append(foreign, voice{said: s, place: -1})
	}
	for i := 1; i < len(own); i++ {
		if isLater := own[i-1].message.TurnID != own[i].message.TurnID; !isLater || !v.hasAsked(own[i].place) {
			own[i-1].said = contrast.BlankByNext(own[i-1].said, own[i].said, isLater)
		}
	}
	return withoutRetracted(own), foreign
}

// withoutRetracted returns texts without what they only ask, and what they or the next ones take back; those of which nothing is left are left out.
func withoutRetracted(own []voice) []voice {
	plain := func(s string) string { return enquiry.Blank(retract.Blank(s)) }
	before := ""
	for i := range own {
		next := own[i].said
		if i > 0 {
			before, next = retract.BlankNext(before, next, own[i-1].message.TurnID != own[i].message.TurnID)
			own[i-1].said = plain(before)
		}
		own[i].said, before = plain(next), next
	}
	return slices.DeleteFunc(own, func(o voice) bool { return strings.TrimSpace(o.said) == "" })
}

// nameSpeakerPlainly returns a write with the speaker named as in a private chat.
func (v View) nameSpeakerPlainly(w Write) Write {
	if bare := theGroup.ReplaceAllString(w.Content, "the user$1"); v.Group && bare != w.Content {
		w.Content, w.together = bare, true
		w.Subject = strings.TrimSpace(theGroup.ReplaceAllString(w.Subject, ""))
		w.Before = theGroup.ReplaceAllString(w.Before, "the user$1")
	}
	if v.Self == "" {
		return w
	}
	if strings.TrimSpace(w.Subject) == v.Self {
		w.Subject = ""
	}
	for _, s := range []*string{&w.Content, &w.Subject, &w.Before} {
		*s = strings.ReplaceAll(*s, v.Self, "the user")
	}
	return w
}

// namePersonPlainly returns a write with the person's own name as "the user", and whether it had the name.
func (v View) namePersonPlainly(w Write) (Write, bool) {
	name := strings.TrimSpace(v.Name)
	if v.Group || text.Len(name) < 2 {
		return w, false
	}
	bare := w.Content
	for _, n := range []string{name, strings.Fields(name)[0]} {
		if text.Len(n) > 1 {
			bare = regexp.MustCompile(`(^|[^\p{L}])`+regexp.QuoteMeta(n)+`($|[^\p{L}])`).ReplaceAllString(bare, "${1}the user$2")
		}
	}
	isNamed := bare != w.Content
	w.Content = bare
	return w, isNamed
}

// theGroup is how a model names all members.
var theGroup = regexp.MustCompile(`(?i)\b(?:the group|die gruppe|le groupe|el grupo|o grupo|il gruppo|de groep)\b(['’]s)?|группа|群里|グループ|그룹`)

// isByOthers reports whether a group's message is not the speaker's.
func (v View) isByOthers(m session.Message) bool {
	return v.Group && (v.Speaker == "" || m.Author != v.Speaker)
}

// IsForeign reports whether a message of this conversation holds words that are not the speaker's own.
func (v View) IsForeign(m session.Message) bool {
	return m.Trust.Foreign() || m.Role == session.User && v.isByOthers(m)
}

// Quoted returns what of a message is a quotation: words of others in it (phrase/pasted), and what it answers.
func Quoted(m session.Message) string {
	_, quoted := pasted.Split(m.View().Content)
	return strings.TrimSpace(quoted + "\n" + m.Quote)
}

// heard returns the person's texts that may be evidence: those of this turn, and when they affirm a
// question or ask to keep what was said ("remember that"), the last ones before it.
func (v View) heard(own []voice) (out []voice) {
	var before []voice
	for _, o := range own {
		if v.isNow(o) {
			out = append(out, o)
		} else {
			before = append(before, o)
		}
	}
	affirms := func(o voice) bool { return reply.Affirms(o.said, v.hasAsked(o.place)) }
	if len(before) > 0 && slices.ContainsFunc(out, affirms) {
		out = append(slices.Clone(before[max(0, len(before)-reach):]), out...)
	}
	return out
}

// hasAsked reports whether the bot's last message before a place asks something.
func (v View) hasAsked(place int) bool { return strings.ContainsAny(v.lastAnswer(place), "?？؟") }

// lastAnswer returns the bot's last message before a place.
func (v View) lastAnswer(place int) string {
	for i := place - 1; i >= 0; i-- {
		if m := v.Window[i]; m.Role == session.Assistant && m.Masked == nil {
			return m.View().Content
		}
	}
	return ""
}

// evidence returns a part of the voice as evidence.
func (v voice) evidence(from, to int) memory.Evidence {
	quote := strings.TrimSpace(v.said[from:to])
	e := memory.Evidence{MessageID: v.message.ID, Quote: quote, Trust: v.level, SaidAt: v.message.At, Author: v.message.Author}
	shown := v.message.View().Content
	if at := strings.Index(shown, quote); at >= 0 {
		e.From, e.To = text.Len(shown[:at]), text.Len(shown[:at])+text.Len(quote)
	}
	return e
}
