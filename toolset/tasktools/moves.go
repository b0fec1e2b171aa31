package tasktools

import (
	"regexp"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/moment"
)

// This file tells the words by which somebody moves a task or calls it off from those that name it.

// namesAnything reports whether a request to change says anything that may be the name of a task: "cancel the dentist"
// is not about the only task there is when that is another; "move it to Tuesday" says no more than when.
func namesAnything(s string) bool {
	s = denseTimes.ReplaceAllString(cancelWords.ReplaceAllString(moveWords.ReplaceAllString(strings.ToLower(s), " "), " "), " ")
	for _, t := range phrase.Tokens(s) {
		isTime := t.Kind == phrase.Number || phrase.IsCalendar(t.Term) || moment.IsDaypart(t.Term) || moment.IsUnit(t.Term) || clockToken.MatchString(t.Term)
		if t.Counts() && !isTime && !bareWords[t.Term] && !taskWords[t.Term] && !itWords[t.Term] {
			return true
		}
	}
	return false
}

// clockToken is a time of day as one token.
var clockToken = regexp.MustCompile(`^(?:\d{1,2}(?:[:.h]\d{0,2})?(?:am|pm|h|uhr|u)?|am|pm|uhr|uur|klockan|kl|heures?|h)$`)

// denseTimes are days, hours and the words around them in scripts that join them with others.
var denseTimes = regexp.MustCompile(`(?:下|这|這|本|来|今|다음 ?|이번 ?)?(?:星期|礼拜|禮拜|周|週|曜日|요일)[一二三四五六日天末]?|[月火水木金土日]曜日?|[월화수목금토일]요일|(?:明|今|后|後|あさ|昨)[天日]|내일|오늘|모레|来週|今週|上午|下午|早上|中午|晚上|午前|午後|오전|오후|夜|朝|` +
	`\d+(?:[点點时時시]|분|分|号|號|日|월|月)?半?|吧|把|它|还是|我是说|不，|比较好|更好|能|可以|吗|这个|這個|那个|改|到|为|請|请|帮我|幫我|に|を|は|へ|して|ください|それ|これ|お願い|로|으로|을|를|그거|이거|해줘|줘|주세요`)

// taskWords are what any task is called.
var taskWords = termsOf(`task tasks todo reminder reminders please aufgabe aufgaben erinnerung erinnerungen bitte tarea recordatorio tâche rappel задача задачу дело напоминание напоминания пожалуйста 任务 提醒 待办 请 タスク
	compito promemoria tarefa lembrete taak herinnering uppgift påminnelse zadanie przypomnienie úkol připomínku завдання нагадування gorev hatirlatma υπενθυμιση εργασια مهمة تذكير משימה תזכורת وظیفه یادآوری काम tugas pengingat 할일 알림`)

// itWords point at a task without naming it, and join such words, folded.
var itWords = termsOf(`it that this one can we do could would you make up out off instead actually rather better until till for by to on at around about next this coming
	let let's lets sorry need any more
	mach draus sorry brauch mehr
	es das den die dies ihn sie doch lieber besser auf um am bis erst können wir kannst du nachsten
	le la les l' ça ca plutot mieux mets met le-le pour jusqu'a a au on peut prochain tu peux finalement ça
	lo la eso mejor para el al hasta podemos proximo déjalo puedes cambiarlo final ya hace falta necesito pon ponlo lo-al spostalo meglio per il piuttosto possiamo
	isso ele ela melhor pra pro o feira pode podemos
	het die dat liever beter naar op om tot kunnen we kan je volgende
	den det hellre till på kan du vi nasta
	to go ją lepiej na w we do mozesz mozemy
	to ho ji raději radeji lepe na v ve do muzes muzeme
	это его её ее лучше на в во до давай можешь можно пожалуйста следующий всё таки уже
	це його її краще на в у до давай можеш будь ласка
	onu bunu daha iyi e a kadar lutfen
	το την τον καλυτερα για στις στην στο ως μπορεις
	الى إلى ل يوم هذا هذه ها لي من فضلك
	את זה אותו אותה ל ליום ביום עד יותר טוב בבקשה
	به را رو تا لطفا این
	इसे उसे को कर दो दे तक पर कृपया
	itu ini ke jadi saja sampai tolong hari
	nó sang qua đến vào lúc đi nhé giúp ngày thứ hai ba tư năm sáu bảy chủ nhật
	יום ליום ביום ראשון שני שלישי רביעי חמישי שישי שבת करो करना इसको उसको کن کنید`)

