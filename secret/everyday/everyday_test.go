package everyday_test

import (
	"strings"
	"testing"

	"keepsake/secret/everyday"
	"keepsake/secret/lexicon"
	"keepsake/secret/plain"
)

var words = lexicon.Load()

// A number or a name of everyday talk is known by what stands around it, and a word for a code makes a secret of it.
func TestEverydayTalk(t *testing.T) {
	for _, c := range []struct {
		text, value string
		want        bool
	}{
		{"The door number is 4711", "4711", true},
		{"the code for the door is 4711", "4711", false},
		{"Nimm Tür 1207 auf der linken Seite", "1207", true},
		{"Das Kästchen neben der Tür 4711", "4711", false},
		{"뒷문 번호 2980 비 오니까 물건 안으로 들여주세요", "2980", false},
		{"Gate 4711", "4711", true},
		{"side gate 4711", "4711", false},
		{"Mi taquilla tiene el número 117", "117", true},
		{"my locker is 4711", "4711", false},
		{"our parking spot is 4711", "4711", true},
		{"the code for our parking spot is 4711", "4711", false},
		{"my pin code is 560001, Bangalore", "560001", true},
		{"phone pin code 560001, Bangalore", "560001", false},
		{"המיקוד שלי 6423806", "6423806", true},
		{"Le wifi s'appelle Soleil2020", "Soleil2020", true},
		{"le mot de passe du wifi est Soleil2020", "Soleil2020", false},
		{"connect to the wifi Sunshine2020", "Sunshine2020", true},
		{"Schloss Neuschwanstein 1869", "1869", true},
		{"Schloss 1869", "1869", false},
		{"padlock 2799 at decathlon", "2799", true},
		{"¿Cuál es mi contraseña?", "Cuál", true},
		{"Smile is the password", "Smile", true},
		{"Marmalade is the password", "Marmalade", false},
		{"In the film the password is Swordfish", "Swordfish", true},
	} {
		v := plain.Of(c.text)
		from := strings.Index(v.Plain, plain.Of(c.value).Plain)
		if got := everyday.Is(v, words, from, from+len(plain.Of(c.value).Plain)); got != c.want {
			t.Errorf("Is(%q, %q) = %v", c.text, c.value, got)
		}
	}
}
