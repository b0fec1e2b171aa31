package command_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/session"
)

// K6: /privacy says who compares what memories mean, in private and in a group.
func TestPrivacyNamesTheEmbedderK6(t *testing.T) {
	w := newWorld(t)
	w.commands.Privacy.Meaning = "vectors.example"
	ann := w.private(11, "Ann")
	ann.types("/privacy", "also go to a model at vectors")
	ann.in(-100, actor.Admin).types("/start", "a companion that remembers")
	ann.in(-100, actor.Admin).types("/privacy", "also go to a model at vectors")
}

// I4: /privacy says how long conversations are kept, in private and in a group, in every
// language, as it is set.
func TestPrivacySaysHowLongConversationsAreKeptI4(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	ann.in(-100, actor.Admin).types("/start", "a companion that remembers")
	for _, c := range []struct {
		keep session.Retention
		want string
	}{
		{session.Retention{For: 365 * 24 * time.Hour}, "A conversation is deleted 365 days after its last message"},
		{session.Retention{For: 24 * time.Hour}, "A conversation is deleted one day after its last message"},
		{session.Retention{Most: 10}, "The last 10 conversations are kept"},
		{session.Retention{Most: 1}, "Only the last conversation is kept"},
		{session.Retention{}, "Conversations stay until /forget"},
	} {
		w.commands.Privacy.Conversations = c.keep
		ann.types("/privacy", c.want)
		ann.in(-100, actor.Admin).types("/privacy", c.want)
	}
	for language, want := range map[string]string{"de": "365 Tage nach dem letzten Wort", "ru": "через 365 дней после последнего слова", "zh": "最后一句话之后 365 天清除"} {
		w.commands.Privacy.Conversations = session.Retention{For: 365 * 24 * time.Hour}
		ben := w.private(12, "Ben")
		ben.person.ClientLang = language
		ben.types("/privacy", want)
	}
}

// U18: /privacy says what earlier backups hold and for how long, in private and in a group, in every
// language; so does the receipt of forget all, in private and in a group.
func TestWhatBackupsHoldU18(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	group := ann.in(-100, actor.Admin)
	group.types("/start", "a companion that remembers")
	for keep, want := range map[time.Duration]string{
		0:                   "may stay in earlier backups of my operator’s until they delete them",
		24 * time.Hour:      "in those I make by myself for at most one day, in others until my operator deletes them",
		25 * time.Hour:      "in those I make by myself for at most 2 days, in others until my operator deletes them",
		30 * 24 * time.Hour: "in those I make by myself for at most 30 days, in others until my operator deletes them",
	} {
		w.commands.Privacy.Backups = keep
		for _, who := range []*speaker{ann, group} {
			who.types("/privacy", want+". If one is put back, I forget it again at once.")
			ask, message := who.types("/memory forget all", "erases **everything**")
			_, ref := button(t, ask, "rase")
			again := who.taps(message, "forget", ref, "Are you sure?")
			_, ref = button(t, again, "rase")
			who.taps(message, "forget", ref, want)
		}
	}
	for language, want := range map[string]string{
		"de": "höchstens 30 Tage, in anderen", "ru": "не дольше 30 дней", "zh": "最多保留 30 天",
	} {
		w.commands.Privacy.Backups = 30 * 24 * time.Hour
		ben := w.private(12, "Ben")
		ben.person.ClientLang = language
		ben.types("/privacy", want)
	}
}

// What somebody said in groups is not erased with what is theirs: the question, the receipt and /privacy say so in
// every language, and no group and no terminal reads of it.
func TestForgettingLeavesTheGroups(t *testing.T) {
	w := newWorld(t)
	for i, lang := range w.words.Languages() {
		ann := w.private(int64(11+i), "Ann")
		ann.person.Language = lang
		stays := w.words.Say(lang, "forget.groups", nil)
		ann.types("/privacy", stays)
		ask, message := ann.types("/forget", stays)
		again := ann.taps(message, "forget", ask.Out[0].Body.Buttons[0][0].Ref, "⚠️")
		ann.taps(message, "forget", again.Out[0].Body.Buttons[0][0].Ref, stays)
	}
	local := w.private(0, "Ann")
	local.person.ID = "local:ann"
	group := w.private(11, "Ann").in(-100, actor.Admin)
	group.types("/start", "a companion that remembers")
	for _, who := range []*speaker{local, group} {
		for _, line := range []string{"/privacy", "/forget"} {
			if reply, _ := who.types(line, "**"); strings.Contains(textOf(reply), "stays there") {
				t.Errorf("%s to %s: %s", line, who.person.ID, textOf(reply))
			}
		}
	}
}
