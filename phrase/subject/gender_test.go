package subject_test

import (
	"strings"
	"testing"

	"keepsake/phrase"
	"keepsake/phrase/subject"
)

// A man and a woman whose names differ by an ending are two people; a relative's relative is another one.
func TestDiffers(t *testing.T) {
	for line, want := range map[string]bool{
		"Валентина живёт в Туле/Валентин живёт в Туле": true, "Валентина живёт в Туле/Валентина живёт в Туле": false, "Мій онук в Умані/Онука користувача в Умані": true,
		"Валентина нет дома/Дома нет Валентина": false, "مديري اسمه سامر/مديرة المستخدم اسمها سامر": true, "مديرتي اسمها سمر/مديرة المستخدم اسمها سمر": false,
	} {
		said, claim, _ := strings.Cut(line, "/")
		if subject.Differs(phrase.Tokens(said), phrase.Tokens(claim), nil) != want {
			t.Errorf("%q is about somebody else than %q: %v", claim, said, !want)
		}
	}
	said := phrase.Tokens("Сестра моего мужа вегетарианка")
	if !subject.Differs(said, phrase.Tokens("Сестра пользователя вегетарианка"), []int{0, 3}) {
		t.Error("the sister of the husband is the speaker's")
	}
	said = phrase.Tokens("My sister works in a hospital")
	if !subject.Differs(said, phrase.Tokens("The user's sister is in a hospital"), []int{1, 5}) {
		t.Error("who works in a hospital is in one")
	}
}
