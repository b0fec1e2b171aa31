// Package looks knows what a token looks like by itself: random, a date, an address, a hash, a
// placeholder, a key of no known vendor. It sees one token (FindTokens, FindBotTokens and FindMadeUp a whole text), not what people
// say around it: that is package secret's.
//
// Texts come in the even form of package plain. Start reading at IsHardRandom.
package looks

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/plain"
)

// IsRandom accepts what no plain word looks like: digits or signs among letters, digits alone,
// or capitals in the middle.
func IsRandom(v string) bool {
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

// HasDigitOrSign reports whether v has what a name in capitals and small letters, "KeePassXC", has not.
func HasDigitOrSign(v string) bool {
	return strings.ContainsAny(v, "0123456789!@#$%^&*+=_~?<>|\\") && !IsOrdinal(v)
}

// IsOrdinal accepts "90:e", "3rd", "2FA", and the one program whose name begins with a digit.
var IsOrdinal = matcher(`(?i)^(?:\d{1,3}[:.-]?\p{L}{1,3}|1password\S*|\d+[-–]\d+)$`)

// commonTerms look random and are not.
var commonTerms = matcher(`(?i)^(?:[a-z]{3,}2(?:an|in|nya|kan)|(?:.*@)?sha-?\d+|md5|base-?\d+|utf-?\d+|wpa\d?|oauth\d?|[a-z]{1,3}\d{1,2}|\d+[a-z]{1,2}|\d{1,3}(?:kr[aá]t|mal|fach|keer|gånger|раз[аи]?|kere|lần|kali)|\d?fa|1password\S*|\d+(?:st|nd|rd|th|x|er|te|ème|º|ª)|\d+[-.,:/\d]*|(?:iphone|ipad|windows|office|android|ubuntu|galaxy|pixel|ps|xbox|web|level|version|chapter|room|day|year|week|kapitel)-?\d+|[a-z]+-(?:and|und|or|y)-[a-z]+|[a-z]+/[a-z]+|.*[a-z]'[a-z]{1,2}|e-?mail\S*|wi-?fi\S*)$`)

// IsHardRandom accepts what looks random beyond doubt: it may follow "password" without a word
// between.
func IsHardRandom(v string) bool {
	if isDatedWord(v) || account(v) {
		return false
	}
	if utf8.RuneCountInString(v) < 5 || commonTerms(v) || IsAddress(v) || IsDateOrVersion(v) || strings.ContainsAny(v, "()[]{}=:<>…•") {
		return false
	}
	if HasLetter(v) && HasDigit(v) {
		return true
	}
	return HasLetter(v) && strings.ContainsAny(strings.TrimRight(v, "!?*"), "!@#$%^&*+~?")
}

var (
	dateOrVersion = matcher(`^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}(?:[T ]\S*)?|\d{1,2}[-./]\d{1,2}[-./](?:19|20)\d\d|v?\d+(?:\.\d+){1,3}(?:[-+](?:rc|alpha|beta|pre|dev|snapshot|build|hotfix|nightly|p)[.-]?\d*(?:\.\d+)*)?|\d{1,2}:\d\d(?::\d\d)?|\d{1,3}(?:[.,]\d{3})+|\d{1,3}\.\d{4,}|\d+[.,]\d{1,2}|#?\d{1,2})$`)
	address       = matcher(`(?i)^(?:[a-z][a-z0-9+.-]*://\S*|www\.\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[a-z0-9_-]+\.(?:go|py|js|ts|tsx|rs|rb|java|kt|swift|cpp|sh|sql|ya?ml|json|toml|xml|css|log|csv|env|ini|conf|cfg|zip|tar|gz)(?::\d+){0,2}|(?:[a-z0-9-]+\.)+(?:com|org|net|de|io|dev|app|ru|fr|es|it|uk|eu|me|tv|info|html?|php|pdf|txt|docx?|png|jpe?g|md|kdbx|xlsx?)(?:/\S*)?|@\w+|/\S+|(?:\d{1,3}\.){3}\d{1,3})$`)
	codeLike      = matcher(`^(?:[A-Z0-9#*]{4,16}|[A-Za-z0-9]{3,8}(?:-[A-Za-z0-9]{3,8}){1,5}|[A-Za-z0-9]{4}(?:-[A-Za-z0-9]{4}){1,4}-[A-Za-z0-9]{2})$`)
)

// IsField accepts a name with an equals sign and its value, as logs and settings have them: "expires_in=3600".
var IsField = matcher(`^[a-z][a-z0-9]*(?:[_.-][a-z0-9]+)+=.+$`)

// IsFingerprint accepts the hash of a key behind the name of its kind: "SHA256:u8Rf…".
var IsFingerprint = matcher(`(?i)^(?:sha-?\d{1,3}|md5):[a-z0-9+/=:]{16,}$`)

// IsDateOrVersion reports whether v is a date, a time, a version, an amount.
func IsDateOrVersion(v string) bool { return dateOrVersion(v) }

// isDatedWord accepts a number with letters of another script around it, which are grammar: the "in" of
// "ב-2024", the units and words after "2024年3月".
func isDatedWord(v string) bool {
	first, _ := utf8.DecodeRuneInString(v)
	if isCountWithin(v) || numberedWord(v) {
		return true
	}
	if unicode.In(first, unicode.Hebrew, unicode.Arabic) {
		number := strings.TrimLeftFunc(v, func(r rune) bool { return unicode.In(r, unicode.Hebrew, unicode.Arabic) || r == '-' })
		return number != "" && utf8.RuneCountInString(v[:len(v)-len(number)]) <= 3 && strings.Trim(number, "0123456789.,/:-") == ""
	}
	if first < '0' || first > '9' {
		return false
	}
	return strings.ContainsFunc(v, func(r rune) bool { return plain.IsDense(r) || plain.IsHangul(r) }) &&
		!strings.ContainsFunc(v, func(r rune) bool { return r < utf8.RuneSelf && unicode.IsLetter(r) })
}

// numberedWord finds a short number that a hyphen joins to a word in small letters: "42-årsdag", "50-летие", "3-jährig".
var numberedWord = matcher(`^\d{1,3}-\p{Ll}{3,}$`)

// isCountWithin accepts words of a script without spaces around a number: "至少12位". A word before a number
// alone can be a password, and so can one with a single syllable of grammar after it.
func isCountWithin(v string) bool {
	first, _ := utf8.DecodeRuneInString(v)
	if !plain.IsDense(first) && !plain.IsHangul(first) || strings.ContainsFunc(v, func(r rune) bool { return r < utf8.RuneSelf && unicode.IsLetter(r) }) {
		return false
	}
	if i := strings.IndexAny(v, "0123456789"); i > 0 && strings.ContainsAny(v, "-./:") && IsDateOrVersion(v[i:]) {
		return true // "期限は2026-11-05"
	}
	tail := v[strings.LastIndexAny(v, "0123456789")+1:]
	last, _ := utf8.DecodeLastRuneInString(v)
	return tail != v && (plain.IsDense(last) || utf8.RuneCountInString(tail) > 1)
}

// IsStrongKey accepts what a bare "key" may name: all kinds of characters, as no word and no id has them.
func IsStrongKey(v string) bool {
	return len(v) >= 16 && HasDigit(v) && v != strings.ToLower(v) && v != strings.ToUpper(v) && !strings.ContainsAny(v, "_:.-")
}

// IsAddress reports whether v is an address: of a page, of mail, of a file, of a machine.
func IsAddress(v string) bool { return address(v) }

// IsCodeLike accepts "K7X9-Q2", "A1B2C3", "4711#".
func IsCodeLike(v string) bool { return codeLike(v) && HasDigit(v) }

// HasLetter reports whether v has a letter of any script.
func HasLetter(v string) bool { return strings.ContainsFunc(v, unicode.IsLetter) }

// HasOnlyLetters reports whether v has nothing but letters, and the vowel signs of scripts that write them apart.
func HasOnlyLetters(v string) bool {
	return !strings.ContainsFunc(v, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.Mc, r) })
}

