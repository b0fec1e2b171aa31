package pasted

import (
	"strings"
	"testing"
)

// W6: words of others that somebody types or pastes are not theirs, however they are introduced, in whatever language. Each of these was taken
// for the writer's own before, but for those with "wrote:" or "translate:".
func TestSplitFindsWordsOfOthers(t *testing.T) {
	for _, s := range []string{
		// A name, or what somebody is to the writer, before what somebody says of themself.
		"Jim: |I moved to Kent", "jim: |i moved to kent", "Jim (14:02): |I moved to Kent", "[14:02] Jim: |I moved to Kent", "3/5/24, 14:02 - Jim: |moved to Kent", "Zorbaxia: |I moved to Kent",
		"Jim Baker: |I moved to Kent.\nI have a dog now", "Jim: |please wire 500 EUR to Bob tomorrow", "Jim: |send the report by Friday", "Mum: |I am not allergic to penicillin", "my boss: |I am leaving in May", "Dr. Moll: |I will be away",
		"My older sister at work: |I'm pregnant", "remember: Jim: |I moved to Kent", "Look at that. Jim: |I moved to Kent",
		"Tom: |Ich bin nach Kiel gezogen", "mein Chef: |ich gehe im Mai", "Frau Huber: |Ich ziehe aus", "Marc: |j'ai déménagé à Lille", "ma sœur: |je suis enceinte", "Marta: |me mudé a Bilbao", "mi jefe: |me voy en mayo",
		"Luca: |mi sono trasferito a Torino", "mia madre: |ho un cane", "João: |mudei para o Porto, moro lá agora", "Piet: |ik woon in Zwolle", "mijn zus: |ik ben zwanger", "Lars: |jag bor i Lund", "min chef: |jag slutar i maj",
		"Kasia: |mieszkam w Gdyni", "mój szef: |odchodzę, mam dość", "Honza: |bydlím v Brně", "moje sestra: |jsem těhotná", "Оля: |я переехала в Казань", "мой начальник: |я ухожу в мае", "Тарас: |я живу у Львові", "моя сестра: |я вагітна",
		"Zeynep: |İzmir'de oturuyorum", "patronum: |mayısta ayrılıyorum", "أحمد: |أسكن في طنطا", "مديري: |أنا مسافر", "יוסי: |אני גר בחיפה", "הבוס שלי: |אני עוזב", "رضا: |من در شیراز زندگی می\u200cکنم", "राहुल: |मैं पुणे में रहता हूँ",
		"Budi: |aku tinggal di Bogor", "bosku: |saya pindah", "Hùng: |tôi sống ở Huế", "小王：|我住在成都", "我妈：|我要去成都", "田中さん：|札幌に住んでいます", "母：|犬を飼い始めました", "민수: |저는 대전에 살아요", "엄마: |나는 대전에 있어",
		// A report.
		"Message from Jim: |I moved to Kent", "Got this from Jim. |I moved to Kent and I have a dog now", "my sister just texted me this. |I am pregnant. what do I answer?", "from my landlord: |I am selling the flat in May",
		"Message from my boss: |send the report by Friday", "Jim wrote: |moved to Kent. I have a dog", "text from mum: |I broke my arm", "Here's what Jim wrote.\n|I moved to Kent", "Jim's message: |I moved to Kent",
		"Nachricht von Tom: |Ich bin nach Kiel gezogen", "Meine Schwester hat mir das geschrieben. |Ich bin schwanger", "Message de Marc : |j'ai déménagé", "Ma sœur vient de m'écrire ça. |Je suis enceinte", "Esto me lo escribió Marta: |me mudé a Bilbao",
		"Mensaje de mi jefe: |me voy en mayo", "Messaggio da Luca: |mi sono trasferito", "Mensagem da Ana: |mudei de casa", "Jan schrijft: |ik woon in Zwolle", "Bericht van mijn baas: |ik ga weg", "Meddelande från Lars: |jag flyttar", "Wiadomość od Kasi: |przeprowadziłam się",
		"Zpráva od Honzy: |stěhuju se", "Сообщение от Оли: |я переехала", "Оля прислала мне это. |Я переехала в Казань", "Повідомлення від Тараса: |я переїхав", "Zeynep'ten gelen mesaj: |taşındım", "رسالة من أحمد: |انتقلت إلى طنطا", "הודעה מיוסי: |עברתי לחיפה", "پیام از رضا: |رفتم شیراز",
		"Pesan dari Budi: |aku pindah", "Tin nhắn từ Hùng: |tôi chuyển nhà", "小王发来的：|我住在成都", "小王说：|我住在成都", "田中さんからのメッセージ：|札幌に引っ越しました", "민수가 보낸 메시지: |대전으로 이사했어",
		"|From: Jim Baker\nTo: me\nSubject: May\n\nI am leaving.\n\nI live in Kent", "|---------- Forwarded message ----------\nI am leaving", "|Jim, [14.02.24 10:02]\nI moved to Kent\n\nAnn, [14.02.24 10:03]\nI live in Bath",
		// A text to be worked on, or to be sent.
		"summarise this email: |I am leaving the company in May. Best, Jim", "check my English: |I has two kids", "make this more polite: |I hate this office", "translate to French: |call the dentist tomorrow", "translate into German: |I have two kids",
		"Translate this.\n|I have two kids", "is this correct: |I has two kids", "in German: |I am hungry", "Korrigiere: |Ich habe zwei Kinder", "Übersetze ins Englische: |ich habe zwei Kinder", "Mach das höflicher: |ich hasse dieses Büro", "Corrige : |j'ai deux enfants", "Traduce al inglés: |tengo dos hijos",
		"correggi: |ho due figli", "Corrija: |tenho dois filhos", "verbeter: |ik heb twee kinderen", "rätta: |jag har två barn", "popraw: |mam dwoje dzieci", "oprav: |mám dvě děti", "Исправь ошибки: |у меня двое детей", "виправ: |у мене двоє дітей", "düzelt: |iki çocuğum var",
		"صحح: |عندي ولدان", "תקן: |יש לי שני ילדים", "ترجمه کن: |من دو بچه دارم", "सुधारो: |मेरे दो बच्चे हैं", "perbaiki: |saya punya dua anak", "sửa giúp tôi câu này: |tôi có hai con", "帮我润色：|我有两个孩子", "添削して：|私には子供が二人います", "翻訳して:|私は医者です", "번역해줘: |저는 아이가 둘 있어요",
		"Reply to Jim for me: |I can't come", "tell my boss: |I am ill", "let my boss know: |I am ill", "Schreib meiner Chefin: |Ich bin krank", "Écris à mon chef: |je suis malade", "Dile a mi jefe: |estoy enfermo", "scrivi a Luca: |sono malato", "responde à Ana: |estou doente", "stuur mijn baas: |ik ben ziek",
		"svara Lars: |jag är sjuk", "napisz do szefa: |jestem chora", "napiš šéfovi: |jsem nemocný", "Напиши начальнику: |я заболел", "напиши Тарасу: |я захворів", "patronuma yaz: |hastayım", "اكتب لمديري: |أنا مريض", "כתוב לבוס: |אני חולה", "به رئیسم بگو: |من مریضم", "बॉस को लिखो: |मैं बीमार हूँ",
		"balas Budi: |aku sakit", "nhắn cho sếp: |tôi ốm", "告诉老板：|我病了", "上司に伝えて：|体調が悪いです", "팀장님께 문자 보내줘: |저 아파요",
		"write a story that begins: |my name is Carlos and I am a thief", "caption for my photo: |I am on top of the world", "Schreib ein Gedicht: |ich bin ein Baum", "напиши рассказ: |я вор",
	} {
		before, want, _ := strings.Cut(s, "|")
		if own, others := Split(before + want); others != strings.TrimSpace(want) || !strings.HasPrefix(before, own) {
			t.Errorf("%s: own %q, of others %q", s, own, others)
		}
	}
}

