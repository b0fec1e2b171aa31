package phrase_test

import (
	"strings"
	"testing"

	"keepsake/phrase"
)

// TestIsYesIsNo: a bare yes or no is understood in 21 languages, and what says more is neither
// (R18, R19).
func TestIsYesIsNo(t *testing.T) {
	yes := `yes|Yes please!|yeah, sure|ok 👍|Ja, gerne|Ja bitte|na klar|Sí|claro que sí, gracias|Oui|bien sûr !|d'accord, merci|Sì, grazie|va bene|sim, por favor|
		ja graag|Ja tack|Tak, proszę|ano, prosím|Да|да, конечно|так, звісно|Evet|نعم|כן בבקשה|بله|हाँ|是的|好的，谢谢|はい、お願いします|네|좋아요|ya|iya tolong|vâng|👍|Yes.|yes yes`
	no := `no|No, thanks.|nope|please don't|Nein|nein, danke|lieber nicht|No gracias|mejor no|Non merci|no grazie|não, obrigado|nee bedankt|Nej tack|nie|raději ne|Нет|
		нет, спасибо|не надо|ні, дякую|hayır|لا شكرا|לא תודה|نه ممنون|नहीं|不用了|不要，谢谢|いいえ、結構です|아니요|tidak, terima kasih|không, cảm ơn|👎|no no no`
	neither := `yes, but call him Al|yes and remember Tom too|No, Anna is my boss|yes?|no idea|not sure|Yes I met Anna yesterday in the park|maybe|Ja, aber nicht so|nein, sie heißt Anna|
		sí pero no|oui mais plus tard|да, но не сейчас|нет, Анна|不是我的|はい、でも|What?||.|remember that Alec is my boss|know|yesterday|nobody|no sugar please|sim mas não`
	for s := range strings.SplitSeq(yes, "|") {
		if s = strings.TrimSpace(s); !phrase.IsYes(s) || phrase.IsNo(s) {
			t.Errorf("%q: yes %v, no %v", s, phrase.IsYes(s), phrase.IsNo(s))
		}
	}
	for s := range strings.SplitSeq(no, "|") {
		if s = strings.TrimSpace(s); !phrase.IsNo(s) || phrase.IsYes(s) {
			t.Errorf("%q: yes %v, no %v", s, phrase.IsYes(s), phrase.IsNo(s))
		}
	}
	for s := range strings.SplitSeq(neither, "|") {
		if s = strings.TrimSpace(s); phrase.IsNo(s) || phrase.IsYes(s) {
			t.Errorf("%q: yes %v, no %v", s, phrase.IsYes(s), phrase.IsNo(s))
		}
	}
}

// An answer is known in the many ways in which people give it, drawn out and with thanks.
func TestAnswersAsPeopleGiveThem(t *testing.T) {
	for _, yes := range []string{"jaaa graag", "siiii", "yea that'd be grand", "please do, ta", "avec plaisir", "eso es, gracias", "kannste machen", "ovvio", "お願いしまーす"} {
		if !phrase.IsYes(yes) || phrase.IsNo(yes) {
			t.Errorf("%q is no yes", yes)
		}
	}
	for _, no := range []string{"neeee", "better not", "lass mal", "não precisa", "non serve", "不用谢谢", "лучше не надо", "ne le note pas"} {
		if !phrase.IsNo(no) || phrase.IsYes(no) {
			t.Errorf("%q is no no", no)
		}
	}
	for _, yes := range strings.Split("y|that'd be great|fine|okay then|sure thing|correct, please remember|ha yes|von mir aus|sicher|jaja|Ja, das wäre toll|ну давай|fallo pure|beleza|joo|kyllä|ναι|ใช่|ได้|igen|da|jasné|Ναι, παρακαλώ|Da, te rog|joo kiitos|👍🏽|✅️", "|") {
		if !phrase.IsYes(yes) || phrase.IsNo(yes) {
			t.Errorf("%q is no yes", yes)
		}
	}
	for _, no := range strings.Split("not necessary|I'd rather you don't keep that|🚫|🙅|🙅🏻‍♀️|大丈夫です|覚えなくていい|覚えないで|ни в коем случае|non, c'est bon|lascia perdere|kalsın|ei|όχι|ไม่|nem|nu|nggak usah|yeah, no|yeah, no thanks|да нет|да нет, не надо|да нет, спасибо|да ну, не надо|请不要记住|ei kiitos|Nu, mulțumesc", "|") {
		if !phrase.IsNo(no) || phrase.IsYes(no) {
			t.Errorf("%q is no no", no)
		}
	}
	for _, unclear := range []string{"hmm", "you decide", "yes, but not the cat", "keine Ahnung", "what?", "thanks"} {
		if phrase.IsYes(unclear) || phrase.IsNo(unclear) {
			t.Errorf("%q is no answer", unclear)
		}
	}
}

