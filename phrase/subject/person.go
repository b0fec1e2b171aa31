package subject

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
)

// kin are words for people by what they are to somebody, without marks: one line for each relation, in all languages.
var kin = linesOf(`
	sister sis schwester soeur sœur hermana sorella irma zus siostra сестра
	brother bro bruder frere hermano fratello irmao broer brat брат
	sibling siblings geschwister kardes kardesi kardesim rodzenstwo
	mother mum mom mama mutter mama mere madre mae moeder matka мама мать матери матерью мати матір матері anne annem annesi
	father dad papa vater pere padre pai vader tata ojciec отец папа тато baba babam babasi
	parents folks eltern padres genitori pais ouders rodzice родители батьки
	wife frau femme esposa mujer moglie vrouw zona жена дружина esim esi
	husband hubby mann mari marido marito man maz meza муж чоловік
	son sohn fils hijo figlio filho zoon syn сын син oglum oglu
	daughter tochter fille hija figlia filha dochter corka дочь дочери дочерью дочка донька kiz kizim kizi
	children kids kinder enfants hijos ninos figli filhos kinderen dzieci дети діти
	child kid kind enfant nino bambino crianca dziecko ребенок дитина
	twins zwillinge jumeaux mellizos gemelos gemelli gemeos tweeling
	boss manager chef chefin patron patronne jefe jefa capo chefe baas szef начальник начальница начальниця
	neighbour neighbor nachbar nachbarin voisin voisine vecino vecina vicino vicina vizinho vizinha buurman buurvrouw sasiad sasiadka сосед соседка сусід сусідка
	friend mate freund freundin ami amie copain copine amigo amiga amico amica vriend vriendin przyjaciel przyjaciolka друг подруга
	colleague coworker kollege kollegin collegue colega companero companera collega kolega kolezanka коллега колега
	cousin cousine cousin primo prima cugino cugina neef nicht kuzyn kuzynka кузен кузина
	flatmate roommate mitbewohner mitbewohnerin colocataire colocs companero coinquilino coinquilina huisgenoot
	partner partnerin compagne compagnon pareja
	girlfriend freundin copine novia fidanzata namorada vriendin dziewczyna девушка
	boyfriend freund copain novio fidanzato namorado vriend chlopak парень
	fiance fiancee verlobter verlobte
	ex
	landlord landlady vermieter vermieterin proprietaire casero casera
	godchild godson goddaughter patenkind filleul filleule ahijado ahijada figlioccio figlioccia
	aunt auntie tante tia zia ciotka ciocia тетя тетка тітка teyze hala teyzem halam
	uncle onkel oncle tio zio oom wujek дядя дядько amca dayi amcam dayim
	nephew neffe neveu nipote nipoti sobrino sobrinho bratanek siostrzeniec племянник племінник
	niece nichte nipote nipoti sobrina sobrinha bratanica siostrzenica племянница племінниця
	grandma grandmother granny nan oma grossmutter mamie abuela nonna avo avoa babcia бабушка бабуся
	grandpa grandfather grandad opa grossvater papi abuelo nonno avoo dziadek дедушка дідусь
	grandson granddaughter enkel enkelin nipote nipoti внук внучка онук онука wnuk wnuczka
	кум кума kum kuma
	stepdad stepmum stepson stepdaughter
	suegra schwiegermutter suocera sogra schoonmoeder tesciowa свекровь теща свекруха kaynana kayinvalide
	suegro schwiegervater suocero sogro schoonvader tesc свекор тесть kayinpeder
	cunada schwagerin cognata cunhada schoonzus bratowa szwagierka невестка золовка свояченица baldiz gorumce
	cunado schwager cognato cunhado zwager szwagier шурин деверь свояк kayinbirader eniste`)

// linesOf returns which of these lines each word stands in.
func linesOf(lines string) map[string][]int {
	out := make(map[string][]int)
	for i, line := range strings.Split(lines, "\n") {
		for w := range strings.FieldsSeq(line) {
			out[w] = append(out[w], i)
		}
	}
	return out
}

// IsKin reports whether a word names somebody by what they are to somebody else: "sister", "boss".
func IsKin(term string) bool { return kin[term] != nil }

// others are pairs of endings of one word that make another person of it, or several: "hermano", "hermana"; "ami", "amie"; "sister",
// "sisters"; "Nachbar", "Nachbarin".
var others = strings.Fields("o/a /o os/as o/os a/as o/as a/os /s /e /es /in /innen o/i a/e o/e a/i i/e e/in ora/ore or/ora")

