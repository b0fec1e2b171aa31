// Package checksum knows the numbers that prove themselves: payment cards, bank accounts, and what
// states number their people with. It says whether a number can be one, never whether it is.
//
// It is pure arithmetic over digits and capital letters without joints; each function says what it
// wants. How such numbers are written in a text, and when a word must name them, is package
// secret's.
//
// Start reading at IsCard; national.go has a function for the numbers of each state.
package checksum

import "strings"

// IsCard reports whether digits can be a payment card's: an issuer's prefix, its length, and the
// check digit of Luhn.
func IsCard(d string) bool {
	if !HasLuhn(d) || strings.Count(d, d[:1]) == len(d) {
		return false
	}
	n := len(d)
	four := int(d[0]-'0')*1000 + int(d[1]-'0')*100 + int(d[2]-'0')*10 + int(d[3]-'0')
	switch two := four / 100; {
	case d[0] == '4':
		return n == 16 || n == 13 || n == 19
	case two >= 51 && two <= 55, four >= 2221 && four <= 2720, four >= 2200 && four <= 2205, four == 9792:
		return n == 16 || four < 2206 && n >= 16
	case two == 34 || two == 37:
		return n == 15
	case two == 36 || two == 38 || two == 39 || four >= 3000 && four <= 3059:
		return n == 14 || n == 16
	case four >= 3528 && four <= 3589:
		return n == 16
	case d[0] == '6' || two == 50 || two >= 56 && two <= 58 || two == 81 || two == 82:
		return n >= 13
	}
	return false
}

// HasLuhn reports whether the last of the digits is Luhn's check digit.
func HasLuhn(d string) bool {
	sum := 0
	for i := range len(d) {
		n := int(d[len(d)-1-i] - '0')
		if i%2 == 1 {
			if n *= 2; n > 9 {
				n -= 9
			}
		}
		sum += n
	}
	return sum%10 == 0
}

// ibanLengths has how long a bank account of each country is (ISO 13616).
const ibanLengths = "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IR26 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 "

// IsIBAN reports whether s is a bank account number of its country's length whose remainder by 97 is 1.
func IsIBAN(s string) bool {
	if len(s) < 15 || s[0] < 'A' || s[1] < 'A' || s[2] > '9' || s[3] > '9' {
		return false
	}
	i := strings.Index(ibanLengths, s[:2])
	if i < 0 || i%5 != 0 || len(s) != int(ibanLengths[i+2]-'0')*10+int(ibanLengths[i+3]-'0') {
		return false
	}
	rest := 0
	for _, c := range s[4:] + s[:4] {
		if c >= 'A' {
			rest = (rest*100 + int(c-'A') + 10) % 97
			continue
		}
		rest = (rest*10 + int(c-'0')) % 97
	}
	return rest == 1
}
