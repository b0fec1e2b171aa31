package pasted

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/text/sieve"
)

// This file knows how somebody announces words of somebody else: "message from Jim", "my sister wrote", "got this from my boss."

var (
	// headers find the head of a mail, and what mail programs put before one that is passed on.
	headers = sieve.MustCompile(`(?i)^\s*(?:(?:from|von|de|da|van|från|od|от|від|kimden|gönderen|من|מאת|از|dari|từ|发件人|發件人|差出人|보낸 사람)\s?[:：][^\n]+\n(?:[^\n]*\n){0,2}?(?:to|sent|date|cc|subject|an|gesendet|datum|betreff|à|envoyé|objet|para|enviado|asunto|assunto|a|inviato|data|oggetto|aan|verzonden|onderwerp|till|skickat|ämne|do|wysłano|temat|komu|předmět|кому|дата|тема|kime|tarih|konu|إلى|التاريخ|الموضوع|אל|נושא|به|تاریخ|kepada|tanggal|đến|ngày|收件人|主题|主旨|日期|宛先|件名|日時|받는 사람|제목|날짜)\s?[:：]|[-–—_ ]*(?:original message|forwarded message|begin forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message (?:d['’]origine|transféré)|mensaje (?:original|reenviado)|messaggio (?:originale|inoltrato)|mensagem (?:original|encaminhada)|oorspronkelijk bericht|doorgestuurd bericht|пересланное сообщение|исходное сообщение|переслане повідомлення|wiadomość (?:oryginalna|przekazana)|původní zpráva|přeposlaná zpráva|iletilen mesaj|转发的邮件|原始邮件|転送されたメッセージ|전달된 메시지)[-–—_ :]*\n)`)
	// messages are what somebody sends.
	messages = `(?:message|msg|text|txt|e-?mail|mail|sms|whats ?app|voice ?mail|voice (?:note|message)|note|letter|dm|reply|answer|response|post|comment|tweet|update|news|words|quote|chat|transcript|` +
		`nachricht|sprachnachricht|brief|antwort|kommentar|zitat|message vocal|courriel|lettre|réponse|commentaire|mot|mensaje|correo|carta|respuesta|comentario|audio|messaggio|lettera|risposta|commento|vocale|mensagem|recado|resposta|comentário|bericht|berichtje|appje|antwoord|reactie|brief|citaat|meddelande|brev|svar|` +
		`wiadomość|list|odpowiedź|komentarz|zpráva|dopis|odpověď|сообщение|письмо|смс|голосовое|ответ|комментарий|повідомлення|лист|відповідь|mesaj|mektup|yanıt|yorum|رسالة|رساله|رد|تعليق|הודעה|מכתב|תשובה|تגובה|پیام|نامه|جواب|संदेश|मैसेज|चिट्ठी|जवाब|pesan|surat|balasan|tin nhắn|thư|lời nhắn)`
	from       = `(?:(?:from|by|of|von|vom|de|du|da|dal|dalla|do|van|från|av|z|ze|od|от|від|من|מאת|של|از|ने|का|की|dari|của|từ)\s+|d['’]|מ-?)`
	messageOf  = sieve.MustCompile(`(?i)^(?:[\pL'’-]+\s+){0,5}?` + messages + `\s+(?:[\pL'’-]+\s+){0,3}?` + from + `(?P<who>\PL*\pL.*)$`)
	gotFrom    = sieve.MustCompile(`(?i)^(?:[\pL'’-]+\s+){0,4}?(?:forwarded|fwd|copied|copy|pasted|received|got|quote|quoting|here(?:['’]s| is)?|weitergeleitet|kopiert|bekommen|erhalten|zitat|transféré|reçu|copié|reenviado|recibido|copiado|inoltrato|ricevuto|copiato|encaminhado|recebido|doorgestuurd|ontvangen|gekregen|vidarebefordrat|fått|przekazane|dostał[ae]m|otrzymał[ae]m|přeposláno|dostal jsem|dostala jsem|переслано|переслал[аи]?|получил[аи]?|прислано|переслано|отримав|отримала|وصلني|وصلتني|قבלתי|קיבלתי|دریافت کردم|dapat|terima|nhận được)(?:\s+[\pL'’-]+){0,4}?\s+` + from + `(?P<who>\PL*\pL.*)$`)
	onlyFrom   = sieve.MustCompile(`(?i)^(?:(?:from|von|vom|de|da|dal|dalla|do|van|från|z|ze|od|от|від|من|מאת|از|dari|từ)\s+|d['’]|מ-?)(?P<who>\PL*\pL.*)$`)
	turkishOf  = sieve.MustCompile(`(?i)^(?P<who>.{2,40}?)['’]?(?:d[ae]n|t[ae]n|n[ıiuü]n|[ıiuü]n) (?:gelen )?(?:mesaj|mesaj[ıi]|sms|mail|mektup|not|e-posta|cevap)\pL*$`)
	englishOf  = sieve.MustCompile(`(?i)^(?:[\pL'’-]+\s+){0,3}?\pL+['’]s\s+(?:last |new |latest |exact )?` + messages + `s?$`)
	someoneHas = sieve.MustCompile(`(?i)(?:^|[^\pL\pM])(?:` + writing + `)(?:[^\pL\pM]|$)`)
	// announcing finds a sentence that says that the next is another's: "my sister just texted me this".
	announcing = sieve.MustCompile(`(?i)(?:^|[^\pL\pM])(?:(?:sent|texted|wrote|messaged|e-?mailed|mailed|dm['’]?e?d|whatsapped|forwarded|posted|replied|answered|left)(?: (?:me|us|back|in the group|on my door))?(?: just| only| now)? ?(?:this|the following|these)|here(?:['’]s| is) (?:what|how) (?:he|she|they|my|the|\pL+) (?:\pL+ )?(?:wrote|said|says|sent|texted|replied|answered|posted)|(?:this|that) (?:is|was) what (?:he|she|they|my|\pL+) (?:\pL+ )?(?:wrote|said|sent|texted|replied)|(?:got|received|have|found) (?:this|the following)(?: (?:message|text|mail|email|letter|note))?(?: just now| today| yesterday)? from` +
		`|(?:schrieb|schreibt|schickt|schickte|textete|mailte)(?: (?:mir|uns))?(?: gerade| eben)? (?:das|dies|folgendes|das hier)|(?:hat|haben) (?:mir |uns )?(?:gerade |eben )?(?:das|dies|folgendes|das hier) (?:geschrieben|geschickt|gesendet|weitergeleitet)|(?:das|dies) (?:kam|ist|kommt) (?:gerade |eben )?(?:von|vom)|(?:hab|habe) (?:das|dies|das hier|folgendes) (?:von|vom) .{2,30} (?:bekommen|gekriegt|erhalten)` +
		`|(?:m['’]a|nous a|vient de m['’])(?: )?(?:écrit|envoyé|écrire|envoyer|transféré|texté) (?:ça|ceci|cela)|(?:j['’]ai )?reçu (?:ça|ceci) de|voici ce que .{2,30} (?:a écrit|écrit|dit|m['’]a)` +
		`|(?:esto|lo siguiente) (?:me lo |me )(?:escribió|mandó|envió|ha escrito|ha mandado|pasó)|me (?:escribió|mandó|envió|acaba de (?:escribir|mandar)) (?:esto|lo siguiente)|(?:recibí|me llegó) esto de` +
		`|(?:mi ha|ci ha) (?:appena )?(?:scritto|mandato|inviato|inoltrato) (?:questo|così|quanto segue)|ho ricevuto questo da|me (?:mandou|escreveu|enviou) (?:isto|isso|o seguinte)|(?:recebi|chegou) (?:isto|isso) d[aeo]` +
		`|(?:stuurde|appte|schreef|mailde)(?: (?:me|mij|ons))?(?: net| zojuist)? (?:dit|het volgende)|kreeg dit van|(?:skickade|skrev|messade)(?: (?:mig|oss|till mig))?(?: precis| nyss)? (?:det här|detta|följande)|fick (?:det här|detta) av` +
		`|(?:napisał|napisała|wysłał|wysłała|przysłał|przysłała)(?: (?:mi|nam))?(?: właśnie)? (?:to|coś takiego|następujące)|dostał[ae]m to od|(?:napsal|napsala|poslal|poslala)(?: (?:mi|nám))?(?: právě)? (?:tohle|toto|tohleto)|(?:dostal|dostala) jsem (?:tohle|toto) od` +
		`|(?:написал|написала|прислал|прислала|скинул|скинула|отправил|отправила|пишет)(?: (?:мне|нам))?(?: только что| сейчас)? (?:это|вот что|вот это|такое|следующее)|вот что (?:мне )?(?:написал|написала|прислал|прислала|ответил|ответила|говорит)|(?:написав|написала|надіслав|надіслала|скинув|скинула|пише)(?: (?:мені|нам))?(?: щойно)? (?:це|ось що|таке|ось це)` +
		`|(?:bunu|şunu) (?:yazdı|gönderdi|attı|yazmış|göndermiş)|(?:yazdı|gönderdi)(?:[^\pL]|$)` +
		`|(?:أرسل|أرسلت|كتب|كتبت|بعت|بعتت|بعث)\pL*(?: (?:لي|لنا))? (?:هذا|هذه|التالي|ده|دي)|(?:وصلني|وصلتني) (?:هذا|هذه|هذه الرسالة|ده|دي) من|(?:שלח|שלחה|כתב|כתבה)(?: (?:לי|לנו))?(?: עכשיו| הרגע)? (?:את זה|ככה|את ההודעה)|קיבלתי את זה מ|(?:این را|اینو|این رو)(?: \pL+){0,2} (?:فرستاد|نوشت)|(?:यह|ये) (?:भेजा|लिखा)|(?:mengirim|kirim|nulis|menulis)(?: (?:aku|saya|gue))? (?:ini|begini)|(?:nhắn|gửi|viết)(?: cho)?(?: (?:tôi|mình|em))? (?:thế này|cái này|như sau|như này))(?:[^\pL\pM]|$)` +
		`|(?:发|發|转|轉|写|寫)(?:给|給)?我?(?:了|的)?(?:这个|這個|这条|這條|这段|这句|下面)|(?:收到)[^。，]{1,8}(?:的|发来的?)(?:消息|短信|微信|邮件)|(?:から|が)[^。、]{0,8}(?:これ|こんな|次の)[^。、]{0,8}(?:来|届|送|もら|書)[^。、]{0,6}|(?:이|가|한테|에게서|한테서)[^.]{0,8}(?:이렇게|이런|이거|이걸)[^.]{0,10}(?:보냈|왔|썼|받았)\p{Hangul}*`)
	// pointing finds the end of a label that says that what follows was sent, in scripts without spaces.
	denseReport = sieve.MustCompile(`(?:发来|發來|发给我|發給我|给我发|转发|轉發|转来|写给我|说|說|写|寫|写道|回复|回我|问|留言)(?:了|的|道)?(?:消息|短信|微信|邮件|语音|话|内容)?$|的(?:消息|短信|微信|邮件|语音|留言|原话|回复|信)$|^(?:来自|转自|引用)|` +
		`(?:から|より)(?:の)?(?:メッセージ|メール|LINE|ライン|連絡|返信|返事|伝言|手紙|コメント)?$|(?:曰く|いわく)$|(?:さん|くん|ちゃん|が|は)[^、。]{0,4}(?:言って|言った|書い|送って|送った|くれた)\S{0,8}$|の(?:メッセージ|メール|返信|コメント|発言|言葉)$|` +
		`(?:에게서|한테서|한테|에게|로부터|이|가|님이|씨가|께서)\s?.{0,8}(?:온|받은|보낸|쓴|한|말한|말했|보냈|썼|남긴)\p{Hangul}{0,3}(?:\s?(?:메시지|문자|메일|카톡|톡|말|글|댓글|거|것))?$|(?:의|님|씨)\s?(?:메시지|문자|카톡|메일|답장|말)$`)
	denseOwnReport = regexp.MustCompile(`^(?:我|俺|咱|私|僕|俺|나|내|저|제)`)
)

