package memorytools_test

import (
	"testing"

	"keepsake/trust"
)

// P57, issue 9.1 (a): the bot asks in words whether it may remember an exact fact that the person had said, the person says yes in
// any of the ways people do, and the model adds the fact with the question's words: it is kept by the words alone,
// without a judge, whatever language it is in.
func TestP57AffirmedQuestion(t *testing.T) {
	for name, c := range map[string]struct{ said, asks, yes, adds string }{
		"as it was said":   {"Alec is my boss by the way", "Would you like me to remember that Alec is your boss for future conversations?", "yes please", "Alec is the user's boss"},
		"in other words":   {"can't do Fridays, I've got Shabbat dinner at my in-laws every Friday", "Shall I remember that you have Shabbat dinner at your in-laws every Friday?", "sure, go ahead", "User has Shabbat dinner at their in-laws every Friday"},
		"a thumb":          {"my sister Ida moved to Porto", "Noted. Should I keep in mind that your sister Ida moved to Porto?", "👍", "User's sister Ida moved to Porto"},
		"German":           {"Mein Chef heißt übrigens Alec", "Soll ich mir merken, dass dein Chef Alec heißt?", "ja, bitte", "Der Chef des Nutzers heißt Alec"},
		"Russian":          {"кстати, Алек мой начальник", "Запомнить, что Алек твой начальник?", "да, сохрани", "Алек — начальник пользователя"},
		"Chinese":          {"我住在成都", "要我记住你住在成都吗？", "好的", "用户住在成都"},
		"Spanish":          {"Alec es mi jefe", "¿Quieres que recuerde que Alec es tu jefe?", "sí, claro", "Alec es el jefe del usuario"},
		"a small yes":      {"I'm allergic to hazelnuts", "Do you want me to remember your hazelnut allergy, that you are allergic to hazelnuts?", "ok", "User is allergic to hazelnuts"},
		"yes in two words": {"I take the 7:40 train to Graz", "Shall I remember that you take the 7:40 train to Graz?", "yep, thanks", "User takes the 7:40 train to Graz"},
	} {
		t.Run(name, func(t *testing.T) {
			k := start(t).says(c.said).bot(c.asks).says(c.yes)
			r := k.call("add_to_memory", args{"content": c.adds, "category": "context"})
			if len(r.Changes) != 1 || len(r.Decisions) != 0 {
				t.Fatalf("%q, %q, %q: %s", c.said, c.asks, c.yes, r.Content)
			}
			if m := k.known()[0]; m.Content != c.adds || m.Trust != trust.Person {
				t.Errorf("memory %+v", m)
			}
		})
	}
}

// A yes lends the bot's question nothing that the person had not said, and nothing where somebody else speaks of it (W5).
func TestW5YesToWhatNobodySaid(t *testing.T) {
	for name, c := range map[string]struct{ forwarded, said, asks, yes, adds string }{
		"never said":          {"", "hello there", "Shall I remember that you work from home on Fridays?", "yes", "User works from home on Fridays"},
		"half of it":          {"", "my daughter likes drawing", "Would you like me to remember that your daughter goes to art school?", "yes please", "User's daughter goes to art school"},
		"another name":        {"", "my sister Ida lives in Porto", "Shall I remember that your sister Ada lives in Porto?", "yes", "User's sister Ada lives in Porto"},
		"another number":      {"", "I take the 7:40 train to Graz", "Shall I remember that you take the 7:50 train to Graz?", "yes", "User takes the 7:50 train to Graz"},
		"the opposite":        {"", "I don't eat peanuts at breakfast", "Shall I remember that you eat peanuts at breakfast?", "yes", "User eats peanuts at breakfast"},
		"not what was asked":  {"", "my boss is Alec and my sister is in prison", "Shall I remember that Alec is your boss?", "yes", "User's boss is in prison"},
		"others speak of it":  {"Everybody at Hale & Sons has Shabbat dinner on Fridays now", "I've got dinner at my in-laws every week", "Shall I remember that you have Shabbat dinner at your in-laws every week?", "yes", "User has Shabbat dinner at their in-laws every week"},
		"only others said it": {"Your new boss is Bob Miller", "what does this say?", "It says that Bob Miller is your boss. Shall I remember that Bob Miller is your boss?", "yes", "Bob Miller is the user's boss"},
	} {
		t.Run(name, func(t *testing.T) {
			k := start(t)
			if c.forwarded != "" {
				k = k.forwards(c.forwarded)
			}
			k = k.says(c.said).bot(c.asks).says(c.yes)
			r := k.call("add_to_memory", args{"content": c.adds, "category": "context"})
			if len(r.Changes) != 0 || len(r.Decisions) != 1 {
				t.Errorf("kept: %s", r.Content)
			}
		})
	}
}