// IsAnotherRelative reports whether two forms of one word name different people, or one and several of them.
func IsAnotherRelative(a, b string) bool {
	if a == b || !IsKin(a) && !IsKin(b) {
		return false
	}
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n > 1 && (slices.Contains(others, a[n:]+"/"+b[n:]) || slices.Contains(others, b[n:]+"/"+a[n:]))
}

// apart are words beside one for a relative that make it another: "sister in law", "half sister", "ex-husband".
var apart = phrase.WordSet("law half step ex former late great foster adoptive adopted god ehemalige ehemaliger frühere früherer belle beau politica politico")

// LeavesOutRelation reports whether a claim takes the relative at i of what was said without a word beside it that makes it another.
func LeavesOutRelation(said []phrase.Token, i int, at []int) bool {
	if !IsKin(said[i].Term) {
		return false
	}
	for _, k := range []int{i - 1, i + 1, i + 2} {
		if k >= 0 && k < len(said) && apart[said[k].Term] && !slices.Contains(at, k) && (k < i) != (said[k].Term == "law") {
			return true
		}
	}
	return false
}

// IsOfRelative reports whether a clause speaks of a relative of the speaker's and not of the speaker, and those of its words that stand
// at leave the relative out: "fine for my sister" is not fine for me.
func IsOfRelative(ts []phrase.Token, at []int) bool {
	isSpeaker := func(t phrase.Token) bool { return t.Kind == phrase.Subject || t.Kind == phrase.Object }
	if len(at) == 0 || slices.ContainsFunc(ts, isSpeaker) {
		return false
	}
	for i, t := range ts {
		if t.Owned && IsKin(t.Term) && !slices.Contains(at, i) {
			return true
		}
	}
	return false
}

// didIt finds a Turkish verb that says what the speaker did: "aldım", "kiraladık".
var didIt = regexp.MustCompile(`[dt][iu][mk]$`)

// omitsI are German and Dutch verbs behind which a clause that they begin leaves "I" out: "hab Jonas 150 Euro geliehen".
var omitsI = phrase.WordSet("hab habe hatte bin war heb")

// DidIt reports whether a clause ends with what the speaker did, in a language whose verbs say so, or leaves "I" out before it.
func DidIt(ts []phrase.Token) bool {
	if len(ts) > 0 && omitsI[ts[0].Term] {
		return true
	}
	return len(ts) > 1 && ts[len(ts)-1].Kind == phrase.Content && didIt.MatchString(ts[len(ts)-1].Term)
}

// visits are the beginnings of words for being somebody's guest, without marks.
var visits = strings.Fields(`stay visit crash ubernacht besuch gast qued aloj hosped log sejourn rend ospit ferm fic
	logeer bezoek гост ночу останов zatrzym odwiedz nocuj goszc kal ziyaret misafir`)

// TurnsVisit reports whether somebody is the speaker's guest in what was said, and the speaker theirs in a claim: "my sister is staying
// with us" does not say that I stay with her.
func TurnsVisit(said, claim []phrase.Token) bool {
	visit := func(ts []phrase.Token) int {
		return slices.IndexFunc(ts, func(t phrase.Token) bool {
			return t.Kind == phrase.Content && slices.ContainsFunc(visits, func(v string) bool { return strings.HasPrefix(t.Term, v) })
		})
	}
	isNamed := func(t phrase.Token) bool {
		return (t.Kind == phrase.Name || IsKin(t.Term)) && slices.ContainsFunc(claim, func(x phrase.Token) bool { return x.Term == t.Term || isSameKin(x.Term, t.Term) })
	}
	guest, n := personOf(said)
	host, m := personOf(claim)
	i, k := visit(said), visit(claim)
	return i >= n && k >= m && i >= 0 && k >= 0 && guest.isOther && !guest.isSelf && host.isSelf && !host.isOther && slices.ContainsFunc(guest.names, isNamed)
}

// LosesOwner reports whether a relative is taken without the one whose relative it is: "the husband of the user's sister", "my sister's
// husband".
func LosesOwner(ts []phrase.Token, at []int) bool {
	isOwner := func(i int) bool {
		return i >= 0 && i < len(ts) && (IsKin(ts[i].Term) || ts[i].Kind == phrase.Name) && !slices.Contains(at, i)
	}
	for _, i := range at {
		if !IsKin(ts[i].Term) {
			continue
		}
		if i > 0 && (ts[i-1].Genitive || ts[i-1].Owned && ts[i].Owned) && isOwner(i-1) {
			return true
		}
		next := i + 1
		for next < len(ts) && (ts[next].Kind <= phrase.Filler || ts[next].Kind == phrase.Owner) {
			next++
		}
		if next > i+1 && isPossession(ts[i+1]) && isOwner(next) {
			return true
		}
	}
	return false
}

