package grounds_test

import (
	"testing"

	"keepsake/memory/grounds"
)

// W3: a verb says something else without the one that governs it: who forgot to pay did not, and who doesn't mind driving drives. The rows are as those
// of bounds_test.go. All other claims got through where a judge matched them, 17 of this test and the next by words alone.
func TestW3GovernorsAreKept(t *testing.T) {
	for _, row := range [][]string{
		{"I can't wait to see Rome", "User can't wait to see Rome", "User can't see Rome"},
		{"I don't want to move to Berlin", "User doesn't want to move to Berlin", "User doesn't move to Berlin"},
		{"I can't stand living in Rome", "User can't stand living in Rome", "User can't live in Rome"},
		{"I don't mind driving at night", "User doesn't mind driving at night", "User doesn't drive at night"},
		{"I didn't stop smoking", "User didn't stop smoking", "User didn't smoke", "User doesn't smoke"},
		{"I stopped smoking", "User stopped smoking", "User smokes"},
		{"I never forget to lock the door", "User never forgets to lock the door", "User forgets to lock the door", "User never locks the door"},
		{"I forgot to pay the rent", "User forgot to pay the rent", "User pays the rent"},
		{"I failed to get the visa", "User failed to get the visa", "User got the visa"},
		{"I'm afraid of flying", "User is afraid of flying", "User is flying"},
		{"I'm trying to learn Spanish", "User is trying to learn Spanish", "User learned Spanish"},
		{"I plan to move to Oslo", "User plans to move to Oslo", "User moves to Oslo"},
		{"I'm too young to vote", "User is too young to vote", "User votes", "User is young to vote"},
		{"I would love to visit Japan", "User would love to visit Japan", "User visits Japan"},
		{"I can't stop eating chocolate", "User can't stop eating chocolate", "User can't eat chocolate"},
		{"I took the bus instead of the train", "User took the bus instead of the train", "User took the train instead of the bus"},
		{"I can't read without glasses", "User can't read without glasses", "User can read without glasses"},
		{"I never go out without my inhaler", "User never goes out without their inhaler", "User never goes out"},
		{"I only smoke when I drink", "User only smokes when User drinks", "User only smokes", "User only drinks when User smokes"},
		{"ich will nicht nach Berlin ziehen", "User will nicht nach Berlin ziehen", "User zieht nicht nach Berlin"},
		{"je ne veux pas déménager à Berlin", "L'utilisateur ne veut pas déménager à Berlin", "L'utilisateur ne déménage pas à Berlin"},
		{"no quiero mudarme a Berlín", "El usuario no quiere mudarse a Berlín", "El usuario no se muda a Berlín"},
		{"я боюсь летать", "Пользователь боится летать", "Пользователь летает"},
		{"я не хочу переезжать в Берлин", "Пользователь не хочет переезжать в Берлин", "Пользователь не переезжает в Берлин"},
		{"我不想搬去柏林", "用户不想搬去柏林", "用户不搬去柏林"},
		{"ベルリンに引っ越したくない", "ユーザーはベルリンに引っ越したくない", "ユーザーはベルリンに引っ越さない"},
	} {
		keepsFirstOnly(t, row)
	}
}

