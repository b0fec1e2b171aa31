package chosen_test

import (
	"testing"

	"keepsake/secret/chosen"
	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// A word is found where a verb for choosing and a word for "as" stand beside it, and none that tells what the password is like.
func TestFind(t *testing.T) {
	w := lexicon.Load()
	for text, want := range map[string]string{
		"my nephew made strawberry my password for the bank, all small?":   "strawberry",
		"my nephew made my password longer, all small?":                    "",
		"the boy put teapot as the password for my mail":                   "teapot",
		"the boy put something as the password for my mail":                "",
		"do not use teapot as the password":                                "",
		"Mein Enkel hat als Passwort für Amazon schmetterling eingestellt": "schmetterling",
		"Die Enkelin sagt, nudelsuppe sei als Kennwort zu leicht.":         "nudelsuppe",
		"usuario pepa@example.org y de clave betis, así":                   "betis",
		"kızım Netflix'e şifre olarak çilek seçti":                         "çilek",
		"پسورد رو گذاشته پرسپولیس. خوبه":                                   "پرسپولیس",
		"حفيدي حط كلمة المرور حق حراج yasmine أكتبها":                      "yasmine",
		"把淘宝的密码设成了guoan，要大写吗":                                              "guoan",
		"孫がPWを hanshin にしてくれた":                                             "hanshin",
		"הנכד שם פרפר כסיסמה לאמזון":                                       "פרפר",
		"онук поставив мені пароль калинонька щоб заходити":                "калинонька",
	} {
		even, got := plain.Of(text), ""
		chosen.Find(even, w, mention.All(even, w, w.Index.Find(even.Low)), func(from, to int) { got = even.Plain[from:to] })
		if got != plain.Of(want).Plain {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

// What is typed is found where a verb or a sign shows that it is a password which is not taken.
func TestFindRefused(t *testing.T) {
	w := lexicon.Load()
	for text, want := range map[string]string{
		"ik vul Plondrar18? in bij magister en hij zegt onjuist wachtwoord":   "Plondrar18?",
		"always got into netflix with rexy07! and now it says wrong password": "rexy07!",
		"always got into netflix with iPhone15 and it says wrong password":    "",
		"I typed femur_679 in the portal and it says wrong password":          "femur_679",
		"I logged in as lena_runs67 and it says wrong password":               "",
		"school portal me femur_679 daal raha hu wrong password":              "femur_679",
		"一直用豆豆1990登京东的，今天突然说密码不对":                                             "豆豆1990",
		"用安卓12登京东说密码不对":                                                       "",
	} {
		even, got := plain.Of(text), ""
		chosen.FindRefused(even, w, mention.All(even, w, w.Index.Find(even.Low)), func(from, to int) { got = even.Plain[from:to] })
		if got != plain.Of(want).Plain {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

// A note gives a password by its place, and a text about a service what somebody took for it.
func TestFindNotedAndTaken(t *testing.T) {
	w := lexicon.Load()
	for text, want := range map[string]string{
		"Netflix - anna@example.org - nilmu-plordran-ninplock3":     "nilmu-plordran-ninplock3",
		"Netflix - anna@example.org - cancelled":                    "",
		"paypal anna@example.org tulip77Rose":                       "tulip77Rose",
		"internet Volia_88 / Banfe6466, bins on friday":             "Banfe6466",
		"wifi BarnLoft / BarnLoft_5G, both ours":                    "",
		"router 192.168.0.1 admin Rirri32* on the sticker":          "Rirri32*",
		"router 192.168.0.1 admin FritzOS8 is the version":          "",
		"Fritzbox: tulpe1234":                                       "tulpe1234",
		"clé wifi Kongul91*, parking":                               "Kongul91*",
		"邮箱还是老pwguoan2016，前男友知道":                                    "guoan2016",
		"für das Kundenportal hab ich Dranlen25! genommen":          "Dranlen25!",
		"für das Kundenportal hab ich Formular123 genommen":         "",
		"my son changed the roblox password AGAIN lol. its ziggy94": "ziggy94",
		"my son changed the roblox password AGAIN lol. its level50": "",
		"log me in with anna@example.org and Trustno1":              "Trustno1",
		"ich logge mich mit anna und Apfelkuchen1950 ein":           "Apfelkuchen1950",
		"ich fahre mit anna und Peugeot2008 hin":                    "",
	} {
		even, got := plain.Of(text), ""
		nouns := mention.All(even, w, w.Index.Find(even.Low))
		add := func(from, to int) { got = even.Plain[from:to] }
		chosen.FindNoted(even, w, nouns, add)
		chosen.FindTaken(even, w, nouns, add)
		if got != plain.Of(want).Plain {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}
