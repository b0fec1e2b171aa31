package number

import (
	"strings"

	"keepsake/secret/checksum"
)

// HasOwnForm reports whether a number is written as only one country's national number is, and its
// check digit, where there is one, is right. No word need name it.
func HasOwnForm(c Candidate) bool {
	d := c.Text
	switch {
	case c.Digits == len(d):
		switch c.Form {
		case "3-2-4": // United States
			return d[:3] != "000" && d[:3] != "666" && d[3:5] != "00" && d[5:] != "0000" && (d[0] != '9' || d[3] >= '5')
		case "3.3.3-2": // Brazil
			return checksum.IsBrazilian(d)
		case "3-3-3 2", "3-3-3-2": // Russia
			return checksum.IsSNILS(d)
		case "6-4", "8-4": // Sweden, Denmark
			return checksum.IsBirthDate(d[len(d)-10:], "ymd") && checksum.HasLuhn(d[len(d)-10:]) || len(d) == 10 && checksum.IsBirthDate(d, "dmy") && checksum.Weighted(d, "4327654321")%11 == 0
		case "6/3", "6/4": // Czechia, Slovakia
			return checksum.IsCzechDate(d) && (len(d) == 9 || checksum.Number(d)%11 == 0)
		case "6 5": // Norway
			return checksum.IsBirthDate(d, "dmy") && checksum.IsNorwegian(d)
		case "6-7": // Korea
			return checksum.IsBirthDate(d, "ymd") && d[6] >= '1' && d[6] <= '8'
		case "1-4-5-2-1", "1 4 5 2 1": // Thailand
			return checksum.IsThai(d)
		case "2.2.2-3.2": // Belgium
			return checksum.IsBelgian(d)
		case "3.4.4.2": // Switzerland
			return d[:3] == "756" && checksum.Weighted(d, "1313131313131")%10 == 0
		case "4 6": // Austria
			return checksum.IsBirthDate(d[4:], "dmy") && checksum.Weighted(d[:3]+d[4:], "379584216")%11 == int(d[3]-'0')
		case "1 2 2 2 3 3 2", "1 2 2 2 3 3": // France
			return checksum.IsFrench(d)
		case "2.3.3-1": // Chile
			return checksum.IsChilean(d)
		}
	case c.Form == "2.3.3-1":
		return checksum.IsChilean(d)
	}
	switch len(d) {
	case 10, 11:
		return checksum.IsFinnish(d, c.Form)
	case 12: // Germany, pension insurance
		return d[8] >= 'A' && d[8] <= 'Z' && c.Digits == 11 && checksum.IsBirthDate(d[2:8], "dmy") && checksum.IsGermanPension(d)
	case 16:
		return checksum.IsItalian(d)
	case 18:
		return checksum.IsChinese(d) || checksum.IsMexican(d)
	}
	return false
}

// NeedsCheck reports whether a number has the check digit of a national number and a form that few
// other things have: a word before it can say that it is something else.
func NeedsCheck(c Candidate) bool {
	d := c.Text
	switch numeric := c.Digits == len(d); {
	case numeric && c.Form == "4 4 4": // India
		return d[0] >= '2' && checksum.IsIndian(d)
	case numeric && len(d) == 13 && c.First == c.Last:
		return checksum.IsRomanian(d) || checksum.IsSouthAfrican(d)
	case numeric && len(d) == 15 && c.First == c.Last:
		return checksum.IsFrench(d)
	case numeric || c.Digits < 6:
		return false
	case len(d) == 9 && (checksum.IsSpanish(d) || checksum.IsSingaporean(d)):
		return true
	case len(d) == 9 && strings.IndexByte("ABCD", d[8]) >= 0 && c.Digits == 6:
		return checksum.IsBritish(d)
	}
	return false
}

// NeedsName reports whether a number can be a national number whose check says little by itself, so
// that a word has to name it.
func NeedsName(c Candidate) bool {
	d := c.Text
	if isMachineAddress(c.Form) {
		return false
	}
	if c.Digits != len(d) {
		return c.Digits >= 6 && len(d) >= 8 && len(d) <= 18 && !strings.Contains(c.Form, " ")
	}
	switch len(d) {
	case 9:
		return c.Form == "3 2 4" || checksum.Weighted(d, "987654320")%11 == int(d[8]-'0') || checksum.HasLuhn(d) || checksum.Weighted(d[:8], "98765432")%11 > 0 && (11-checksum.Weighted(d[:8], "98765432")%11)%10 == int(d[8]-'0')
	case 10:
		return checksum.Weighted(d, "2410359468")%11%10 == int(d[9]-'0') || checksum.HasLuhn(d)
	case 11:
		return checksum.Weighted(d, "13791379131")%10 == 0 || checksum.IsBrazilian(d) || checksum.IsSNILS(d) || checksum.IsTurkish(d) || checksum.IsGermanTax(d) || checksum.HasLuhn(d)
	case 15:
		return checksum.IsFrench(d)
	case 12:
		return checksum.IsIndian(d) || checksum.IsINN(d)
	case 13:
		return checksum.IsThai(d) || checksum.IsRomanian(d) || checksum.IsSouthAfrican(d)
	}
	return false
}

// isMachineAddress reports whether a number has the form of the address of a device: four groups of one to three with dots between, "192.168.5.14".
func isMachineAddress(form string) bool {
	groups := strings.Split(form, ".")
	for _, g := range groups {
		if g != "1" && g != "2" && g != "3" {
			return false
		}
	}
	return len(groups) == 4
}

// IsAmerican reports whether a number can be that of a person in the United States without its dashes, which has no check digit: it has to be all of a
// field whose name says so.
func IsAmerican(c Candidate) bool {
	d := c.Text
	return c.Form == "9" && c.Digits == 9 && d[:3] != "000" && d[:3] != "666" && d[0] != '9' && d[3:5] != "00" && d[5:] != "0000"
}

// IsVietnamese reports whether a number can be that of a person in Vietnam, which has no check digit: a word has to name it.
func IsVietnamese(c Candidate) bool {
	return c.Form == "+" && c.Digits == 12 && len(c.Text) == 12 && c.Text[0] == '0'
}

// IsIndonesian reports whether a number can be that of a person in Indonesia, which has a date and no check digit: a word has to name it.
func IsIndonesian(c Candidate) bool {
	return c.Form == "+" && c.Digits == 16 && len(c.Text) == 16 && c.Text[0] > '0' && checksum.IsBirthDate(c.Text[6:12], "dmy")
}
