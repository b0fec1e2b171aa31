package phrase

import (
	"slices"
	"strings"

	"keepsake/phrase/moment"
	"keepsake/text"
)

// This file holds the closed classes of words, folded and without marks (text.Terms), of the
// languages that are known best. An unknown word is a content word, which is the careful side: a
// content word must have been said.

// selfSubjects are the words by which a person is the subject of what they say, selfObjects those by
// which something is done to them, selfOwners those of what is theirs.
var (
	selfSubjects = WordSet(`i ich je yo eu io ik jag jeg я nosotros we wir nous мы noi wij biz
		أنا انا نحن אני मैं saya aku kami tôi minä`)
	selfObjects = WordSet(`me myself mich mir uns us moi mim mij mig meg mnie меня мне мной мене мені мною нам нас bana beni לי אותי मुझे`)
	selfOwners  = WordSet(`my mine our ours mein meine meinen meinem meiner meines unser unsere unseren unserem unserer mon ma mes notre nos
		mi mis nuestro nuestra nuestros nuestras meu minha meus minhas nosso nossa mio mia miei mie nostro nostra mijn onze ons min mitt mina
		moj moja moje moim mojego мой моя мое мои моего моей моему моим моих мій моє мої мого моєї моєму моїй моїм моїх моїми мою mojej moich moimi moją mojemu наш наша наше наши нашей нашего benim bizim שלי मेरा मेरी मेरे`)
	others = WordSet(`he she they him her them his hers their theirs er sie ihn ihm ihr ihre ihren ihrem ihres sein seine seinen seinem seiner
		elle ils elles lui leur leurs ella ellos ellas ele ela eles elas loro hij zij
		он она они его ее их ему ей им ними него нее ним нему ней ними
		somebody someone everybody everyone nobody anybody people jemand jeder alguien todos кто-то все`)
	// demonstratives stand for something else than the speaker.
	demonstratives = WordSet(`it this that these those es das dies ce cela ca esto eso isto isso questo quello dit dat это то to`)
)

// selfCopulas are forms of "to be" and its like that only the speaker uses of themselves.
var selfCopulas = WordSet(`am bin suis soy estoy sou estou sono jestem tengo tenho ho mam prefiero odio voy doy vado vou jem wiem`)

// IsSelfVerb reports whether a term looks like a verb in the first person of a language that leaves
// the pronoun out.
func IsSelfVerb(term string) bool {
	if selfCopulas[term] {
		return true
	}
	for _, ending := range []string{"o", "у", "ю", "yorum", "iyim", "im"} {
		if len(term) > len(ending)+1 && term[len(term)-len(ending):] == ending {
			return true
		}
	}
	return false
}

// linkVerbs say that one thing is another, or name it.
var linkVerbs = WordSet(`is are am be was were been being s m re named name names called
	ist sind bin war waren heisst heissen heisse sei
	est sont suis etait appelle appelles
	es son soy eres era eran esta estoy llama llamo
	e sao sou era chama chamo
	e sono chiama chiamo
	is ben zijn heet
	ar heter er hedder
	jest sa jestem nazywa
	является это есть был была зовут
	dir adi`)

// fillers may stand before what is said and change nothing.
var fillers = WordSet(`st nd rd th um uh er hmm have has had got
	tengo tiene tienes tenho tem ho hai ha ai avons hab habe hat haben heb hebben heeft mam mamy маю має sondern sino
	vais voy vado vou sich zich uso doy dou vejo veo
	often usually mostly recently lately finally started begun began originally mainly still currently definitely honestly basically literally absolutely
	ach tja naja nun eben wohl leider sowieso nämlich jedenfalls inzwischen meist oft manchmal zurzeit mittlerweile eh ganz ubrigens
	souvent parfois maintenant dailleurs en fait franchement
	a veces suelo normalmente por cierto ademas en realidad la verdad
	кстати часто иногда недавно наконец вообще теперь начал начала сейчас
	longer all every alle alles jeden jede tous toutes todos todas tutti все всё one
	please pls ok okay hey hi hello oh ah well so yes yeah yep yup sure right actually really just very quite too also btw by the way
	fyi and but or then now today currently still already again always usually generally mostly since because even only bot keepsake
	thanks thank you ever more any such here there both all own new one as for to from a an the of at in on with this that it's its
	bitte hallo ja doch na also ubrigens auch noch schon immer jetzt aktuell gerade sehr ganz gern gerne eigentlich und aber oder dann denn mal halt
	danke weil da dass heute zurzeit derzeit meistens normalerweise
	sil vous te plait bonjour salut oui dailleurs aussi toujours maintenant actuellement tres et mais donc alors car parce que merci desormais
	por favor hola si tambien siempre ahora actualmente muy y pero pues entonces porque gracias que ya
	ola sim tambem sempre agora muito e mas porque obrigado obrigada
	per favore ciao si anche sempre adesso ora molto e ma perche grazie
	alsjeblieft hoi ja ook altijd nu heel en maar want dank
	snalla hej ja ocksa alltid nu mycket och men
	prosze czesc tak tez zawsze teraz bardzo i ale bo dziekuje
	пожалуйста привет да кстати тоже также всегда теперь сейчас очень и а но то потому что спасибо ну вот уже еще обычно просто
	lutfen merhaba evet de da her zaman simdi cok ve ama cunku
	من فضلك مرحبا نعم ايضا دائما الان جدا
	בבקשה שלום כן גם תמיד עכשיו מאוד
	कृपया नमस्ते हाँ भी हमेशा अब बहुत
	tolong halo ya juga selalu sekarang sangat`)

