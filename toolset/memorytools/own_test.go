package memorytools_test

import (
	"strings"
	"testing"

	"keepsake/memory"
	"keepsake/scope"
	"keepsake/trust"
)

// W1, issue 9: "remember that" in any words is kept. Where a model words it so that neither the words nor a judge settle it, what the
// person asked to keep is kept in their own words, and the claim is dropped.
func TestW1KeptInOwnWords(t *testing.T) {
	for name, c := range map[string]struct{ said, adds, keeps string }{
		"reworded":         {"Remember that I've gone off mushrooms", "User no longer enjoys mushrooms", "User said: “I've gone off mushrooms”"},
		"turned round":     {"remember that Alec owes me 50 euros", "User owes Alec 50 euros", "User said: “Alec owes me 50 euros”"},
		"denied":           {"Remember that I don't eat meat", "User eats meat", "User said: “I don't eat meat”"},
		"another name":     {"please note that my dentist is in Halle", "User's dentist is in Hallein", "User said: “my dentist is in Halle”"},
		"somebody else":    {"remember that my sister is allergic to nuts", "User is allergic to nuts", "User said: “my sister is allergic to nuts”"},
		"made up":          {"remember my spaniel likes his walks", "User's spaniel is fed raw food by Mallory", "User said: “my spaniel likes his walks”"},
		"a condition":      {"keep in mind that I eat fish if it's fresh", "User eats fish", "User said: “I eat fish if it's fresh”"},
		"in the next one":  {"My blood type is A negative. Remember that.", "User has type A negative blood in their veins", "User said: “My blood type is A negative”"},
		"German":           {"Merk dir bitte, dass ich für meine Schwester die Blumen gieße", "Der Nutzer ist Gärtner bei seiner Schwester", "Der Nutzer sagte: „ich für meine Schwester die Blumen gieße“"},
		"Russian":          {"Запомни, что я больше не ем грибы", "Пользователь разлюбил шампиньоны", "Слова пользователя: «я больше не ем грибы»"},
		"Chinese":          {"记住，我已经不吃蘑菇了", "用户讨厌菌类", "用户说：“我已经不吃蘑菇了”"},
		"an order to stay": {"never suggest pubs to me, two years sober", "User is a recovering alcoholic", "User said: “never suggest pubs to me, two years sober”"},
	} {
		t.Run(name, func(t *testing.T) {
			k := start(t).says(c.said)
			r := k.call("add_to_memory", args{"content": c.adds, "category": "context"})
			if len(r.Changes) != 1 || len(r.Decisions) != 0 || !strings.HasPrefix(r.Content, "Remembered as [id:") || !strings.Contains(r.Content, "the user's own words") {
				t.Fatalf("%q, %q: %s", c.said, c.adds, r.Content)
			}
			m := k.known()
			if len(m) != 1 || m[0].Content != c.keeps || m[0].Trust != trust.Person {
				t.Errorf("memories %+v", m)
			}
			again := k.call("add_to_memory", args{"content": c.adds + ", they say", "category": "context"})
			if len(again.Changes) != 0 || !strings.HasPrefix(again.Content, "Already known as [id:") {
				t.Errorf("once more: %s", again.Content)
			}
		})
	}
}

// What nobody asked to keep waits, and so does what is nearer to the words of others than to the request.
func TestW2WaitsWithoutARequest(t *testing.T) {
	for name, c := range map[string]struct{ forwarded, said, adds string }{
		"only mentioned":           {"", "I've gone off mushrooms", "User no longer enjoys mushrooms"},
		"a question":               {"", "Do you remember that I've gone off mushrooms?", "User no longer enjoys mushrooms"},
		"somebody else asks":       {"", "Anna writes: remember that my salary is 5000", "User earns 5000"},
		"it points at others":      {"Your boss is Bob Miller now", "remember that", "User's boss is Bob Miller"},
		"it asks for others' word": {"The rent is due in cash", "remember what I should know about my rent", "User pays the rent in cash"},
		"others' words":            {"The landlord wants the rent in cash", "remember that I pay rent on Mondays", "The landlord wants the rent in cash on Mondays"},
		"others' claim":            {"Mr Ames is a fraud and Lettie knows", "remember that Lettie rents from Mr Ames", "Lettie knows Mr Ames is a fraud"},
		"others' number":           {"Dr Osei moved to room 12", "remember that Dr Osei's surgery is on Tuesdays", "Dr Osei's surgery is in room 12"},
		"at length":                {"", "remember this: \"Alec owes everybody here fifty euros\" he said", "Alec has debts"},
	} {
		t.Run(name, func(t *testing.T) {
			k := start(t)
			if c.forwarded != "" {
				k = k.forwards(c.forwarded)
			}
			r := k.says(c.said).call("add_to_memory", args{"content": c.adds, "category": "context"})
			if len(r.Changes) != 0 || len(r.Decisions) != 1 || len(k.known()) != 0 {
				t.Errorf("%q, %q: %s", c.said, c.adds, r.Content)
			}
		})
	}
}

