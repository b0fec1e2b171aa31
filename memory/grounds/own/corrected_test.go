package own_test

import (
	"testing"

	"keepsake/memory/grounds"
	"keepsake/memory/grounds/own"
)

// W1: a request that says nothing of the claim keeps what was said before it, and not why that is to be kept.
func TestFindWhatARequestPointsBackTo(t *testing.T) {
	const said = "wifi at mums is BT-7QX2, password marmalade"
	for now, want := range map[string]string{
		"save that one pls, i always have to ask her":    said,
		"commit that to memory, my wife would kill me":   said,
		"remember that my car is a Skoda":                said, // a model has taken it for a request for this
		"don't save that, i was only asking":             "",
		"remember this: the wifi password is strawberry": "the wifi password is strawberry",
	} {
		got := ""
		if words := find(talk(said, "Nice!", now), "Wi-Fi of the user's mother: network BT-7QX2, password marmalade"); words != nil {
			got = words.Quote
		}
		if got != want {
			t.Errorf("%q keeps %q, want %q", now, got, want)
		}
	}
	if words := find(talk("good morning", "Hello!", "save that one pls, i always have to ask her"), "User's cat is called Miso"); words != nil && words.Quote == "good morning" {
		t.Errorf("%+v", words)
	}
}

// W1: what stands behind a request is kept whole where the claim is in another language, of which nobody can tell which sentence it is about.
func TestFindAllWhereLanguagesDiffer(t *testing.T) {
	for said, want := range map[string]string{
		"merk dir: ich ess keine pilze. und nach acht bitte keinen kaffee mehr": "ich ess keine pilze. und nach acht bitte keinen kaffee mehr",
		"Dorénavant, vouvoyez-moi. Et point de petits dessins dans vos mots.":   "Dorénavant, vouvoyez-moi. Et point de petits dessins dans vos mots",
	} {
		if words := find(view(said), "The user does not want it after eight o'clock and is formal"); words == nil || words.Quote != want {
			t.Errorf("%q: %+v", said, words)
		}
	}
}

// W3: a correction that the person asks for is kept in their words, too: in the place of the memory where it says all that this said, else behind it,
// so that nothing is lost, and so is what they ask to remember. What asks for neither waits, and so does what says nothing of the memory.
func TestFindCorrectionOfAMemory(t *testing.T) {
	for said, c := range map[string]struct{ before, claim, want string }{
		"no, fix that: my rent is not 1200, it's 1450":                {"User's rent is 1200", "The user pays 1450 a month in rent", "User said: “no, fix that: my rent is not 1200, it's 1450”"},
		"change spin to tuesday pls, theyve binned the thursday one":  {"The user has spin class on Thursdays.", "The user's spin class has moved to Tuesdays", "The user has spin class on Thursdays. User said: “change spin to tuesday pls, theyve binned the thursday one”"},
		"Bitte ändern: Chor ist jetzt um 20 Uhr, der Tag bleibt.":     {"Der Nutzer hat dienstags um 19:30 Uhr Chor", "Die Chorprobe des Nutzers beginnt am Dienstag um 20 Uhr", "Der Nutzer hat dienstags um 19:30 Uhr Chor. Der Nutzer sagte: „Bitte ändern: Chor ist jetzt um 20 Uhr, der Tag bleibt“"},
		"remember that the penicillin allergy was found in 2019":      {"User is allergic to penicillin and nuts", "User has had an allergy to penicillin since 2019", "User is allergic to penicillin and nuts. User said: “the penicillin allergy was found in 2019”"},
		"the penicillin allergy was found in 2019":                    {"User is allergic to penicillin and nuts", "User has had an allergy to penicillin since 2019", ""},
		"change the oil every 5000 km, that's what the manual says":   {"User sings in a choir", "User is a singer in the choir of the manual", ""},
		"update the thing: i had nuts at Tom's and lived to tell you": {"User is allergic to penicillin and nuts", "User ate nuts at Tom's place", "User is allergic to penicillin and nuts. User said: “update the thing: i had nuts at Tom's and lived to tell you”"},
	} {
		v, w := view(said), grounds.Write{Content: c.claim, Before: c.before}
		got := ""
		if words := own.Find(w, v, grounds.Judge(w, v)); words != nil {
			got = words.Content
		}
		if got != c.want {
			t.Errorf("%q of %q: %q, want %q", said, c.before, got, c.want)
		}
	}
}

// W7: where a judge finds the claim in a sentence, whom that is about may stand in the question before it, and what it corrects in the message before.
func TestFindMatchedWithWhatStandsBefore(t *testing.T) {
	for _, c := range []struct{ before, said, quote, claim, want string }{
		{"", "what do I give my niece Vega? she turns 7 on Saturday", "she turns 7 on Saturday", "Vega, the niece of the user, will be 8 on Saturday", "what do I give my niece Vega? she turns 7 on Saturday"},
		{"my office is at Elm Street 41", "sorry, 14, third floor", "14, third floor", "The office of the user is at Elm Street 14 on floor 4", "my office is at Elm Street 41 … sorry, 14, third floor"},
		{"good morning", "my office is at Elm Street 41", "my office is at Elm Street 41", "The office of the user is at Elm Street 42", "my office is at Elm Street 41"},
	} {
		v := view(c.said)
		if c.before != "" {
			v = talk(c.before, "I see.", c.said)
		}
		v.Asked = []string{grounds.ClaimOf(c.claim)}
		v.Stated = []grounds.Statement{{Quote: c.quote, Facts: []string{c.quote}, Claims: v.Asked}}
		w := grounds.Write{Content: c.claim}
		if words := own.Find(w, v, grounds.Judge(w, v)); words == nil || words.Quote != c.want {
			t.Errorf("%q: %+v, want %q", c.said, words, c.want)
		}
	}
}
