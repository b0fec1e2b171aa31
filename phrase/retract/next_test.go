package retract

import (
	"strings"
	"testing"
)

// W3: a message of a later turn that takes back what was said before it leaves nothing of that: before => next, and what stays of the next one behind "|".
func TestBlankNextOfALaterTurn(t *testing.T) {
	for _, s := range []string{
		"I have a dog. I live in Graz => no wait, that was a joke|", "I live in Graz => just kidding lol|", "I live in Graz => Sorry, I lied.|", "I live in Graz => that's not true|", "I live in Graz => I made that up|",
		"I live in Graz => that was a joke, |I live in Linz", "Where can I eat? I live in Graz => haha, just kidding|", "I am a doctor => ignore what I said|", "I'm a doctor => wait no, that was not true|",
		"I'm a doctor => lol no that was a lie|", "I'm a doctor => actually that was a joke|", "I'm a doctor => oh no, I was only joking|", "I'm a doctor => Ha, I was kidding!|", "I'm a doctor => nah, forget that|",
		"Ich wohne in Graz => das stimmt gar nicht, war nur Spaß|", "Ich wohne in Graz => nee, war nur ein Scherz|", "Ich wohne in Graz => Quatsch, das war gelogen|", "Ich wohne in Graz => das war nur ein Witz|",
		"Ich wohne in Graz => vergiss das bitte|", "Ich wohne in Graz => das ist nicht wahr|", "Ich wohne in Graz => stimmt gar nicht|", "Ich wohne in Graz => ich hab gelogen|",
		"J'habite à Lyon => non, c'était une blague|", "J'habite à Lyon => je plaisante|", "J'habite à Lyon => c'est faux, je plaisantais|", "J'habite à Lyon => en fait c'était pour rire|", "J'habite à Lyon => oublie ça|",
		"Vivo en Cádiz => no, era broma|", "Vivo en Cádiz => no es verdad, era una broma|", "Vivo en Cádiz => es mentira|", "Vivo a Roma => no, scherzavo|", "Vivo a Roma => non è vero, era uno scherzo|", "Moro no Porto => não, era brincadeira|",
		"Moro no Porto => não é verdade, menti|", "Ik woon in Gent => nee, grapje|", "Ik woon in Gent => dat was maar een grapje|", "Ik woon in Gent => dat is niet waar|", "Jag bor i Lund => nej, jag skojade bara|",
		"Mieszkam w Łodzi => nie, żartowałem|", "Mieszkam w Łodzi => to nieprawda|", "Bydlím v Brně => ne, to byl vtip|", "Я живу в Казани => нет, я пошутил|", "Я живу в Казани => это неправда, я шучу|", "Я живу у Львові => ні, це був жарт|",
		"İzmir'de yaşıyorum => hayır, şaka yaptım|", "İzmir'de yaşıyorum => şakaydı|", "أسكن في طنطا => لا، كنت أمزح|", "אני גר בחיפה => סתם, צחקתי|", "我住在成都 => 开玩笑的|", "我住在成都 => 不是真的，骗你的|", "札幌に住んでいます => 冗談です|",
		"札幌に住んでいます => さっきのは嘘です|", "서울에 살아요 => 농담이에요|", "서울에 살아요 => 아니, 장난이야|", "Aku tinggal di Medan => bercanda kok|", "Tôi sống ở Huế => nói đùa thôi|", "मैं पुणे में रहता हूँ => मज़ाक कर रहा था|",
		"Μένω στην Πάτρα => πλάκα έκανα|", "Μένω στην Πάτρα => όχι, αστειευόμουν|", "Szegeden lakom => nem, csak vicceltem|", "Szegeden lakom => csak vicc volt|", "Locuiesc în Cluj => nu, am glumit|", "Locuiesc în Cluj => era o glumă|",
		"Asun Turussa => ei, se oli vitsi|", "Asun Turussa => vitsi vitsi|", "Jeg bor i Bergen => nei, jeg bare tulla|", "Jeg bor i Aarhus => det var bare en joke|",
	} {
		before, next, _ := strings.Cut(s, " => ")
		taken, rest, _ := strings.Cut(next, "|")
		b, n := BlankNext(before, taken+rest, true)
		if strings.TrimSpace(b) != "" || strings.TrimSpace(n) != strings.TrimSpace(rest) || len(b) != len(before) || len(n) != len(taken+rest) {
			t.Errorf("%q: %q, %q", s, b, n)
		}
	}
}

// What says something else, or may be about an answer to a question, takes nothing back that was said in an earlier turn.
func TestBlankNextLeavesTheRest(t *testing.T) {
	for _, s := range []string{
		"I live in Graz => thanks", "I live in Graz => tell me a joke", "I live in Graz => no", "I live in Graz. What is the capital of Italy? => that's wrong", "I live in Graz. Wie heißt der Fluss? => das stimmt nicht",
		"I live in Graz => my boss told me a joke", "I live in Graz => I like tea. Just kidding", "Ich wohne in Graz => ich mag Witze", "I live in Graz => yes", "Я живу в Казани => расскажи шутку",
		"I live in Graz => no kidding!", "Μένω στην Πάτρα => πες μου ένα αστείο", "Szegeden lakom => mondj egy viccet",
	} {
		before, next, _ := strings.Cut(s, " => ")
		if b, _ := BlankNext(before, next, true); b != before {
			t.Errorf("%q: %q", s, b)
		}
	}
}
