package secretset_test

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
)

// secretValues make what must not be kept, by the name of the slot.
var secretValues = map[string]func(r *rand.Rand, arg string) string{
	"password": makePassword, "pin": makePIN, "otp": makeOneTimeCode, "cvv": makeCVV,
	"key": makeKey, "token": makeToken, "jwt": makeJWT, "pem": makePEM, "conn": makeConnection, "webhook": makeWebhook,
	"card": makeCard, "iban": makeIBAN, "national": makeNational, "seed": makeSeed,
	"hexkey": func(r *rand.Rand, _ string) string { return build(r, pick(r, "0x%h64", "%h64")) },
}

// makePassword returns a password as people and managers of passwords make them.
func makePassword(r *rand.Rand, _ string) string {
	syllable := func() string {
		return pick(r, "ba", "ko", "ri", "mu", "ta", "le", "so", "ni", "dra", "fe", "gu", "plo") + pick(r, "n", "r", "", "x", "ck", "l")
	}
	word := func() string { return syllable() + syllable() }
	title := func(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
	switch r.IntN(7) {
	case 0:
		return title(word()) + build(r, "%d4")
	case 1:
		return title(word()) + build(r, "%d2") + pick(r, "!", "?", "$", "#", "*")
	case 2:
		return word() + "-" + word() + "-" + word() + build(r, "%d1")
	case 3:
		return build(r, "%a5") + pick(r, "!", "#", "$", "%", "&", "@") + build(r, "%a4%d2")
	case 4:
		return build(r, "%a15%d1")
	case 5:
		return strings.NewReplacer("a", "4", "e", "3", "i", "1", "o", "0").Replace(title(word())+word()) + build(r, "%d1")
	default:
		return word() + "_" + build(r, "%d3")
	}
}

// zeros are the first digits of the scripts that people write numbers in.
var zeros = map[string]rune{"ar": '٠', "fa": '۰', "hi": '०', "bn": '০', "th": '๐', "wide": '０'}

// inScript writes the digits of s in a script.
func inScript(s, script string) string {
	zero, ok := zeros[script]
	if !ok {
		return s
	}
	return strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' {
			return zero + c - '0'
		}
		return c
	}, s)
}

func makePIN(r *rand.Rand, script string) string {
	return inScript(build(r, pick(r, "%d4", "%d4", "%d4", "%d6", "%d5")), script)
}

func makeOneTimeCode(r *rand.Rand, script string) string {
	return inScript(build(r, pick(r, "%d6", "%d6", "%d6", "%d3-%d3", "%d3 %d3", "%d4", "%d8", "G-%d6")), script)
}

func makeCVV(r *rand.Rand, script string) string {
	return inScript(build(r, pick(r, "%d3", "%d3", "%d3", "%d4")), script)
}

// makeCard returns a card number with a right check digit, in groups or not.
func makeCard(r *rand.Rand, script string) string {
	brand := pick(r, "4:16", "4:16", "51:16", "55:16", "2221:16", "2720:16", "37:15", "34:15", "6011:16", "65:16", "3528:16", "62:16", "2200:16", "4:16")
	prefix, length, _ := strings.Cut(brand, ":")
	size := 16
	if length == "15" {
		size = 15
	}
	number := prefix + randomText(r, digits, size-1-len(prefix))
	number += string(rune('0' + luhnDigit(number)))
	groups := []int{4, 4, 4, 4}
	if size == 15 {
		groups = []int{4, 6, 5}
	}
	separator := pick(r, "", " ", " ", "-", "\u00a0", ".", "\u202f", "  ", "–")
	var out []string
	for _, n := range groups {
		out, number = append(out, number[:n]), number[n:]
	}
	return inScript(strings.Join(out, separator), script)
}

// luhnDigit returns the check digit that number needs.
func luhnDigit(number string) int {
	sum := 0
	for i := range len(number) {
		d := int(number[len(number)-1-i] - '0')
		if i%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return (10 - sum%10) % 10
}

// makeIBAN returns an IBAN of a country with right check digits, in groups of four or not.
func makeIBAN(r *rand.Rand, country string) string {
	shapes := []string{"DE%d18", "AT%d16", "CH%d17", "FR%d10%u11%d2", "ES%d20", "IT%L1%d10%d12", "GB%L4%d14", "NL%L4%d10", "PL%d24", "PT%d21", "UA%d6%d19",
		"TR%d5%d17", "IL%d19", "SA%d2%d18", "AE%d19", "SE%d20", "CZ%d20", "GR%d23", "IE%L4%d14", "BR%d23%L1%d1"}
	shape := pick(r, shapes...)
	for _, s := range shapes {
		if strings.EqualFold(s[:2], country) {
			shape = s
		}
	}
	body := build(r, shape[2:])
	iban := fmt.Sprintf("%s%02d%s", shape[:2], 98-mod97(body+shape[:2]+"00"), body)
	if r.IntN(2) == 0 {
		return iban
	}
	var groups []string
	for ; len(iban) > 4; iban = iban[4:] {
		groups = append(groups, iban[:4])
	}
	return strings.Join(append(groups, iban), pick(r, " ", " ", "\u00a0", "-"))
}

// mod97 reads letters as 10 to 35.
func mod97(s string) int {
	rest := 0
	for _, c := range []byte(s) {
		if c >= 'A' {
			rest = (rest*100 + int(c-'A') + 10) % 97
		} else {
			rest = (rest*10 + int(c-'0')) % 97
		}
	}
	return rest
}

var (
	//go:embed testdata/bip39/english.txt
	seedEnglish string
	//go:embed testdata/bip39/spanish.txt
	seedSpanish string
	//go:embed testdata/bip39/french.txt
	seedFrench string
	//go:embed testdata/bip39/japanese.txt
	seedJapanese string
)

// makeSeed returns a phrase of BIP-39 with its checksum: 12 or 24 words.
func makeSeed(r *rand.Rand, language string) string {
	list, ok := map[string]string{"es": seedSpanish, "fr": seedFrench, "ja": seedJapanese}[language]
	if !ok {
		list = seedEnglish
	}
	words := strings.Fields(list)
	entropy := randomBytes(r, pick(r, 16, 16, 32))
	sum := sha256.Sum256(entropy)
	check := len(entropy) / 4
	n := new(big.Int).SetBytes(entropy)
	n.Lsh(n, uint(check)).Or(n, big.NewInt(int64(sum[0]>>(8-check))))
	count := (len(entropy)*8 + check) / 11
	out := make([]string, count)
	for i := range count {
		index := new(big.Int).Rsh(n, uint(11*(count-1-i)))
		out[i] = words[index.And(index, big.NewInt(2047)).Int64()]
	}
	separator := " "
	if language == "" {
		separator = pick(r, " ", " ", " ", "\n", ", ", "num")
	}
	if separator == "num" {
		for i := range out {
			out[i] = fmt.Sprintf("%d. %s", i+1, out[i])
		}
		separator = pick(r, " ", "\n")
	}
	return strings.Join(out, separator)
}
