package request_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"keepsake/phrase/request"
)

// W1, issue 9: what the person asks to keep is found in many words and languages, and only that is.
func TestFind(t *testing.T) {
	for said, want := range map[string]string{
		"Remember that my sister is vegan":                             "my sister is vegan",
		"hey can u remember that the spare key is with mrs Okafor":     "the spare key is with mrs Okafor",
		"Could you please note that I'm off dairy?":                    "I'm off dairy",
		"the bus was late again, but remember that I moved to Porto":   "I moved to Porto",
		"My blood type is A. Remember that.":                           "My blood type is A",
		"Remember this. Blood type A.":                                 "Blood type A",
		"my shoe size is 43, please remember that":                     "my shoe size is 43",
		"From now on, answer in German":                                "From now on, answer in German",
		"never suggest pubs to me":                                     "never suggest pubs to me",
		"call me Kit":                                                  "call me Kit",
		"What matters: please remember that our bank is Halden.":       "our bank is Halden",
		"remember that when I say the shed, I mean my office":          "when I say the shed, I mean my office",
		"ricorda che si chiama Ada":                                    "si chiama Ada",
		"keep in mind: if it rains we meet inside":                     "if it rains we meet inside",
		"Merk dir bitte, dass mein Chef Alec heißt":                    "mein Chef Alec heißt",
		"kannst du dir merken dass Merle mein patenkind ist?":          "Merle mein patenkind ist",
		"Präg dir ein, dass meine bessere Hälfte Dilara heißt.":        "meine bessere Hälfte Dilara heißt",
		"Nenn mich bitte Moni":                                         "Nenn mich bitte Moni",
		"Запомни, что я живу в Москве":                                 "я живу в Москве",
		"имей ввиду что я за рулем не отвечаю":                         "я за рулем не отвечаю",
		"Recuerda que trabajo en Cádiz":                                "trabajo en Cádiz",
		"anotá que en casa tomamos mate":                               "en casa tomamos mate",
		"oublie pas que je suis gaucher":                               "je suis gaucher",
		"ricordati che sono allergico alle pesche":                     "sono allergico alle pesche",
		"lembra que meu chefe se chama Anselmo":                        "meu chefe se chama Anselmo",
		"onthoud ff dat de sleutel bij Joke ligt":                      "de sleutel bij Joke ligt",
		"pamiętaj że w czwartki pracuję z domu":                        "w czwartki pracuję z domu",
		"занотуй що Соломія ходить на малювання":                       "Соломія ходить на малювання",
		"aklında olsun çileğe alerjim var":                             "çileğe alerjim var",
		"记住，我的老板叫陈立国":                                                  "我的老板叫陈立国",
		"帮我记一下,备用钥匙在老方那里":                                              "备用钥匙在老方那里",
		"病院で働いてるって覚えておいて":                                              "病院で働いてる",
		"メモして。坂上に五千円貸した":                                               "坂上に五千円貸した",
		"메모해줘 현우한테 5만원 빌려줬어":                                           "현우한테 5만원 빌려줬어",
		"تذكر أن مديري اسمه سامر":                                      "مديري اسمه سامر",
		"Remember that Ed is a cop. Jo is his wife. How are you? Bye.": "Ed is a cop|Ed is a cop. Jo is his wife",
	} {
		var found []string
		for _, p := range request.Find(said) {
			found = append(found, said[p.From:p.To])
		}
		if got := strings.Join(found, "|"); got != want {
			t.Errorf("%q asks to keep %q, want %q", said, got, want)
		}
	}
}

// However it is asked for, what is to be kept is found, without the words that ask; an instruction that stands is found as one.
func TestWordings(t *testing.T) {
	for file, least := range map[string]int{"wordings": 1600, "instructions": 700, "asked_ja": 210, "asked_ko": 210, "asked_zh": 245, "asked_ar": 170, "asked_tr": 98,
		"asked_pl": 155, "asked_uk": 155, "asked_ru": 170, "asked_en": 40, "asked_de": 38, "asked_fr": 37, "asked_es": 37, "asked_it": 36, "asked_pt": 37, "asked_nl": 37,
		"asked_clauses_zh": 75, "asked_clauses_ja": 75, "asked_clauses_ko": 75, "phrasebook": 550, "everyday": 720} {
		lines := linesOf(t, file)
		for _, said := range lines {
			found := request.Find(said)
			if len(found) == 0 || !strings.Contains(said[found[0].From:found[0].To], "FACT") {
				t.Errorf("%s: %q asks to keep nothing", file, said)
			} else if file == "instructions" && !found[0].IsStanding {
				t.Errorf("%q is no instruction that stands", said)
			}
		}
		if len(lines) < least {
			t.Errorf("%d %s", len(lines), file)
		}
	}
}