// termsOf returns a set of words as phrase.Tokens gives them.
func termsOf(words string) map[string]bool {
	out := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		for _, t := range phrase.Tokens(w) {
			out[t.Term] = true
		}
	}
	return out
}

// moveWords ask to put something at another time.
var moveWords = regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:move|make that|postpone|push|shift|resched\p{L}*|change|delay|snooze|put off|again|instead|later|earlier|remind|make it|repeat|` +
	`verschieb\p{L}*|verleg\p{L}*|änder\p{L}*|später|früher|stattdessen|erinner\p{L}*|wiederhol\p{L}*|doch erst|lieber|` +
	`перенес\p{L}*|перенос\p{L}*|отложи\p{L}*|измени\p{L}*|сдвин\p{L}*|передвин\p{L}*|позже|раньше|напомн\p{L}*|напоминай\p{L}*|повторя\p{L}*|лучше|` +
	`aplaza\p{L}*|pospon\p{L}*|c[aá]mbia\p{L}*|d[eé]jal[oa] para|mueve|recu[eé]rda\p{L}*|repor\p{L}*|décale\p{L}*|déplace\p{L}*|mettre|mets(?:-l[ea])?|rappelle\p{L}*|sposta\p{L}*|` +
	`leg(?:e)?|repouss\p{L}*(?:-l[ea])?|report\p{L}*|plutôt|avance\p{L}*|mu[eé]ve(?:l[oa])?|p[aá]sa(?:l[oa])?|mejor|adelant\p{L}*|sposta(?:l[oa])?|rimanda(?:l[oa])?|rinvia(?:l[oa])?|meglio|anticipa\p{L}*|passa|muda|adia|remarca|` +
	`verzet|verplaats|schuif|liever|uitstellen|stel uit|flytta|skjut|hellre|przełóż|przesuń|przenieś|odłóż|lepiej|przypomnij|přesuň|přelož|odlož|raději|připomeň|` +
	`перенеси|відклади|пересунь|краще|нагадай|ertele|taşı|kaydır|hatırlat|değiştir|μετ[άα]φερ[έε]?|άλλαξ[έε]?|αναβάλε|καλύτερα|θύμισ[έε]?|أجل\p{L}*|انقل\p{L}*|غير\p{L}*|ذكر\p{L}*|תעביר\p{L}*|תזיז\p{L}*|תדחה|דחה|תזכיר\p{L}*|` +
	`بنداز\p{L}*|منتقل|عوض|تغییر|یادآوری|कर दो|कर दीजिए|बदल\p{L}*|टाल\p{L}*|pindah\p{L}*|geser|undur\p{L}*|tunda|ubah|ingatkan|dời|chuyển|hoãn|đổi|nhắc)(?:$|[^\p{L}])|改到|改成|推迟|推到|延后|推后|提前|挪到|换到|移到|晚点|早点|再提醒|提醒|变更|変更|延期|移して|ずらして|옮겨|미뤄|변경|바꿔`)

// cancelWords ask to call something off.
var cancelWords = regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:cancel|delete|remove|drop|scrap|scratch|stop|call off|forget (?:about|it|that)|no longer|never ?mind|not any ?more|no more|get rid of|(?:do not|don['’]t|dont) need|` +
	`streich\p{L}*|lösch\p{L}*|abbrechen|absagen|sag\p{L}*|nicht mehr|brauch\p{L}*(?: \p{L}+)? nicht|vergiss|lass (?:es|das|gut sein)|entfern\p{L}*|` +
	`отмен\p{L}*|удали\p{L}*|убери|больше не|не надо|не нужно|перестань|хватит|забудь|отбой|` +
	`cancela\p{L}*|borra|elimina|quita|ya no|annule\p{L}*|supprime\p{L}*|plus besoin|cancella|annulla|` +
	`canc[eé]la(?:l[oa])?|b[oó]rra(?:l[oa])?|qu[ií]ta(?:l[oa])?|elim[ií]nal[oa]|olv[ií]dal[oa]|no (?:hace falta|l[oa] necesito)|laisse tomber|oublie(?:-l[ea]| ça)?|enlève(?:-l[ea])?|retire(?:-l[ea])?|lascia perdere|esquece|cancella(?:l[oa])?|annulla(?:l[oa])?|elimina(?:l[oa])?|apaga|annule(?:-l[ea])?|annuleer|schrap|verwijder|niet meer nodig|ta bort|avboka|stryk|anuluj|odwołaj|usuń|zruš|odvolej|smaž|скасуй|видали|iptal|sil|ακύρωσ[έε]?|σβήσ[έε]?|ألغ\p{L}*|احذف\p{L}*|תבטל\p{L}*|בטל|תמחק\p{L}*|لغو\p{L}*|حذف|रद्द|हटा\p{L}*|batal\p{L}*|hapus|hủy|xóa|bỏ)(?:$|[^\p{L}])|取消|删除|删掉|不用|不要|不需要|算了|不再|别再|停止|去掉|取り消|キャンセル|취소`)

