package looks

import (
	"encoding/base64"
	"math"
	"strings"
	"unicode/utf8"
)

// IsPlaceholder accepts what stands in a password's place and is none: "null", "changed", "${DB_PASSWORD}".
func IsPlaceholder(v string) bool { return placeholder(v) || leftOut(v) }

var placeholder = matcher(`(?i)^(?:null|nil|none|true|false|undefined|required|optional|string|str|text|forgotten|expired|changed|reset|unknown|empty|hidden|protected|invalid|incorrect|wrong|\*+|x{3,}|\.{3,}|…+|-+|_+|\$\{?\w+\}?|<[^>]*>?|\{\{.*|%\w+%?|os\.environ.*|process\.env.*|getenv.*|https?:.*|[a-z_.]+\(.*|[<\[]?your[-_ ].*|(?:[a-z]+_)+(?:key|token|secret|password|passwd|hash)|example|changeme|placeholder)$`)

// leftOut finds what a machine or a person puts where a secret has been: "***REDACTED***", "[entfernt", "●●●●".
var leftOut = matcher(`(?i)^[\[(<{*x•●·#_.-]*(?:redacted|masked|filtered|removed|omitted|sanitized|scrubbed|stripped|hidden|censored|concealed|secret removed|deleted|withheld|entfernt|geschwarzt|ausgeblendet|verborgen|gefiltert|oculto|oculta|eliminado|eliminada|borrado|censurado|masque|cache|supprime|caviarde|nascosto|nascosta|rimosso|rimossa|oscurato|omesso|removido|removida|omitido|verwijderd|verborgen|borttaget|dolt|maskerat|ukryte|usuniete|zamaskowane|skryto|skryte|odstraneno|скрыто|скрыт|удалено|удален|замазано|приховано|видалено|gizli|gizlendi|silindi|محذوف|مخفي|محجوب|הוסר|מוסתר|נמחק|حذف شده|پنهان|छिपाया|हटाया|已隐藏|已删除|已脱敏|隐藏|非表示|伏せ字|削除済み|숨김|삭제됨|가림|ซ่อน|ลบแล้ว|da an|da xoa|disembunyikan|dihapus|κρυφο|αφαιρεθηκε|διαγραφηκε)[\])>}*x•●·#_.-]*$|^[\[(<{]*[•●■█▇∗＊*]{3,}[\])>}]*$`)

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