// writing are words for saying or sending something, of somebody else.
const writing = `wrote|writes|said|says|texted|texts|messaged|messages me|told me|told us|replied|replies|answered|answers|e-?mailed|mailed|sent me|sent us|posted|dm['’]?e?d|` +
	`schrieb|schreibt|geschrieben|schickte|geschickt|sagte|sagt|gesagt|meinte|meint|antwortete|geantwortet|antwortet|textete|mailte|` +
	`écrit|écrivait|dit|disait|répond|répondu|envoyé|m['’]envoie|escribe|escribió|escrito|dice|dijo|dicho|responde|respondió|mandó|envió|contestó|scrive|scritto|dice|detto|risponde|risposto|mandato|inviato|escreve|escreveu|disse|diz|respondeu|mandou|enviou|` +
	`schrijft|schreef|geschreven|zegt|zei|gezegd|antwoordde|geantwoord|appte|geappt|stuurde|gestuurd|mailde|skriver|skrev|skrivit|säger|sa|sagt|svarade|skickade|messade|` +
	`pisze|napisał|napisała|mówi|powiedział|powiedziała|odpisał|odpisała|odpowiedział|odpowiedziała|przysłał|przysłała|wysłał|wysłała|píše|napsal|napsala|říká|řekl|řekla|odepsal|odepsala|poslal|poslala|` +
	`пишет|написал|написала|говорит|сказал|сказала|ответил|ответила|прислал|прислала|скинул|скинула|отправил|отправила|пише|написав|каже|сказав|відповів|відповіла|надіслав|надіслала|скинув|` +
	`yazdı|yazıyor|yazmış|dedi|diyor|demiş|gönderdi|göndermiş|attı|كتب|كتبت|كتبلي|قال|قالت|يقول|تقول|أرسل|أرسلت|أرسلي|بعت|بعتت|رد|ردت|כתב|כתבה|כותב|כותבת|אמר|אמרה|אומר|אומרת|שלח|שלחה|ענה|ענתה|نوشت|نوشته|گفت|گفته|فرستاد|فرستاده|लिखा|कहा|भेजा|बोला|बोली|menulis|nulis|tulis|bilang|berkata|mengirim|kirim|membalas|viết|nói|nhắn|gửi|bảo|trả lời`