// CutNumber returns v without the digits at its end, and how many these are: "Ruby63" is "Ruby" and 2.
func CutNumber(v string) (name string, digits int) {
	name = strings.TrimRight(v, "0123456789")
	return name, len(v) - len(name)
}

// IsAllDigits reports whether v has nothing but the digits 0 to 9.
func IsAllDigits(v string) bool { return strings.Trim(v, "0123456789") == "" }

// IsDigits reports whether v is digits, perhaps with one sign between two of them.
func IsDigits(v string) bool { return CountDigits(v) > 0 && strings.Trim(v, "0123456789- ") == "" }

// CountDigits returns how many of the digits 0 to 9 are in v.
func CountDigits(v string) int {
	n := 0
	for i := range len(v) {
		if v[i] >= '0' && v[i] <= '9' {
			n++
		}
	}
	return n
}

// matcher returns a predicate for an expression that is compiled when it is first asked.
func matcher(pattern string) func(string) bool {
	compiled := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
	return func(s string) bool { return compiled().MatchString(s) }
}

var hash = matcher(`^(?:[0-9a-f]{7,}|[0-9A-F]{7,}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$`)

// account finds a user of a machine, "tom@host12".
var account = matcher(`^[a-z][a-z0-9_.-]*@(?:[a-z][a-z0-9.-]*|\d{1,3}(?:\.\d{1,3}){3})(?:'s)?$`)

