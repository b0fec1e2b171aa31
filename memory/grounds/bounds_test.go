package grounds_test

import (
	"testing"

	"keepsake/memory/grounds"
)

// W3: "only" is no "except", "at most" no "at least", "for now" no "only", and what holds but for something does not hold without it.
// The first claim of each row says what was said, the others do not: seventeen of them got through, three by words and all where a judge matched them.
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
		{"jem wszystko oprócz ryb", "Użytkownik je wszystko oprócz ryb", "Użytkownik je tylko ryby"},
		{"я ем всё кроме рыбы", "Пользователь ест всё кроме рыбы", "Пользователь ест только рыбу"},
		{"除了鱼我什么都吃", "用户除了鱼什么都吃", "用户只吃鱼"},
		{"水は1日最低2リットル飲む", "ユーザーは水を1日最低2リットル飲む", "ユーザーは水を1日最大2リットル飲む"},
	} {
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
}
