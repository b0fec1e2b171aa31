// Package enquiry finds sentences that ask the listener what it knows of the speaker, or whether something is so, whatever mark they end with: "do you know
// whether I own a boat", "how would you know I live in Graz", "is it written down that I live in Graz?" They state nothing, though a clause of theirs
// reads like a statement.
//
// It knows wordings of many languages; questions that show by their mark or their first word are package phrase's. It is pure. Start reading at Blank.
package enquiry

import (
	"regexp"
	"strings"

	"keepsake/text/sieve"
)

// Blank returns a text with blanks in the place of each such sentence. Nothing else moves.
func Blank(s string) string {
	out := []byte(s)
	for _, at := range sentence.FindAllStringIndex(s, -1) {
		if one := s[at[0]:at[1]]; whether.MatchString(one) || dense.MatchString(one) || asked.MatchString(one) && strings.ContainsAny(one, "?？؟") {
			for i := at[0]; i < at[1]; i++ {
				out[i] = ' '
			}
		}
	}
	return string(out)
}

// sentence finds a sentence with its marks.
var sentence = regexp.MustCompile(`[^.!?…\n。！？؟।]+[.!?…。！？؟।]*`)

// opening are words that may stand before such a question.
const opening = `(?i)^\PL*(?:(?:hey|hi|ok|okay|so|and|but|oh|um|well|please|pls|bot|just|say|also|sag mal|sag|und|aber|also|na|bitte|he|du|dis|et|mais|alors|au fait|oye|y|pero|entonces|ehi|senti|e|ma|allora|aliás|então|mas|zeg|en|maar|dus|hej|och|men|ej|a|i|ale|hele|ahoj|слушай|а|и|но|ну|скажи|слухай|та|peki|ya|طيب|بس|אז|תגיד|خب|अच्छा|eh|hei|này|ơi)[\s,]+){0,3}`

// own is a word of the speaker for themself or what is theirs, in languages that do not leave it out.
const own = `(?:i|i['’](?:m|ve|d)|im|my|we|our|ich|mein\pL*|wir|unser\pL*|je|j['’]\pL*|mon|ma|mes|nous|notre|ik|mijn|wij|we|ons|onze|jag|min|mitt|mina|vi|vår)(?:[^\pL]|$)`

