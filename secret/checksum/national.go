package checksum

import "strings"

// IsCzechDate is IsBirthDate for a Czech or Slovak number.
func IsCzechDate(d string) bool {
	month := Number(d[2:4])
	for _, add := range []int{70, 50, 20} {
		if month > add && month <= add+12 {
			month -= add
			break
		}
	}
	return month >= 1 && month <= 12 && Number(d[4:6]) >= 1 && Number(d[4:6]) <= 31
}

// IsBrazilian checks a Brazilian number: two digits modulo 11.
func IsBrazilian(d string) bool {
	if len(d) != 11 || strings.Count(d, d[:1]) == 11 {
		return false
	}
	for n := 9; n <= 10; n++ {
		sum := 0
		for i := range n {
			sum += int(d[i]-'0') * (n + 1 - i)
		}
		if sum*10%11%10 != int(d[n]-'0') {
			return false
		}
	}
	return true
}

// IsSNILS checks a Russian insurance number.
func IsSNILS(d string) bool {
	return len(d) == 11 && Weighted(d, "987654321")%101%100 == Number(d[9:])
}

// IsINN checks a Russian person's tax number.
func IsINN(d string) bool {
	return len(d) == 12 && inn(d, []int{7, 2, 4, 10, 3, 5, 9, 4, 6, 8}) == int(d[10]-'0') && inn(d, []int{3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8}) == int(d[11]-'0')
}

func inn(d string, weights []int) int {
	sum := 0
	for i, w := range weights {
		sum += int(d[i]-'0') * w
	}
	return sum % 11 % 10
}

// IsTurkish checks a Turkish identity number.
func IsTurkish(d string) bool {
	if d[0] == '0' {
		return false
	}
	odd, even := Weighted(d, "101010101"), Weighted(d, "01010101")
	tenth := ((odd*7-even)%10 + 10) % 10
	return tenth == int(d[9]-'0') && Weighted(d, "1111111111")%10 == int(d[10]-'0')
}

// IsGermanTax checks ISO 7064, MOD 11,10: the German tax number.
func IsGermanTax(d string) bool {
	p := 10
	for i := range len(d) - 1 {
		s := (int(d[i]-'0') + p) % 10
		if s == 0 {
			s = 10
		}
		p = s * 2 % 11
	}
	return (11-p)%10 == int(d[len(d)-1]-'0')
}

var (
	verhoeffProduct = [10]string{"0123456789", "1234067895", "2340178956", "3401289567", "4012395678", "5987604321", "6598710432", "7659821043", "8765932104", "9876543210"}
	verhoeffPlace   = [8]string{"0123456789", "1576283094", "5803796142", "8916043527", "9453126870", "4286573901", "2793806415", "7046913258"}
)

// IsIndian checks an Indian number, after Verhoeff.
func IsIndian(d string) bool {
	c := byte('0')
	for i := range len(d) {
		c = verhoeffProduct[c-'0'][verhoeffPlace[i%8][d[len(d)-1-i]-'0']-'0']
	}
	return c == '0'
}

// IsNorwegian checks the two check digits of a Norwegian number.
func IsNorwegian(d string) bool {
	return Weighted(d, "3761894521")%11 == 0 && Weighted(d, "54327654321")%11 == 0
}

// IsThai checks a Thai number.
func IsThai(d string) bool {
	sum := 0
	for i := range 12 {
		sum += int(d[i]-'0') * (13 - i)
	}
	return (11-sum%11)%10 == int(d[12]-'0')
}

// IsBelgian checks a Belgian number; those born since 2000 count a 2 before it.
func IsBelgian(d string) bool {
	n, check := Number(d[:9]), Number(d[9:])
	return 97-n%97 == check || 97-(n+2_000_000_000)%97 == check
}

// IsFrench checks a French insurance number: sex, year, month, and a key if it has one.
func IsFrench(d string) bool {
	if d[0] != '1' && d[0] != '2' || !IsBirthDate("00"+d[3:5]+"01", "ymd") {
		return false
	}
	return len(d) == 13 || len(d) == 15 && 97-Number(d[:13])%97 == Number(d[13:])
}

// IsChilean checks a Chilean number, whose check digit can be K.
func IsChilean(d string) bool {
	sum, weight := 0, 2
	for i := len(d) - 2; i >= 0; i-- {
		if d[i] > '9' {
			return false
		}
		sum += int(d[i]-'0') * weight
		if weight++; weight > 7 {
			weight = 2
		}
	}
	return "0K987654321"[sum%11] == d[len(d)-1]
}

// IsFinnish checks a Finnish number: a date, a sign for the century, three digits, a letter.
func IsFinnish(d, form string) bool {
	switch {
	case len(d) == 10 && form == "6-4":
	case len(d) == 11 && form == "+" && d[6] >= 'A' && d[6] <= 'Y':
		d = d[:6] + d[7:]
	default:
		return false
	}
	if strings.Trim(d[:9], "0123456789") != "" || !IsBirthDate(d, "dmy") {
		return false
	}
	return "0123456789ABCDEFHJKLMNPRSTUVWXY"[Number(d[:9])%31] == d[9]
}