// announces reports whether a sentence says that what follows it is another's.
func announces(sentence string) bool {
	sentence = strings.TrimSpace(sentence)
	if strings.ContainsAny(sentence, "?？؟") {
		return false
	}
	return announcing.MatchString(sentence) || isMessageOf(strings.TrimRight(sentence, ".!…。！ \n"))
}

// isMessageOf reports whether words are "message from somebody", "got this from somebody", and say no more.
func isMessageOf(s string) bool {
	return slices.ContainsFunc([]*sieve.Regexp{messageOf, gotFrom, turkishOf}, func(re *sieve.Regexp) bool {
		who, ok := group(re, s, "who")
		return ok && isSomeone(who)
	})
}

// group returns what a group of an expression matches in a text; ok is false where the expression does not match.
func group(re *sieve.Regexp, s, name string) (matched string, ok bool) {
	at := re.FindStringSubmatchIndex(s)
	if at == nil {
		return "", false
	}
	if i := 2 * re.SubexpIndex(name); at[i] >= 0 {
		matched = s[at[i]:at[i+1]]
	}
	return matched, true
}

// isReport reports whether a label says that somebody else says what follows it.
func isReport(label, rest string) bool {
	if phrase.IsDense(firstLetter(label)) {
		return denseReport.MatchString(label) && !denseOwnReport.MatchString(label) && !phrase.HasRequest(label)
	}
	if isMessageOf(label) || announcing.MatchString(label) {
		return true
	}
	if who, ok := group(onlyFrom, label, "who"); ok && isSomeone(who) && (speaks(rest) || orders(rest)) {
		return true
	}
	if englishOf.MatchString(label) && (speaks(rest) || orders(rest)) {
		return true
	}
	return someoneHas.MatchString(label) && saysSomeone(label)
}

