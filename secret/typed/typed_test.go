package typed_test

import (
	"testing"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
	"keepsake/secret/typed"
	"keepsake/secret/values"
)

var words = lexicon.Load()

// What is typed where a password is asked for, and what opens a device; and what looks like it.
func TestTyped(t *testing.T) {
	for text, want := range map[string]string{
		"when the tv asks for the password just type marzipan":                  "marzipan",
		"falls er nach dem passwort fragt, dann einfach erdnuss eingeben":       "erdnuss",
		"şifre sorarsa karadut yaz":                                             "karadut",
		"电视要密码的话就输草莓":                                                           "草莓",
		"the old laptop opens with Primrose77 and the photos are on it":         "Primrose77",
		"my computer unlocks with teapot lantern gravel":                        "teapot lantern gravel",
		"eski bilgisayar Nermin77 ile açılıyor":                                 "Nermin77",
		"旧电脑用Guihua77打开":                                                        "Guihua77",
		"is biscuit-capers good enough as a password?":                          "biscuit-capers",
		"the disk is encrypted, type «the cat eats soup» without quotes":        "the cat eats soup",
		"диск зашифрован, пишет «ошибка чтения»":                                "",
		"is the two-factor login good enough as a password?":                    "",
		"when it asks for the password type something long":                     "",
		"it asks for the password, type it in":                                  "",
		"does it ask for the password when you type marzipan?":                  "",
		"my laptop opens with a fingerprint, the shop opens with a speech at 9": "",
	} {
		even := plain.Of(text)
		got := ""
		for _, n := range mention.All(even, words, words.Index.Find(even.Low)) {
			for _, find := range []func(*mention.Noun) (int, int, bool){typed.FindAsked, typed.Quoted, typed.Weighed} {
				if from, to, ok := find(n); ok {
					got = even.Plain[from:to]
				}
			}
			if n.Entry.Classes&lexicon.Opens != 0 {
				if from, to, ok := typed.Opens(values.Reader{Noun: n}); ok {
					got = even.Plain[from:to]
				}
			}
		}
		if got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

// A number as long as is said of the code of a card, and one that is not.
func TestSized(t *testing.T) {
	for text, want := range map[string]string{
		"senha de 4 do cartão 4878, a maquininha pede": "4878",
		"mã 4 số của thẻ 4878, máy hỏi":                "4878",
		"senha de 6 do cartão 4878, a maquininha pede": "",
		"4 of the card numbers 4878 begin so":          "",
		"code of 4 digits for the door 4878":           "",
	} {
		got, even := "", plain.Of(text)
		if from, to, ok := typed.Sized(even, words, looks.NumberShape().FindAllStringIndex(even.Low, -1)); ok {
			got = even.Plain[from:to]
		}
		if got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

// A plain word before a remark about its letters, and one that works no more; and what is said of a password or a network alone.
func TestUnnamed(t *testing.T) {
	for text, want := range map[string]string{
		"wlan geht nur mit regenwurm klein geschrieben, grad probiert": "regenwurm",
		"bu, sandi laptop jemuran huruf kecil semua ya":                "jemuran",
		"a senha do wifi é caramelo tudo minúsculo blz":                "caramelo",
		"my old password snowplough doesn't work anymore":              "snowplough",
		"mi contraseña vieja girasol ya no va":                         "girasol",
		"спросит пароль — маяк больше не подходит":                     "маяк",
		"the pdf is locked, to open the payslip type sunflower":        "sunflower",
		"il file è protetto, per aprirlo scrivi lumachina":             "lumachina",
		"plik jest zaszyfrowany, żeby go otworzyć wpisz pesel":         "",
		"the pdf is locked, to open it write to anna":                  "",
		"the pdf is locked, write later":                               "",
		"passwort ist geheim klein geschrieben":                        "geheim",
		"the password is all lowercase":                                "",
		"wifi is called otterhome all one word":                        "",
		"das passwort muss klein geschrieben sein":                     "",
		"старый пароль почты больше не работает":                       "",
	} {
		got, even := "", plain.Of(text)
		for _, n := range mention.All(even, words, words.Index.Find(even.Low)) {
			if from, to, ok := typed.Unnamed(n); ok {
				got = even.Plain[from:to]
			}
		}
		if got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

// What somebody types when something asks for it, and prices, years and orders that are asked for.
func TestPrompted(t *testing.T) {
	for text, want := range map[string]string{
		"just enter 482913 when it asks":           "482913",
		"when it asks for the code put 4821":       "4821",
		"wenn's piept gib 5567 ein":                "5567",
		"聞かれたら482913を入れて":                          "482913",
		"sorunca 482913 gir":                       "482913",
		"enter 4821 euros when it asks":            "",
		"enter 1984 when it asks":                  "",
		"when it asks for the price enter 4821":    "",
		"if they ask, the order number is 4829301": "",
		"enter 4821 and read on":                   "",
	} {
		even := plain.Of(text)
		got := ""
		if from, to, ok := typed.Prompted(even, words, looks.NumberShape().FindAllStringIndex(even.Low, -1)); ok {
			got = even.Plain[from:to]
		}
		if got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}
