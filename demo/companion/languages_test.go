package companion_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"keepsake/demo/companion"
)

// U8, 14.6: what is said in a language that was learned is answered in it; a short yes in the language of the question.
func TestCompanionAnswersInTheLanguageItIsSpokenTo(t *testing.T) {
	read := func(name string) []byte {
		rules, err := os.ReadFile("../" + name)
		if err != nil {
			t.Fatal(err)
		}
		return rules
	}
	k, err := companion.New(read("companion.yaml"))
	if err = errors.Join(err, k.Learn(read("companion_de.yaml")), k.Learn(read("companion_zh.yaml"))); err != nil {
		t.Fatal(err)
	}
	if k.Learn([]byte("pieces: 7")) == nil {
		t.Error("nonsense was learned")
	}
	asked := "Soll ich mir das merken: Anna ist deine Schwester; Anna wohnt in Rom?"
	for _, c := range []struct {
		said []string // by the person and the companion in turn
		want string
	}{
		{[]string{"Good morning there"}, "Hello"},
		{[]string{"Meine Schwester Anna wohnt in Rom und ist Ärztin"}, "Soll ich mir das merken: Anna ist deine Schwester; Anna wohnt in Rom; Anna ist Ärztin?"},
		{[]string{"Meine Schwester Anna wohnt in Rom", asked, "ok"}, "Anna ist die Schwester des Nutzers"},
		{[]string{"Meine Schwester Anna wohnt in Rom", asked, "Nein"}, "Alles klar"},
		{[]string{"Meine Schwester Anna wohnt in Rom", asked, "Tell me what time is it, please"}, "on your clock"},
		{[]string{"Merk dir, dass Anna gern klettert und im Büro nie redet"}, "einfachen Satz"},
		{[]string{"Ich bin heute müde"}, "Drehbuch"},
		{[]string{"Was weißt du über mich?"}, "Über dich weiß ich noch nichts"},
		{[]string{"Mein Passwort ist Sommer2024"}, "Geheimnis"},
		{[]string{"Vergiss alles über Anna"}, "offer_to_forget"},
		{[]string{"你好"}, "你好"},
		{[]string{"我姐姐叫安娜"}, "要我记住吗：安娜是你的姐姐？"},
		{[]string{"我姐姐叫安娜", "要我记住吗：安娜是你的姐姐？", "ok"}, "脚本"},
		{[]string{"我的密码是12345"}, "机密"},
		{[]string{"今天天气很好"}, "脚本"},
		{[]string{"忘记安娜的一切"}, "offer_to_forget"},
		{[]string{"Где моя кошка живёт теперь"}, "English, German and Chinese"},
	} {
		a, err := k.Answer(t.Context(), chat("You have a memory.", c.said...))
		b, _ := json.Marshal(a)
		if err != nil || !strings.Contains(string(b), c.want) {
			t.Errorf("%q: %s, %v; want %q", c.said, b, err, c.want)
		}
	}
}
