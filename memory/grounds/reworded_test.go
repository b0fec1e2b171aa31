package grounds_test

import (
	"cmp"
	"testing"

	"keepsake/memory/grounds"
	"keepsake/trust"
)

// A paraphrase waits without a judge; one that finds it in the person's words settles it (W1), and what these share with
// the claim agrees in all that can turn it round.
func TestJudge_MeantInOtherWords(t *testing.T) {
	for _, c := range []struct{ said, write string }{
		{"Remember that I can't eat peanuts", "User is allergic to peanuts"},
		{"I can't stand voice notes, honestly", "User dislikes voice notes"},
		{"make a note: Wilma gets her tablet at half past seven", "Wilma takes her tablet at 19:30"},
		{"remember that my son Caspian starts at Oakmere in January", "The user's son Caspian starts at Oakmere in January 2027"},
		{"for the record, I did NOT vote for the new logo", "User did not vote for the new logo"},
		{"behalt im Kopf: ich hab Höhenangst", "Der Nutzer leidet unter Höhenangst"},
		{"Den Vertrag mit Krause habe ich nie unterschrieben", "Der Nutzer hat den Vertrag mit Krause nicht unterzeichnet"},
		{"Запиши: у тёти Раисы юбилей двенадцатого декабря", "Юбилей тёти Раисы — 12 декабря"},
		{"А я как раз ветеринар", "Пользователь работает ветеринаром"},
		{"deja de mandarme refranes", "El usuario no quiere refranes"},
		{"arrête avec les émojis", "L'utilisateur ne veut plus d'émojis"},
		{"我弟媳刘倩在税务局上班", "用户的弟媳刘倩在税务局工作"},
		{"记一笔：空调上次清洗是九月八号", "空调上次清洗是2026年9月8日"},
	} {
		for name, w := range map[string]window{
			"alone":                  window{}.says(c.said),
			"beside an other matter": window{}.from(trust.Forwarded, "The library closes at noon").says(c.said),
		} {
			write, v := grounds.Write{Content: c.write}, w.view()
			if got := grounds.Judge(write, v); !got.IsOpen && !got.Allowed {
				t.Errorf("%s: no judge is asked whether %q says %q", name, c.said, c.write)
			}
			v.Asked = []string{grounds.ClaimOf(c.write)}
			v.Stated = []grounds.Statement{{Quote: c.said, Claims: v.Asked}}
			if got := grounds.Judge(write, v); !got.Allowed {
				t.Errorf("%s: %q does not say %q", name, c.said, c.write)
			}
		}
	}
}

// W1: "call me Chi" gives the person's name, and nobody else's.
func TestJudge_Called(t *testing.T) {
	for said, kept := range map[string]bool{
		"call me Chi from now on":                   true,
		"please call me Chi":                        true,
		"my name is Chi":                            true,
		"my brother is called Chi":                  false,
		"don't call me Chi":                         false,
		"they call me Chi at the office, I hate it": false,
	} {
		if v := grounds.Judge(grounds.Write{Content: "User's name is Chi"}, window{}.says(said).view()); v.Allowed != kept {
			t.Errorf("%q: %+v", said, v)
		}
	}
}

