package pasted

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
	"keepsake/text/sieve"
)

// This file knows what hands a text over: to be worked on ("translate: …"), to be sent to somebody ("tell my boss: …"), as the words of a story; and
// what opens a play.

// courtesy are words before an order.
const courtesy = `(?:hey|hi|ok|okay|and|then|now|so|please|pls|plz|can|could|would|will|you|u|just|quickly|help|me|to|i|need|want|id|like|bitte|und|dann|kannst|könntest|würdest|du|mir|mal|kurz|peux-tu|pouvez-vous|tu|peux|s['’]il|te|plaît|stp|et|puis|por|favor|puedes|podrías|y|me|per|favore|puoi|mi|e|pode|podes|você|alsjeblieft|kun|je|even|en|kan|du|snälla|proszę|możesz|mi|prosím|můžeš|пожалуйста|можешь|можете|мне|и|будь|ласка|можеш|мені|lütfen|bana|şunu|bunu|şu|metni|cümleyi|ممكن|من|فضلك|لي|بليز|בבקשה|אפשר|תוכל|תוכלי|לי|لطفا|لطفاً|این|متن|جمله|را|رو|कृपया|इसे|यह|वाक्य|को|का|tolong|bantu|aku|saya|coba|hãy|làm|ơn|giúp|tôi|mình|vui|lòng)`

