package forgetting

import (
	"regexp"

	"keepsake/text/sieve"
)

// A wish begins a message or a sentence, behind a few words of politeness.
const (
	begins = `(?i)(?:^|[.!?…]\s+|[,;]\s+)`
	lead   = `(?:(?:please|pls|hey|hi|ok|okay|so|now|just|then|and|also|alright|well|can you|could you|would you|will you|i want you to|i['’]d like you to|i would like you to|you can|you should|you may|go ahead and|` +
		`bitte|du kannst|du sollst|dann|jetzt|und|mal|also|` +
		`пожалуйста|можешь|ты можешь|мог бы ты|а|и|ну|теперь|просто|` +
		`s['’]il te plaît|s['’]il te plait|stp|peux-tu|tu peux|et|por favor|puedes|y|per favore|puoi|e|alsjeblieft|kun je|wil je|en|proszę|будь ласка)[,!]?\s+)*`
	ends = `(?:[.!?…,;]|$)`
	// what is captured as whom or what: up to the end of the clause.
	what = `([^.!?…,;\n]{1,120}?)`
	// and where a clause with commas may follow, up to the end of the sentence.
	clause = `([^.!?…\n]{3,200}?)`
	stop   = `(?:[.!?…\n]|$)`
	// the end of a wish that names nothing, behind a few words of politeness.
	done = `(?:,? (?:please|pls|now|again|forever|completely|for good|thanks|thank you|bitte|danke|jetzt|wieder|für immer|пожалуйста|спасибо|сейчас|навсегда|s['’]il te plaît|por favor|per favore|grazie))*` + stop
)

const (
	enForget = `(?:forget|delete|erase|remove|wipe|clear)`
	enKnow   = `(?:you )?(?:may |might |have |ever |still )*(?:know|knew|remember|remembered|kept|keep|stored|store|saved|save|have|learned|learnt|noted)(?: down)?`
	deForget = `(?:vergiss|vergesse|lösche?|entferne?|vergesst)`
	deAsk    = `(?:kannst du|könntest du|würdest du|kannst du bitte|bitte) (?:bitte |mal )*`
	deKnow   = `(?:weißt|weisst|gespeichert hast|gemerkt hast|dir gemerkt hast|behalten hast|notiert hast|kennst|hast)`
	ruForget = `(?:забудь(?:те)?|удали(?:те)?|сотри(?:те)?)`
	ruKnow   = `(?:ты |вы )?(?:знаешь|помнишь|запомнила?|знаете|помните|сохранила?)`
	zhForget = `(?:忘掉|忘记|忘了|删除|删掉|清除|抹掉|抹去)`
	zhLead   = `^(?:请|麻烦|拜托|帮我|你|能不能|可以|能|就|把|好|那|，|,|\s)*`
)

