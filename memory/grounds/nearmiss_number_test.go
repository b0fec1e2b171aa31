package grounds_test

import (
	"testing"

	"keepsake/memory/grounds"
)

// numberCase is what a person said on Friday, 20 November 2026, what it says in other numbers, times or dates, and what it does not say.
type numberCase struct {
	said, right string
	wrong       []string
}

// W1, W3: a number, a time or a day that both say in different ways is the same one, and another one is another. A judge lists what was
// said and matches it with each claim, right or wrong.
func TestW3NumbersInOtherWords(t *testing.T) {
	for _, c := range numberCases {
		judge := func(claim string, facts []string) grounds.Verdict {
			v := window{}.says(c.said).view()
			v.Asked = []string{grounds.ClaimOf(claim)}
			v.Stated = []grounds.Statement{{Quote: c.said, Facts: facts, Claims: v.Asked}}
			return grounds.Judge(grounds.Write{Content: claim}, v)
		}
		for _, facts := range [][]string{nil, {c.right}} {
			if v := judge(c.right, facts); !v.Allowed {
				t.Errorf("%q (%d facts) does not say %q: %s, %s", c.said, len(facts), c.right, v.Reason, v.Check)
			}
			for _, wrong := range c.wrong {
				if v := judge(wrong, facts); v.Allowed {
					t.Errorf("%q (%d facts) says %q", c.said, len(facts), wrong)
				}
			}
		}
	}
}

// W3: a day that words alone understand makes nothing else of what was said: neither what is somebody else's the person's, nor all of a
// month of a few days in it.
func TestW3NoMoreThanTheDay(t *testing.T) {
	for said, wrong := range map[string]string{
		"اكتب ملاحظة: عملية أمي يوم 3 ديسمبر":                                              "عملية المستخدم يوم 2026-12-03",
		"hey can u remember im on nights this week mon to thurs, back on days from friday": "User is on nights all of December",
	} {
		if v := grounds.Judge(grounds.Write{Content: wrong}, window{}.says(said).view()); v.Allowed {
			t.Errorf("%q says %q", said, wrong)
		}
	}
}

