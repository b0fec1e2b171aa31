// Package retract finds what somebody says and takes back as a whole in what they say next: "I live in Graz. Just kidding." What they correct by
// another value ("two sons. No, three") is package contrast's.
//
// It knows wordings of many languages, and no grammar: where they are not known, nothing is taken back. It is pure. Start reading at Blank; what a later
// message takes back is in next.go.
package retract

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/phrase/contrast"

	"keepsake/text/sieve"
)

// Blank returns a text with blanks in the place of each sentence that the next one, or the end of it, takes back, and of the words that do so. What is
// said behind these stays: "My wife is Ann. Just kidding, I am single" states the last three words. Nothing else moves.
func Blank(s string) string {
	if !mayRetract.MatchString(s) {
		return s
	}
	out := []byte(s)
	for _, at := range retractions(s) {
		from := startOf(s[:at[0]], takesAllBack.MatchString(s[at[0]:at[1]]))
		if pair := s[from:]; from < at[0] && contrast.BlankCorrected(pair) == pair {
			for i := from; i < at[1]; i++ {
				if out[i] != '\n' {
					out[i] = ' '
				}
			}
		}
	}
	return string(out)
}

// retractions returns where words stand that take something back, from and to in bytes.
func retractions(s string) (out [][2]int) {
	for from := 0; from < len(s); {
		at := retraction.FindStringSubmatchIndex(s[from:])
		if at == nil {
			break
		}
		to := max(at[3], at[5])
		out = append(out, [2]int{from + max(at[2], at[4]), from + to})
		from += to
	}
	return out
}

