package grounds_test

import (
	"testing"

	"keepsake/memory/grounds"
)

// W3: "only" is no "except", "at most" no "at least", "for now" no "only", and what holds but for something does not hold without it.
// The first claim of each row says what was said, the others do not: all of them got through where a judge matched them, and two by words.
func TestW3BoundsAreKept(t *testing.T) {
	for _, row := range [][]string{
		{"I work every day except Fridays", "User works every day except Fridays", "User works only on Fridays", "User works every day"},
		{"I work only on Fridays", "User works only on Fridays", "User works every day except Fridays"},
		{"I eat everything except fish", "User eats everything except fish", "User only eats fish", "User eats everything"},
		{"I can lift at most 5 kilos", "User can lift at most 5 kilos", "User can lift at least 5 kilos", "User can lift 5 kilos"},
		{"I need at least 8 hours of sleep", "User needs at least 8 hours of sleep", "User needs at most 8 hours of sleep"},
		{"for now I live in Graz", "For now User lives in Graz", "User lives only in Graz"},
		{"ich trinke höchstens 2 Tassen", "User trinkt höchstens 2 Tassen", "User trinkt mindestens 2 Tassen"},
		{"ich arbeite täglich außer freitags", "User arbeitet täglich außer freitags", "User arbeitet nur freitags"},
		{"je travaille tous les jours sauf le lundi", "L'utilisateur travaille tous les jours sauf le lundi", "L'utilisateur travaille seulement le lundi"},
		{"trabajo todos los días salvo el lunes", "El usuario trabaja todos los días salvo el lunes", "El usuario trabaja solamente el lunes"},
		{"em casa todos falam polonês menos o papai", "Em casa todos falam polonês exceto o papai", "Em casa todos falam polonês"},
		{"jem wszystko oprócz ryb", "Użytkownik je wszystko oprócz ryb", "Użytkownik je tylko ryby"},
		{"я ем всё кроме рыбы", "Пользователь ест всё кроме рыбы", "Пользователь ест только рыбу"},
		{"除了鱼我什么都吃", "用户除了鱼什么都吃", "用户只吃鱼"},
		{"水は1日最低2リットル飲む", "ユーザーは水を1日最低2リットル飲む", "ユーザーは水を1日最大2リットル飲む"},
	} {
		keepsFirstOnly(t, row)
	}
}

// W3: a small word that is not counted turns a claim: "or" is no "and", "under" no "on", "by" no "from", and what is so sometimes or
// with some is not so always or with all. The rows are as those above: all of the other claims got through where a judge matched them.
func TestW3SmallWordsTurnAClaim(t *testing.T) {
	for _, row := range [][]string{
		{"I drink tea or coffee", "User drinks tea or coffee", "User drinks tea and coffee"},
		{"I speak Dutch and some French", "User speaks Dutch and some French", "User speaks Dutch or French"},
		{"most of my cousins live in Lyon", "Most of User's cousins live in Lyon", "User's cousins live in Lyon", "All of User's cousins live in Lyon"},
		{"some of my pills have lactose", "Some of User's pills have lactose", "User's pills have lactose"},
		{"half of the money is Tom's", "Half of the money is Tom's", "The money is Tom's"},
		{"I sometimes skip breakfast", "User sometimes skips breakfast", "User always skips breakfast", "User skips breakfast"},
		{"I usually wake at 6", "User usually wakes at 6", "User always wakes at 6"},
		{"both Tom and Ann eat fish", "Both Tom and Ann eat fish", "Either Tom or Ann eats fish"},
		{"I'm used to working nights", "User is used to working nights", "User used to work nights"},
		{"I need to be home by 5", "User needs to be home by 5", "User is home from 5", "User needs to be home after 5"},
		{"my rent went up to 900", "User's rent went up to 900", "User's rent went down to 900"},
		{"I sit left of Kim", "User sits left of Kim", "User sits right of Kim"},
		{"I lost my left glove", "User lost their left glove", "User lost their right glove"},
		{"the key is under the mat", "The key is under the mat", "The key is on the mat"},
		{"my flat is above the bakery", "User's flat is above the bakery", "User's flat is below the bakery"},
		{"it takes me under an hour", "It takes User under an hour", "It takes User over an hour"},
		{"I'm older than Kim", "User is older than Kim", "Kim is older than User", "User is younger than Kim"},
		{"not everyone at home eats meat", "Not everyone at home eats meat", "No one at home eats meat"},
		{"ich trinke Tee oder Kaffee", "User trinkt Tee oder Kaffee", "User trinkt Tee und Kaffee"},
		{"die meisten meiner Cousins wohnen in Lyon", "Die meisten Cousins von User wohnen in Lyon", "Alle Cousins von User wohnen in Lyon", "Die Cousins von User wohnen in Lyon"},
		{"der Schlüssel liegt unter der Matte", "Der Schlüssel liegt unter der Matte", "Der Schlüssel liegt auf der Matte"},
		{"je mange rarement de la viande", "L'utilisateur mange rarement de la viande", "L'utilisateur mange souvent de la viande"},
		{"bebo té o café", "El usuario bebe té o café", "El usuario bebe té y café"},
		{"la llave está debajo del felpudo", "La llave está debajo del felpudo", "La llave está encima del felpudo"},
		{"ключ под ковриком", "Ключ под ковриком", "Ключ на коврике"},
	} {
		keepsFirstOnly(t, row)
	}
}

// Words alone let these through.
func TestW3SmallWordsTurnAClaimByWords(t *testing.T) {
	for said, claimed := range map[string]string{
		"I'm the only one who eats meat": "User only eats meat",
		"I prefer trains to planes":      "User prefers planes to trains",
		"my card expires in May":         "User's card expired in May",
		"I used to work nights":          "User is used to working nights",
	} {
		if grounds.Judge(grounds.Write{Content: claimed}, window{}.says("Remember: "+said).view()).Allowed {
			t.Errorf("%q is allowed beside %q", claimed, said)
		}
	}
}

// keepsFirstOnly proves of what was said that a judge gets the first claim through, and neither words nor a judge another one.
func keepsFirstOnly(t *testing.T, row []string) {
	t.Helper()
	for i, claimed := range row[1:] {
		w, v := grounds.Write{Content: claimed}, window{}.says("Remember: "+row[0]).view()
		byWords := grounds.Judge(w, v).Allowed
		v.Asked = []string{grounds.ClaimOf(claimed)}
		v.Stated = []grounds.Statement{{Quote: row[0], Facts: []string{row[1]}, Claims: v.Asked}}
		isJudged := grounds.Judge(w, v).Allowed
		if i == 0 && !isJudged {
			t.Errorf("%q waits beside %q", claimed, row[0])
		}
		if i > 0 && (byWords || isJudged) {
			t.Errorf("%q is allowed by words %v, by a judge %v, beside %q", claimed, byWords, isJudged, row[0])
		}
	}
}