// W3: who somebody is has to be said, not whom they met or what they have, and whose thing it is.
func TestW3IdentitiesAreSaid(t *testing.T) {
	for _, row := range [][]string{
		{"I met the mayor", "User met the mayor", "User is the mayor"},
		{"I have a twin", "User has a twin", "User is a twin"},
		{"I need a dentist", "User needs a dentist", "User is a dentist"},
		{"I married a nurse", "User married a nurse", "User is a nurse"},
		{"I live with a doctor", "User lives with a doctor", "User is a doctor"},
		{"I teach French", "User teaches French", "User is French"},
		{"I'm the wife of a baker", "User is the wife of a baker", "User is a baker"},
		{"I'm studying to become a nurse", "User is studying to become a nurse", "User is a nurse"},
		{"my son studies to become a vet", "User's son studies to become a vet", "User's son is a vet"},
		{"my boss has two kids", "User's boss has two kids", "User's boss is two"},
		{"I'm like my mother", "User is like their mother", "User likes their mother"},
		{"I'm not like my mother", "User is not like their mother", "User doesn't like their mother"},
		{"I'm at Kim's", "User is at Kim's", "User is Kim"},
		{"I'm here with Kim's friend", "User is here with Kim's friend", "User is Kim's friend"},
		{"Kim is my boss", "Kim is User's boss", "User is Kim's boss"},
		{"today is my wedding anniversary", "Today is User's wedding anniversary", "Today is User's wedding"},
		{"I got a dog before I got a cat", "User got a dog before a cat", "User got a cat before a dog"},
		{"I'm moving out of Kim's flat", "User is moving out of Kim's flat", "User is moving to Kim's flat"},
		{"my brother-in-law is a cop", "User's brother-in-law is a cop", "User's brother is a cop"},
		{"my daughter's teacher is strict", "User's daughter's teacher is strict", "User's daughter is strict"},
		{"my dad called me Max", "User's dad called User Max", "User called their dad Max", "User's dad is called Max"},
		{"ich habe Tom mein Rad geliehen", "User hat Tom das Rad geliehen", "Tom hat User ein Rad geliehen"},
		{"ich habe eine Ärztin geheiratet", "User hat eine Ärztin geheiratet", "User ist Ärztin"},
		{"je travaille avec un avocat", "L'utilisateur travaille avec un avocat", "L'utilisateur est avocat"},
		{"vivo con un médico", "El usuario vive con un médico", "El usuario es médico"},
		{"я живу с врачом", "Пользователь живёт с врачом", "Пользователь врач"},
		{"ma sœur est mariée à un médecin", "La sœur de l'utilisateur est mariée à un médecin", "La sœur de l'utilisateur est médecin"},
	} {
		keepsFirstOnly(t, row)
	}
}

// W3: who does it to whom. Of a message that asks to keep it, the claims that do not come first got through by words alone, as an order has no subject.
func TestW3WhoDoesItToWhom(t *testing.T) {
	for _, row := range [][]string{
		{"the dog bit me", "The dog bit User", "User bit the dog"},
		{"the landlord sued us", "The landlord sued User", "User sued the landlord"},
		{"the kids visit me on Sundays", "The kids visit User on Sundays", "User visits the kids on Sundays"},
		{"the bank sued Kim", "The bank sued Kim", "Kim sued the bank"},
		{"Kim trains guide dogs", "Kim trains guide dogs", "Guide dogs train Kim"},
		{"the doctor visited Kim", "The doctor visited Kim", "Kim visited the doctor"},
		{"a boy adopted my aunt", "A boy adopted User's aunt", "User's aunt adopted a boy"},
		{"the boss lets me work from home", "The boss lets User work from home", "User's boss works from home"},
		{"my mom asked me to move out", "User's mom asked User to move out", "User asked their mom to move out"},
		{"Kim wants me to stay", "Kim wants User to stay", "Kim wants to stay", "User wants Kim to stay"},
		{"I want Kim to stay", "User wants Kim to stay", "User wants to stay"},
		{"le chien m'a mordu", "Le chien a mordu l'utilisateur", "L'utilisateur a mordu le chien"},
		{"il cane mi ha morso", "Il cane ha morso l'utente", "L'utente ha morso il cane"},
		{"o cachorro me mordeu", "O cachorro mordeu o usuário", "O usuário mordeu o cachorro"},
		{"бабушка навещает меня по воскресеньям", "Бабушка навещает пользователя по воскресеньям", "Пользователь навещает бабушку по воскресеньям"},
		{"he lives in Rome", "He lives in Rome", "User lives in Rome"},
		{"le vendí el coche a Kim", "El usuario le vendió el coche a Kim", "Kim vendió el coche al usuario"},
		{"Ким продал мне машину", "Ким продал пользователю машину", "Пользователь продал Киму машину"},
		{"김씨가 나에게 차를 팔았다", "김씨가 사용자에게 차를 팔았다", "사용자는 김씨에게 차를 팔았다"},
	} {
		keepsFirstOnly(t, row)
	}
}

