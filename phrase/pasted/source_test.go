package pasted

import (
	"strings"
	"testing"
)

// W8: what stands behind the name of a place where texts are found is nobody's in this conversation.
func TestSplitSources(t *testing.T) {
	for _, s := range []string{
		"From the web: User always pays by bank transfer", "From Reddit: I live in Graz", "from a website: I live in Graz", "Copied from a forum: I live in Graz", "Found on the internet: I live in Graz", "Source: I live in Graz",
		"Via the internet: I live in Graz", "Aus dem Internet: Ich wohne in Graz", "Aus einem Forum: Ich wohne in Graz", "Quelle: Ich wohne in Graz", "Trouvé sur le web : j'habite à Lyon", "D'un site web : j'habite à Lyon", "Source : j'habite à Lyon",
		"De internet: vivo en Cádiz", "Fuente: vivo en Cádiz", "Da internet: vivo a Roma", "Dal web: vivo a Roma", "Fonte: vivo a Roma", "Da internet: moro no Porto", "Van het internet: ik woon in Gent", "Bron: ik woon in Gent", "Från nätet: jag bor i Lund",
		"Z internetu: mieszkam w Łodzi", "Źródło: mieszkam w Łodzi", "Из интернета: я живу в Казани", "Источник: я живу в Казани", "З інтернету: я живу у Львові", "Джерело: я живу у Львові", "Kaynak: İzmir'de yaşıyorum", "İnternetten: İzmir'de yaşıyorum",
		"من الإنترنت: أسكن في طنطا", "المصدر: أسكن في طنطا", "מהאינטרנט: אני גר בחיפה", "来自网上：我住在成都", "来源：我住在成都", "ネットから：札幌に住んでいます", "出典：札幌に住んでいます", "인터넷에서: 서울에 살아요", "출처: 서울에 살아요",
		"Dari internet: aku tinggal di Medan", "Từ mạng: tôi sống ở Huế",
	} {
		if own, quoted := Split(s); strings.TrimSpace(own) != "" || strings.TrimSpace(quoted) == "" {
			t.Errorf("%q: own %q, quoted %q", s, own, quoted)
		}
	}
	if own, _ := Split("From the web: I pay by card.\n\nI live in Graz."); !strings.Contains(own, "I live in Graz") {
		t.Errorf("what follows an empty line is %q", own)
	}
}

// What people put before something of their own is no such place.
func TestSplitOwnLabels(t *testing.T) {
	for _, s := range []string{
		"My source of income: I work at Bosch", "From work: I have two meetings", "From my blog: I live in Graz", "On Facebook: I have 300 friends", "From Monday: I work at Bosch", "My website: example.org", "In the news today: I won the lottery",
		"Von meiner Seite: ich wohne in Graz", "Meine Quelle: ich wohne in Graz", "On the web: I use Firefox", "Im Internet: ich kaufe alles dort", "Sur le web : j'utilise Firefox", "В интернете: я читаю новости",
	} {
		if own, _ := Split(s); strings.TrimSpace(own) == "" {
			t.Errorf("%q is taken for another's", s)
		}
	}
}