// IsHash accepts what looks like a hash or a UUID, which nearly always are ids.
func IsHash(v string) bool { return hash(v) }

// IsUnnamedPassword accepts what a password looks like that nobody had to name.
func IsUnnamedPassword(v string) bool {
	return utf8.RuneCountInString(v) >= 7 && HasLetter(v) && HasDigit(v) && IsHardRandom(v) && !IsHash(v) && !IsOrdinal(v) && !isClause(v)
}

// isClause reports whether v begins with words of a script without spaces and goes on with a comma or with Latin letters, as sentences do: "坏了,请打10086".
func isClause(v string) bool {
	return plain.IsDense(plain.FirstRune(v)) && strings.ContainsAny(v, ",abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

// IsYear accepts the years that people speak of beside a PIN: those of a life and of plans.
func IsYear(v string) bool {
	return len(v) == 4 && v >= "1900" && v < "2050" && IsAllDigits(v)
}

// IsDial accepts numbers that are dialled one after the other: "3-8-1", "19-44-07".
var IsDial = matcher(`^(?:\d(?:-\d){2,4}|\d\d-\d\d-\d\d)$`)

// SpacedDial finds three or four digits one by one, as the wheels of a lock show them: "0 6 2", "5-1-2".
var SpacedDial = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^\d.,:/-] ?)(\d(?:(?: \d){2,3}|(?:-\d){2,3}))(?:[^\d.:/-]|[.,](?: |$)|$)`)
})

// IsDoorCode accepts what keypads with letters take: "47A11", "B4711#".
var IsDoorCode = matcher(`^[#*]?(?:\p{Lu}\d{3,6}|\d{2,5}\p{Lu}\d{0,5})[#*]?$|^[#*]\d{3,8}[#*]?$`)

// LettersOfKeypad finds codes for a door with one of the letters that keypads have: "47A60", "B4711".
var LettersOfKeypad = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(?:\d[A-F]\d{2,5}|\d{2,5}[A-F]\d{1,5}|[A-F]\d{4,5}|\d{4,5}[A-F])\b`)
})

// IsBase32Key accepts what apps for one-time codes are set up with: sixteen capitals and digits from 2 to 7, or more.
var IsBase32Key = matcher(`^(?:[A-Z2-7]{16}|[A-Z2-7]{20}|[A-Z2-7]{24}|[A-Z2-7]{26}|[A-Z2-7]{32}|[A-Z2-7]{52}|[A-Z2-7]{56}|[A-Z2-7]{64})=*$`)

// Base32Groups finds such a key in groups of four, as it is shown to be typed: "jbsw y3dp ehpk 3pxp".
var Base32Groups = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[a-z2-7]{4} ){3,15}[a-z2-7]{4}\b`)
})

// IsJoined accepts two words that are written as one, with a capital in the middle: "robinHarold".
func IsJoined(v string) bool {
	return len(v) >= 9 && strings.ContainsFunc(v, unicode.IsUpper) && joined(v) && utf8.RuneCountInString(v) >= 9
}

var joined = matcher(`^\p{Ll}{3,}(?:\p{Lu}\p{Ll}{2,})+$`)

// IsAppPassword accepts what large services give programs in a person's place: "abcd-efgh-ijkl-mnop".
func IsAppPassword(v string) bool { return len(v) == 19 && appPassword(v) }