// undoWords ask to take back what was done last.
var undoWords = regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:undo|revert|(?:take|put|change|move|set) (?:it|that|this) back|go back|as (?:it was )?before|rückgängig|zurück|wie (?:vorher|zuvor|vorhin)|` +
	`deshaz\p{L}*|deshacer\p{L}*|como (?:antes|estaba)|vuelve|annule(?:-l[ea])?|remets(?:-l[ea])?|reviens|comme avant|annulla(?:l[oa])?|ripristina|come prima|desfaz\p{L}*|desfaça|como antes|` +
	`отмени|верни|назад|обратно|как было|скасуй|поверни|як було|cofnij|przywróć|vrať|geri al|ongedaan|ångra)(?:$|[^\p{L}])|撤销|撤回|改回去?|恢复(?:原样|原状)?|还原|取消|元に戻|取り消|되돌|취소`)

// leadingNo takes back what was said before, and denies nothing of what follows: "no, Tuesday".
var leadingNo = regexp.MustCompile(`(?i)^\s*(?:no|nope|nein|nee|non|нет|не|ні|nie|ne|não|hayır|όχι|لا|לא|不|不是|不对|いや|いいえ|아니)[,，、.!]\s*`)

// meantWords correct what was said before: they report nobody's words.
var meantWords = regexp.MustCompile(`(?i)on second thoughts?|i mean[t]?(?:$|[^\p{L}])|ich mein(?:t)?e(?:$|[^\p{L}])|qu(?:ise|ería) decir|je voulais dire|volevo dire|я имел[аи]? в виду|我是说|我的意思是`)

// negatedChange denies that something is to be changed, or asks whether it ought to.
var negatedChange = regexp.MustCompile(`(?i)(?:do not|don['’]t|dont|never) (?:cancel|delete|remove|drop|move|postpone|change|stop|reschedule)|(?:streich|lösch|verschieb|änder|verleg)\p{L}* (?:\p{L}+ ){0,3}(?:nicht|keine?n?)|` +
	`(?:should (?:i|we)|shall i|soll(?:te)?n? (?:ich|wir)|deber[ií]a(?:mos)?|d(?:oi|evrai)s-je)(?:$|[^\p{L}])|стоит ли|要不要|该不该|` +
	`не (?:отменя|удаля|переноси|меняй|убирай|откладыв)\p{L}*|(?:别|不要|不用)(?:取消|删|改|推迟)|no (?:cancel|borr|cambi|aplac)\p{L}*`)
