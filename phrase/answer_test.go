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
