// Package again says when an answer is to be asked for once more, and with which words to the model: when it is in another language
// than the person's (small models fall back to English), and when the person asked for something to be kept or to be reminded of it
// and no tool was called (small models say that they will, and nothing is there). It is pure, and careful: where a text may ask for
// another language, where it is short, and where its words do not tell, nothing is to be done. A second answer that is not in the
// person's language either is no better than the first, which the person may have seen grow. So it is when they asked to have something
// forgotten and were offered nothing (forget.go). Where a fact was to be kept, or something to be forgotten, and the second answer called
// nothing either, the bot asks the person itself (Talk.Offer).
//
// Start reading at Talk.Hint.
package again

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"keepsake/llm"
	"keepsake/phrase/request"
	"keepsake/session"
	"keepsake/text"
	"keepsake/text/language"
	"keepsake/trust"
)

// Talk is an answer and what it was made from.
type Talk struct {
	Said    []string // what the person typed in this turn
	Before  []string // their other messages, and what they quoted or sent along
	Around  []string // what else the prompt shows: memories, wishes, the summary
	CanKeep bool     // something can be kept, and no tool was called in this turn
	// CanForget says that something is kept, and that no tool was called in this turn but those that look something up.
	CanForget bool
	Answer    string
}

// TalkOf returns the talk of a turn: an answer, the window that its prompt showed, and what stood around it. canKeep is false where
// nothing is kept of a conversation.
func TalkOf(window []session.Message, turnID, answer string, canKeep bool, around ...string) Talk {
	t := Talk{Answer: answer, Around: around, CanKeep: canKeep, CanForget: canKeep}
	for _, m := range window {
		switch {
		case m.Role == session.Tool && m.TurnID == turnID:
			t.CanKeep = false
			t.CanForget = t.CanForget && slices.Contains(looking, m.Name)
		case m.Role != session.User || m.Masked != nil:
		case m.TurnID == turnID && m.Trust == trust.Person:
			t.Said = append(t.Said, cmp.Or(m.Edited, m.Content))
		default:
			t.Before = append(t.Before, cmp.Or(m.Edited, m.Content))
		}
	}
	return t
}

// Hint returns what the model is to be told before it is asked once more; "" when the answer stands.
func (t Talk) Hint() string {
	var hints []string
	if t.isUnkept() {
		hints = append(hints, unkept)
	}
	if t.Unforgotten() != "" {
		hints = append(hints, unforgotten)
	}
	if missed := t.missedLanguage(); missed != "" {
		hints = append(hints, fmt.Sprintf("The user writes in %s. Answer in %s, unless they asked for another language.", missed, missed))
	}
	return strings.Join(hints, "\n")
}

// Reasons why an answer is asked for once more.
const (
	Language = "language" // it is in another language than the person's
	Unkept   = "unkept"   // something was to be kept, and nothing is
	// Unforgotten: something was to be forgotten, and nothing was offered to be.
	Unforgotten = "unforgotten"
	Both        = "both" // the first and one of the others
)

// Reasons lists them.
var Reasons = []string{Language, Unkept, Unforgotten, Both}

// Reason returns why the answer is to be asked for once more; "" when it stands.
func (t Talk) Reason() string {
	isForeign, isUnkept, isUnforgotten := t.missedLanguage() != "", t.isUnkept(), t.Unforgotten() != ""
	switch {
	case isForeign && (isUnkept || isUnforgotten):
		return Both
	case isForeign:
		return Language
	case isUnkept:
		return Unkept
	case isUnforgotten:
		return Unforgotten
	}
	return ""
}

// Tell calls count with the reason for which the answer was asked for once more, and whether the second answer is in order. It does not
// call count where the first answer had no text, which is not asked for again; where the second request was cancelled, or was too long
// and is made again; or where count is nil.
func (t Talk) Tell(count func(reason string, isMended bool), second llm.Response, err error) {
	if count == nil || t.Answer == "" || errors.Is(err, context.Canceled) || errors.Is(err, llm.ErrTooLong) {
		return
	}
	then := t
	then.Answer = second.Content
	count(t.Reason(), err == nil && (len(second.ToolCalls) > 0 || second.Content != "" && then.Reason() == "" && t.Mends(second.Content)))
}

// Mends reports whether a second answer replaces this one: it is in the language that was asked for, or in that of the person.
func (t Talk) Mends(second string) bool {
	return t.missedLanguage() == "" || language.Detect(withoutCode(second)).Code == t.saidIn().Code
}

const unkept = "The user asks for something to be kept, or to be reminded of it. Nothing is kept and no reminder is set unless a tool is called: " +
	"call create_task or add_to_memory now, or say plainly what is missing or why it cannot be done. Do not say that it is done."

// keeping are beginnings of sentences that ask for something to be kept or to be reminded of, after a "please" or a "can you".
// phrase.HasRequest finds more words for it, anywhere in a text ("I want to save time"): it asks what may be a request, and
// a second question to the model wants what surely is one.
var keeping = regexp.MustCompile(`(?i)(?:^|[.!?。！？\n]\s*)(?:please,? |bitte |(?:could|can|would) you (?:please )?|kannst du (?:bitte )?|пожалуйста,? |请|麻烦)*` +
	`(?:remind me |remember that |don'?t forget that |from now on[, ]|erinner(?:e|st du)? mich |merk(?:e)? dir|vergiss nicht, dass|ab jetzt |ab sofort |напомни |запомни|не забудь, что|с этого момента|提醒我|记住|记得提醒)`)

