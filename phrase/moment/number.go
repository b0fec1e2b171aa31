package moment

import (
	"fmt"
	"regexp"
	"strings"

	"keepsake/text"
)

// This file reads numbers that are said in words.

// numerals are number words, as the digits that mean the same.
var numerals = map[string]string{
	"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5", "sixth": "6", "seventh": "7", "eighth": "8", "ninth": "9", "tenth": "10",
	"thirteen": "13", "fourteen": "14", "fifteen": "15", "sixteen": "16", "seventeen": "17", "eighteen": "18", "nineteen": "19", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90",
	"zwanzig": "20", "dreissig": "30", "vierzig": "40", "funfzig": "50", "veinte": "20", "treinta": "30", "cuarenta": "40", "cincuenta": "50", "vingt": "20", "trente": "30", "quarante": "40", "cinquante": "50",
	"primero": "1", "doce": "12", "douze": "12", "onze": "11", "quinze": "15",
	"due": "2", "tre": "3", "quattro": "4", "cinque": "5", "sei_": "6", "sette": "7", "otto": "8", "dieci": "10", "dois": "2", "duas": "2", "quatro": "4", "sete": "7", "oito": "8", "dez": "10",
	"двадцать": "20", "тридцать": "30", "сорок": "40", "пятьдесят": "50", "первого": "1", "второго": "2", "третьего": "3",
	"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "twice": "2",
	"zwei": "2", "drei": "3", "vier": "4", "funf": "5", "sechs": "6", "sieben": "7", "acht": "8", "neun": "9", "zehn": "10", "elf": "11", "zwolf": "12",
	"deux": "2", "trois": "3", "quatre": "4", "cinq": "5", "sept": "7", "huit": "8", "neuf": "9", "dix": "10",
	"dos": "2", "tres": "3", "cuatro": "4", "cinco": "5", "seis": "6", "siete": "7", "ocho": "8", "nueve": "9", "diez": "10",
	"два": "2", "две": "2", "три": "3", "четыре": "4", "пять": "5", "шесть": "6", "семь": "7", "восемь": "8", "девять": "9", "десять": "10",
}

// numeralForms are the forms of number words: a number and its words, folded.
var numeralForms = map[string]string{
	"0":  "zero null ноль нуль нуля cero zéro",
	"2":  "zweier zweiten zweite zweiter zu_zweit двух двум двумя второи второе вторая вторую вторых both beide beiden segundo segunda deuxième secondo seconda coppia",
	"3":  "dreier dritte dritten dritter dreimal thrice трех трем тремя третии третья третье третьеи tercero tercera troisième terzo terza",
	"4":  "viert vierte vierten vierter четырех четырем четвертого четвертая четверо cuarto cuarta quatrième quarto quarta",
	"5":  "fünfte fünften fünfter пяти пятью пятого пятыи пятая quinto quinta cinquième",
	"6":  "sechste sechsten sechster sechst шесть шести шестого шестыи sexto sixième sesto",
	"7":  "siebte siebten siebter семи семью седьмого седьмои séptimo septième settimo",
	"8":  "achte achten achter восьми восьмого восьмои octavo huitième ottavo",
	"9":  "neunte neunten neunter девяти девятого девятыи noveno neuvième nono",
	"10": "zehnte zehnten zehnter десяти десятого десятыи décimo dixième",
	"11": "eleventh elfte elften once undici одиннадцать одиннадцати одиннадцатого",
	"12": "twelfth zwölfte zwölften dodici doze двенадцать двенадцати двенадцатого dozen dutzend",
	"13": "thirteenth dreizehn trece treize tredici treze тринадцать тринадцати тринадцатого",
	"14": "fourteenth vierzehn catorce quatorze quattordici четырнадцать четырнадцати четырнадцатого",
	"15": "fifteenth fünfzehn quince quindici пятнадцать пятнадцати пятнадцатого",
	"16": "sixteenth sechzehn dieciséis seize sedici dezesseis шестнадцать шестнадцати шестнадцатого",
	"17": "seventeenth siebzehn diecisiete dix-sept diciassette dezessete семнадцать семнадцати семнадцатого",
	"18": "eighteenth achtzehn dieciocho dix-huit diciotto dezoito восемнадцать восемнадцати восемнадцатого",
	"19": "nineteenth neunzehn diecinueve dix-neuf diciannove dezenove девятнадцать девятнадцати девятнадцатого",
	"20": "twentieth zwanzigste zwanzigsten venti vinte двадцати двадцатого двадцатое",
	"21": "einundzwanzig veintiuno ventuno", "22": "zweiundzwanzig veintidós ventidue", "23": "dreiundzwanzig veintitrés ventitré", "24": "vierundzwanzig veinticuatro ventiquattro",
	"25": "fünfundzwanzig veinticinco venticinque", "26": "sechsundzwanzig", "27": "siebenundzwanzig", "28": "achtundzwanzig", "29": "neunundzwanzig",
	"30": "dreißigste dreißigsten trenta trinta тридцати тридцатого", "40": "quaranta quarenta сорока", "50": "cinquanta cinquenta пятидесяти",
	"60": "sechzig sesenta soixante sessanta sessenta шестьдесят шестидесяти", "70": "siebzig setenta settanta septante семьдесят семидесяти",
	"80": "achtzig ochenta ottanta oitenta восемьдесят восьмидесяти", "90": "neunzig noventa novanta nonante девяносто",
	"100": "hundred hundert einhundert cien ciento cent cento cem сто ста", "200": "zweihundert doscientos duecento duzentos двести", "300": "dreihundert trescientos trecento триста",
	"500": "fünfhundert quinientos cinquecento quinhentos пятьсот", "1000": "thousand tausend eintausend mil mille тысяча тысячи тысячу тысяч",
}