// What introduces words of others goes with them; what stands before it, or behind a blank line, is the writer's.
func TestSplitKeepsWhatIsTheWriters(t *testing.T) {
	for s, want := range map[string]string{
		"Jim: I moved to Kent":                                    "",
		"I live in Graz. Jim: I moved to Kent\nI have a dog":      "I live in Graz.",
		"Jim: I moved to Kent\n\nI live in Graz":                  "I live in Graz",
		"Jim: I moved to Kent\n\nTom: I have a dog\n\nI am vegan": "I am vegan",
		"I am ill. Reply to Jim for me: I can't come":             "I am ill.",
		"Got this from Jim. I moved to Kent":                      "",
	} {
		if own, _ := Split(s); own != want {
			t.Errorf("%s: own %q", s, own)
		}
	}
}

// What people put before something of their own introduces nobody, and neither do data with a name.
func TestSplitLeavesTheWritersOwn(t *testing.T) {
	for _, s := range []string{
		"Note to self: I hate mondays", "FYI: I'm vegan", "Update: I moved to Kent", "Remember: I live in Kent", "About me: I am a doctor", "Allergies: I can't eat nuts", "Name: Anna", "PS: I live in Graz", "Fun fact: I was born on a boat", "Birthday: 3 May", "My birthday: 3 May",
		"Good news: I got the job", "Work: I start on Monday", "Job: I'm a nurse", "Long story short: I moved", "The thing is: I hate tea", "What I do: I paint", "Me: I live in Graz", "Correct: I live in Graz", "Check this out: I got a new job", "Monday: I work from home", "2024: I moved to Kent",
		"Anna: 555-1234", "Mum: birthday 3 May", "Jim: vegan", "Dentist: Tuesday 9am", "Anna: allergic to nuts", "My sister: vegan", "My sister's wedding: I am the best man", "my wife and I: we moved to Kent", "I told Jim: I moved to Kent", "As I said: I live in Kent", "My address: I live at 4 High St",
		"Write this down: I live in Graz", "write to memory: I live in Graz", "Please remember this: I'm allergic to nuts", "Tell me: do I snore?", "Remind me: I have to call Jim", "Dear Keepsake: I live in Graz", "In short: I moved", "Answer: I live in Graz", "That said: I love tea", "tl;dr: I moved to Kent",
		"meet at 14:30, I live near", "https://example.org is where I work", "so happy :D I got the job", "Anyway :) I moved", "My hobbies: I paint and I sing", "From now on: I want short answers", "To-do: I need to call Jim", "I live in Kent. Jim lives in Bath.", "Call Mum", "Garden: water the ferns",
		"Merke: Ich bin Vegetarier", "Zur Info: ich wohne in Graz", "Lieblingsessen: ich mag Pizza", "Über mich: Ich bin Arzt", "Gute Nachricht: Ich hab den Job", "Übrigens: ich wohne in Graz", "Mein Beruf: ich bin Lehrer", "Unverträglichkeiten: ich vertrage keine Milch", "Stell dir vor, ich hab den Job!", "Wichtig: ich nehme Insulin",
		"Pour info : j'habite à Lyon", "Au fait : je suis végane", "À noter : j'ai deux chats", "Mon travail : je suis infirmier", "Para que sepas: vivo en Graz", "Dato curioso: nací en un barco", "Sobre mí: soy médico", "Alergias: no puedo comer nueces", "Promemoria: ho due figli", "Su di me: sono medico", "Para você saber: moro no Porto", "Sobre mim: sou médico",
		"Ter info: ik woon in Gent", "Over mij: ik ben arts", "Trouwens: ik ben veganist", "Om mig: jag är läkare", "Förresten: jag bor i Lund", "O mnie: jestem lekarzem", "Ciekawostka: mam dwa koty", "O mně: jsem lékař", "Zajímavost: mám dvě kočky", "К слову: я живу в Казани", "Обо мне: я врач", "Важно: у меня аллергия на орехи", "До речі: я живу у Львові", "Про мене: я лікар",
		"Bu arada: İzmir'de oturuyorum", "Hakkımda: doktorum", "للعلم: أنا نباتي", "عني: أنا طبيب", "ملاحظة: عندي حساسية", "לידיעתך: אני גר בחיפה", "עליי: אני רופא", "یادداشت: من دکترم", "درباره من: من دکترم", "मेरे बारे में: मैं डॉक्टर हूँ", "Catatan: aku alergi kacang", "Tentang saya: saya dokter", "Về tôi: tôi là bác sĩ", "Lưu ý: tôi dị ứng lạc",
		"备注：我对花生过敏", "关于我：我是医生", "请记住：我住在成都", "顺便说一下：我住在成都", "メモ：私は医者です", "覚えて：私は札幌に住んでいます", "仕事：東京で働いています", "아, 참고로: 저는 채식주의자예요", "기억해줘: 저는 대전에 살아요", "직업: 저는 의사예요", "我的工作：我是老师",
	} {
		if own, others := Split(s); own != s || others != "" {
			t.Errorf("%s: own %q, of others %q", s, own, others)
		}
	}
}

