package subject_test

import (
	"testing"

	"keepsake/phrase"
	"keepsake/phrase/subject"
)

// W4: who does something to whom is turned round where the speaker is given the part of somebody else.
func TestTurnsRoles(t *testing.T) {
	isSame := func(claim, said phrase.Token) bool {
		return claim.Term == said.Term || phrase.AreVerbForms(claim.Term, said.Term)
	}
	for _, c := range []struct {
		said  []string
		claim string
		want  bool
	}{
		{[]string{"Bob owes me 50"}, "the user owes Bob 50", true},
		{[]string{"I owe nobody anything", "Bob owes me 50"}, "the user owes Bob 50", true},
		{[]string{"I owe Bob 50"}, "the user owes Bob 50", false},
		{[]string{"I owe Bob 50", "Bob owes me 20"}, "the user owes Bob 50", false},
		{[]string{"Bob owes me 50"}, "Bob owes the user 50", false},
		{[]string{"with Bob it pays me 50"}, "the user pays Bob 50", false},
	} {
		var clauses [][]phrase.Token
		for _, s := range c.said {
			clauses = append(clauses, phrase.Tokens(s))
		}
		if got := subject.TurnsRoles(phrase.Tokens(c.claim), clauses, isSame); got != c.want {
			t.Errorf("%q of %q: %v", c.claim, c.said, got)
		}
	}
}

func TestIsOfRelativeOnly(t *testing.T) {
	for said, want := range map[string]bool{"我弟弟住在成都,我不住": true, "我弟弟住在成都": true, "我住在成都,我弟弟也住在成都": false, "我住在成都": false, "我和弟弟住在成都": false, "记住我姐姐叫李娜，还有我住在成都": false} {
		if got := subject.IsOfRelativeOnly(said, "用户住在成都"); got != want {
			t.Errorf("%q: %v", said, got)
		}
	}
}
