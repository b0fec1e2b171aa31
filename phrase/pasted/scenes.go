package pasted

import "keepsake/text/sieve"

// scenes finds what invites to a play of roles, and what stands behind it, "let's play: you are the doctor …", and what would be if something had been: "had
// I passed my test, I'd …".
var scenes = sieve.MustCompile(`(?is)(?:^|[.!?\n:,]\s*)(?:(?:` +
	`(?:let['’]?s|shall we|can we|we) (?:do (?:a |some )?)?(?:role[- ]?play|play pretend)|role[- ]?play\s*[:,]|let['’]?s (?:play|pretend)\b[^.!?\n:]{0,30}:|you(?:['’]re| are| be) (?:the|an?) [^.!?\n]{2,20} and i(?:['’]m| am|['’]ll be) (?:the|an?)|i['’]?ll be (?-i:\p{Lu})[^.!?\n]{2,20} (?:today|tonight|for now)|` +
	`let['’]?s (?:play a game|pretend),? i(?:['’]m| am|['’]ll be) an?|lass uns (?:ein spiel|etwas) spielen[,;] ich bin |jouons à un jeu[,;] (?:moi,? )?je suis |juguemos a un juego[,;] (?:yo )?soy |(?:facciamo|giochiamo a) un gioco[,;] (?:io )?sono |vamos jogar um jogo[,;] (?:eu )?sou |laten we een spel(?:letje)? (?:spelen|doen)[,;] ik ben |zagrajmy w grę[,;] (?:ja )?jestem |` +
	`(?:rollenspiel|rollenspel)\s*[:,]|(?:lass uns|wir|komm,? wir) (?:machen )?(?:ein |spielen )(?:rollenspiel|theater)|lass uns spielen\s*[:,]|du bist (?:der|die|das|ein|eine) [^.!?\n]{2,20}(?:und )?ich bin (?:der|die|das|ein|eine)|` +
	`jouons\s*[:,]|(?:un )?jeu de r[ôo]les?\s*[:,]|on (?:joue|fait comme si|dirait)\b[^.!?\n:]{0,20}:|tu es (?:le|la|l['’]|un|une)[^.!?\n]{2,20}(?:et )?(?:moi )?je suis (?:le|la|l['’]|un|une)|` +
	`(?:un )?juego de rol(?:es)?\s*[:,]|juguemos\b[^.!?\n:]{0,20}:|hagamos (?:como que|de cuenta)|t[uú] eres (?:el|la|un|una)[^.!?\n]{2,20}(?:y )?yo soy (?:el|la|un|una)|` +
	`(?:un )?gioco di ruolo\s*[:,]|giochiamo\b[^.!?\n:]{0,20}:|facciamo finta|tu sei (?:il|la|lo|l['’]|un|una)[^.!?\n]{2,20}(?:e )?io sono (?:il|la|lo|l['’]|un|una)|` +
	`jogo de pap[ée]is\s*[:,]|vamos (?:brincar|fingir|interpretar)\b|(?:tu és|você é) [oau]m?a? [^.!?\n]{2,20}(?:e )?eu sou [oau]|` +
	`(?:laten we|zullen we) (?:doen alsof|een rollenspel)|jij bent (?:de|het|een) [^.!?\n]{2,20}(?:en )?ik ben (?:de|het|een)|` +
	`(?:odgrywamy|odegrajmy|pobawmy się|zabawmy się|udawajmy)(?:$|[^\pL])|ty jesteś [^.!?\n]{2,20}(?:a )?ja jestem|` +
	`ролевая игра\s*[:,]|давай(?:те)? (?:сыграем|поиграем|представим|разыграем)|рольова гра\s*[:,]|давай(?:те)? (?:зіграємо|пограємо|уявимо|розіграємо)|` +
	`had (?:i|we) (?:[\pL'’]+ ){1,8}(?:i|we)(?:['’]d| would| could| might)\b|` +
	`(?:my (?:part|role|character) in (?:the|a|this) (?:\pL+ )?(?:play|musical|film|movie|show|panto)\b|meine rolle im (?:stück|film|musical)|mon (?:rôle|personnage) dans (?:la pièce|le film)|mi (?:papel|personaje) en la (?:obra|película)|(?:мне )?дали роль\s*:|(?:мені )?дали роль\s*:|dostał[ae]m rolę)|` +
	`(?:in (?:the|this|our) (?:game|play|story) i(?:['’]m| am)|im spiel bin ich|dans (?:le|ce) jeu je suis|en el juego (?:yo )?soy|nel gioco (?:io )?sono|no jogo (?:eu )?sou|in het spel ben ik|w grze jestem|в игре я|у грі я)|` +
	`(?:[\pL-]+ ){0,5}je joue une? \pL+, (?:j['’]ai|je suis|je)|i play an? \pL+, i(?:['’]m| am| have| live)|` +
	`(?:write|schreib\pL*|écris|escribe|scrivi|escreva|schrijf|napisz|напиши|yaz)[^:\n]{1,40}(?:on behalf of|as if you were|from the view|im namen|aus sicht|au nom de|en nombre de|a nome di|em nome de|namens|w imieniu|от имени|від імені|adına)[^:\n]{0,30}:|` +
	`(?:pretend|finge|fai finta|faz de conta|fais comme si|fais semblant|tu so, als|doe alsof|udawaj,?|притворись,?|прикинься,?|haz como)(?: que| che| dass| że| что| що)? (?:that )?(?:you|tu|tú|você|jij|ty|ты|ти|eres|sei|és|jesteś|du)(?:$|[^\pL])|` +
	`(?:rol yapalım|canlandırma yapalım|rol oyunu\s*[:,])|(?:لنلعب|نلعب|خلينا نلعب|خلينا نمثل|لعبة أدوار)[^.!؟?\n:]{0,20}[:،]` +
	`).*|[^，。\n]{0,6}(?:角色扮演|我们来演|我們來演|[你我](?:演|扮|当)\p{Han}{1,4}，[你我](?:演|扮|当)|来玩扮演).*|[^、。\n]{0,6}(?:ロールプレイ|ごっこ(?:しよう|遊び)|なりきり).*|[^.\n]{0,6}(?:역할극|상황극|롤플레이).*)`)
