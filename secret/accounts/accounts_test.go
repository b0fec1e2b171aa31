package accounts_test

import (
	"testing"

	"keepsake/secret/accounts"
	"keepsake/secret/lexicon"
	"keepsake/secret/number"
	"keepsake/secret/plain"
)

var words = lexicon.Load()

// Numbers that prove themselves, numbers that a word names beside a bank, and what banks and accounts are numbered with besides.
func TestIs(t *testing.T) {
	for text, want := range map[string]string{
		"sort code 20-00-00 account 55779911":           "55779911",
		"routing number 021000021, account 00012345678": "00012345678",
		"Konto 1234567 BLZ 10000000":                    "1234567",
		"le RIB de papa : 30006 00001 12345678901 89":   "30006 00001 12345678901 89",
		"paga en 2100 0418 45 0200051332":               "2100 0418 45 0200051332",
		"paga en 2100 0418 46 0200051332":               "",
		"X 05428 11101 000000123456":                    "X 05428 11101 000000123456",
		"61 1090 1014 0000 0712 1981 2874":              "61 1090 1014 0000 0712 1981 2874",
		"pošli to na 19-2000145399/0800":                "19-2000145399/0800",
		"spis 12345/2019 na účtu":                       "",
		"agência 1234 conta 56789-0":                    "56789-0",
		"口座番号は1234567です":                                "1234567",
		"Vietcombank 0123456789":                        "0123456789",
		"tổng đài Vietcombank 1900545413":               "",
		"my customer account 4829301 with the shop":     "",
		"the bank took 120000 euros from the account":   "",
		"account 120000 euros at the bank":              "",
	} {
		if got := find(text); got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

func find(text string) string {
	even := plain.Of(text)
	groups := number.Groups(even.Plain)
	for a := range groups {
		for c := range number.Candidates(even.Plain, groups, a) {
			if accounts.Is(even, words, c) {
				return even.Plain[c.From:c.To]
			}
		}
	}
	return ""
}