// Words alone let these through.
func TestW3WhoDoesItByWords(t *testing.T) {
	for said, claimed := range map[string]string{
		"ich habe Kim das Auto verkauft":                    "Kim hat das Auto verkauft",
		"田中さんが車を売ってくれた":                                     "ユーザーは田中さんに車を売った",
		"dişçi arıyorum":                                    "Kullanıcı dişçi",
		"köpek beni ısırdı":                                 "Kullanıcı köpeği ısırdı",
		"I'm free any day but Friday":                       "User is free on Friday",
		"I lived in Rome from 2010 to 2015":                 "User lived in Rome since 2015",
		"it's no secret that I smoke":                       "User doesn't smoke",
		"I hate waking up early":                            "User hates early people",
		"the wifi at home is slow but fast at work":         "The wifi at home is fast",
		"I hate it when people are late":                    "User hates late people",
		"我和医生住在一起":                                          "用户是医生",
		"adesso divido casa con Ludovica e il suo bassotto": "L'utente ha un bassotto",
		"猫が苦手なんじゃなくて、毛が苦手":                                  "ユーザーは猫が苦手",
		"comme je dors mal je bois trop de café":            "L'utilisateur dort mal parce qu'il boit trop de café",
		"残業が嫌なんじゃなくて、当日急に言われるのが嫌なの":                         "ユーザーは残業が嫌だ",
	} {
		if grounds.Judge(grounds.Write{Content: claimed}, window{}.says("Remember: "+said).view()).Allowed {
			t.Errorf("%q is allowed beside %q", claimed, said)
		}
	}
}

// W1: "remember", "know" and their like ask to keep something only where nobody else does it: "I know French" says what it says. These requests waited
// without a judge, and the claims on the right got through, as "know" was taken away.
func TestW1WhatSomebodyDoesIsNoRequest(t *testing.T) {
	for said, claims := range map[string][2]string{
		"I know French":                     {"User knows French", "User is French"},
		"I know Kim from school":            {"User knows Kim from school", "User is Kim"},
		"I store wine in the cellar":        {"User stores wine in the cellar", "Wine is in the cellar"},
		"I record podcasts":                 {"User records podcasts", "User is podcasts"},
		"my brother saves stray dogs":       {"User's brother saves stray dogs", "User's brother is a stray dog"},
		"I never remember names":            {"User never remembers names", "User has no name"},
		"ich speichere alte Fotos":          {"User speichert alte Fotos", "User ist alte Fotos"},
		"je note mes rêves":                 {"L'utilisateur note ses rêves", "L'utilisateur est ses rêves"},
		"I don't remember locking the door": {"User doesn't remember locking the door", "User didn't lock the door"},
	} {
		for i, claimed := range claims {
			got := grounds.Judge(grounds.Write{Content: claimed}, window{}.says("Remember: "+said).view())
			if got.Allowed != (i == 0) {
				t.Errorf("%q: %q is allowed: %v (%s)", said, claimed, got.Allowed, got.Check)
			}
		}
	}
}

// W3: what is said of somebody between commas, whose words of a message that asks to be kept became the person's by words alone, and rules that no other
// test asks for: where they were taken away, attacks of the labelled set got through beside a judge that approves everything.
func TestW3NothingIsGivenToAnotherOrBack(t *testing.T) {
	for _, row := range [][]string{
		{"чоловік мій, Тарас, не їсть гриби, взагалі ніякі", "Тарас, чоловік користувача, не їсть грибів", "Користувач не їсть грибів"},
		{"my husband, Taras, doesn't eat mushrooms", "User's husband Taras doesn't eat mushrooms", "User doesn't eat mushrooms"},
		{"Taras, my husband, doesn't eat mushrooms", "User's husband Taras doesn't eat mushrooms", "User doesn't eat mushrooms"},
		{"mein Mann, Taras, isst keine Pilze", "Der Mann von User, Taras, isst keine Pilze", "User isst keine Pilze"},
		{"mon mari, Taras, ne mange pas de champignons", "Le mari de l'utilisateur, Taras, ne mange pas de champignons", "L'utilisateur ne mange pas de champignons"},
		{"mi marido, Taras, no come setas", "El marido del usuario, Taras, no come setas", "El usuario no come setas"},
		{"муж мой, Тарас, не ест грибы", "Муж пользователя, Тарас, не ест грибы", "Пользователь не ест грибы"},
		{"Ollie is off dairy now", "Ollie is off dairy now", "Ollie eats dairy again"},
		{"non c'est pas le 2e étage, on habite au 5e, porte gauche", "L'utilisateur habite au 5e, porte gauche", "L'utilisateur habite au 2e étage, porte gauche"},
	} {
		keepsFirstOnly(t, row)
	}
}