// isSameKin reports whether two words name the same relation, in whatever language.
func isSameKin(a, b string) bool {
	return slices.ContainsFunc(kin[a], func(relation int) bool { return slices.Contains(kin[b], relation) })
}

// person is whom a clause is about: the speaker, others, or both; nobody where its beginning does not tell.
type person struct {
	isSelf, isOther bool
	names           []phrase.Token // of the others; none for "she"
}

// personOf returns whom a clause is about, and how many tokens say so.
func personOf(ts []phrase.Token) (p person, n int) {
	for i := 0; i < len(ts); i++ {
		t := ts[i]
		isName := t.Kind == phrase.Name && !phrase.IsCalendar(t.Term) && !(i+1 < len(ts) && ts[i+1].Kind == phrase.Number) // "Shoes 39"
		switch {
		case t.Kind == phrase.Subject:
			p.isSelf = true
			return p, i + 1
		case p.isOther && isPossession(t): // "the cousin of the user's daughter"
			for i++; i < len(ts) && (ts[i].Kind <= phrase.Filler || ts[i].Kind == phrase.Owner || ts[i].Kind == phrase.Name || IsKin(ts[i].Term)); i++ {
			}
			return p, i
		case !p.isOther && isOwnThing(ts, i):
			p.isSelf = true
			return p, i
		case len(p.names) > 0 && ts[i-1].Genitive && IsKin(t.Term): // "Leo's dad" is about the father
			p.names = []phrase.Token{t}
		case isName, t.Counts() && IsKin(t.Term):
			p.isOther, p.names = true, append(p.names, t)
		case t.Kind == phrase.Other:
			p.isOther = true
		case t.Kind == phrase.Content && !p.isOther && t.IsSelfVerb():
			p.isSelf = true
			return p, i + 1
		case t.Kind == phrase.Content, t.Kind == phrase.Copula, t.Kind == phrase.Deny, t.Kind == phrase.Number:
			return p, i
		}
	}
	return p, len(ts)
}

// isOwnThing reports whether the token at i is a thing of the speaker's: "my flat". "My godchild Anna" is somebody.
func isOwnThing(ts []phrase.Token, i int) bool {
	isNamed := i+1 < len(ts) && ts[i+1].Kind == phrase.Name
	return i > 0 && ts[i-1].Kind == phrase.Owner && ts[i].Owned && ts[i].Kind == phrase.Content && !ts[i].Noun && !IsKin(ts[i].Term) && !isNamed
}

// isPossession reports whether a word makes of what follows it the owner of what stands before it; German may do so by an article.
func isPossession(t phrase.Token) bool {
	return t.Kind <= phrase.Filler && (phrase.IsPossessive(t.Term) || t.Term == "der")
}

// cut returns the parts of a clause between conjunctions that somebody else's part begins behind: "my brother is a baker and I cook",
// but not "my wife and I cook".
func cut(ts []phrase.Token) (out [][]phrase.Token) {
	from := 0
	for i := 1; i+1 < len(ts); i++ {
		next := ts[i+1]
		isBeginning := next.Kind == phrase.Subject || next.Kind == phrase.Owner && i+2 < len(ts) && IsKin(ts[i+2].Term)
		if _, n := personOf(ts[from:i]); phrase.IsConjunction(ts, i) && isBeginning && from+n < i {
			out, from = append(out, ts[from:i]), i+1
		}
	}
	return append(out, ts[from:])
}