// sureAll finds wishes to forget all that is remembered.
var sureAll = sieve.MustCompile(begins + lead + `(?:` +
	`forget (?:everything|all|anything|all of it|me)` + done +
	`|` + enForget + ` (?:all (?:of )?(?:my|your|the) (?:memories|memory|data)|my (?:data|memories)|your memory)` + done +
	`|` + enForget + ` (?:everything|all|anything|whatever|what)(?: that)? ` + enKnow + `(?: (?:about|of|on) (?:me|myself))?` + done +
	`|` + enForget + ` (?:everything|all|anything) (?:about|on) (?:me|myself)` + done +
	`|(?:vergiss|vergesse) (?:bitte |mal |jetzt )*(?:alles|mich)` + done +
	`|` + deForget + ` (?:bitte |mal |jetzt )*(?:alle (?:meine |deine )?(?:erinnerungen|daten)|meine daten|dein gedächtnis)` + done +
	`|` + deForget + ` (?:bitte |mal |jetzt )*(?:alles(?:,? was du)? (?:über|von|zu) (?:mich|mir)(?: ` + deKnow + `)?|(?:alles,? )?was du ` + deKnow + `)` + done +
	`|` + deAsk + `(?:alles|was du) (?:über mich|von mir) (?:weißt )?(?:bitte )?(?:vergessen|löschen)` + done +
	`|забудь(?:те)? (?:пожалуйста,? )?(?:вс[её]|меня)` + done +
	`|` + ruForget + ` (?:пожалуйста,? )?(?:обо мне вс[её]|все (?:мои )?(?:данные|воспоминания))` + done +
	`|` + ruForget + ` (?:пожалуйста,? )?(?:вс[её]|обо вс[её]м)?,? ?(?:что )?(?:` + ruKnow + ` )?обо мне(?: ` + ruKnow + `)?` + done +
	`|oublie[zr]? (?:tout|moi|-moi|tout ce que tu sais(?: (?:de|sur) moi)?|tout (?:sur|de) moi)` + done + `|(?:efface|supprime) tout(?: ce que tu sais)? (?:sur|de) moi` + done +
	`|(?:olvida|olvide|borra|elimina) (?:todo|todo lo que sabes(?: (?:de|sobre) mí)?|todo (?:de|sobre) mí)` + done +
	`|(?:dimentica|cancella) (?:tutto|tutto quello che sai(?: (?:di|su) me)?|tutto (?:di|su|su di) me)` + done +
	`|(?:esquece|esqueça|apaga|apague) (?:tudo|tudo o que sabes?(?: (?:de|sobre) mim)?|tudo sobre mim)` + done +
	`|(?:vergeet|wis|verwijder) alles(?: wat je weet)?(?: (?:over|van) mij)?(?: weet)?` + done +
	`|zapomnij wszystko(?: o mnie| co o mnie wiesz)?` + done + `|забудь (?:все|усе)(?: про мене)?` + done +
	`)|` + zhLead + zhForget + `(?:你(?:所)?(?:知道|记得|记住)的)?(?:(?:关于|有关)我(?:的)?)?(?:一切|所有(?:的)?(?:事|事情|记忆|信息|内容|东西)?|全部(?:的)?(?:记忆|内容)?|我|我的(?:一切|信息|资料|数据))(?:吧|了|好吗|可以吗)?[。！!.?？]*$` +
	`|` + zhLead + `(?:关于|有关)我的?(?:一切|所有(?:事|事情|记忆|信息|内容)?|全部(?:内容)?|事|事情)(?:都|全|全部)?` + zhForget + `(?:吧|了)?[。！!]*$` +
	`|^(?:私について|私のこと|全部|すべて|全て)(?:の)?(?:全部|すべて|全て|こと)?[をは]?(?:忘れて|消して|削除して)(?:ください|くれ|ね)?[。！!]*$` +
	`|^(?:나에 ?대한 ?)?(?:모든 ?(?:것|거|기억)(?:을|를)?|전부|다) ?(?:잊어|지워|삭제해)(?: ?줘| ?주세요)?[.!]*$`)

