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
