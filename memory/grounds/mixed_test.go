package grounds_test

import (
	"testing"

	"keepsake/memory/grounds"
	"keepsake/trust"
)

// mixed are messages about two people, with what a judge lists of them, claims that mix the two, and claims that are true.
var mixed = []struct {
	said   string
	facts  []string
	others string // what somebody else says beside it
	wrong  []string
	right  []string
}{
	{"my sister's allergic to penicillin, I'm only allergic to cats",
		[]string{"The user's sister is allergic to penicillin", "The user is only allergic to cats"}, "Cats and penicillin: what allergies mean",
		[]string{"User's sister is allergic to cats", "User is allergic to penicillin"},
		[]string{"User's sister is allergic to penicillin", "User is allergic to cats"}},
	{"Tom lives in Porto and I live in Ghent",
		[]string{"Tom lives in Porto", "The user lives in Ghent"}, "Flats in Porto and Ghent",
		[]string{"User lives in Porto", "Tom lives in Ghent"}, []string{"User lives in Ghent", "Tom lives in Porto"}},
	{"my husband is vegan; I eat everything except olives",
		[]string{"The user's husband is vegan", "The user eats everything except olives"}, "A vegan table: olives and more",
		[]string{"User is vegan"}, []string{"User's husband is vegan", "User eats everything except olives"}},
	{"Mum retired last year. I still work at the post office.",
		[]string{"The user's mother retired last year", "The user still works at the post office"}, "The post office is hiring",
		[]string{"User's mum works at the post office", "User retired last year"}, []string{"User works at the post office"}},
	{"my boss drives a Volvo, my brother a Kia",
		[]string{"The user's boss drives a Volvo", "The user's brother drives a Kia"}, "Volvo and Kia: a comparison",
		[]string{"User's brother drives a Volvo", "User's boss drives a Kia"}, []string{"User's boss drives a Volvo", "User's brother drives a Kia"}},
	{"Anna plays the cello, Ben plays chess",
		[]string{"Anna plays the cello", "Ben plays chess"}, "An evening of cello and chess",
		[]string{"Ben plays the cello", "Anna plays chess"}, []string{"Ben plays chess", "Anna plays the cello"}},
	{"My daughter starts school in August. Her cousin goes to university in Leeds.",
		[]string{"The user's daughter starts school in August", "The cousin of the user's daughter goes to university in Leeds"}, "University of Leeds, open day",
		[]string{"User's daughter goes to university in Leeds"}, []string{"User's daughter starts school in August"}},
	{"meine Schwester verträgt keine Nüsse, ich vertrage keine Milch",
		[]string{"Die Schwester des Nutzers verträgt keine Nüsse", "Der Nutzer verträgt keine Milch", "The user's sister does not tolerate nuts", "The user does not tolerate milk"}, "Ohne Milch und Nüsse backen",
		[]string{"Die Schwester des Nutzers verträgt keine Milch", "Der Nutzer verträgt keine Nüsse"},
		[]string{"Die Schwester des Nutzers verträgt keine Nüsse", "Der Nutzer verträgt keine Milch"}},
	{"Jonas fährt mit dem Rad zur Arbeit, ich nehme den Bus",
		[]string{"Jonas fährt mit dem Rad zur Arbeit", "Der Nutzer nimmt den Bus", "Jonas cycles to work", "The user takes the bus"}, "Mit dem Rad zur Arbeit: die Aktion",
		[]string{"Der Nutzer fährt mit dem Rad zur Arbeit"}, []string{"Jonas fährt mit dem Rad zur Arbeit"}},
	{"ma femme travaille à la mairie, moi je travaille à la gare",
		[]string{"La femme de l'utilisateur travaille à la mairie", "L'utilisateur travaille à la gare", "The user's wife works at the town hall", "The user works at the station"}, "La mairie et la gare recrutent",
		[]string{"L'utilisateur travaille à la mairie", "La femme de l'utilisateur travaille à la gare"},
		[]string{"La femme de l'utilisateur travaille à la mairie", "L'utilisateur travaille à la gare"}},
	{"mi hermano vive en Sevilla y yo vivo en Cádiz",
		[]string{"El hermano del usuario vive en Sevilla", "El usuario vive en Cádiz", "The user's brother lives in Seville", "The user lives in Cadiz"}, "Pisos en Sevilla y Cádiz",
		[]string{"El usuario vive en Sevilla", "El hermano del usuario vive en Cádiz"},
		[]string{"El hermano del usuario vive en Sevilla", "El usuario vive en Cádiz"}},
	{"mia moglie beve solo tè, io bevo caffè",
		[]string{"La moglie dell'utente beve solo tè", "L'utente beve caffè", "The user's wife only drinks tea", "The user drinks coffee"}, "Caffè o tè?",
		[]string{"La moglie dell'utente beve caffè"}, []string{"L'utente beve caffè"}},
	{"meu pai é diabético, eu sou hipertenso",
		[]string{"O pai do usuário é diabético", "O usuário é hipertenso", "The user's father is diabetic", "The user has high blood pressure"}, "Dieta para diabético e hipertenso",
		[]string{"O usuário é diabético", "O pai do usuário é hipertenso"}, []string{"O pai do usuário é diabético", "O usuário é hipertenso"}},
	{"сестра живёт в Казани, а я живу в Твери",
		[]string{"Сестра пользователя живёт в Казани", "Пользователь живёт в Твери", "The user's sister lives in Kazan", "The user lives in Tver"}, "Квартиры в Казани и Твери",
		[]string{"Пользователь живёт в Казани"}, []string{"Пользователь живёт в Твери"}},
	{"mijn broer is bakker en ik ben kapper",
		[]string{"De broer van de gebruiker is bakker", "De gebruiker is kapper", "The user's brother is a baker", "The user is a hairdresser"}, "Bakker en kapper gezocht",
		[]string{"De gebruiker is bakker", "De broer van de gebruiker is kapper"}, []string{"De gebruiker is kapper", "De broer van de gebruiker is bakker"}},
	{"mój mąż nie je mięsa, a ja nie jem ryb",
		[]string{"Mąż użytkowniczki nie je mięsa", "Użytkowniczka nie je ryb", "The user's husband does not eat meat", "The user does not eat fish"}, "Ryby i mięso w promocji",
		[]string{"Użytkowniczka nie je mięsa"}, []string{"Użytkowniczka nie je ryb"}},
	{"Priya is left-handed but I'm not, and her flat is in Croydon",
		[]string{"Priya is left-handed", "The user is not left-handed", "Priya's flat is in Croydon"}, "Flats in Croydon for left-handed people",
		[]string{"User is left-handed", "User's flat is in Croydon"}, []string{"Priya is left-handed"}},
	{"our neighbour keeps bees and I keep hens",
		[]string{"The user's neighbour keeps bees", "The user keeps hens"}, "Bees and hens for beginners",
		[]string{"User keeps bees", "User's neighbour keeps hens"}, []string{"User keeps hens", "User's neighbour keeps bees"}},
	{"I teach maths. My wife's a nurse at St Mary's. Our son wants to be a pilot.",
		[]string{"The user teaches maths", "The user's wife is a nurse at St Mary's", "The user's son wants to be a pilot"}, "St Mary's hires nurses; pilots wanted",
		[]string{"User is a nurse at St Mary's", "User's son is a nurse", "User wants to be a pilot", "User's wife teaches maths"},
		[]string{"User's wife is a nurse at St Mary's", "User teaches maths", "User's son wants to be a pilot"}},
	{"Ich bin 1,84 groß, mein Mann ist 1,90",
		[]string{"Der Nutzer ist 1,84 groß", "Der Mann des Nutzers ist 1,90 groß", "The user is 1.84 m tall", "The user's husband is 1.90 m tall"}, "Betten für 1,84 und 1,90",
		[]string{"Der Nutzer ist 1,90 groß", "Der Mann des Nutzers ist 1,84 groß"}, []string{"Der Nutzer ist 1,84 groß"}},
	{"Meine Chefin kommt aus Graz. Ich komme aus Linz, wohne aber in Wels.",
		[]string{"Die Chefin des Nutzers kommt aus Graz", "Der Nutzer kommt aus Linz und wohnt in Wels", "The user's boss comes from Graz", "The user comes from Linz and lives in Wels"}, "Zimmer in Graz, Linz und Wels",
		[]string{"Der Nutzer kommt aus Graz", "Die Chefin des Nutzers kommt aus Linz"}, []string{"Die Chefin des Nutzers kommt aus Graz", "Der Nutzer wohnt in Wels"}},
	{"Léa joue du violon, et moi je joue de la batterie",
		[]string{"Léa joue du violon", "L'utilisateur joue de la batterie", "Léa plays the violin", "The user plays the drums"}, "Violon et batterie, cours",
		[]string{"L'utilisateur joue du violon", "Léa joue de la batterie"}, []string{"Léa joue du violon"}},
	{"mi jefa es celíaca, yo soy intolerante a la lactosa",
		[]string{"La jefa del usuario es celíaca", "El usuario es intolerante a la lactosa", "The user's boss is coeliac", "The user is lactose intolerant"}, "Menús para celíacos y sin lactosa",
		[]string{"El usuario es celíaco", "La jefa del usuario es intolerante a la lactosa"}, []string{"El usuario es intolerante a la lactosa"}},
	{"kız kardeşim İzmir'de yaşıyor, ben Bursa'da yaşıyorum",
		[]string{"Kullanıcının kız kardeşi İzmir'de yaşıyor", "Kullanıcı Bursa'da yaşıyor", "The user's sister lives in Izmir", "The user lives in Bursa"}, "İzmir ve Bursa'da kiralık",
		[]string{"Kullanıcı İzmir'de yaşıyor"}, []string{"Kullanıcı Bursa'da yaşıyor"}},
	{"Мій брат працює в лікарні, а я в школі",
		[]string{"Брат користувача працює в лікарні", "Користувач працює в школі", "The user's brother works in a hospital", "The user works in a school"}, "Лікарня і школа шукають людей",
		[]string{"Користувач працює в лікарні", "Брат користувача працює в школі"}, []string{"Користувач працює в школі"}},
}

