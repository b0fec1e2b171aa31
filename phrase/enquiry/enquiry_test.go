package enquiry

import (
	"strings"
	"testing"
)

// W2: a question whether something is so, or what the listener knows, states nothing, whatever mark it ends with.
func TestBlankLeavesOutQuestions(t *testing.T) {
	for _, s := range []string{
		"do you know whether I own a boat?", "how would you know I live in Graz", "can you check whether I live in Graz", "I wonder whether I am allergic to nuts", "is it written down that I live in Graz?", "hey, do you know if my boss is Alec", "who told you I live in Graz", "Does it say anywhere that I am vegan?", "tell me if I am allergic to nuts", "Why do you think I live in Graz?",
		"weißt du, ob ich ein Boot habe", "woher willst du wissen, dass ich in Graz wohne", "kannst du mal nachsehen, ob ich in Graz wohne", "ich frage mich, ob ich Diabetes habe", "Steht irgendwo, dass ich in Graz wohne?", "tu sais si j'ai un bateau", "je me demande si je suis allergique", "est-ce écrit que j'habite à Lyon ?",
		"sabes si vivo en Cádiz", "me pregunto si soy alérgico", "¿sabes que vivo en Cádiz?", "sai se vivo a Roma", "mi chiedo se sono allergico", "você sabe se moro no Porto", "me pergunto se sou alérgico", "weet je of ik in Gent woon", "ik vraag me af of ik allergisch ben", "vet du om jag bor i Lund", "jag undrar om jag är allergisk",
		"wiesz, czy mieszkam w Gdyni", "zastanawiam się, czy mam alergię", "víš, jestli bydlím v Brně", "ты знаешь, живу ли я в Казани", "интересно, есть ли у меня аллергия", "откуда ты знаешь, что я живу в Казани", "ти знаєш, чи я живу у Львові", "İzmir'de oturduğumu biliyor musun", "هل تعرف إذا كنت أسكن في طنطا", "أتساءل إن كنت مريضا",
		"אתה יודע אם אני גר בחיפה", "می\u200cدانی آیا من در شیراز زندگی می\u200cکنم", "क्या तुम्हें पता है कि मैं पुणे में रहता हूँ?", "kamu tahu apakah aku tinggal di Bogor", "bạn có biết tôi sống ở Huế không", "你知道我住在成都吗", "你怎么知道我住在成都", "我想知道我是不是过敏", "私が札幌に住んでいるか知ってる？", "札幌に住んでいるって知ってる？", "내가 대전에 사는지 알아?", "내가 대전에 사는 거 알아?", "내가 대전에 사는 거 기억하고 있어?", "내가 대전에 사는지 기억나?",
	} {
		if rest := strings.TrimSpace(Blank(s + "\nHm.")); rest != "Hm." {
			t.Errorf("%q: left %q", s, rest)
		}
	}
}

// What is stated, asked for or asked of others stays.
func TestBlankLeavesTheRest(t *testing.T) {
	for _, s := range []string{
		"I live in Graz", "Can you remember that my wifi is called Foxhole?", "please remember that I live in Graz", "you know I live in Graz", "I told you that I live in Graz", "Remind me to check if the door is locked", "I don't know if Tom is coming, but I am", "I know how to swim", "I live in Graz, do you know it?",
		"Could you remind me to call Tom?", "My boss asks whether I live in Graz", "Ich weiß, dass ich in Graz wohne", "Merk dir, dass ich in Graz wohne", "je sais que j'habite à Lyon", "sé que vivo en Cádiz", "Ya sabes que vivo en Cádiz", "Я знаю, что живу в Казани", "我知道我住在成都", "请记住我住在成都", "札幌に住んでいると覚えて", "대전에 사는 거 기억해줘", "내가 대전에 사는 거 기억하고 있어", "내가 대전에 사는 거 알아 둬", "월요일에 쉬는 거 알고 있어 줘",
		"For the record, I live in Graz", "I want to know when it starts, I work on Monday",
	} {
		if got := Blank(s); got != s {
			t.Errorf("%q: %q", s, got)
		}
	}
}
