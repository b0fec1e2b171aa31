package looks

import (
	"slices"
	"strings"
)

// FindTokens adds keys of no vendor that we know: a short prefix, a joint, and a long run that looks
// drawn by lot; or such a run shortly after a word like "key".
func FindTokens(s, low string, add func(from, to int)) {
	if len(s) < 20 {
		return
	}
	for i := 0; i < len(s); {
		if !isTokenByte(s[i]) {
			i++
			continue
		}
		from := i
		for i < len(s) && isTokenByte(s[i]) {
			i++
		}
		if end := dottedEnd(s, from, i); end > i {
			add(from, end)
			i = end
			continue
		}
		if isServiceKey(s, low, from, i) {
			add(from, i)
			continue
		}
		if i-from < 20 || i-from > 200 || from > 0 && strings.IndexByte("/@.=%:", s[from-1]) >= 0 && !strings.HasSuffix(s[:from], ": ") && !isGiven(s, from, i) || i < len(s) && strings.IndexByte("/@%=", s[i]) >= 0 {
			continue
		}
		if isFingerprint(low[:from]) {
			continue
		}
		if strings.HasPrefix(s[from:i], "AAAA") && strings.Contains(low[max(0, from-40):from], "ssh-") {
			continue // the public half of a key
		}
		if token := s[from:i]; isDrawn(token) || isMixed(token) && (isKeyNamed(low[:from]) || i-from >= 48 && !strings.HasPrefix(token, "AAAA") || (i-from == 51 || i-from == 52) && strings.IndexByte("5KL", token[0]) >= 0) {
			add(from, i)
		}
	}
}

// isFingerprint reports whether a text ends in the name of a hash and a colon: what follows says of a key which one it is.
func isFingerprint(before string) bool {
	before, is := strings.CutSuffix(before, ":")
	return is && slices.Contains([]string{"sha1", "sha256", "sha384", "sha512", "md5"}, before[strings.LastIndexAny(before, " \n\t,;(\"'")+1:])
}

// isServiceKey reports whether a sign gives a token to a service whose keys look so, capitals and digits or forty of the
// digits of a hash: "jenkins:VO2LU4XYW20AVVR8DUUI".
func isServiceKey(s, low string, from, to int) bool {
	token, before := s[from:to], strings.TrimRight(low[:from], " ")
	if len(token) < 20 || before == "" || strings.IndexByte(":=", before[len(before)-1]) < 0 || !HasDigit(token) || !HasLetter(token) {
		return false
	}
	before = strings.TrimRight(before, ":= ")
	isDrawn := token == strings.ToUpper(token) && strings.Trim(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == "" || len(token) == 40 && strings.Trim(token, "0123456789abcdef") == ""
	return isDrawn && slices.Contains(keyNames, before[strings.LastIndexAny(before, " \n\t,;(")+1:])
}

// isGiven reports whether a colon or an equals sign gives a long token to a name: "jenkins:4AApmhc…".
func isGiven(s string, from, to int) bool {
	return to-from >= 32 && (s[from-1] == ':' || s[from-1] == '=') && from > 1 && isTokenByte(s[from-2]) && isMixed(s[from:to])
}

// dottedEnd returns where three random parts with points between them end whose first is between from and to, as the
// tokens of bots have them; to if there are none.
func dottedEnd(s string, from, to int) int {
	if to-from < 18 || !isMixed(s[from:to]) {
		return to
	}
	end, last := to, 0
	for range 2 {
		if end >= len(s) || s[end] != '.' {
			return to
		}
		next := end + 1
		for next < len(s) && isTokenByte(s[next]) {
			next++
		}
		end, last = next, next-end-1
	}
	if last < 25 || !isMixed(s[end-last:end]) {
		return to
	}
	return end
}

// keyNames are words shortly before a key.
var keyNames = []string{"key", "token", "secret", "schlussel", "cle ", "clave", "chiave", "chave", "sleutel", "nyckel", "klucz", "klic", "ключ", "токен", "密钥", "金钥", "令牌", "キー", "トークン", "키", "토큰", "مفتاح", "מפתח", "कुंजी", "anahtar", "khoa", "kunci", "κλειδι", "avain", "kulcs", "cheia", "credential", "auth", "github", "gitlab", "stripe", "openai", "slack", "sentry", "cloudflare", "heroku", "twilio", "jenkins", "hetzner", "vercel"}

// isKeyNamed reports whether the end of a text names a key.
func isKeyNamed(before string) bool {
	near := before[max(0, len(before)-40):]
	for _, name := range keyNames {
		if strings.Contains(near, name) {
			return true
		}
	}
	return false
}

// FindBotTokens adds tokens of Telegram bots: digits, a colon, 35 characters. They have no keyword.
func FindBotTokens(s string, add func(from, to int)) {
	for i := strings.IndexByte(s, ':'); i >= 0 && i < len(s); {
		from := i
		for from > 0 && s[from-1] >= '0' && s[from-1] <= '9' {
			from--
		}
		to := i + 1
		for to < len(s) && isTokenByte(s[to]) {
			to++
		}
		if n := i - from; n >= 7 && n <= 12 && to-i-1 >= 30 && to-i-1 <= 50 {
			add(from, to)
		}
		next := strings.IndexByte(s[i+1:], ':')
		if next < 0 {
			return
		}
		i += 1 + next
	}
}

func isTokenByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}

