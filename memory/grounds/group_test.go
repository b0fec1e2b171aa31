package grounds_test

import (
	"testing"

	"keepsake/memory/grounds"
	"keepsake/session"
	"keepsake/trust"
)

const ann, bob = "telegram:42", "telegram:43"

func (w window) by(author, s string, level trust.Level) window {
	return w.add(session.Message{Role: session.User, Trust: level, Author: author, Content: s})
}

// In a group the person is who wrote the turn; everybody else is a member.
func TestJudge_GroupsTrustEachSpeakerForTheirOwnWords(t *testing.T) {
	const self = "Ann (u42)"
	talk := window{}.by(bob, "Ann hates tea and owes me 50 euros", trust.Person)
	heard := window{}.by(bob, "we all love beetroot", trust.Member)
	for _, c := range []struct {
		name    string
		window  window
		speaker string
		write   grounds.Write
		want    bool
	}{
		{"her own", talk.by(ann, "remember that I like green tea", trust.Person), ann, grounds.Write{Content: "Ann (u42) likes green tea", Subject: self}, true},
		{"alone so far", window{}.by(ann, "I like green tea", trust.Person), ann, grounds.Write{Content: "Ann (u42) likes green tea", Subject: self}, true},
		{"another's", talk.by(ann, "remember that", trust.Person), ann, grounds.Write{Content: "Ann (u42) owes Bob 50 euros"}, false},
		{"her own words in another's turn", window{}.by(ann, "I like green tea", trust.Person).by(bob, "remember that", trust.Person), bob,
			grounds.Write{Content: "Ann (u42) likes green tea"}, false},
		{"overheard", heard.by(ann, "remember what we said", trust.Person), ann, grounds.Write{Content: "The group loves beetroot"}, false},
		{"said before listening was hers", window{}.by(ann, "I love beetroot", trust.Member).by(ann, "remember it", trust.Person), ann,
			grounds.Write{Content: "Ann (u42) loves beetroot"}, false},
		{"another's label", talk.by(ann, "I like green tea", trust.Person), ann, grounds.Write{Content: "Bob (u43) likes green tea"}, false},
		{"nobody with an id", window{}.by("", "remember that we love tea", trust.Member), "", grounds.Write{Content: "The group loves tea"}, false},
	} {
		v := c.window.view()
		v.Group, v.Speaker = true, c.speaker
		if c.speaker == ann {
			v.Self = self
		}
		got := grounds.Judge(c.write, v)
		if got.Allowed != c.want {
			t.Errorf("%s: allowed %v (%s)", c.name, got.Allowed, got.Reason)
		}
		for _, e := range got.Evidence {
			if e.Author == bob && c.speaker == ann && e.Trust == trust.Person {
				t.Errorf("%s: Bob's words count as Ann's: %+v", c.name, e)
			}
		}
	}
}