// whether finds questions that show by their words alone.
var whether = sieve.MustCompile(opening + `(?:` +
	`(?:do|did|would|could|can|does|will|how (?:do|would|could|can|did|should)|who told|why (?:do|would|did)|what makes) you (?:even |still |actually |already |happen to |really |ever |possibly )*(?:know|remember|recall|think|believe|say|have it (?:noted|saved|written down)|check|tell me|look up|find out|see|confirm|verify|guess|remind me)(?: for me)? (?:whether|if) ` + own +
	`|how (?:would|could|can|do|did|should) you (?:even |possibly |already |actually )*(?:know|remember|guess|tell|think)(?: that)? ` + own + `|what makes you (?:think|believe|say)(?: that)? ` + own + `|why (?:do|would|did) you (?:think|believe|say|assume)(?: that)? ` + own + `|who (?:told you|says|said)(?: that)? ` + own +
	`|(?:check|tell me|look up|find out|see|verify|guess)(?: for me)? (?:whether|if) ` + own + `|(?:i['’]?m |i was |i am )?(?:i )?(?:wonder(?:ing|ed)?|curious|(?:want|need|would like|['’]d like) to know)(?: about)? (?:whether|if) ` + own + `|any idea (?:whether|if) ` + own + `|(?:is|are|was) (?:it|that|this) (?:written|noted|saved|stored|recorded|known|on file|on record)(?: down| anywhere| somewhere)* (?:whether|if) ` + own +
	`|(?:weißt|weisst|erinnerst|glaubst|denkst|meinst) du(?: eigentlich| noch| schon| denn| dich| überhaupt)*,? ob ` + own + `|woher (?:weißt|weisst|willst|sollst|kannst) du(?: das| denn| eigentlich| wissen)*,? (?:dass|ob) ` + own + `|(?:kannst|könntest|würdest) du(?: mal| bitte| mir| kurz)* (?:prüfen|nachsehen|nachschauen|schauen|gucken|sagen|checken|nachgucken|herausfinden),? ob ` + own + `|(?:schau|prüf|prüfe|sieh|guck|check|sag|find)(?: mir| mal| bitte| nach| raus| kurz)*,? ob ` + own + `|ich (?:frage? mich|wüsste gerne?|möchte wissen|will wissen|überlege),? ob ` + own + `|(?:warum|wieso) (?:glaubst|denkst|meinst) du,? dass ` + own + `|wer (?:sagt|hat (?:dir )?gesagt|hat dir erzählt|behauptet),? dass ` + own +
	`|(?:est-ce que )?(?:tu |vous )?(?:sais|savez|te souviens|te rappelles|crois|penses)(?:-tu|-vous)? si ` + own + `|comment (?:est-ce que )?(?:tu |peux-tu |pourrais-tu |saurais-tu |sais-tu |tu pourrais )(?:sais |savoir |peux savoir )?(?:que |qu['’]|si )` + own + `|(?:peux-tu|tu peux|pouvez-vous|pourrais-tu|tu pourrais) (?:me )?(?:vérifier|regarder|voir|dire|confirmer) si ` + own + `|(?:vérifie|regarde|dis-moi|vois) si ` + own + `|je me demande si ` + own + `|(?:j['’]aimerais|je voudrais|je veux) savoir si ` + own + `|(?:pourquoi (?:est-ce que )?(?:tu )?(?:crois|penses)(?:-tu)?|qui (?:t['’]a )?dit) (?:que |qu['’])` + own +
	`|(?:tú )?(?:sabes|sabe|recuerdas|te acuerdas de|crees|piensas) si |c[oó]mo (?:sabes|ibas a saber|puedes saber|sabrías|sabes tú) (?:que|si) |(?:me )?(?:puedes|podrías) (?:comprobar|mirar|ver|decirme|decir|verificar|revisar) si |(?:comprueba|mira|dime|verifica|revisa) si |me pregunto si |(?:quiero|quisiera|me gustaría) saber si |(?:por qué (?:crees|piensas)|quién (?:te )?(?:dijo|ha dicho|dice)) que ` +
	`|(?:lo )?(?:sai|ricordi|ti ricordi|credi|pensi) se |come (?:fai a sapere|sai|potresti sapere|puoi sapere) (?:che|se) |(?:mi )?(?:puoi|potresti) (?:controllare|verificare|vedere|dirmi|dire|guardare) se |(?:controlla|verifica|guarda|dimmi) se |mi (?:chiedo|domando) se |(?:vorrei|voglio) sapere se |(?:perché (?:credi|pensi)|chi (?:ti )?(?:ha detto|dice)) che ` +
	`|(?:você |tu |vc )?(?:sabe|sabes|lembra|lembras|acha|achas) se |como (?:é que )?(?:você |tu |vc )?(?:sabes?|saberias?|pode saber) (?:que|se) |(?:você )?(?:pode|podes|poderia) (?:verificar|ver|conferir|me dizer|checar|dizer-me) se |(?:verifica|confere|me diz|diz-me|checa) se |(?:me pergunto|pergunto-me) se |(?:queria|quero|gostaria de) saber se |(?:por que (?:você )?(?:acha|pensa)s?|quem (?:te )?(?:disse|falou)) que ` +
	`|(?:weet|herinner|denk|geloof) (?:je|jij)(?: je| nog| eigenlijk| toevallig)* of ` + own + `|hoe (?:weet|kun|kan|zou) (?:je|jij)(?: dan| nou| kunnen)*(?: weten)? (?:dat|of) ` + own + `|(?:kun|kan|zou) (?:je|jij) (?:even |me |kunnen )*(?:checken|nakijken|controleren|kijken|zeggen|nagaan)? ?of ` + own + `|(?:check|kijk|zeg|controleer)(?: even| me| eens)* of ` + own + `|ik vraag me af of ` + own + `|ik (?:wil|zou graag willen) weten of ` + own + `|(?:waarom denk je|wie (?:zegt|zei|heeft gezegd)) dat ` + own +
	`|(?:vet|minns|tror) du om ` + own + `|hur (?:vet|kan|skulle) du (?:kunna )?(?:veta )?(?:att|om) ` + own + `|(?:kan|kunde|skulle) du (?:kunna )?(?:kolla|säga|se|kontrollera) om ` + own + `|(?:kolla|säg|se efter) om ` + own + `|jag undrar om ` + own + `|jag (?:vill|skulle vilja) veta om ` + own + `|(?:varför tror du|vem (?:sa|säger)) att ` + own +
	`|(?:czy )?(?:wiesz|pamiętasz|myślisz|sądzisz),? czy |skąd (?:wiesz|miałbyś wiedzieć|możesz wiedzieć|ty wiesz),? (?:że|czy) |(?:czy )?(?:możesz|mógłbyś|mogłabyś) (?:mi )?(?:sprawdzić|powiedzieć|zobaczyć),? czy |(?:sprawdź|powiedz|zobacz)(?: mi)?,? czy |zastanawiam się,? czy |(?:chcę|chciałbym|chciałabym) wiedzieć,? czy |(?:dlaczego (?:myślisz|sądzisz)|kto (?:ci )?(?:powiedział|mówi)),? że ` +
	`|(?:víš|pamatuješ si|myslíš(?: si)?),? (?:jestli|zda) |jak (?:víš|bys věděla?|můžeš vědět),? (?:že|jestli) |(?:můžeš|mohl bys|mohla bys) (?:mi )?(?:zkontrolovat|ověřit|říct|podívat se),? (?:jestli|zda) |(?:zkontroluj|ověř|řekni(?: mi)?|podívej se),? (?:jestli|zda) |(?:zajímalo by mě|přemýšlím|rád bych věděl),? (?:jestli|zda) |(?:proč si myslíš|kdo (?:ti )?řekl),? že ` +
	`|(?:ты |вы )?(?:не )?(?:знаешь|знаете|помнишь|помните|проверь|проверьте|скажи|интересно|посмотри|глянь|любопытно|хочу знать|хотел бы знать|можешь (?:проверить|сказать|посмотреть|глянуть))(?: мне)?[, ][^.!?]{0,60}\sли(?:[\s,?]|$)|откуда (?:ты |тебе )?(?:знаешь|знать|известно|узнал\pL*)[^.!?]{0,10},? что |(?:почему ты (?:думаешь|решил\pL*)|кто (?:тебе )?(?:сказал|говорит)),? что ` +
	`|(?:ти |ви )?(?:не )?(?:знаєш|знаєте|пам['’ʼ]ятаєш|перевір|скажи|цікаво|подивись|глянь|хочу знати|можеш (?:перевірити|сказати|подивитися))(?: мені)?,? чи |звідки (?:ти |тобі )?(?:знаєш|знати|відомо)[^.!?]{0,10},? що |(?:чому ти (?:думаєш|вирішив\pL*)|хто (?:тобі )?(?:сказав|каже)),? що ` +
	`|.{1,80}(?:[dt][ıiuü]ğ[ıiuü]m[ıiuü]|olup olmadığımı|\pL[ıiuü]p \pL+m[ae]dığ[ıiuü]m[ıiuü]|olmadığımı) (?:biliyor mu|hatırlıyor mu|nereden bil|nasıl bil|kontrol e|söyler mi|merak ed|kim söyle|kim dedi|bir bak)\pL*` +
	`|(?:هل )?(?:تعرف|تعلم|تتذكر|تظن|بتعرف|فاكر|تعرفي)\pL* (?:إذا|اذا|ما إذا|إن كنت|ان كنت|لو)|كيف (?:تعرف|عرفت|ستعرف|بتعرف|تعرفين)\pL* (?:أن|أني|أنني|إني|اني|انني)|(?:هل (?:يمكنك|تستطيع|ممكن) )?(?:التحقق|تتحقق|تتأكد|تشوف|شوف|شوفي|تأكد|تأكدي|قل لي|قولي لي|أخبرني|أخبريني) (?:مما |من |ما )*(?:إذا|اذا|إن كنت|لو)|أتساءل (?:إن|إذا|عما إذا|ما إذا|هل)|(?:لماذا تظن|ليش تظن|من قال|مين قال)(?: لك)? (?:أن|إن|اني|أني|أنني|إني)` +
	`|(?:האם )?(?:אתה |את )?(?:יודע|יודעת|זוכר|זוכרת|חושב|חושבת) אם |איך (?:אתה |את )?(?:יודע|יודעת|תדע|תדעי|יכול לדעת) ש|(?:תוכל|תוכלי|אתה יכול|את יכולה|אפשר) (?:לבדוק|להגיד לי|לראות) אם |(?:תבדוק|תבדקי|תגיד לי|תגידי לי|בדוק|בדקי) אם |(?:אני )?(?:תוהה|מעניין|מעניין אותי) אם |(?:למה (?:אתה |את )?חושבת?|מי אמר(?: לך)?) ש` +
	`|(?:آیا )?(?:تو |شما )?می\x{200c}?(?:دانی|دونی|دانید) (?:که )?آیا|(?:تو )?از کجا می\x{200c}?(?:دانی|دونی|دانید)|(?:می\x{200c}?(?:توانی|تونی|شه) )?(?:چک|بررسی|نگاه) (?:کن|کنی|کنید)(?: ببین)?(?: که)? (?:آیا|ببین)|(?:من )?(?:کنجکاوم|نمی\x{200c}?دانم|نمی\x{200c}?دونم) (?:که )?آیا|کی گفته` +
	`|(?:क्या )?(?:तुम|आप|तुम्हें|आपको|तू|तुझे) [^।?]{0,20}(?:पता|जानते|जानती|याद|मालूम)[^।?]{0,10} कि (?:क्या )?(?:मैं|मेरा|मेरी|मेरे|मुझे)|(?:तुम्हें|आपको|तुमको) कैसे (?:पता|मालूम)|(?:देखो|बताओ|जाँचो|चेक करो|देखकर बताओ)(?: मुझे)? कि (?:क्या )?(?:मैं|मेरा|मेरी|मेरे|मुझे)|(?:मैं )?सोच रह[ाी] (?:हूँ|था) कि क्या|किसने कहा कि` +
	`|(?:apa )?(?:kamu|kau|lu|anda) (?:tahu|tau|ingat|pikir|kira)(?: gak| nggak)? (?:apakah|apa|kalau) (?:aku|saya|gue)|(?:bagaimana|gimana|dari mana|kok) (?:kamu|kau|lu|anda|bisa)(?: bisa)? (?:tahu|tau)|(?:bisa |tolong |coba )*(?:kamu )?(?:cek|periksa|lihat|kasih tahu|beri tahu) (?:apakah|apa) (?:aku|saya|gue)|(?:aku|saya|gue) (?:jadi )?(?:penasaran|bertanya-tanya|ingin tahu) (?:apakah|apa) |siapa (?:yang )?bilang` +
	`|(?:bạn |mày )?(?:có )?(?:biết|nhớ|nghĩ) (?:là |rằng )?(?:liệu )?(?:tôi|mình) .{1,80}(?:không|ko|chưa|hay không)|làm sao (?:bạn |mà )*biết|(?:hãy |bạn có thể )?(?:kiểm tra|xem)(?: giúp)?(?: tôi| mình)?(?: xem)? (?:liệu )?(?:tôi|mình) .{1,80}(?:không|chưa)|(?:tôi |mình )?(?:tự hỏi|không biết)(?: liệu)? (?:tôi|mình) .{1,80}không|ai (?:nói|bảo)(?: là| rằng) ` +
	`)`)