var (
	// working finds what is to be done with the text that follows, among the first words of a label.
	working = sieve.MustCompile(`(?i)^\PL*(?:` + courtesy + `[\s,]+){0,6}?(?:` +
		`translate|proof-?read|spell-?check|grammar-?check|rephrase|reword|rewrite|paraphrase|summari[sz]e|shorten|correct|improve|polish|edit|(?:double-?)?check|fix|refine|simplify|analy[sz]e|format|tl;?dr|sum up|(?:make|turn) (?:this|it|that|the following|my \pL+)|clean up|complete|continue|repeat|recite|pronounce|spell|` +
		`übersetz\pL*|korrigier\pL*|verbesser\pL*|formulier\pL*|umformulier\pL*|überarbeit\pL*|kürz\pL*|prüfe?|check|fasse? [^:\n]{0,30}zusammen|zusammenfass\pL*|mach(?:e|st)? (?:das|dies|es|den|diesen|diese|meinen|meine) [^:\n]{0,40}|schreibe? [^:\n]{0,20}(?:um|neu)|wiederhol\pL*|lektorier\pL*|` +
		`tradui[st]?|traduisez|corrige[rz]?|améliore[rz]?|résume[rz]?|reformule[rsz]?|vérifie[rz]?|reli[st]|raccourcis|rends|répète|réécris|` +
		`traduc[ei]\w*|traduzca|tradu[zc]\w*|corrige|corregir|corrige?me|corrígeme|mejora|resume|resúmeme|revisa|reescribe|reformula|parafrasea|acorta|haz (?:esto|este|esta|lo)|repite|` +
		`correggi\w*|migliora|riassumi|controlla|riscrivi|riformula|rendi\w*|accorcia|ripeti|corrija|corrigir|melhor[ae]|resum[ae]|revis[ae]|reescrev[ae]|reformul[ae]|deix[ae] (?:isto|isso|esse|este|mais)|repete|repita|` +
		`vertaal|corrigeer|verbeter|vat [^:\n]{0,30}samen|samenvatten|controleer|herschrijf|herformuleer|verkort|maak (?:dit|het|deze) [^:\n]{0,30}|herhaal|översätt|rätta|korrigera|förbättra|sammanfatta|kolla|skriv om|formulera om|korta|gör (?:det|detta|den)|upprepa|` +
		`przetłumacz|przeredaguj|popraw|skoryguj|streść|podsumuj|sprawdź|przeformułuj|skróć|powtórz|ulepsz|zredaguj|přelož|oprav|zkoriguj|vylepši|shrň|zkontroluj|přeformuluj|přepiš|zkrať|zopakuj|` +
		`переведи(?:те)?|исправь(?:те)?|поправь(?:те)?|улучши(?:те)?|сократи(?:те)?|резюмируй(?:те)?|перескажи(?:те)?|проверь(?:те)?|отредактируй(?:те)?|перефразируй(?:те)?|перепиши(?:те)?|переформулируй(?:те)?|повтори(?:те)?|сделай(?:те)? (?:это|текст|вежливее|короче|мягче)|` +
		`переклади|перекладіть|виправ|покращ|скороти|перевір|відредагуй|перефразуй|перепиши|переформулюй|повтори|підсумуй|зроби (?:це|текст|ввічливіше)|` +
		`çevir\pL*|düzelt\pL*|özetle\pL*|iyileştir\pL*|kontrol et|gözden geçir|yeniden yaz|kısalt|tekrarla|(?:daha )?(?:kibar|resmi) (?:yap|hale getir)|` +
		`ترجم\pL*|صح{1,2}\p{M}*ح?\pL*|دق{1,2}\p{M}*ق?\pL*|لخ{1,2}\p{M}*ص?\pL*|حس{1,2}\p{M}*ن?\pL*|أعد (?:صياغة|كتابة)|عد{1,2}ل\pL*|راجع|كرر|اختصر|` +
		`תרגמ?ם?י?|תתרגמ?ם?י?|תקנ?ן?י?|תתקנ?ן?י?|סכמ?ם?י?|תסכמ?ם?י?|שפרי?|תשפרי?|נסחי?|תנסחי?|ערכי|ערוך|קצרי?|בדוק|בדקי|תבדקי?|` +
		`ترجمه (?:کن|کنید)|تصحیح (?:کن|کنید)|اصلاح (?:کن|کنید)|خلاصه (?:کن|کنید)|ویرایش (?:کن|کنید)|بازنویسی (?:کن|کنید)|درست (?:کن|کنید)|کوتاه (?:کن|کنید)|` +
		`अनुवाद|सुधार\pM*|ठीक कर\pL*|सही कर\pL*|सारांश|संक्षेप|जाँच\pL*|चेक कर\pL*|` +
		`terjemah\pL*|perbaiki|koreksi|ringkas\pL*|rangkum\pL*|cek|periksa|sunting|parafrase\pL*|perhalus|singkat\pL*|ulangi|dịch|sửa|tóm tắt|viết lại|chỉnh|kiểm tra|rút gọn|diễn đạt lại|lặp lại` +
		`)(?:[^\pL\pM]|$)`)
	// workNearby finds such words further behind, which mean nothing else: "hey bot, quickly translate that".
	workNearby = sieve.MustCompile(`(?i)^\PL*(?:\pL+[\s,]+){1,4}?(?:translate|proof-?read|spell-?check|rephrase|reword|rewrite|paraphrase|übersetz\pL*|formulier\pL*|(?:tradui|reformule)[sz]?|traduzca|tradu[zc]\w*|vertaal|herschrijf|przetłumacz|przeredaguj|переведи(?:те)?|перефразируй(?:те)?|переклади|перефразуй|çevir\w*|ترجم\w*)(?:[^\pL\pM]|$)`)
	// noWork finds what begins like that and is a word of somebody's own.
	noWork = regexp.MustCompile(`(?i)^\PL*(?:check (?:this|it) out|correct|corretto|correcto|checked|check|deixa|mejora|spell it out|tl;?dr|in summary|to sum up|fix|sprawdź to|rends-toi compte|resume|resumen|cek|dịch|sửa)\PL*$|^\PL*(?:i|ich|je|yo|io|eu|ik|jag|ja|я|ben)['’ ](?:\pL+ ){0,2}?(?:have to |must |need to |want to |will |'ll |can['’]?t |cannot )?(?:check|fix|correct|edit|improve|repeat|complete|continue)`)
	// asksForm finds a question about the words that follow: "is this correct: …", "how do I say in German: …".
	asksForm = sieve.MustCompile(`(?i)^\PL*(?:is|are|does)(?:n['’]t)? (?:this|these|the following)[^:\n]{0,40}(?:correct|right|ok(?:ay)?|grammatical|polite|rude|english|mean|sound)|^\PL*(?:how (?:do|would|can|should) (?:i|you|we|one) (?:say|write|put|phrase)|what does (?:this|it|that)[^:\n]{0,20} mean|(?:ist|klingt) (?:das|dies|dieser satz)[^:\n]{0,30}(?:richtig|korrekt|höflich|gut)|wie (?:sagt|sage|schreibt|schreibe) (?:man|ich)|(?:est-ce|c['’]est)[^:\n]{0,20} (?:correct|juste)|comment (?:dit-on|dire|on dit|écrire)|(?:está|es) (?:bien|correcto)[^:\n]{0,20}|cómo se (?:dice|escribe)|(?:è|e) (?:giusto|corretto)[^:\n]{0,20}|come si (?:dice|scrive)|(?:está|é) (?:certo|correto)[^:\n]{0,20}|como se (?:diz|escreve)|is (?:dit|deze zin) (?:goed|correct|juist)|hoe (?:zeg|schrijf) (?:je|ik)|är (?:det här|detta) (?:rätt|korrekt)|hur (?:säger|skriver) (?:man|jag)|czy (?:to|to zdanie) jest (?:poprawne|dobrze)|jak (?:powiedzieć|napisać|się mówi)|je (?:to|tohle) (?:správně|dobře)|jak se (?:řekne|píše)|(?:это|так) (?:правильно|грамотно)|как (?:сказать|написать|будет|правильно)|(?:це|так) правильно|як (?:сказати|написати|буде)|(?:bu|şu) (?:cümle )?doğru mu|nasıl (?:denir|söylenir|yazılır)|هل هذا صحيح|كيف (?:أقول|نقول|اقول|تقول)|האם זה נכון|איך (?:אומרים|כותבים|להגיד)|آیا این درست|چطور (?:بگم|بگویم|می\x{200c}گویند)|क्या यह सही|कैसे (?:कहें|कहते|लिखें)|apakah ini benar|bagaimana (?:bilang|mengatakan)|câu này (?:đúng|có đúng)|nói thế nào)`)
	// inLanguage finds a label that only says into which language: "in German", "auf Französisch".
	inLanguage = sieve.MustCompile(`(?i)^\PL*(?:(?:and |now )?(?:in|into|to|auf|ins|en|em|al|a|in het|på|po|na|на|по)[ -])?(?:english|german|french|spanish|italian|portuguese|dutch|swedish|polish|czech|russian|ukrainian|turkish|arabic|hebrew|persian|hindi|chinese|japanese|korean|englische?|deutsche?|französische?|spanische?|italienische?|anglais|allemand|français|espagnol|italien|inglés|alemán|francés|español|inglese|tedesco|francese|spagnolo|inglês|alemão|francês|espanhol|engels|duits|frans|spaans|engelska|tyska|franska|spanska|angielsk[iu]|niemieck[iu]|anglicky|německy|английски[йе]?|немецки[йе]?|французски[йе]?|англійськ(?:ою|у)|німецьк(?:ою|у)|ingilizce(?:ye)?|almanca(?:ya)?)\PL*$`)
	// points finds a word that points at the text that follows.
	points = sieve.MustCompile(`(?i)(?:^|[^\pL\pM])(?:this|these|following|below|dies\pL*|folgend\pL*|das hier|ce(?:tte|ci|t)?|suivante?|est[eao]|siguiente|quest[oa]|seguente|ist?o|seguinte|dit|deze|volgende|det här|detta|följande|t[oęe]|następując\pL*|tohle|toto|následující|это|этот|следующ\pL*|це|цей|наступн\pL*|bunu|şunu|هذا|هذه|התالي|את זה|این|यह|इसे|ini|berikut|này|sau)(?:[^\pL\pM]|$)`)
	// writes finds words that ask for a text of some kind, pieces these kinds.
	writes = sieve.MustCompile(`(?i)^\PL*(?:` + courtesy + `[\s,]+){0,6}?(?:write|draft|compose|make up|invent|tell|create|start|begin|finish|caption|schreib\pL*|verfass\pL*|erfinde?|erzähl\pL*|dichte|écris|écrivez|rédige|invente|raconte|escrib\pL*|redacta|inventa|cuenta|crea|scrivi\pL*|inventa|racconta|crea|escrev\pL*|redig\pL*|inventa|cont[ae]|cri[ae]|schrijf|verzin|vertel|maak|skriv|hitta på|berätta|napisz|wymyśl|opowiedz|ułóż|napiš|vymysli|vyprávěj|напиши(?:те)?|придумай(?:те)?|сочини(?:те)?|расскажи(?:те)?|напиши|вигадай|склади|розкажи|yaz|uydur|anlat|اكتب\pL*|ألف|احك\pL*|כתובי?|תכתובי?|כתבי|ספרי?|تظاهر|بنویس|بساز|लिखो|लिखिए|लिख|सुनाओ|tulis\pL*|buat\pL*|karang|viết|kể|sáng tác)(?:[^\pL\pM]|$)`)
	pieces = sieve.MustCompile(`(?i)(?:^|[^\pL\pM])(?:stor(?:y|ies)|tale|novel|poem|song|lyrics|rap|script|scene|dialog(?:ue)?|monolog(?:ue)?|speech|essay|letter|e-?mail|message|reply|answer|post|tweet|caption|slogan|headline|joke|diary entry|review|complaint|application|cover letter|toast|limerick|haiku|geschichte|märchen|roman|gedicht|lied|songtext|drehbuch|szene|rede|aufsatz|brief|bewerbung|anschreiben|nachricht|antwort|beitrag|bildunterschrift|witz|tagebucheintrag|beschwerde|histoire|conte|poème|chanson|scénario|scène|discours|lettre|légende|blague|historia|cuento|poema|canción|guion|escena|discurso|carta|pie de foto|chiste|storia|racconto|poesia|canzone|copione|scena|discorso|lettera|didascalia|barzelletta|história|conto|canção|roteiro|cena|legenda|piada|verhaal|sprookje|gedicht|liedje|toespraak|bijschrift|mop|berättelse|saga|dikt|sång|manus|tal|brev|bildtext|skämt|opowiadanie|opowieść|bajk[aęi]|wiersz|piosenk[aęi]|scenariusz|przemówienie|podpis|kawał|příběh|povídk[au]|pohádk[au]|báseň|píseň|písničk[au]|projev|popisek|vtip|рассказ|истори[яюи]|сказк[ауи]|стих\pL*|песн[яюи]|сценарий|речь|письмо|сообщение|пост|подпись|анекдот|оповідання|історі[яю]|казк[ау]|вірш|пісн[яю]|промов[ау]|лист|підпис|hikaye|masal|şiir|şarkı|senaryo|konuşma|mektup|başlık|fıkra|قصة|حكاية|قصيدة|أغنية|خطاب|رسالة|تعليق|نكتة|סיפור|אגדה|שיר|נאום|מכתב|כיתוב|בדיחה|داستان|قصه|شعر|ترانه|نامه|کپشن|कहानी|कविता|गीत|भाषण|पत्र|कैप्शन|cerita|dongeng|puisi|lagu|pidato|surat|caption|takarir|truyện|câu chuyện|bài thơ|thơ|bài hát|bài phát biểu|thư|chú thích)(?:[^\pL\pM]|$)`)
	// pieceAlone finds a label that names such a text and no more.
	pieceAlone = sieve.MustCompile(`(?i)^\PL*(?:(?:my|the|a|for|mein\pL*|die|ma|mon|mi|mia|minha|mijn|min) )?(?:(?:photo|instagram|insta|foto) )?(?:caption|lyrics|slogan|headline|hashtag|script|bildunterschrift|songtext|drehbuch|légende|pie de foto|didascalia|legenda|bijschrift|bildtext|подпись|підпис|كابشن|تعليق|כיתוב|کپشن|कैप्शन|takarir)(?: (?:for|to|of|für|zu|pour|de|para|per|voor|till|do|к|для|до|for my|под|على|ל)(?:[^\pL].{0,40})?)?\PL*$`)
	// lyric finds what opens a text to be spoken by somebody else.
	afterMe = sieve.MustCompile(`(?i)^\PL*(?:say|repeat|speak|answer|reply|respond|act|talk)(?: \pL+){0,3} (?:after me|as if|as (?:a|an|the)|like (?:a|an)|in (?:a|an|the) \pL+ voice)|^\PL*(?:sprich mir nach|sag mir nach|répète après moi|repite conmigo|ripeti dopo di me|repita comigo|zeg me na|повторяй за мной|повтори за мной|benden sonra tekrarla)`)
)

