package replies_test

import (
	"testing"

	"keepsake/secret/lexicon"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
	"keepsake/secret/replies"
)

var words = lexicon.Load()

// An answer is found behind a verb of entering, before one, behind a conclusion and behind what is asked.
func TestFind(t *testing.T) {
	for text, want := range map[string]string{
		"security question is mothers maiden name, i type Hargreaves and it says wrong": "Hargreaves",
		"security question: first school. enter St Albans there":                        "St Albans",
		"de controlevraag is meisjesnaam moeder en ik had de Wit ingevuld maar":         "de Wit",
		"güvenlik sorusuna Zeytin yazman lazım":                                         "Zeytin",
		"la question secrète c'est ma ville donc Vesoul, et il refuse":                  "Vesoul",
		"सुरक्षा सवाल है पहला स्कूल, जवाब में सरस्वती शिशु मंदिर लिखना": "सरस्वती शिशु मंदिर",
		"密保问题是妈妈的娘家姓，我输欧阳它说错":                                                     "欧阳",
		"秘密の質問は母の旧姓で、長谷部って入れても違う":                                                 "長谷部",
		"на контрольный вопрос отвечаем Тузик":                                    "Тузик",
		"if it asks for mums maiden name put Hargreaves":                          "Hargreaves",
		"nó hỏi tên thời con gái của mẹ thì điền cô Thủy":                         "cô Thủy",
		"ilk evcil hayvanı sorarsa Pamuk yazarsın":                                "Pamuk",
		"if granny asks about my first car say red":                               "",
		"he wants the name of our first dog on the mug, thats Bonzo":              "",
		"sec question pet name Bonzo":                                             "Bonzo",
		"security question is mothers maiden name, i type it and it says wrong":   "",
		"the security question is silly so i never type anything":                 "",
		"die sicherheitsfrage ist geburtsort, ich geb den ein und er sagt falsch": "",
		"säkerhetsfrågan är så dum så jag bytte den":                              "",
		"密保问题随便填一个就行":                                                             "",
	} {
		got, even := "", plain.Of(text)
		for _, n := range mention.All(even, words, words.Index.Find(even.Low)) {
			if n.Entry.Classes&(lexicon.Question|lexicon.Private) == 0 {
				continue
			}
			if from, to, ok := replies.Find(n); ok {
				got = even.Plain[from:to]
			}
		}
		if got != plain.Of(want).Plain {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}