// wishes are verbs by which a request is reported: "keep it brief" is kept as "User wants it brief".
var wishes = WordSet(`want wants wanted preferring prefer prefers preferred wish wishes would expects expect asks asked should preference preferences insists rather need needs must gotta muss müssen brauche braucht dois doit faut tengo_que debo devo preciso нужно надо должен должна moet
	mochte mochten will wunscht wunsche bevorzugt bevorzuge ihtiyacım ihtiyacı soll sollen wollen erwartet
	veut veux souhaite prefere voudrait voudrais
	quiere quiero prefiere prefiero desea deseo
	quer quero prefere prefiro deseja vuole voglio preferisce preferisco desidera wil graag liever vill foretrar chce woli
	хочет хочу хоче чтобы предпочитает предпочитаю просит прошу желает istiyor istiyorum tercih`)

// answering are words about the listener's own answers, which a request and its report put differently.
var answering = WordSet(`keep use make give answer answers answered reply replies response responses respond addressed receive get gets set be to way style task tasks given gives kept sets set called addressed tell told shown show
	genannt angesprochen vorgeschlagen bekommen bekommt erhalten suggested proposed recommended werden wird worden etre ser essere być byc быть
	antworte antworten antwort antwortest mach halte gib verwende nutze
	reponds repondre reponses reponse utilise donne fais
	responde responder respuestas respuesta usa haz da
	respostas resposta use faca rispondi risposte risposta usa antwoord antwoorden svara svar odpowiadaj odpowiedzi
	отвечай ответы ответ ответов давай делай используй пиши`)

// negatives are words whose meaning holds a denial: "can't eat nuts" and "allergic to nuts" agree.
var negatives = WordSet(`allergic allergy hate hates hated hating dislike dislikes disliked avoid avoids avoided intolerant intolerance refuse refuses
	lack lacks unable off_limits lay_off cut_out enough no_go instead detest detests loathe loathes without abstain abstains teetotal quit stop stopped skip
	allergisch allergie unverträglichkeit hasst schluss verzichte verzichtet verschone statt anstatt hasse hassen meidet meide vermeidet vermeide ohne unvertraglich intoleranz
	arrete arretez cesse interdit interdite allergique allergies allergie deteste detestent evite evitent sans
	basta prohibido prohibida alergico alergica alergia odia odio detesta detesto evita evito sin
	alergico odeia odeio allergico allergica odia
	аллергия аллергии нельзя запрещено запрещен запрещена запрещены хватит перестань перестаньте прекрати прекратите вместо терпеть ненавидит ненавижу избегает избегаю непереносимость
	alerjisi nefret alergia uczulony nienawidzi
	cancelled canceled abgesagt abgestellt abgeklemmt gekündigt gestrichen abgesetzt resilie coupe annule suspendu cancelado cancelada cortado cortada anulado suspendido annullato
	sospeso opgezegd afgezegd afgesloten odcieli odciety odwolany odstawila odstawil отменили отменил отменила отменен отключили отрезали відрізали скасували відключили iptal kesildi yok
	dropped ditched gave_up given_up cut_out eliminato eliminata tolto tolta smesso smessa lasciato lasciata abbandonato rinunciato eliminado eliminada dejado quitado renunciado deixado parado larguei largou abandonné arrêté supprimé renoncé aufgegeben aufgehört weggelassen weglassen gestopt weggelaten opgegeven zrezygnował zrezygnowała
	відмовився відмовилась відмовилася отказался отказалась исключил исключила убрал убрала bıraktı vazgeçti ترك اوقف توقف قطع
	epargne epargnez перестал перестала бросил бросила разъехались расстались запретили tabu taboo skipped badly barely scarcely sparsely`)

