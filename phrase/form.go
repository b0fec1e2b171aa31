package phrase

import (
	"regexp"
	"strings"
	"unicode"
)

// This file tells forms of one word from words that only begin alike: "smokes" and "smoking", not "single" and "singer".

// paradigms are endings, of Latin scripts and without marks, of which one word may have any two of a line.
var paradigms = func() (out []map[string]bool) {
	for line := range strings.Lines(`
		e s es ed d ing er ers
		y ies ied ic ically
		al aux
		ico ica icos icas ia ic ici iche ie isch ique iques
		in innen
		e er es en em ern est ste sten te ten test t st n
		t e en et est er te
		ei ou
		e y i a am em
		i io iu eu
		ado ada ato ata ido ida ito uto uta idos idas ados adas ati ate iti ite uti ute
		or ora ores oras ore ori rice essa ressa trice
		on ona ones onas
		ao oes aos
		m ns
		l is
		z ces zes
		a i e o u as os es is
		f ves fe
		que c quent quer qu co ca cos cas
		g ge gue go ga gar gues geons
		eur euse eurs euses
		if ive ifs ives
		er ere ers eres
		ien ienne iens iennes
	`) {
		if words := strings.Fields(line); len(words) > 0 {
			out = append(out, WordSet(line+" "))
		}
	}
	return out
}()

var (
	// romance finds how verbs of Spanish, Portuguese, Italian and French end.
	romance = regexp.MustCompile(`^(?:[aei]?(?:mos|is|nt|n|s|m|r|re|ro|ra|ras|ran|rano|ria|rait|rai|rei|do|da|dos|das|ndo|ba|bas|ban|va|vas|vam|vo|vano|ste|stes|ron|ram|sse|sses|to|ta|ti|te|tes|ts|z|nte|dor|dora)?|iamo|[aeiu]va|[aei]ia|iendo|[aei]?i[eo]?|o|ou|eu|iu|ei|io|ieron|ons|ions|ez|iez|ait|aient|ais|ant|it|is|issent|issait|ees?|u|ue|us|ues|ono|ano|a|(?:[aei]re?|[aei]?ndo|a|e)(?:me|te|se|lo|la|los|las|le|les|nos|mi|si|ti|ci|li))$`)
	// turkishNoun and turkishVerb find endings of Turkish nouns and verbs, and turkishEnd one that is surely Turkish.
	turkishNoun = regexp.MustCompile(`^(?:[kg]|[tdcp])?(?:l[ae]r)?(?:[iu]?m[iu]z|[iu]?n[iu]z|s?[iu]|[iu]?m|[iu]?n)?(?:[yn]?[iuae]|[yn]?[dt][ae]n?|n?[iu]n|[yn]?l[ae])?(?:y?[iu]m|d[iu]r)?$`)
	turkishVerb = regexp.MustCompile(`^(?:[iuae]?yor?|[dt][iu]|m[iu]s|[ae]?c[ae][kg])(?:[iu]?m|s?[iu]n|[iu]z|k|l[ae]r)?$`)
	turkishEnd  = regexp.MustCompile(`(?:yor|yorum|[dt][iu]m|[aei]l[ae]r|l[ae]ri|[dt][ae]n?|[iu]m|n[iu]n|s[iu]|[iu]n|[yn][iuae]|[kg][iuae]|[iu])$`)
)

// AreForms reports whether two words are forms of one by their endings: no other letters follow what they begin with alike.
func AreForms(a, b string) bool {
	x, y := []rune(a), []rune(b)
	if isCyrillic(x[0]) && isCyrillic(y[0]) {
		return a == b || areCyrillicForms(x, y)
	}
	if AreVerbForms(a, b) || !unicode.Is(unicode.Latin, x[0]) || !unicode.Is(unicode.Latin, y[0]) {
		return AreInflections(a, b) || AreVerbForms(a, b)
	}
	same := sameRunes(x, y)
	for stem := same; stem >= max(3, same-2); stem-- {
		if areEndings(ending(x, y, stem), ending(y, x, stem)) {
			return true
		}
	}
	return false
}

// areEndings reports whether one word may have both endings.
func areEndings(p, q string) bool {
	for _, line := range paradigms {
		if (p == "" || line[p]) && (q == "" || line[q]) {
			return true
		}
	}
	haveBoth := func(re *regexp.Regexp) bool { return re.MatchString(p) && re.MatchString(q) }
	return haveBoth(romance) || (turkishEnd.MatchString(p) || turkishEnd.MatchString(q)) && (haveBoth(turkishNoun) || haveBoth(turkishVerb) || isBareOf(p, q))
}

// isBareOf reports whether one ending of a Turkish verb is missing.
func isBareOf(p, q string) bool {
	return p == "" && turkishVerb.MatchString(q) || q == "" && turkishVerb.MatchString(p)
}

// ending returns what follows the stem of a word, without the letter that is doubled where another form ends: "swimming".
func ending(word, other []rune, stem int) string {
	rest := word[stem:]
	if len(other) == stem && len(rest) > 2 && rest[0] == word[stem-1] && !strings.ContainsRune("aeiou", rest[0]) {
		rest = rest[1:]
	}
	return string(rest)
}

// OnlyBeginsLike reports whether a word of a claim is another word than the one that was said and only begins as it does. It is asked of
// the person's words alone: whether a claim has words of others is compared loosely, since there a word too many only makes it wait.
func OnlyBeginsLike(claim, said Token) bool {
	return AreStrangers(claim.Term, said.Term) || claim.Kind != Name && claim.Term != said.Term && !AreSynonyms(claim.Term, said.Term) && !AreForms(claim.Term, said.Term) && AreInflections(claim.Term, said.Term)
}