// isHandedOver reports whether a label hands over a text that is to be worked on, or asks for one that goes on as follows.
func isHandedOver(label string) bool {
	label = strings.TrimSpace(label)
	if phrase.IsDense(firstLetter(label)) {
		return denseWork.MatchString(label) && !denseOwn.MatchString(label)
	}
	if phrase.HasRequest(label) && !working.MatchString(label) {
		return false
	}
	return isWork(label) || workNearby.MatchString(label) || asksForm.MatchString(label) || inLanguage.MatchString(label) || pieceAlone.MatchString(label) || afterMe.MatchString(label) ||
		writes.MatchString(label) && pieces.MatchString(label)
}

// isWork reports whether a label asks to do something with the text that follows.
func isWork(label string) bool {
	return !phrase.IsDense(firstLetter(label)) && working.MatchString(label) && !noWork.MatchString(label)
}

// corrects reports whether a label corrects what the listener knows: "corrige: mi vuelo sale de Congonhas, no de Guarulhos".
func corrects(label, rest string) bool {
	return correcting.MatchString(label) && (phrase.HasDenial(rest) || ofTheirs.MatchString(label))
}

var (
	correcting = regexp.MustCompile(`(?i)^\PL*(?:\pL+[\s,]+){0,3}?(?:correct|fix|edit|korrigier\pL*|verbesser\pL*|corrige\pL*|corrija|correggi\pL*|corrigeer|verbeter|rätta|popraw|skoryguj|oprav|исправь(?:те)?|поправь(?:те)?|виправ|düzelt\pL*|صح\pL*|عدل|תקנ?ן?י?|اصلاح کن|सुधार\pL*|koreksi|perbaiki|sửa)(?:[^\pL]|$)|[纠糾改修]正|修改|訂正|修正|直して|수정|정정|고쳐`)
	ofTheirs   = regexp.MustCompile(`(?i)у себя|lo mío|your (?:notes|memory|records)|(?:^|\PL)a[ií](?:\PL|$)|bei dir|chez toi|da te|bij jou|u siebie|u sebe|sende|عندك|אצלך`)
)