// A Marker is a class of words that make a statement less than a plain statement of now.
type Marker string

// Classes of markers.
const (
	Condition Marker = "condition" // if …
	Doubt     Marker = "doubt"     // perhaps, might, I think
	Intent    Marker = "intent"    // wants to, plans to, hopes to
	Past      Marker = "past"      // was, used to
	Future    Marker = "future"    // will
	Report    Marker = "report"    // says that …
	Pretence  Marker = "pretence"  // imagine, joking
	Limit     Marker = "limit"     // only
	Exception Marker = "exception" // except
	Ceiling   Marker = "ceiling"   // at most
	Floor     Marker = "floor"     // at least
	Passing   Marker = "passing"   // for now
	Habit     Marker = "habit"     // is used to, which is no "used to"
)

// Bounds say how far something holds.
var Bounds = []Marker{Limit, Exception, Ceiling, Floor, Passing}

// markerWords maps words to their class. A word of two words stands with a "_".
var markerWords = markerSet(map[Marker]string{
	Condition: `if se unless whether suppose supposing provided wenn falls sofern ob si caso als indien mits jesli jezeli om ifall
		если ли eger якщо якби gdyby o_ile chyba_ze tenzij kalau jika אם اذا لو अगर neu`,
	Doubt: `not_because not_cos not_cause not_that_i nicht_weil ned_weil net_weil non_perche mica_perche non_e_che mica_che pas_parce_que non_parce_que no_porque no_es_que nao_porque nao_e_que niet_omdat не_потому_что не_то_чтобы не_из-за_того не_тому_що не_через_те nie_dlatego_ze nie_zeby icin_degil diye_degil yuzden_degil مش_عشان مو_عشان مش_لأن مو_لأن ليس_لأن ليس_لأنني ليس_لأني مش_لأني مو_لأني my_guess hunch tentatively potentially presumably seemingly undecided leaning toying have_a_feeling not_convinced could_be may_be wohl vermute schatze evtl vlt glaub creo_que supongo imagino peut_etre suppose_que forse suppongo должно_быть похоже_что видимо по-моему not_sure not_certain kind_of sort_of rumour rumor afaik iirc unclear allegedly doubtful dunno no_idea keine_ahnung unsicher weiss_nicht ne_sais no_se ne_pas_sur не_уверен не_уверена не_знаю herhalde maybe perhaps might may could possibly probably likely guess suppose think believe feel seems seem apparently supposedly unsure uncertain doubt wonder almost nearly
		vielleicht konnte konnten moglicherweise wahrscheinlich vermutlich glaube denke scheint angeblich fast beinahe eventuell womoglich
		peutetre pourrait pourrais probablement crois pense semble presque
		quizas quiza podria talvez probablemente creo pienso parece casi acaso
		provavelmente acho penso forse potrebbe potrei probabilmente credo misschien waarschijnlijk denk kanske
		может возможно наверное наверно вероятно кажется думаю считаю вроде почти видимо
		мабуть певно напевно здається ймовірно начебто нібито pewnie ponoc podobno vermoedelijk mi_sa muhtemelen olabilir belki galiba sanirim moze chyba prawdopodobnie ربما قد اظن اعتقد لعل אולי כנראה शायद mungkin`,
	Intent: `should must ought shall_i need_to needs_to have_to has_to had_to muss_ich sollte sollten müsste devrais debería deberia tendria dovrei deveria должен_бы следовало want_to wants_to wanted_to plan plans planning hope hopes hoping intend intends wish wishes dream dreams thinking_of going_to would_like_to would_love_to aim aims considering consider considers gonna wanna try trying tries
		will_werden mochte_gern plane plant hoffe hofft vorhabe traume traumt versuche versucht uberlege uberlegt mochte_mal
		veux_etre voudrais_etre prevois espere esperons reve envisage
		quiero_ser quisiera planeo espero sueno pienso_ir intento
		планирую планирует надеюсь надеется собираюсь собирается мечтаю мечтает хочу_стать хочет_стать хоче_стати хоче_бути хочет_быть chce_byc chce_zostac chcialby_byc chcialaby_byc пытаюсь uğraşıyorum uğraşıyoruz uğraşıyor`,
	Past: `كنت كان كانت سابقا eskiden eskiden_beri önceden any_more used_to back_then in_the_past grew_up childhood als_kind damals de_niño enfant_je в_детстве when_i_was no_longer was were used formerly previously ago once earlier yesterday former lived worked quit anymore longer until till till
		war waren hatte fruher ehemals ehemalig ehemalige ehemaliger damals gestern wohnte arbeitete lebte gewesen mehr
		etait etais avait autrefois jadis hier ancien ancienne avant vivait habitait travaillait
		era fue tenia antes ayer antiguo vivia trabajaba solia
		foi tinha ontem antigamente morava trabalhava
		ero stato avevo ieri prima vivevo
		был была было были раньше прежде вчера жил жила работал работала бывший бывшая бывшего больше
		was_ vroeger gisteren fruher tidigare kiedys dawniej wczesniej bylem bylam колись раніше eskiden`,
	Future: `will shall ll tomorrow soon werde wird werden bald morgen demain bientot manana pronto amanha domani буду будет будут скоро завтра yakinda`,
	Report: `heisst_es es_heisst कहा कहती कहता बोला बोली बताया قال قالت يقول تقول gore soylüyor dedi iddia अनुसार אמר אמרה claims_that stating states stated announced argues reckons reckon swears promised accuses accused gossip according says said say tells told tell thinks thought believes claims claimed claim according reportedly heard hear writes wrote mentioned mentions insists suggests suggested calls asked
		sagt sagte sagen meint meinte behauptet behauptete laut erzahlt erzahlte hort gehort denkt glaubt schreibt
		dit disait pretend selon raconte affirme ecrit
		dice dijo dicen segun cuenta afirma escribe cree piensa
		diz disse segundo afirma dice ha_detto secondo
		говорит сказал сказала сказали говорят утверждает считает думает слышал слышала пишет мол
		zegt zei volgens beweert schijnt kennelijk sostiene ha_scritto fala falou mowi powiedzial powiedziala twierdzi gada gadaja pisze mowia каже кажуть казав казала стверджує sager sade soyledi diyor`,
	Pretence: `jk sarcasm ironic ironically ironie joked joker in_my_dreams i_wish dreamed lied lying made_up making_up fake faking acting act play_the plays_the improv prank fib bluff bluffing scherzo battuta finge finjo blague plaisantais bromeaba bromeo broma quatsch unsinn gelogen erfunden rolle imagine imagining pretend pretending joke joking kidding hypothetically fictional novel story song lyrics lyric movie character roleplay suppose lets_say say_that dreamt dreamed
		alsof stell_dir angenommen spass scherz witz geschichte lied figur roman
		imagine imaginons blague plaisante histoire chanson personnage
		imagina imaginemos broma cancion historia personaje
		представь представим шутка шучу песня рассказ персонаж допустим`,
	Limit: `only solely exclusively nur ausschliesslich lediglich seulement uniquement solo solamente unicamente apenas somente soltanto alleen uitsluitend bara tylko wyłącznie
		только исключительно лишь лише тільки виключно sadece yalnizca فقط`,
	Exception: `except excepting excluding bar_the ausser ausgenommen sauf hormis excepté excepto salvo menos_los menos_el menos_la menos_a menos_o exceto tranne eccetto fuorché behalve uitgezonderd oprócz
		кроме помимо крім окрім haric disinda إلا عدا باستثناء`,
	Ceiling: `höchstens maximal maximum maksimum maximaal hooguit najwyżej maksymalnie максимум щонайбільше`,
	Floor:   `mindestens wenigstens minimum minimal almeno minstens przynajmniej минимум мінімум щонайменше`,
	Passing: `vorerst vorläufig voorlopig diesmal ausnahmsweise tymczasowo şimdilik`,
})

