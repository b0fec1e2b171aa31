package secretset_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// makeNational returns the number that a state knows a person by, with its check digits
// where it has any. The argument is the country.
func makeNational(r *rand.Rand, country string) string {
	number := nationals[country]
	if number == nil {
		panic("no national number of " + country)
	}
	return number(r)
}

// birthday returns the last two digits of a year, a month and a day.
func birthday(r *rand.Rand) (string, string, string) {
	return fmt.Sprintf("%02d", r.IntN(100)), fmt.Sprintf("%02d", 1+r.IntN(12)), fmt.Sprintf("%02d", 1+r.IntN(28))
}

// weigh returns the sum of the digits times their weights.
func weigh(number string, weights ...int) int {
	sum := 0
	for i, w := range weights {
		sum += w * int(number[i]-'0')
	}
	return sum
}

// retry calls f until it succeeds: some numbers have no check digit and are not given out.
func retry(f func() (string, bool)) string {
	for {
		if s, ok := f(); ok {
			return s
		}
	}
}

var nationals = map[string]func(*rand.Rand) string{
	"us": func(r *rand.Rand) string { // three groups; 000, 666 and 900 up are not given out
		return fmt.Sprintf(pick(r, "%03d-%02d-%04d", "%03d-%02d-%04d", "%03d %02d %04d", "%03d%02d%04d"), 100+r.IntN(560), 1+r.IntN(99), 1+r.IntN(9999))
	},
	"uk": func(r *rand.Rand) string { // NINO
		const first, second = "ABCEGHJKLMPRSTWXY", "ABCEGHJKLMPRSTWXYZ"
		return retry(func() (string, bool) {
			prefix := randomText(r, first, 1) + randomText(r, second, 1)
			bad := strings.Contains("GB NK TN BG KN ZZ NT", prefix)
			return build(r, pick(r, prefix+" %d2 %d2 %d2 ", prefix+"%d6")) + randomText(r, "ABCD", 1), !bad
		})
	},
	"nhs": func(r *rand.Rand) string {
		return retry(func() (string, bool) {
			n := build(r, "4%d8")
			check := 11 - weigh(n, 10, 9, 8, 7, 6, 5, 4, 3, 2)%11
			return fmt.Sprintf("%s %s %s%d", n[:3], n[3:6], n[6:], check%11), check != 10
		})
	},
	"de": func(r *rand.Rand) string { // tax number for life; one digit comes twice
		return retry(func() (string, bool) {
			perm := r.Perm(10)
			perm[9] = perm[r.IntN(9)]
			r.Shuffle(10, func(i, j int) { perm[i], perm[j] = perm[j], perm[i] })
			number, product := "", 10
			for _, d := range perm {
				number += fmt.Sprint(d)
				sum := (d + product) % 10
				if sum == 0 {
					sum = 10
				}
				product = sum * 2 % 11
			}
			number += fmt.Sprint((11 - product) % 10)
			if r.IntN(2) == 0 {
				number = number[:2] + " " + number[2:5] + " " + number[5:8] + " " + number[8:]
			}
			return number, number[0] != '0'
		})
	},
	"es": func(r *rand.Rand) string { // DNI, or NIE
		n := r.IntN(1e8)
		letter := string("TRWAGMYFPDXBNJZSQVHLCKE"[n%23])
		return fmt.Sprintf(pick(r, "%08d%s", "%08d-%s"), n, letter)
	},
	"fr": func(r *rand.Rand) string { // NIR
		year, month, _ := birthday(r)
		body := pick(r, "1", "2") + year + month + build(r, "75%d3%d3")
		n := 0
		for _, c := range body {
			n = (n*10 + int(c-'0')) % 97
		}
		return fmt.Sprintf(pick(r, "%s%02d", "%s %02d"), body, 97-n)
	},
	"it": func(r *rand.Rand) string { // codice fiscale
		year, _, day := birthday(r)
		body := randomText(r, "BCDFGLMNPRSTV", 6) + year + randomText(r, "ABCDEHLMPRST", 1) + day + randomText(r, "ABCDEFGHIL", 1) + build(r, "%d3")
		odd := []int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23}
		sum := 0
		for i, c := range []byte(body) {
			v := int(c - '0')
			if c >= 'A' {
				v = int(c - 'A')
			}
			if i%2 == 0 {
				v = odd[v]
			}
			sum += v
		}
		return body + string(rune('A'+sum%26))
	},
	"br": func(r *rand.Rand) string { // CPF
		n := build(r, "%d9")
		n += fmt.Sprint(weigh(n, 10, 9, 8, 7, 6, 5, 4, 3, 2) * 10 % 11 % 10)
		n += fmt.Sprint(weigh(n, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2) * 10 % 11 % 10)
		return pick(r, n, n[:3]+"."+n[3:6]+"."+n[6:9]+"-"+n[9:])
	},
	"pt": func(r *rand.Rand) string { // NIF
		n := build(r, pick(r, "1", "2")+"%d7")
		check := 11 - weigh(n, 9, 8, 7, 6, 5, 4, 3, 2)%11
		if check > 9 {
			check = 0
		}
		return fmt.Sprintf("%s%d", n, check)
	},
	"ru": func(r *rand.Rand) string { // SNILS
		n := build(r, "1%d8")
		check := weigh(n, 9, 8, 7, 6, 5, 4, 3, 2, 1) % 101 % 100
		return fmt.Sprintf("%s-%s-%s %02d", n[:3], n[3:6], n[6:], check)
	},
	"inn": func(r *rand.Rand) string { // the Russian tax number of a person
		n := build(r, "77%d8")
		n += fmt.Sprint(weigh(n, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8) % 11 % 10)
		return n + fmt.Sprint(weigh(n, 3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8)%11%10)
	},
	"ua": func(r *rand.Rand) string { // RNOKPP
		n := build(r, "3%d8")
		sum := -int(n[0]-'0') + weigh(n[1:], 5, 7, 9, 4, 6, 10, 5, 7)
		return n + fmt.Sprint((sum%11+11)%11%10)
	},
	"pl": func(r *rand.Rand) string { // PESEL
		year, month, day := birthday(r)
		n := year + month + day + build(r, "%d4")
		return n + fmt.Sprint((10-weigh(n, 1, 3, 7, 9, 1, 3, 7, 9, 1, 3)%10)%10)
	},
	"tr": func(r *rand.Rand) string { // T.C. kimlik no
		n := fmt.Sprint(1+r.IntN(9)) + build(r, "%d8")
		n += fmt.Sprint(((weigh(n, 7, 0, 7, 0, 7, 0, 7, 0, 7)-weigh(n, 0, 1, 0, 1, 0, 1, 0, 1))%10 + 10) % 10)
		return n + fmt.Sprint(weigh(n, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)%10)
	},
	"il": func(r *rand.Rand) string { n := build(r, "3%d7"); return n + fmt.Sprint(luhnDigit(n)) },
	"sa": func(r *rand.Rand) string { n := build(r, "1%d8"); return n + fmt.Sprint(luhnDigit(n)) },
	"in": func(r *rand.Rand) string { // Aadhaar
		n := fmt.Sprint(2+r.IntN(8)) + build(r, "%d10")
		n += fmt.Sprint(verhoeffDigit(n))
		return pick(r, n, n[:4]+" "+n[4:8]+" "+n[8:])
	},
	"cn": func(r *rand.Rand) string { // resident identity card
		year, month, day := birthday(r)
		n := pick(r, "110101", "310104", "440305", "510107") + "19" + year + month + day + build(r, "%d3")
		return n + string("10X98765432"[weigh(n, 7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)%11])
	},
	"jp": func(r *rand.Rand) string { // My Number
		n := build(r, "%d11")
		rest := weigh(n, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2) % 11
		if rest > 1 {
			rest = 11 - rest
		} else {
			rest = 0
		}
		n += fmt.Sprint(rest)
		return pick(r, n, n[:4]+" "+n[4:8]+" "+n[8:], n[:4]+"-"+n[4:8]+"-"+n[8:])
	},
	"kr": func(r *rand.Rand) string { // resident registration number
		year, month, day := birthday(r)
		n := year + month + day + pick(r, "1", "2") + build(r, "%d5")
		n += fmt.Sprint((11 - weigh(n, 2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)%11) % 10)
		return n[:6] + "-" + n[6:]
	},
	"th": func(r *rand.Rand) string {
		n := pick(r, "1", "3") + build(r, "%d11")
		n += fmt.Sprint((11 - weigh(n, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)%11) % 10)
		return pick(r, n, n[:1]+"-"+n[1:5]+"-"+n[5:10]+"-"+n[10:12]+"-"+n[12:])
	},
	"nl": func(r *rand.Rand) string { // BSN
		return retry(func() (string, bool) {
			n := build(r, "1%d7")
			check := weigh(n, 9, 8, 7, 6, 5, 4, 3, 2) % 11
			return fmt.Sprintf("%s%d", n, check), check < 10
		})
	},
	"se": func(r *rand.Rand) string { // personnummer
		year, month, day := birthday(r)
		n := year + month + day + build(r, "%d3")
		return "19" + n[:6] + "-" + n[6:] + fmt.Sprint(luhnDigit(n))
	},
	"cz": func(r *rand.Rand) string { // rodné číslo: divisible by 11
		return retry(func() (string, bool) {
			year, month, day := birthday(r)
			n := 0
			fmt.Sscan("1"+year+month+day+build(r, "%d3"), &n)
			n = (n - 1e9) * 10
			check := (11 - n%11) % 11
			s := fmt.Sprintf("%010d", n+check)
			return s[:6] + "/" + s[6:], check < 10
		})
	},
}

// verhoeffDigit returns the check digit of Verhoeff's scheme.
func verhoeffDigit(number string) int {
	multiply := func(a, b int) int { // of the dihedral group of ten elements
		switch {
		case a < 5 && b < 5:
			return (a + b) % 5
		case a < 5:
			return 5 + (a+b-5)%5
		case b < 5:
			return 5 + (a-5-b+5)%5
		}
		return (a - b + 5) % 5
	}
	order := [10]int{1, 5, 7, 6, 2, 8, 3, 0, 9, 4}
	permute := func(d, times int) int {
		for range times % 8 {
			d = order[d]
		}
		return d
	}
	sum := 0
	for i := range len(number) {
		sum = multiply(sum, permute(int(number[len(number)-1-i]-'0'), i+1))
	}
	return [10]int{0, 4, 3, 2, 1, 5, 6, 7, 8, 9}[sum]
}