// isSomeone reports whether words are somebody: "my boss", "Jim this morning".
func isSomeone(s string) bool {
	words := wordsOf(s)
	for n := min(len(words), mostWords); n > 0; n-- {
		if part := words[:n]; isRole(part) || isNamed(part) || isName(part) && isCapital(part[0]) || n == 1 && !isCased(part[0]) && isName(part) {
			return true
		}
		if pronouns[strings.ToLower(words[0])] {
			return true
		}
	}
	return false
}

// pronouns are words for somebody else.
var pronouns = wordSet(`he him she her they them er ihm ihn sie ihr ihnen il lui elle elles eux él ella ellos lui lei loro ele ela dele dela hij hem zij haar han honom hon henne on niego ona niej něj ona ní он него она неё нее них він нього вона неї ondan هو هي منه منها הוא היא ממנו ממנה او उसने उसका dia nó anh chị`)

// saysSomeone reports whether a label, which has a word for saying something, is about somebody else who does.
func saysSomeone(label string) bool {
	words := wordsOf(strings.ReplaceAll(label, "’", "'"))
	isSpeaker := func(w string) bool { return speakers[strings.ToLower(w)] }
	if len(words) > mostWords+3 || slices.ContainsFunc(words[:min(len(words), 3)], isSpeaker) {
		return false
	}
	return slices.ContainsFunc(words, func(w string) bool {
		lower := strings.ToLower(w)
		return roles[lower] || names[lower] || pronouns[lower]
	}) || isSomeone(words[0]) && !labels[strings.ToLower(words[0])] && len(words) > 1
}

// speakers are the words for the speaker as the one who says something.
var speakers = wordSet(`i i've i'm we ich wir je j'ai nous yo nosotros io noi eu nós ik wij we jag vi ja já я мы ми ben biz أنا انا نحن אני אנחנו من ما मैं मैंने हम saya aku gue kami tôi mình me moi`)