// Unkept returns the fact that the person asked to be kept, in their own words, where the answer did not keep it; "" when there is
// none, or what they asked for is a reminder. The bot then asks about it by itself.
func (t Talk) Unkept() string {
	if !t.isUnkept() {
		return ""
	}
	said := strings.TrimSpace(strings.Join(t.Said, "\n"))
	parts := slices.DeleteFunc(request.Find(said), func(p request.Span) bool { return p.IsStanding })
	if len(parts) == 0 {
		return ""
	}
	fact := text.OneLine(said[parts[0].From:parts[0].To])
	if n := len([]rune(fact)); n < 5 || n > 500 {
		return ""
	}
	return fact
}

// Tools that ask the person, about a fact and about what is to be forgotten.
const (
	offerMemory   = "offer_memory"
	offerToForget = "offer_to_forget"
)

// Offer returns an answer as it is, or, where the person asked for a fact to be kept or for something to be forgotten and the model called
// nothing though it was told to, the call that asks them in its place: so their request is not lost, and nothing is kept or forgotten
// without their tap or yes. tools are those of the turn.
func (t Talk) Offer(answer llm.Response, tools []string) llm.Response {
	if len(answer.ToolCalls) > 0 || answer.Content == "" {
		return answer
	}
	name, arguments := offerMemory, map[string]string{"content": t.Unkept(), "category": "context"}
	if arguments["content"] == "" {
		name, arguments = offerToForget, map[string]string{"about": t.Unforgotten()}
	}
	if arguments["content"]+arguments["about"] == "" || !slices.Contains(tools, name) {
		return answer
	}
	call, _ := json.Marshal(arguments)                                                           // strings always marshal
	answer.Content, answer.ToolCalls = "", []llm.ToolCall{{Name: name, Arguments: string(call)}} // what it says may be untrue
	return answer
}

// keptClaim is how models say that something is in the memory now.
var keptClaim = regexp.MustCompile(`(?i)\bI(?:'ve|’ve| have) (?:now |just |also )?(?:added|stored|saved|recorded|updated|memori[sz]ed|noted)\b[^.!?\n]{0,120}\b(?:memory|memories|future conversations)\b|` +
	`\b(?:the|your) memory (?:[^.!?\n]{0,80} )?has been (?:updated|saved|stored)\b|\bich habe [^.!?\n]{0,100}\b(?:gemerkt|gespeichert|notiert)\b|` +
	`(?:^|[^\pL])я (?:это )?(?:запомнил|запомнила|сохранил|сохранила|записал|записала)(?:$|[^\pL])|我(?:已经|已)(?:把[^。！？\n]{0,40})?(?:记住|记下|保存)`)

// before says that it was kept earlier, which may be so.
var before = regexp.MustCompile(`(?i)\b(?:already|earlier|before|bereits|schon|früher)\b|уже|раньше|之前|以前|早就`)

// ClaimsKept reports whether an answer says that something was kept just now. Where nothing was, the person is told.
func ClaimsKept(answer string) bool {
	answer = code.ReplaceAllString(answer, "")
	return keptClaim.MatchString(answer) && !before.MatchString(answer)
}

// WithoutMark returns an answer without white space around it, and nothing where it is nothing but the mark of a masked secret: small
// models repeat it, as their prompt tells of it.
func WithoutMark(answer string) string {
	answer = strings.TrimSpace(answer)
	if strings.Trim(strings.ReplaceAll(answer, text.Mask, ""), `"'. `) == "" {
		return ""
	}
	return answer
}

// isUnkept reports whether the person asked for something to be kept, and the answer neither kept it nor asks back. A secret is not kept.
func (t Talk) isUnkept() bool {
	said := strings.Join(t.Said, "\n")
	return t.CanKeep && keeping.MatchString(strings.TrimSpace(said)) && !strings.Contains(said, "•••") && !strings.ContainsAny(t.Answer, "?？")
}

// missedLanguage returns the English name of the language of what was said when the answer is in another one; else "".
func (t Talk) missedLanguage() string {
	said, answer := t.saidIn(), language.Detect(withoutCode(t.Answer))
	if !said.Sure || !answer.Sure || said.Code == answer.Code || t.mayWant(answer.Code) {
		return ""
	}
	return language.English(said.Code)
}

// saidIn returns the language of what was said.
func (t Talk) saidIn() language.Guess { return language.Detect(strings.Join(t.Said, "\n")) }

// mayWant reports whether something asks for an answer in a language, names it, or was written in it by the person.
func (t Talk) mayWant(code string) bool {
	names := func(s string) bool { return language.Names(s, code) }
	return slices.ContainsFunc(t.Said, names) || slices.ContainsFunc(t.Around, names) ||
		slices.ContainsFunc(t.Before, func(s string) bool { return names(s) || language.Detect(s).Code == code })
}

var code = regexp.MustCompile("(?s)```.*?(?:```|$)|`[^`\n]*`|(?m:^>.*$)")

// withoutCode returns a text without code and quotations, which have a language of their own.
func withoutCode(s string) string { return code.ReplaceAllString(s, " ") }
