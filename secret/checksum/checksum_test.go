package checksum_test

import (
	"testing"

	"keepsake/secret/checksum"
)

// Numbers whose check digit is right pass, and with one digit changed they do not.
func TestCheckDigits(t *testing.T) {
	for _, c := range []struct {
		name    string
		is      func(string) bool
		numbers []string
	}{
		{"card", checksum.IsCard, []string{"4111111111111111", "378282246310005", "5555555555554444", "30569309025904", "2200000000000004", "6011111111111117"}},
		{"account", checksum.IsIBAN, []string{"DE89370400440532013000", "GB29NWBK60161331926819", "FR1420041010050500013M02606", "NO9386011117947", "IR062960000000100324200001"}},
		{"Brazil", checksum.IsBrazilian, []string{"52998224725", "11144477735"}},
		{"Russia", checksum.IsSNILS, []string{"11223344595"}},
		{"Russia, tax", checksum.IsINN, []string{"500100732259"}},
		{"Turkey", checksum.IsTurkish, []string{"10000000146"}},
		{"Germany, tax", checksum.IsGermanTax, []string{"86095742719"}},
		{"Germany, pension", checksum.IsGermanPension, []string{"15070649C103"}},
		{"India", checksum.IsIndian, []string{"234123412346"}},
		{"Norway", checksum.IsNorwegian, []string{"01010750160"}},
		{"Thailand", checksum.IsThai, []string{"1234567890121"}},
		{"Belgium", checksum.IsBelgian, []string{"93051822361"}},
		{"France", checksum.IsFrench, []string{"185057800608491"}},
		{"Chile", checksum.IsChilean, []string{"123456785"}},
		{"China", checksum.IsChinese, []string{"11010519491231002X"}},
		{"Spain", checksum.IsSpanish, []string{"12345678Z", "X1234567L"}},
		{"Italy", checksum.IsItalian, []string{"RSSMRA85M10H501S"}},
		{"Singapore", checksum.IsSingaporean, []string{"S1234567D"}},
		{"Romania", checksum.IsRomanian, []string{"1800101221144"}},
		{"South Africa", checksum.IsSouthAfrican, []string{"8001015009087"}},
	} {
		for _, n := range c.numbers {
			if !c.is(n) {
				t.Errorf("%s: %s is refused", c.name, n)
				continue
			}
			last := n[len(n)-2]
			if last < '0' || last > '9' {
				continue
			}
			wrong := n[:len(n)-2] + string('0'+(last-'0'+1)%10) + n[len(n)-1:]
			if c.is(wrong) {
				t.Errorf("%s: %s is accepted", c.name, wrong)
			}
		}
	}
}

// Bank accounts of countries without their IBAN: each with a right number and the same with one digit changed.
func TestDomesticAccounts(t *testing.T) {
	czech := func(d string) bool { return checksum.IsCzechAccount(d[:2], d[2:12], d[12:]) }
	for _, c := range []struct {
		is            func(string) bool
		right, others string
	}{
		{checksum.IsRIB, "30006000011234567890189", "30006000011234567890188"},
		{checksum.IsSpanishAccount, "21000418450200051332", "21000418450200051333"},
		{checksum.IsItalianAccount, "X0542811101000000123456", "Y0542811101000000123456"},
		{checksum.IsPolishAccount, "61109010140000071219812874", "61109010140000071219812875"},
		{czech, "1920001453990800", "1920001453980800"},
		{checksum.IsArgentine, "2850590940090418135201", "2850590940090418135202"},
	} {
		if !c.is(c.right) {
			t.Errorf("%q is not accepted", c.right)
		}
		if c.is(c.others) || c.is(c.right[1:]+"0") {
			t.Errorf("%q is accepted", c.others)
		}
	}
}