// Mixes reports whether a statement says of somebody what the clauses say of somebody else, and of nobody else: "Tom lives in Porto, I
// live in Ghent" does not say that Tom lives in Ghent. Where it is open whom a clause is about, it says that of everybody.
func Mixes(statement []phrase.Token, clauses [][]phrase.Token, isSame func(a, b phrase.Token) bool) bool {
	all := withoutThings(append(slices.Clone(clauses), statement), isSame)
	statement, clauses = all[len(clauses)], all[:len(clauses)]
	about, n := personOf(statement)
	if about.isSelf == about.isOther || about.isOther && len(about.names) == 0 || isDense(statement) {
		return false
	}
	has := func(ts []phrase.Token, t phrase.Token) bool {
		return slices.ContainsFunc(ts, func(x phrase.Token) bool { return isSame(t, x) || isSameKin(t.Term, x.Term) })
	}
	var parts [][]phrase.Token
	for _, c := range clauses {
		parts = append(parts, cut(c)...)
	}
	denies := phrase.HasKind(statement, phrase.Deny)
	about.names = alsoCalled(about.names, parts, has)
	var theirs, others [][]phrase.Token
	isTold := false // a clause says something of whom the statement is about
	for _, c := range parts {
		p, m := personOf(c)
		isTheirs := about.isSelf && p.isSelf || slices.ContainsFunc(p.names, func(t phrase.Token) bool { return has(about.names, t) })
		isTold = isTold || isTheirs
		if denial := phrase.IndexKind(c, phrase.Deny); isTheirs && !denies && denial >= 0 {
			c = c[:denial] // "I'm not left-handed": what they deny they do not say
			m = min(m, denial)
		}
		if isTheirs || isDense(c) || p.isSelf == p.isOther || p.isOther && len(p.names) == 0 && about.isOther || mentions(c[m:], about, has) {
			theirs = append(theirs, c)
			continue
		}
		others = append(others, slices.DeleteFunc(slices.Clone(c), func(t phrase.Token) bool { return has(p.names, t) }))
	}
	if !isTold {
		return false
	}
	onlyTheirs, onlyOthers := 0, 0
	for _, t := range statement[n:] {
		if !t.Counts() || has(about.names, t) {
			continue
		}
		isSaid := func(c []phrase.Token) bool { return has(c, t) }
		byThem, byOthers := slices.ContainsFunc(theirs, isSaid), slices.ContainsFunc(others, isSaid)
		switch {
		case byOthers && !byThem && t.Kind != phrase.Content:
			return true
		case byOthers && !byThem:
			onlyOthers++
		case byThem && !byOthers:
			onlyTheirs++
		}
	}
	return onlyOthers > 0 && onlyTheirs == 0 // "drinks" may be left out of what the second one drinks
}

// withoutThings returns clauses whose names are names only of somebody, as far as that can be told: each clause begins with a capital
// letter, and so does each German noun.
func withoutThings(clauses [][]phrase.Token, isSame func(a, b phrase.Token) bool) [][]phrase.Token {
	isWritten := func(t phrase.Token, kind phrase.Kind, isGerman bool) bool {
		return slices.ContainsFunc(clauses, func(c []phrase.Token) bool {
			return phrase.AreGerman(c) == isGerman && slices.ContainsFunc(c, func(x phrase.Token) bool { return x.Kind == kind && isSame(t, x) })
		})
	}
	out := make([][]phrase.Token, len(clauses))
	for i, c := range clauses {
		isGerman := phrase.AreGerman(c)
		out[i] = slices.Clone(c)
		for k, t := range c {
			isFirst := k == 0 || k == 1 && c[0].Kind == phrase.Owner // "Занятия пользователя" begins with the lessons
			isThing := isGerman && !isWritten(t, phrase.Name, false) || isFirst && isWritten(t, phrase.Content, isGerman)
			if t.Kind == phrase.Name && !IsKin(t.Term) && isThing {
				out[i][k].Kind = phrase.Content
			}
		}
	}
	return out
}

// isDense reports whether tokens are of a script without spaces, in which nobody is told from what they do.
func isDense(ts []phrase.Token) bool {
	return slices.ContainsFunc(ts, func(t phrase.Token) bool { return phrase.IsDense(phrase.FirstRune(t.Term)) })
}

// mentions reports whether what a clause says of somebody has a person in it as well.
func mentions(ts []phrase.Token, p person, has func([]phrase.Token, phrase.Token) bool) bool {
	return slices.ContainsFunc(ts, func(t phrase.Token) bool {
		return p.isSelf && (t.Kind == phrase.Subject || t.Kind == phrase.Object || t.Kind == phrase.Owner) || p.isOther && (t.Kind == phrase.Other || has(p.names, t))
	})
}

// alsoCalled returns names with what clauses call the same person: "my sister Anna", "my boss is Lena".
func alsoCalled(names []phrase.Token, clauses [][]phrase.Token, has func([]phrase.Token, phrase.Token) bool) []phrase.Token {
	out := slices.Clone(names)
	for _, c := range clauses {
		p, n := personOf(c)
		called := p.names
		if n < len(c) && c[n].Kind == phrase.Copula {
			for n++; n < len(c) && (c[n].Kind == phrase.Name || c[n].Kind == phrase.Owner || c[n].Kind == phrase.Frame || IsKin(c[n].Term)); n++ {
				if c[n].Counts() {
					called = append(slices.Clone(called), c[n])
				}
			}
		}
		if slices.ContainsFunc(called, func(t phrase.Token) bool { return has(names, t) }) {
			out = append(out, called...)
		}
	}
	return out
}
