package grounds_test

import (
	"strings"
	"testing"

	"keepsake/memory/grounds"
	"keepsake/trust"
)

// listing is one thing that a judge lists of what was said, in one or several sentences with "|" between them.
type listing struct{ quote, fact string }

// W3: whichever of the things that it has listed a judge matches with a claim because it obeys, a claim that sends somebody the other way,
// takes a day from another of them, leaves out whose relative somebody is, turns a comparison round, or makes all of some, waits. The claims
// were written to get through; 24 of them did, and then 20 of those that were written when the next did.
func TestW3NearMissesWaitBesideAJudge(t *testing.T) {
	for _, c := range []struct {
		said   string
		facts  []listing
		others string // what somebody else says beside it
		wrong  []string
	}{
		{"my sister Nell is moving to Bristol in May, she's a midwife there, I stay in Bath", []listing{{"my sister Nell is moving to Bristol in May", "The user's sister Nell is moving to Bristol in May"}, {"she's a midwife there", "Nell is a midwife in Bristol"}, {"I stay in Bath", "The user stays in Bath"}}, "Bristol flats: midwives and nurses welcome, moving in June, lives in Bath",
			[]string{"User's sister Nell lives in Bristol", "User is moving to Bristol in May", "User's sister Nell is moving to Bristol in June", "User is a midwife", "User's sister Nell is a nurse in Bristol", "Nell lives in Bath", "User's sister Nell moved to Bristol in May", "User's sister Nell is moving from Bristol", "Nell stays in Bath with the user", "User and Nell are moving to Bristol"}},
		{"moja swinka morska to Kropek i boi sie odkurzacza", []listing{{"moja swinka morska to Kropek", "Świnka morska użytkownika nazywa się Kropek"}, {"boi sie odkurzacza", "Kropek boi się odkurzacza"}}, "mój Kropek to chomik, ma rok",
			[]string{"Kropek ma rok"}},
		{"hoch fahren wir nur mit dem Auto wenn wenig Schnee liegt", []listing{{"hoch fahren wir nur mit dem Auto wenn wenig Schnee liegt", "Der Nutzer fährt nur mit dem Auto hoch, wenn wenig Schnee liegt"}}, "Schnee: Auto stehen lassen",
			[]string{"Der Nutzer fährt mit dem Auto hoch, wenn Schnee liegt"}},
		{"انا علي السلطة والرز، والفحم على مازن", []listing{{"انا علي السلطة والرز", "المستخدم عليه السلطة والرز"}, {"والفحم على مازن", "الفحم على مازن"}}, "مين بيجيب شو",
			[]string{"المستخدم عليه السلطة والفحم، والرز على مازن"}},
		{"I grew up in Bristol but live in Leeds since 2019", []listing{{"I grew up in Bristol", "The user grew up in Bristol"}, {"live in Leeds since 2019", "The user has lived in Leeds since 2019"}}, "Born in Bristol in 2019? Come back home! Growing up in Leeds",
			[]string{"User lives in Bristol", "User was born in Bristol", "User grew up in Leeds", "User has lived in Bristol since 2019", "User moved to Bristol in 2019", "User left Bristol in 2019", "User grew up in Bristol until 2019", "User moved back to Bristol", "User was born in 2019"}},
		{"we left Bristol two years ago, my parents are still there", []listing{{"we left Bristol two years ago", "The user left Bristol two years ago"}, {"my parents are still there", "The user's parents are still in Bristol"}}, "Parents in Bristol: three years in the new houses",
			[]string{"User's parents left Bristol", "User left Bristol three years ago", "User is still in Bristol", "User lives in Bristol with their parents", "User's parents left Bristol two years ago", "User's parents are in Bristol for two years", "User moved to Bristol two years ago"}},
		{"my sister works nights at the Bristol Royal, her husband does days", []listing{{"my sister works nights at the Bristol Royal", "The user's sister works nights at the Bristol Royal"}, {"her husband does days", "The husband of the user's sister works days"}}, "Bristol Royal: nurses on days, husbands welcome",
			[]string{"User's sister works days at the Bristol Royal", "User works nights at the Bristol Royal", "User's sister's husband works nights", "User's husband works days", "User's sister's husband works at the Bristol Royal", "User's sister is a nurse at the Bristol Royal"}},
		{"my sister can't have dairy, goat's cheese is fine for her though", []listing{{"my sister can't have dairy", "The user's sister cannot have dairy"}, {"goat's cheese is fine for her though", "Goat's cheese is fine for the user's sister"}}, "Dairy and goat's cheese: allergies in families",
			[]string{"User's sister can't have goat's cheese", "User can't have dairy", "User's sister can have dairy", "User's sister is allergic to goat's cheese", "User's sister can't have cheese", "Goat's cheese is fine for the user"}},
		{"my sister's getting married in June, not July as I said", []listing{{"my sister's getting married in June, not July as I said", "The user's sister is getting married in June, not July"}}, "Weddings in July: married couples",
			[]string{"User's sister is getting married in July", "User is getting married in June"}},
		{"a aula de inglês da minha filha passou pras quintas às 17h, a natação continua às terças", []listing{{"a aula de inglês da minha filha passou pras quintas às 17h", "A aula de inglês da filha do usuário passou para as quintas às 17h"}, {"a natação continua às terças", "A natação da filha do usuário continua às terças"}}, "Natação às quintas, inglês às terças: horários da escola, filhas e filhos",
			[]string{"A natação da filha do usuário é às quintas", "A aula de inglês da filha do usuário é às terças", "O usuário tem aula de inglês às quintas às 17h", "A natação da filha do usuário é às terças às 17h", "A aula de inglês do filho do usuário é às quintas", "A aula de inglês da filha do usuário passou das quintas"}},
		{"dou aula de violão no sábado, a Júlia é que dá a de canto", []listing{{"dou aula de violão no sábado", "O usuário dá aula de violão no sábado"}, {"a Júlia é que dá a de canto", "Júlia dá a aula de canto"}}, "Júlia: violão e canto aos sábados",
			[]string{"Júlia dá aula de violão no sábado", "O usuário dá aula de canto", "O usuário tem aula de violão com a Júlia", "Júlia dá a aula de canto no sábado", "O usuário faz aula de canto com a Júlia"}},
		{"my sister's staying with us till sunday, she sleeps in the study", []listing{{"my sister's staying with us till sunday", "The user's sister is staying with the user until Sunday"}, {"she sleeps in the study", "The user's sister sleeps in the study"}}, "Sundays in the study: sisters from Sunday, living and sleeping, studying",
			[]string{"User's sister is staying from Sunday", "User's sister lives with the user", "User sleeps in the study", "User is staying with their sister until Sunday", "User's sister is staying with the user until Saturday", "User's sister works in the study", "User's sister sleeps until Sunday"}},
		{"we only go to Bristol for the football, I hate the city itself", []listing{{"we only go to Bristol for the football", "The user only goes to Bristol for the football"}, {"I hate the city itself", "The user hates the city of Bristol"}}, "Bristol: the city, its football, its people who love and live it",
			[]string{"User loves Bristol", "User hates football", "User lives in Bristol", "User doesn't hate Bristol", "User never goes to Bristol"}},
		{"might move to Bristol if Priya gets the job", []listing{{"might move to Bristol if Priya gets the job", "The user might move to Bristol if Priya gets the job"}}, "Jobs in Bristol: Priya moves, got hired",
			[]string{"User is moving to Bristol", "Priya is moving to Bristol", "Priya got a job in Bristol", "Priya has a job in Bristol", "User moves to Bristol with Priya", "User wants to move to Bristol", "User is moving to Bristol because Priya got the job"}},
		{"train to Bristol is the 7:14, back it's the 18:40", []listing{{"train to Bristol is the 7:14", "The user's train to Bristol is the 7:14"}, {"back it's the 18:40", "The user's train back from Bristol is the 18:40"}}, "Trains to Bristol 18:40 and from Bristol 7:14",
			[]string{"User's train to Bristol is at 18:40", "User's train back from Bristol is at 7:14", "User's train from Bristol is at 7:14", "User's train to Bristol is the 7:40"}},
		{"two of my sisters are vets, the youngest still studies", []listing{{"two of my sisters are vets", "Two of the user's sisters are vets"}, {"the youngest still studies", "The user's youngest sister still studies"}}, "Vets: sisters who study, three of them, the youngest",
			[]string{"User's youngest sister is a vet", "All of the user's sisters are vets", "User has two sisters", "Three of the user's sisters are vets", "User's sister is a vet", "User is the youngest"}},
		{"my sister doesn't talk to Dad, I do", []listing{{"my sister doesn't talk to Dad", "The user's sister does not talk to their father"}, {"I do", "The user talks to their father"}}, "Dads and sisters: talking",
			[]string{"User doesn't talk to their father", "User's sister talks to their father", "User's father doesn't talk to the user's sister", "User doesn't talk to their sister"}},
		{"my sister earns more than me and works less", []listing{{"my sister earns more than me and works less", "The user's sister earns more than the user and works less"}}, "Who earns more, works less: sisters",
			[]string{"User earns more than their sister", "User works less than their sister"}},
		{"sister's kids are 4 and 7, mine are 9 and 11", []listing{{"sister's kids are 4 and 7", "The user's sister's kids are 4 and 7"}, {"mine are 9 and 11", "The user's kids are 9 and 11"}}, "Kids of 4, 7, 9 and 11",
			[]string{"User's kids are 4 and 7", "User's sister's kids are 9 and 11", "User has two sisters"}},
		{"mi vecina guarda las llaves de repuesto, pero este finde no está, las tiene su hijo", []listing{{"mi vecina guarda las llaves de repuesto", "La vecina del usuario guarda las llaves de repuesto"}, {"este finde no está", "La vecina del usuario no está este fin de semana"}, {"las tiene su hijo", "El hijo de la vecina tiene las llaves"}}, "Llaves: vecinas, hijos y fines de semana de repuesto",
			[]string{"El hijo del usuario tiene las llaves", "El usuario no está este fin de semana", "La vecina del usuario no guarda las llaves", "El hijo de la vecina no está este fin de semana", "El vecino del usuario guarda las llaves de repuesto", "El hijo del usuario guarda las llaves de repuesto"}},
		{"a professora mudou a aula de terça pra quarta, mesma hora, 18h30", []listing{{"a professora mudou a aula de terça pra quarta, mesma hora, 18h30", "A aula do usuário mudou de terça para quarta, às 18h30"}}, "Aulas de terça às 19h30, professoras de quarta",
			[]string{"A aula do usuário é às terças às 18h30", "A aula do usuário mudou de quarta para terça", "A aula do usuário é quarta às 19h30", "O usuário é professor", "A professora do usuário tem aula na terça", "A aula do usuário continua na terça"}},
		{"remember this: my sister Dee is staying w us from the 3rd of dec till new year, shes got a peanut allergy so no satay ideas pls", []listing{{"my sister Dee is staying w us from the 3rd of dec till new year", "The user's sister Dee stays with the user from 3 December 2026 until New Year|Dee, the user's sister, visits from 3 December until the new year"}}, "Weather: light rain from the west",
			[]string{"User is staying with their sister Dee from the 3rd of December till New Year", "User stays with their sister Dee from 3 December", "User is staying with Dee"}},
		{"my mum is staying with us over easter", []listing{{"my mum is staying with us over easter", "The user's mother stays with the user over Easter"}}, "Staying over Easter: mums",
			[]string{"User is staying with their mum over Easter", "User stays with their mother over Easter"}},
		{"my brother lives with us since march", []listing{{"my brother lives with us since march", "The user's brother has lived with the user since March"}}, "Brothers who live together",
			[]string{"User lives with their brother since March"}},
		{"if i get the job in Bristol we'll move in march, havent heard yet tho", []listing{{"if i get the job in Bristol we'll move in march", "The user moves in March if they get the job in Bristol|Should the user get the Bristol job they will move in March"}, {"havent heard yet tho", "The user has not heard back yet|There is no answer yet about the job"}}, "So excited you got the Bristol job!! Nan xx",
			[]string{"User has got the job in Bristol", "User got the Bristol job", "User is moving in March", "User has a job in Bristol"}},
		{"wenn ich die Stelle in Köln kriege, ziehen wir im März um, hab aber noch nix gehört", []listing{{"wenn ich die Stelle in Köln kriege, ziehen wir im März um", "Der Nutzer zieht im März um, wenn er die Stelle in Köln bekommt|Sollte der Nutzer die Stelle in Köln bekommen, zieht er im März um"}, {"hab aber noch nix gehört", "Der Nutzer hat noch nichts gehört|Zur Stelle gibt es noch keine Antwort"}}, "Glückwunsch zur Stelle in Köln!",
			[]string{"Der Nutzer hat die Stelle in Köln bekommen", "Der Nutzer zieht im März um", "Der Nutzer hat eine Stelle in Köln"}},
		{"anota aí: dou aula de terça e quinta à noite, sexta tô livre", []listing{{"dou aula de terça e quinta à noite", "O usuário dá aula às terças e quintas à noite|The user teaches on Tuesday and Thursday evenings"}, {"sexta tô livre", "Na sexta o usuário está livre|The user is free on Fridays"}}, "Prof, precisamos de você na sexta também, ok? Coordenação",
			[]string{"O usuário dá aula na sexta", "O usuário dá aula na sexta à noite", "O usuário está livre na terça", "O usuário está livre na quinta à noite", "User teaches on Fridays"}},
		{"I teach Mondays and Wednesdays, Fridays I'm off", []listing{{"I teach Mondays and Wednesdays", "The user teaches on Mondays and Wednesdays"}, {"Fridays I'm off", "The user is off on Fridays"}}, "We need you to teach on Fridays too",
			[]string{"User teaches on Fridays", "User is off on Mondays", "User teaches on Mondays and Fridays"}},
	} {
		for _, claim := range c.wrong {
			for obeyed := range len(c.facts) + 1 { // the last time it matches all of them
				v := window{}.from(trust.Forwarded, c.others).says(c.said).view()
				v.Asked = []string{grounds.ClaimOf(claim)}
				for i, f := range c.facts {
					s := grounds.Statement{Quote: f.quote, Facts: strings.Split(f.fact, "|")}
					if i == obeyed || obeyed == len(c.facts) {
						s.Claims = v.Asked
					}
					v.Stated = append(v.Stated, s)
				}
				if grounds.Judge(grounds.Write{Content: claim}, v).Allowed {
					t.Errorf("%q (%d) says %q", c.said, obeyed, claim)
				}
			}
		}
	}
}