// W13: who asks not to keep something refuses it, in whatever way.
func TestRefusesKeeping(t *testing.T) {
	for said, want := range map[string]bool{
		"I'd rather you didn't keep that on file, thanks": true, "Mir wär lieber, du behältst das nicht": true, "Je préfère que tu ne conserves pas ça": true, "Ik heb liever niet dat je dit bewaart": true,
		"Schreib das bitte nirgends auf": true, "Non scriverlo da nessuna parte": true, "Bunu hiçbir yere yazma": true, "I don't want you to remember that": true,
		"I'd rather you didn't call me Bob, remember that": false, "Mir wär lieber, du duzt mich": false, "my keys are nowhere": false,
	} {
		if got := phrase.RefusesKeeping(said); got != want {
			t.Errorf("%q: %v", said, got)
		}
	}
}

// R18: a wish not to keep something is known in the languages that the bot speaks, and a wish not to forget, or what somebody tells of themselves, is none.
func TestRefusesKeepingInManyLanguages(t *testing.T) {
	for s := range strings.SplitSeq(refusingToKeep, "\n") {
		for s := range strings.SplitSeq(s, "|") {
			if !phrase.RefusesKeeping(s) {
				t.Errorf("%q is no refusal", s)
			}
		}
	}
	for s := range strings.SplitSeq(refusingNothing, "|") {
		if phrase.RefusesKeeping(s) {
			t.Errorf("%q is a refusal: what is left is %q", s, phrase.CutRefusal(s))
		}
	}
}

