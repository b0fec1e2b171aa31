package secretset_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

// harmlessValues make what may be kept, by the name of the slot. Long numbers
// do not have the check digit of a card, but for telephone numbers, which begin with a plus.
var harmlessValues = map[string]func(r *rand.Rand, arg string) string{
	"phone": makePhone,
	"order": func(r *rand.Rand, _ string) string {
		return noCard(r, pick(r, "%d3-%d7-%d7", "#%d5", "A%d8", "2026-%d6", "SO%d6", "%d8"))
	},
	"tracking": func(r *rand.Rand, _ string) string {
		return noCard(r, pick(r, "JD01%d14", "1Z%u8%d8", "RR%d9DE", "00340%d15", "LX%d9CN", "%d12"))
	},
	"price": func(r *rand.Rand, _ string) string {
		return build(r, pick(r, "%d1.%d2", "1%d2.50", "4%d2", "2,%d3", "3%d1,90"))
	},
	"number": func(r *rand.Rand, _ string) string { return fmt.Sprint(2 + r.IntN(97)) },
	"year":   func(r *rand.Rand, _ string) string { return fmt.Sprint(1950 + r.IntN(80)) },
	"big":    func(r *rand.Rand, _ string) string { return fmt.Sprint(1000 + r.IntN(900000)) },
	"date":   makeDate,
	"time":   func(r *rand.Rand, _ string) string { return fmt.Sprintf("%d:%02d", 6+r.IntN(17), 5*r.IntN(12)) },
	"isbn":   makeISBN,
	"coord": func(r *rand.Rand, _ string) string {
		return build(r, pick(r, "4%d1.%d4, 1%d1.%d4", "-3%d1.%d5, 15%d1.%d5", "4%d1°1%d1'3%d1\"N 1%d1°2%d1'1%d1\"E"))
	},
	"githash": func(r *rand.Rand, _ string) string { return noCard(r, pick(r, "%h7", "%h40", "%h12")) },
	"uuid":    func(r *rand.Rand, _ string) string { return noCard(r, "%h8-%h4-4%h3-a%h3-%h12") },
	"sha":     func(r *rand.Rand, _ string) string { return noCard(r, "sha256:%h64") },
	"color":   func(r *rand.Rand, _ string) string { return build(r, pick(r, "#%h6", "#%H6", "#%h3")) },
	"version": func(r *rand.Rand, _ string) string {
		return build(r, pick(r, "v%d1.%d2.%d1", "1.%d2.%d1", "3.%d1.0-rc.%d1", "2026.%d1"))
	},
	"meter": func(r *rand.Rand, _ string) string { return noCard(r, pick(r, "0%d4.%d1", "%d5", "1%d5", "00%d4,%d1")) },
	"ip":    func(r *rand.Rand, _ string) string { return build(r, "192.168.%d1.1%d1") },
	"email": func(r *rand.Rand, _ string) string {
		return build(r, pick(r, "anna.%l5@example.org", "info@%l7.example", "k.%l6+news@mail.example"))
	},
	"user": func(r *rand.Rand, _ string) string {
		return pick(r, "anna", "max", "lena", "kai", "sun") + pick(r, "_", ".", "") + pick(r, "runs", "bakes", "codes", "photo") + build(r, "%d2")
	},
	"url": makeURL,
	"plate": func(r *rand.Rand, _ string) string {
		return build(r, pick(r, "B-KL %d4", "M AB %d3", "7%L3%d3", "%L2%d2 %L3"))
	},
	"flight": func(r *rand.Rand, _ string) string { return build(r, pick(r, "LH %d4", "TK%d4", "BA %d3", "U2 %d4")) },
}

func makePhone(r *rand.Rand, arg string) string {
	shapes := []string{"+49 30 %d4 %d4", "+49 151 %d8", "+1 (415) 555-%d4", "+44 20 7946 %d4", "+7 916 %d3-%d2-%d2", "+380 67 %d3 %d2 %d2", "+90 532 %d3 %d2 %d2", "+86 138 %d4 %d4", "+81 3-%d4-%d4", "0%d2-%d4-%d4", "+33 6 %d2 %d2 %d2 %d2", "+34 6%d2 %d3 %d3"}
	return inScript(build(r, pick(r, shapes...)), arg)
}

func makeDate(r *rand.Rand, arg string) string {
	year, month, day := 1960+r.IntN(75), 1+r.IntN(12), 1+r.IntN(28)
	return inScript(pick(r, fmt.Sprintf("%d-%02d-%02d", year, month, day), fmt.Sprintf("%d.%d.%d", day, month, year), fmt.Sprintf("%02d/%02d/%d", day, month, year)), arg)
}

func makeISBN(r *rand.Rand, _ string) string {
	n := build(r, "978%d9")
	n += fmt.Sprint((10 - weigh(n, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3)%10) % 10)
	return pick(r, n, n[:3]+"-"+n[3:4]+"-"+n[4:7]+"-"+n[7:12]+"-"+n[12:])
}

func makeURL(r *rand.Rand, _ string) string {
	return noCard(r, pick(r, "https://example.org/recipes/%d5", "https://shop.example/p/%l10?color=red", "https://maps.example.com/?q=5%d1.%d5,1%d1.%d5", "https://video.example/watch?v=%A11", "https://docs.example/d/%A44/edit", "https://tickets.example/browse/KEEP-%d3"))
}

// noCard builds the shape until nothing in it can be read as a card or as an IBAN.
func noCard(r *rand.Rand, shape string) string {
	return retry(func() (string, bool) {
		s := build(r, shape)
		return s, !holdsCheckedNumber(s)
	})
}

var (
	numberForm  = regexp.MustCompile(`\+?\p{Nd}(?:[ .\x{a0}\x{202f}-]?\p{Nd}){12,}`)
	accountForm = regexp.MustCompile(`[A-Z]{2}\d{2}[A-Z0-9]{11,30}`)
)

// holdsCheckedNumber reports whether a number in s has the check digits of a card or of an IBAN.
// A number that begins with a plus is a telephone's.
func holdsCheckedNumber(s string) bool {
	for _, number := range numberForm.FindAllString(s, -1) {
		if !strings.HasPrefix(number, "+") && isCardNumber(onlyDigits(number)) {
			return true
		}
	}
	for _, number := range accountForm.FindAllString(s, -1) {
		if mod97(number[4:]+number[:4]) == 1 {
			return true
		}
	}
	return false
}

// onlyDigits returns the digits of s, of any script of zeros as ASCII.
func onlyDigits(s string) string {
	return strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' {
			return c
		}
		for _, zero := range zeros {
			if c >= zero && c <= zero+9 {
				return '0' + c - zero
			}
		}
		return -1
	}, s)
}

// isCardNumber reports whether the digits have the length and the check digit of a card.
func isCardNumber(number string) bool {
	return len(number) >= 13 && len(number) <= 19 && number[0] >= '2' && number[0] <= '6' &&
		luhnDigit(number[:len(number)-1]) == int(number[len(number)-1]-'0')
}
