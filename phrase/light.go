package phrase

import (
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/text"
)

// lightWords are words that say of what kind the words beside them are, or carry them: "number", "people", "has". A
// claim may add or leave them out, since they state nothing of their own.
var lightWords = WordSet(`number type kind size group name topic title word words person people persons time day date year o'clock pm am hour hours address
	take takes has have having use uses using do does doing get gets make makes keep keeps go goes see sees receive receives include includes including than
	goal aim plan name names called home house household phone alcohol
	nummer telefonnummer zahl art größe gruppe thema titel wort wörter personen leute mensch menschen uhr stunde stunden jahre jahren alt adresse farbe einheit nachricht nachrichten ziel haushalt betrag beträge nach verwenden verwendet benutzt nutzt nimmt bekommt erhält macht geht lesen sehen hören
	número tipo tamaño grupo tema nombre palabra palabras persona personas gente hora horas años año dirección color mensaje mensajes incluido incluida incluidos objetivo hogar usa usar hace recibir
	numéro type taille groupe sujet titre nom mot mots personne personnes gens heure heures ans âge adresse couleur message messages compris but foyer utilise utiliser fait recevoir plus
	numero tipo misura gruppo tema titolo nome parola parole persona persone ora ore anni indirizzo colore messaggio messaggi obiettivo
	tamanho grupo assunto título nome palavra palavras pessoa pessoas hora horas anos endereço cor mensagem mensagens
	номер телефон тип размер группа тема имя слово слов слова человек люди час часа часов год года лет адрес цвет сообщение сообщения цель зовут может уровень уровня процент процентов
	bierze biorę takes prende prend prendre toma tomar neemt slikt принимает пьёт приймає alıyor içiyor
	numara numarası kişi saat yaşında yıl yıldır gün adı ismi adında isimli kullanıyor yapıyor gidiyor
	nummer soort grootte groep naam woord persoon personen mensen uur jaar dag datum gaat doet krijgt gebruikt maakt heet
	numer typ rozmiar grupa imię imieniu nazwa słowo osoba osoby ludzie godzina godzinie rok lata lat dzień adres kolor ma mają idzie jedzie jeździ chodzi dostaje używa robi
	номер розмір група ім'я назва слово людина люди година годині рік роки років день адреса колір має мають йде їде їздить ходить отримує робить звати
	идет едет ездит ходит имеет получает использует пользуется делает имени день
	يوم ايام ساعة الساعة سنة سنوات عام شهر رقم اسم اسمه اسمها اسمي يسمى تسمى شخص اشخاص عمره عمرها عمري لديه لديها لدي عنده عندها عندي عند يستخدم يذهب لانه لانها لان وهو وهي
	tiene
	account colour color unit units message messages reading text texts until further notice instead mentioned`)

// IsLight reports whether a term states nothing of its own.
func IsLight(term string) bool {
	return lightWords[term] || strings.ContainsRune(dateUnits, FirstRune(term)) && utf8.RuneCountInString(term) == 1
}

// AreGerman reports whether tokens are of a German sentence, where every noun is written like a name.
func AreGerman(ts []Token) bool {
	return slices.ContainsFunc(ts, func(x Token) bool { return germanWords[x.Term] })
}

var germanWords = WordSet(`ich du der die das und nicht ist ein eine mein meine dass wir mit auf für zu im am den dem bitte möchte hat kein keine des keinen ohne beim vom seit will soll`)

// prepositions say what part somebody has in a statement.
var prepositions = WordSet(`at of in on to for from with by about into under over after before until since without against between near through
	von vom bei beim im in am an auf mit für zum zur zu nach aus seit bis ohne unter über vor hinter neben gegen durch um ab
	del de en con para por sin sobre desde hasta contra entre a al
	du des dans sur pour avec par chez sans depuis jusque contre entre au aux
	do da dos das em com no na nos nas ao pro pra pros pras aos
	della dello dei degli delle di nel nella sul con per da dal
	met voor van bij op uit naar
	в во на с со к ко от для по о об у из за до без над под при через з із зі від біля під перед
	w z do od na nad pod przy przez przed dla bez po za
	من الى في على عن مع حتى
	`)

// conjunctions join parts of a clause.
var conjunctions = WordSet("and but while whereas und aber während et mais y pero e mas ma maar i ale и а но ve ama")

// buts are conjunctions behind which a denial no longer holds.
var buts = WordSet("but aber pero mais mas ma maar ama ale но а але sondern sino")

// IsBut reports whether a conjunction sets what follows against what stands before it.
func IsBut(term string) bool { return buts[term] }

// dutch are words of which Dutch has one in nearly each sentence: there "en" is no preposition.
var dutch = WordSet("ik het een mijn niet naar van wij met voor zijn haar")

// IsConjunction reports whether the token at i joins parts of a clause.
func IsConjunction(ts []Token, i int) bool {
	isDutch := func(t Token) bool { return dutch[t.Term] }
	next := func(n int, words string) bool {
		return i+n < len(ts) && slices.Contains(strings.Fields(words), ts[i+n].Term)
	}
	switch ts[i].Term {
	case "mas", "mais": // Spanish and Portuguese "more"
		if next(1, "de do que") || next(2, "que do") {
			return false
		}
	case "ma": // a French "my" as well
		return next(1, "il lo la l i gli le non mio mia miei mie io lui lei")
	case "en":
		return ts[i].Kind <= Filler && (next(1, "de het een mijn ik wij we") || slices.ContainsFunc(ts, isDutch))
	}
	return ts[i].Kind <= Filler && conjunctions[ts[i].Term]
}

// Role returns the preposition that a token stands behind, articles, owners and attributes apart; "" for none.
func Role(ts []Token, at int) string {
	for i := at - 1; i >= 0 && at-i <= 4; i-- {
		switch t := ts[i]; {
		case prepositions[t.Term] && t.Kind != Content && t.Kind != Name:
			return t.Term
		case articles[t.Term], t.Kind == Owner, t.Kind == Content && at-i == 1, t.Kind == Name && at-i == 1, t.Kind == Filler:
		default:
			return ""
		}
	}
	return ""
}

// IsRelative reports whether a clause tells more about what stands before it or in it: "a man who works there".
func IsRelative(s string) bool {
	ts := text.Terms(s)
	for i, t := range ts {
		switch t {
		case "who", "whose", "whom", "which", "qui", "dont", "quien", "quienes", "cuyo", "cuya", "cujo", "cui", "который", "которая", "которое", "которые", "которого", "которои", "которому", "которую", "котором":
			return true
		case "der", "die", "das", "deren", "dessen", "che", "quem":
			if i == 0 {
				return true
			}
		}
	}
	return false
}

// IsComplement reports whether a clause is what the one before says, thinks or denies: "…, that I smoke".
func IsComplement(s string) bool {
	for _, t := range text.Terms(s) {
		return complements[t]
	}
	return false
}

var complements = WordSet(`that dass daß ob que qu che dat att að что чтобы будто якобы ki że ze`)
