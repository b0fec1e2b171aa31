package grounds_test

import (
	"testing"

	"keepsake/memory/grounds"
)

// W3: what the person takes back in a message of a later turn is no evidence any more: neither where they affirm a question afterwards, nor where all
// turns are read together.
func TestJudge_TakenBackInALaterTurn(t *testing.T) {
	for _, c := range []struct{ said, back, claim, yes string }{
		{"I live in Graz", "no wait, that was a joke", "User lives in Graz", "yes"},
		{"I live in Graz", "that's not true, I lied", "User lives in Graz", "yes"},
		{"Ich wohne in Graz", "das stimmt gar nicht, war nur Spaß", "Der Nutzer wohnt in Graz", "ja"},
		{"J'habite à Lyon", "non, c'était une blague", "L'utilisateur habite à Lyon", "oui"},
		{"Vivo en Cádiz", "no, era broma", "El usuario vive en Cádiz", "sí"},
		{"Я живу в Казани", "нет, я пошутил", "Пользователь живёт в Казани", "да"},
		{"Я живу у Львові", "ні, це був жарт", "Користувач живе у Львові", "так"},
		{"Ik woon in Gent", "nee, grapje", "De gebruiker woont in Gent", "ja"},
		{"我住在成都", "开玩笑的", "用户住在成都", "好"},
	} {
		stays, back := window{}.says(c.said).bot("Nice."), window{}.says(c.said).bot("Nice.").says(c.back)
		together := func(w window) grounds.View {
			v := w.view()
			for i := range v.Window {
				v.Window[i].TurnID = v.Window[i].ID
			}
			v.TurnID = ""
			return v
		}
		write := grounds.Write{Content: c.claim}
		if v := grounds.Judge(write, together(stays)); !v.Allowed {
			t.Errorf("%q waits: %s", c.claim, v.Reason)
		}
		if v := grounds.Judge(write, together(back)); v.Allowed {
			t.Errorf("%q is kept after %q", c.claim, c.back)
		}
		if v := grounds.Judge(write, back.bot(c.claim+"?").says(c.yes).view()); v.Allowed {
			t.Errorf("%q is kept after %q and a yes", c.claim, c.back)
		}
	}
}

// W3: what a message of a later turn puts in another's place takes that back, but not where it may answer what the bot has asked.
func TestJudge_CorrectedInALaterTurn(t *testing.T) {
	for answer, want := range map[string]bool{"How nice.": false, "How nice. Is one of them five?": true} {
		v := window{}.says("I have two sons").bot(answer).says("no, three").view()
		for i := range v.Window {
			v.Window[i].TurnID = v.Window[i].ID
		}
		v.TurnID = ""
		if got := grounds.Judge(grounds.Write{Content: "User has two sons"}, v); got.Allowed != want {
			t.Errorf("after %q: allowed %t", answer, got.Allowed)
		}
	}
}
