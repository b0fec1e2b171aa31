package secret

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// looksRandom accepts what no plain word looks like: digits or signs among letters, digits alone,
// or capitals in the middle.
func looksRandom(v string) bool {
	var letters, digits, signs, inner int
	for i, r := range v {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r) || unicode.Is(unicode.Mc, r):
			letters++
			if i > 0 && unicode.IsUpper(r) && letters > 1 {
				inner++
			}
		case r == '-' || r == '\'' || r == '.' || r == ',' || r == '/':
			// also inside plain words
		default:
			signs++
		}
	}
	if digits > 0 {
		return true
	}
	return letters > 0 && (signs > 0 || inner > 0 && inner < letters-1)
}

// hasDigitOrSign reports whether v has what a name in capitals and small letters, "KeePassXC", has not.
func hasDigitOrSign(v string) bool {
	return strings.ContainsAny(v, "0123456789!@#$%^&*+=_~?<>|\\") && !ordinal(v)
}

// ordinal accepts "90:e", "3rd", "2FA", and the one program whose name begins with a digit.
var ordinal = matcher(`(?i)^(?:\d{1,3}[:.-]?\p{L}{1,3}|1password\S*|\d+[-–]\d+)$`)

// commonTerms look random and are not.
var commonTerms = matcher(`(?i)^(?:sha-?\d+|md5|base-?\d+|utf-?\d+|wpa\d?|oauth\d?|[a-z]{1,3}\d{1,2}|\d+[a-z]{1,2}|\d?fa|1password\S*|\d+(?:st|nd|rd|th|x|er|te|ème|º|ª)|\d+[-.,:/\d]*|(?:iphone|ipad|windows|office|android|ubuntu|galaxy|pixel|ps|xbox|web|level|version|chapter|room|day|year|week|kapitel)-?\d+|[a-z]+-(?:and|und|or|y)-[a-z]+|[a-z]+/[a-z]+|.*[a-z]'[a-z]{1,2}|e-?mail\S*|wi-?fi\S*)$`)

// isHardRandom accepts what looks random beyond doubt: it may follow "password" without a word
// between.
func isHardRandom(v string) bool {
	if utf8.RuneCountInString(v) < 5 || commonTerms(v) || isAddress(v) || isDateOrVersion(v) || strings.ContainsAny(v, "()[]{}=:<>…•") {
		return false
	}
	if hasLetter(v) && hasDigit(v) {
		return true
	}
	return hasLetter(v) && strings.ContainsAny(strings.TrimRight(v, "!?*"), "!@#$%^&*+~?")
}

var (
	dateOrVersion = matcher(`^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}(?:[T ]\S*)?|\d{1,2}[-./]\d{1,2}[-./](?:19|20)\d\d|v?\d+(?:\.\d+){1,3}|\d{1,2}:\d\d(?::\d\d)?|\d{1,3}(?:[.,]\d{3})+|\d+[.,]\d{1,2}|#?\d{1,2})$`)
	address       = matcher(`(?i)^(?:[a-z][a-z0-9+.-]*://\S*|www\.\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:[a-z0-9-]+\.)+(?:com|org|net|de|io|dev|app|ru|fr|es|it|uk|eu|me|tv|info|html?|php|pdf|txt|docx?|png|jpe?g|md|kdbx|xlsx?)(?:/\S*)?|@\w+|/\S+|(?:\d{1,3}\.){3}\d{1,3})$`)
	codeLike      = matcher(`^(?:[A-Z0-9#*]{4,16}|[A-Za-z0-9]{3,8}(?:-[A-Za-z0-9]{3,8}){1,5})$`)
)

// isDateOrVersion reports whether v is a date, a time, a version, an amount.
func isDateOrVersion(v string) bool { return dateOrVersion(v) }

// isAddress reports whether v is an address: of a page, of mail, of a file, of a machine.
func isAddress(v string) bool { return address(v) }

// isCodeLike accepts "K7X9-Q2", "A1B2C3", "4711#".
func isCodeLike(v string) bool { return codeLike(v) && hasDigit(v) }

func hasLetter(v string) bool { return strings.ContainsFunc(v, unicode.IsLetter) }

func hasOnlyLetters(v string) bool {
	return !strings.ContainsFunc(v, func(r rune) bool { return !unicode.IsLetter(r) })
}

func isAllDigits(v string) bool { return strings.Trim(v, "0123456789") == "" }

// isDigits reports whether v is digits, perhaps with one sign between two of them.
func isDigits(v string) bool { return countDigits(v) > 0 && strings.Trim(v, "0123456789- ") == "" }

func countDigits(v string) int {
	n := 0
	for i := range len(v) {
		if v[i] >= '0' && v[i] <= '9' {
			n++
		}
	}
	return n
}

// isStop reports whether a word, in lower case and even, goes on a sentence about a password.
func isStop(low string) bool {
	return tables().is("stop", strings.Trim(low, "'\"`*_.,;:!?"), ^uint32(0))
}

// endings of what is said about a password ("expired", "geändert"), by language.
var endings = map[string][]string{
	"en": {"ed", "n't"}, "de": {"lich", "bar"}, "es": {"ado", "ada", "ido", "ida"}, "pt": {"ado", "ada", "ido", "ida"},
	"it": {"ato", "ata", "uto", "uta"}, "ru": {"ый", "ий", "ая", "ое", "ен", "ан", "ена", "ана", "ит", "ет", "ся"}, "uk": {"ий", "ено", "ано", "ить", "ся"},
	"pl": {"ane", "one", "ione", "ny"}, "cs": {"ane", "ene", "eno", "ano"}, "nl": {"baar", "lijk"},
	"fi": {"ttu", "tty", "nut", "nyt"}, "hu": {"ott", "ett", "tlan", "tlen"}, "tr": {"mis", "mus", "lmali", "lmeli"},
}

// isParticiple reports whether a word has the ending of one that says what happened to a password.
func isParticiple(low string, langs uint32, w *words) bool {
	if utf8.RuneCountInString(low) < 6 {
		return false
	}
	if langs&w.langs["de"] != 0 && strings.HasPrefix(low, "ge") && (strings.HasSuffix(low, "t") || strings.HasSuffix(low, "en")) {
		return true
	}
	for lang, list := range endings {
		if langs&w.langs[lang] != 0 && slices.ContainsFunc(list, func(e string) bool { return strings.HasSuffix(low, e) }) {
			return !strings.HasSuffix(low, "eed")
		}
	}
	return false
}

// verbEndings are what a verb after "my password" ends in, where a password needs no word between.
var verbEndings = []string{"ли", "ла", "ло", "ал", "ил", "ел", "ул", "ет", "ит", "ят", "ют", "ут", "ать", "ить", "еть", "ся", "сь", "ти", "или", "ємо", "ить", "dı", "di", "du", "ti", "tu", "yor", "miyor", "ir", "ott", "ett", "ött", "unk", "nem"}

func hasVerbEnding(low string) bool {
	return slices.ContainsFunc(verbEndings, func(e string) bool { return strings.HasSuffix(low, even(e)) })
}

// matcher returns a predicate for an expression that is compiled when it is first asked.
func matcher(pattern string) func(string) bool {
	compiled := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
	return func(s string) bool { return compiled().MatchString(s) }
}

func sortByLength(list []string) {
	slices.SortStableFunc(list, func(a, b string) int { return len(b) - len(a) })
}
