package bot_test

import (
	"strings"
	"testing"
)

// A model that only says that it has forgotten something shows the person what could be forgotten all the same, in any language.
func TestR20AClaimIsNoForgetting(t *testing.T) {
	t.Parallel()
	for said, claim := range map[string]string{
		"Forget everything about Alec": "I have forgotten that.", "Vergiss alles über Alec": "Erledigt, ich habe alles vergessen.",
		"Пожалуйста, забудь всё про Alec": "Готово, я всё забыл.", "请忘掉关于 Alec 的一切": "好的，我已经忘掉了。",
	} {
		w := newWorld(t, nil)
		w.rules.WhenResult("offer_to_forget", "Nothing is forgotten yet").Say("Tap it.")
		w.rules.Otherwise().Say(claim)
		ann := w.person(11, "Ann")
		ann.knows("person", "Alec", "Alec is the user's boss")
		card := ann.says(said, "Tap it.")
		if !strings.Contains(card.Text, "Alec is the user's boss") || strings.Contains(card.Text, claim) {
			t.Errorf("%q is answered with %q", said, card.Text)
		}
		if _, ok := card.Button("🗑 Forget"); !ok || len(ann.remembered()) != 1 {
			t.Errorf("%q shows no button, or forgot: %q", said, ann.remembered())
		}
	}
}

// Where nothing matches, or nothing can be offered, the person is told that the claim is not so.
func TestR20AFalseClaimIsCorrected(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.Otherwise().Say("I have forgotten that.")
	ann := w.person(11, "Ann")
	ann.knows("person", "Alec", "Alec is the user's boss")
	ann.says("Forget everything about Mallory", "Nothing has been forgotten yet")
	ann.says("Forget that, please", "Nothing has been forgotten yet")
}

// Talk that only sounds like such a wish is answered as ever.
func TestR20TalkIsLeftAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.When("never mind").Say("Okay, forgotten!")
	w.rules.When("the milk").Say("I won't!")
	w.rules.Otherwise().Say("Hm.")
	ann := w.person(11, "Ann")
	ann.knows("context", "", "User buys milk on Mondays")
	for said, want := range map[string]string{"Forget it, never mind": "Okay, forgotten!", "Don't forget the milk": "I won't!"} {
		if got := ann.says(said, want); got.Text != want || len(got.Buttons) != 0 {
			t.Errorf("%q is answered with %q", said, got.Text)
		}
	}
}