// denseMarkers are the markers of scripts without spaces, looked for as they are.
var denseMarkers = map[Marker][]string{
	Condition: {"只要", "除非", "万一", "萬一", "倘若", "若是", "一旦", "要不是", "等我", "としたら", "限り", "たとえ", "경우", "다면", "으면", "如果", "要是", "假如", "的话", "もし", "たら、", "なら、", "れば、", "場合", "만약", "라면", "하면 ", "되면 ", "ถ้า"},
	Doubt:     {"不是因为", "不是因為", "并非因为", "並非因為", "からじゃな", "からではな", "わけじゃな", "わけではな", "때문이 아니", "때문은 아니", "서가 아니", "たらいい", "といいな", "できたら", "说不定", "差点", "差點", "险些", "几乎", "幾乎", "快要", "就差", "有望", "理论上", "按理说", "按理", "多半", "八成", "看样子", "听起来", "据我所知", "有点想", "想过", "說不定", "估计", "估計", "没准", "兴许", "恐怕", "考虑", "考慮", "在想", "犹豫", "猶豫", "不确定", "不確定", "不一定", "看情况", "似乎", "仿佛", "不晓得", "谁知道", "誰知道", "かな", "だろう", "っぽい", "みたい", "気がする", "検討", "迷って", "悩んで", "かしら", "はず", "おそらく", "ひょっとし", "もしかし", "そのうち", "いつか", "모르겠", "을지도", "고민", "듯", "어쩌면", "可能", "也许", "也許", "大概", "好像", "或许", "我想是", "我觉得", "かも", "たぶん", "多分", "と思", "でしょう", "らしい", "아마", "것 같", "อาจ"},
	Intent:    {"想去", "想要成为", "打算", "计划", "計劃", "希望", "想当", "つもり", "予定", "したい", "なりたい", "싶", "계획", "อยาก"},
	Past:      {"前，", "前,", "时候，", "时候,", "原来是", "本来是", "那年", "前几年", "早年间", "退休前", "结婚前", "搬家前", "从前", "從前", "当年", "當年", "小时候", "小時候", "那时候", "那會兒", "那会儿", "年轻时", "年輕時", "上学时", "原先", "早先", "早年", "前些年", "待过", "住过", "做过", "当过", "学过", "养过", "抽过", "干过", "用过", "前妻", "前夫", "前任", "子供の頃", "若い頃", "の頃", "学生時代", "当時", "前は", "ていた", "てた", "옛날", "어릴", "때는", "었었", "았었", "했던", "시절", "以前", "曾经", "曾經", "过去", "之前", "昨天", "昔", "かつて", "でした", "ました", "だった", "예전", "했었", "เคย"},
	Future:    {"将来", "明天", "会去", "将要", "明日", "내일", "พรุ่งนี้"},
	Report:    {"소문", "다더라", "라더라", "以为", "以為", "误会", "当成", "當成", "冒充", "算命", "网上", "書上", "书上", "写着", "寫著", "上写", "声称", "自称", "谎称", "吹牛", "勘違い", "思い込", "讲我", "骂我", "老说", "都说", "人家说", "传言", "谣言", "告诉我", "医生说", "说是", "觉得我", "认为我", "觉得她", "觉得他", "聽說", "說我", "噂", "と聞", "だって", "によれば", "そうだ", "と書", "呼ばれ", "扱い", "는 줄 아", "는 줄 알", "인 줄 알", "다고", "대요", "说我", "说他", "说她", "他说", "她说", "说过", "听说", "据说", "認為", "认为", "と言", "って言", "よう言われ", "ように言われ", "によると", "そうです", "그러는데", "했대", "라고", "말했", "บอกว่า"},
	Limit:     {"只吃", "只喝", "只能", "只用", "只想", "只会", "只喜欢", "只是", "唯独", "のみ", "限定", "밖에", "只有", "只在", "仅", "だけ", "しか", "만 ", "เท่านั้น"},
	Exception: {"除了", "以外", "之外", "を除", "除いて", "빼고", "제외"},
	Ceiling:   {"最多", "顶多", "多くて", "최대", "많아야"},
	Floor:     {"至少", "最少", "少なくとも", "最低", "적어도", "최소"},
	Passing:   {"暂时", "暫時", "这次", "這次", "今回", "とりあえず", "이번만", "당분간"},
	Pretence:  {"개뿔", "는 무슨", "은 무슨", "装作", "装成", "假如我", "要是我", "换成我", "下辈子", "前世", "上辈子", "我要是", "戏里", "电影里", "游戏里", "小说里", "书里", "剧里", "梦里", "ゲームで", "映画で", "劇で", "芝居", "前世", "哈哈", "呵呵", "假设", "假設", "扮演", "梦见", "梦到", "夢見", "做梦", "剧本", "台词", "故事", "一首诗", "角色", "逗你", "骗你", "才怪", "比方说", "ごっこ", "夢で", "設定で", "の役", "歌詞", "小説", "漫画", "なんちゃって", "嘘", "なりきって", "ふりをし", "笑", "장난", "꿈에", "대본", "가사", "소설", "역할", "想象", "假装", "开玩笑", "玩笑", "歌词", "小说", "冗談", "もしも", "농담", "สมมติ"},
}

