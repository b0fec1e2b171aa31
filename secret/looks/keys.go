package looks

import (
	"encoding/base64"
	"math"
	"strings"
	"unicode/utf8"
)

// IsPlaceholder accepts what stands in a password's place and is none: "null", "changed", "${DB_PASSWORD}".
func IsPlaceholder(v string) bool { return placeholder(v) || leftOut(v) }

var placeholder = matcher(`(?i)^(?:null|nil|none|true|false|undefined|required|optional|string|str|text|forgotten|expired|changed|reset|unknown|empty|hidden|protected|invalid|incorrect|wrong|\*+|x{3,}|\.{3,}|…+|-+|_+|\$\{?\w+\}?|\$\{.*|(?:var|local|module|data|secrets)\.[a-z_.]+|!vault|<[^>]*>?|\{\{.*|%\w+%?|os\.environ.*|process\.env.*|getenv.*|https?:.*|[a-z_.]+\(.*|[<\[]?your[-_ ].*|(?:[a-z]+_)+(?:key|token|secret|password|passwd|hash)|(?:replace|change|insert|enter|fill|paste|put|add|set)[-_](?:me|this|here|with|your|in|it)\S*|example|changeme|placeholder|todo|tbd|dummy)$`)

// leftOut reports whether v is what a machine or a person puts where a secret has been: "***REDACTED***", "[entfernt", "●●●●".
func leftOut(v string) bool {
	const marks = "[](){}<>*•●·#_.-■█▇∗＊"
	word := strings.ToLower(strings.Trim(v, marks))
	return word == "" && utf8.RuneCountInString(v) > 2 && strings.ContainsAny(v, "*•●■█▇∗＊") && !strings.ContainsAny(v, "#_.-") || leftOutWords[word]
}

// leftOutWords are the words that say so, in their even form.
var leftOutWords = map[string]bool{
	"redacted": true, "masked": true, "filtered": true, "removed": true, "omitted": true, "sanitized": true, "scrubbed": true, "stripped": true,
	"hidden": true, "censored": true, "concealed": true, "secret removed": true, "deleted": true, "withheld": true, "entfernt": true,
	"geschwarzt": true, "ausgeblendet": true, "verborgen": true, "gefiltert": true, "oculto": true, "oculta": true, "eliminado": true,
	"eliminada": true, "borrado": true, "censurado": true, "masque": true, "cache": true, "supprime": true, "caviarde": true, "nascosto": true,
	"nascosta": true, "rimosso": true, "rimossa": true, "oscurato": true, "omesso": true, "removido": true, "removida": true, "omitido": true,
	"verwijderd": true, "borttaget": true, "dolt": true, "maskerat": true, "ukryte": true, "usuniete": true, "zamaskowane": true, "skryto": true,
	"skryte": true, "odstraneno": true, "скрыто": true, "скрыт": true, "удалено": true, "удален": true, "замазано": true, "приховано": true,
	"видалено": true, "gizli": true, "gizlendi": true, "silindi": true, "محذوف": true, "مخفي": true, "محجوب": true, "הוסר": true, "מוסתר": true,
	"נמחק": true, "حذف شده": true, "پنهان": true, "छिपाया": true, "हटाया": true, "已隐藏": true, "已删除": true, "已脱敏": true, "隐藏": true, "非表示": true,
	"伏せ字": true, "削除済み": true, "숨김": true, "삭제됨": true, "가림": true, "ซ่อน": true, "ลบแล้ว": true, "da an": true, "da xoa": true, "disembunyikan": true,
	"dihapus": true, "κρυφο": true, "αφαιρεθηκε": true, "διαγραφηκε": true,
}

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
