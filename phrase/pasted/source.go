package pasted

import "keepsake/text/sieve"

// This file knows labels that name where a text was found: "From the web: …", "Source: …".

// isSource reports whether a label says that what follows it was found somewhere, and names no person.
func isSource(label string) bool { return sourceLabel.MatchString(label) }

var sourceLabel = sieve.MustCompile(`(?i)^(?:` +
	`(?:(?:i )?(?:found|copied|copy|taken|pasted|quoted|quote|seen|read|text|this is|here is)(?: this| that| it| the following)? )?(?:from|off|via|according to) (?:the |a |an |some |this |that |another )?` + places +
	`|(?:i )?(?:found|seen|saw|read|copied)(?: this| that| it| the following)? (?:on|in) (?:the |a |an |some |this |that )?` + places +
	`|(?:(?:das |dies )?(?:kopiert|zitiert|zitat|text) )?(?:aus|von|vom|laut) (?:dem |der |einem |einer |diesem |dieser )?` + places + `(?: (?:kopiert|zitiert))?` +
	`|(?:im|in|auf|bei) (?:dem |der |einem |einer )?` + places + ` (?:gefunden|gelesen|gesehen)|(?:gefunden|gelesen|gesehen) (?:im|in|auf|bei) (?:dem |der |einem |einer )?` + places +
	`|(?:(?:copié|texte) )?(?:d['’]|du|de la|de l['’]|d['’]après|selon) ?(?:le |la |l['’]|un |une |ce |cet |cette )?` + places + `|(?:trouvé|lu|vu|copié) (?:sur|dans) ?(?:le |la |l['’]|un |une )?` + places +
	`|(?:(?:copiado|texto|copiato) )?(?:de|del|de la|según|segundo|da|do|dal|dalla|dall['’]|secondo) ?(?:el |la |un |una |um |uma |lo |il |questo |este |esta |l['’])?` + places +
	`|(?:encontrado|copiado|leído|visto|lido|trovato|copiato|letto) (?:en|no|na|numa?|su|sul|sulla|nel|in) ?(?:el |la |un |una |um |uma |lo |il |l['’])?` + places +
	`|(?:(?:gekopieerd|kopierat) )?(?:van|uit|volgens|från|enligt) (?:het |de |een |dit |deze |en |ett )?` + places + `|(?:gevonden|gelezen|hittat|läst) (?:op|in|på|i) (?:het |de |een |en |ett )?` + places +
	`|(?:z|ze|według) (?:tej |jakiejś )?` + places + `|(?:znalezione|przeczytane|skopiowane) (?:w|na) ` + places +
	`|(?:(?:скопировал[аи]?|цитата|текст) )?(?:из|с|со|по данным|з|із|зі) ` + places + `|(?:нашел|нашла|нашёл|прочитал[аи]?|знайшов|знайшла|прочитав|прочитала) (?:в|на|у) ` + places +
	`|` + places + `(?:t?[dt][ae]n|['’]?[dt][ae]n)(?: alıntı)?|(?:من|نقلا عن|منقول من) ` + places + `|(?:מתוך |מה|מ)` + places + `|از ` + places + `|(?:dari|từ|theo) ` + places +
	`|(?:quoted |original )?source|sources|via|quelle|quellen|source d['’]origine|fuente|fuentes|fonte|fonti|fontes|bron|källa|kilde|źródło|zdroj|источник|джерело|kaynak|المصدر|مصدر|מקור|منبع|sumber|nguồn|स्रोत|来源|來源|出处|出處|出典|ソース|출처` +
	`|(?:来自|來自|摘自|转自|轉自|引自|从|從)(?:` + denseNet + `)(?:上|的|看到的|找到的)*|(?:` + denseNet + `)上?(?:说|說|看到的?|找到的?|摘录)` +
	`|(?:ネット|インターネット|ウェブ|ウィキペディア|サイト|記事|ブログ|掲示板)(?:上)?(?:から|より|の引用)+|(?:인터넷|웹|위키백과|나무위키|블로그|기사|웹사이트|커뮤니티)(?:에서)(?: 퍼온 글| 퍼옴| 본 글)?` +
	`)$`)

const denseNet = `网上|網上|网络|網路|互联网|網絡|百度|维基百科|维基|知乎|微博|小红书`

// places are where texts are found that nobody in particular has said.
const places = `(?:web|internets?|net|netz|world wide web|www|reddit|wikipedia|wiki|quora|stack ?overflow|twitter|facebook|tik ?tok|youtube|linkedin|google|chat ?gpt|web ?sites?|web ?pages?|web ?seite|home ?page|pages?|sites?|seite|forums?|blogs?|blog ?posts?|articles?|news ?papers?|newsletter|magazine|magazin|encyclopa?edia|` +
	`book|brochure|leaflet|ads?|advert|online|artikel|zeitung|zeitschrift|lexikon|buch|prospekt|werbung|toile|page web|site web|site|blogue|article|journal|livre|red|web|internet|página(?: web)?|sitio(?: web)?|foro|artículo|periódico|libro|rete|sito(?: web)?|pagina(?: web)?|articolo|giornale|rede|artigo|jornal|livro|` +
	`krant|boek|pagina|webb(?:en|sida)?|nätet|tidning(?:en)?|internetu|sieci|strony(?: internetowej)?|stronie|artykułu|gazety|wikipedii|forum|bloga|książki|интернета|интернете|сети|сайта|сайте|статьи|статье|газеты|википедии|форума|блога|книги|реддита|інтернету|інтернеті|мережі|сайту|статті|вікіпедії|форуму|` +
	`internet|vikipedi|site|الإنترنت|الانترنت|النت|الويب|ويكيبيديا|الموقع|موقع|اینترنت|وب|ویکی\x{200c}?پدیا|سایت|אינטרנט|רשת|ויקיפדיה|האתר|situs|artikel|mạng|trang web|bài báo)`