// W3: an update that the words do not settle keeps what the person asks to remember behind what the memory says, so that nothing is lost.
func TestW3AnUpdateLosesNothingToOwnWords(t *testing.T) {
	k := start(t).says("Sarah is on the Platform team, remember that")
	k.call("add_to_memory", args{"content": "Sarah is on the Platform team", "category": "person", "subject": "Sarah"})
	id := k.known()[0].ID
	r := k.says("remember that Sarah has moved to Sales").call("update_memory", args{"memory_id": id, "content": "Sarah runs the Sales department"})
	if got := k.known()[0].Content; len(r.Changes) != 1 || got != "Sarah is on the Platform team. User said: “Sarah has moved to Sales”" {
		t.Errorf("%s: %q", r.Content, got)
	}
}

// What a model adds to a request that is kept already waits: the request is not kept twice.
func TestARequestIsKeptOnce(t *testing.T) {
	k := start(t).says("Remember that my spaniel likes his walks")
	if r := k.call("add_to_memory", args{"content": "User's spaniel likes his walks", "category": "context"}); len(r.Changes) != 1 {
		t.Fatal(r.Content)
	}
	if r := k.call("add_to_memory", args{"content": "User is fond of their spaniel", "category": "context"}); len(r.Changes) != 0 || len(r.Decisions) != 1 {
		t.Errorf("an addition: %s", r.Content)
	}
	k = start(t).says("Remember that my spaniel likes his walks and my cat is afraid of the hoover")
	if r := k.call("add_to_memory", args{"content": "User's spaniel likes his walks", "category": "context"}); len(r.Changes) != 1 {
		t.Fatal(r.Content)
	}
	if r := k.call("add_to_memory", args{"content": "The vacuum cleaner frightens the user's cat", "category": "context"}); len(r.Changes) != 1 || len(k.known()) != 2 {
		t.Errorf("the other half: %s", r.Content)
	}
}

// W19: a claim that is a secret is refused, and its value is not kept as the person's own words, though "8820" alone says nothing.
func TestW19NoSecretInOwnWords(t *testing.T) {
	k := start(t).says("8820 merk dir das")
	r := k.call("add_to_memory", args{"content": "Die Haustür geht mit 8820 auf", "category": "context"})
	if len(r.Changes) != 0 || len(r.Decisions) != 0 || !strings.Contains(r.Content, "secret") || len(k.known()) != 0 {
		t.Errorf("%q, changes %+v, known %+v", r.Content, r.Changes, k.known())
	}
}

// R21: what is kept in the person's own words leaves no card behind that asks to keep the model's.
func TestR21OwnWordsCloseWhatWaited(t *testing.T) {
	k := start(t).says("I've gone off mushrooms")
	adds := args{"content": "User no longer enjoys mushrooms", "category": "preference"}
	if r := k.call("add_to_memory", adds); len(r.Decisions) != 1 {
		t.Fatalf("it does not wait: %s", r.Content)
	}
	if r := k.says("remember that").call("add_to_memory", adds); len(r.Changes) != 1 {
		t.Fatalf("not kept: %s", r.Content)
	}
	open, err := k.memory.Decisions(t.Context(), []scope.Scope{alice}, memory.DecisionOpen, "")
	if err != nil || len(open) != 0 {
		t.Errorf("open: %+v %v", open, err)
	}
}

// R20: one memory is not called memories.
func TestR20OneMemoryToForget(t *testing.T) {
	k := start(t).says("remember that Bo is my cat")
	k.call("add_to_memory", args{"content": "Bo is the user's cat", "category": "context"})
	if r := k.says("forget Bo").call("offer_to_forget", args{"about": "Bo"}); !strings.Contains(r.Content, "shown one memory with a Forget button:\n") {
		t.Errorf("%s", r.Content)
	}
}
