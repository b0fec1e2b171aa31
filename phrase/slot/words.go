package slot

import (
	"slices"
	"strings"

	"keepsake/phrase"
)

// Words by the part they play, folded and without marks, of all languages together: a word that
// plays another part in another language is left out, or stands where a mistake costs less.
var (
	nominatives = phrase.WordSet(`i you ты вы tú user users ich benutzer nutzer anwender benutzerin nutzerin anwenderin yo usuario usuaria je j utilisateur utilisatrice
		eu utilizador io utente ik gebruiker я пользователь користувач ja uzytkownik uzytkowniczka kullanici ben anvandaren anvandare jag
		المستخدم انا המשתמש אני pengguna saya उपयोगकर्ता मैं`)
	genitives = phrase.WordSet(`your yours dein deine deiner deines deinem tu tus ton ta tes votre vos teu tua tuo твой твоя твоё твои твоего ваш ваша my mine me benutzers nutzers anwenders mein meine meiner meines meinem meinen mir mich mi mis mon ma mes meu minha meus minhas
		mio mia miei mie mijn mij мой моя мое мои моего моей меня мне пользователя пользователю пользователем мій моя моє мої мене мені користувача
		moj moje mojego mojej mnie uzytkownika kullanicinin benim anvandarens min mitt mina मेरा मेरी मेरे`)
	copulas = phrase.WordSet(`is are was were be been am ist sind war bin sei es son era soy ser est sont etait etaient suis sono sou foi fue zijn ben это является был
		была было были jest byl byla bylo ar var waren eram`)
	pasts    = phrase.WordSet(`was were been war waren era eram fue foi etait etaient был была было были byl byla bylo var`)
	neutrals = phrase.WordSet(`the a an this that these those it its he she his her they their him them at in on to of as by about into named that who which also
		currently now and always usually really very s d l
		der die das den dem des ein eine einen einem einer eines er sie sein seine ihr ihre und im am zum zur zu auf an bei beim dass derzeit aktuell
		immer el la los las lo un una unos unas de del en al que se su sus y le les des du et au aux dans sur qui il elle ils sa ses son leur c qu
		os as um uma o da das dos em no na nos nas ao e sua seu suas seus uno della dello dell dei degli delle nel nella sul sulla ai gli che si suo sua
		het te van op er zijn aan dat в на у к о об и а w na do i sie ze bir ve i pa att ett en det till av
		yang di ke dari`)
	lights = phrase.WordSet(`has have had with without for from near against before after until during
		hat habe haben mit fur von aus vor nach gegen bis seit wahrend tiene tengo con para por desde hasta sin
		ai avec pour par chez depuis tem tenho com ha ho per heeft heb met voor uit
		с со для от из до после przed z dla od ma mam med for fran har`)
	comparisons = phrase.WordSet(`over than rather instead versus als statt lieber anstatt gegenuber que plutot plutôt invece piuttosto dan boven чем вместо
		niz zamiast yerine framfor hellre owes lends schuldet`)
	// manners follow "lives" and "works" where no place does.
	manners = phrase.WordSet(`with alone together from out hard well remotely mit allein zusammen hart con solo sola juntos avec seul seule ensemble com sozinho
		sozinha da samen alleen met с со один одна вместе z sam sama`)
	// asWords follow "works" where a job follows.
	asWords        = phrase.WordSet(`as als como comme come кем jako som olarak`)
	germanArticles = phrase.WordSet(`der die das des dem den ein eine benutzers nutzers mein meine`)
	// manies are the nouns of which a person may have several at a time.
	manies = phrase.WordSet(`sister brother sibling child son daughter kid friend colleague coworker neighbor neighbour aunt uncle cousin niece nephew pet
		hobby hobbies interest allergy skill language project goal teammate client customer student roommate flatmate grandchild
		schwester bruder kind sohn tochter freund freundin kollege kollegin nachbar nachbarin tante onkel cousin cousine nichte neffe haustier hobby
		allergie sprache projekt ziel kunde schuler
		hermana hermano hija hijo amiga amigo colega companero companera vecino vecina tia tio prima primo sobrina sobrino mascota aficion alergia
		idioma proyecto soeur frere fille fils enfant ami amie collegue voisin voisine tante oncle cousine animal loisir langue projet
		irma irmao filha filho vizinho vizinha alergia sorella fratello figlia figlio amica amico collega vicino vicina cugino cugina
		zus broer dochter zoon vriend vriendin buurman buurvrouw сестра сестрой брат братом дочь сын друг подруга коллега сосед соседка тетя дядя
		племянник племянница хобби siostra brat corka syn przyjaciel przyjaciolka kolega kolezanka sasiad sasiadka
		kardesi kardes oglu kizi arkadasi arkadas komsusu syster bror dotter van kollega granne`)
	// singles are the groups of verbs that take one value at a time.
	singles = phrase.WordSet("#live #work #name #born #married #native #earn #weigh #wake")
)