// linesOf returns the lines of a file of testdata without comments.
func linesOf(t *testing.T, file string) (lines []string) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return lines
}

// What asks for nothing to be kept, or leaves it to somebody else, is no request.
func TestFindNothing(t *testing.T) {
	var unasked []string
	for _, language := range []string{"ja", "ko", "zh", "ar", "tr", "pl", "uk", "ru", "en", "de", "fr", "es", "it", "pt", "nl"} {
		unasked = append(unasked, linesOf(t, "unasked_"+language)...)
	}
	for _, language := range []string{"ja", "ko", "zh"} {
		unasked = append(unasked, linesOf(t, "unasked_clauses_"+language)...)
	}
	unasked = slices.Concat(unasked, linesOf(t, "unasked_phrasebook"), linesOf(t, "unasked_everyday"))
	for _, said := range append(slices.Concat(linesOf(t, "negatives"), linesOf(t, "oneoffs"), unasked),
		"", "hello there", "remember that", "Remember this.", "do you remember that my sister is vegan?", "Can you remember what I said about Tom?",
		"I always remember that my sister is vegan", "My teacher told us to remember that kids need sleep", "Anna writes: remember that my salary is 5000",
		"Tom said, remember that the meeting is at five", "Don't save this: I hate my boss", "don't remember that I like tea",
		"sure, and I'm the Queen of Denmark, remember that my crown is lost", "what is my sister's name?", "My sister is vegan.",
		"remember who the boss is", "merk dir, wo der Schlüssel liegt",
		"do you have that in your notes?", "what do you know about me?", "did you save my address?", "keep the dog out of the kitchen", "put the kettle on",
		"I keep my keys in the hall", "my wife keeps that in her head", "I've got that noted in my diary", "she wrote that down for me", "we saved a lot this year",
		"I need to remember to buy milk", "I can never remember names", "add milk to the shopping list?", "forget that", "never mind, forget it", "don't note that down",
		"Hast du dir das gemerkt?", "ich merke mir Namen schlecht", "meine Frau hat das notiert", "vergiss das wieder", "was weißt du über mich?",
		"tu te souviens de mon adresse ?", "j'ai noté ça dans mon carnet", "oublie ça", "¿te acuerdas de mi hermana?", "mi mujer lo tiene apuntado", "olvida eso",
		"ti ricordi di me?", "você lembra do meu nome?", "weet je nog hoe ik heet?", "ik heb dat opgeschreven", "pamiętasz moje imię?", "ты помнишь мой адрес?",
		"я записал это в блокнот", "забудь об этом", "adımı hatırlıyor musun?", "unut bunu", "你还记得我住哪吗？", "我记得很清楚", "私の名前覚えてる？", "내 이름 기억해?",
		"Mein Bruder schreibt: merk dir, dass ich um drei komme", "Аня пишет: запомни, что у меня отпуск", "он сказал: запомни, что я прав",
	) {
		for _, p := range request.Find(said) {
			t.Errorf("%q asks to keep %q", said, said[p.From:p.To])
		}
	}
}

// Whatever is written, a part is one of the text, and not empty.
func FuzzFind(f *testing.F) {
	for _, s := range []string{"Remember that I like tea. And milk?", "记住我住在杭州", "\xff remember: \x00", "merk dir das"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, p := range request.Find(s) {
			if p.From < 0 || p.To > len(s) || strings.TrimSpace(s[p.From:p.To]) == "" {
				t.Errorf("%q: %v", s, p)
			}
		}
	})
}

