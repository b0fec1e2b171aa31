package grounds_test

import (
	"testing"

	"keepsake/memory/grounds"
)

// W1: the "may" or "could" of a question that goes on from a statement is no doubt about that; what the statement itself doubts, or the question
// does, is none.
func TestJudge_AQuestionBehindAStatement(t *testing.T) {
	for _, c := range []struct {
		said, claim string
		want        bool
	}{
		{"I have epilepsy, what may I eat?", "User has epilepsy", true},
		{"I'm diabetic, what may I drink?", "User is diabetic", true},
		{"I have two cats, could they eat tuna?", "User has two cats", true},
		{"I have asthma, may I go diving?", "User has asthma", true},
		{"Ich habe Epilepsie, was könnte ich essen?", "Der Nutzer hat Epilepsie", true},
		{"J'ai l'épilepsie, que pourrais-je manger ?", "L'utilisateur a l'épilepsie", true},
		{"Tengo epilepsia, ¿qué podría comer?", "El usuario tiene epilepsia", true},
		{"Sono diabetico, cosa potrei bere?", "L'utente è diabetico", true},
		{"У меня эпилепсия, что мне можно есть?", "У пользователя эпилепсия", true},
		{"Ik heb epilepsie, wat zou ik kunnen eten?", "De gebruiker heeft epilepsie", true},
		{"我有癫痫，可能吃什么好？", "用户有癫痫", true},
		{"I may have epilepsy, what can I eat?", "User has epilepsy", false},
		{"I may have epilepsy", "User has epilepsy", false},
		{"could I have asthma?", "User has asthma", false},
		{"I have asthma, could that be true?", "User has asthma", false},
		{"I have asthma, could I be wrong?", "User has asthma", false},
		{"I have asthma, could it be?", "User has asthma", false},
		{"I have asthma, maybe?", "User has asthma", false},
		{"I have asthma, what do you think?", "User has asthma", false},
		{"I have two cats I think, what may they eat?", "User has two cats", false},
		{"Ich habe Asthma, könnte das sein?", "Der Nutzer hat Asthma", false},
		{"Ich habe Asthma, könnte ich mich irren?", "Der Nutzer hat Asthma", false},
		{"Tengo asma, ¿podría ser?", "El usuario tiene asma", false},
		{"J'ai de l'asthme, pourrais-je me tromper ?", "L'utilisateur a de l'asthme", false},
	} {
		if v := grounds.Judge(grounds.Write{Content: c.claim}, window{}.says(c.said).view()); v.Allowed != c.want {
			t.Errorf("%q: allowed %t", c.said, v.Allowed)
		}
	}
}