// groups maps words, and stems the beginnings of words, to the name of what they mean.
var (
	groups = namedSets(map[string]string{
		"#live": `live lives living reside resides residing wohnt wohne wohnen wohnhaft lebt lebe vive vivo reside resido habite habitent vit vis abita abito vivo
			mora moro woont woon живет живу проживает проживаю живе живу мешкае mieszka mieszkam yasiyor yasiyorum oturuyor bor tinggal relocated moved
			يعيش اعيش يسكن اسكن גר גרה रहता रहती`,
		"#work": `work works working worked arbeitet arbeite trabaja trabajo travaille trabalha trabalho lavora lavoro werkt werk работает работаю працює працюю
			pracuje calisiyor calisiyorum arbetar jobbar bekerja employed angestellt beschaftigt يعمل اعمل`,
		"#name": `called name named heisst heisse name llama llamo nombre appelle nom chama chamo nome chiama chiamo heet naam зовут имя имени звати звуть имʼя nazywa
			imie adi adim heter namn nama`,
		"#born":     `born geboren nacio naci ne nee nasceu nasci nato nata родился родилась urodzil urodzila dogdu fodd`,
		"#birthday": `birthday geburtstag cumpleanos anniversaire aniversario compleanno verjaardag рождения urodziny fodelsedag`,
		"#prefer":   `prefer prefers preferred bevorzugt bevorzuge prefiere prefiero prefere prefere prefiro preferisce preferisco verkiest предпочитает предпочитаю woli wole foredrar`,
		"#like": `like likes love loves enjoys enjoy adores mag liebt liebe gusta gustan encanta aime adore ama adora gosta piace любит люблю нравится lubi lubie
			kocha seviyor gillar alskar`,
		"#hate":     `hate hates dislike dislikes loathes hasst hasse odia odio detesta deteste odeia ненавидит ненавижу nienawidzi hatar`,
		"#favorite": `favorite favourite favorito favorita prefere preferee preferito preferita favoriet lieblings любимый любимая любимое ulubiony ulubiona ulubione favoritt`,
		"#boss": `boss chef chefin vorgesetzter vorgesetzte manager supervisor jefe jefa patron capo chefe начальник начальница начальником босс szef szefowa patronu
			baas leidinggevende`,
		"#spouse":     `wife husband spouse partner ehefrau ehemann frau mann esposa esposo marido pareja femme mari epouse moglie marito mulher vrouw жена муж zona maz`,
		"#married":    `married verheiratet casado casada marie mariee sposato sposata getrouwd женат замужем zonaty`,
		"#earn":       `earns earn verdient gana gagne guadagna ganha verdient зарабатывает`,
		"#weigh":      `weighs weigh wiegt pesa pese weegt весит`,
		"#wake":       `wakes wake`,
		"#peanut":     `peanut peanuts groundnut`,
		"#vegetarian": `vegetarian vegetarier vegetarierin vegetariano vegetariana vegetarien vegetarienne вегетарианец вегетарианка wegetarianin wegetarianka vegetarisch`,
		"#vegan":      `vegan veganer veganerin vegano vegana vegane веган веганка weganin weganka veganistisch`,
	})
	stems = []struct{ stem, group string }{
		{"предпоч", "#prefer"}, {"проживa", "#live"}, {"переехал", "#live"}, {"umgezogen", "#live"},
	}
)

// IsResidence reports whether a term is a verb that says where somebody lives, and states nothing without the place.
func IsResidence(term string) bool { return groups[term] == "#live" }