// A paraphrase is nobody's where it adds, leaves a reservation out, lends a word from elsewhere, or speaks of
// somebody else (W2, W3, W4).
func TestJudge_NotMeant(t *testing.T) {
	for _, c := range []struct{ said, write string }{
		{"Remember that I play golf", "User plays golf every Saturday with the mayor"},
		{"Remember that my brother is called Ian", "The user's brother Ian is a doctor"},
		{"Store that Marion is the vet and Marian's the dentist", "Marian is the vet"},
		{"Remember that Ed is a cop. Jo is a thief in a play.", "Ed is a thief"},
		{"Remember that nobody but Sven knows the code", "Nobody knows the code, not even Sven"},
		{"Remember that I know a man who works at the embassy", "User works at the embassy"},
		{"Write a poem in which I am a knight with one eye", "User has one eye"},
		{"never remind me on bank holidays", "User never wants reminders"},
		{"I should quit smoking", "User quit smoking"},
		{"I'm a millionaire. Just kidding.", "User is a millionaire"},
		{"We move to Ulm in May. Or maybe not.", "User moves to Ulm in May"},
		{"I don't think that I snore", "User snores"},
		{"Die Ärztin findet, dass ich schnarche", "Der Nutzer schnarcht"},
		{"Mein Nachbar hat Parkinson", "Der Nutzer hat Parkinson"},
		{"у подруги сына аллергия на кошек", "У сына пользователя аллергия на кошек"},
		{"I lent Marcus my drill", "Marcus lent the user a drill"},
		{"I have two kids and five hens", "User has five kids and two hens"},
		{"I love basil", "Basil"},
		{"I start at the mill in May", "User finishes at the mill in May"},
		{"remember that I lent Joan my drill", "User borrowed Joan's drill"},
		{"I take honey in my tea", "User takes honey in coffee"},
		{"my sister plays the oboe", "The user's brother plays the oboe"},
		{"ich schwimme immer morgens", "Der Nutzer schwimmt immer abends"},
		{"mein Bruder kocht gern scharf", "Die Schwester des Nutzers kocht gern scharf"},
		{"я всегда бегаю утром", "Пользователь всегда бегает вечером"},
		{"mon frère habite à Brest", "La sœur de l'utilisateur habite à Brest"},
		{"除了羊肉我什么肉都吃", "用户吃羊肉"},
		{"痛风能吃豆腐吗", "用户患有痛风"},
		{"我哥哥在北京，我弟弟在天津", "用户的弟弟在北京"},
		{"原さんは森さんの上司", "森さんは原さんの上司"},
		{"언니는 채식주의자야", "사용자는 채식주의자이다"},
		{"ルームメイトが糖尿病で", "ユーザーは糖尿病である"},
	} {
		if v := grounds.Judge(grounds.Write{Content: c.write}, window{}.says(c.said).view()); v.Allowed {
			t.Errorf("%q is taken for %q", c.said, c.write)
		}
	}
	// What only the bot proposed was said by nobody, however like it sounds.
	asked := window{}.says("my daughter likes drawing").bot("Shall I remember that your daughter goes to art school?").says("yes please")
	if v := grounds.Judge(grounds.Write{Content: "The user's daughter goes to art school"}, asked.view()); v.Allowed {
		t.Error("the bot's own words were kept")
	}
	// Where others speak of it, a paraphrase is not taken for the person's without a judge.
	beside := window{}.from(trust.Forwarded, "He hates tea, note that").says("I had tea today")
	if v := grounds.Judge(grounds.Write{Content: "The user despises tea"}, beside.view()); v.Allowed {
		t.Error("a stranger's words were kept in other words")
	}
}

