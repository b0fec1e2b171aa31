package grounds_test

import (
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