var (
	// denseWork finds the same in scripts without spaces.
	denseWork = sieve.MustCompile(`翻译|翻譯|翻成|译成|譯成|润色|潤色|改写|改寫|修改|校对|校對|纠正|糾正|改正|改错|改得|改成|总结|總結|概括|缩写|检查|檢查|语法|語法|怎么说|怎麼說|怎么写|写(?:一)?(?:个|首|篇|段|封)|寫(?:一)?(?:個|首|篇|段|封)|编(?:一)?(?:个|首)|文案|配文|台词|歌词|跟我(?:念|读|说)|` +
		`添削|校正|訳|翻訳|要約|まとめて|直して|修正|書き直|言い換え|丁寧に|チェック|文法|何と言|なんて言|どう言|キャプション|歌詞|(?:物語|小説|詩|話|手紙|メール|スピーチ|作文)を?(?:書|作)|続けて言って|` +
		`번역|교정|고쳐|수정|요약|다듬어|첨삭|맞춤법|문법|정중하게|공손하게|바꿔|뭐라고|어떻게 말|(?:이야기|소설|시|편지|글|가사|캡션|연설)(?:를|을)? ?(?:써|지어|만들)|캡션|따라 ?(?:해|말)`)
	// denseOwn finds what only looks like it: to keep something, or to change what is kept.
	denseOwn = regexp.MustCompile(`기록|记住|記住|记下|記下|记录|备忘|覚えて|メモ|기억|메모|저장|修正：|^(?:更正|订正|訂正|정정|수정)$|我(?:想|要|的)`)
)