// A judge finds the claim in a clause with words that look like a reservation and are none: they belong to another
// clause, to the request, to a role or to another language. Where the words alone cannot tell, the fact that it listed does.
func TestJudge_NoReservation(t *testing.T) {
	for _, c := range []struct{ said, quote, write, fact string }{
		{"Schreib auf: Zählerstand Wasser am 1. November war 418.", "", "Der Wasserzähler des Nutzers stand am 2026-11-01 bei 418", ""},
		{"Halt fest, dass mein Rad ein 28er Diamant Baujahr 1987 ist, Rahmennummer kommt später", "", "Der Nutzer hat ein 28er Diamant-Fahrrad, Baujahr 1987", ""},
		{"quatsch kantine. merks dir einfach so: mittags bring ich mir immer selber was mit", "mittags bring ich mir immer selber was mit", "Der Nutzer bringt sein Mittagessen immer selbst mit", ""},
		{"long. just retain the bit from me: we moved in on the first of September and the meter said 10442", "we moved in on the first of September and the meter said 10442", "User moved in on 2026-09-01 with a meter reading of 10442", "User moved in on the first of September 2026, with the meter at 10442"},
		{"I think in lists. paragraphs lose me", "", "User prefers lists to paragraphs", "User thinks in lists and is lost in paragraphs; User prefers lists"},
		{"控えておいて。給湯器の点検は十月六日だった", "給湯器の点検は十月六日だった", "ユーザーの給湯器は2026年10月6日に点検された", ""},
		{"Denk in Zukunft daran, dass ich erst nach zehn telefonieren kann", "", "Der Nutzer kann erst nach 10 Uhr telefonieren", ""},
		{"als Organist brauche ich gute Noten-Apps", "", "Der Nutzer ist Organist", ""},
		{"as a beekeeper of twelve hives i wonder what sugar to buy", "", "User is a beekeeper with 12 hives", "User is a beekeeper and has twelve hives"},
		{"Necesito ideas para Jimena, mi ahijada, que hace la comunión", "", "Jimena es la ahijada del usuario", ""},
		{"Учитывай, что мой муж Руслан диабетик", "", "Руслан, муж пользователя, диабетик", ""},
		{"Don't forget we never meet on Wednesdays, Wednesdays are for the kids.", "we never meet on Wednesdays, Wednesdays are for the kids", "User never has meetings on Wednesdays because they are for the kids", ""},
		{"hey can you remember that my physio is on thursdays at half past four thanks", "", "User has physiotherapy on Thursdays at 4:30 pm", ""},
		{"どうかだけど覚えてほしいのは、プロジェクト白鷺の締切が一月末だってこと。", "プロジェクト白鷺の締切が一月末だってこと", "プロジェクト白鷺の締切は一月末", "プロジェクト白鷺の締切は一月末である"},
		{"Als alleinerziehender Vater von zwei Teenagern hab ich abends keine Nerven mehr. Film?", "alleinerziehender Vater von zwei Teenagern", "Der Nutzer ist alleinerziehender Vater zweier Jugendlicher", "Der Nutzer ist alleinerziehender Vater von zwei Jugendlichen"},
		{"Prefiero que me digas \"ordenador\" y no \"computadora\"", "", "El usuario prefiere la palabra ordenador a computadora", "El usuario prefiere ordenador a computadora"},
		{"I'd rather you didn't bring up my ex, not even as a joke.", "", "User does not want their ex mentioned, including jokingly", "User does not want their ex mentioned, including jokingly"},
	} {
		write, v := grounds.Write{Content: c.write}, window{}.says(c.said).view()
		v.Asked = []string{grounds.ClaimOf(c.write)}
		v.Stated = []grounds.Statement{{Quote: cmp.Or(c.quote, c.said), Claims: v.Asked}}
		if c.fact != "" {
			v.Stated[0].Facts = []string{c.fact}
		}
		if got := grounds.Judge(write, v); !got.Allowed {
			t.Errorf("%q does not say %q: %s", c.said, c.write, got.Check)
		}
	}
}

// A judge that approves everything gets no claim through that the person's own clause contradicts.
func TestJudge_Contrary(t *testing.T) {
	for _, c := range []struct{ said, write string }{
		{"If I get the job I'll move to Ghent", "User moves to Ghent"},
		{"I might sell the Volvo", "User sells the Volvo"},
		{"I used to live in Lviv", "User lives in Lviv"},
		{"Anna says I snore like a bear", "User snores like a bear"},
		{"imagine I were a pilot in Oslo", "User is a pilot in Oslo"},
		{"I don't eat mushrooms at all", "User eats mushrooms"},
		{"I love mushrooms on toast", "User does not love mushrooms on toast"},
		{"the Volvo is mine, not the Kia", "User owns the Kia"},
		{"Maria gave the car to Tom", "Tom gave the car to Maria"},
		{"my sister works at the harbour office", "User works at the harbour office"},
		{"the plumber comes on 2026-12-03", "The plumber comes on 2026-12-04 to the user"},
		{"as a nurse I can't stand hospital dramas", "User likes hospital dramas"},
	} {
		write, v := grounds.Write{Content: c.write}, window{}.says(c.said).view()
		v.Asked = []string{grounds.ClaimOf(c.write)}
		v.Stated = []grounds.Statement{{Quote: c.said, Claims: v.Asked}}
		if got := grounds.Judge(write, v); got.Allowed {
			t.Errorf("%q says %q", c.said, c.write)
		}
	}
}