// asked finds questions that show by their words and the mark at their end.
var asked = sieve.MustCompile(opening + `(?:` +
	`(?:do|did) you (?:even |still |actually |already |happen to |really )*(?:know|think|believe|have (?:it )?(?:noted|saved|stored|written down))(?: that)? ` + own + `|(?:is|are|was) (?:it|that|this) (?:written|noted|saved|stored|recorded|known|on file|on record|in your (?:memory|notes))(?: down| anywhere| somewhere)* that ` + own + `|does (?:it|your memory|my profile|anything|any note)(?: anywhere| somewhere)? say(?: anywhere| somewhere)?(?: that)? ` + own + `|am i right that |is it true that ` + own + `|(?:do|have) you (?:have|got) (?:it )?(?:on file|on record|in your (?:memory|notes)) that ` + own +
	`|(?:weißt|weisst|glaubst|denkst|meinst) du(?: eigentlich| noch| schon| denn)*,? dass ` + own + `|(?:steht|ist|hast du)(?: es| das| irgendwo| da| dort| bei dir| dir| geschrieben| notiert| gespeichert| vermerkt| drin| aufgeschrieben| gemerkt)*,? dass ` + own + `|stimmt es,? dass ` + own +
	`|(?:est-ce que )?(?:tu |vous )?(?:sais|savez|crois|penses)(?:-tu|-vous)? (?:que |qu['’])` + own + `|(?:est-(?:ce|il)|c['’]est|as-tu|tu as)(?: que c['’]est)? (?:écrit|noté|enregistré|vrai)(?: quelque part)? (?:que |qu['’])` + own +
	`|(?:sabes|crees|piensas) que |(?:está|tienes|has|es) (?:escrito|anotado|apuntado|guardado|cierto|verdad)(?: en algún sitio| en algún lado)? que |(?:lo )?(?:sai|credi|pensi) che |(?:è|c['’]è|hai) (?:scritto|annotato|salvato|segnato|vero)(?: da qualche parte)? che |(?:você |tu |vc )?(?:sabe|sabes|acha|achas) que |(?:está|é|tem) (?:escrito|anotado|salvo|guardado|registrado|verdade)(?: em algum lugar)? que ` +
	`|(?:weet|denk|geloof) (?:je|jij)(?: wel| eigenlijk)* dat ` + own + `|(?:staat|is) (?:er|het|ergens)(?: ergens| genoteerd| geschreven| opgeschreven| waar)* dat ` + own + `|(?:vet|tror) du att ` + own + `|(?:står|är) det (?:någonstans |skrivet |noterat |sant )*att ` + own +
	`|(?:czy )?(?:wiesz|myślisz|sądzisz),? że |(?:czy )?(?:jest|masz|to prawda)(?: gdzieś)?(?: zapisane| zanotowane)?,? że |(?:víš|myslíš(?: si)?),? že |(?:je|máš)(?: někde)? (?:napsáno|zapsáno|poznamenáno|pravda),? že |(?:ты |вы )?(?:знаешь|знаете|думаешь),? что |(?:где-то |у тебя |это )*(?:записано|сохранено|отмечено|написано|правда)(?: где-нибудь| у тебя)?,? что |(?:ти |ви )?(?:знаєш|знаєте|думаєш),? що |(?:десь |у тебе |це )*(?:записано|збережено|позначено|правда)(?: десь)?,? що ` +
	`|.{1,80}[dt][ıiuü]ğ[ıiuü]m (?:yazılı|kayıtlı|not edilmiş|doğru) m[ıi]|(?:هل )?(?:تعرف|تعلم|تتذكر|تظن|بتعرف|فاكر)\pL* (?:أن|أني|أنني|إني|اني|انني|إن)|هل (?:هو |من )?(?:مكتوب|مسجل|محفوظ|مدون|صحيح)(?: عندك)? (?:أن|أني|أنني|إني|اني)|(?:האם )?(?:אתה |את )?(?:יודע|יודעת|חושב|חושבת) ש|(?:האם )?(?:זה )?(?:כתוב|רשום|שמור|נכון)(?: איפשהו| אצלך)? ש` +
	`|(?:آیا )?(?:تو |شما )?می\x{200c}?(?:دانی|دونی|دانید) که|آیا (?:نوشته|ثبت|ذخیره) شده که|क्या (?:यह |कहीं )?(?:लिखा|सेव|दर्ज)[^।?]{0,10} कि|(?:apa )?(?:kamu|kau|lu|anda) (?:tahu|tau|pikir)(?: gak| nggak)? (?:bahwa |kalau )?(?:aku|saya|gue)|apakah (?:tercatat|tertulis|tersimpan) (?:bahwa|kalau)|có (?:ghi|lưu|viết) (?:là |rằng |lại )*(?:tôi|mình)` +
	`)`)

