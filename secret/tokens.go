package secret

import "strings"

// publicPrefixes begin ids that look random and open nothing: those of payments and customers, of
// hashes, of public keys, of addresses in chains.
const publicPrefixes = " pi cus ch price prod sub evt in txn req acct cs seti pm pk po si src tok_visa sha1 sha256 sha384 sha512 md5 i vol ami sg vpc subnet snap eni rtb arn urn uuid msg chatcmpl run thread asst file resp gen batch "

// findTokens adds keys of no vendor that we know: a short prefix, a joint, and a long run that looks
// drawn by lot; or such a run shortly after a word like "key".
func (v *view) findTokens(add func(from, to int, kind Kind)) {
	if len(v.plain) < 20 {
		return
	}
	for i := 0; i < len(v.plain); {
		if !isTokenByte(v.plain[i]) {
			i++
			continue
		}
		from := i
		for i < len(v.plain) && isTokenByte(v.plain[i]) {
			i++
		}
		if i-from < 20 || i-from > 200 || from > 0 && strings.IndexByte("/@.=%:", v.plain[from-1]) >= 0 && !strings.HasSuffix(v.plain[:from], ": ") || i < len(v.plain) && strings.IndexByte("/@%=", v.plain[i]) >= 0 {
			continue
		}
		if token := v.plain[from:i]; isDrawn(token) || isMixed(token) && (v.isKeyNamed(from) || i-from >= 48 && !strings.HasPrefix(token, "AAAA") || (i-from == 51 || i-from == 52) && strings.IndexByte("5KL", token[0]) >= 0) {
			add(from, i, Key)
		}
	}
}

// isDrawn reports whether a token is a prefix and a long random rest: "aio_Vs2k4oURUu2BVECFW59K…".
func isDrawn(token string) bool {
	n := strings.IndexAny(token, "_-")
	if n < 2 || n > 10 || !hasLetter(token[:n]) || strings.Contains(publicPrefixes, " "+strings.ToLower(token[:n])+" ") {
		return false
	}
	rest := token[n+1:]
	if len(rest) >= 24 && isMixed(rest) {
		return true
	}
	return len(rest) >= 32 && token[n] == '_' && strings.Trim(rest, "0123456789abcdef") == "" && hasLetter(rest) && hasDigit(rest)
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
	return upper >= 2 && lower >= 2 && digits >= 2 && turns*3 >= len(s) && entropy(s) > 3.3
}

// keyNames are words shortly before a key.
var keyNames = []string{"key", "token", "secret", "schlussel", "cle ", "clave", "chiave", "chave", "sleutel", "nyckel", "klucz", "klic", "ключ", "токен", "密钥", "金钥", "令牌", "キー", "トークン", "키", "토큰", "مفتاح", "מפתח", "कुंजी", "anahtar", "khoa", "kunci", "κλειδι", "avain", "kulcs", "cheia", "credential", "auth"}

func (v *view) isKeyNamed(i int) bool {
	near := v.low[max(0, i-40):i]
	for _, name := range keyNames {
		if strings.Contains(near, name) {
			return true
		}
	}
	return false
}
