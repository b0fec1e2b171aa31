package memorytools_test

import (
	"keepsake/scope"
	"strings"
	"testing"
)

// R18: who asks in words not to keep what they say, or said just before, is not overridden by a model that adds it: nothing is stored, nothing waits, and a
// tombstone binds what comes later.
func TestR18AskedNotToKeep(t *testing.T) {
	for name, c := range map[string]struct{ said, bot, then, adds string }{
		"German":              {"Ich lasse mich scheiden. Merk dir das bitte nicht.", "", "", "Der Nutzer lässt sich scheiden"},
		"French":              {"Je divorce. Ne le retiens pas.", "", "", "L'utilisateur divorce"},
		"English":             {"I am getting divorced. Do not save that.", "", "", "User is getting divorced"},
		"forget it":           {"I am getting divorced. Please keep it to yourself and forget it", "", "", "User is getting divorced"},
		"Japanese":            {"離婚します。覚えないでください。", "", "", "ユーザーは離婚します"},
		"Polish":              {"Rozwodzę się. Nie zapamiętuj tego.", "", "", "Użytkownik się rozwodzi"},
		"Russian":             {"Я развожусь. Не запоминай это.", "", "", "Пользователь разводится"},
		"Finnish":             {"Asun Turussa. Älä tallenna sitä.", "", "", "Käyttäjä asuu Turussa"},
		"Hebrew":              {"אני מתגרש. אל תשמור את זה.", "", "", "המשתמש מתגרש"},
		"in English of it":    {"Ich lasse mich scheiden. Merk dir das bitte nicht.", "", "", "User is getting divorced"},
		"before it":           {"Don't remember this: I am getting divorced", "", "", "User is getting divorced"},
		"the message before":  {"I am getting divorced", "I am sorry to hear that.", "do not remember that", "User is getting divorced"},
		"please":              {"I am getting divorced", "I am sorry to hear that.", "please do not save that", "User is getting divorced"},
		"ok but":              {"I am getting divorced", "I am sorry to hear that.", "ok but do not save it", "User is getting divorced"},
		"a question in words": {"My sister Anna lives in Ghent", "Shall I remember that your sister Anna lives in Ghent?", "yes, but don't remember it", "User's sister Anna lives in Ghent"},
		"lovely":              {"My sister Anna lives in Ghent", "Shall I remember that your sister Anna lives in Ghent?", "sure she is lovely, but please don't keep that", "User's sister Anna lives in Ghent"},
		"Chinese":             {"我姐姐安娜住在根特", "要我记住你姐姐安娜住在根特吗？", "好，但是别记", "用户的姐姐安娜住在根特"},
		"Spanish":             {"Mi hermana Ana vive en Gante", "¿Quieres que recuerde que tu hermana Ana vive en Gante?", "sí, pero no lo guardes", "La hermana del usuario, Ana, vive en Gante"},
		"off the record":      {"Off the record: I am getting divorced", "", "", "User is getting divorced"},
		"off it, behind":      {"I am getting divorced, off the record", "", "", "User is getting divorced"},
		"out of memory":       {"I am getting divorced, and this stays out of your memory", "", "", "User is getting divorced"},
		"Russian record":      {"Не для записи: я развожусь", "", "", "Пользователь разводится"},
		"German record":       {"Nicht zum Merken: Ich lasse mich scheiden", "", "", "Der Nutzer lässt sich scheiden"},
		"Russian yes":         {"Моя сестра Анна живёт в Генте", "Запомнить, что твоя сестра Анна живёт в Генте?", "да, но не запоминай", "Сестра пользователя Анна живёт в Генте"},
	} {
		t.Run(name, func(t *testing.T) {
			k := start(t).says(c.said)
			if c.bot != "" {
				k = k.bot(c.bot).says(c.then)
			}
			r := k.call("add_to_memory", args{"content": c.adds, "category": "context"})
			if len(r.Changes) != 0 || len(r.Decisions) != 0 || !strings.Contains(r.Content, "did not want this kept") {
				t.Fatalf("%q: %s", c.adds, r.Content)
			}
			refused, err := k.memory.Refused(t.Context(), scopesOfAlice)
			if must(t, err); len(refused) != 1 {
				t.Errorf("%d tombstones", len(refused))
			}
			k = k.bot("All right.").says("ok")
			if r := k.call("add_to_memory", args{"content": c.adds, "category": "context"}); len(r.Changes) != 0 {
				t.Errorf("kept in the next turn: %s", r.Content)
			}
		})
	}
}

