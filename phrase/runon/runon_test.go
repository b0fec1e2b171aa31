package runon_test

import (
	"testing"

	"keepsake/phrase/runon"
)

// W1: what stands before a question without a mark is stated.
func TestFind(t *testing.T) {
	for said, want := range map[string]string{
		"my left knee clicks on the stairs is that normal?":              "is that normal?",
		"my son is allergic to nuts what can I bake for his party?":      "what can I bake for his party?",
		"my wife and I split up how do I tell the kids?":                 "how do I tell the kids?",
		"mein sohn ist allergisch gegen nüsse was kann ich backen?":      "was kann ich backen?",
		"ich hab seit märz ein neues knie das knackt ist das normal?":    "ist das normal?",
		"mon fils est allergique aux noix qu'est-ce que je peux faire?":  "qu'est-ce que je peux faire?",
		"mi hijo es alergico a las nueces que le preparo?":               "que le preparo?",
		"si llueve mañana qué hago con la boda?":                         "qué hago con la boda?",
		"mio figlio è allergico alle noci cosa gli preparo?":             "cosa gli preparo?",
		"meu filho é alergico a nozes o que eu faço pra festa?":          "o que eu faço pra festa?",
		"mijn zoon is allergisch voor noten wat kan ik bakken?":          "wat kan ik bakken?",
		"у моего сына аллергия на орехи что можно испечь?":               "что можно испечь?",
		"у сина алергія на горіхи що спекти на свято?":                   "що спекти на свято?",
		"mój syn ma uczulenie na orzechy co upiec?":                      "co upiec?",
		"oğlumun fındığa alerjisi var ne yapsam?":                        "ne yapsam?",
		"ابني عنده حساسية من المكسرات وش اسوي له؟":                       "وش اسوي له؟",
		"편의점 야간알바 3개월짼데 주휴수당 한번도 못받았어 이거 신고 가능?":                         "이거 신고 가능?",
		"うちの子ナッツアレルギーなんだけど何作ればいい？":                                       "何作ればいい？",
		"我儿子对坚果过敏该做什么蛋糕？":                                                "该做什么蛋糕？",
		"I know what should I do?":                                       "",
		"Tom lives in Leeds?":                                            "",
		"what can I bake for my son?":                                    "",
		"so what can I bake?":                                            "",
		"우리 아들이 어디 살아?":                                                  "",
		"I asked my neighbour about the noise and how it should be done": "",
	} {
		got := ""
		if at := runon.Find(said); at >= 0 {
			got = said[at:]
		}
		if got != want {
			t.Errorf("%q: %q", said, got)
		}
	}
}

func TestBeginsTelling(t *testing.T) {
	for said, want := range map[string]bool{
		" ive been doing evening classes since october": true, " ich hab kein auto": true, " cos my wife is vegan": true, " у меня нет машины": true, " j'ai pas de voiture": true, " tengo perro": true,
		" or is that too far": false, " and when": false, " if I may": false, " was meinst du": false, "": false,
	} {
		if got := runon.BeginsTelling(said); got != want {
			t.Errorf("%q: %v", said, got)
		}
	}
}

func TestTellsByEnding(t *testing.T) {
	if !runon.TellsByEnding("설탕을 못 드시거든?") || runon.TellsByEnding("설탕을 드셔?") {
		t.Error("an ending that tells is not told from one that asks")
	}
}
