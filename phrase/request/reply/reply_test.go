package reply_test

import (
	"strings"
	"testing"

	"keepsake/phrase/request/reply"
)

func TestOf(t *testing.T) {
	for want, texts := range map[reply.Answer]string{
		reply.Yes: `yes|Yes! And I like tea|Yes please! What is the weather?|yes, and I like tea|Ja! Und ich mag Tee|Sí. Y me gusta el té|Да! И я люблю чай|y|ja, und ich mag Tee|はい。天気はどう？|Yes. And remember that Tom is vegan|yes, and remember Tom too`,
		reply.No: `no|yeah, no|да нет, не надо|do not remember that|ok but do not save it|yes, but don't remember it|yes she does, but no need to remember it|sure she is lovely, but please don't keep that|
			oh yes, but please keep that between us and do not store it|yeah, no thanks|ja, aber merk dir das bitte nicht|ja ja, aber behalt es nicht|oui, mais ne le retiens pas|ne t'en souviens pas, s'il te plaît|
			sí, pero no lo guardes|好，但是别记|请不要记住|да, но не запоминай|да нет|да нет, спасибо|да ну, не надо|No! What is the weather?|いいえ。覚えないでください|はい、でも覚えないで`,
		reply.Neither: `yes, but she lives in Bruges now|yes, but only until Friday|yeah right, as if|My mom said yes|yes or no, what's the difference?|yes?|ok, what is the weather?|ok whatever, tell me a joke|Ok. What is the weather?|
			ja, aber sie wohnt jetzt in Brügge|oui, mais elle habite à Bruges maintenant|sí, pero ahora vive en Brujas|да, но теперь она живёт в Брюгге|Yes! She lives in Bruges now|Yes. But only until Friday|No, Anna is my boss|
			no idea|I am getting divorced, but do not save that|hello|Sí. Ahora vive en Brujas|はい、でも|yes please, but don't save my address|Yes. Remember that she lives in Bruges now`,
	} {
		for s := range strings.SplitSeq(texts, "|") {
			if s = strings.TrimSpace(s); reply.Of(s) != want {
				t.Errorf("%q: %d, want %d", s, reply.Of(s), want)
			}
		}
	}
}

// R18, R19: short answers in the languages that the bot speaks.
func TestOfInManyLanguages(t *testing.T) {
	for want, texts := range map[reply.Answer]string{
		reply.Yes: `y|that'd be great|fine|okay then|sure thing|correct, please remember|ha yes|von mir aus|sicher|jaja|Ja, das wäre toll|ну давай|fallo pure|beleza|joo|kyllä|ναι|ใช่|ได้|igen|da|jasné|Yes! And I like tea|Yes please! What is the weather?|Ja! Und wie wird das Wetter?|Oui ! J'aime le thé aussi|Sí! Y me gusta el té|Да! И ещё я люблю чай|はい！あと私はお茶が好きです|네! 그리고 저는 차를 좋아해요|Yes. Thanks! Where is my bag?|yes, thank you so much|yes of course you can|Yes do that|Sim! E eu gosto de chá|Tak! I lubię herbatę`,
		reply.No:  `do not remember that|ok but do not save it|yes, but don't remember it|yes she does, but no need to remember it|sure she is lovely, but please don't keep that|oh yes, but please keep that between us and do not store it|yeah, no|yeah, no thanks|ja, aber merk dir das bitte nicht|ja ja, aber behalt es nicht|oui, mais ne le retiens pas|ne t'en souviens pas, s'il te plaît|sí, pero no lo guardes|好，但是别记|请不要记住|да, но не запоминай|да нет|да нет, не надо|да нет, спасибо|да ну, не надо|not necessary|I'd rather you don't keep that|🚫|🙅|大丈夫です|覚えなくていい|覚えないで|ни в коем случае|non, c'est bon|lascia perdere|kalsın|ei|όχι|ไม่|nem|nu|nggak usah|やめて|やめてください|하지 마|evet ama kaydetme|tak, ale nie zapisuj tego|ano, ale neukládej to|ja, maar onthoud het niet|ja, men spara det inte|sim, mas não guarde|sì, ma non salvarlo|네, 하지만 기억하지 마세요|はい、でも覚えないでください|iya, tapi jangan disimpan|vâng, nhưng đừng lưu|نعم، لكن لا تحفظها|כן, אבל אל תשמור|joo, mutta älä tallenna sitä|igen, de ne mentsd el|da, dar nu salva asta|ναι, αλλά μην το αποθηκεύσεις|так, але не запам'ятовуй|بله، ولی ذخیره نکن|हाँ, लेकिन इसे याद मत रखना|ใช่ แต่อย่าจำ`,
	} {
		for s := range strings.SplitSeq(texts, "|") {
			if got := reply.Of(s); got != want || want == reply.No && reply.Affirms(s, true) {
				t.Errorf("%q: %d, want %d; affirms %v", s, got, want, reply.Affirms(s, true))
			}
		}
	}
}

