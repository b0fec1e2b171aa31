package retract

import (
	"strings"

	"keepsake/text/sieve"
)

// BlankNext returns a text without what the same person's next one takes back, and the next one without the words that do so, both with blanks in their
// place. isLater says that the next one is of a later turn, so that an answer stands between them: then it takes back all of the text before where it
// begins with such words ("no wait, that was a joke"), unless they may be about an answer to a question: "what is …?", "that is wrong".
func BlankNext(before, next string, isLater bool) (string, string) {
	n, to := len(before), takenBackUpTo(next)
	if !isLater {
		both := Blank(before + "\n" + next)
		if to > 0 && both[:n] == before { // it looked like the correction of a value
			from := startOf(before, false)
			return before[:from] + blankLetters(before[from:]), blankLetters(next[:to]) + both[n+1+to:]
		}
		return both[:n], both[n+1:]
	}
	if to == 0 || strings.ContainsAny(before, "?？؟") && !joking.MatchString(next[:to]) {
		return before, next
	}
	return blankLetters(before), blankLetters(next[:to]) + next[to:]
}

// takenBackUpTo returns where words end that a text begins with and that take something back, 0 where there are none.
func takenBackUpTo(s string) (to int) {
	if !mayRetract.MatchString(s) || noKidding.MatchString(s) {
		return 0
	}
	for {
		at := opening.FindStringIndex(s[to:])
		if at == nil || at[1] == 0 {
			return to
		}
		to += at[1]
	}
}

var (
	// opening finds such words where a text begins with them, and ends or pauses behind them.
	opening = sieve.MustCompile(`(?i)^[^\pL\pN]*(?:(?:` + interjection + `|όχι|οχι|nem|nu|ei|nei|아니|不|不是|いや|いいえ|wait|hold on|warte|moment|attends|espera|aspetta|wacht|czekaj|стой|подожди|bekle)[,.!…،、， ]+)*(?:` +
		wordings + `)(?:\s*(?:lol|haha\w*|hehe\w*|jaja\w*|xd|mdr|kk+|ㅋ+|ㅎ+|哈+|笑|w+))*[\s😂🤣😅😜😝😆🙃]*(?:$|[.!?…\n,;:—–)。！？，、؟،~]+|\s-+\s)`)
	// noKidding finds what only sounds alike.
	noKidding = sieve.MustCompile(`(?i)^\s*no (?:kidding|joke)\b`)
	// joking finds words that nobody says of an answer that somebody else gave.
	joking = sieve.MustCompile(`(?i)jok|kidd|jk|lied|lying|made (?:that|it|this|all of it) up|prank|psych|april|scherz|witz|spaß|spass|gelogen|geflunkert|erfunden|verarscht|reingelegt|plaisant|blagu|rigol|déconn|menti|` +
		`broma|coña|vacilando|bugia|brinca|zoa|piada|grap|geintje|loog|skoja|skämt|ljög|żart|skłama|srandu|legraci|vtip|lhal|шут|шуч|вру|врал|жарт|бреха|şaka|uydur|yalan söyl|مزح|أمزح|كذبت|בדיחה|צוחק|צחק|סתם|שיקרתי|شوخی|` +
		`मज़ाक|मजाक|bercanda|becanda|bohong|đùa|giỡn|玩笑|逗你|骗你|騙你|冗談|嘘|うそ|ウソ|なんちゃって|농담|뻥|장난|거짓말|πλάκα|αστει|αστεί|ψέμα|vicc|hazud|glum|mințit|vitsi|valeht|tull|spøk|spøg|løy|løj`)
)

// later are words of more languages, and more of those that take back what was said a while before.
const later = `(?:(?:μια |ένα )?(?:πλάκα|αστείο|ψέμα)(?: (?:ήταν|έκανα|κάνω))?|(?:ήταν|έκανα|κάνω) (?:ένα |μια )?(?:πλάκα|αστείο|ψέμα)|αστειευόμουν|αστειεύομαι|είπα ψέματα|δεν είναι αλήθεια|ξέχνα το|ξέχασέ το` +
	`|(?:csak )?(?:vicceltem|viccelek|vicc volt|hazudtam|poén volt)|nem igaz|felejtsd el` +
	`|(?:am )?glumi(?:t|eam)|glumesc|(?:era|a fost) (?:doar )?(?:o glumă|o minciună)|am mințit|nu(?: e|-i| este) adevărat` +
	`|(?:se oli )?(?:vain |pelkkä |vitsi )?(?:vitsi|pila)|vitsailin|valehtelin|(?:se )?ei ole totta|unohda se` +
	`|(?:jeg )?(?:bare |kun )?(?:tulla|tullet|spøkte|spøgte|løy|løj|jokede)|det var (?:bare |kun )?(?:en )?(?:spøk|spøg|joke|løgn|tull)|(?:det er )?ikke san[dt]t?` +
	`|צחקתי|(?:さっきの|それ|今の)(?:は)?(?:冗談|嘘|うそ)(?:です|だよ|でした|だった)*|我(?:在)?开玩笑(?:呢|的)?|개그였어)`

// blankLetters returns a text with blanks in the place of all but its line breaks.
func blankLetters(s string) string {
	out := []byte(s)
	for i := range out {
		if out[i] != '\n' {
			out[i] = ' '
		}
	}
	return string(out)
}
