// Package grounds decides whether a write that a tool asks for rests on the person's own
// words, or must wait for their tap.
//
// It is pure: it takes a window of messages and returns a verdict, without a store or a model.
// It defends against texts that address the model past the person: a forwarded message, a
// quoted mail, a document, another member, a foreign tool. It does not judge what is true or
// worth keeping (the model does, by its rules), nor what person and operator allow.
//
// The rule (DESIGN, "Writing a memory"):
//   - Without such a text in the window the write goes through.
//   - Otherwise its names, numbers and claims must stand in the person's own recent
//     messages, as statements; words that only frame them ("the user's", "is") need not.
//   - A word that the foreign text also uses must stand there letter by letter; other words
//     may be inflected.
//   - A denial must be a denial in the person's words too, and the reverse.
//   - The bot's own words are never evidence, and neither is a question.
//   - In a group the person is the writer of this turn; other members' words are foreign.
//
// An uncertain write waits for a tap: that costs the person a second, while a wrong memory
// costs their trust in all others.
//
// Invariants: a verdict that allows names only messages of the person as evidence; a
// masked message is nobody's evidence.
//
// MatchRepeats uses the same knowledge of words to tell whether a text says what was forgotten.
//
// Start reading at Judge.
package grounds

import (
	"strings"

	"keepsake/memory"
	"keepsake/session"
	"keepsake/text"
	"keepsake/trust"
)

// Reasons why a write waits, constant English (memory.Decision.Reason).
const (
	ReasonForeign = "someone else's text in the conversation says it, not the person"
	ReasonUnsaid  = "the person did not say it in so many words"
	ReasonHidden  = "the text has characters that cannot be seen"
)

// Write is the memory that a tool wants to write.
type Write struct {
	Content string
	Subject string // "" when none
	Before  string // the present content, for an update; "" for an addition
}

// View is what the model saw.
type View struct {
	Window []session.Message // oldest first, this turn's messages included
	TurnID string            // this turn
	// Group says that several people speak: own words are then only those of Speaker (who
	// wrote this turn; "" = nobody with an id), all others' are a member's.
	Group   bool
	Speaker string
	// Self is how a group's model names the speaker, "Ann (u42)": in a write that is the
	// speaker, as "the user" is in a private chat.
	Self string
	// Scrolled are the foreign texts of this session that the window no longer shows but
	// its running summary may.
	Scrolled []string
	// Summarized says that a summary is in the prompt whose sources are not known: it
	// counts as foreign.
	Summarized bool
}

// Verdict says whether a write is allowed, and on what evidence.
type Verdict struct {
	Allowed  bool
	Reason   string            // why it waits; "" when allowed
	Evidence []memory.Evidence // the messages it rests on, oldest first
}

// How far back "recent" reaches, in messages of the person, and over how many of them one
// fact may be spread.
const (
	recent = 10
	spread = 3
)

// Judge returns the verdict about a write.
func Judge(w Write, v View) Verdict {
	own, foreign := splitVoices(v)
	claim := newClaim(v.nameSpeakerPlainly(w))
	if hasHidden(w.Content) || hasHidden(w.Subject) {
		return newWaiting(ReasonHidden, claim, own, foreign)
	}
	if len(foreign) == 0 && !v.Summarized {
		return Verdict{Allowed: true, Evidence: evidenceOf(chooseEvidence(claim, own, v.TurnID))}
	}
	borrowed := make(map[string]bool)
	for _, f := range foreign {
		for _, t := range text.Terms(f.said) {
			borrowed[t] = true
		}
	}
	chosen, ok := findSupport(claim, own, borrowed)
	if !ok {
		reason := ReasonUnsaid
		if isMentionedByAny(claim, foreign) {
			reason = ReasonForeign
		}
		return newWaiting(reason, claim, own, foreign)
	}
	return Verdict{Allowed: true, Evidence: evidenceOf(addTurn(chosen, own, v.TurnID))}
}