var (
	// telling finds an order to say or send something to somebody; who it is stands behind.
	telling = sieve.MustCompile(`(?i)^\PL*(?:` + courtesy + `[\s,]+){0,6}?` +
		`(?:reply|respond|answer|write(?: back)?|text|tell|e-?mail|mail|message|dm|whatsapp|send|say|ping|inform|notify|forward|pass on|remind|ask|` +
		`schreibe?|antworte|sage?|schicke?|maile?|texte|simse|teile?|richte?|erkläre?|frage?|erinnere?|leite?|` +
		`écris(?:-lui)?|réponds(?:-lui)?|dis(?:-lui)?|envoie(?:-lui)?|transmets|préviens|demande|rappelle|texte|` +
		`escribe(?:le)?|escríbele|responde(?:le)?|respóndele|contesta(?:le)?|contéstale|dile|di|envía(?:le)?|envíale|manda(?:le)?|mándale|avisa(?:le)?|avísale|pregúntale|recuérdale|pásale|` +
		`scrivi(?:gli|le)?|rispondi(?:gli|le)?|di['’]|dì|digli|dille|manda(?:gli|le)?|invia(?:gli|le)?|avvisa|chiedi|ricorda a|` +
		`escreve(?:-lhe)?|escreva|responde|responda|diz|diga|fala|fale|manda|mande|envia|envie|avisa|avise|pergunta|pergunte|` +
		`schrijf|antwoord|zeg|stuur|app|mail|sms|vertel|vraag|herinner|laat|skriv|svara|säg|skicka|mejla|messa|berätta|fråga|meddela|hälsa|` +
		`napisz|odpisz|odpowiedz|powiedz|przekaż|wyślij|poinformuj|zapytaj|przypomnij|napiš|odepiš|odpověz|řekni|pošli|vyřiď|oznam|zeptej se|připomeň|` +
		`напиши(?:те)?|ответь(?:те)?|передай(?:те)?|скажи(?:те)?|отправь(?:те)?|пошли|сообщи(?:те)?|спроси|напомни|перешли|відповідай|відпиши|дай відповідь|перекажи|скажи|надішли|повідом|спитай|нагадай|` +
		`اكتب\pM*|اكتبي|رد|ردي|أرسل|أرسلي|ارسل|ابعت|ابعتي|قل|قولي|قول|أخبر|أخبري|بلغ|بلّغ|اسأل|ذكّر|` +
		`כתובי?|תכתובי?|כתבי|תכתבי|ענה|עני|תעני?ה?|תשיבי?|שלחי?|תשלחי?|תגידי?|אמור|אמרי|תודיעי?|תמסרי?|` +
		`balas|jawab|kirim(?:kan)?|tulis(?:kan)?|bilang|sampaikan|beritahu|kabari|tanya|ingatkan|trả lời|nhắn|gửi|viết|nói|báo|bảo|hỏi|nhắc)(?:\s+(?P<who>[^\n]+)|[-–](?P<it>\pL+.*))$`)
	// toSelf are words behind it that make of it something that the writer is told, or that is written down.
	toSelf = wordSet(`şunu bunu bu me us this it that these down up in to-do list note mir uns dir auf das dies es hier in mit moi nous ça cela ceci le la me nos esto lo eso mi ci lo questo me nos isto isso mij ons me dit dat het op mig oss det ner mi nam sobie mně mi nám si мне нам это себе мені нам це собі bana bize bunu لي لنا عندك هذا לי לנו את زה ke saya aku ini tôi mình cho này ghi`)
	// letVerb finds "let my boss know".
	letVerb = sieve.MustCompile(`(?i)(?:^|[^\pL])(?:let|lass|laat|fais|haz que|fai) (?P<who>[^:\n]{2,40}?) (?:know|wissen|weten|savoir|sepa|sapere)$`)
	// tellingLast finds such an order whose verb stands last: Turkish, Persian, Hindi, and whoever is told before it.
	tellingLast = sieve.MustCompile(`(?i)^\PL*(?P<who>.{2,40}?)(?:['’]?[yn]?[ae] (?:yaz|söyle|ilet|gönder|cevap ver|yanıtla|de ki|haber ver|mesaj at)(?:ar mısın|er misin|sana|sene)?|(?: را| رو)? (?:بنویس|بگو|بفرست|جواب بده|خبر بده)|(?: को| के लिए| से) (?:लिखो|लिख दो|लिखिए|भेजो|भेज दो|बताओ|बता दो|कहो|कह दो|जवाब दो|मैसेज करो))$`)
	persianTo   = sieve.MustCompile(`^\s*(?:لطفا |لطفاً )?(?:به|برای|جواب) (?P<who>.{2,30}?) (?:بنویس|بگو|بفرست|جواب بده|خبر بده|رو بده|را بده)$`)
	denseTell   = sieve.MustCompile(`^(?:请|請|帮我|幫我|麻烦|替我|给我)?(?:回复|回覆|回|告诉|告訴|转告|轉告|通知|发给|發給|写给|寫給)(?:一下)?[^我咱:：]{1,10}$|^(?:请|請|帮我|幫我|麻烦|替我)?(?:给|給|跟|对|對|向)[^我咱:：]{1,10}(?:发|發|写|寫|说|說|回|讲|请假|发消息|写信|发邮件)[^:：]{0,6}$|` +
		`[^私僕俺:：]{1,12}(?:に|へ)(?:伝え|送っ|送信|言っ|書い|返信し|返事し|返事を|メールし|連絡し|LINEし)[^:：]{0,8}$|[^私僕俺:：]{1,12}(?:への|に)(?:返信|返事|メール|手紙|メッセージ)[^:：]{0,8}$|` +
		`[^:：]{1,14}(?:에게|한테|께) .{0,8}(?:보내|써|전해|말해|답장|답해|알려|문자)[^:：]{0,8}$|[^:：]{1,12}(?:에게|한테) (?:답장|문자|메시지|메일)$`)
	denseMine = regexp.MustCompile(`(?:나|저|내)(?:에게|한테)`)
)