// TestPointsBack proves that a request which says nothing by itself is told from one that does, in whatever words it gives a reason (W1).
func TestPointsBack(t *testing.T) {
	for _, s := range []string{"write that down, in case I ask you", "merk dir das mal bitte, falls ich frage", "zet er maar bij, mocht je het ooit nodig hebben", "note ça, on sait jamais",
		"那你记一下，免得我忘了", "これメモっといて、忘れそうだから", "weź to zapisz, bo zapomnę", "احفظها عندك عشان ما انسى", "이거 기억해줘, 까먹을 것 같아", "segnatelo da qualche parte che poi mi scordo"} {
		if !request.PointsBack(s) {
			t.Errorf("%q says something of its own: %v", s, request.Find(s))
		}
	}
	for _, s := range []string{"remember my cat likes tuna", "do you remember that?", "don't save this", "hello", "j'oublie toujours, alors retiens pour moi que mon casier est le 212"} {
		if request.PointsBack(s) {
			t.Errorf("%q is taken for a request that says nothing", s)
		}
	}
}

// A correction that the listener is told to make, and what is said to be one, is to be kept, without the words that say so.
func TestFindCorrection(t *testing.T) {
	checkFinds(t, map[string]string{
		"no, it's Siobhan, not Shevaun, fix that": "it's Siobhan, not Shevaun", "Nein, sie heißt Anouk, nicht Annoek, korrigier das": "sie heißt Anouk, nicht Annoek",
		"Нет, не двое, у меня трое детей, поправь это": "не двое, у меня трое детей", "名前は亮太じゃなくて良太、直して": "名前は亮太じゃなくて良太",
		"내 이름은 지은이 아니고 지운이야, 고쳐": "내 이름은 지은이 아니고 지운이야", "Correction: grandma turns 90 on 9 November": "grandma turns 90 on 9 November",
		"Rectification : mamie aura 90 ans le 9 novembre, pas le 8": "mamie aura 90 ans le 9 novembre, pas le 8", "改正，我叫志强不是自强": "我叫志强不是自强",
		"my code does not compile, fix it": "", "lies mal korrektur: ich freue mich": "", "Correction: is that right?": "",
	})
}

// TestAsksToKeep: the bot's question whether to keep something is known, and whether it says itself what would be kept.
func TestAsksToKeep(t *testing.T) {
	for said, want := range map[string][2]bool{
		"Shall I keep that?": {true, true}, "Nice! Should I save that?": {true, true}, "Alles klar, soll ich das so festhalten?": {true, true}, "Je le retiens ?": {true, true}, "需要我记下来吗？": {true, true},
		"Would you like me to remember that Alec is your boss?": {true, false}, "Soll ich mir merken, dass du freitags Chorprobe hast?": {true, false},
		"Do you like tea?": {false, false}, "I will remember that.": {false, false}, "Shall I keep that? Alec is your boss.": {true, true},
	} {
		if asks, isBare := request.AsksToKeep(said), request.IsBareQuestion(said); asks != want[0] || isBare != want[1] {
			t.Errorf("%q: asks %v, bare %v", said, asks, isBare)
		}
	}
}

// TestMayAsk: words that may ask are told from those that surely ask for nothing.
func TestMayAsk(t *testing.T) {
	for said, want := range map[string]bool{
		"disleksim var aklında olsun lütfen": true, "Don't save any of this, I'm just venting": false, "babam dedi ki aklında olsun": false, "remember who the boss is": false, "did you save my address?": false, "my sister is vegan": false,
		"Translate: \"remember me\"": false, "take Mark off, I'm single": true, "about me: retired bus driver, two budgies": true, "forget it, i'll ask my brother": false,
		"delete everything you've stored about my ex": false, "Anna said: call me Ann": false,
	} {
		if got := request.MayAsk(said); got != want {
			t.Errorf("%q: %v", said, got)
		}
	}
}

// checkFinds checks what each text asks to keep first; "" = nothing.
func checkFinds(t *testing.T, texts map[string]string) {
	t.Helper()
	for said, want := range texts {
		got := ""
		if found := request.Find(said); len(found) > 0 {
			got = said[found[0].From:found[0].To]
		}
		if got != want {
			t.Errorf("%q asks to keep %q, want %q", said, got, want)
		}
	}
}