// hasHidden reports whether s has invisible characters.
func hasHidden(s string) bool { return text.Visible(s) != s }

// newWaiting returns a verdict that needs a tap. Its evidence shows where the write came from.
func newWaiting(reason string, c claim, own, foreign []voice) Verdict {
	var from []voice
	for _, f := range foreign {
		if f.message.ID != "" && c.isMentionedIn(f.said) {
			from = append(from, f)
		}
	}
	if len(from) > spread {
		from = from[len(from)-spread:]
	}
	from = append(from, chooseEvidence(c, own, "")...)
	return Verdict{Reason: reason, Evidence: evidenceOf(from)}
}

// evidenceOf returns voices as evidence, oldest first, one per message and level of trust.
func evidenceOf(vs []voice) []memory.Evidence {
	var out []memory.Evidence
	seen := make(map[string]bool)
	for _, v := range sortByPlace(vs) {
		key := v.message.ID + "\x00" + v.level.String()
		if seen[key] {
			continue
		}
		seen[key] = true
		out = append(out, memory.Evidence{
			MessageID: v.message.ID, Quote: v.said, Trust: v.level, SaidAt: v.message.At, Author: v.message.Author,
		})
	}
	return out
}

// voice is one text of the window, with its author's level of trust.
type voice struct {
	message session.Message
	said    string
	level   trust.Level
	place   int // in the window
}

// splitVoices returns the person's texts of a window and those of others. The bot's own words
// are neither.
func splitVoices(v View) (own, foreign []voice) {
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
			typed, quoted := unquote(said)
			if strings.TrimSpace(typed) != "" {
				own = append(own, voice{message: m, said: typed, level: trust.Person, place: i})
			}
			for _, q := range []string{quoted, m.Quote} {
				if strings.TrimSpace(q) != "" && !isWithin(q, mine) {
					foreign = append(foreign, voice{message: m, said: q, level: trust.Quoted, place: i})
				}
			}
			mine = append(mine, spaceTerms(typed))
		case m.Role == session.Assistant || m.Role == session.Tool && m.Trust == trust.Bot || m.Role == session.System:
			mine = append(mine, spaceTerms(said))
		case strings.TrimSpace(said+m.Quote) != "":
			foreign = append(foreign, voice{message: m, said: said + "\n" + m.Quote, level: m.Trust, place: i})
		}
	}
	for _, s := range v.Scrolled {
		foreign = append(foreign, voice{said: s, place: -1})
	}
	if len(own) > recent {
		own = own[len(own)-recent:]
	}
	return own, foreign
}

// nameSpeakerPlainly returns a write with the speaker named as in a private chat.
func (v View) nameSpeakerPlainly(w Write) Write {
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

// isByOthers reports whether a group's message is not the speaker's.
func (v View) isByOthers(m session.Message) bool {
	return v.Group && (v.Speaker == "" || m.Author != v.Speaker)
}

// IsForeign reports whether a message of this conversation holds words that are not the
// speaker's own.
func (v View) IsForeign(m session.Message) bool {
	return m.Trust.Foreign() || m.Role == session.User && v.isByOthers(m)
}

// unquote splits a typed message into the person's lines and the lines that it quotes as mail
// does ("> …").
func unquote(s string) (typed, quoted string) {
	if !strings.Contains(s, ">") {
		return s, ""
	}
	var t, q []string
	for _, line := range strings.Split(s, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), ">") {
			q = append(q, line)
		} else {
			t = append(t, line)
		}
	}
	return strings.Join(t, "\n"), strings.Join(q, "\n")
}

// spaceTerms returns the words of s with one space around each, for finding sequences of words.
func spaceTerms(s string) string { return " " + strings.Join(text.Terms(s), " ") + " " }

// isWithin reports whether the words of q stand in one of these texts, one after the other.
func isWithin(q string, texts []string) bool {
	want := spaceTerms(q)
	for _, t := range texts {
		if strings.Contains(t, want) {
			return true
		}
	}
	return false
}
