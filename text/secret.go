package text

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"
)

// Mask is what stands in the place of a secret.
const Mask = "•••"

// Kinds of secrets, as FindSecret names them: ids of words, never shown as they are.
const (
	SecretKey      = "key"      // API keys and private keys
	SecretToken    = "token"    // bearer, session and bot tokens
	SecretPassword = "password" // passwords, passphrases, PINs
	SecretCard     = "card"     // payment card numbers
)

// secretRule finds one kind of secret. The secret is the group named "v", or the whole.
type secretRule struct {
	kind  string
	hints []string // lower case: a text without any of them is not looked at
	re    *regexp.Regexp
	ok    func(value string) bool // nil = always
}

func rule(kind string, hints []string, pattern string, ok func(string) bool) secretRule {
	return secretRule{kind: kind, hints: hints, re: regexp.MustCompile(pattern), ok: ok}
}

// passwordWords are "password" as people write it, lower case.
var passwordWords = []string{
	"password", "pass word", "passwd", "passphrase", "pass phrase", "passcode", "pass code", "pwd",
	"pin code", "pin-code", "pincode", "pin", "contraseña", "clave", "mot de passe", "code secret",
	"passwort", "kennwort", "geheimzahl", "senha", "palavra-passe", "пароль", "пин код", "пин-код", "пинкод", "пин",
	"hasło", "heslo", "wachtwoord", "lösenord", "adgangskode", "passord", "salasana", "jelszó", "şifre", "parola",
	"κωδικός", "סיסמה", "密码", "密碼", "パスワード", "暗証番号", "비밀번호", "รหัสผ่าน", "mật khẩu", "kata sandi",
	"كلمة المرور", "كلمة السر", "رمز عبور", "पासवर्ड",
}

// keyWords are names of keys and tokens, lower case; a space may be "_" or "-" or nothing.
var keyWords = []string{
	"api key", "access key", "secret key", "client secret", "auth token", "access token", "refresh token",
	"bot token", "api token", "private key", "recovery code", "secret", "token",
}

// keyHints is what every one of keyWords holds, however it is joined.
var keyHints = []string{"key", "secret", "token", "code"}

const (
	// owner is what may stand between: "for the router", "of my mail".
	owner = `(?: (?:for|of|to|on|at|del|de|für|от|для) [\p{L}\p{N} .@'’-]{1,40}?)?`
	// quote and value are the secret itself, perhaps in quotation marks; value wants its
	// count and the end of the group.
	quote = "[\"'“«`]?"
	value = "(?P<v>[^\\s\"“”«»`]"
)

var (
	passwordWord = `(?i)(?:^|[^\p{L}])(?:` + strings.Join(passwordWords, "|") + `)` + owner + `\s*`
	keyWord      = `(?i)(?:^|[^\p{L}])(?:` + strings.ReplaceAll(strings.Join(keyWords, "|"), " ", "[ _-]?") + `)` + owner + `\s*`
)

var secretRules = []secretRule{
	rule(SecretKey, []string{"-----begin"}, `-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?s:.*?)(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$)`, nil),
	rule(SecretToken, []string{"eyj"}, `\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{5,}`, nil),
	rule(SecretToken, []string{":"}, `\b[0-9]{8,10}:[A-Za-z0-9_-]{35}`, nil),
	rule(SecretKey, []string{"sk-"}, `\bsk-[A-Za-z0-9_-]{16,}`, nil),
	rule(SecretKey, []string{"gh", "glpat-"}, `\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,}|glpat-[A-Za-z0-9_-]{20,})`, nil),
	rule(SecretKey, []string{"akia", "asia"}, `\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`, nil),
	rule(SecretKey, []string{"aiza"}, `\bAIza[A-Za-z0-9_-]{35}`, nil),
	rule(SecretKey, []string{"k_live_", "k_test_"}, `\b[srp]k_(?:live|test)_[A-Za-z0-9]{10,}`, nil),
	rule(SecretKey, []string{"hf_", "npm_", "gsk_", "xai-", "pypi-", "dop_v1_", "shpat_", "whsec_"}, `\b(?:hf_|npm_|gsk_|xai-|pypi-|dop_v1_|shpat_|whsec_)[A-Za-z0-9_-]{20,}`, nil),
	rule(SecretKey, []string{"sg."}, `\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}`, nil),
	rule(SecretToken, []string{"xox"}, `\bxox[abeoprs]-[A-Za-z0-9-]{10,}`, nil),
	rule(SecretToken, []string{"bearer"}, `(?i:\bbearer)\s+(?P<v>[A-Za-z0-9._~+/=-]{20,})`, nil),
	rule(SecretPassword, []string{"://"}, `\b[a-z][a-z0-9+.-]*://[^\s:@/]+:(?P<v>[^\s@/]+)@`, nil),
	rule(SecretKey, keyHints, keyWord+`(?:\bis\b|=|:|：|\best\b|\bes\b|\bist\b|это)\s*`+quote+value+`{8,})`, looksRandom),
	rule(SecretPassword, passwordWords, passwordWord+`(?:\bis\b|=|:|：)\s*`+quote+value+`{3,})`, looksPassword),
	rule(SecretPassword, passwordWords, passwordWord+`(?:\p{L}{1,5}\s+|[—–-]\s*|は|是|为|은|는|が)?`+quote+value+`{4,})`, looksRandom),
	rule(SecretCard, nil, `\b[2-6](?:[ -]?[0-9]){12,18}\b`, luhn),
}

