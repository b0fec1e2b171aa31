package numeral_test

import (
	"testing"

	"keepsake/phrase/numeral"
)

// A number is the same number in words and in digits, in 15 languages; what is no number stays as it is.
func TestDigits(t *testing.T) {
	for said, want := range map[string]string{
		"forty-two and sixty one": "42 and 61", "two hundred and fifty": "250", "a dozen eggs": "a 12 eggs", "twelve hundred": "1200", "three thousand five hundred": "3500",
		"décimo segundo andar": "12 andar", "la vigésima tercera planta": "la 23 planta", "no décimo andar": "no 10 andar", "wir sind zu dritt": "wir sind zu 3", "живём вчетвером": "живём 4", "живемо втрьох": "живемо 3",
		"twenty-first": "21", "the third": "the 3", "four seven one nine": "4 7 one 9", "twenty five thirty": "25 30", "two and a half hours": "2·5 hours", "two and a half thousand": "2500",
		"an hour and a half": "an 1·5 hour", "one of them": "one of them", "a second": "a second", "second hand bike": "second hand bike", "2k": "2000", "the 3rd": "the 3",
		"1.200 and 1,200 and 1 200": "1200 and 1200 and 1200", "0,5 and .5": "0·5 and 0·5", "2,75": "2·75", "at 18.30": "at 18.30", "on 9.12.2026": "on 9.12.2026", "2026-12-09": "2026-12-09",
		"0171 234 567": "0171 234 567", "77 4129": "77 4129", "1,234.5": "1234·5", "3ºB": "3ºB", "5a": "5a", "v1.2.3": "v1.2.3", "12 345,6": "12345·6",
		"zweiundvierzig": "42", "zweihundertfünfzig": "250", "dreitausendzweihundert": "3200", "anderthalb Stunden": "1·5 Stunden", "zweieinhalb": "2·5", "der dritte": "der 3", "ein Hund": "ein Hund",
		"am achten": "am 8", "wir achten darauf": "wir achten darauf", "hundert": "100", "am einundzwanzigsten": "am 21",
		"tweeënveertig": "42", "drieëntwintig": "23", "honderdvijftig": "150", "de derde": "de 3", "anderhalf": "1·5", "onze hond is ziek": "onze hond is ziek", "tweeënhalf": "2·5", "tweeduizend vijfhonderd": "2500",
		"3 kilos 2": "3·2 kilos", "deux euros cinquante": "2·5 euros", "1 mètre 80": "1·8 mètre", "3 euros 20 fois": "3 euros 20 fois", "3 kilos 2 chats": "3 kilos 2 chats",
		"quatre-vingt-dix-sept": "97", "vingt-et-un": "21", "soixante et onze": "71", "deux mille cinq cents": "2500", "la troisième": "la 3", "quatre-vingts": "80", "cent vingt": "120", "une heure et demie": "1·5 heure",
		"treinta y ocho": "38", "mil doscientos": "1200", "dos mil quinientos": "2500", "la tercera": "la 3", "veintitrés": "23", "dos horas y media": "2·5 horas", "tengo once gatos": "tengo 11 gatos", "once a week": "once a week",
		"once I saw my cat": "once I saw my cat", "ciento veintitrés": "123",
		"quarantasette": "47", "duemilacinquecento": "2500", "ventuno": "21", "centoventi": "120", "il terzo": "il 3", "ho sei gatti": "ho 6 gatti", "sei": "sei", "un'ora e mezza": "un'1·5 ora", "quarant'anni": "40'anni", "millecinquecento": "1500",
		"rent due on the fifth": "rent due on the 5", "ho due gatti": "ho 2 gatti",
		"quarenta e sete": "47", "cento e vinte e três": "123", "dois mil e quinhentos": "2500", "terceira": "3", "o aniversário dos meus filhos": "o aniversário dos meus filhos", "bolo doce com meu café": "bolo doce com meu café",
		"kırk yedi": "47", "iki bin beş yüz": "2500", "üçüncü": "3", "yüz yirmi": "120", "saat on iki": "saat 12", "bir buçuk": "1·5", "on the bin": "on the bin", "yediye on var": "7 10 var", "Kirk is here": "Kirk is here",
		"сорок семь": "47", "сорока семи": "47", "две с половиной тысячи": "2500", "полтора часа": "1·5 часа", "третьего": "3", "двадцать первого": "21", "3 тыс": "3000", "две тысячи пятьсот": "2500", "сто двадцать три": "123", "одна кошка": "одна кошка",
		"час с половиной": "1·5 час",
		"сімдесят":        "70", "п'ятдесят п'ять": "55", "півтора": "1·5", "дев'ятого": "9", "третього": "3", "дві тисячі п'ятсот": "2500",
		"czterdzieści siedem": "47", "czterdziestu siedmiu": "47", "trzeciego": "3", "półtora": "1·5", "dwa i pół": "2·5", "dwadzieścia jeden": "21", "sto dwadzieścia": "120", "dwa tysiące pięćset": "2500", "na ten czas": "na ten czas",
		"خمسة وعشرون": "25", "خمسة و عشرين": "25", "مية وخمسين": "150", "الثالث": "3", "خمسطعش": "15", "ثلاث آلاف": "3000", "ثلاثة عشر": "13", "يوم الاثنين": "يوم الاثنين", "٣٢٠٠": "3200", "اثنين ونص": "2·5",
		"二十三": "23", "两千五": "2500", "百二十": "120", "三百度": "300度", "十月六日": "10月6日", "两个": "2个", "九月八号": "9月8日", "一个半小时": "1·5个小时", "2時間半": "2·5時間", "第三": "第3", "万一": "万一", "il mio cane": "il mio cane", "mein mio primo": "mein mio primo", "je dois partir": "je dois partir", "das beste Haus dort": "das beste Haus dort", "le vent du nord": "le vent du nord", "у моего друга": "у моего друга", "ходжу до другої групи": "ходжу до 2 групи", "Cem geldi": "Cem geldi", "saat dörtte": "saat 4", "saat beşe": "saat 5", "下周三三点": "下周三3点", "每周三次": "每周3次",
		"三四个": "三四个", "车位两千五一个月": "车位2500一个月", "二〇二六年": "2026年", "3万": "30000", "一点也不": "一点也不", "下午一点": "下午1点", "星期五": "星期五", "三万五千": "35000", "十分好": "十分好", "四万": "40000", "百二十円": "120円", "二つ": "2つ", "两个半小时": "2·5个小时",
		"스물셋": "23", "이십삼": "23", "세 시": "3 시", "두 번째": "2 번째", "셋째": "3째", "고양이 두 마리": "고양이 2 마리", "이천오백 원": "2500 원", "네 알겠어요": "네 알겠어요", "한 명": "한 명", "십이월": "12월", "열두 시": "12 시", "삼십 분": "30 분", "두 시간 반": "2·5 시간",
		"이 사람": "이 사람", "우리 천만에요": "우리 천만에요", "세시 십오분": "3시 15분",
	} {
		if got := numeral.Digits(said); got != want {
			t.Errorf("%q is %q, not %q", said, got, want)
		}
	}
}

// What is read for dates and times tells which number puts in order, and has words for one.
func TestMarked(t *testing.T) {
	for said, want := range map[string]string{
		"on the third": "on the 3º", "am 9.": "am 9.", "9-го": "9º", "девятого": "9º", "a la una y media": "a la 1 y media", "in a week": "in a week", "in una settimana": "in 1 settimana", "bir buçuk": "1 buçuk",
		"Sept 5": "Sept 5", "12 Dez.": "12 Dez.", "du 1er": "du 1º", "한 시": "1 시", "下午一点半": "下午1点半",
	} {
		if got := numeral.Marked(said); got != want {
			t.Errorf("%q is %q, not %q", said, got, want)
		}
	}
}