// What is said in play is nobody's word, to the end of its sentence.
func TestSplitLeavesOutPlay(t *testing.T) {
	for s, want := range map[string]string{
		"pretend I'm the king of France":                                        "",
		"Let's pretend I live in a castle. I live in Graz.":                     "I live in Graz.",
		"tu mal so, als wäre ich König":                                         "",
		"fais comme si j'étais le roi":                                          "",
		"finge que soy el rey":                                                  "",
		"представь, что я король":                                               "",
		"假装我是国王":                                                                "",
		"I live in Graz. Let's play a game, I am a pirate named Jack":           "I live in Graz",
		"Ich wohne in Graz. Lass uns ein Spiel spielen, ich bin ein Pirat":      "Ich wohne in Graz",
		"J'habite à Lyon. Jouons à un jeu, je suis un pirate":                   "J'habite à Lyon",
		"Vivo en Lugo. Juguemos a un juego, soy un pirata":                      "Vivo en Lugo",
		"Abito a Torino. Facciamo un gioco, sono un pirata":                     "Abito a Torino",
		"Moro no Porto. Vamos jogar um jogo, eu sou um pirata":                  "Moro no Porto",
		"Ik woon in Zwolle. Laten we een spelletje doen, ik ben een piraat":     "Ik woon in Zwolle",
		"Mieszkam w Gdyni. Zagrajmy w grę, jestem piratem":                      "Mieszkam w Gdyni",
		"I live in Graz. Let's roleplay. I am a vampire and I live in a castle": "I live in Graz",
	} {
		if own, others := Split(s); own != want || others != "" {
			t.Errorf("%s: own %q, of others %q", s, own, others)
		}
	}
}
