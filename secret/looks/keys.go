package looks

import (
	"encoding/base64"
	"math"
	"strings"
	"unicode/utf8"
)

// IsPlaceholder accepts what stands in a password's place and is none: "null", "changed", "${DB_PASSWORD}".
var IsPlaceholder = matcher(`(?i)^(?:null|nil|none|true|false|undefined|required|optional|string|str|text|forgotten|expired|changed|reset|unknown|empty|hidden|protected|invalid|incorrect|wrong|\*+|x{3,}|\.{3,}|…+|-+|_+|\$\{?\w+\}?|<[^>]*>?|\{\{.*|%\w+%?|os\.environ.*|process\.env.*|getenv.*|https?:.*|[a-z_.]+\(.*|[<\[]?your[-_ ].*|(?:[a-z]+_)+(?:key|token|secret|password|passwd|hash)|example|changeme|placeholder)$`)

// IsNoPlaceholder refuses what stands for a password in an example.
func IsNoPlaceholder(v string) bool {
	return !IsPlaceholder(v) && !strings.HasPrefix(v, "•")
}

// IsRandomKey accepts what may be given to a variable for a key.
func IsRandomKey(v string) bool {
	return IsRandom(v) && HasDigit(v) && !IsDateOrVersion(v) && !IsPlaceholder(v)
}

// HasDigit reports whether v has one of the digits 0 to 9.
func HasDigit(v string) bool { return strings.ContainsAny(v, "0123456789") }

// IsBasicAuth accepts base64 of "user:password".
func IsBasicAuth(v string) bool {
	b, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(v), "="))
	if err != nil || !utf8.Valid(b) {
		return false
	}
	i := strings.IndexByte(string(b), ':')
	return i >= 0 && !strings.ContainsFunc(string(b), func(r rune) bool { return r < ' ' })
}

// IsPublicName reports whether the name that a value is given to is not a secret's.
func IsPublicName(name string) bool {
	for _, public := range []string{"public", "publish", "primary", "foreign", "cache", "partition", "sort", "idempotency", "object", "hash", "site", "row_", "foreign", "_id"} {
		if strings.Contains(name, public) {
			return true
		}
	}
	return false
}

// Entropy returns how many bits a character of s carries, after Shannon.
func Entropy(s string) float64 {
	counts := make(map[rune]int)
	n := 0
	for _, r := range s {
		counts[r]++
		n++
	}
	bits := 0.0
	for _, c := range counts {
		p := float64(c) / float64(n)
		bits -= p * math.Log2(p)
	}
	return bits
}
