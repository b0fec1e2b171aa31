package grounds_test

import (
	"testing"

	"keepsake/memory/grounds"
)

// W3: a claim that takes its words from two parts of what was said, makes a sister of a brother, turns round who gives and who gets, or
// leaves out what says which of two is meant, waits where words alone decide. Each row is what was said, and claims that it does not say.
// They were written to get through; 28 of them did.
func TestW3NearMissesWait(t *testing.T) {
	for _, row := range [][]string{
		{"je suis végane depuis janvier, mon copain non, lui il mange de tout", "L'utilisateur mange de tout", "Le copain de l'utilisateur est végane", "L'utilisateur n'est pas végane"},
		{"on est végans à la maison sauf ma fille qui mange du poisson", "L'utilisateur mange du poisson", "La fille de l'utilisateur est végane"},
		{"ma soeur est devenue végane, moi je mange encore du fromage mais plus de viande", "L'utilisateur est végan", "La sœur de l'utilisateur mange du fromage", "L'utilisateur mange de la viande", "L'utilisateur ne mange plus de fromage"},
		{"je ne suis pas végane, juste végétarienne, le miel ça va", "L'utilisatrice est végane", "L'utilisatrice n'est pas végétarienne", "L'utilisatrice ne mange pas de miel"},
		{"j'étais végane, maintenant je mange du poisson", "L'utilisatrice est végane", "L'utilisatrice mangeait du poisson"},
		{"las llaves de repuesto las tiene Marisa la del quinto y las del trastero están en el cajón", "Las llaves del trastero las tiene Marisa", "Las llaves de repuesto están en el cajón", "Las llaves del quinto están en el cajón"},
		{"dejé las llaves a mi vecina Pilar, no al portero", "El usuario dejó las llaves al portero", "Pilar dejó las llaves al usuario", "La vecina del usuario dejó las llaves"},
		{"la llave pequeña abre el buzón, la grande el portal", "La llave grande abre el buzón", "La llave pequeña abre el portal"},
		{"cambié la cerradura, las llaves viejas ya no valen, las nuevas las tiene Bea", "Bea tiene las llaves viejas", "Las llaves nuevas ya no valen", "Las llaves ya no valen"},
		{"the blue key is for the shed and the red one for the bike", "The red key is for the shed", "The blue key is for the bike"},
		{"I lent my drill to Marcus, he lent me his ladder", "Marcus lent the user his drill", "The user lent Marcus his ladder"},
		{"I get up at six, my wife at eight", "The user gets up at eight", "The user's wife gets up at six"},
		{"my daughter does ballet and my son judo", "User's son does ballet", "User's daughter does judo"},
		{"we meet at noon on Mondays and at three on Thursdays", "They meet at three on Mondays", "The meeting is at three on Mondays"},
		{"ich stehe um sechs auf, meine Frau um acht", "Der Nutzer steht um acht auf", "Die Frau des Nutzers steht um sechs auf"},
		{"der kleine Schlüssel ist fürs Rad, der große für den Keller", "Der große Schlüssel ist fürs Rad", "Der kleine Schlüssel ist für den Keller"},
		{"маленький ключ от почтового ящика, большой от подвала", "Большой ключ от почтового ящика", "Маленький ключ от подвала"},
		{"ho prestato il trapano a Marco, non a Luca", "Marco ha prestato il trapano all'utente", "L'utente ha prestato il trapano a Luca"},
		{"emprestei a furadeira pro Marcos", "Marcos emprestou a furadeira ao usuário", "O Marcos emprestou a furadeira para o usuário"},
		{"las llaves las tiene mi vecino Paco del 3ºB", "Las llaves las tiene la vecina del usuario", "Las llaves las tiene el vecino Paco del 3ºA", "Paco del tercero B es el vecino", "Las llaves las tiene Paca", "La vecina Paca del usuario tiene las llaves", "Las llaves las tiene el vecino del 3ºC"},
		{"mi hermano tiene un perro", "La hermana del usuario tiene un perro", "Los hermanos del usuario tienen un perro"},
		{"mi amigo Iker vive en Vigo", "La amiga del usuario vive en Vigo", "Una amiga del usuario vive en Vigo"},
		{"mon cousin habite à Brest", "La cousine de l'utilisateur habite à Brest"},
		{"mon ami joue du piano", "L'amie de l'utilisateur joue du piano"},
		{"mein Nachbar hat den Schlüssel", "Die Nachbarin des Nutzers hat den Schlüssel"},
		{"mein Freund ist Arzt", "Die Freundin des Nutzers ist Ärztin", "Die Freundin des Nutzers ist Arzt"},
		{"мой сосед держит ключ", "Соседка пользователя держит ключ"},
		{"mia cugina vive a Bari", "Il cugino dell'utente vive a Bari"},
		{"minha prima mora em Braga", "O primo do usuário mora em Braga"},
		{"meu vizinho guarda a chave", "A vizinha do usuário guarda a chave"},
		{"mój sąsiad ma klucz", "Sąsiadka użytkownika ma klucz"},
		{"las llaves del trastero están en casa de mi suegra, en el cajón de la entrada", "Las llaves del trastero están en la entrada", "Las llaves del trastero están en el cajón de la suegra", "La suegra del usuario está en el trastero", "Las llaves de casa están en el cajón de la entrada", "Las llaves de la suegra están en el trastero"},
		{"tengo dos juegos de llaves, uno lo tiene Elena y otro mi jefe", "Elena tiene dos juegos de llaves", "El jefe del usuario tiene dos juegos de llaves", "Elena y el jefe tienen dos juegos de llaves", "El jefe tiene las llaves de Elena"},
		{"aulas de piano às terças com a Helena, violino às quintas com o Rui", "Aulas de piano às quintas", "Aulas de violino com a Helena", "Piano com o Rui", "O usuário tem aulas de piano com o Rui", "Aulas de piano às quintas com o Rui", "O usuário tem aulas de violino às terças"},
		{"a aula passou de quarta pra sexta", "A aula passou de sexta para quarta", "A aula é na quarta", "A aula do usuário é às quartas"},
		{"a Bia dá aula de inglês pro meu filho", "O filho do usuário dá aula de inglês para a Bia", "A Bia dá aula de inglês ao usuário", "O filho do usuário dá aula de inglês"},
		{"moved from Bristol to Cardiff in March", "User moved from Cardiff to Bristol", "User moved to Bristol in March", "User moved to Bristol", "User is from Cardiff", "User lives in Bristol"},
		{"I grew up in Bristol but my wife's from Leeds", "User's wife grew up in Bristol", "User is from Leeds", "User grew up in Leeds", "User's wife is from Bristol"},
		{"we left Bristol two years ago, my parents are still there", "User's parents left Bristol", "User left Bristol with their parents", "User's parents left Bristol two years ago", "User is still in Bristol", "User is still there"},
		{"my sister Nell is moving to Bristol, I'm staying in Bath", "User is moving to Bristol", "User's sister Nell is staying in Bath", "User's sister is moving to Bath", "Nell is staying in Bath"},
		{"my sister and her boyfriend split up, she kept the dog", "User's sister's boyfriend kept the dog", "User kept the dog", "Her boyfriend kept the dog", "The boyfriend of the user's sister kept the dog"},
		{"my sister's boyfriend is a chef", "User's sister is a chef", "User's boyfriend is a chef", "The user's sister's a chef"},
		{"my older sister lives abroad, the younger one next door", "User's younger sister lives abroad", "User's older sister lives next door", "User's sister lives next door", "User's sister lives abroad"},
		{"I've a half sister called Wren", "User has a sister called Wren", "User's sister is called Wren"},
		{"my sister in law runs the bakery", "User's sister runs the bakery", "User's sister in law owns the bakery"},
		{"I used to share a flat with my sister", "User shares a flat with their sister", "User's sister shares a flat"},
		{"my sister might come at Christmas", "User's sister comes at Christmas", "User's sister is coming at Christmas"},
	} {
		for _, claim := range row[1:] {
			if v := grounds.Judge(grounds.Write{Content: claim}, window{}.says(row[0]).view()); v.Allowed {
				t.Errorf("%q says %q", row[0], claim)
			}
		}
	}
}
