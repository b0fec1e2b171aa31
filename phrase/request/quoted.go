package request

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
)

// This file tells requests from those within a quotation, and those of somebody else, and finds misspelt ones.

// singleQuotation finds what stands between single marks, which are apostrophes elsewhere.
var singleQuotation = regexp.MustCompile(`(?:^|\s)['‘][^'’]*['’](?:$|[\s.,?!])`)

// isQuoted reports whether words begin or end within a quotation beside which a sentence says something: translate "please remember me".
func isQuoted(sentence string, at Span) bool {
	for _, q := range append(phrase.FindQuotations(sentence), singleQuotation.FindAllStringIndex(sentence, -1)...) {
		isWithin := q[0] < at.To && at.To <= q[1] || q[0] < at.From && at.From < q[1]
		if isWithin && (saysSomething(sentence[:q[0]]) || saysSomething(sentence[q[1]:]) || phrase.IsDense(phrase.FirstRune(sentence[q[1]:]))) {
			return true
		}
	}
	return false
}

// Telling that is known by the whole sentence: a proverb with the one who says it, praise that mocks.
var (
	proverb = regexp.MustCompile(`(?i),\s*(?:(?:as|like) (?:my|our|the) \pL+ (?:always )?(?:says?|said|used to say)|(?:i|we) always (?:say|tell myself)|(?:wie|zoals) (?:mein|unser|mijn|ons)e?r? \pL+ (?:immer )?(?:sagt|sagte|zegt|zei)|(?:(?:comme|como|come|как|як|jak) )?(?:sagte?|sag ich|meinte|zei|zegt|zeg ik|says|said|dit|disait|dice|decía|diceva|disse|diz|dizia|mówi(?:ła|ł)?|mawiała?|powiedziała?|говорит|говорила?|говаривала?|сказала?|казала?|каже)(?: \pL+){1,3}|(?:he|she|they) (?:said|shouted|cried|yelled|whispered)|(?:brüllte|rief|schrie) \pL+|(?:der|derdi) \pL+|(?:\pL+ ){1,3}(?:der|derdi|dermiş)|(?:كما )?(?:يقول|تقول|كان يقول|كانت تقول)(?: \pL+){1,3})\s*[.!…]*$`)
	mocking = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:you (?:always |really |just |sure )*(?:remember|know|recall|save) (?:everything|it all)|you never forget(?: anything)?|du (?:merkst dir|weißt|behältst) (?:ja |auch |aber |wirklich |doch )*alles|du vergisst (?:ja |auch )*nie|tu (?:retiens|te souviens de|te rappelles|sais) (?:vraiment )?tout|te acuerdas de todo|(?:lo )?recuerdas todo|(?:ti )?ricordi (?:sempre )?tutto|lembras?(?:-te)? (?:sempre )?de tudo|(?:je|jij) onthoudt (?:ook |echt |toch )*alles|ты (?:же )?вс[её] помнишь|ти (?:ж )?все пам['’ʼ]?ятаєш|wszystko pamiętasz|her şeyi hatırlıyorsun|(?:تتذكر|فاكر) كل (?:شيء|شي|حاجة))(?:$|[^\pL])`)
)

// toOthers finds a beginning that asks to tell somebody else: "скажи ему, чтобы не забыл".
var toOthers = regexp.MustCompile(`(?i)^\PL*(?:(?:скажи|передай|кажи|перекажи|напомни|нагадай)(?:те)? (?:ему|ей|им|йому|їй|їм)|(?:powiedz|przekaż|przypomnij) (?:mu|jej|im)|(?:ona|onlara) (?:söyle|hatırlat)|(?:قول|قل|قولي|بلغ|ذكر) ?(?:له|لها|لهم))(?:$|\PL)`)

// isOthersSaying reports whether a sentence only sounds like a request: a proverb of somebody's, or mocking praise.
func isOthersSaying(sentence string) bool {
	return proverb.MatchString(sentence) || mocking.MatchString(sentence) || toOthers.MatchString(sentence)
}

var (
	// dutyTeller finds the end of what makes of the words behind it a duty of a group, or what somebody cannot do: "we had to", "no consigo".
	dutyTeller = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:wir (?:sollen|sollten|müssen|mussten)|we (?:moeten|moesten|have to|had to|should|must|need to)|nous (?:devons|devions|devrions)|on (?:doit|devait)|(?:debemos|tenemos que|teníamos que|debíamos|hay que|dobbiamo|dovevamo|temos (?:que|de)|tínhamos (?:que|de)|devemos)|мы (?:должны|обязаны)|нам (?:надо|нужно|треба|потрібно|trzeba)|ми (?:повинні|маємо|мусимо|мали)|(?:musimy|mamy|mieliśmy|powinniśmy)|علينا أن|يجب أن ن\pL*|` + inability + `|(?:can['’]?t|cannot|never can|kann|kan))(?: \pL+){0,4}\s*$`)
	// reporting finds the end of what makes of the words behind it what somebody said: "my boss said".
	reporting = regexp.MustCompile(`(?i)(?:^|\s)(?:said|told (?:me|us|him|her|them)|says|hat gesagt|gesagt|meinte|sagt|zei|zegt|(?:a|m['’]a|nous a) dit|(?:me |nos |le )?(?:dijo|dice)|(?:me |nos |te )?disse|(?:mi |ci )?ha detto|diceva)(?: that| to)?\s*$`)
	// unable finds a beginning that tells what the speaker cannot do.
	unable = regexp.MustCompile(`(?i)^\PL*(?:` + inability + `)\s`)
	// verbFinal finds a group before the end of a clause, and dutyBehind what it has to do: "we de jaartallen moesten onthouden".
	verbFinal  = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:wir|we|wij) [^,;:]*$`)
	dutyBehind = regexp.MustCompile(`^\s+(?:sollen|sollten|müssen|mussten|moesten|moeten)(?:$|\PL)`)
	dutyBefore = regexp.MustCompile(`(?i)(?:^|\s)(?:we|wij) (?:\pL+ ){0,4}(?:moesten|moeten)\s*$`)
	// impersonal finds the end of a subject of what people do: "man merkt".
	impersonal = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:man|one|men|people|si|się|se) ?$`)
	// impersonalVerb finds a beginning that tells what people do: "on note que".
	impersonalVerb = regexp.MustCompile(`(?i)^(?:on (?:note|retient|garde|mémorise|se souvient|se rappelle)|se (?:recuerda|anota|guarda)|si (?:ricorda|annota|nota))(?:$|\PL)`)
	// article finds a text that is only an article, and ofNoun what stands behind a noun: "la note du restaurant".
	article = regexp.MustCompile(`(?i)^\PL*(?:the|la|le|les|o|os|a|as|el|los|las|il|die|der|das|de|het|un|une|una)\s*$`)
	ofNoun  = regexp.MustCompile(`(?i)^\s+(?:from|of|on|in|at|by|du|de|des|del|dell[ao]|dei|da|do|dos|das|van|von|vom|aus)\s`)
	// arabicTeller finds somebody directly before a verb that may be a past tense in Arabic, and saidBefore who said the words behind it.
	arabicTeller = regexp.MustCompile(`(?:^|\s)(?:ال\pL{2,}|\pL{3,}ي|قال\pL*|كتب\pL*|هو|هي|هم|حدا)\s*$`)
	arabicCall   = regexp.MustCompile(`(?:يا|لو|من|الله) \pL+\s*$|(?:الرجاء|خلي|ممكن|لازم|بليز|دايما|يعني)\s*$`)
	arabicVerb   = regexp.MustCompile(`^(?:سج[ّ]?ل|خز[ّ]?ن|دو[ّ]?ن|قي[ّ]?د|ثب[ّ]?ت|افتكر|احفظ|ملاحظة)`)
	// turkishTold finds how goes on what somebody said.
	turkishTold = regexp.MustCompile(`(?i)^\s+(?:dedi|demiş|diyor|dediğ|derdi|denir)\pL*`)
	// scored finds what is recorded by a player and not by the listener.
	scored = regexp.MustCompile(`^(?:\s+\pL+){1,4}?\s+(?:هدف|هدفا|هدفين|أهداف|اهداف|نقطة|نقاط|رقماً|رقما)(?:$|\P{L})|^(?:\s+\pL+){1,3}?\s+(?:في|ب)\s?(?:ال)?(?:مدرسة|جامعة|نادي|روضة|دورة|حضانة)(?:$|\P{L})`)
)

// inability is how the speaker cannot do something.
const inability = `(?:no|non|não|nie|не) (?:consigo|puedo|logro|alcanzo a|riesco a|posso|mogę|potrafię|umiem|могу|умею|можу|вмію)|(?:n['’]|je )(?:arrive pas à|peux pas|parviens pas à)`

// lastWordOf returns the last word of a text.
func lastWordOf(s string) string {
	fields := strings.Fields(s)
	if len(fields) == 0 {
		return ""
	}
	return fields[len(fields)-1]
}

// isNoRequest reports whether words that may ask to keep something do not, by what stands around them.
func isNoRequest(head, words, behind string) bool {
	return dutyTeller.MatchString(head) || reporting.MatchString(head) || dutyBefore.MatchString(head) || dutyBehind.MatchString(behind) && verbFinal.MatchString(head) || impersonal.MatchString(head) || impersonalVerb.MatchString(strings.TrimSpace(lastWordOf(head)+" "+strings.TrimSpace(words))) || article.MatchString(head) && ofNoun.MatchString(behind) || scored.MatchString(behind) || turkishTold.MatchString(behind) ||
		arabicVerb.MatchString(words) && arabicTeller.MatchString(head) && !arabicCall.MatchString(head)
}

// withoutAside returns a text without what stands beside a request in a script without spaces: "이거 꼭".
func withoutAside(s string) string {
	if s == "" || !phrase.IsDense(firstLetter(s)) {
		return s
	}
	return theLexicon().dense["aside"].ReplaceAllString(s, "")
}

// quotingTask finds a task that is about a quotation.
var quotingTask = regexp.MustCompile(`(?i)^\PL*(?:translate|spell|pronounce|übersetze?|vertaal|tradui[st]|traduce|traduzca|traduci|traduz|traduza|переведи|переклади|przetłumacz|ترجم)(?: \pL+){0,3}(?:\s?:|:? ["“„«'‘])`)

// imperatives are words that ask to keep something, long enough to be known when one letter is wrong, as text.Terms leaves them.
var imperatives = []string{"remember", "memorize", "memorise", "ricordati", "ricorda", "memorizza", "recuerda", "acuerdate", "memoriza", "zapamietaj",
	"pamietaj", "zanotuj", "запомни", "сохрани", "запамятай", "занотуй", "hatirla", "onthoud", "retiens", "enregistre", "notiere", "lembrate"}

// correct are words like those that are not misspelt.
var correct = phrase.WordSet(`ricordai pamietaja memorizai recordati onthoudt`)

// saidByOther finds a speaker before what is said in Chinese.
var saidByOther = regexp.MustCompile(`(?:^|[^我你您便话跟再来小听])(?:说|說|写道)[:：，,]`)

var letters = regexp.MustCompile(`[\pL\pM]+`)

// findMisspelt returns where a misspelt request stands among the first words of a sentence.
func findMisspelt(sentence string) (out []Span) {
	for _, at := range letters.FindAllStringIndex(sentence, lead) {
		word := strings.Join(termsOf(sentence[at[0]:at[1]]), "")
		if len(word) < 6 || correct[word] || slices.Contains(imperatives, word) {
			continue
		}
		runes := []rune(word)
		if slices.ContainsFunc(imperatives, func(right string) bool { return isMisspelt(runes, []rune(right)) }) {
			out = append(out, Span{From: at[0], To: at[1]})
		}
	}
	return out
}

// isMisspelt reports whether a word is another with one letter more or less within it, or with two letters changed for each other.
func isMisspelt(word, right []rune) bool {
	n := min(len(word), len(right))
	if d := len(word) - len(right); d < -1 || d > 1 || word[0] != right[0] {
		return false
	}
	i := 0
	for i < n && word[i] == right[i] {
		i++
	}
	if i == n {
		return false // the end differs
	}
	switch {
	case len(word) > len(right):
		return slices.Equal(word[i+1:], right[i:])
	case len(word) < len(right):
		return slices.Equal(word[i:], right[i+1:])
	}
	return i+1 < n && word[i] == right[i+1] && word[i+1] == right[i] && slices.Equal(word[i+2:], right[i+2:])
}