// startOf returns where the sentence begins that a text ends with, or the text, where all of it is taken back.
func startOf(before string, isAll bool) int {
	if isAll {
		return 0
	}
	trimmed := strings.TrimRightFunc(before, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	at := strings.LastIndexAny(trimmed, ".!?…\n。！？؟।")
	for at > 0 && at+1 < len(trimmed) && trimmed[at] == '.' && trimmed[at+1] != ' ' { // "14.30"
		at = strings.LastIndexAny(trimmed[:at], ".!?…\n。！？؟।")
	}
	if at < 0 {
		return 0
	}
	_, size := utf8.DecodeRuneInString(trimmed[at:])
	return at + size
}

// takesAllBack finds words for all that was said.
var takesAllBack = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:all|everything|any of|alles|tout|todo|tutto|tudo|allt|wszystko|všechno|вс[её]|усе|hepsi|كل|הכל|همه|सब|semua|tất cả)(?:[^\pL]|$)|都|全部|全て|すべて|전부|다 `)

// retraction finds such words: they stand at the beginning of a sentence or behind a comma or a laugh, and end one or stand before a comma.
var retraction = sieve.MustCompile(`(?i)(?:[.!?…\n]\s*((?:not|nicht|niet|inte|pas)[!.]+)\s*$|(?:[.!?…\n,;:—–)(]\s*|\s-+\s*|\s(?:lol|haha\w*|hehe\w*|jaja\w*|xd|ахах\w*|hihi)[,.!]*\s*|[。！？，、؟।،]\s*|[😂🤣😅😜😝😆🙃]\s*)` +
	`((?:(?:` + interjection + `)[,.!… ]+)*(?:` + wordings + `)(?:\s*[😂🤣😅😜😝😆🙃]+)*(?:\s*(?:lol|haha\w*|hehe\w*|jaja\w*|xd|mdr|kk+|ㅋ+|ㅎ+|哈+|笑|w+))*[\s😂🤣😅😜😝😆🙃]*(?:$|[.!?…\n,;:—–)。！？，、؟।،~]+|\s-+\s)))`)

// mayRetract finds such words wherever they stand: most texts have none.
var mayRetract = sieve.MustCompile(`(?i)` + wordings + `|(?:not|nicht|niet|inte|pas)[!.]`)

// wordings are all words that take something back.
const wordings = spaced + `|` + dense + `|` + later

// interjection stands before words that take back.
const interjection = `ha(?:ha)*h?|lol|lmao|hehe|jaja|xd|no|nah|nope|nein|nee|nö|non|não|нет|ні|nie|ne|nej|hayır|yok|لا|לא|نه|नहीं|nggak|tidak|không|oh|ah|ach|ok|okay|well|wait|sorry|oops|pardon|perdón|scusa|desculpa|but|aber|mais|pero|ma|mas|maar|men|ale|но|та|ama|actually|eigentlich|en fait|la verdad|naja|na ja|ähm?|euh|um|uh|hm+|sadly|obviously|of course|natürlich|да|ну|ой|ay|ai|eh`

// spaced are the words of languages that part words by spaces.
const spaced = `(?:i['’ ]?(?:a?m|was) )?(?:just |only |totally |obviously )?(?:kidding|joking|jk|j/k|messing with you|messing around|pulling your leg|trolling)(?: you| around| of course)?|(?:[it]\pL{1,3}|that one|all of \pL{2,4}|what i (?:just )?(?:said|wrote))(?:['’]s| is| was| were|['’]s all| isn['’]t| wasn['’]t)? (?:just |only |all |actually |obviously )*(?:an? )?(?:lie|joke|jk|nonsense|rubbish|bullshit|bs|not true|untrue|fake|fiction|made up|a test|test|wrong|false)|not true|untrue|(?:only |just )?a joke|joke|i (?:just |was )?(?:lied|lying|made (?:that|it|this|all of it)(?: all)? up|take (?:that|it|this) (?:all )?back|never said that)|(?:please |just |pls )?(?:ignore|forget|disregard|scratch|strike|delete|dismiss) (?:that|this|it|what i (?:just )?(?:said|wrote)|my last (?:message|sentence)|all (?:of )?(?:that|this)|everything(?: i said)?)(?: please| last one| bit)?|never ?mind(?: that)?|psych|gotcha|april fools?['’]?|false alarm|in my dreams|i wish|as if|yeah right|said no one ever|i (?:only |just )?play(?:ed)? one (?:on|in) \pL+(?: \pL+)?` +
	`|i (?:meant|mean) (?:that )?my \pL+(?: \pL+)? (?:is|has|does|do|did|was|lives|are)` +
	`|(?:(?:das |es )?(?:war|ist) )?(?:nur |bloß |doch )*(?:ein |kleiner |n )*(?:scherz|witz|spaß|spass|späßchen|joke)(?:le|chen)?(?: gemacht| beiseite)?|ich (?:mach|mache|hab|habe) (?:doch |nur |bloß )*(?:spaß|spass|witze|quatsch|scherze|gelogen|gescherzt|geflunkert)(?: gemacht)?|april,? april|(?:das |es |alles )?(?:war|ist|stimmt) (?:alles |doch |nur |natürlich |gar )*(?:gelogen|erfunden|geflunkert|eine lüge|quatsch|unsinn|blödsinn|nicht wahr|nicht|falsch|ein test|nicht ernst gemeint)|(?:bitte )?(?:vergiss|ignorier|ignoriere|streich|lösch|vergesst)(?: bitte)? (?:das|es|alles|was ich (?:gesagt|geschrieben) habe|meine letzte nachricht)(?: wieder| bitte| mal)*|von wegen|schön wär['’]?s|denkste|quatsch|unsinn|reingelegt|verarscht|ich meine? (?:natürlich )?meine?n? \pL+` +
	`|(?:je |j['’])?(?:plaisante|blague|rigole|déconne|plaisantais|rigolais|blaguais)|(?:petite |c['’](?:est|était) )?(?:pour (?:rire|rigoler)|une blague|blague)|c['’](?:est|était) (?:faux|un mensonge|pas vrai|n['’]importe quoi|un test)|ce n['’](?:est|était) pas vrai|pas vrai|j['’]ai menti|(?:oublie|ignore|efface) (?:ça|cela|tout|tout ça|ce que (?:j['’]ai|je viens de) (?:dit|dire|écrit|écrire))|laisse tomber|poisson d['’]avril|mensonge|je voulais dire m(?:on|a) \pL+` +
	`|(?:es |era |fue )?(?:una |puro |pura )?(?:broma|bromita|mentira|coña|chiste)|(?:estoy |estaba )?(?:bromeando|vacilando)|bromeo|bromeaba|(?:es|era) de (?:broma|coña)|eso (?:es|era|fue) (?:una )?(?:mentira|broma|falso)|(?:eso )?no es (?:verdad|cierto)|mentí|te mentí|(?:olvida|ignora|borra) (?:eso|esto|todo|lo que (?:dije|he dicho|escribí))|olvídalo|ignóralo|qué va|ojalá|quería decir mi \pL+` +
	`|(?:sto |stavo )?(?:scherzando|scherzo|scherzavo)|(?:era|è|è stato) (?:solo )?(?:uno scherzo|una bugia|una balla|falso|una battuta)|non è vero|ho mentito|bugia|(?:dimentica|ignora|cancella)(?:lo)?(?: quello che ho detto| questo| tutto| ciò che ho detto)?|lascia (?:stare|perdere)|pesce d['’]aprile|macché|magari|volevo dire mi[oa] \pL+` +
	`|(?:é |era |foi |isso é |isso era |isso foi )?(?:só )?(?:uma )?(?:brincadeira|mentira|zoeira|piada)|(?:tô|estou|estava|tava) (?:só )?(?:a )?(?:brincar|brincando|zoando|gozar)|brinquei|menti|não é verdade|(?:esquece|ignora|apaga)(?: isso| isto| tudo| o que (?:eu )?disse)?|deixa pra lá|primeiro de abril|só que não|sqn|quem me dera|quis dizer (?:o |a )?m(?:eu|inha) \pL+` +
	`|(?:het |dat )?(?:was |is )?(?:maar )?(?:een )?(?:grapje|geintje|grap)|(?:het |dat )(?:was|is) (?:maar )?(?:een leugen|onzin|gelogen|niet waar|verzonnen)|ik (?:maak|maakte) (?:maar )?(?:een )?(?:grapje|grap|geintje)|(?:vergeet|negeer|wis)(?: maar)? (?:dat|het|dit|alles|wat ik zei)(?: maar)?|laat maar|ik loog|1 april|was het maar waar|ik bedoel mijn \pL+` +
	`|(?:jag )?(?:bara )?(?:skojar|skojade|skämtar|skämtade|skoja|ljög)(?: bara)?|det (?:var|är) (?:bara )?(?:ett skämt|skämt|en lögn|lögn|inte sant|nonsens)|(?:glöm|strunta i|ignorera) (?:det|allt|vad jag sa)|april april` +
	`|(?:to )?(?:był )?(?:tylko )?(?:żart|żarcik)|żartuję|żartowałem|żartowałam|(?:to )?(?:nieprawda|kłamstwo|bzdura|było kłamstwo)|skłamałem|skłamałam|(?:zapomnij|zignoruj)(?: o tym| to)?|nieważne|prima aprilis` +
	`|(?:to byl |jen |byl to )?(?:vtip|fór|žert)|(?:jen )?(?:dělám|dělal jsem|dělala jsem) si (?:srandu|legraci)|(?:to )?(?:byla |je )?(?:lež|nesmysl)|(?:to )?není pravda|lhal jsem|lhala jsem|(?:zapomeň na|ignoruj) to|kecám|apríl` +
	`|(?:я )?(?:просто )?(?:шучу|пошутил|пошутила|вру|соврал|соврала|наврал|наврала)|(?:это )?(?:была )?(?:просто )?(?:шутка|ложь|неправда|враньё|вранье|шутка такая)|это не так|(?:забудь|игнорируй|проигнорируй)(?: об этом| про это| это| вс[её])?|не обращай внимания|проехали|с первым апреля|размечтал(?:ся|ась)` +
	`|(?:я )?(?:просто )?(?:жартую|пожартував|пожартувала|збрехав|збрехала)|(?:це )?(?:був )?(?:просто )?(?:жарт|неправда|брехня)|(?:забудь|ігноруй)(?: про це| це| все)?|не зважай|з першим квітня` +
	`|şaka(?:ydı| yapıyorum| yaptım| yapıyordum)?|(?:bu |hepsi )?(?:yalandı|yalan|uydurma)|uydurdum|doğru değil|yalan söyledim|unut (?:gitsin|bunu|onu|hepsini)|boş ver|dikkate alma|görmezden gel` +
	`|(?:كنت |أنا |انا )?(?:أمزح|بمزح|امزح|بهزر)|(?:هذه |كانت |دي |هاي )?(?:مزحة|نكتة|كذبة)|كذبت|هذا كذب|(?:هذا )?(?:مش|غير|ليس) صحيح\pL*|(?:انس|انسَ|انسى|تجاهل|تجاهلي) (?:ذلك|هذا|الأمر|ده|دي|ما قلته)` +
	`|(?:אני )?(?:סתם|צוחק|צוחקת|מתבדח|מתבדחת)|(?:זו? )?(?:הייתה |היה |היתה )?(?:רק )?(?:בדיחה|שקר)|שיקרתי|זה לא נכון|(?:תשכחי?|תתעלמי?|שכחי?) (?:מזה|ממה שאמרתי)|עזבי?` +
	`|شوخی (?:کردم|بود|می\x{200c}کنم|میکنم)|دروغ (?:گفتم|بود)|فراموشش کن|بیخیال|نادیده بگیر|(?:این )?راست نیست|(?:मैं )?(?:बस )?(?:मज़ाक|मजाक)(?: कर रहा (?:हूँ|था)| कर रही (?:हूँ|थी)| था| किया)?|(?:यह |ये )?झूठ (?:था|है|बोला)|भूल जाओ|सच नहीं(?: है)?` +
	`|(?:cuma |hanya |aku |saya )*(?:bercanda|becanda|bohong|boong)(?: kok| doang| aja)?|itu (?:bohong|bercanda|tidak benar)|(?:lupakan|abaikan)(?: itu| saja| yang tadi)?|(?:tôi |mình )?(?:nói )?(?:đùa|giỡn|xạo|nói dối)(?: thôi| đấy| chút| mà)*|(?:bỏ qua|quên)(?: nó)? đi|không phải sự thật`

// dense are those of scripts without spaces.
const dense = `(?:我)?(?:只是|就是)?(?:开|開)(?:个|個)?玩笑(?:的|啦|而已)*|(?:我)?(?:逗|骗|騙)你(?:的|玩的|玩|们的)*(?:啦)?|(?:是|那是|这是|都是)?(?:假的|骗人的|编的|胡说的|瞎说的|乱说的|谎话|假话)|才怪|我(?:乱|瞎|胡)说的|不是真的|(?:请)?(?:忽略|无视)(?:它|这个|那个|这条|这句|上一句)?|(?:忘了|忘掉|忘记)(?:它|吧|这个|刚才的?|刚刚的?)?|当我没说|别当真|` +
	`(?:というのは|なんて|ってのは|今のは)?(?:冗談|嘘|うそ|ウソ)(?:です|だよ|でした|だった|だけど|ですけど|ね|よ)*|なんちゃって|今の(?:は)?(?:なし|忘れて|無視して)(?:ください|ね)?|(?:さっきの|それ|今の)?(?:は)?(?:忘れて|無視して)(?:ください|ね)|本当(?:じゃ|では)ない(?:です)?|` +
	`(?:사실 )?(?:농담|뻥|장난|거짓말|구라)(?:이야|이에요|입니다|이었어|이었어요|임|이지|이고|친 거야)?|방금 (?:건|거|말은?) (?:취소|무시해(?:줘)?|잊어(?:줘)?)|취소|(?:그건 |그거 )?(?:무시해|잊어)(?:줘|주세요|버려)?|사실이? ?(?:아니야|아니에요|아님)`
