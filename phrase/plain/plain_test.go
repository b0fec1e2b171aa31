package plain_test

import (
	"slices"
	"testing"

	"keepsake/phrase"
	"keepsake/phrase/plain"
)

// pairsOf pairs each word of a claim that counts with the first one like it that was said and is not taken; a run of a script without spaces
// may hold several.
func pairsOf(t *testing.T, said, claim []phrase.Token) (out []plain.Pair) {
	t.Helper()
	for k, c := range claim {
		if !c.Counts() {
			continue
		}
		i := 0
		for ; i < len(said); i++ {
			isTaken := slices.ContainsFunc(out, func(p plain.Pair) bool { return p.Said == i })
			s := said[i].Term
			isAlike := s == c.Term || phrase.WithoutAnd(s) == c.Term || phrase.AreInflections(c.Term, s) || phrase.AreVerbForms(c.Term, s)
			if said[i].Counts() && (isAlike && !isTaken || phrase.IsDense(phrase.FirstRune(c.Term)) && phrase.HasDense(s, c.Term)) {
				break
			}
		}
		if i == len(said) {
			t.Fatalf("no %q was said", c.Term)
		}
		out = append(out, plain.Pair{Said: i, Claim: k})
	}
	return out
}

// W3: a claim is plain where nothing that could be meant is left out between its words, they stand as they were said, and the speaker where they were.
func TestRetells(t *testing.T) {
	for _, c := range []struct {
		said, claim string
		is          bool
	}{
		// Nothing is left out between, but an attribute, a time, a part of a list, a helping verb and a small degree.
		{"my new boss likes jazz", "User's boss likes jazz", true},
		{"my cousins boss likes jazz", "User's boss likes jazz", false},
		{"I play the cello and the piano", "User plays the piano", true},
		{"bis zum 3. Mai hab ich Urlaub", "Der Nutzer hat bis zum 3. Mai Urlaub", true},
		{"диван трохи довший", "Диван довший", true},
		{"Anna gave Tom a lamp", "Anna gave a lamp", false},
		{"dizim koşudan değil düştüğüm için ağrıyor", "Kullanıcının dizi düştüğü için ağrıyor", true},
		// An Arabic "and" begins what is told of another of the first word.
		{"الباب الأبيض للحمام والأسود للمخزن", "الباب الأسود للمخزن", true},
		{"الباب الأبيض للحمام والأسود للمخزن", "الباب الأبيض للمخزن", false},
		// A verb may move, and what is said before "I"; who is who may be said from either side.
		{"dass ich bei Vollmond schlecht schlafe", "Der Nutzer schläft bei Vollmond schlecht", true},
		{"after breakfast I take a pill", "User takes a pill after breakfast", true},
		{"my boss is Alec", "Alec is the user's boss", true},
		{"a opla ma brat", "Brat użytkownika ma opla", true},
		{"the landlord pays the water", "User pays the landlord for the water", false},
		{"le club nous rembourse la licence", "L'utilisateur rembourse au club la licence", false},
		{"pago 35 euro a Sandro per la pizza della squadra", "La squadra paga 35 euro a Sandro per la pizza", false},
		{"Svenja bringt meiner Tochter Geige bei", "Svenja ist die Tochter des Nutzers und bringt Geige bei", false},
		// The speaker stands where they were, or in the place of nobody who is left out.
		{"the fridge is older than the oven", "User's fridge is older than the oven", true},
		{"the fridge is older than the oven of Jana", "User's fridge is older than the oven", false},
		{"取暖费房东交", "取暖费用户交", false},
		{"my sister lent me her drill", "User's sister lent User her drill", true},
		{"mich die Frau Albers anrufen will", "Der Nutzer will Frau Albers anrufen", false},
		{"o Rui me ensina a podar as videiras", "O Rui poda as videiras do usuário", false},
		// Words keep their prepositions, forms and numbers, and a clause what makes it one that may be.
		{"the plumber Ellen hired is called Vic", "The plumber Ellen hired is called Vic", true},
		{"the plumber Ellen hired is called Vic", "The plumber Ellen hired to Vic", false},
		{"ik misschien met hockey stop", "De gebruiker is misschien met hockey gestopt", false},
		{"als Bram slaagt", "Bram slaagt", false},
		{"als Bram slaagt", "Als Bram slaagt", true},
		{"le gîte jusqu'au 22 août", "22 gîtes en août", false},
		{"I owe Greg 40 quid for the tickets", "User owes Greg 40 tickets", false},
		{"田中さんに椅子を貸した", "田中さんは椅子を貸した", false},
		{"田中さんに椅子を貸した", "田中さんには椅子を貸した", true},
		{"언니가 가방을 빌려 갔어", "언니의 가방을 빌려 갔다", false},
		{"언니가 가방을 빌려 갔어", "언니가 가방을 빌려 갔다", true},
		{"nous avons réservé le gîte", "L'utilisateur a réservé le gîte", true},
		{"il garage è di papà e la cantina mia", "Il garage è dell'utente", false},
		{"my landlady's son plays the drums", "User's landlady's son plays the drums", true},
		{"my landlady's son plays the drums", "User's landlady plays the drums", false},
		{"서준이 고모가 우리 담임이야", "서준이 고모가 사용자의 담임이다", true},
		{"nos suben el alquiler", "El usuario sube el alquiler", false},
		{"nos mudamos a Lyon", "El usuario se muda a Lyon", true},
		{"als Organist brauche ich Noten", "Der Nutzer ist Organist", true},
		{"Pınar'ı da kuzenim", "Pınar kuzeni", false},
	} {
		said, claim := phrase.Tokens(c.said), phrase.Tokens(c.claim)
		if got := plain.Retells(plain.Text{Tokens: said, Words: c.said}, plain.Text{Tokens: claim, Words: c.claim}, pairsOf(t, said, claim)); got != c.is {
			t.Errorf("%q retells %q: %v", c.claim, c.said, got)
		}
	}
}

// An update need not say what the memory says already.
func TestRetells_Update(t *testing.T) {
	said, claim := phrase.Tokens("Sarah joined the Design team"), phrase.Tokens("Sarah works on the Design team")
	pairs := []plain.Pair{{0, 0}, {3, 4}, {4, 5}}
	for _, isUpdate := range []bool{true, false} {
		if got := plain.Retells(plain.Text{Tokens: said}, plain.Text{Tokens: claim, IsUpdate: isUpdate}, pairs); got != isUpdate {
			t.Errorf("update %v: %v", isUpdate, got)
		}
	}
}
