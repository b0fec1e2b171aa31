package grounds_test

import (
	"testing"

	"keepsake/memory/grounds"
)

// An instruction for the future is kept as what the person wants (W1, P39).
func TestJudge_Instructions(t *testing.T) {
	for _, c := range []struct{ said, write string }{
		{"Going forward, please use metric units", "User prefers metric units"},
		{"Going forward no emojis please", "User does not want emojis"},
		{"Going forward, I'd rather you didn't use emojis", "User prefers no emojis"},
		{"Going forward I'd like a summary at the end of each answer", "User wants a summary at the end of each answer"},
		{"going forward, reply in bullet points", "User wants replies in bullet points"},
		{"Going forward address me as Captain", "User wants to be addressed as Captain"},
		{"For future reference, I only drive automatic cars", "User only drives automatic cars"},
		{"In future, don't suggest seafood", "User does not want seafood suggestions"},
		{"In future skip the small talk", "User wants small talk skipped"},
		{"stop using exclamation marks from now on", "User does not want exclamation marks"},
		{"На будущее: пиши мне без смайликов", "Пользователь просит писать без смайликов"},
		{"На будущее: называй цены в рублях", "Пользователь хочет, чтобы цены назывались в рублях"},
		{"На будущее, не предлагай мне мясо", "Пользователь не хочет, чтобы ему предлагали мясо"},
		{"На будущее отвечай покороче", "Пользователь хочет короткие ответы"},
		{"На будущее: по утрам меня не беспокой", "Пользователь просит не беспокоить по утрам"},
		{"На будущее зови меня Саней", "Пользователь хочет, чтобы его называли Саней"},
		{"Künftig bitte keine Emojis", "Der Nutzer möchte keine Emojis"},
		{"Künftig bitte Temperaturen in Celsius", "Der Nutzer möchte Temperaturen in Celsius"},
		{"Künftig antwortest du mir bitte auf Englisch", "Der Nutzer möchte Antworten auf Englisch"},
		{"À l'avenir, réponds-moi en anglais", "L'utilisateur souhaite des réponses en anglais"},
		{"À l'avenir évite les emojis", "L'utilisateur ne veut pas d'emojis"},
		{"À l'avenir, mets les prix en dollars", "L'utilisateur veut les prix en dollars"},
		{"En adelante, dame las temperaturas en grados Celsius", "El usuario quiere las temperaturas en grados Celsius"},
		{"En adelante no uses emojis", "El usuario no quiere emojis"},
		{"今后请用繁体字回答", "用户希望用繁体字回答"},
		{"今后别用表情符号", "用户不希望使用表情符号"},
		{"今後は絵文字を使わないでください", "ユーザーは絵文字を使わないでほしい"},
	} {
		w := window{}.says(c.said)
		if v := grounds.Judge(grounds.Write{Content: c.write}, w.view()); !v.Allowed {
			t.Errorf("%q does not say %q (%s)", c.said, c.write, v.Reason)
		}
	}
}

// How something is to be told stands before "tell me", which reports nothing then; whoever else tells is another matter (P39).
func TestJudge_TellMe(t *testing.T) {
	for _, c := range []struct {
		said, write string
		want        bool
	}{
		{"温度总是用摄氏度告诉我", "用户希望温度总是用摄氏度", true},
		{"温度总是用摄氏度告诉我", "用户的温度总是用摄氏度", true},
		{"温度总是用摄氏度告诉我", "温度总是用摄氏度", true},
		{"价格总是用欧元告诉我", "用户希望价格总是用欧元", true},
		{"温度总是用摄氏度告诉我", "用户希望温度总是用华氏度", false},
		{"温度不要用摄氏度告诉我", "用户希望温度总是用摄氏度", false},
		{"温度总是用华氏度不用摄氏度告诉我", "用户希望温度总是用摄氏度", false},
		{"别总是用摄氏度告诉我温度", "用户希望温度总是用摄氏度", false},
		{"妈妈温度总是用摄氏度告诉我", "用户希望温度总是用摄氏度", false},
		{"妈妈总是用摄氏度告诉我温度", "用户希望温度总是用摄氏度", false},
		{"妈妈总是用摄氏度告诉我", "用户希望总是用摄氏度", false},
		{"妈妈告诉我温度总是用摄氏度", "用户希望温度总是用摄氏度", false},
	} {
		w := window{}.says(c.said)
		if v := grounds.Judge(grounds.Write{Content: c.write}, w.view()); v.Allowed != c.want {
			t.Errorf("%q says %q: %v (%s)", c.said, c.write, v.Allowed, v.Reason)
		}
	}
}

// A German "als" compares, where a Dutch one sets a condition; what is compared keeps its side (W3).
func TestJudge_GermanComparison(t *testing.T) {
	for _, c := range []struct {
		said, write string
		want        bool
	}{
		{"Ich trinke lieber Tee als Kaffee. Was passt zu Apfelkuchen?", "Der Nutzer trinkt lieber Tee als Kaffee", true},
		{"Ich mag Anna lieber als Berta", "Der Nutzer mag Anna lieber als Berta", true},
		{"Ich esse mehr Fisch als Fleisch", "Der Nutzer isst mehr Fisch als Fleisch", true},
		{"Ich trinke lieber Tee als Kaffee", "Der Nutzer trinkt lieber Kaffee als Tee", false},
		{"Ich trinke lieber Tee als Kaffee", "Der Nutzer trinkt lieber Kaffee", false},
		{"Ich trinke lieber Tee als Kaffee", "Der Nutzer trinkt Kaffee", false},
		{"Ich mag Anna lieber als Berta", "Der Nutzer mag Berta lieber als Anna", false},
		{"Anna mag mich lieber als Berta", "Der Nutzer mag Anna lieber als Berta", false},
		{"Ich esse mehr Fisch als Fleisch", "Der Nutzer isst mehr Fleisch als Fisch", false},
		{"Meine Mutter trinkt lieber Tee als Kaffee", "Der Nutzer trinkt lieber Tee als Kaffee", false},
		{"Ich trinke nicht lieber Tee als Kaffee", "Der Nutzer trinkt lieber Tee als Kaffee", false},
		{"Ich würde lieber Tee als Kaffee trinken", "Der Nutzer trinkt lieber Tee als Kaffee", false},
		{"Früher trank ich lieber Tee als Kaffee", "Der Nutzer trinkt lieber Tee als Kaffee", false},
		{"Ik drink thee als het regent", "De gebruiker drinkt thee", false},
	} {
		w := window{}.says(c.said)
		if v := grounds.Judge(grounds.Write{Content: c.write}, w.view()); v.Allowed != c.want {
			t.Errorf("%q says %q: %v (%s)", c.said, c.write, v.Allowed, v.Reason)
		}
	}
}
