package spoken_test

import (
	"testing"

	"keepsake/phrase/spoken"
)

// U9: a memory is said to the person it is about where that is safe, and else shown as it is stored.
func TestU9ToUser(t *testing.T) {
	for stored, want := range map[string]string{
		"User lives in Berlin":                        "You live in Berlin",
		"The user is allergic to nuts":                "You are allergic to nuts",
		"User has two cats and a dog":                 "You have two cats and a dog",
		"User doesn't eat meat":                       "You don't eat meat",
		"User never drinks coffee after 4pm":          "You never drink coffee after 4pm",
		"User can't swim":                             "You can't swim",
		"User moved to Oslo in 2019":                  "You moved to Oslo in 2019",
		"User watches birds and speaks French":        "You watch birds and speak French",
		"User studies law in Graz, but lives in Linz": "You study law in Graz, but live in Linz",
		"User prefers *Thursday* due dates":           "You prefer *Thursday* due dates",
		"User's dog is called Bo":                     "Your dog is called Bo",
		"The user’s sister lives in Lisbon":           "Your sister lives in Lisbon",
		"Alec is the user's boss":                     "Alec is your boss",
		"User thinks that Anna likes tea":             "You think that Anna likes tea",
		"Der Nutzer wohnt in Berlin":                  "Du wohnst in Berlin",
		"Die Nutzerin mag keinen Koriander":           "Du magst keinen Koriander",
		"Anna ist die Schwester des Nutzers":          "Anna ist deine Schwester",
		"Bob ist der Chef des Nutzers":                "Bob ist dein Chef",
		"安娜是用户的姐姐":                                    "安娜是你的姐姐",
		"Пользователь живёт в Москве":                 "Ты живёшь в Москве",
		"Пользователь не ест мясо":                    "Ты не ешь мясо",
		"У пользователя аллергия на арахис":           "У тебя аллергия на арахис",
		"Пользователя зовут Анна":                     "Тебя зовут Анна",
		"用户住在柏林":                                      "你住在柏林",
		"用户的狗叫小白":                                     "你的狗叫小白",
	} {
		if got := spoken.ToUser(stored); got != want {
			t.Errorf("%q: got %q, want %q", stored, got, want)
		}
	}
	for _, stored := range []string{
		"", "User", "User ", "User Guide is on the desk", "Users like tea", "Anna lives in Berlin",
		"User frobnicates widgets",     // an unknown verb
		"User lives with their sister", // whose
		"User's boss says he is tired", // who
		"User likes dogs and plants", "User watches films and plays",
		"User says: I live in Rome",                      // another's words
		"User lives in Rome. User works in Ostia",        // two sentences
		"User has a sister who sings and works as a vet", // whose verb is "works"
		"Anna is the user's sister and the user's boss", "Anna calls the user every day", "Anna told her about the user's dog",
		"Anna und Bob ist die Familie des Nutzers", "Seine Frau ist die Chefin des Nutzers", "她是用户的姐姐", "用户的老板是用户的姐姐",
		"Der Nutzer frobniziert", "Der Nutzer wohnt bei seiner Schwester", "Der Nutzer kocht und backt",
		"Пользователь любит свою сестру", "Пользователь парит", "用户名是小白", "用户说他很忙", "用户界面很慢",
	} {
		if got := spoken.ToUser(stored); got != stored {
			t.Errorf("%q: became %q", stored, got)
		}
	}
}
