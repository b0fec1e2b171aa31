package arrived_test

import (
	"testing"

	"keepsake/secret/arrived"
	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

var words = lexicon.Load()

// A number is a code where it came and is to be entered, where it is presented, tried, told to a courier or doubted, and not where it counts
// or is that of a paper.
func TestFind(t *testing.T) {
	for text, want := range map[string]string{
		"bank just texted me 570 958 quick put it in before it runs out": "570 958",
		"banka poslala 680-292 zadej to než to vyprší":                   "680-292",
		"9191 voilà le code whatsapp que t'as reçu sur mon tel":          "9191",
		"try 482913 instead, the first one ran out":                      "482913",
		"kan du skriva 482913 på datorn den väntar":                      "482913",
		"курьеру скажи 5528":                                             "5528",
		"got 482913 on my phone for insta":                               "482913",
		"geldi mi? bende 739204 yazıyor":                                 "739204",
		"got 5918 from vinted, do i tell the buyer or is it a scam":      "5918",
		"j'ai reçu un appel du 73820 de la banque, c'est une arnaque":    "",
		"got invoice 738201 from the bank, is it a scam":                 "",
		"she wants to hear the 482913 from the sms":                      "482913",
		"it just buzzed, it says 967567, hurry it only lasts a minute":   "967567",
		"it just buzzed, it says 967567 steps, wow":                      "",
		"смс упала на мой номер, диктую: 1919, вводи скорей там минута":  "1919",
		"did it come? mine says 739204 points":                           "",
		"kundennummer 482913 für amazon":                                 "",
		"bank just texted me 1500 euros arrived quick check":             "",
		"la banque a envoyé la facture 274930 paie vite":                 "",
		"9191 voilà le bus que tu attends":                               "",
		"meter reading 482913 quick enter it before friday":              "",
		"курьеру скажи квартира 5528":                                    "",
		"bank texted 570958 and 482913 quick put it in":                  "",
		"twitch just sent me this to log in: 5632 .. is that legit":      "5632",
		"kode 388-570 dari gojek padahal ga order":                       "388-570",
		"ameli veut un code, j'ai tapé 5904 trois fois, invalide":        "5904",
		"send me the code you got, 948163 came, shall i give it":         "948163",
		"klarna skickade 562835 som kod men inget händer":                "562835",
		"klarna skickade 562835 som fakturanummer":                       "",
		"Code 1964 for logging in to PayPal. Tell nobody":                "1964",
		"Code 1964 for the party. Tell nobody":                           "",
		"the error code 5904 three times, still invalid":                 "",
		"parcel 388570 from ebay though i ordered nothing":               "",
		"the code is 482913":                                             "",
	} {
		got, even := "", plain.Of(text)
		if from, to, ok := arrived.Find(even, words, looks.NumberShape().FindAllStringIndex(even.Low, -1)); ok {
			got = even.Plain[from:to]
		}
		if got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}
