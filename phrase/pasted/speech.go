package pasted

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
)

// This file tells whether a text begins as somebody's speech: of themself, or to somebody.

func wordSet(s string) map[string]bool {
	out := make(map[string]bool)
	for _, w := range strings.Fields(s) {
		out[w] = true
	}
	return out
}

var (
	// selfWords are words for the speaker.
	selfWords = wordSet(`i i'm im i've ive i'll i'd id me my mine myself we we're we've we'll us our ours
		ich mich mir mein meine meinen meinem meiner wir uns unser unsere
		je j'ai j'habite j'suis moi mon ma mes nous notre nos
		yo me mí mi mis nosotros nosotras nos soy estoy tengo vivo trabajo voy he hago quiero necesito puedo creo odio llevo salgo
		io mi mio mia miei mie ho sono vivo abito lavoro vado sto devo posso voglio
		eu meu minha meus minhas sou estou tenho moro trabalho vou fui quero preciso posso
		ik mij mijn wij ons onze jag mig min mitt mina vi oss vår
		ja mnie mi mój moja moje mam jestem byłem byłam
		já mě mně můj moje mám jsem nejsem bydlím
		я мне меня мной мой моя моё мое мои мы нас нам наш наша мені мене мною мій моє мої ми наша
		ben benim bana beni bende biz bizim bize
		أنا انا عندي لدي معي لي نحن إحنا احنا أني إني אני לי שלי אותי אנחנו
		من مرا ما منم मैं मैंने मुझे मेरा मेरी मेरे हम हमने हूँ हूं
		saya aku gue gw gua kami tôi mình tớ tao em con cháu`)
	// ownVerb finds a verb that says "I" by its ending, in languages that leave the word out.
	ownVerb = regexp.MustCompile(`(?:ıyorum|iyorum|uyorum|üyorum|[dt][ıiuü]m|m[ıiuü]ş[ıiuü]m|[ae]ca[ğg][ıi]m|[aeıiuü]r[ıiuü]m|[ıü]m)$|(?:łam|łem|uję|aję|szę|dzę|cę|ię|zkam|kam)$|(?:ím|ám|uji|uju)$|` +
		`^\pL{2,}(?:[её]|[аяеёиоуюы])?(?:ю|юсь)$|^\pL+(?:жу|чу|шу|щу|ву|мусь|жусь)$|^\p{Latin}{2,}(?:é|í|ei)$|^\p{Latin}{3,}(?:o|amos|emos|imos)$|^س?[أآ]\pL{2,}$|^\pL{3,}ت$|^\p{Hebrew}{2,}תי$|^\p{Arabic}{2,}[یأا-ي]م$|^j['’]\pL+$`)
	// denseSelf finds words for the speaker in scripts without spaces.
	denseSelf = regexp.MustCompile(`[我俺咱]|本人|私|わたし|僕|ぼく|おれ|うちは|(?:^|[\s,.])(?:저는|저도|저의|저희|제가|제|나는|나도|난|내가|내|우리|전)(?:\s|$|\p{Hangul})`)
	// please finds words of somebody who asks something of somebody.
	please = regexp.MustCompile(`(?i)(?:^|\PL)(?:please|pls|plz|kindly|can you|could you|will you|would you|bitte|kannst du|könntest du|s['’]il (?:te|vous) pla[iî]t|stp|svp|peux-tu|por favor|porfa|puedes|podrías|per favore|per piacere|puoi|faz favor|você pode|podes|alsjeblieft|a\.?u\.?b\.?|kun je|snälla|kan du|proszę|możesz|prosím|můžeš|пожалуйста|можешь|будь ласка|можеш|lütfen|misin|mısın|من فضلك|لو سمحت|ممكن|בבקשה|אפשר|لطفا|لطفاً|कृपया|प्लीज़|tolong|mohon|xin|làm ơn|vui lòng)(?:\PL|$)|[请請]|麻烦|麻煩|拜托|ください|下さい|お願い|주세요|해줘|부탁`)
)

// earlyWords is how many words of a text show that somebody speaks.
const earlyWords = 8

// speaks reports whether a text begins with what somebody says of themself.
func speaks(s string) bool {
	s = firstLines(s)
	if denseSelf.MatchString(s) {
		return true
	}
	words := wordsOf(strings.ReplaceAll(s, "’", "'"))
	words = words[:min(len(words), earlyWords)]
	isDefinite := func(w string) bool { return selfWords[strings.ToLower(w)] }
	if slices.ContainsFunc(words, isDefinite) {
		return true
	}
	return slices.ContainsFunc(words[:min(len(words), 3)], func(w string) bool { return ownVerb.MatchString(strings.ToLower(w)) })
}

// pleads reports whether a text asks something of somebody.
func pleads(s string) bool { return please.MatchString(firstSentence(s)) }

// orders reports whether a text tells somebody to do something.
func orders(s string) bool {
	first := firstSentence(s)
	if pleads(s) || phrase.IsInstruction(first) {
		return true
	}
	words := wordsOf(first)
	return len(words) > 1 && imperative[strings.ToLower(words[0])]
}

// imperative are verbs with which people tell others what to do.
var imperative = wordSet(`send bring call buy pay come go get make do take give wire transfer book order cancel write text email pick wait meet tell ask check clean wash cook finish sign leave move stop help fix remember don't dont never always
	schick schicke bring bringe ruf kauf kaufe zahl bezahl überweis überweise komm geh hol mach nimm gib buch bestell schreib warte sag frag räum putz unterschreib vergiss denk
	envoie apporte appelle achète paie paye viens va prends fais donne réserve commande écris attends dis demande nettoie signe n'oublie pense
	manda envía trae llama compra paga ven ve toma haz da reserva pide escribe espera di pregunta limpia firma recuerda
	porta chiama vieni vai prendi fai dai prenota ordina scrivi aspetta chiedi pulisci firma ricorda
	envia traz liga vem vai pega faz dá escreve espera diz pergunta limpa assina lembra
	stuur breng bel koop betaal kom ga haal maak neem geef boek bestel schrijf wacht zeg vraag skicka ta ring köp betala hämta gör ge boka beställ skriv vänta säg fråga
	wyślij przynieś zadzwoń kup zapłać przyjdź idź weź zrób daj zarezerwuj zamów napisz poczekaj powiedz zapytaj pošli přines zavolej kup zaplať přijď jdi vezmi udělej dej napiš počkej řekni
	пришли отправь принеси позвони купи заплати оплати переведи приходи иди возьми сделай дай забронируй закажи напиши подожди скажи спроси надішли принеси подзвони купи заплати прийди йди візьми зроби дай напиши зачекай скажи
	gönder getir ara al öde gel git yap ver yaz bekle söyle sor أرسل أحضر اتصل اشتر ادفع تعال خذ افعل أعط اكتب انتظر قل שלח תשלח תביא תתקשר תקנה תשלם בוא תעשה תכתוב تن بفرست بیار زنگ بخر بده بیا kirim bawa telepon beli bayar datang ambil tulis tunggu gửi mang gọi mua trả đến lấy viết đợi`)

// firstLines returns the beginning of a text, up to its first blank line.
func firstLines(s string) string {
	s = strings.TrimSpace(s)
	return s[:extent(s, toBlankLine)]
}