// sure finds wishes whose words mean a memory.
var sure = sieve.MustCompile(begins + lead + `(?:` +
	`forget (?:everything|all|anything)(?: that)? (?:about|regarding|concerning|on) ` + what + ends +
	`|` + enForget + ` (?:everything|all|anything|whatever|what)(?: that)? ` + enKnow + ` (?:about|regarding|concerning|on) ` + what + ends +
	`|(?:forget|delete|erase|remove) (?:the |all (?:the |my |your )?|any |your |my )?(?:memory|memories) (?:about|of|on|that|with) ` + what + ends +
	`|(?:forget|delete|erase|remove) ` + what + ` from (?:your |the )?(?:memory|memories)` + ends +
	`|forget that ` + clause + stop +
	`|forget (?:about )?(my [^.!?…,;\n]{1,60}?)` + stop +
	`|` + deForget + ` (?:bitte |mal |jetzt )*(?:alles|sämtliches)(?:,? was du)? (?:über|von|zu) ` + what + `(?: ` + deKnow + `)?(?: bitte)?` + ends +
	`|` + deForget + `,? (?:bitte |mal )*was du (?:über|von|zu) ` + what + ` ` + deKnow + ends +
	`|` + deForget + `,? (?:bitte|mal|wieder)?,? ?dass ` + clause + stop +
	`|` + deForget + ` (?:bitte )?(?:die |alle |deine )*erinnerung(?:en)? an ` + what + ends +
	`|` + deForget + ` ` + what + ` aus (?:deinem|dem) (?:gedächtnis|speicher)` + ends +
	`|(?:vergiss|vergesse) (?:bitte )?(mein(?:e|en|em|er)? [^.!?…,;\n]{1,60}?)` + stop +
	`|` + deAsk + `alles (?:über|von|zu) ` + what + ` (?:bitte )?(?:wieder )?(?:vergessen|löschen)(?: bitte)?` + ends +
	`|` + ruForget + `,? (?:пожалуйста,? )?(?:вс[её]|обо вс[её]м),? ?(?:что )?(?:` + ruKnow + ` )?(?:обо|об|о|про) ` + what + `(?: ` + ruKnow + `)?` + ends +
	`|` + ruForget + `,? (?:пожалуйста,? )?что ` + clause + stop +
	`|забудь(?:те)? (?:пожалуйста,? )?(?:(?:обо|об|о|про) )?(мо(?:й|я|ё|е|и|ю|ём|ем|ей|их|его|ими|им) [^.!?…,;\n]{1,60}?)` + stop +
	`|` + ruForget + ` (?:воспоминания? |записи |запись )(?:обо|об|о|про) ` + what + ends +
	`|(?:oublie[zr]?|efface|supprime) tout(?: ce que tu sais)? (?:sur|de|à propos de|concernant) ` + what + ends + `|oublie[zr]? que ` + clause + stop +
	`|(?:olvida|olvide|borra|elimina) todo(?: lo que sabes)? (?:sobre|de|acerca de) ` + what + ends + `|(?:olvida|olvide) que ` + clause + stop +
	`|(?:dimentica|cancella) tutto(?: quello che sai| ciò che sai)? (?:su|di|sul|sulla|del|della|riguardo a) ` + what + ends + `|dimentica che ` + clause + stop +
	`|(?:esquece|esqueça|apaga|apague) tudo(?: o que sabes?)? (?:sobre|do|da|de) ` + what + ends + `|(?:esquece|esqueça) que ` + clause + stop +
	`|(?:vergeet|wis|verwijder) alles(?: wat je)? (?:over|van) ` + what + `(?: weet)?` + ends + `|vergeet dat ` + clause + stop +
	`|zapomnij (?:o )?wszystk(?:o|im)(?: co wiesz)? o ` + what + ends + `|zapomnij,? że ` + clause + stop +
	`|забудь (?:все|усе)(?: що знаєш)? (?:про|о) ` + what + ends + `|забудь,? що ` + clause + stop +
	`)|` + zhLead + zhForget + `(?:你(?:所)?(?:知道|记得|记住)的)?(?:所有|全部|一切)?(?:的)?(?:有关|关于)([^。！？\n，]{1,40}?)(?:的)?(?:一切|所有(?:事|事情|记忆|信息|内容)?|全部(?:内容)?|事情|事|内容|记忆|信息|东西)?(?:吧|了|好吗)?[。！!.?？]*$` +
	`|` + zhLead + `(?:有关|关于)([^。！？\n，]{1,40}?)(?:的)?(?:一切|所有(?:事|事情|记忆|信息|内容)?|全部(?:内容)?|事情|事|内容|记忆|信息)(?:都|全|全部)?(?:给我)?(?:忘掉|忘记|忘了|删除|删掉|清除)(?:吧|了)?[。！!]*$` +
	`|^(?:请|麻烦|拜托)+(?:你)?(?:帮我)?` + zhForget + `(我[^。！？\n，]{2,40}?)(?:这件事|这个|的事)?(?:吧)?[。！!]*$|^(?:你)?(?:忘掉|删掉|删除)(我[^。！？\n，]{2,40}?)(?:这件事|这个|的事)?(?:吧)?[。！!]*$` +
	`|^(.{1,30}?)(?:について|に関して)(?:の)?(?:こと|記憶)?(?:は|を)?(?:全部|すべて|全て)?(?:の?こと)?(?:を)?(?:忘れて|消して|削除して)(?:ください|くれ|ね)?[。！!]*$` +
	`|^(.{1,30}?)에 ?(?:대한|대해|관한) ?(?:건|거|것을?|모든 ?(?:것|거|기억)(?:을|를)?|기억(?:을|를)?)? ?(?:다 ?|전부 ?|모두 ?)?(?:잊어|지워|삭제해)(?: ?줘| ?주세요)?[.!]*$` +
	`|^(.{1,40}?) hakkında(?:ki)?(?: bildiğin)?(?: her ?şeyi)? (?:unut|sil)[.!]*$`)