func markerSet(classes map[Marker]string) map[string]Marker {
	out := make(map[string]Marker)
	for _, class := range []Marker{Doubt, Intent, Past, Future, Report, Pretence, Condition, Floor, Ceiling, Passing, Exception, Limit} {
		for w := range WordSet(classes[class]) {
			out[w] = class
		}
	}
	return out
}

// plurals are the speaker's words that mean more than one.
var plurals = WordSet(`we us our ours lets wir uns unser unsere unseren unserem unserer nous notre nos nosotros nosotras nuestro nuestra nuestros nuestras
	nos nosso nossa nossos nossas noi nostro nostra nostri nostre wij ons onze vi oss var мы нас нам нами наш наша наше наши нашей biz bizim`)

// IsPlural reports whether a clause speaks of the speaker and others together.
func IsPlural(ts []Token) bool {
	for _, t := range ts {
		if plurals[t.Term] || strings.HasSuffix(t.Term, "们") || strings.Contains(t.Term, "我们") || strings.Contains(t.Term, "私たち") || strings.Contains(t.Term, "우리") {
			return true
		}
	}
	return false
}

// listeners are the words for whom the person talks to.
var listeners = WordSet(`you your yourself du dir dich dein ihr euch sie tu te toi vous votre ton tú usted te você tu lei jij je u ты тебе вы вам sen siz`)