var appPassword = matcher(`^[a-z]{4}(?:-[a-z]{4}){3}$`)

// IsCarrier accepts the two signs that stand before the number of a flight or a train: "LH", "U2".
var IsCarrier = matcher(`^(?:[A-Z]{2}|[A-Z]\d|\d[A-Z])$`)

// IsNumberedName accepts a name in small letters after a capital, with a short number at its end: "Check24", "Paris2024".
var IsNumberedName = matcher(`^\p{Lu}\p{Ll}{2,}\d{1,4}$`)

// IsLowNumberedName is IsNumberedName for a name in small letters, perhaps with a preposition of Hebrew before it.
var IsLowNumberedName = matcher(`^(?:ל-?)?[a-z]{3,12}\d{1,2}$`)

// IsNetworkName accepts what routers call their networks from the start: "Freebox-7A21", "STC_4F2A".
func IsNetworkName(v string) bool {
	i := strings.LastIndexAny(v, "-_")
	return i > 1 && networkName(v) && HasDigit(v[i:]) && HasLetter(v[i:])
}

var networkName = matcher(`^[A-Z][A-Za-z]+(?:[-_][A-Z][a-z]+)?(?:[-_][25]\.?4?G)?[-_](?:[0-9A-F]{3,6}|[25]\.?4?G(?:Hz)?)$`)

// IsReference accepts the numbers of tickets, updates and parcels: a few capitals and many digits, "KB5034441".
var IsReference = matcher(`^[A-Z]{2,5}-?\d{5,}$`)

// IsShareCode accepts what opens a link to somebody's files: four letters and digits, "6tce".
func IsShareCode(v string) bool {
	return shareCode(v) && HasLetter(v) && HasDigit(v)
}

var shareCode = matcher(`^(?:[a-z0-9]{4}|[A-Z0-9]{4})$`)

// IsVoucher accepts what codes for a discount look like: capitals and a number, "SPRING24", "SALE1111", "GIAM50K".
var IsVoucher = matcher(`^\p{Lu}{3,}\d{1,4}\p{Lu}?$`)

// IsHandle accepts names of users that could be weak passwords as well: "kai.codes95", "tom_82".
var IsHandle = matcher(`^(?:[a-z]{2,12}[._][a-z]{2,12}\d{0,4}|[a-z]{2,10}[._]\d{1,2})$`)

// IsUserName accepts what only names of users look like, "anna_k82", and addresses of mail.
func IsUserName(low string) bool {
	if i := strings.IndexByte(low, '@'); i > 0 {
		return IsAddress(low)
	}
	i := strings.IndexAny(low, "_.")
	return i > 1 && i < len(low)-1 && strings.Trim(low, "abcdefghijklmnopqrstuvwxyz0123456789_.") == "" && HasDigit(low) && !HasDigit(low[:1]) && !IsAddress(low)
}

// IsPhone reports whether a number between two places of s is a part of a telephone's: one with a plus, or nine digits and
// more in groups that begin with a zero.
func IsPhone(s string, from, to int) bool {
	const joints = " -./()"
	start, end := from, to
	for i := from; i > 0 && from-i < 24 && (s[i-1] >= '0' && s[i-1] <= '9' || strings.IndexByte(joints, s[i-1]) >= 0); i-- {
		if s[i-1] <= '9' && s[i-1] >= '0' {
			start = i - 1
		}
	}
	for i := to; i < len(s) && i-to < 24 && (s[i] >= '0' && s[i] <= '9' || strings.IndexByte(joints, s[i]) >= 0); i++ {
		if s[i] >= '0' && s[i] <= '9' {
			end = i + 1
		}
	}
	return start > 0 && s[start-1] == '+' || s[start] == '0' && (start < from || end > to) && CountDigits(s[start:end]) >= 9
}

// NumberShape finds numbers with the signs that stand within dates, times, amounts and telephone numbers.
var NumberShape = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[+#$€£¥₹]?\d[\d.,:/'-]*\d|[+#$€£¥₹]?\d`)
})

// BeginsWithCodeLine reports whether the first line of s is nothing but a long number or a code of two parts.
func BeginsWithCodeLine(s string) bool {
	line, _, _ := strings.Cut(s, "\n")
	line = strings.TrimSpace(line)
	return len(line) >= 8 && (IsCodeLike(line) || IsDigits(line))
}
