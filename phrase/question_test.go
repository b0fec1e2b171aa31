package phrase_test

import (
	"testing"

	"keepsake/phrase"
)

// TestAskedFact: the fact that a question in words is about is found, in other questions none (R18).
func TestAskedFact(t *testing.T) {
	for said, want := range map[string]string{
		"Nice. Would you like me to remember that Alec is your boss?": "that Alec is your boss",
		"Do you like tea?":                               "",
		"I will remember that.":                          "",
		"Shall I note that Eva lives in Rome? It helps.": "that Eva lives in Rome",
	} {
		if got := phrase.AskedFact(said); got != want {
			t.Errorf("%q: %q", said, got)
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

// TestToldBehindAQuestion finds what is told behind a question in its sentence, and before one without a mark.
func TestToldBehindAQuestion(t *testing.T) {
	for said, want := range map[string]string{
		"how do I get there, I have no car?": " I have no car?", "my son can't have nuts what can I bake?": "my son can't have nuts ", "우리 어머니가 설탕을 못 드시거든?": "우리 어머니가 설탕을 못 드시거든?",
	} {
		if got := phrase.Statements(said); len(got) != 1 || got[0] != want {
			t.Errorf("%q: %q", said, got)
		}
	}
}
