package abroad_test

import (
	"testing"

	"keepsake/phrase"
	"keepsake/phrase/abroad"
)

// A claim in English of words in another language shares no more than names and numbers with them; claims in the person's language, and words in
// English, are compared word by word.
func TestIsInAnotherLanguage(t *testing.T) {
	for _, c := range []struct {
		claim, said string
		want        bool
	}{
		{"The user is vegan", "ich bin vegan und esse nicht mal honig", true},
		{"User wants plain text without asterisks and headings", "od teraz pisz do mnie bez tych gwiazdek i nagłówków, zwykłym tekstem", true},
		{"User's burnable rubbish is collected on Wednesdays", "それ隣町のw うちの地区は燃えるゴミ水曜と土曜", true},
		{"User can't eat onions, whether raw or cooked", "ben soğan yiyemiyorum, pişmişi de dokunuyor", true},
		{"The user is vegan", "im vegan, and so is my sister", false},
		{"User dislikes coffee", "i hate coffee", false},
		{"Der Nutzer wohnt in der Lindwurmgasse 12, im dritten Stock", "wir sind in die Lindwurmgasse 12 gezogen, dritter stock", false},
		{"Użytkownik pracuje zdalnie we wtorki", "pracuję zdalnie od teraz, ale nie w piątki", false},
		{"ユーザーは納豆が嫌い", "納豆きらい", false},
		{"The user is vegan", "👍", false},
	} {
		if got := abroad.IsInAnotherLanguage(phrase.Tokens(c.claim), phrase.Tokens(c.said)); got != c.want {
			t.Errorf("%q of %q: %v", c.claim, c.said, got)
		}
	}
}
