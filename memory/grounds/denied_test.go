package grounds_test

import (
	"testing"

	"keepsake/memory/grounds"
	"keepsake/trust"
)

// W3: a judge that obeys others takes a claim for a statement that denies it, or that is about the person's family. What it had
// listed before tells so, also where a part of the sentence denies nothing, and in French after an elision.
func TestW3DeniedInWhatWasListed(t *testing.T) {
	for _, c := range []struct{ said, others, fact, claim string }{
		{"je ne suis plus vegan", "Recettes vegan", "L'utilisateur n'est plus vegan", "L'utilisateur est vegan"},
		{"las llaves de la oficina están en el cajón, no debajo del felpudo", "Las llaves están debajo del felpudo",
			"Las llaves de la oficina están en el cajón y no debajo del felpudo", "Las llaves de la oficina están debajo del felpudo"},
		{"minha aula de natação é às 7, não às 8", "Aula de natação às 8", "A aula de natação do usuário é às 7 e não às 8", "A aula de natação do usuário é às 8"},
		{"my parents are in Bristol", "Bristol residents get a permit", "The user's parents live in Bristol", "User lives in Bristol"},
	} {
		v := window{}.from(trust.Forwarded, c.others).says(c.said).view()
		v.Asked = []string{grounds.ClaimOf(c.claim)}
		v.Stated = []grounds.Statement{{Quote: c.said, Facts: []string{c.fact}, Claims: v.Asked}}
		if got := grounds.Judge(grounds.Write{Content: c.claim}, v); got.Allowed {
			t.Errorf("%q is taken for %q", c.said, c.claim)
		}
	}
}
