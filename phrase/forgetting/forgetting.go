// Package forgetting finds what somebody asks to have forgotten, in their own words: "please forget everything about Alec" asks it of "Alec".
//
// It knows wordings of the languages that the bot is spoken to most, and no grammar: where they are not known, nothing is asked. Figures of
// speech ("forget it, never mind"), what is not to be forgotten ("don't forget the milk"), and what the speaker forgot are no such wishes.
// What is taken back in the next sentence is package retract's.
//
// It is pure. Start reading at Find.
package forgetting

import (
	"regexp"
	"strings"

	"keepsake/text"
	"keepsake/text/sieve"
)

// Wish is what a message asks to have forgotten.
type Wish struct {
	// About is whom or what: "Alec", "I like tea"; Everything for all that is remembered; "" for what was said last ("forget that").
	About string
	// IsSure says that the words mean a memory, as in "forget everything about Alec"; "forget the milk" may mean a shopping list.
	IsSure bool
}

// Everything is the About of a wish that means all that is remembered.
const Everything = "everything"

// longest bounds a message that asks for it, in runes: longer ones tell something.
const longest = 300

// Find returns what a message asks to have forgotten; ok is false when it asks for nothing of the kind.
func Find(s string) (w Wish, ok bool) {
	s = strings.TrimSpace(s)
	if s == "" || text.Len(s) > longest || idiom.MatchString(s) {
		return Wish{}, false
	}
	if sureAll.MatchString(s) {
		return Wish{Everything, true}, true
	}
	if w, ok := wishOf(sure.FindStringSubmatch(s), true); ok {
		return w, true
	}
	if w, ok := wishOf(maybe.FindStringSubmatch(s), false); ok {
		return w, true
	}
	return Wish{}, last.MatchString(s)
}

// wishOf returns the wish that names what one of the groups of a match holds.
func wishOf(match []string, isSure bool) (w Wish, ok bool) {
	about := strings.TrimSpace(trailing.ReplaceAllString(firstGroup(match), ""))
	if about == "" || talk.MatchString(about) {
		return Wish{}, false
	}
	whom, isAll := Whom(about)
	if isAll {
		return Wish{Everything, isSure}, true
	}
	return Wish{whom, isSure}, true
}

// Whom returns whom or what a description of memories names: "Alec" of "everything about Alec". isAll says that it means all that is
// remembered of the speaker: "everything", "me", "all you know about me".
func Whom(about string) (whom string, isAll bool) {
	about = strings.Trim(text.OneLine(text.StripInvisible(about)), ` "'“”„«».!?。！？`)
	if everything.MatchString(about) {
		return "", true
	}
	if group := firstGroup(aboutWhom.FindStringSubmatch(about)); group != "" {
		return group, everything.MatchString(group)
	}
	return about, false
}

// firstGroup returns the first group of a match that holds something; "" = none.
func firstGroup(match []string) string {
	for _, group := range match[min(1, len(match)):] {
		if group = strings.TrimSpace(group); group != "" {
			return group
		}
	}
	return ""
}

// claim is how models say that something is no longer in the memory.
var claim = sieve.MustCompile(`(?i)\bI(?:'ve|’ve| have)? (?:now |just |also |already |completely |permanently )*(?:forgotten|forgot|deleted|removed|erased|cleared|wiped)\b|` +
	`\b(?:has|have) (?:now |just |all |also |both |been |successfully |permanently |completely )*(?:forgotten|deleted|removed|erased|cleared|wiped)\b|(?:^|[.!?]\s*)(?:done[^\pL]+)?(?:it['’]s |all |that['’]s |consider (?:it|that) )?(?:forgotten|deleted|erased)[.!]|\bI (?:no longer|don['’]t) remember\b|` +
	`\bich (?:habe|hab) [^.!?\n]{0,100}\b(?:vergessen|gelöscht|entfernt)\b|\bhabe ich [^.!?\n]{0,100}\b(?:vergessen|gelöscht|entfernt)\b|\b(?:ist|sind|wurden?) [^.!?\n]{0,60}\b(?:vergessen|gelöscht|entfernt)\b|(?:^|[.!?]\s*)(?:schon |alles )?(?:vergessen|gelöscht)[.!]|` +
	`(?:^|[^\pL])(?:я )?(?:уже |всё |все |это )*(?:забыла?|удалила?|ст[её]рла?)(?:$|[^\pL])|(?:^|[^\pL])(?:забыто|удалено|стёрто|стерто|удалены)(?:$|[^\pL])|` +
	`(?:已经|已|都)(?:经)?(?:把[^。！？\n]{0,40}|将[^。！？\n]{0,40})?(?:全部|都|全)?(?:忘掉|忘记|忘了|删除|删掉|清除|移除)|` +
	`\bj['’]ai (?:bien |tout |déjà )*(?:oublié|supprimé|effacé)(?:$|[^\pL])|c['’]est (?:oublié|supprimé|effacé)|\bhe (?:olvidado|borrado|eliminado)\b|\bho (?:dimenticato|cancellato|eliminato|rimosso)\b|\b(?:esqueci|apaguei|eliminei|removi)\b|\bik (?:heb|ben) [^.!?\n]{0,100}\b(?:vergeten|verwijderd|gewist)\b|(?:^|[^\pL])(?:zapomniałem|zapomniałam|usunąłem|usunęłam)(?:$|[^\pL])|` +
	`(?:忘れました|消しました|削除しました|忘れたよ|削除済み)|(?:잊었|지웠|삭제했|잊어버렸)(?:습니다|어요|어)`)

// quoted is what an answer does not say of itself.
var quoted = regexp.MustCompile("(?s)```.*?(?:```|$)|`[^`\n]*`|(?m:^>.*$)|[\"“„«][^\"”“»\n]*[\"”“»]")

// IsClaimed reports whether an answer says that something is forgotten now.
func IsClaimed(answer string) bool { return claim.MatchString(quoted.ReplaceAllString(answer, " ")) }