// IsAboutListener reports whether a clause is about whom the person talks to.
func IsAboutListener(s string) bool {
	terms := text.Terms(s)
	for _, t := range terms[:min(len(terms), 4)] {
		if listeners[t] && (t != "je" || !slices.Contains(terms, "si") && terms[0] != "s") { // a Dutch "you" is a French "I"
			return true
		}
	}
	return strings.Contains(s, "你") || strings.Contains(s, "您")
}

// IsArticle reports whether a term is an article.
func IsArticle(term string) bool { return articles[term] }

// possessives are the words after which an owner follows ("the boss of Anna").
var possessives = WordSet("of de del des du d della dello dell dei di do da dos das van von av")

// IsPossessive reports whether a word makes of what stands behind it the owner of what stands before it: "of".
func IsPossessive(term string) bool { return possessives[term] }

// IsCalendar reports whether a term is the name of a day or of a month, or stands beside a time.
func IsCalendar(t string) bool { return t == "pm" || t == "uhr" || moment.IsName(t) }

// imperatives are what people tell a bot to do, beside answering.
var imperatives = WordSet(`call address speak talk write send suggest recommend propose offer include list spell double check keep name quote round pick choose bring order book set put add show tell explain format avoid stop start skip translate remind greet respond treat begin end include schedule plan
	schlag empfiehl benutze benutz verwende nimm lass gib halte nenn nenne sprich schreib schreibe rede stell setz erklar erinnere sag
	propose suggere recommande tutoie vouvoie donne utilise appelle parle ecris mets rappelle explique
	propon proponme propongas sugiere recomienda usa da dame trata tratame llama hablame llamame habla escribe pon explica dime fala escreva chama
	dammi usa proponi chiamami parla scrivi spreek schrijf noem
	предлагай предложи рекомендуй советуй показывай считай используй называй зови обращайся говори пиши ставь напоминай объясняй`)

// verbs are frame words for telling what a text is about (memory/repeats), but say something of whom it is about.
var verbs = WordSet(`lives works work working worked arbeitet arbeite trabaja trabajo travaille trabalha lavora werkt работает работаю pracuje pracuję calisiyor`)

// IsImperative reports whether a term may tell the listener to do something.
func IsImperative(term string) bool {
	if imperatives[term] || answering[term] {
		return true
	}
	for _, e := range enclitics {
		if bare, ok := strings.CutSuffix(term, e); ok && (imperatives[bare] || answering[bare]) {
			return true
		}
	}
	return false
}

// contrasts begin a clause that corrects the one before.
var contrasts = WordSet(`but rather sondern sino mais mas ma maar а но ale`)

// IsContrast reports whether a clause corrects the one before: "not on Mondays, but on Thursdays".
func IsContrast(s string) bool {
	terms := text.Terms(s)
	return len(terms) > 0 && contrasts[terms[0]]
}

// HasWish reports whether somebody wants or needs what begins at a token: a verb before it says so, or one at the end, as in Turkish.
func HasWish(ts []Token, begin int) bool {
	isWish := func(t Token) bool { return t.Kind == Wish }
	return slices.ContainsFunc(ts[:begin], isWish) || slices.ContainsFunc(ts[max(begin, len(ts)-2):], isWish)
}