func init() {
	for n, forms := range numeralForms {
		for _, w := range strings.Fields(forms) {
			t := strings.Join(text.Terms(w), "")
			if _, ok := numerals[t]; !ok && t != "" {
				numerals[t] = n
			}
		}
	}
}

// Digits returns a number word as digits, and every other term as it is.
func Digits(term string) string {
	if d, ok := numerals[term]; ok {
		return d
	}
	return term
}

// IsNumeral reports whether a term is a number word.
func IsNumeral(term string) bool { return numerals[term] != "" }

// tens finds a number of two words, such as "twenty-seven".
var tens = regexp.MustCompile(`(?i)\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ](one|two|three|four|five|six|seven|eight|nine|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b`)

// JoinTens returns a text with its numbers of two words as digits.
func JoinTens(s string) string {
	return tens.ReplaceAllStringFunc(s, func(m string) string {
		parts := tens.FindStringSubmatch(m)
		unit := numerals[strings.ToLower(parts[2])]
		if strings.EqualFold(parts[2], "one") { // by itself it is no number: "the new one"
			unit = "1"
		}
		return numerals[strings.ToLower(parts[1])][:1] + unit
	})
}

// hanNumber finds a number in Han numerals before what is counted by it.
var hanNumber = regexp.MustCompile(`([一二三四五六七八九十两兩〇零百]+)(点|點|時|时|月|日|号|號|番|码|碼|歳|岁|歲|年|人|个|個|匹|只|隻|円|元|块|分|回|次|台|杯|本|楼|层|階|級|级|口|条|張|张|周|週|度|棵|句|码|平米|斤|公斤|克|毫克|米|厘米|倍|成|页|題|题|头|頭|位|名|户|套|辆|片|粒|瓶|碗|家|遍|章|番目|人|台|冊|足|丁目)`)

// hanMonthDay finds a day of the month in Han numerals that nothing counts.
var hanMonthDay = regexp.MustCompile(`(月)([一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])([^一二三四五六七八九十日号號份底初末]|$)`)

// hanDay finds the spoken word for a day of the month.
var hanDay = regexp.MustCompile(`(月\d{1,2})(?:号|號)`)

// DigitsOfHan returns a text with its numbers in Han numerals as digits.
func DigitsOfHan(s string) string {
	s = hanMonthDay.ReplaceAllString(s, "${1}${2}日${3}")
	s = hanNumber.ReplaceAllStringFunc(s, func(m string) string {
		parts := hanNumber.FindStringSubmatch(m)
		total, last := 0, 0
		for _, r := range parts[1] {
			switch r {
			case '百':
				total, last = total+max(last, 1)*100, 0
			case '十':
				total, last = total+max(last, 1)*10, 0
			case '两', '兩':
				last = 2
			default:
				last = strings.Index("〇一二三四五六七八九", string(r)) / len("一")
			}
		}
		return fmt.Sprint(total+max(last, 0)) + parts[2]
	})
	return hanDay.ReplaceAllString(s, "${1}日")
}