// dense finds both in scripts without spaces.
var dense = sieve.MustCompile(`^[\s，、,]*(?:那|那么|嘿|喂|请问|話|ねえ|あの|ところで|혹시|그런데|저기)?[\s，、,]*(?:` +
	`你(?:们)?(?:还|也)?(?:知不知道|记不记得|觉不觉得|知道不知道|知道是不是|清不清楚)我?|(?:你)?(?:怎么|怎麼|从哪|从哪里|哪里|凭什么|为什么)(?:会|就|能)?(?:知道|认为|觉得|晓得|说)(?:我|到我)|你(?:怎么|为什么|凭什么)(?:会)?(?:知道|认为|觉得|说)我|(?:你)?(?:能不能|能|可以)?(?:帮我)?(?:请)?(?:查|看|查查|看看|检查|确认|查看)(?:一下|下)?我?(?:是不是|是否|有没有)|我(?:想知道|好奇|在想|不知道)[^。]{0,12}(?:是不是|是否|会不会|有没有)|(?:上面|那里|哪里|你那)?(?:有没有|是不是|是否)(?:写|记|存|说)(?:着|过|了)?我|谁(?:说|告诉你)我` +
	`|你(?:们)?(?:还|也)?(?:知道|记得|晓得|认为|觉得|清楚)我[^。！]*(?:吗|嗎|么|不|没)[？?。.]*$|你(?:们)?(?:还|也)?(?:知道|记得|晓得|认为|觉得)我[^。！]*[？?]$` +
	`|[^。]{1,60}か(?:どうか)?(?:は|を|って)?(?:、)?(?:知って|知り|覚えて|わかる|分かる|わかり|分かり|確認して|調べて|教えて|気にな|疑問)[^。]*|[^。]{1,60}(?:って|と|こと)(?:は|を|が)?(?:知って(?:る|い)|覚えて(?:る|い))[^。]{0,6}(?:か|の|[？?])[。？?.]*$|(?:なんで|なぜ|どうして|どうやって|どこで)[^。]{1,40}(?:知って|わか|分か|思って)[^。]*|誰が[^。]{1,40}(?:と|って)(?:言った|言って)[^。]*|[^。]{1,50}(?:と|って)(?:書いて|記録されて|メモして|保存されて)(?:ある|い|る)[^。]{0,4}(?:か|の|[？?])[。？?.]*$` +
	`|[^.]{1,60}(?:는지|은지|인지|던지|한지|운지|을지|ㄹ지|할지|런지)(?:를|도|는)? ?(?:알아(?:봐|요)?|알고 ?있(?:니|나|나요)|아니|아세요|기억(?:나|하니|하나|하세요|하는지)|확인|알려|봐|궁금|모르겠|아나|(?:기억해|알고 ?있어|기억하고 ?있어)요?[?？])[^.]*|[^.]{1,60}(?:거|것|걸|줄)(?:을|를|은)? ?(?:알아요?[?？]*$|알고 ?있(?:니|나|나요)[?？]*$|아세요|기억하니|기억하세요[?？]|기억하고 ?있(?:니|나|나요)|(?:알고 ?있어|기억하고 ?있어|기억해)요?[?？])[^.]*[?？]*$|어떻게 [^.]{1,50}(?:알아|알았|아세요|알고)[^.]*|누가 [^.]{1,50}(?:다고|라고) ?(?:그래|그랬|했|말했)[^.]*|[^.]{1,50}(?:다고|라고) (?:적혀|써|쓰여|저장돼|기록돼) ?있(?:어|니|나|나요|어요)[^.]*` +
	`)`)