// tellsSomebody reports whether a label asks to say or send what follows to somebody else.
func tellsSomebody(label string) bool {
	if phrase.IsDense(firstLetter(label)) {
		return denseTell.MatchString(label) && !denseMine.MatchString(label) && !phrase.HasRequest(label)
	}
	for _, re := range []*sieve.Regexp{letVerb, tellingLast, persianTo} {
		if who, ok := group(re, label, "who"); ok {
			return isTold(wordsOf(who))
		}
	}
	who, ok := group(telling, label, "who")
	if !ok || phrase.HasRequest(label) && !isSomeone(lastWords(who)) {
		return false
	}
	it, _ := group(telling, label, "it")
	return it != "" || isTold(wordsOf(who))
}

// lastWords returns the words of a text without a preposition before them.
func lastWords(s string) string {
	words := wordsOf(s)
	for len(words) > 1 && where[strings.ToLower(words[0])] {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

// isTold reports whether words name whom something is told, and it is not the writer or a place for notes.
func isTold(words []string) bool {
	if len(words) == 0 || len(words) > mostWords {
		return false
	}
	isFirst := true
	for _, w := range words {
		lower := strings.ToLower(w)
		if particles[lower] {
			continue
		}
		if isFirst && toSelf[lower] {
			return false
		}
		isFirst = false
		if !where[lower] && lower != "to" {
			return !toSelf[lower] && !slices.Contains(notebook, lower)
		}
	}
	return false
}

// particles are words that say nothing between a verb and whom it is for.
var particles = wordSet(`mal bitte doch kurz just please quickly back même vite por favor ya per favore pure logo even maar precis gärna proszę prosím пожалуйста быстро ласка من فضلك בבקשה`)

// notebook are where people write something down.
var notebook = strings.Fields(`kenar kenara bir bi note nota notiz notitie notering notatkę poznámku заметку нотатку ملاحظة ملاحظه הערה یادداشت नोट catatan memory notes notebook list calendar diary gedächtnis notizen liste kalender tagebuch mémoire notes liste agenda memoria notas lista memória geheugen notities lijst agenda minne anteckningar pamięci notatkach liście paměti poznámek память памяти заметки список пам'ять нотатки not hafızana الذاكرة ذاكرتك זיכרון حافظه catatan memori ghi`)

// isLetterHead reports whether a label addresses somebody, as a letter does: "Dear Jim".
func isLetterHead(label string) bool { return addresses.MatchString(label) }

var addresses = regexp.MustCompile(`(?i)^\PL*(?:dear|hi|hello|hey|hallo|liebe[rs]?|cher|chère|bonjour|salut|querid[oa]|hola|car[oa]|ciao|olá|oi|beste|lieve|hej|kära|cześć|drog[ia]|ahoj|milý|milá|привет|дорог(?:ой|ая)|привіт|sevgili|merhaba|مرحبا|عزيزي|שלום|היי|سلام|नमस्ते|halo|chào)\s`)

// plays finds what opens a play, in which nobody speaks for themselves: "pretend I'm the king of France".
var plays = sieve.MustCompile(`(?i)^\PL*(?:(?:ok|okay|so|now|please|hey|bitte|komm|allez|oye|dai|vamos|давай)[\s,]+){0,3}(?:` +
	`(?:let['’]?s |please |just )?(?:pretend|make believe|act as if|act like|role-?play that|assume for (?:fun|a moment))(?: that)? (?:i|we)(?:['’]|\s)|(?:tu|tun wir|tut) (?:mal )?so,? als (?:ob|wäre|hätte)|stell dir vor,? ich (?:wäre|hätte)|angenommen,? ich (?:wäre|hätte|bin)|(?:fais|faisons|on fait) (?:comme si|semblant que) (?:j['’]|je|nous|on)|imagine que je (?:sois|suis)|` +
	`(?:finge|fingamos|haz(?:te)? (?:cuenta|como)(?: de)?)(?: que)? (?:yo )?(?:soy|estoy|tengo|vivo|fuera)|imagina que (?:yo )?(?:soy|fuera)|(?:fai|facciamo) finta che (?:io )?(?:sia|sono|abbia|viva)|(?:finge|finja|faz de conta|imagina) que (?:eu )?(?:sou|fosse|tenho|estou)|(?:doe|laten we doen) alsof ik|stel je voor dat ik|(?:låtsas|låt oss låtsas) att jag|` +
	`(?:udawaj|udawajmy|wyobraź sobie),? że (?:jestem|mam|ja)|(?:předstírej|předstírejme|dělej),? (?:že|jako že|jako by) ?(?:jsem|mám|já|bych)?|(?:притворись|представь|сделай вид|будто|притворимся),? (?:что|будто) я|(?:уяви|удавай|прикинься|вдавай),? (?:що|ніби) я|(?:farz et ki|diyelim ki|varsay ki) (?:ben)?|.{2,40}(?:mışım|mişim|muşum|müşüm) gibi (?:yap|davran|konuş)|` +
	`(?:تظاهر|تخيل|لنتظاهر|اعتبر) (?:أن|ان|أنن|انن|أن)ي|(?:تعالوا نمثل)|(?:תעמידי? פנים|דמיין|דמייני|נניח|בוא נעמיד פנים) ש?אני|(?:وانمود کن|فرض کن|تصور کن)(?: که)? من|(?:मान लो|कल्पना करो|दिखावा करो)(?: कि)? मैं|(?:pura-pura|pura2|anggap|bayangkan)(?: saja)?(?: kalau)? (?:aku|saya|gue)|(?:giả vờ|giả sử|hãy tưởng tượng)(?: là| rằng)? (?:tôi|mình|em))|` +
	`^[\s，]*(?:假装|假裝|假设|假設|假定|想象|想像|就当)(?:一下)?我|^[\s、]*(?:私|僕|俺)が[^。]{1,30}(?:ふりをし|だと思って|という設定)|^[^.\n]{2,40}(?:인 척|라고 치고|라고 가정|라고 상상)`)