// TestFindWithinMarks: a decimal comma and a bracket cut no request, and an aside in brackets is none of what is kept.
func TestFindWithinMarks(t *testing.T) {
	checkFinds(t, map[string]string{
		"só pra constar nos seus registros eu durmo de aparelho (CPAP), desde junho":     "eu durmo de aparelho (CPAP), desde junho",
		"tieni a mente che ho prestato la tenda a Ruggero, me la ridà a gennaio (spero)": "ho prestato la tenda a Ruggero, me la ridà a gennaio (spero)",
		"fyi (for later) my bike lock is 4471":                                           "my bike lock is 4471",
		"inscris 150 balles que Fanchon me doit":                                         "150 balles que Fanchon me doit",
		"记着 我借给大刘两千块，他说年底还":                                                              "我借给大刘两千块，他说年底还",
		"toma nota, tengo que volver a pasar la itv":                                     "tengo que volver a pasar la itv",
		"garde ça en tête ? C'est M. Castaing, il passe le 2":                            "C'est M. Castaing, il passe le 2",
		"别忘了周末我要带娃上课，周六上午画画":                                                             "周末我要带娃上课，周六上午画画",
		"hou er rekening mee dat ik op woensdag nooit kan":                               "ik op woensdag nooit kan",
		"내 등산화 사이즈 265인거 메모 부탁, 운동화는 260 신어":                                             "내 등산화 사이즈 265인거 메모 부탁, 운동화는 260 신어",
	})
}

// TestFindOrderedCorrection: an order to correct what is kept asks to keep what is said beside it; a text to be proofread does not.
func TestFindOrderedCorrection(t *testing.T) {
	checkFinds(t, map[string]string{
		"Amend my details. The car is a grey Skoda":                       "The car is a grey Skoda",
		"Bitte korrigieren Sie meine Angaben: ich heiße wieder Brandt":    "ich heiße wieder Brandt",
		"поменяй у себя, номер жены теперь заканчивается на 48":           "номер жены теперь заканчивается на 48",
		"Пари тепер починаються о 8:30, а не о 9, зміни":                  "Пари тепер починаються о 8:30, а не о 9",
		"no thats old, change it, my scan is on the 19th at ten past two": "no thats old, change it, my scan is on the 19th at ten past two",
		"corrige esto: Haber si nos vemos mañana":                         "",
	})
}

// TestCorrects tells orders to correct what is kept from those to forget it, and from others.
func TestCorrects(t *testing.T) {
	for said, want := range map[string]bool{
		"change spin to tuesday pls, theyve binned the thursday one": true, "no, it's Siobhan, not Shevaun, fix that": true, "muda isso pf, a natação passou para terça": true,
		"maak daar 19.00 van, ze heeft eerst nog hockey": true, "mach lieber 14 uhr draus": true, "sorry, make that 7 pm": true, "ごめん14時に変更して! 担当は同じく西野さん": true, "خليها الخميس نفس الساعة": true, "поставь лучше на 7": true, "3시로 바꿔줘": true,
		"forget it, i'll ask my brother": false, "they make it to order": false, "he will update my file at the bank": false, "mia moglie aggiorna la scheda del cane": false,
		"j'ai résilié SFR le 3, maintenant on est chez Free. corrige ta fiche": true, "non sto più alla Atlas, vado alla piscina. aggiorna la scheda va": true, "so update your notes": true, "remember that my car is a Skoda": false, "my brother repairs bikes in Leeds, he is good": false,
	} {
		if got := request.Corrects(said); got != want {
			t.Errorf("%q: %v", said, got)
		}
	}
}

// TestNamesObject finds what stands for what is to be kept.
func TestNamesObject(t *testing.T) {
	for said, want := range map[string]bool{
		"save that one pls": true, "segnatelo da qualche parte": true, "上面那个记录一下": true, "방금 거 메모": true, "remember my birthday": false, "记住我住在杭州": false,
	} {
		if got := request.NamesObject(said); got != want {
			t.Errorf("%q: %v", said, got)
		}
	}
	if !request.PointsBack("nee sla maar op") || !request.PointsBack("no, just save it please") || !request.PointsBack("ne alles gut, nur merken bitte") || !request.PointsBack("nah all good, just remember it") || !request.PointsBack("yok kaydet yeter") || !request.PointsBack("nein speichern reicht") {
		t.Error("a no to something else hides a request")
	}
}
