package governor_test

import (
	"testing"

	"keepsake/phrase"
	"keepsake/phrase/governor"
)

// W3: which claims take a verb without the one that governs it.
func TestIsLeftOut(t *testing.T) {
	for _, c := range []struct {
		said, claim string
		want        bool
	}{
		{"I quit eating meat", "the user eats meat", true},
		{"I quit eating meat", "the user stopped eating meat", false},
		{"I quit eating meat", "the user does not eat meat", false},
		{"I did not quit eating meat", "the user does not eat meat", true},
		{"I forgot to water the plants", "the user waters the plants", true},
		{"I plan to move to Oslo", "the user moves to Oslo", true},
		{"I plan to move to Oslo", "the user intends to move to Oslo", false},
		{"J'aimerais vivre à Rome", "l'utilisateur vit à Rome", true},
		{"Vorrei vivere a Roma", "l'utente vive a Roma", true},
		{"I'd love to live in Rome", "the user lives in Rome", true},
		{"I'd love to live in Rome", "the user would like to live in Rome", false},
		{"I can't swim", "the user does not swim", false},
		{"I enjoy driving", "the user drives", false},
		{"I'm too tired to drive", "the user drives", true},
		{"my boss lets me work at home", "the boss works at home", true},
		{"I want to sing and I swim", "the user swims", false},
		{"ich will nicht umziehen", "der Nutzer will nicht umziehen", false},
		{"no quiero mudarme", "el usuario no se muda", true},
		{"j'ai arrêté de fumer", "l'utilisateur fume", false}, // another form of the verb, which is compared elsewhere
		{"我不想搬家", "用户不搬家", true},
		{"我不想搬家", "用户不想搬家", false},
		{"我戒烟了", "用户抽烟", true},
		{"我戒烟了", "用户不抽烟", false},
		{"冷たい水を飲む", "水を飲む", false},
	} {
		text := func(s string) governor.Text {
			denies := phrase.HasDenial(s)
			return governor.Text{Tokens: phrase.Tokens(s), Words: s, Denies: denies, Negative: denies || phrase.HasNegative(s)}
		}
		isSame := func(claim, said phrase.Token) bool {
			return claim.Term == said.Term || phrase.AreInflections(claim.Term, said.Term) || phrase.AreVerbForms(claim.Term, said.Term)
		}
		if got := governor.IsLeftOut(text(c.said), text(c.claim), isSame); got != c.want {
			t.Errorf("%q of %q: left out %v, want %v", c.claim, c.said, got, c.want)
		}
	}
}