// FindSecret reports whether s holds something that must not be kept, and of which kind.
func FindSecret(s string) (kind string, ok bool) {
	if spans := secrets(s); len(spans) > 0 {
		return spans[0].kind, true
	}
	// Invisible characters inside a key must not hide it.
	if bare := StripInvisible(s); bare != s {
		if spans := secrets(bare); len(spans) > 0 {
			return spans[0].kind, true
		}
	}
	return "", false
}

// MaskSecrets returns s with each secret replaced by Mask; what stands around it stays.
func MaskSecrets(s string) string {
	spans := secrets(s)
	if len(spans) == 0 {
		bare := StripInvisible(s)
		if bare == s {
			return s
		}
		if spans = secrets(bare); len(spans) == 0 {
			return s
		}
		s = bare
	}
	var b strings.Builder
	at := 0
	for _, p := range spans {
		if p.from < at { // overlaps the one before
			at = max(at, p.to)
			continue
		}
		b.WriteString(s[at:p.from])
		b.WriteString(Mask)
		at = p.to
	}
	b.WriteString(s[at:])
	return b.String()
}

type span struct {
	from, to int
	kind     string
}

// secrets returns where secrets stand in s, in order.
func secrets(s string) []span {
	var out []span
	lower := strings.ToLower(s)
	for _, r := range secretRules {
		if !r.hinted(lower) {
			continue
		}
		g := max(r.re.SubexpIndex("v"), 0)
		for _, m := range r.re.FindAllStringSubmatchIndex(s, -1) {
			from, to := m[2*g], m[2*g+1]
			value := strings.TrimRight(s[from:to], ".,;!?)]}'")
			if value == "" || value == Mask || r.ok != nil && !r.ok(value) {
				continue
			}
			out = append(out, span{from: from, to: from + len(value), kind: r.kind})
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].from < out[j].from })
	return out
}

// hinted reports whether a text, in lower case, can hold what the rule finds: looking for
// words is much cheaper than the expression, and nearly every message holds none.
func (r secretRule) hinted(lower string) bool {
	if r.kind == SecretCard {
		digits := 0
		for i := range len(lower) {
			if lower[i] >= '0' && lower[i] <= '9' {
				digits++
			}
		}
		return digits >= 13
	}
	return slices.ContainsFunc(r.hints, func(h string) bool { return strings.Contains(lower, h) })
}

// notPasswords are what follows "my password is" when no password does.
var notPasswords = func() map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(`a about again all also always an and any as asked at bad being best better broken
		by case changed compromised correct different easy empty enough even expired fine for forgotten from gone good
		great hard here how important in incorrect invalid it just kept known leaked like long longer lost meant missing
		more my never new no not now of often ok okay old on one only or our out protected quite really required reset
		right safe same secret secure set short simple so some something still stored strong stronger such stupid that
		the their there this to today too unsafe unsecure valid very weak what when where which who why with working
		written wrong your yours
		nicht falsch richtig sicher unsicher zu sehr noch immer muy mal incorrecta incorrecto correcta segura seguro
		trop pas faux bon incorrect oublié неверный неправильный верный`) {
		m[w] = true
	}
	return m
}()

// looksPassword accepts anything but the words that go on a sentence about a password.
func looksPassword(v string) bool {
	return !notPasswords[Fold(strings.Trim(v, "'’"))]
}

// looksRandom accepts what no plain word looks like: digits or signs among letters,
// digits alone, or capitals in the middle.
func looksRandom(v string) bool {
	var letters, digits, signs, inner int
	for i, r := range v {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
			if i > 0 && unicode.IsUpper(r) && letters > 1 {
				inner++
			}
		case r == '-' || r == '’' || r == '\'' || r == '.' || r == ',' || r == '/':
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

// luhn reports whether v is a possible payment card number.
func luhn(v string) bool {
	sum, n, double := 0, 0, false
	same := true
	var first byte
	for i := len(v) - 1; i >= 0; i-- {
		c := v[i]
		if c < '0' || c > '9' {
			continue
		}
		if n == 0 {
			first = c
		}
		same = same && c == first
		d := int(c - '0')
		if double {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
		double = !double
		n++
	}
	return n >= 13 && n <= 19 && !same && sum%10 == 0
}
