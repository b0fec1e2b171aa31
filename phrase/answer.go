package phrase

import (
	"strings"
	"unicode"

	"keepsake/text"
)

// maxAnswer is the most words that a bare yes or no has.
const maxAnswer = 6

// IsYes reports whether a short message is nothing but a yes: the answer to a question that was
// just asked. "Yes, but …" and "yes, and …" are not, since they say more.
func IsYes(s string) bool { return isAnswer(s, yesWords, yesDense) }

// IsNo reports whether a short message is nothing but a no. "No, Anna is my boss" is not, since it
// says something else.
func IsNo(s string) bool { return isAnswer(s, noWords, noDense) }

// isAnswer reports whether a message consists of words that answer and of courtesies, with at least
// one that answers.
func isAnswer(s string, words, dense map[string]bool) bool {
	if strings.ContainsAny(s, "?？؟") {
		return false
	}
	folded := text.Fold(strings.Trim(strings.TrimSpace(s), ".!。！…~ "))
	if dense[folded] {
		return true
	}
	found := false
	fields := strings.FieldsFunc(folded, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '\'' && r != '’' && !isThumb(r)
	})
	if len(fields) == 0 || len(fields) > maxAnswer {
		return false
	}
	folded = strings.Join(fields, " ")
	if words[folded] || dense[folded] {
		return true
	}
	for i := 0; i < len(fields); {
		n, isWord := longest(fields[i:], words, dense)
		if n == 0 {
			return false
		}
		found = found || isWord
		i += n
	}
	return found
}

// longest returns how many of the first words are one answer or one courtesy, and whether they answer.
func longest(fields []string, words, dense map[string]bool) (n int, answers bool) {
	for n := len(fields); n > 0; n-- {
		joined := strings.ReplaceAll(strings.Join(fields[:n], " "), "’", "'")
		switch {
		case words[joined] || dense[joined]:
			return n, true
		case courtesies[joined]:
			return n, false
		}
	}
	return 0, false
}

func isThumb(r rune) bool { return strings.ContainsRune("👍👎👌✅❌", r) }

// answers returns the set of phrases that are separated by "|".
func answers(phrases string) map[string]bool {
	m := make(map[string]bool)
	for _, p := range strings.Split(phrases, "|") {
		if p = text.Fold(p); p != "" {
			m[p] = true
		}
	}
	return m
}

