package checksum

import "strings"

// IsRIB checks a French bank account without its IBAN: bank, branch, an account that may have letters, and a key.
func IsRIB(d string) bool {
	if len(d) != 23 || !isDigits(d[:10]) || !isDigits(d[21:]) {
		return false
	}
	const values = "12345678912345678923456789" // of the letters from A to Z
	rest := 0
	for _, c := range d[:21] {
		digit := int(c - '0')
		if c >= 'A' {
			digit = int(values[c-'A'] - '0')
		}
		rest = (rest*10 + digit) % 97
	}
	return 97-rest*100%97 == Number(d[21:])
}

// IsSpanishAccount checks a Spanish bank account without its IBAN: bank, branch, two check digits, account.
func IsSpanishAccount(d string) bool {
	return len(d) == 20 && isDigits(d) && strings.Trim(d, "0") != "" && spanishDigit("00"+d[:8]) == d[8] && spanishDigit(d[10:]) == d[9]
}

func spanishDigit(d string) byte {
	sum, weight := 0, 1
	for i := range len(d) {
		sum += int(d[i]-'0') * weight
		weight = weight * 2 % 11
	}
	return "01987654321"[sum%11]
}

// IsItalianAccount checks an Italian bank account without its IBAN: a check letter, bank, branch, account.
func IsItalianAccount(d string) bool {
	if len(d) != 23 || d[0] < 'A' || d[0] > 'Z' || !isDigits(d[1:11]) {
		return false
	}
	sum := 0
	for i := range 22 {
		n := int(d[i+1] - '0')
		if d[i+1] >= 'A' {
			n = int(d[i+1] - 'A')
		}
		if i%2 == 0 {
			n = int(italianOdd[n])
		}
		sum += n
	}
	return byte(sum%26)+'A' == d[0]
}

// IsPolishAccount checks a Polish bank account, which is an IBAN without its country.
func IsPolishAccount(d string) bool { return len(d) == 26 && isDigits(d) && IsIBAN("PL"+d) }

// czechBanks are the codes of banks in Czechia and Slovakia.
const czechBanks = " 0100 0200 0300 0600 0710 0720 0800 0900 1100 1111 2010 2060 2070 2100 2200 2220 2250 2260 2600 2700 3030 3060 3100 3500 4000 4300 5500 5600 5800 5900 6000 6100 6200 6210 6300 6500 6700 6800 7500 7900 7910 7950 7960 7970 7990 8020 8030 8040 8060 8090 8100 8120 8130 8150 8180 8200 8210 8300 8320 8330 8360 8370 8400 8410 8420 "

// IsCzechAccount checks a Czech or Slovak bank account: a prefix, which may be missing, the account, and the code of its bank.
func IsCzechAccount(prefix, account, bank string) bool {
	if len(prefix) > 6 || len(account) < 2 || len(account) > 10 || len(bank) != 4 || !isDigits(prefix+account) || !strings.Contains(czechBanks, " "+bank+" ") {
		return false
	}
	return czechSum(prefix)%11 == 0 && czechSum(account)%11 == 0 && strings.Trim(account, "0") != ""
}

func czechSum(d string) int {
	sum := 0
	for i := range len(d) {
		sum += int(d[len(d)-1-i]-'0') * []int{1, 2, 4, 8, 5, 10, 9, 7, 3, 6}[i]
	}
	return sum
}

// IsArgentine checks an Argentine bank account, in two blocks with a check digit each.
func IsArgentine(d string) bool {
	if len(d) != 22 || !isDigits(d) || strings.Trim(d, "0") == "" {
		return false
	}
	return (Weighted(d[:7], "7139713")+Number(d[7:8]))%10 == 0 && (Weighted(d[8:21], "3971397139713")+Number(d[21:]))%10 == 0
}

func isDigits(d string) bool { return strings.Trim(d, "0123456789") == "" }
