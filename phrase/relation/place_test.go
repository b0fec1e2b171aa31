package relation_test

import (
	"testing"

	"keepsake/phrase/relation"
)

// W3: what is at somebody's place is neither at the person's, nor theirs for that.
func TestMovesPlace(t *testing.T) {
	for _, c := range []struct {
		said, claim string
		want        bool
	}{
		{"the summer tyres are at my brother's in the garage", "The brother's summer tyres are at the user's in the garage", true},
		{"the summer tyres are at my brother's in the garage", "User's brother's summer tyres are in the garage", true},
		{"the summer tyres are at my brother's in the garage", "The summer tyres are at the user's brother's in the garage", false},
		{"the keys are with my neighbour", "The neighbour's keys are with the user", true},
		{"the keys are with my neighbour", "The keys are with the user's neighbour", false},
		{"my brother lives with me", "The user's brother lives with the user", false},
		{"I had lunch with Tom at home, he lives with us", "Tom lives with the user", false},
		{"die sommerreifen liegen bei meinem bruder in der garage", "Die Sommerreifen vom Bruder des Nutzers liegen beim Nutzer in der Garage", true},
		{"die sommerreifen liegen bei meinem bruder in der garage", "Die Sommerreifen liegen beim Bruder des Nutzers in der Garage", false},
		{"mein rad steht bei tom", "Toms Rad steht beim Nutzer", true},
		{"ich arbeite bei Siemens", "Der Nutzer arbeitet bei Siemens", false},
		{"les pneus sont chez mon frère", "Les pneus du frère sont chez l'utilisateur", true},
		{"las llaves están en casa de mi hermana", "Las llaves de la hermana están en casa del usuario", true},
		{"le chiavi sono da mia sorella", "Le chiavi della sorella sono dall'utente", true},
		{"le chiavi sono da mia sorella", "Le chiavi sono dalla sorella dell'utente", false},
		{"as chaves estão na casa da minha irmã", "As chaves estão na casa do usuário", true},
		{"de sleutels liggen bij mijn zus", "De sleutels liggen bij de gebruiker", true},
		{"ключи лежат у моей сестры", "Ключи лежат у пользователя", true},
		{"у меня ключи от квартиры сестры", "Ключи сестры у пользователя", false},
		{"klucze są u mojej siostry", "Klucze są u użytkownika", true},
	} {
		if got := relation.MovesPlace(c.claim, c.said); got != c.want {
			t.Errorf("MovesPlace(%q, %q) = %v", c.claim, c.said, got)
		}
	}
}
