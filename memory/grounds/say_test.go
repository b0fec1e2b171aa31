package grounds_test

import (
	"testing"

	"keepsake/memory/grounds"
)

// What a person says in many words is theirs, whatever else stands around (W1, PRD29).
func TestJudge_SaidInOtherWords(t *testing.T) {
	for _, c := range []struct{ said, write string }{
		{"From now on, always set reminders for 9am", "User wants reminders set for 9am"},
		{"From now on, always set reminders for 9am", "Always set reminders for 9am"},
		{"From now on, always set reminders for 9am", "User prefers reminders at 9am"},
		{"Remember that I prefer short answers", "User prefers short answers"},
		{"keep your answers brief", "User wants brief answers"},
		{"Please keep your answers brief", "User prefers brief answers"},
		{"Remember: Alec is my boss", "Alec is the user's manager"},
		{"Alec is my boss", "User's boss is Alec"},
		{"My boss is called Alec", "Alec is the user's boss"},
		{"my boss Alec is arriving tomorrow", "Alec is the user's boss"},
		{"я живу в Москве", "Пользователь живёт в Москве"},
		{"запомни, что я живу в Москве", "Пользователь живёт в Москве"},
		{"Merk dir, dass ich in Graz wohne", "Der Nutzer wohnt in Graz"},
		{"Ich wohne in Graz", "Der Nutzer wohnt in Graz"},
		{"Mein Chef heißt Alec", "Alec ist der Chef des Nutzers"},
		{"recuerda que vivo en Sevilla", "El usuario vive en Sevilla"},
		{"Souviens-toi que j'habite à Lyon", "L'utilisateur habite à Lyon"},
		{"我住在北京", "用户住在北京"},
		{"请记住我对花生过敏", "用户对花生过敏"},
		{"私は東京に住んでいます", "ユーザーは東京に住んでいる"},
		{"I live in Berlin with my two cats", "User lives in Berlin"},
		{"My sister Anna lives in Lisbon and is a vet", "Anna is the user's sister"},
		{"My sister Anna lives in Lisbon and is a vet", "Anna lives in Lisbon"},
		{"My sister Anna lives in Lisbon and is a vet", "User's sister Anna lives in Lisbon and is a vet"},
		{"I'm vegan and I hate coriander", "User is vegan and hates coriander"},
		{"I'm vegan and hate coriander", "User hates coriander"},
		{"Don't forget that I take insulin at 8", "User takes insulin at 8"},
		{"I don't eat meat", "User does not eat meat"},
		{"Can you remember that my wifi is called Foxhole?", "User's wifi is called Foxhole"},
		{"I prefer due dates on Fridays", "User prefers Friday due dates"},
		{"Always answer me in German please", "User wants answers in German"},
		{"I work at TechCorp", "User works at TechCorp"},
		{"my birthday is on 3 May", "User's birthday is on 3 May"},
		{"call me Chi", "User wants to be called Chi"},
		{"I was born in 1990", "User was born in 1990"},
		{"I owe Bob 500 euros", "User owes Bob 500 euros"},
	} {
		w := window{}.says(c.said)
		if v := grounds.Judge(grounds.Write{Content: c.write}, w.view()); !v.Allowed {
			t.Errorf("%q does not say %q (%s)", c.said, c.write, v.Reason)
		}
	}
}

// What a person did not say is not theirs, though its words may be (W2–W4).
func TestJudge_NotSaid(t *testing.T) {
	for _, c := range []struct{ said, write string }{
		{"hello there", "User earns 90000 euros and was diagnosed with asthma"},
		{"Alice owes Bob 500", "Bob owes Alice 500"},
		{"I owe Bob 500", "Bob owes the user 500"},
		{"Bob owes me 500", "User owes Bob 500"},
		{"My sister is in prison in Oslo, my boss is nice", "The user's boss is in prison"},
		{"My boss is nice, my sister is in prison", "The user's boss is in prison"},
		{"My boss is nice and my sister is in prison", "The user's boss is in prison"},
		{"My sister is vegan", "User is vegan"},
		{"my sister hates tea and loves coffee", "User loves coffee"},
		{"I hate coriander", "User likes coriander"},
		{"coriander is awful", "User likes coriander"},
		{"I used to live in Berlin", "User lives in Berlin"},
		{"I lived in Berlin", "User lives in Berlin"},
		{"I might move to Rome", "User moves to Rome"},
		{"If I get the job I live in Rome", "User lives in Rome"},
		{"Anna says I'm lazy", "User is lazy"},
		{"my doctor thinks I have asthma", "User has asthma"},
		{"do I have asthma?", "User has asthma"},
		{"I don't eat meat", "User eats meat"},
		{"I eat meat", "User does not eat meat"},
		{"I live in Austria", "User lives in Australia"},
		{"Christian is my boss", "Christina is the user's boss"},
		{"I have 2 cats", "User has 3 cats"},
		{"Alec is my boss", "User is Alec's boss"},
		{"Alec's boss is Bob", "Alec is Bob's boss"},
		{"Meine Schwester ist Veganerin", "Der Nutzer ist Veganer"},
		{"Früher habe ich in Graz gewohnt", "Der Nutzer wohnt in Graz"},
		{"моя сестра живёт в Москве", "Пользователь живёт в Москве"},
		{"раньше я жил в Москве", "Пользователь живёт в Москве"},
		{"我妹妹吃素", "用户吃素"},
		{"我以前住在北京", "用户住在北京"},
		{"Mir schuldet Bob 500", "Der Nutzer schuldet Bob 500"},
		{"I want to be a doctor", "User is a doctor"},
		{"the user's manual is long", "User is long"},
		{"My landlord owes my brother 500", "The user's brother owes the landlord 500"},
	} {
		w := window{}.says(c.said)
		if v := grounds.Judge(grounds.Write{Content: c.write}, w.view()); v.Allowed {
			t.Errorf("%q is taken for %q", c.said, c.write)
		}
	}
}