func TestAffirms(t *testing.T) {
	for want, texts := range map[bool]string{
		true: `yes|yes, and remember that Tom is vegan|yes, but she lives in Bruges now|Yes! And I like tea|save that|ok|ok, remember that|yes, could you save that?|yes, except in the holidays|the blue one|好的，谢谢|ok, ok|ok great, thanks|
			Yes please! What is the weather?|sure, why not|yes, but what is the time now?|yes, on Friday`,
		false: `yes?|ok, what is the weather?|ok whatever, tell me a joke|yeah right, as if|My mom said yes|yes or no, what's the difference?|tell me a joke|ok but do not save it|yeah, no|да нет|好，但是别记|ok tell me a joke|
			oui ?|sì?|Mama hat ja gesagt|ok, wie wird das Wetter?`,
	} {
		for s := range strings.SplitSeq(texts, "|") {
			if s = strings.TrimSpace(s); reply.Affirms(s, true) != want {
				t.Errorf("%q: %v", s, !want)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	for want, texts := range map[bool]string{
		true:  `yes, but she lives in Bruges now|yes but only until Friday|ja, aber nur bis Freitag|oui, sauf le mardi|sí, pero ahora vive en Brujas|да, но не сейчас|yes, except in the holidays|はい、でも今はブルージュです|yeah sure, but not on Mondays`,
		false: `yes|yes, and Tom is vegan|ok|yes please, thanks|I like tea but not coffee|yes, but what is the time now?|ja, danke|はい、お願いします`,
	} {
		for s := range strings.SplitSeq(texts, "|") {
			if reply.Limits(s) != want {
				t.Errorf("%q: %v", s, !want)
			}
		}
	}
}

func TestWithdraw(t *testing.T) {
	for said, want := range map[string]string{
		"I am getting divorced. Do not save that.":                                    "",
		"Ich lasse mich scheiden. Merk dir das bitte nicht.":                          "",
		"離婚します。覚えないでください。":                                                            "",
		"Don't remember this: I am getting divorced.":                                 "",
		"I am getting divorced, but do not save that. I like tea.":                    "I like tea.",
		"Remember that I like tea. I am getting divorced. Do not save that.":          "Remember that I like tea.",
		"My sister lives in Ghent. Do not save my phone number.":                      "My sister lives in Ghent.",
		"I am getting divorced by the way. Please keep it to yourself and forget it.": "",
		"I am getting divorced#do not remember that":                                  "#",
		"I like tea#I am getting divorced#ok but do not save it":                      "I like tea##",
		"Remember that I like tea#do not save that":                                   "Remember that I like tea#",
		"What is a tombstone?#do not save that":                                       "What is a tombstone?#",
		"I don't remember that. I like tea.":                                          "I don't remember that. I like tea.",
	} {
		var got []string
		for _, w := range reply.Withdraw(strings.Split(said, "#")) {
			got = append(got, strings.Trim(w.Left, " ."))
		}
		if got := strings.Join(got, "#"); got != strings.Trim(strings.ReplaceAll(want, ".#", "#"), " .") {
			t.Errorf("%q: %q is left, want %q", said, got, want)
		}
	}
}
