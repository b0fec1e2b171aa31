package grounds_test

import (
	"testing"

	"keepsake/memory/grounds"
)

// W3: words alone settle only what repeats a clause plainly: the first claim of a row is kept by them, none of the others is, which are made of the same
// words and say another thing. All of those others were kept by words before.
func TestW3WordsSettleOnlyWhatIsPlain(t *testing.T) {
	for _, row := range [][]string{
		// What is said of one thing or person is not of another, of which the next clause tells.
		{"the school pays for the books and we pay for the bus", "The school pays for the books", "User pays the school for the books"},
		{"ms okafor is dads lawyer, mine is mr byrne", "", "User's lawyer is Ms Okafor"},
		{"das blaue Rad gehört Timo, das grüne mir", "Das blaue Rad gehört Timo", "Das blaue Rad gehört dem Nutzer"},
		{"телевизор покупает дядя, диван я", "Телевизор покупает дядя", "Телевизор покупает пользователь"},
		{"suyu kiracı ödüyor, elektriği ben", "Suyu kiracı ödüyor", "Suyu kullanıcı ödüyor"},
		{"7 numara halamın evi, bizimki 9", "7 numara halanın evi", "Kullanıcının evi 7 numara"},
		{"toplantı bu hafta Ayşe'de, gelecek hafta bende", "Toplantı bu hafta Ayşe'de", "Toplantı bu hafta kullanıcıda"},
		{"الباب الأبيض للحمام والأسود للمخزن", "الباب الأسود للمخزن", "الباب الأبيض للمخزن", "الباب الأسود للحمام"},
		{"سامي يعلم منى رسم وخالد موسيقى", "سامي يعلم منى رسم", "سامي يعلم منى موسيقى"},
		{"ポチは祖父の犬でハチは私の", "ポチはユーザーの祖父の犬", "ポチはユーザーの犬"},
		{"지훈이한테 텐트 빌렸고 의자는 내가 빌려줬어", "사용자는 지훈이에게 텐트를 빌렸다", "사용자는 지훈이에게 텐트를 빌려줬다"},
		{"혈압약은 아침 비타민은 저녁", "사용자의 혈압약은 아침이다", "사용자의 혈압약은 저녁이다"},
		{"电费我交,水费室友交", "", "水费用户交"},
		// Who is whose, and who does it to whom.
		{"our plumber is my brothers tenant", "", "User's plumber is User's tenant"},
		{"if it snows on Friday the party is at Lena's", "If it snows on Friday the party is at Lena's", "If it snows on Friday Lena is at the party"},
		{"Ralf gibt meinem Sohn Nachhilfe", "Ralf gibt dem Sohn des Nutzers Nachhilfe", "Ralf ist der Sohn des Nutzers und gibt Nachhilfe"},
		{"dass mich der Herr Lang vom Bauamt besuchen will", "Der Herr Lang vom Bauamt will den Nutzer besuchen", "Der Nutzer will den Herrn Lang vom Bauamt besuchen"},
		{"la mairie nous prête la salle", "", "L'utilisateur prête la salle à la mairie"},
		{"Bruno m'apprend à nager", "Bruno apprend à nager à l'utilisateur", "Bruno apprend à nager chez l'utilisateur"},
		{"a lo mejor nos bajan el sueldo en marzo", "A lo mejor al usuario le bajan el sueldo en marzo", "A lo mejor el usuario baja el sueldo en marzo"},
		{"la vecina del quinto nos cuida el gato", "La vecina del quinto cuida el gato del usuario", "El usuario es la vecina del quinto"},
		{"il nonno di Sara è il mio barbiere", "Il nonno di Sara è il barbiere dell'utente", "L'utente è il nonno di Sara"},
		{"o Nuno me ajuda a pintar a cozinha", "O Nuno ajuda o usuário a pintar a cozinha", "O Nuno pinta a cozinha do usuário"},
		{"mleko pije córka Anny, nie Anna", "Mleko pije córka Anny", "Córka użytkownika pije mleko"},
		{"Олег возить мого тестя, не навпаки", "Олег возить тестя користувача", "Олег — тесть користувача"},
		{"息子の英語の先生は、妻の友人のお父さん", "ユーザーの息子の英語の先生は妻の友人のお父さん", "息子の英語の先生はユーザーの妻の友人"},
		{"옆집 아저씨가 사과 주셔서 내가 빵 드렸어", "옆집 아저씨가 사과를 주셨다", "사용자가 옆집 아저씨에게 사과를 드렸다"},
		{"Elif'in annesi bana dikiş öğretiyor", "Elif'in annesi kullanıcıya dikiş öğretiyor", "Elif kullanıcıya dikiş öğretiyor"},
		{"gran's cat hates my dog", "Gran's cat hates User's dog", "User's dog hates gran's cat"},
		{"my flat is above the bakery and below the dentist", "User's flat is above the bakery", "The dentist is below User's flat"},
		{"kim got the job i wanted", "", "User got the job Kim wanted"},
		{"c'est Luc qui paie l'eau, moi le gaz", "C'est Luc qui paie l'eau", "Luc paie le gaz"},
		{"Can'ın ablası benim öğretmenim", "Can'ın ablası kullanıcının öğretmeni", "Can kullanıcının öğretmeni", "Kullanıcı Can'ın ablası"},
		{"민지 언니가 내 가방 빌려 갔어", "민지 언니가 사용자의 가방을 빌려 갔다", "사용자가 민지 언니의 가방을 빌려 갔다"},
		{"姐姐的老公是我的老师", "用户姐姐的老公是用户的老师", "用户是姐姐的老公"},
		{"أختي تدرس الطب وأخي الهندسة", "أخت المستخدم تدرس الطب", "أخت المستخدم تدرس الهندسة"},
		{"my landlady's son plays drums for Ash", "User's landlady's son plays drums for Ash", "User's landlady plays drums for Ash"},
		{"la voisine du dessous nous a gardé le chat", "", "L'utilisateur est la voisine du dessous"},
		{"il garage è di papà e la cantina mia", "Il garage è di papà", "Il garage è dell'utente"},
		// What for, and why.
		{"I owe Priya 30 euros for the train tickets", "User owes Priya 30 euros for the train tickets", "User owes Priya 30 train tickets"},
		{"je dois 40 euros à Lucie pour les billets", "L'utilisateur doit 40 euros à Lucie pour les billets", "L'utilisateur doit des billets à Lucie pour 40 euros"},
		{"ma mère a quitté la chorale à cause de sa voix", "La mère de l'utilisateur a quitté la chorale à cause de sa voix", "La mère de l'utilisateur a quitté sa voix à cause de la chorale"},
		{"devo 20 euro a Gino per il regalo della maestra", "L'utente deve 20 euro a Gino per il regalo della maestra", "La maestra deve 20 euro a Gino per il regalo"},
		{"zrezygnowałem z pracy przez stres, a nie odwrotnie", "Użytkownik zrezygnował z pracy przez stres", "Użytkownik ma stres przez to, że zrezygnował z pracy"},
		// What limits, doubts, dates or conditions it.
		{"im scared of heights, my daughter is only scared of spiders", "", "User is only scared of heights"},
		{"bevo il vino ma solo se lo porta zia", "L'utente beve il vino solo se lo porta la zia", "La zia dell'utente beve il vino solo se lo porta l'utente"},
		{"ik misschien met voetbal stop", "", "De gebruiker is misschien met voetbal gestopt"},
		{"als Lotte wint we naar zee gaan", "", "Lotte wint"},
		{"on a loué la maison jusqu'au 15 juillet", "L'utilisateur a loué la maison jusqu'au 15 juillet", "L'utilisateur a loué 15 maisons en juillet"},
		{"antes trabajaba de camarero en la plaza", "El usuario antes trabajaba de camarero en la plaza", "El usuario trabajaba antes que el camarero en la plaza"},
	} {
		v := window{}.says("Remember: " + row[0]).view()
		for i, claimed := range row[1:] {
			if claimed == "" { // words do not settle it either
				continue
			}
			if got := grounds.Judge(grounds.Write{Content: claimed}, v); got.Allowed != (i == 0) {
				t.Errorf("%q is kept of %q by words: %v", claimed, row[0], got.Allowed)
			}
		}
	}
}
