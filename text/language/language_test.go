package language_test

import (
	"testing"

	"keepsake/text/language"
)

func TestOf(t *testing.T) {
	for s, want := range map[string]language.Guess{
		"User lives in Graz and works at Siemens":                  {Code: "en", Sure: true},
		"Der Nutzer wohnt in Graz":                                 {Code: "de", Sure: true},
		"Das ist schön, ich merke es mir.":                         {Code: "de", Sure: true},
		"Пользователь любит Python":                                {Code: "ru", Sure: true},
		"Я не їм м'яса, і це важливо":                              {Code: "uk", Sure: true},
		"Okay, I’ll keep it short.":                                {Code: "en"},
		"Das merke ich mir nicht.":                                 {Code: "de", Sure: true},
		"李娜是用户的姐姐":                                                 {Code: "zh", Sure: true},
		"用户使用 Kubernetes":                                          {Code: "zh"},
		"好的，我记住了，您住在北京。":                                           {Code: "zh", Sure: true},
		"私は東京に住んでいます":                                              {Code: "ja", Sure: true},
		"저는 서울에 살아요":                                               {Code: "ko", Sure: true},
		"Je ne mange pas de viande et je suis à Lyon avec mon ami": {Code: "fr", Sure: true},
		"No como carne y mi hermana está en Madrid":                {Code: "es", Sure: true},
		"OK!":                        {},
		"Kubernetes, Go, SQLite":     {},
		"```go\nfunc main() {}\n```": {},
		"":                           {},
	} {
		if got := language.Detect(s); got != want {
			t.Errorf("%q is %+v, want %+v", s, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	for s, code := range map[string]string{
		"Wie sagt man das auf Englisch?": "en", "From now on answer in German": "de", "как это по-английски": "en", "用英语怎么说": "en",
		"Übersetze: guten Morgen": "fr", "Translate this": "zh", "Переведи это": "en",
	} {
		if !language.Names(s, code) {
			t.Errorf("%q asks for %s", s, code)
		}
	}
	for s, code := range map[string]string{"Ich heiße Ann und wohne in England": "en", "What is the weather like?": "de"} {
		if language.Names(s, code) {
			t.Errorf("%q does not ask for %s", s, code)
		}
	}
}

// Every language that can be told has a name for the prompt.
func TestEnglish(t *testing.T) {
	for _, s := range []string{"Das ist der Hund, und ich mag ihn nicht", "This is the dog and I like it", "Это моя собака", "这是我的狗", "これは私の犬です", "이것은 내 개입니다", "Αυτό είναι το σκυλί μου"} {
		if g := language.Detect(s); language.English(g.Code) == "" {
			t.Errorf("%q: %+v has no name", s, g)
		}
	}
}
