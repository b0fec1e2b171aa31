package aside_test

import (
	"strings"
	"testing"

	"keepsake/secret/aside"
	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// A value is found beside a cue in a text about access, and a product is none.
func TestFind(t *testing.T) {
	w := lexicon.Load()
	for text, want := range map[string]string{
		"the tax account is sorted, it is now Morvek8832":                          "Morvek8832",
		"netflix got reset, now it's tulfen_488, tell them":                        "tulfen_488",
		"wifi at the cottage cherry53, small letters":                              "cherry53",
		"eski facebook'a Papatya1991 kullanıyordun":                                "Papatya1991",
		"netflix kicked us out, kid changed it to Pickletoast77":                   "Pickletoast77",
		"pour le wifi du camping tu mets mouette2024 sans majuscule":               "mouette2024",
		"my old one on facebook was olympia79, don't laugh":                        "olympia79",
		"my old nick on facebook was sunny88":                                      "",
		"my old phone was Nokia3310, also for facebook":                            "",
		"put this on the server instead of the old one kQ2U7cunrhgkBEGHH0yklCxE42": "kQ2U7cunrhgkBEGHH0yklCxE42",
		"kid changed netflix to Premium4":                                          "",
		"on gran's laptop type spurs77 and send me that file":                      "spurs77",
		"on the laptop type chapter12 into the search":                             "",
		"use Morvek8832 for the printer at home if it asks":                        "Morvek8832",
		"my laptop is now on Ubuntu2404":                                           "",
		"wifi in room B204 is bad":                                                 "",
		"wifi Sunny1987 in the back room too":                                      "Sunny1987",
		"wifi Sunny1987 in the back room, the password is on the fridge":           "",
		"try Sunny1987 or Sunny1978 on the tablet":                                 "Sunny1978",
		"try Level22 or Level23 in the app":                                        "",
		"you need Sunny1987 to open the pdf":                                       "Sunny1987",
		"the pdf needs Acrobat2020 to open":                                        "",
		"I use Sunny1987 for everything":                                           "Sunny1987",
		"for the school app: lena2 and Sunny1987":                                  "Sunny1987",
		"vi bytte netflix igår till Solig1987":                                     "Solig1987",
		"we changed the plan at netflix to Family2024":                             "",
		"my apple id is still Sunny1987":                                           "Sunny1987",
	} {
		even, got := plain.Of(text), ""
		aside.Find(even, w, mention.All(even, w, w.Index.Find(even.Low)), true, func(from, to int) { got = even.Plain[from:to] })
		if got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

// The key of a copy of messages, and a checksum, which looks the same.
func TestBackup(t *testing.T) {
	w, key := lexicon.Load(), strings.Repeat("a43853bb", 8)
	for text, want := range map[string]string{
		"whatsapp backup showed me a 64-digit key: " + key:         key,
		"die sicherung gab mir 64 stellen als schlüssel: 0x" + key: "0x" + key,
		"a key? no, the sha256 with 64 digits: " + key:             "",
		"64 files, the last one is " + key:                         "",
	} {
		even, got := plain.Of(text), ""
		if from, to, ok := aside.Backup(even, w, nil); ok {
			got = even.Plain[from:to]
		}
		if got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

// A number in a clause of its own, or behind a verb for typing, in a text about a card, and numbers of other things.
func TestNumber(t *testing.T) {
	w := lexicon.Load()
	for text, want := range map[string]string{
		"take my card from the bag, 8307, the reader is broken":  "8307",
		"nimm meine ec aus der schublade, 3549, heb 200 ab":      "3549",
		"gran's visa is in the tin, you type 8307 and shield it": "8307",
		"my card points, 4711, are worth nothing":                "",
		"visa application number, 3549, is pending":              "",
		"the bank card costs 4821 yen a year":                    "",
	} {
		even, got := plain.Of(text), ""
		if from, to, ok := aside.Number(even, w, looks.NumberShape().FindAllStringIndex(even.Low, -1)); ok {
			got = even.Plain[from:to]
		}
		if got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

// All codes of a list for recovery are found, and numbers that are no list of codes are not.
func TestRecovery(t *testing.T) {
	w := lexicon.Load()
	for text, want := range map[string]string{
		"my recovery codes: 12345-67890, 22334-98765":       "12345-67890 22334-98765",
		"backup codes:\n1. 1234 5678\n2. 8765 4321":         "1234 5678 8765 4321",
		"リカバリーコードは12345-67890と22334-98765":                  "12345-67890 22334-98765",
		"recovery codes 83hd-29sk and then 02ks-88dj":       "83hd-29sk 02ks-88dj",
		"order codes: 12345-67890, 22334-98765":             "",
		"backup codes were made on 12-03-2024, 14-03-2024":  "",
		"recovery codes are in the drawer, order 4829301":   "",
		"backup codes 48219934 for the site, call 20110288": "",
	} {
		even := plain.Of(text)
		var got []string
		aside.Recovery(even, w, looks.NumberShape().FindAllStringIndex(even.Low, -1), func(from, to int) { got = append(got, even.Plain[from:to]) })
		if strings.Join(got, " ") != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}
