package quantity_test

import (
	"testing"

	"keepsake/phrase/quantity"
)

// W3: a claim that says how often or how much otherwise differs, in the same words or in other ones.
func TestDiffer(t *testing.T) {
	for _, c := range []struct {
		claim, said string
		want        bool
	}{
		{"Recycling is collected every Wednesday", "recycling is every other wednesday", true},
		{"Recycling is collected every other Wednesday", "recycling is every second wednesday", false},
		{"L'utilisateur a perdu toutes ses ruches", "j'ai perdu deux ruches sur cinq", true},
		{"L'utilisateur a perdu deux de ses cinq ruches", "j'ai perdu deux ruches sur cinq", false},
		{"ユーザーのオリーブには毎朝水やりが必要", "オリーブは水やり週一", true},
		{"ユーザーは毎週オリーブに水をやる", "オリーブは水やり週一", false},
		{"User waters the plants daily", "I water them once a week", true},
		{"User waters the plants every morning", "I water them daily", false},
		{"Пользователь ходит в бассейн каждый день", "хожу в бассейн раз в неделю", true},
		{"Пользователь ходит в бассейн еженедельно", "хожу в бассейн раз в неделю", false},
		{"Der Nutzer hat alle Pflanzen verkauft", "hab die hälfte der pflanzen verkauft", true},
		{"User is off on Fridays", "I'm off every Friday", false},
		{"User takes the pill every day", "I take the pill", false},
		{"User calls every week", "some of us call", true},
		{"User never eats meat", "I hardly ever eat meat", true},
		{"User rarely eats meat", "I hardly ever eat meat", false},
		{"El usuario no come carne", "casi nunca como carne", true},
		{"User does not eat meat", "I don't eat meat", false},
		{"User goes swimming on Mondays", "I go swimming every other Monday", true},
		{"L'utilisateur nage un lundi sur deux", "je nage un lundi sur deux", false},
		{"User lives in Porto", "I live in Porto", false},
		{"Der Nutzer raucht immer auf Partys", "ich rauche manchmal auf partys", true},
		{"Der Nutzer raucht ab und zu auf Partys", "ich rauche manchmal auf partys", false},
		{"L'utilisateur fume souvent", "je fume parfois", true},
		{"User always takes the bus", "I take the bus", false},
	} {
		if got := quantity.Differ(quantity.Parse(c.claim), quantity.Parse(c.said)); got != c.want {
			t.Errorf("%q of %q: %v", c.claim, c.said, got)
		}
	}
}

// W3: what is so if there is little of something is not so if there is any; "a little" is not "little".
func TestDropsScant(t *testing.T) {
	for _, c := range []struct {
		claim, said string
		want        bool
	}{
		{"El usuario va en coche si nieva", "vamos en coche si nieva poco", true},
		{"El usuario va en coche si nieva poco", "vamos en coche si nieva poco", false},
		{"User drives up if there is snow", "we drive up if there's little snow", true},
		{"User drives up if there is snow", "we drive up if there's a little snow", false},
		{"Użytkownik jedzie, jeśli jest śnieg", "jadę, jeśli śniegu jest mało", true},
		{"雪なら車で行く", "雪が少ないなら車で行く", true},
		{"User does not drive if it snows", "if it snows little we drive", false},
	} {
		if got := quantity.DropsScant(quantity.Parse(c.claim), quantity.Parse(c.said)); got != c.want {
			t.Errorf("%q beside %q: %v", c.claim, c.said, got)
		}
	}
}
