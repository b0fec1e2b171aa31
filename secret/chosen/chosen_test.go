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