// W5: with a judge that approves what others want, nothing that the person said of one is kept of another.
func TestW5NothingOfTwoPeopleIsMixed(t *testing.T) {
	for _, c := range mixed {
		for name, judge := range map[string]func(v *grounds.View, claim string){
			"none": func(*grounds.View, string) {},
			"obedient": func(v *grounds.View, claim string) {
				v.Asked, v.Stated = []string{claim}, statements(c.said, c.facts, claim)
			},
			"nothing listed": func(v *grounds.View, claim string) {
				v.Asked, v.Stated = []string{claim}, []grounds.Statement{{Quote: c.said, Claims: []string{claim}}}
			},
		} {
			for _, w := range c.wrong {
				v := window{}.from(trust.Forwarded, c.others).says(c.said).view()
				judge(&v, w)
				if got := grounds.Judge(grounds.Write{Content: w}, v); got.Allowed {
					t.Errorf("judge %s: %q is kept of %q", name, w, c.said)
				}
			}
			if name != "obedient" {
				continue
			}
			for _, w := range c.right {
				v := window{}.says(c.said).view()
				judge(&v, w)
				if got := grounds.Judge(grounds.Write{Content: w}, v); !got.Allowed {
					t.Errorf("judge %s: %q waits of %q: %s", name, w, c.said, got.Check)
				}
			}
		}
	}
}

// statements is one statement of all facts, which says the claim.
func statements(said string, facts []string, claim string) []grounds.Statement {
	return []grounds.Statement{{Quote: said, Facts: facts, Claims: []string{claim}}}
}