// publicPrefixes begin ids that look random and open nothing: those of payments and customers, of
// hashes, of public keys, of addresses in chains.
const publicPrefixes = " pi cus ch price prod sub evt in txn req acct cs seti pm pk po si src tok_visa sha1 sha256 sha384 sha512 md5 i vol ami sg vpc subnet snap eni rtb arn urn uuid msg chatcmpl run thread asst file resp gen batch "

// isDrawn reports whether a token is a prefix and a long random rest: "aio_Vs2k4oURUu2BVECFW59K…".
func isDrawn(token string) bool {
	n := strings.IndexAny(token, "_-")
	if n < 2 || n > 10 || !HasLetter(token[:n]) || strings.Contains(publicPrefixes, " "+strings.ToLower(token[:n])+" ") {
		return false
	}
	rest := token[n+1:]
	if len(rest) >= 24 && isMixed(rest) {
		return true
	}
	return len(rest) >= 32 && token[n] == '_' && strings.Trim(rest, "0123456789abcdef") == "" && HasLetter(rest) && HasDigit(rest)
}

// IsLongMixed accepts a long token in which capitals and small letters alternate as only chance has it, without a digit.
func IsLongMixed(v string) bool {
	if len(v) < 20 || strings.Trim(v, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=") != "" {
		return false
	}
	turns, pairs := 0, 0
	for i := 1; i < len(v); i++ {
		if (v[i] >= 'a') != (v[i-1] >= 'a') {
			turns++
		}
		if v[i] >= 'A' && v[i] <= 'Z' && v[i-1] >= 'A' && v[i-1] <= 'Z' {
			pairs++ // names of variables have one capital a word
		}
	}
	return turns*3 >= len(v) && pairs > 1 && Entropy(v) > 3.3
}

// isMixed reports whether capitals, small letters and digits alternate as only chance has it.
func isMixed(s string) bool {
	var upper, lower, digits, turns int
	last := 0
	for _, c := range s {
		class := 0
		switch {
		case c >= 'A' && c <= 'Z':
			class, upper = 1, upper+1
		case c >= 'a' && c <= 'z':
			class, lower = 2, lower+1
		case c >= '0' && c <= '9':
			class, digits = 3, digits+1
		}
		if class != last {
			turns++
		}
		last = class
	}
	return upper >= 2 && lower >= 2 && digits >= 2 && turns*3 >= len(s) && Entropy(s) > 3.3
}

// IsBirthday reports whether a date is one that people take as a password: with a year some time ago.
func IsBirthday(v string) bool {
	if !IsDateOrVersion(v) || len(v) < 8 {
		return false
	}
	for _, year := range []string{v[:4], v[len(v)-4:]} {
		if IsYear(year) && year < "2016" {
			return true
		}
	}
	return false
}