// What a wish not to keep something is not about is kept as ever, and the same said again.
func TestR18AskedNotToKeepSomethingElse(t *testing.T) {
	for name, c := range map[string]struct{ said, then, adds string }{
		"another sentence": {"I am getting divorced, but do not save that. I like tea.", "", "User likes tea"},
		"for the record":   {"For the record, I like tea", "", "User likes tea"},
		"asked for":        {"Remember that I like tea. I am getting divorced. Do not save that.", "", "User likes tea"},
		"its own matter":   {"My sister Anna lives in Ghent. Do not save my phone number.", "", "User's sister Anna lives in Ghent"},
		"said again":       {"I am getting divorced. Do not save that.", "Remember that I am getting divorced", "User is getting divorced"},
		"not to be forgot": {"My sister Anna lives in Ghent. Don't forget it.", "", "User's sister Anna lives in Ghent"},
		"not remembered":   {"My sister Anna lives in Ghent. I don't remember her street.", "", "User's sister Anna lives in Ghent"},
	} {
		t.Run(name, func(t *testing.T) {
			k := start(t).says(c.said)
			if c.then != "" {
				k.call("add_to_memory", args{"content": c.adds, "category": "context"})
				k = k.bot("All right.").says(c.then)
			}
			if r := k.call("add_to_memory", args{"content": c.adds, "category": "context"}); len(r.Changes) != 1 {
				t.Errorf("%q: %s", c.adds, r.Content)
			}
		})
	}
}

// R18: what was declined is not kept in the person's own words instead.
func TestR18DeclinedIsNotQuoted(t *testing.T) {
	for _, c := range []struct{ said, no, adds string }{
		{"姉のレナはゲントに住んでいます", "やめて", "ユーザーの姉レナはゲントに住んでいる"},
		{"姉のレナはゲントに住んでいます", "やめてください", "ユーザーの姉レナはゲントに住んでいる"},
		{"언니 레나는 겐트에 살아요", "하지 마", "사용자의 언니 레나는 겐트에 산다"},
	} {
		k := start(t).says(c.said)
		offered := k.call("offer_memory", args{"content": c.adds, "category": "person"})
		must(t, decline(k, offered.Decisions[0].ID))
		k = k.bot("どうしますか？").says(c.no)
		if r := k.call("add_to_memory", args{"content": c.adds, "category": "person"}); len(r.Changes)+len(r.Decisions) != 0 {
			t.Errorf("%q: %s", c.no, r.Content)
		}
	}
}

func decline(k *talk, id string) error {
	_, err := k.memory.Decline(k.t.Context(), tap, scopesOfAlice, id)
	return err
}

// A yes that contradicts, doubts or belongs to something else affirms nothing of what the bot asked about: a model that adds it all the same waits for a tap.
func TestR19YesToSomethingElse(t *testing.T) {
	sister := [2]string{"My sister Anna lives in Ghent", "User's sister Anna lives in Ghent"}
	for yes, c := range map[string][2]string{
		"yes, but she lives in Bruges now": sister, "yeah right, as if": sister, "My mom said yes": sister, "yes or no, what's the difference?": sister, "yes?": sister,
		"ok, what is the weather?": sister, "ok whatever, tell me a joke": sister, "tell me a joke": sister,
		"ja, aber sie wohnt jetzt in Brügge":        {"Meine Schwester Anna wohnt in Gent", "Die Schwester des Nutzers, Anna, wohnt in Gent"},
		"oui, mais elle habite à Bruges maintenant": {"Ma sœur Anna habite à Gand", "La sœur de l'utilisateur, Anna, habite à Gand"},
		"sí, pero ahora vive en Brujas":             {"Mi hermana Ana vive en Gante", "La hermana del usuario, Ana, vive en Gante"},
		"да, но теперь она живёт в Брюгге":          {"Моя сестра Анна живёт в Генте", "Сестра пользователя Анна живёт в Генте"},
	} {
		k := start(t).says(c[0]).bot("Shall I keep that?").says(yes)
		if r := k.call("add_to_memory", args{"content": c[1], "category": "person"}); len(r.Changes) != 0 {
			t.Errorf("%q: %s", yes, r.Content)
		}
	}
	k := start(t).says(sister[0]).bot("Shall I keep that?").says("yes, but only until Friday") // what limits it is kept with it
	if r := k.call("add_to_memory", args{"content": sister[1], "category": "person"}); len(r.Changes) != 1 || !strings.Contains(r.Changes[0].After, "only until Friday") {
		t.Errorf("limited: %s", r.Content)
	}
}

var scopesOfAlice = []scope.Scope{alice}