// maybe finds wishes that may mean something else: "forget Alec".
var maybe = sieve.MustCompile(begins + lead + `(?:` +
	`forget(?: about)? ` + what + ends + `|(?:delete|erase|remove) (my [^.!?…,;\n]{1,40}?)` + stop + `|(?:vergiss|vergesse) (?:bitte )?` + what + ends + `|lösche? (?:bitte )?(mein(?:e|en|em|er)? [^.!?…,;\n]{1,40}?)` + stop +
	`|удали(?:те)? (мо(?:й|я|ё|е|и|ю) [^.!?…,;\n]{1,40}?)` + stop + `|забудь(?:те)? (?:пожалуйста,? )?(?:(?:обо|об|о|про) )?` + what + ends +
	`|oublie[zr]? ` + what + ends + `|(?:olvida|olvide) ` + what + ends + `|dimentica ` + what + ends + `|(?:esquece|esqueça) ` + what + ends + `|vergeet ` + what + ends + `)` +
	`|` + zhLead + `(?:忘掉|忘记|忘了|删掉|删除)([^。！？\n，]{1,40}?)(?:吧|了)?[。！!]*$`)

// last finds wishes to forget what was said last.
var last = regexp.MustCompile(begins + lead + `(?:(?:forget|delete|erase|remove) (?:that|this|it|what i (?:just )?(?:said|told you))(?: please| again| from (?:your )?memory)*` + ends +
	`|` + deForget + ` (?:bitte )?(?:das|dies|was ich (?:dir )?(?:gerade |eben )?gesagt habe)(?: bitte| wieder)*` + ends +
	`|` + ruForget + ` (?:пожалуйста,? )?(?:это|об этом|что я сказала?)(?: пожалуйста)?` + ends + `)|` + zhLead + zhForget + `(?:这个|那个|这件事|这些|它|刚才的话)(?:吧)?[。！!]*$`)

// idiom finds figures of speech that ask for nothing: "forget it, never mind".
var idiom = sieve.MustCompile(`(?i)\b(?:forget (?:about )?it\b|never ?mind|doesn['’]t matter|no worries|let['’]s forget|vergiss es\b|vergessen wir|macht nichts|egal|schon gut|laisse tomber|laat maar)|` +
	`(?:^|[^\pL])(?:ладно|неважно|не важно|проехали|забудь об этом|забей|нема значення)(?:$|[^\pL])|算了|没关系|没事|不用了|別に|신경 ?쓰지`)

// talk are things that people forget in talk, and no memories.
var talk = regexp.MustCompile(`(?i)^(?:that|this|it|what|everything|all|anything|one|us|you|one['’]s|the (?:rest|past|idea|question|last|previous|above|first|second|whole)|my (?:last|previous|first|earlier|question|questions|message|messages|request|manners|mistake|mistakes|comment|comments|words|bad|head|idea|suggestion|order)|i (?:even |just |ever |only )*(?:asked|said|mentioned|wrote|texted|sent)|we (?:ever |even )?(?:met|talked|spoke)|last|how|who|why|where|when|to |for |not|nicht|niet|ne |pas |` +
	`das|es|dies|alles|was|wie|mal|nie|meine? (?:frage|letzte|nachricht|bitte|worte|idee|vorige|manieren)|ich (?:\S+ )?(?:gefragt|gesagt|geschrieben)|den rest|` +
	`это|об этом|этом|вс[её]|что|как|мо(?:й|и|ё|е|ю) (?:вопрос|прошл|последн|сообщени|слова|просьб)|я (?:это )?(?:сказал|спросил|спрашивал|написал)|не |нет|` +
	`ça|cela|eso|esto|lo|quello|questo|isso|isto|dat|het)(?:$|[^\pL])|\b(?:ich )?(?:dir )?(?:gefragt|geschrieben) habe$|^(?:密码|带|拿|吃|关|我(?:的)?(?:刚才|刚刚|上)|我(?:说|问|刚)|说|问|这|那|它|刚|什么|怎么|为什么|一切|所有)`)