// IsGermanPension checks a German pension insurance number: area, date, letter, serial, check digit.
func IsGermanPension(d string) bool {
	letter := int(d[8]-'A') + 1
	flat := d[:8] + string([]byte{'0' + byte(letter/10), '0' + byte(letter%10)}) + d[9:11]
	weights := "212521212121"
	sum := 0
	for i := range len(flat) {
		n := int(flat[i]-'0') * int(weights[i]-'0')
		sum += n/10 + n%10
	}
	return sum%10 == int(d[11]-'0')
}

// italianOdd is what digits, and letters from A, count at the odd places of Italian numbers.
const italianOdd = "\x01\x00\x05\x07\x09\x0d\x0f\x11\x13\x15\x02\x04\x12\x14\x0b\x03\x06\x08\x0c\x0e\x10\x0a\x16\x19\x18\x17"

// IsItalian checks an Italian tax code.
func IsItalian(d string) bool {
	for i, want := range "LLLLLLNNLNNLNNNL" {
		if isLetter := d[i] >= 'A'; isLetter != (want == 'L') && !(want == 'N' && strings.IndexByte("LMNPQRSTUV", d[i]) >= 0) {
			return false
		}
	}
	sum := 0
	for i := range 15 {
		n := int(d[i] - '0')
		if d[i] >= 'A' {
			n = int(d[i] - 'A')
		}
		if i%2 == 0 {
			n = int(italianOdd[n])
		}
		sum += n
	}
	return byte(sum%26)+'A' == d[15]
}

// IsChinese checks a Chinese identity number: place, date, serial, check digit, which can be X.
func IsChinese(d string) bool {
	if strings.Trim(d[:17], "0123456789") != "" || d[0] == '0' || d[6:8] != "19" && d[6:8] != "20" || !IsBirthDate(d[8:14], "ymd") {
		return false
	}
	sum := 0
	for i, w := range []int{7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2} {
		sum += int(d[i]-'0') * w
	}
	return "10X98765432"[sum%11] == d[17]
}

// IsMexican reports whether d has the form of a Mexican number.
func IsMexican(d string) bool {
	for i, want := range "LLLLNNNNNNLLLLLLAN" {
		isLetter := d[i] >= 'A'
		if want == 'L' && !isLetter || want == 'N' && isLetter {
			return false
		}
	}
	return IsBirthDate(d[4:10], "ymd") && (d[10] == 'H' || d[10] == 'M' || d[10] == 'X')
}

// IsRomanian checks a Romanian number.
func IsRomanian(d string) bool {
	if d[0] == '0' || d[0] == '9' || !IsBirthDate(d[1:7], "ymd") || Number(d[7:9]) > 52 || Number(d[7:9]) == 0 {
		return false
	}
	return Weighted(d, "279146358279")%11%10 == int(d[12]-'0')
}

// IsSouthAfrican checks a South African number.
func IsSouthAfrican(d string) bool {
	return IsBirthDate(d, "ymd") && d[10] <= '1' && d[11] >= '8' && HasLuhn(d)
}

// IsSpanish checks a Spanish number: eight digits, or X, Y, Z and seven, and a letter.
func IsSpanish(d string) bool {
	if i := strings.IndexByte("XYZ", d[0]); i >= 0 {
		d = string(rune('0'+i)) + d[1:]
	}
	return strings.Trim(d[:8], "0123456789") == "" && "TRWAGMYFPDXBNJZSQVHLCKE"[Number(d[:8])%23] == d[8]
}

// IsSingaporean checks a number of Singapore.
func IsSingaporean(d string) bool {
	if strings.IndexByte("STFG", d[0]) < 0 || strings.Trim(d[1:8], "0123456789") != "" {
		return false
	}
	sum := Weighted(d[1:8], "2765432")
	if d[0] == 'T' || d[0] == 'G' {
		sum += 4
	}
	if d[0] == 'S' || d[0] == 'T' {
		return "JZIHGFEDCBA"[sum%11] == d[8]
	}
	return "XWUTRQPNMLK"[sum%11] == d[8]
}

// IsBritish reports whether d has the form of a British insurance number.
func IsBritish(d string) bool {
	const first, second = "ABCEGHJKLMNOPRSTWXYZ", "ABCEGHJKLMNPRSTWXYZ"
	if strings.IndexByte(first, d[0]) < 0 || strings.IndexByte(second, d[1]) < 0 && d[1] != 'Q' || strings.Trim(d[2:8], "0123456789") != "" {
		return false
	}
	return !strings.Contains("BG GB NK KN TN NT ZZ", d[:2])
}

// Weighted returns the sum of the digits, each times its weight.
func Weighted(d, weights string) int {
	sum := 0
	for i := range min(len(d), len(weights)) {
		sum += int(d[i]-'0') * int(weights[i]-'0')
	}
	return sum
}

func Number(d string) int {
	n := 0
	for i := range len(d) {
		n = n*10 + int(d[i]-'0')
	}
	return n
}

// IsBirthDate reports whether six digits can be a birth date in this order. Czech
// women's have 50 added to the month: IsCzechDate.
func IsBirthDate(d, order string) bool {
	day, month := Number(d[4:6]), Number(d[2:4])
	if order == "dmy" {
		day = Number(d[0:2])
	}
	if order == "dmy" && day > 40 { // Norway's D-numbers
		day -= 40
	}
	return day >= 1 && day <= 31 && month >= 1 && month <= 12
}