var (
	yesWords = answers(`yes|yeah|yep|yup|yea|sure|ok|okay|of course|please do|do it|do that|absolutely|definitely|certainly|go ahead|go for it|sounds good|
		correct|exactly|right|that's right|yes please|why not|i'd like that|save it|keep it|remember it|remember that|👍|👌|✅|
		ja|jawohl|jo|klar|gerne|gern|genau|natürlich|na klar|unbedingt|mach das|bitte ja|ja bitte|auf jeden fall|stimmt|merk dir das|
		sí|si|claro|claro que sí|vale|por supuesto|de acuerdo|hazlo|exacto|correcto|dale|bueno|sí por favor|
		oui|ouais|bien sûr|d'accord|volontiers|vas y|tout à fait|exactement|avec plaisir|oui s'il te plaît|oui stp|
		sì|certo|va bene|d'accordo|esatto|volentieri|fallo|certamente|
		sim|com certeza|pode ser|pode|isso|tá bom|faz isso|exato|sim por favor|
		ja graag|graag|jazeker|zeker|natuurlijk|prima|goed|doe maar|ja hoor|klopt|
		ja tack|japp|gärna|absolut|visst|självklart|okej|gör det|precis|
		tak|jasne|pewnie|oczywiście|proszę|zgoda|dobrze|dokładnie|tak proszę|
		ano|jo|jasně|určitě|dobře|samozřejmě|ano prosím|přesně|
		да|ага|угу|конечно|давай|хорошо|ок|окей|разумеется|верно|точно|да пожалуйста|запомни|
		так|звісно|звичайно|гаразд|добре|авжеж|так будь ласка|
		evet|tamam|olur|tabii|tabii ki|elbette|aynen|evet lütfen|
		نعم|أجل|ايوه|أيوه|طبعا|طبعاً|أكيد|حسنا|حسناً|تمام|موافق|
		כן|בטח|בסדר|בהחלט|כמובן|נכון|אוקיי|כן בבקשה|
		بله|آره|حتما|حتماً|باشه|البته|اره|بله لطفا|درسته|
		हाँ|हां|हा|जी|जी हाँ|जी हां|ठीक है|बिल्कुल|ज़रूर|जरूर|हाँ जी|
		ya|iya|tentu|boleh|oke|baik|betul|silakan|ya tolong|
		vâng|dạ|có|ừ|ừm|được|đồng ý|tất nhiên|đúng|đúng vậy|đúng rồi`)
	yesDense = answers(`是|是的|好|好的|好啊|好呀|可以|行|嗯|嗯嗯|对|对的|當然|当然|没问题|請|请|要|要的|好吧|对啊|请记住|记吧|
		はい|うん|ええ|お願い|お願いします|はいお願いします|はい、お願いします|いいよ|いいです|いいですよ|もちろん|そう|そうです|オッケー|了解|頼む|
		네|예|응|어|그래|그래요|좋아|좋아요|물론|물론이죠|물론이지|네 부탁해요|부탁해요|부탁해|맞아|맞아요|그럼요|네 그래요`)
	noWords = answers(`no|nope|nah|no thanks|no thank you|don't|please don't|do not|not now|rather not|i'd rather not|never|never mind|no way|better not|
		not really|no need|don't bother|leave it|forget it|don't save it|don't save that|don't remember that|don't keep that|👎|❌|
		nein|nö|nee|ne|nein danke|lieber nicht|bitte nicht|besser nicht|auf keinen fall|nicht nötig|lass mal|lass das|
		no gracias|mejor no|nunca|para nada|no hace falta|déjalo|
		non|non merci|pas besoin|surtout pas|plutôt pas|laisse|laisse tomber|jamais|
		no grazie|meglio di no|lascia stare|non serve|per niente|
		não|nao|não obrigado|não obrigada|melhor não|deixa|de jeito nenhum|não precisa|
		nee bedankt|nee dank je|liever niet|niet nodig|laat maar|
		nej|nej tack|helst inte|behövs inte|låt bli|
		nie|nie dziękuję|lepiej nie|nie trzeba|
		ne|ne děkuji|raději ne|radši ne|není třeba|
		нет|не|не надо|не нужно|нет спасибо|спасибо нет|лучше не надо|ни за что|не стоит|не запоминай|
		ні|ні дякую|не треба|краще ні|не варто|
		hayır|yok|istemem|gerek yok|hayır teşekkürler|
		لا|لا شكرا|لا شكراً|كلا|لا داعي|
		לא|לא תודה|עדיף שלא|אין צורך|
		نه|نه ممنون|نه مرسی|خیر|لازم نیست|
		नहीं|नही|नहीं धन्यवाद|मत करो|रहने दो|जी नहीं|
		tidak|nggak|gak|tidak usah|jangan|tidak terima kasih|tidak perlu|
		không|không cần|thôi|không cảm ơn|đừng|khỏi`)
	noDense = answers(`不|不用|不要|不用了|不必|不行|不了|别|算了|不用谢谢|不需要|不是|否|没必要|
		いいえ|いや|ううん|いらない|いりません|やめて|結構です|けっこうです|いいえ結構です|しなくていい|だめ|必要ない|
		아니|아니요|아니오|아뇨|됐어|됐어요|괜찮아요|하지 마|하지마|하지 마세요|싫어|필요 없어|필요없어요`)
	// courtesies stand beside an answer without changing it.
	courtesies = answers(`please|thanks|thank you|thx|bitte|danke|gracias|por favor|merci|s'il te plaît|s'il vous plaît|stp|svp|grazie|per favore|obrigado|
		obrigada|bedankt|dank je|alsjeblieft|tack|dziękuję|proszę|děkuji|prosím|спасибо|пожалуйста|дякую|будь ласка|teşekkürler|lütfen|شكرا|شكراً|من فضلك|
		תודה|בבקשה|ممنون|مرسی|धन्यवाद|कृपया|terima kasih|tolong|cảm ơn|oh|ah|och|well|hm|hmm|na|ach|doch|that|it|this|das|very much|viel|vielen|
		谢谢|ありがとう|감사합니다|고마워|고마워요`)
)