// trailing are words behind what is named.
var trailing = regexp.MustCompile(`(?i)(?:,?\s*(?:please|pls|now|again|forever|for good|completely|right away|thanks|thank you|ok|okay|will you|would you|bitte|danke|wieder|jetzt|sofort|für immer|пожалуйста|спасибо|сейчас|навсегда|s['’]il te plaît|merci|por favor|gracias|per favore|grazie|obrigado|alsjeblieft|proszę))+$`)

// everything finds descriptions of all that is remembered.
var everything = regexp.MustCompile(`(?i)^(?:\*|(?:(?:really |absolutely )?(?:all|everything|anything|whatever|what)(?: of it| there is| that)?(?: ` + enKnow + `)?(?: (?:about|of|on) (?:me|myself|(?:the )?user|them|him|her))?)|(?:about )?(?:me|myself|(?:the )?user)|(?:all (?:of )?)?(?:my |the |your |of my )*(?:memory|memories|data|facts|information|info)(?: (?:about|of|on) (?:me|myself|(?:the )?user))?|` +
	`alles|alles(?:,? was du)? (?:über|von|zu) (?:mich|mir)(?: ` + deKnow + `)?|(?:über )?mich|mir|(?:alle )?(?:meine |deine )?(?:erinnerungen|daten)|` +
	`вс[её]|вс[её],? (?:что )?(?:` + ruKnow + ` )?обо мне|обо мне(?: вс[её])?|меня|мне|все (?:мои )?(?:данные|воспоминания)|` +
	`一切|所有|全部|所有(?:的)?(?:记忆|事|事情|信息|内容)|全部(?:的)?(?:记忆|内容)|我|关于我|(?:关于|有关)?我的?(?:一切|所有(?:事|事情|记忆|信息)?|全部|事|事情|信息|资料|数据)|用户|` +
	`tout|tout (?:sur|de) moi|moi|todo|todo (?:sobre|de) mí|mí|yo|tutto|tutto (?:su|di|su di) me|me|tudo|tudo sobre mim|mim|alles over mij|mij|wszystko|wszystko o mnie|усе|все про мене|мене|her şey|hakkımdaki her şey|ben|全て|すべて|私|私のこと|私について(?:全て|すべて|全部)?|전부|모두|모든 ?것|나|나에 ?대한 ?모든 ?것|كل شيء|كل شيء عني|הכל|הכול)$`)

// aboutWhom finds whom a description of all memories about somebody names.
var aboutWhom = regexp.MustCompile(`(?i)^(?:(?:all|everything|anything|whatever|what)(?: that)?(?: ` + enKnow + `)? (?:about|regarding|concerning|on) (.+)|(?:all (?:of )?)?(?:the |my |your )?(?:memories|memory|facts) (?:about|of|on) (.+)|about (.+)|` +
	`alles(?:,? was du)? (?:über|von|zu) (.+?)(?: ` + deKnow + `)?|вс[её],? (?:что )?(?:` + ruKnow + ` )?(?:обо|об|о|про) (.+)|(?:所有|一切|全部)?(?:有关|关于)(.+?)(?:的)?(?:一切|所有(?:事|事情|记忆|信息)?|全部|事情|事|内容|记忆|信息)?|` +
	`tout (?:sur|de|à propos de) (.+)|todo (?:sobre|de|acerca de) (.+)|tutto (?:su|di) (.+)|tudo sobre (.+)|alles over (.+)|wszystko o (.+)|(?:все|усе) про (.+))$`)