const (
	refusingToKeep = `Do not save that.|Please do not save that|ok but do not save it|do not remember that|yes, but don't remember it|yes she does, but no need to remember it|sure she is lovely, but please don't keep that|oh yes, but please keep that between us and do not store it|Please keep it to yourself and forget it|forget it|forget that, please|please just forget what I said|you don't have to remember that|keep that out of your memory|don't jot that down|I'd rather you don't keep that|I'd rather you didn't keep that
Merk dir das bitte nicht.|ja, aber merk dir das bitte nicht|ja ja, aber behalt es nicht|ja merk dir das bitte nicht|Bitte nicht speichern|Schreib das nicht auf|Vergiss das bitte wieder|Speicher das bitte nicht ab|merk's dir nicht|bitte vergiss es
Ne le retiens pas.|oui, mais ne le retiens pas|ne t'en souviens pas, s'il te plaît|n'enregistre pas ça|ne le note pas|garde pas ça|Oublie ça|ne retenez pas ça|inutile de le noter|n'en garde rien
no lo guardes|sí, pero no lo guardes|No te lo guardes|no lo recuerdes|no anotes eso|olvídalo|Mejor no lo guarde|no te acuerdes de eso
non salvarlo|non lo ricordare|Non segnartelo|non tenerlo a mente|dimenticalo|non memorizzarlo|non lo salvi, per favore
não guardes isso|não salve isso|não guarda isso|não memorize|esquece isso|Não anote isso, por favor|não o guardes
onthoud dit niet|Bewaar dat alsjeblieft niet|sla dat niet op|niet onthouden|vergeet het maar|onthoud het niet
spara inte det|kom inte ihåg det|Spara det inte|du behöver inte spara det|glöm det|skriv inte ner det
Nie zapamiętuj tego.|nie zapisuj tego|proszę tego nie zapisywać|zapomnij o tym|nie musisz tego zapamiętywać|nie zapamiętuj
Nepamatuj si to.|neukládej to|to si nezapisuj|zapomeň na to|nemusíš si to pamatovat
Не запоминай это.|да, но не запоминай|не сохраняй это|не надо это запоминать|не запоминайте|Забудь об этом|запоминать не надо
не запам'ятовуй це|не зберігай це|забудь про це|не треба це запам'ятовувати
Bunu kaydetme|Bunu hatırlama|bunu aklında tutma|not alma lütfen|unut bunu|lütfen kaydetmeyin
لا تحفظ هذا|لا تتذكر هذا|بلاش تسجل ده|ما تحفظش|انس الأمر|لا تسجل ذلك
אל תשמור את זה|אל תזכור את זה|תשכח מזה|לא צריך לשמור
ذخیره` + "\u200c" + `اش نکن|این را ذخیره نکن|یادداشت نکن|به خاطر نسپار|فراموشش کن|لطفا حفظ نکن
इसे याद मत रखना|यह सेव मत करो|इसे भूल जाओ|याद रखने की ज़रूरत नहीं
jangan simpan itu|jangan diingat|tidak usah disimpan|lupakan saja|nggak perlu dicatat
đừng lưu|đừng ghi nhớ điều đó|không cần nhớ|quên đi|hãy quên điều đó đi
请不要记住|好，但是别记|别记这个|不用记住|別記住|不要保存|忘了吧|别存|不要把它记下来|別記下來
覚えないでください。|覚えなくていい|それは覚えなくて大丈夫です|保存しないで|記憶しないでください|メモしないで|忘れてください|残さないで
기억하지 마|기억하지 마세요|저장하지 마|기억 안 해도 돼|적지 마|잊어 줘|기억할 필요 없어
Älä tallenna sitä|älä muista sitä|unohda se|sitä ei tarvitse tallentaa
μην το θυμάσαι|μην το αποθηκεύσεις|Ξέχασέ το|δεν χρειάζεται να το θυμάσαι
อย่าจำ|ไม่ต้องจำ|อย่าบันทึกนะ|ลืมมันไปเถอะ
ne jegyezd meg|ne mentsd el|felejtsd el|nem kell megjegyezned
nu reține asta|nu salva asta|nu ține minte|uită asta|nu o salva|nu trebuie să reții`
	refusingNothing = `don't forget it|never forget that|I don't remember that|I do not save it for later|we never keep it|my keys are lost|remember that I'm vegan|do not call me Bob|I forget it all the time|I always forget that|Vergiss das nicht|vergiss es nicht|ich vergesse das oft|N'oublie pas ça|no olvides eso|non dimenticare|não esqueça isso|não me lembro disso|vergeet het niet|glöm inte det|nie zapomnij|nezapomeň na to|не забудь об этом|не забудь это|не забудь|не забудь про це|unutma bunu|لا تنس هذا|אל תשכח את זה|فراموش نکن|भूलना मत|jangan lupa|jangan ingatkan saya|đừng quên|别忘了|不要忘记|忘れないで|잊지 마|傘を忘れてきた|älä unohda|μην το ξεχάσεις|อย่าลืม|ne felejtsd el|nu uita|forget-me-nots are my favourite|No guardo rencor|Je ne garde pas les enfants|Mia sorella non ricorda i nomi|moja żona nie pamięta imion|Моя мама не помнит имён|不要记错|别记错了|I save nothing|I don't keep dairy at home|Minha mãe não guarda rancor|ella no guarda nada|My sister forgets it|you know, forget-it attitude|It's hard to forget that day|I can't forget that, it hurt|我不记得|我存了钱|不能存钱|不能存錢|I don't store that much wine`
)
