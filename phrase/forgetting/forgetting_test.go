package forgetting_test

import (
	"testing"

	"keepsake/phrase/forgetting"
)

// TestFind: what surely asks for memories to be forgotten, and of whom.
func TestFind(t *testing.T) {
	for s, about := range map[string]string{
		"Forget everything about Joerg Mueller":               "Joerg Mueller",
		"please forget everything you know about Alec.":       "Alec",
		"Hey, can you forget everything about Alec please?":   "Alec",
		"Delete what you know about my sister":                "my sister",
		"Forget everything about Alec, he is an idiot":        "Alec",
		"Thanks! Please delete all memories about Alec":       "Alec",
		"Remove Alec from your memory":                        "Alec",
		"Forget that I like tea":                              "I like tea",
		"Please forget that I'm vegan, thanks":                "I'm vegan",
		"Forget my birthday.":                                 "my birthday",
		"Forget everything about me":                          forgetting.Everything,
		"please forget everything you know about me!":         forgetting.Everything,
		"Forget everything.":                                  forgetting.Everything,
		"Delete all my data":                                  forgetting.Everything,
		"forget me":                                           forgetting.Everything,
		"Vergiss alles über Alec":                             "Alec",
		"Bitte vergiss alles, was du über Jörg Müller weißt.": "Jörg Müller",
		"Vergiss bitte, dass ich Tee mag":                     "ich Tee mag",
		"Kannst du bitte alles über Alec löschen?":            "Alec",
		"Bitte alles über mich vergessen":                     forgetting.Everything,
		"Vergiss alles über mich":                             forgetting.Everything,
		"Vergiss alles, was du über mich weißt":               forgetting.Everything,
		"Забудь всё про Алека":                                "Алека",
		"Пожалуйста, забудь всё, что ты знаешь об Алеке": "Алеке",
		"Забудь, что я люблю чай":                        "я люблю чай",
		"Забудь всё обо мне":                             forgetting.Everything,
		"请忘掉关于李雷的一切":                                     "李雷",
		"把关于李雷的事都忘掉吧":                                    "李雷",
		"忘掉我喜欢喝茶这件事":                                     "我喜欢喝茶",
		"忘掉关于我的一切":                                       forgetting.Everything,
		"Oublie tout ce que tu sais sur Alec":            "Alec",
		"Oublie que j'aime le thé":                       "j'aime le thé",
		"Olvida todo sobre Alec":                         "Alec",
		"Dimentica tutto quello che sai su Alec":         "Alec",
		"Esquece tudo o que sabes sobre Alec":            "Alec",
		"Vergeet alles over Alec":                        "Alec",
		"Zapomnij wszystko o Alecu":                      "Alecu",
		"Забудь все про Олека":                           "Олека",
		"アレクについて全部忘れてください":                               "アレク",
		"알렉에 대한 모든 기억을 지워줘":                              "알렉",
		"Alec hakkında her şeyi unut":                    "Alec",
	} {
		w, ok := forgetting.Find(s)
		if !ok || !w.IsSure || w.About != about {
			t.Errorf("%q asks for %q (sure: %v, found: %v), want %q", s, w.About, w.IsSure, ok, about)
		}
	}
}

// TestFindMaybe: what may mean a memory or only talk.
func TestFindMaybe(t *testing.T) {
	for s, about := range map[string]string{
		"Forget Alec": "Alec", "Forget the milk, I have some": "the milk", "Vergiss Alec": "Alec", "Забудь про Алека": "Алека", "忘掉李雷": "李雷",
		"delete my address please": "my address", "Lösche meine Adresse": "meine Adresse", "Удали мой адрес": "мой адрес",
		"forget that please": "", "Vergiss das bitte": "", "Забудь это": "",
	} {
		if w, ok := forgetting.Find(s); !ok || w.IsSure || w.About != about {
			t.Errorf("%q asks for %q (sure: %v, found: %v), want %q", s, w.About, w.IsSure, ok, about)
		}
	}
}

