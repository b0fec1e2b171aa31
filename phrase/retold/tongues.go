package retold

import (
	"regexp"
	"strings"
)

// tongue is how a language speaks of oneself, and of the user.
type tongue struct {
	user  *regexp.Regexp // the person in a claim
	names []name
	self  map[string]role // words for the speaker
	// before parts words that are written as one with such a word, before a sentence is cut.
	before *strings.Replacer
	// verbs and owned tell a word that the speaker has of themselves, or of what is theirs, and how it is said of the user.
	verbs, owned func(said, claim string) bool
	// joins are words that join clauses: whose second verb is, its form need not tell.
	joins, denies, drops, describing map[string]bool
	clitics                          map[string]string // words that may stand anywhere, and what the user's are; "" = a second word for the person
	adjective                        *regexp.Regexp    // that may stand between an owner and what is theirs
	ownerFirst, isFree, isAccented   bool
	isBare                           bool // "I" alone may say that it is the speaker's: "я врач"
}

// name is how a claim names the person, and the roles that it may have so.
type name struct {
	re    *regexp.Regexp
	roles []role
}

func newName(pattern string, roles ...role) name {
	return name{regexp.MustCompile(`(?:^|[^\pL])(?:` + pattern + `)($|[^\pL])`), roles}
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// rolesOf returns words with their role: "n: εγω; d: μου".
func rolesOf(lines string) map[string]role {
	out := map[string]role{}
	for part := range strings.SplitSeq(lines, ";") {
		r, words, _ := strings.Cut(strings.TrimSpace(part), ":")
		for _, w := range strings.Fields(words) {
			out[w] = role(r[0])
		}
	}
	return out
}

// turning returns what tells a word and its turned form: pairs of whole words ("am=are"), and of endings ("-esc=-ește") behind one stem of two letters
// at least. The stem of pairs with "~" may change its vowel or consonant.
func turning(pairs string) func(said, claim string) bool {
	type pair struct{ said, claim string }
	var whole, endings []pair
	for p := range strings.FieldsSeq(pairs) {
		said, claim, _ := strings.Cut(p, "=")
		for c := range strings.SplitSeq(claim, "|") {
			if rest, ok := strings.CutPrefix(said, "-"); ok {
				endings = append(endings, pair{rest, c})
			} else {
				whole = append(whole, pair{said, c})
			}
		}
	}
	return func(said, claim string) bool {
		if said == claim {
			return false
		}
		for _, p := range whole {
			if said == p.said && claim == p.claim {
				return true
			}
		}
		for _, p := range endings {
			a, is := strings.CutSuffix(said, p.said)
			b, isTurned := strings.CutSuffix(claim, p.claim)
			if is && isTurned && a == b && len([]rune(a)) > 1 {
				return true
			}
		}
		return false
	}
}

var tongues = []*tongue{
	{ // Greek
		user: regexp.MustCompile(`(?i)χρήστη|χρήστρια`), isAccented: true,
		names: []name{newName(`ο χρήστης|η χρήστρια`, doer), newName(`του χρήστη|της χρήστριας`, owner, to), newName(`τ[ονη]ν? χρήστη?(?:ρια)?`, object), newName(`στον χρήστη|στη χρήστρια`, to)},
		self:  rolesOf("n: εγω; g: μου; a: εμουα εμενα; d: εμουδ"), before: strings.NewReplacer("Μου αρέσ", "εμούδ αρέσ", "μου αρέσ", "εμούδ αρέσ", "Με λένε", "εμούα λένε", "με λένε", "εμούα λένε"),
		verbs: turning("τρωω=τρωει -αω=αει|α -ω=ει|α -ομαι=εται -αμαι=αται -ουμαι=ειται ειμαι=ειναι -ηκα=ηκε -σα=σε -ξα=ξε -ψα=ψε ειχα=ειχε ημουν=ηταν"),
		joins: set("και κι ή αλλα ομως αν οταν που οτι πως γιατι επειδη να ωστε μηπως ισως"), denies: set("δεν δε μην μη"),
		clitics: map[string]string{"τον": "", "την": ""}, adjective: regexp.MustCompile(`^(?:αγαπημεν|μεγαλ|μικρ|καλυτερ|πρωτ)`),
	},
	{ // Hungarian
		user:  regexp.MustCompile(`(?i)felhasználó`),
		names: []name{newName(`a felhasználónak`, to, owner), newName(`a felhasználót`, object), newName(`a felhasználó`, doer, owner)},
		self:  rolesOf("n: én; d: nekem; a: engem"), before: strings.NewReplacer(),
		verbs: turning("iszom=iszik|issza eszem=eszik|eszi megyek=megy jövök=jön alszom=alszik vagyok=van -zom=zik -zem=zik -zöm=zik lakom=lakik dolgozom=dolgozik -szem=szi -ezek=ez -ozok=oz -azok=az -ok=| -ek=| -ök=| -om=ja -em=i -öm=i" +
			" születtem=született -tam=t|ott -tem=t|ett -ttam=tt -ttem=tt -tam=ta -tem=te"),
		owned: turning("-am=a|ja -em=e|je -om=a|ja -öm=e|je -ám=ája -ém=éje -óm=ója -őm=ője -ám=ájának -em=ének -am=ának -om=ának -iam=ia fiam=fia apám=apja anyám=anyja"),
		joins: set("és s meg vagy de ha hogy aki ami mert amikor talán"), denies: set("nem se sem nincs"), drops: set("vagyok"),
		clitics: map[string]string{"a": "", "az": ""}, describing: set("kedvenc legjobb nagy kis idősebb fiatalabb új régi egy két három"),
	},
	{ // Romanian
		user:  regexp.MustCompile(`(?i)utilizato`),
		names: []name{newName(`(?:a |al |ai |ale )?utilizator(?:ului|oarei)|(?:a |al |ai |ale )utilizatorului`, owner, to), newName(`utilizator(?:ul|oarea)|utilizatoarea`, doer)},
		self:  rolesOf("n: eu; g: mea meu mei mele; d: îmi"), before: strings.NewReplacer("Nu-mi ", "nu îmi ", "nu-mi ", "nu îmi ", "M-am ", "se ama ", "m-am ", "se ama ", "N-am ", "nu am ", "n-am ", "nu am ", "Nu-s ", "nu sunt ", "s-a ", "se a "),
		verbs: turning("am=are|a ama=a sunt=este|e -esc=ește -ez=ează beau=bea mănânc=mănâncă port=poartă joc=joacă dorm=doarme alerg=aleargă învăț=învață merg=merge cânt=cântă știu=știe scriu=scrie citesc=citește vreau=vrea pot=poate vin=vine conduc=conduce lucrez=lucrează " +
			"fac=face iau=ia stau=stă urăsc=urăște iubesc=iubește plec=pleacă cumpăr=cumpără ador=adoră studiez=studiază înot=înoată gătesc=gătește câștig=câștigă prefer=preferă folosesc=folosește"),
		joins: set("și sau dar dacă că care să când pentru ori poate"), denies: set("nu"), clitics: map[string]string{"mă": "se", "se": "se", "îi": "", "îl": "", "o": "o"},
		adjective: regexp.MustCompile(`^(?:preferat|favorit|mare|mic|bun|vechi|nou)`),
	},
	{ // Czech
		user:  regexp.MustCompile(`(?i)uživatel`),
		names: []name{newName(`uživatele|uživatelky`, owner, object), newName(`uživateli|uživatelce`, to), newName(`uživatel|uživatelka`, doer)},
		self:  rolesOf("n: já; g: můj moje má mého mé mojí mojej mému mou moji; d: mi mně; a: mě mne"), before: strings.NewReplacer(),
		verbs: turning("jsem=je nejsem=není mám=má nemám=nemá chci=chce nechci=nechce můžu=může mohu=může nemůžu=nemůže jím=jí nejím=nejí vím=ví nevím=neví jdu=jde jedu=jede spím=spí nespím=nespí -ím=í -ám=á -uju=uje -uji=uje -iju=ije -iji=ije -ju=je -ji=je -ím=í" +
			" nesu=nese beru=bere píšu=píše peču=peče čtu=čte žiju=žije"),
		joins: set("a i nebo ale když že který která jestli pokud aby protože možná prý"), denies: set("ne"), drops: set("jsem"), clitics: map[string]string{"se": "se", "si": "si"},
		ownerFirst: true, adjective: regexp.MustCompile(`[áýéí]$`),
	},
	{ // Finnish
		user:   regexp.MustCompile(`(?i)käyttäjä`),
		names:  []name{newName(`käyttäjän`, owner), newName(`käyttäjällä`, to), newName(`käyttäjää`, object), newName(`käyttäjä`, doer)},
		self:   rolesOf("n: minä mä; d: minulla mulla; g: minun mun; a: minua"),
		before: strings.NewReplacer("joka aamu", "jokaaamu", "joka päivä", "jokapäivä", "joka ilta", "jokailta", "joka viikko", "jokaviikko", "joka vuosi", "jokavuosi", "joka yö", "jokayö"),
		verbs:  finnish, owned: turning("nimeni=nimi|nimen -ni=|n äitini=äiti isäni=isä lapseni=lapsi lapsen"),
		joins: set("ja tai vai mutta jos että joka kun koska ehkä"), denies: set("en ei"), describing: set("paras vanhin nuorin vanha uusi"),
	},
	{ // Turkish
		user:  regexp.MustCompile(`(?i)kullanıcı`),
		names: []name{newName(`kullanıcının`, owner), newName(`kullanıcıya`, to), newName(`kullanıcıyı`, object), newName(`kullanıcı`, doer)},
		self:  rolesOf("n: ben; g: benim; d: bana; a: beni"), before: strings.NewReplacer(),
		verbs: turning("-yorum=yor -mem=mez -mam=maz -rım=r -rim=r -rum=r -rüm=r -dım=dı -dim=di -dum=du -düm=dü -tım=tı -tim=ti -tum=tu -tüm=tü -yım=| -yim=|"),
		owned: turning("-ım=ı|ısı -im=i|isi -um=u|usu -üm=ü|üsü -am=ası -em=esi -ımın=ısının|ının -imin=isinin|inin -umun=usunun|unun -amın=asının -emin=esinin"),
		joins: set("ve veya ama ki eğer diye çünkü belki ile"), denies: set("değil yok"), describing: set("en büyük küçük eski yeni iki üç"),
	},
	{ // Russian
		user:  regexp.MustCompile(`(?i)пользовател`),
		names: []name{newName(`пользователя|пользовательницы`, owner, object), newName(`пользователю|пользовательнице`, to), newName(`пользователь|пользовательница`, doer)},
		self:  rolesOf("n: я; a: меня; d: мне"), before: strings.NewReplacer(), isBare: true,
		verbs: turning("ем=ест могу=может хочу=хочет -ю=ет|ит -у=ет|ит -шу=сит -жу=дит|зит -чу=тит|чет -щу=стит -лю=ит -юсь=ется|ится -усь=ется|ится -жусь=дится|зится -чусь=тится -шусь=сится -люсь=ится езжу=ездит вожу=водит бегу=бежит"),
		joins: set("и или а но если что который которая когда чтобы хотя возможно может"), denies: set("не нет"),
	},
	{ // Ukrainian
		user:  regexp.MustCompile(`(?i)користувач`),
		names: []name{newName(`користувача|користувачки`, owner, object), newName(`користувачу|користувачеві|користувачці`, to), newName(`користувач|користувачка`, doer)},
		self:  rolesOf("n: я; a: мене; d: мені"), before: strings.NewReplacer(), isBare: true,
		verbs: turning("їм=їсть п'ю=п'є б'ю=б'є можу=може хочу=хоче вчу=вчить лечу=летить -ю=є|ить -у=е|ить -жу=дить|зить|же -чу=тить|чить|че -шу=сить|шить|ше -лю=ить -юся=ється|иться|їться -уся=еться|иться -жуся=диться -чуся=читься|тишся їжджу=їздить"),
		joins: set("і й та або а але якщо що який яка коли щоб хоча можливо може"), denies: set("не нема немає"),
	},
}

// finnishVowel finds the vowel that a Finnish verb ends in before the "n" of the speaker.
var finnishVowel = regexp.MustCompile(`[aeiouyäö]$`)

// irregular are Finnish verbs of the speaker that turn otherwise.
var irregular = map[string]string{"en": "ei", "olen": "on", "luen": "lukee", "teen": "tekee", "näen": "näkee", "jaan": "jakaa", "haen": "hakee", "maksan": "maksaa"}

// finnish tells a verb of the speaker's and of the user's: "asun", "asuu"; the consonant before its last vowel may be another.
func finnish(said, claim string) bool {
	if claim == irregular[said] {
		return true
	}
	stem, ok := strings.CutSuffix(said, "n")
	vowel := finnishVowel.FindString(stem)
	if !ok || vowel == "" || len([]rune(stem)) < 3 {
		return false
	}
	if claim == stem { // "juon", "juo"; "asuin", "asui"
		return strings.HasSuffix(stem, "i") || len(stem) > 1 && finnishVowel.MatchString(strings.TrimSuffix(stem, vowel))
	}
	begin, ok := strings.CutSuffix(claim, vowel+vowel)
	if !ok {
		return false
	}
	rest := strings.TrimSuffix(stem, vowel)
	if begin == rest {
		return true
	}
	for weak, strong := range map[string]string{"t": "tt", "p": "pp", "k": "kk", "d": "t", "v": "p", "nn": "nt", "mm": "mp", "ll": "lt", "rr": "rt", "ng": "nk"} {
		if a, is := strings.CutSuffix(rest, weak); is && begin == a+strong {
			return true
		}
	}
	return false
}
