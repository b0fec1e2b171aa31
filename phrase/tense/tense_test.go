package tense_test

import (
	"strings"
	"testing"

	"keepsake/phrase/tense"
)

// W3: what somebody wants to do is not done, and what was done does not go on.
func TestTurns(t *testing.T) {
	for _, pair := range strings.Split("comprarsi comprato|vendere venduto|comprar comprado|vender vendida|kaufen gekauft|aufgehort aufhoren|продать продал|купит купил|продати продав|sprzeda sprzedał|kupi kupił|mange mangeait|toma tomaba", "|") {
		a, b, _ := strings.Cut(pair, " ")
		if !tense.Turns(a, b) || !tense.Turns(b, a) {
			t.Errorf("%s and %s say the same", a, b)
		}
	}
	for _, pair := range strings.Split("compra compra|compra comprano|venduto venduta|kaufe kaufen|gekauft gekaufte|продал продала|продает продаю|kupuje kupuję|kanalu kanał|stolu stół|gato gatos|estudio estudia|gusta gustan|leben lebt|mama mamy|вода воды|любов любові", "|") {
		a, b, _ := strings.Cut(pair, " ")
		if tense.Turns(a, b) {
			t.Errorf("%s and %s turn", a, b)
		}
	}
}

// W3: what begins later is not so now.
func TestBringsForward(t *testing.T) {
	for _, c := range []struct {
		said, claimed string
		want          bool
	}{
		{"rent goes up to 870 from february", "User's rent is currently 870", true},
		{"its 810 right now", "User's rent is currently 810", false},
		{"rent goes up to 870 from february", "User's rent is 870 from February", false},
		{"vanaf 1 februari ga ik met pensioen", "De gebruiker is al met pensioen", true},
		{"ab märz wohne ich in Kiel", "Der Nutzer wohnt derzeit in Kiel", true},
		{"vanaf 1 februari ga ik met pensioen", "De gebruiker is met pensioen", true},
		{"vanaf 1 februari ga ik met pensioen", "De gebruiker gaat op 1 februari met pensioen", false},
		{"I work from monday to thursday", "User works Monday to Thursday", false},
		{"ich komme ab und zu vorbei", "Der Nutzer kommt derzeit ab und zu vorbei", false},
		{"I'm from Lviv", "User is currently from Lviv", false},
	} {
		if got := tense.BringsForward(tense.Parse(c.claimed), tense.Parse(c.said)); got != c.want {
			t.Errorf("%q of %q: %v", c.claimed, c.said, got)
		}
	}
}

// W3: what is so this week is not so for long.
func TestMakesLasting(t *testing.T) {
	for _, c := range []struct {
		said, claimed string
		want          bool
	}{
		{"I work nights this week", "User works nights", true},
		{"I work nights this week", "User works nights this week", false},
		{"diese woche hab ich nachtschicht", "Der Nutzer hat Nachtschicht", true},
		{"I work nights", "User works nights", false},
		{"we had two hens", "The user has two hens", true},
		{"we had two hens", "The user had two hens", false},
		{"I was vegetarian until last year", "The user is vegetarian until last year", true},
	} {
		if got := tense.MakesLasting(tense.Parse(c.claimed), tense.Parse(c.said)); got != c.want {
			t.Errorf("%q of %q: %v", c.claimed, c.said, got)
		}
	}
}

func TestCompletes(t *testing.T) {
	for _, c := range []struct {
		said, claimed string
		want          bool
	}{
		{"comprar", "comprou", true}, {"comprar", "compraron", true}, {"купить", "купил", true}, {"kaufen", "gekauft", true},
		{"comprou", "comprar", false}, {"comprou", "comprou", false}, {"купил", "купить", false},
	} {
		if got := tense.Completes(c.said, c.claimed); got != c.want {
			t.Errorf("%s of %s completes it: %v", c.claimed, c.said, got)
		}
	}
}
