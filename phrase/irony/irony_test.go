package irony_test

import (
	"testing"

	"keepsake/phrase/irony"
)

func TestIsMockery(t *testing.T) {
	for said, is := range map[string]bool{
		"Sure, and I'm the Queen of Denmark":                         true,
		"oh yeah I just love being stuck on the M25 for three hours": true,
		"sì certo, vado pazzo per le riunioni 😂":                     true,
		"had ik die bitcoins maar gekocht in 2012":                   true,
		"another meeting, lovely 🙄":                                  true,
		"lol yeah sure, I just love Mondays":                         true,
		"haha sure, I live in a castle":                              true,
		"haha yes, I live in Leeds":                                  false,
		"yes I love jazz":                                            false,
		"Ouais c'est ça, je suis le pape":                            true,
		"Yeah right, I'm the Pope!":                                  true,
		"ja genau, ich bin der Papst":                                true,
		"Sì certo, sono il papa":                                     true,
		"Claro, soy el papa de Roma":                                 true,
		"Claro, eu sou o papa":                                       true,
		"Tak, jestem papieżem":                                       true,
		"ja hoor, ik ben de paus":                                    true,
		"Ага, я Папа Римский":                                        true,
		"Oui c'est ça, je suis le directeur":                         false,
		"Sí, soy el papa de Juan":                                    false,
		"Sì, sono il papà":                                           false,
		"I'm the Pope's nephew":                                      false,
		"I love jazz 😂":                                              false,
		"sure, I live in Leeds":                                      false,
		"had ik al gezegd dat ik in Hoorn woon":                      false,
	} {
		if got := irony.IsMockery(said); got != is {
			t.Errorf("%q: %v", said, got)
		}
	}
}
