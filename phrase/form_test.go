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

// So are those of Russian and Ukrainian, in which a noun of a verb and a reflexive verb are other words.
func TestAreForms_Cyrillic(t *testing.T) {
	for _, pair := range strings.Fields(`живу/живет живу/жил работаю/работает работал/работает пишу/писал люблю/любит хожу/ходит вожу/водит сплю/спит готовлю/готовит купил/купила купили/купил
		кота/кот кошку/кошка кошек/кошка девочек/девочка сестра/сестры брат/брата братья/братьев отец/отца отцом/отец имя/имени мать/матери красныи/красная
		большои/большую синии/синего учусь/учится боюсь/боится занимаюсь/занимается переехал/переехала танцую/танцевал рисую/рисует пью/пьет могу/может
		мог/могла беру/берет лечу/летит лечу/лечит крашу/красит аллергия/аллергию аллергии/аллергия квартира/квартире машина/машину кафе/кафе город/города
		городе/город вечером/вечер улице/улица собака/собаку котята/котят женат/женатыи сделан/сделана закрыт/закрыта быстро/быстрыи веган/вегана
		японскии/японского болеет/болел играю/играет тренируюсь/тренируется снимаю/снимает встаю/встает живу/живе працюю/працює вчу/вчить мешкаю/мешкає
		онук/онука хату/хата хаті/хата лікарня/лікарні синіи/синя великии/великого ходжу/ходить готую/готує сплю/спить люблю/любить переіхав/переіхала
		купив/купила пишу/пише кава/каву чаю/чаи сестра/сестрі місто/місті дитина/дитини хлопець/хлопця врача/врач врачи/врач врачом/врач
		понедельник/понедельникам понедельник/понедельника вторник/вторникам суббота/субботам орехи/орехов орех/орехи раз/раза тысяча/тысячи тысяч/тысяча
		рублеи/рубль учителем/учитель учителя/учитель водителем/водитель музыкант/музыканта футболом/футбол ходила/ходит ездит/езжу едет/еду поедет/поеду
		поеду/поедут уволился/уволилась`) {
		if a, b, _ := strings.Cut(pair, "/"); !phrase.AreForms(a, b) {
			t.Errorf("%s are two words", pair)
		}
	}
	for _, pair := range strings.Fields(`певец/петь рыба/рыбак строитель/строит учитель/учится учитель/учит больна/больница больна/больнице начал/начальник победил/победитель
		работает/работник готовит/готова лечит/лечится учит/учится рис/рисовать рис/рисую молоко/молочныи завод/заводит повар/поварешка ученик/учится
		певица/певец библиотека/библиотекарь играть/игрок пловец/плов співак/співає учитель/учить рыбныи/рыбак школа/школьник врач/врачебныи часы/часто`) {
		if a, b, _ := strings.Cut(pair, "/"); phrase.AreForms(a, b) {
			t.Errorf("%s are forms of one word", pair)
		}
	}
}