// TestFindsNone: ordinary talk with such words.
func TestFindsNone(t *testing.T) {
	for _, s := range []string{
		"", "Forget it, never mind", "forget about it", "never mind, forget that", "Don't forget the milk", "Please don't forget that I'm vegan",
		"Never forget that I love you", "I forget everything about chemistry", "I forgot my keys", "I always forget my password", "Let's forget everything and start over",
		"You forget everything about me", "Did you forget my birthday?", "Forget my last message", "Forget that I asked", "Forget that I said anything",
		"How do I make him forget everything about me?", "Translate: forget everything about Alec", "She said: Forget everything about Alec",
		"Remember that I like tea", "Remind me not to forget my bag", "I want to forget everything about that night", "delete the last paragraph", "Remove the comma", "Remove everything about dogs", "Delete all!", "Lösche alles", "Удали всё",
		"Vergiss nicht, dass ich vegan bin", "Vergiss es", "Vergiss bitte nicht die Milch", "Ich vergesse alles über Chemie", "Alles über Chemie vergessen, verdammt!", "Vergiss meine letzte Nachricht", "Das habe ich vergessen",
		"Не забудь, что я веган", "Ладно, забудь", "Не забудь молоко", "Я забыл всё про химию", "Забудь об этом, неважно",
		"别忘了买牛奶", "不要忘记我喜欢茶", "我忘了密码", "忘记密码怎么办", "算了，忘了吧", "他忘掉了我",
		"N'oublie pas que j'aime le thé", "No olvides que me gusta el té", "Non dimenticare che amo il tè", "Não esqueças que gosto de chá", "Vergeet niet dat ik thee drink", "Nie zapomnij, że lubię herbatę",
	} {
		if w, ok := forgetting.Find(s); ok {
			t.Errorf("%q asks for %q (sure: %v)", s, w.About, w.IsSure)
		}
	}
}

// TestWhom: what a model may give for all memories, and for those about somebody.
func TestWhom(t *testing.T) {
	for about, want := range map[string]string{
		"everything": "*", "All": "*", "me": "*", "everything about me": "*", "Everything you know about me": "*", "all memories": "*", "the user": "*", "everything about the user": "*", "*": "*",
		"alles": "*", "alles über mich": "*", "mich": "*", "всё": "*", "все обо мне": "*", "меня": "*", "一切": "*", "所有": "*", "我": "*", "关于我的一切": "*", "tout": "*", "todo": "*", "tutto su di me": "*", "全部": "*",
		"Alec": "Alec", "everything about Alec": "Alec", "all memories about Alec": "Alec", "alles über Alec": "Alec", "всё про Алека": "Алека", "关于李雷的一切": "李雷", "my trip to Japan": "my trip to Japan",
		"Allison": "Allison", "Meg": "Meg", "allergy": "allergy",
	} {
		whom, isAll := forgetting.Whom(about)
		if isAll {
			whom = "*"
		}
		if whom != want {
			t.Errorf("%q names %q, want %q", about, whom, want)
		}
	}
}

// TestIsClaimed: how models say that something is forgotten, and what only sounds like it.
func TestIsClaimed(t *testing.T) {
	for s, want := range map[string]bool{
		"I have forgotten that.": true, "Okay, I've deleted everything about Alec.": true, "Done! All memories of Alec have been removed.": true, "Forgotten. Anything else?": true,
		"Got it, that has been erased from my memory.": true, "Ich habe das vergessen.": true, "Alles über Alec ist jetzt gelöscht.": true, "Das habe ich gelöscht.": true,
		"Хорошо, я забыл это.": true, "Готово, всё удалено.": true, "好的，我已经忘掉了。": true, "已删除所有内容": true, "C'est oublié !": true, "J'ai tout effacé.": true, "He olvidado eso.": true,
		"Sure.": false, "Tap Forget on what is to go.": false, "I can't delete anything by myself.": false, "Write “I have forgotten” in your diary.": false, "Ich kann nichts löschen.": false, "Не забудь зонт": false, "别忘记带伞": false,
	} {
		if got := forgetting.IsClaimed(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}