var numberCases = []numberCase{
	{"my dentist appointment is on the 9th at quarter past two", "User's dentist appointment is on 2026-12-09 at 14:15", []string{"User's dentist appointment is on 2026-12-10 at 14:15", "User's dentist appointment is on 2026-12-09 at 14:45", "User's dentist appointment is on 2026-12-09 at 13:45"}},
	{"I pay forty-seven euros for the gym", "User pays 47 euros for the gym", []string{"User pays 74 euros for the gym", "User pays 40 euros for the gym", "User pays 7 euros for the gym"}},
	{"the garage costs 2k a year, I pay it on the third", "The user's garage costs 2000 a year", []string{"The user's garage costs 20000 a year", "The user's garage costs 2 a year"}},
	{"I walk two and a half hours every day", "User walks 2.5 hours every day", []string{"User walks 2 hours every day", "User walks 5 hours every day", "User walks 25 hours every day"}},
	{"choir is at ten to eight", "User's choir is at 19:50", []string{"User's choir is at 8:10", "User's choir is at 20:10"}},
	{"my parents stay until the 3rd", "User's parents stay until 3 December 2026", []string{"User's parents stay from 3 December 2026", "User's parents stay until 4 December 2026", "User's parents stay until 3 January 2026"}},
	{"we are away from the 3rd to the 10th of january", "User is away from 2027-01-03 to 2027-01-10", []string{"User is away from 2027-01-03 to 2027-01-11", "User is away from 2027-01-10 to 2027-01-03", "User is away from 2026-12-03 to 2026-12-10"}},
	{"we fly tomorrow", "User flies on 21 November 2026", []string{"User flies on 22 November 2026", "User flies on 21 December 2026"}},
	{"Ronja kriegt am 9. ihre Spange, um viertel nach zwei", "Ronja bekommt ihre Spange am 9. Dezember 2026 um 14:15 Uhr", []string{"Ronja bekommt ihre Spange am 8. Dezember 2026 um 14:15 Uhr", "Ronja bekommt ihre Spange am 9. Dezember 2026 um 13:45 Uhr", "Ronja bekommt ihre Spange am 9. Januar 2026"}},
	{"ich zahl zweiundvierzig euro für den kurs", "Der Nutzer zahlt 42 Euro für den Kurs", []string{"Der Nutzer zahlt 24 Euro für den Kurs", "Der Nutzer zahlt 40 Euro für den Kurs"}},
	{"die fahrt dauert anderthalb stunden", "Die Fahrt dauert 1,5 Stunden", []string{"Die Fahrt dauert 2,5 Stunden", "Die Fahrt dauert 5 Stunden", "Die Fahrt dauert 15 Stunden"}},
	{"training ist um halb acht", "Das Training ist um 19:30", []string{"Das Training ist um 20:30", "Das Training ist um 8:30"}},
	{"training ist fünf vor halb acht", "Das Training ist um 19:25", []string{"Das Training ist um 19:35", "Das Training ist um 7:55"}},
	{"training ist abends um acht", "Das Training ist um 20:00", []string{"Das Training ist um 08:00"}},
	{"de les begint om kwart over drie, ik betaal tweeënveertig euro", "De les begint om 15:15 en kost de gebruiker 42 euro", []string{"De les begint om 14:45 en kost de gebruiker 42 euro", "De les begint om 15:15 en kost de gebruiker 24 euro"}},
	{"overmorgen ga ik naar de kapper, om half acht", "De gebruiker gaat op 22 november 2026 om 19:30 naar de kapper", []string{"De gebruiker gaat op 21 november 2026 om 19:30 naar de kapper", "De gebruiker gaat op 22 november 2026 om 20:30 naar de kapper"}},
	{"je paie quatre-vingt-dix-sept euros pour la salle", "L'utilisateur paie 97 euros pour la salle", []string{"L'utilisateur paie 80 euros pour la salle", "L'utilisateur paie 79 euros pour la salle"}},
	{"le kiné c'est le 9 à huit heures moins le quart", "Le kiné est le 9 décembre 2026 à 19h45", []string{"Le kiné est le 9 décembre 2026 à 20h15", "Le kiné est le 8 décembre 2026 à 19h45"}},
	{"on part après-demain", "L'utilisateur part le 22 novembre 2026", []string{"L'utilisateur part le 21 novembre 2026", "L'utilisateur part le 22 décembre 2026"}},
	{"el dentista es el 9 a las tres y diez", "El dentista es el 9 de diciembre de 2026 a las 15:10", []string{"El dentista es el 9 de diciembre de 2026 a las 14:50", "El dentista es el 10 de diciembre de 2026 a las 15:10"}},
	{"pago treinta y ocho euros de luz", "El usuario paga 38 euros de luz", []string{"El usuario paga 30 euros de luz", "El usuario paga 83 euros de luz", "El usuario paga 8 euros de luz"}},
	{"el piso cuesta dos mil quinientos al mes", "El piso del usuario cuesta 2.500 al mes", []string{"El piso del usuario cuesta 2.000 al mes", "El piso del usuario cuesta 500 al mes"}},
	{"ne pago quarantasette al mese per la palestra", "L'utente paga 47 al mese per la palestra", []string{"L'utente paga 40 al mese per la palestra", "L'utente paga 74 al mese per la palestra"}},
	{"il dentista è il 9 alle sette e mezza", "Il dentista è il 9 dicembre 2026 alle 19:30", []string{"Il dentista è il 9 dicembre 2026 alle 18:30", "Il dentista è il 9 gennaio 2026 alle 19:30"}},
	{"pago quarenta e sete reais de luz", "O usuário paga 47 reais de luz", []string{"O usuário paga 40 reais de luz", "O usuário paga 7 reais de luz"}},
	{"o dentista é dia 9 às quinze para as oito", "O dentista é em 9 de dezembro de 2026 às 19:45", []string{"O dentista é em 9 de dezembro de 2026 às 20:15", "O dentista é em 10 de dezembro de 2026 às 19:45"}},
	{"kurs yedi buçukta, kırk yedi lira", "Kurs 19:30'da ve 47 lira", []string{"Kurs 18:30'da ve 47 lira", "Kurs 19:30'da ve 74 lira"}},
	{"дантист девятого декабря в половине восьмого", "Дантист 9 декабря 2026 в 19:30", []string{"Дантист 9 декабря 2026 в 20:30", "Дантист 8 декабря 2026 в 19:30"}},
	{"гараж стоит две с половиной тысячи", "Гараж стоит 2 500", []string{"Гараж стоит 2 000", "Гараж стоит 25 000", "Гараж стоит 500"}},
	{"тренировка без десяти восемь", "Тренировка в 19:50", []string{"Тренировка в 8:10", "Тренировка в 20:10"}},
	{"мы уезжаем с 3 по 10 января", "Пользователь уезжает с 3 по 10 января 2027", []string{"Пользователь уезжает с 10 по 3 января 2027", "Пользователь уезжает с 3 по 11 января 2027"}},
	{"гурток о пів на восьму, коштує сімдесят гривень", "Гурток о 19:30, коштує 70 гривень", []string{"Гурток о 20:30, коштує 70 гривень", "Гурток о 19:30, коштує 60 гривень"}},
	{"їдемо післязавтра", "Користувач їде 22 листопада 2026", []string{"Користувач їде 21 листопада 2026"}},
	{"trening jest o wpół do ósmej, płacę czterdzieści siedem złotych", "Trening jest o 19:30 i kosztuje użytkownika 47 złotych", []string{"Trening jest o 20:30 i kosztuje użytkownika 47 złotych", "Trening jest o 19:30 i kosztuje użytkownika 74 złotych"}},
	{"szczepię psa co roku w marcu", "Użytkownik co roku w marcu szczepi psa", []string{"Użytkownik co roku w maju szczepi psa"}},
	{"we move in may", "User moves in May 2027", []string{"User moves in June 2027", "User moves in March"}},
	{"jedziemy pojutrze", "Użytkownik jedzie 22 listopada 2026", []string{"Użytkownik jedzie 21 listopada 2026"}},
	{"الدرس الساعة سبعة ونص وادفع خمسة وعشرين دينار", "الدرس الساعة 19:30 ويدفع المستخدم 25 دينار", []string{"الدرس الساعة 18:30 ويدفع المستخدم 25 دينار", "الدرس الساعة 19:30 ويدفع المستخدم 52 دينار"}},
	{"下周三下午两点半看牙医", "用户2026-11-25 14:30看牙医", []string{"用户2026-11-26 14:30看牙医", "用户2026-11-25 15:30看牙医"}},
	{"车位两千五一个月", "车位一个月2500", []string{"车位一个月2000", "车位一个月25000"}},
	{"歯医者は12月9日の午後2時半", "歯医者は2026-12-09 14:30", []string{"歯医者は2026-12-08 14:30", "歯医者は2026-12-09 13:30"}},
	{"ジムは百二十ユーロ", "ジムは120ユーロ", []string{"ジムは20ユーロ", "ジムは100ユーロ"}},
	{"치과는 12월 9일 오후 두 시 반이야", "치과는 2026-12-09 14:30이다", []string{"치과는 2026-12-08 14:30이다", "치과는 2026-12-09 13:30이다"}},
	{"고양이 스물세 마리 키워", "사용자는 고양이 23마리를 키운다", []string{"사용자는 고양이 32마리를 키운다", "사용자는 고양이 20마리를 키운다"}},
}