// exclusives are words of which one at a time is true.
var exclusives = sets(
	`#married single divorced widowed engaged separated ledig geschieden verwitwet verlobt soltero soltera divorciado divorciada celibataire divorce divorcee
		celibe nubile solteiro solteira divorziato холост разведен разведена незамужем`,
	`#vegetarian #vegan pescatarian omnivore pescetarian pescetariano carnivore`,
	`left right links rechts izquierda derecha gauche droite lefthanded righthanded`,
	`morning mornings evening evenings afternoon afternoons night nights morgens abends mittags nachmittags morgen abend vormittags manana tarde noche matin soir mattina
		sera manha noite утром вечером ochtend avond`,
	`short long brief detailed concise kurze lange kurz lang ausfuhrliche knappe cortas largas corto largo breves detalladas courtes longues court brevi lunghe
		curtas longas короткие длинные подробные краткие korte`,
	`tea coffee tee kaffee te cafe the tè caffe cha чай кофе thee koffie herbata kawa`,
	`dark light dunkel hell dunkles helles oscuro claro sombre clair scuro chiaro темная светлая темную светлую`,
	`aisle window gang fenster pasillo ventana couloir hublot corridoio finestrino проходу окна`,
	`formal informal formell informell du sie formale informale`,
	`email emails phone calls call texts sms telefon anruf mail mails correo llamadas`,
	`nurse teacher doctor lawyer engineer programmer developer baker chef pilot plumber electrician accountant architect designer journalist carpenter farmer
		student retired unemployed musician dentist vet pharmacist`,
	`krankenpfleger krankenschwester lehrer lehrerin arzt arztin anwalt anwaltin ingenieur ingenieurin programmierer baecker koch kochin pilot architekt
		architektin rentner student studentin tischler journalist journalistin`,
	`enfermero enfermera maestro maestra profesor profesora medico medica abogado abogada ingeniero ingeniera programador programadora cocinero cocinera arquitecto
		arquitecta estudiante periodista`,
	`infirmier infirmiere professeur professeure medecin avocat avocate ingenieur ingenieure cuisinier cuisiniere architecte etudiant etudiante journaliste boulanger`,
	`infermiere infermiera insegnante medico avvocato ingegnere cuoco cuoca architetto studente studentessa giornalista`,
	`enfermeiro enfermeira professor professora medico advogado advogada engenheiro engenheira cozinheiro arquiteto estudante jornalista`,
	`медсестра учитель учительница врач юрист инженер программист повар архитектор студент студентка журналист пенсионер`,
	`cat cats dog dogs`,
	`windows linux mac macos android iphone`,
	`metric imperial celsius fahrenheit`,
)

// isExclusive reports whether two different words cannot both be true.
func isExclusive(a, b word) bool {
	if a.term == b.term {
		return false
	}
	if a.term == "#like" && b.term == "#hate" || a.term == "#hate" && b.term == "#like" {
		return true
	}
	for _, set := range exclusives {
		if set[a.term] && set[b.term] {
			return true
		}
	}
	return false
}

// akin lists, for each word or group, the words whose meaning is the same or excludes it.
var akin = func() map[string][]string {
	out := make(map[string][]string)
	for w, g := range groups {
		out[g] = append(out[g], w)
	}
	for _, set := range exclusives {
		var all []string
		for w := range set {
			all = append(append(all, out[w]...), strings.TrimPrefix(w, "#"))
		}
		for w := range set {
			out[w] = append(slices.Clone(out[w]), all...)
		}
	}
	out["#like"], out["#hate"] = append(slices.Clone(out["#like"]), out["#hate"]...), append(slices.Clone(out["#hate"]), out["#like"]...)
	out["#born"], out["#birthday"] = append(slices.Clone(out["#born"]), out["#birthday"]...), append(slices.Clone(out["#birthday"]), out["#born"]...)
	for g := range out {
		slices.Sort(out[g])
		out[g] = slices.Compact(out[g])
	}
	return out
}()

func sets(words ...string) []map[string]bool {
	out := make([]map[string]bool, len(words))
	for i, w := range words {
		out[i] = phrase.WordSet(w)
		for _, name := range strings.Fields(w) {
			out[i][name] = true
		}
	}
	return out
}

func namedSets(words map[string]string) map[string]string {
	out := make(map[string]string)
	for name, ws := range words {
		for w := range phrase.WordSet(ws) {
			out[w] = name
		}
	}
	return out
}
