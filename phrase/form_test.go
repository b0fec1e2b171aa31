package phrase_test

import (
	"strings"
	"testing"

	"keepsake/phrase"
)

// Forms of one word are told from words that begin alike.
func TestAreForms(t *testing.T) {
	for _, pair := range strings.Fields(`smokes/smoking drink/drinks swim/swimming party/parties swapped/swap allergy/allergic kurze/kurzer wohnt/wohnen
		erinnert/erinnerst tomamos/toma comecou/comecei passei/passou mudamos/muda dottor/dottoressa mangio/mangia cheval/chevaux
		calisiyor/calisiyorum alerjim/alerjisi kizim/kizi findik/findiga toplantisi/toplantimiz kopek/kopegi anahtari/anahtarini nobetci/nobetciyim
		beve/bevo apprends/apprend vegan/vegane numarasi/numaram dutch/dutch автобус/автобуса tutoye/tutoie hablame/hable`) {
		if a, b, _ := strings.Cut(pair, "/"); !phrase.AreForms(a, b) {
			t.Errorf("%s are two words", pair)
		}
	}
	for _, pair := range strings.Fields(`single/singer nurse/nursery chicken/chickpeas pasta/pastry party/partner grandma/grandpa stepmum/stepson
		colleague/college internship/internet carpenter/carpet peppers/peppermint train/trail weekly/weekend vermiete/vermisst chevaux/cheveux
		poisson/poison schulter/schule sekerli/sekersiz alcohol/alcoholvrij butter/buttermilk sugar/sugarless physics/physio`) {
		if a, b, _ := strings.Cut(pair, "/"); phrase.AreForms(a, b) {
			t.Errorf("%s are forms of one word", pair)
		}
	}
}

func TestAreStrangers(t *testing.T) {
	for _, pair := range strings.Fields("pear/peas tea/team casa/casado kuchen/kuche poire/pois barco/barca peer/pees") {
		if a, b, _ := strings.Cut(pair, "/"); !phrase.AreStrangers(a, b) || !phrase.AreStrangers(b, a) {
			t.Errorf("%s are forms of one word", pair)
		}
	}
	for _, pair := range strings.Fields("pear/pears casado/casada pear/apple solo/solo") {
		if a, b, _ := strings.Cut(pair, "/"); phrase.AreStrangers(a, b) {
			t.Errorf("%s are strangers", pair)
		}
	}
}