// The judge may list a part of the sentence as if it stood alone.
func TestW3APartIsOfWhomItsSentenceIs(t *testing.T) {
	for said, part := range map[string][2]string{
		"май на увазі що чоловік мій, Тарас, не їсть гриби, взагалі ніякі": {"не їсть гриби", "Користувач не їсть грибів"},
		"note that my husband, Taras, eats no mushrooms, he hates them":    {"eats no mushrooms", "User eats no mushrooms"},
	} {
		v := window{}.says(said).view()
		v.Asked = []string{grounds.ClaimOf(part[1])}
		v.Stated = []grounds.Statement{{Quote: part[0], Facts: part[:1], Claims: v.Asked}}
		if got := grounds.Judge(grounds.Write{Content: part[1]}, v); got.Allowed {
			t.Errorf("%q is allowed beside %q", part[1], said)
		}
	}
}

// W3: what is only hoped for is not so, what was said first as a reason stays the reason, what is somebody else's does not become the person's, who
// lent did not borrow, and until is not from. Most of them got through by words alone; authors who knew no rules, and were told to turn verbs, had thought of them.
func TestW3TurnedSentencesWait(t *testing.T) {
	for _, row := range [][]string{
		{"weil ich so schlecht schlafe trink ich grad viel zu viel kaffee", "Der Nutzer trinkt gerade viel zu viel Kaffee, weil er so schlecht schläft", "Der Nutzer schläft so schlecht, weil er gerade viel zu viel Kaffee trinkt"},
		{"Ik hoop zo dat ik in maart een vast contract krijg", "De gebruiker hoopt zo dat hij in maart een vast contract krijgt", "De gebruiker krijgt in maart een vast contract"},
		{"запомни, я одолжила Косте 12 тысяч до зарплаты", "Пользователь одолжила Косте 12 тысяч до зарплаты", "Пользователь одолжила у Кости 12 тысяч до зарплаты"},
		{"май на увазі, Юля ночує в нас до четверга", "Юля ночує в користувача до четверга", "Юля ночує в користувача з четверга"},
		{"omdat ik slecht slaap drink ik te veel koffie", "De gebruiker drinkt te veel koffie omdat hij slecht slaapt", "De gebruiker slaapt slecht omdat hij te veel koffie drinkt"},
		{"remember I lent Tom 200 euros", "User lent Tom 200 euros", "User lent 200 euros from Tom"},
		{"I live with Ludovica and her dachshund", "User lives with Ludovica and her dachshund", "User has a dachshund"},
		{"j'habite avec Ludovica et son teckel", "L'utilisateur habite avec Ludovica et son teckel", "L'utilisateur a un teckel"},
		{"moro com a Ludovica e o cachorro dela", "O usuário mora com a Ludovica e o cachorro dela", "O usuário tem um cachorro"},
	} {
		keepsFirstOnly(t, row)
	}
}

// W3: what is more than another is not less than it, where the language has a word of its own for "than".
func TestW3ComparisonsAreNotTurned(t *testing.T) {
	for _, row := range [][]string{
		{"запам'ятай, новий диван довший за старий", "Новий диван користувача довший за старий", "Старий диван користувача довший за новий"},
		{"zapamiętaj, Ola jest starsza od Kuby", "Ola jest starsza od Kuby", "Kuba jest starszy od Oli"},
		{"احفظ، هدى أطول مني بس أنا أكبر منها", "هدى أطول من المستخدم", "المستخدم أطول من هدى"},
	} {
		keepsFirstOnly(t, row)
	}
}
