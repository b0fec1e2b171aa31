package phrase_test

import (
	"testing"

	"keepsake/phrase"
)

// TestIsAbout: what names somebody is about them (R20); a name that only begins alike is not.
func TestIsAbout(t *testing.T) {
	for _, c := range []struct {
		said, about string
		want        bool
	}{
		{"Alec is the user's boss", "Alec", true},
		{"The user met Alec's wife in Rome", "alec", true},
		{"Alecs Frau heißt Eva", "Alec", true},
		{"Alexandra is the user's aunt", "Alec", false},
		{"Annabel likes tea", "Anna", false},
		{"Пользователь любит Анну", "Анна", true},
		{"用户的老板是李雷", "李雷", true},
		{"The user flew to Japan in May", "my trip to Japan", true},
		{"User has a peanut allergy", "allergy", true},
		{"User likes tea", "", false},
		{"User likes tea", "the user", false},
	} {
		if got := phrase.IsAbout(c.said, c.about); got != c.want {
			t.Errorf("%q about %q: %v", c.said, c.about, got)
		}
	}
}

// TestAskedFact: the fact that a question in words is about is found, in other questions none (R18).
func TestAskedFact(t *testing.T) {
	for said, want := range map[string]string{
		"Nice. Would you like me to remember that Alec is your boss?": "that Alec is your boss",
		"Do you like tea?":                               "",
		"I will remember that.":                          "",
		"Shall I note that Eva lives in Rome? It helps.": "that Eva lives in Rome",
	} {
		if got := phrase.AskedFact(said); got != want || phrase.AsksToKeep(said) != (want != "") {
			t.Errorf("%q: %q", said, got)
		}
	}
}

// TestRepeats: what repeats a refused statement in another order, form or tense is told apart from
// what denies it or is about something else (R18).
func TestRepeats(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Alec is my boss", "The user's boss was Alec", true},
		{"that Alec is your boss", "Alec is the user's boss", true},
		{"User lives in Berlin", "The user resides in Berlin", true},
		{"Начальник пользователя — Алек", "Алек был начальником пользователя", true},
		{"User eats meat", "User does not eat meat", false},
		{"Alec is my boss", "Maria is the user's boss", false},
		{"Alec is my boss", "Alec likes chess", false},
	} {
		if got := phrase.Repeats(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %v", c.a, c.b, got)
		}
	}
}

func TestAsksWhatIsKnown(t *testing.T) {
	for s, want := range map[string]bool{
		"remind me what you know about Maeve": true, "What do you already know about my boss": true, "sag mal, was weißt du über Tom": true, "sag mir, was du noch von mir weißt": true,
		"dime lo que sabes de Ana": true, "dis-moi ce que tu sais de Léa": true, "dimmi cosa sai di Gino": true, "me diz o que você sabe do Caio": true, "wat weet je van Piet": true,
		"co wiesz o Oli": true, "скажи, что ты знаешь про Аню": true, "скажи, що ти пам'ятаєш про Олю": true, "Ali hakkında ne biliyorsun": true, "ماذا تعرف عن ليلى": true,
		"你知道什么": true, "私の何を知ってる": true, "나에 대해 뭘 알아": true,
		"I know what I want: no onions": false, "Do you know, I moved to Graz": false, "Ich weiß, was ich will": false, "you know that my sister is a vet": false, "我知道他在北京": false,
	} {
		if got := phrase.AsksWhatIsKnown(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}
