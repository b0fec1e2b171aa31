package predicate_test

import (
	"strings"
	"testing"

	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
	"keepsake/secret/predicate"
)

var words = lexicon.Load()

// What a sentence says of a password is no password.
func TestPredicates(t *testing.T) {
	for _, c := range []struct {
		text, said string
		want       bool
	}{
		{"a password is like toothbrushes", "toothbrushes", true},
		{"the password is otter", "otter", false},
		{"мой пароль длиннее диплома", "диплома", true},
		{"das passwort ist länger als kaffee", "kaffee", true},
		{"la casella ricorda password è grigia", "grigia", true},
		{"the wifi password is with reception", "reception", true},
		{"my password was the cat", "cat", true},
		{"214 passwords saved", "saved", true},
		{"48 % say their password is otter", "otter", true},
		{"people use their birthday as a password", "birthday", true},
		{"we use butterscotch as the password", "butterscotch", false},
		{"the password: grey", "grey", false},
		{"пароль снизу на наклейке", "снизу", true},
		{"wifi ka password badal diya hai", "diya", true},
		{"nabız şifresi öğrenmek için nereye gideyim", "öğrenmek", true},
		{"he changed the password and all are angry", "angry", true},
		{"the wifi password is way too long", "way", true},
		{"heslo je docela dlouhý", "dlouhý", true},
		{"le mot de passe est introuvable", "introuvable", true},
		{"le mot de passe est sous le paillasson", "paillasson", true},
		{"пароль в моём кошельке", "кошельке", true},
		{"wifi şifresi cüzdanımda", "cüzdanımda", true},
		{"wifi şifresi panda", "panda", false},
		{"heslo na wifi je pořád veverka", "veverka", false},
		{"the password: useless", "useless", false},
		{"Passwort: folgt", "folgt", true},
		{"contraseña: preguntar a papá", "preguntar", true},
		{"パスワード: 父に聞いて", "父", true},
		{"password: 'none'", "none", false},
		{"was ist besser, passkey oder passwort? hab nix geändert", "hab", true},
		{"hast du das passwort? hab", "hab", false},
		{"người yêu đòi mật khẩu facebook, không đưa", "facebook", true},
		{"mật khẩu facebook, không đưa", "facebook", false},
		{"oğlum telefonuna şifre koymuş söylemiyor", "söylemiyor", true},
		{"پسرم رو گوشیش رمز گذاشته نمیگه", "نمیگه", true},
		{"password: as usual, otter", "as", false},
	} {
		even := plain.Of(c.text)
		from := strings.Index(even.Low, plain.Low(c.said))
		if got := predicate.Is(nounIn(t, even), from, from+len(plain.Low(c.said))); got != c.want {
			t.Errorf("Is(%q) = %v", c.text, got)
		}
	}
}

// nounIn returns the longest noun for a password in a text.
func nounIn(t *testing.T, even plain.Text) *mention.Noun {
	t.Helper()
	var longest *mention.Noun
	for _, n := range mention.All(even, words, words.Index.Find(even.Low)) {
		if n.Entry.Classes&lexicon.Password != 0 && (longest == nil || len(n.Entry.Text) > len(longest.Entry.Text)) {
			longest = n
		}
	}
	if longest == nil {
		t.Fatalf("%q has no noun", even.Low)
	}
	return longest
}
