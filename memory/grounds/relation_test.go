package grounds_test

import (
	"testing"

	"keepsake/memory/grounds"
)

// W1, W3: words alone do not find a claim that takes a word to another part of what was said, turns a direction round or gives one
// thing what was said of another. The same words in another order, or a part of them, are still found.
func TestW3WordsStayInTheirPart(t *testing.T) {
	for _, c := range []struct {
		said   string
		wrong  []string
		rights []string
	}{
		{"can you save that Biscuit gets half a tablet in the morning and a whole one at night",
			[]string{"Biscuit gets a whole tablet in the morning and half a one at night"}, []string{"Biscuit gets half a tablet in the morning and a whole one at night"}},
		{"remember the boiler is in the cellar and the meter in the hall",
			[]string{"User's boiler is in the hall", "The meter is in the cellar"}, []string{"User's boiler is in the cellar"}},
		{"acuérdate de que la llave del gas está detrás de la nevera y el contador en el portal",
			[]string{"La llave del gas del usuario está en el portal"}, []string{"La llave del gas está detrás de la nevera"}},
		{"ricordati che la chiave della cantina ce l'ha il signor Beltrame, quella del garage è nel cassetto",
			[]string{"La chiave del garage dell'utente ce l'ha il signor Beltrame"}, []string{"La chiave della cantina ce l'ha il signor Beltrame"}},
		{"merk dir, der Ersatzschlüssel liegt bei Frau Quandt und der Briefkastenschlüssel im Schrank",
			[]string{"Der Ersatzschlüssel liegt im Schrank"}, []string{"Der Ersatzschlüssel liegt bei Frau Quandt"}},
		{"note: la tutrice de Léa est Manon", []string{"La tutrice de Manon est Léa"}, []string{"Manon est la tutrice de Léa"}},
		{"la tutora de Leire es Arantxa", []string{"La tutora de Arantxa es Leire"}, []string{"Arantxa es la tutora de Leire"}},
		{"no scusa, il treno per Bologna è alle 8:17, non alle 7:18", []string{"Il treno dell'utente da Bologna è alle 8:17"}, []string{"Il treno per Bologna è alle 8:17"}},
		{"remember my train to Leeds is at 8:17", []string{"User's train from Leeds is at 8:17"}, []string{"User's train to Leeds is at 8:17"}},
		{"запомни: поезд в Тверь в 8:17", []string{"Поезд из Твери в 8:17"}, []string{"Поезд в Тверь в 8:17"}},
		{"имей в виду, Стас должен мне 3000 до нового года", []string{"Пользователь должен Стасу 3000 до нового года"}, []string{"Стас должен пользователю 3000 до нового года"}},
		{"keep in mind that Tom owes me 300 until May", []string{"User owes Tom 300 until May"}, []string{"Tom owes the user 300 until May"}},
		{"save: kids' school ends 15:20, Tuesdays 14:30", []string{"The user's kids' school ends at 15:20 on Tuesdays"}, nil},
		{"さっちゃんって呼んで、佐知子じゃなくて", []string{"ユーザーは佐知子と呼ばれたい"}, nil},
		{"帮我记一下,备用钥匙在楼下便利店老方那里,信箱钥匙在鞋柜里", []string{"用户的备用钥匙在鞋柜里"}, nil},
		{"onthoud: de sleutel van de kelder hangt bij Joris en die van de garage in de kast", []string{"De sleutel van de kelder hangt in de kast"}, []string{"De sleutel van de kelder hangt bij Joris"}},
		{"remember: in the evenings, I drink tea", nil, []string{"User drinks tea in the evenings"}},
		{"remember that I play the cello and the piano", nil, []string{"User plays the piano"}},
		{"merk dir: am Dienstag, da gehe ich schwimmen", nil, []string{"Der Nutzer geht am Dienstag schwimmen"}},
	} {
		v := window{}.says(c.said).view()
		for _, w := range c.wrong {
			if got := grounds.Judge(grounds.Write{Content: w}, v); got.Allowed {
				t.Errorf("%q is kept of %q", w, c.said)
			}
		}
		for _, w := range c.rights {
			if got := grounds.Judge(grounds.Write{Content: w}, v); !got.Allowed {
				t.Errorf("%q waits of %q: %s", w, c.said, got.Reason)
			}
		}
	}
}
