package grounds_test

import (
	"testing"

	"keepsake/memory/grounds"
)

// W3: what is said in one entry of a list is not joined with what is said in another, by words or by a judge that approves of it; nor is a reason kept
// that the person denies, nor a comparison turned round.
func TestW3EntriesAreKeptApart(t *testing.T) {
	for _, c := range []struct {
		said         string
		facts        []grounds.Statement
		wrong, right string
	}{
		{"note my week: lundi kiné à 9h, vendredi orthodontiste à 16h15", []grounds.Statement{
			{Quote: "lundi kiné à 9h", Facts: []string{"L'utilisateur a kiné lundi à 9 h"}},
			{Quote: "vendredi orthodontiste à 16h15", Facts: []string{"L'utilisateur a orthodontiste vendredi à 16 h 15"}},
		}, "L'utilisateur a rendez-vous chez l'orthodontiste lundi à 9 h", "L'utilisateur a kiné lundi à 9 h"},
		{"note que Zélie mange à la cantine lundi mardi et jeudi, le vendredi c'est mamie qui la récupère à midi", []grounds.Statement{
			{Quote: "Zélie mange à la cantine lundi mardi et jeudi", Facts: []string{"Zélie mange à la cantine lundi mardi et jeudi"}},
			{Quote: "le vendredi c'est mamie qui la récupère à midi", Facts: []string{"Le vendredi, la mamie récupère Zélie à midi"}},
		},
			"Zélie mange à la cantine lundi, mardi et vendredi ; le jeudi, c'est mamie qui la récupère à midi", "Zélie mange à la cantine lundi mardi et jeudi"},
		{"remember I'm not coming because of my ear, not because I can't swim", nil, "User can't swim", "User isn't coming because of their ear"},
		{"non ci vengo perché ho l'otite, mica perché non so nuotare eh", nil, "L'utente non sa nuotare", ""},
		{"ich bin nicht dabei, nicht weil ich krank bin", nil, "Der Nutzer ist krank", ""},
		{"동생이 나보다 월급 많아, 기억해", nil, "사용자는 동생보다 월급이 많다", ""},
		{"记住哥哥比我高", nil, "用户比哥哥高", ""},
	} {
		for _, isJudged := range []bool{false, true} {
			decide := func(claim string) grounds.Verdict {
				v := window{}.says(c.said).view()
				if isJudged {
					v.Asked = []string{grounds.ClaimOf(claim)}
					listed := c.facts
					if listed == nil {
						listed = []grounds.Statement{{Quote: c.said, Facts: []string{claim}}}
					}
					for _, s := range listed {
						s.Claims = v.Asked
						v.Stated = append(v.Stated, s)
					}
				}
				return grounds.Judge(grounds.Write{Content: claim}, v)
			}
			if got := decide(c.wrong); got.Allowed {
				t.Errorf("judged %v: %q is kept of %q", isJudged, c.wrong, c.said)
			}
			if c.right == "" {
				continue
			}
			if got := decide(c.right); !got.Allowed {
				t.Errorf("judged %v: %q waits of %q: %s", isJudged, c.right, c.said, got.Check)
			}
		}
	}
}

// W3: an Arabic "and" that parts two clauses parts what they say, though no letter tells a name there.
func TestW3AnArabicAndPartsClauses(t *testing.T) {
	v := window{}.says("احفظ أن عمر انتقل لقسم المبيعات و ليلى صارت مديرتي").view()
	if got := grounds.Judge(grounds.Write{Content: "عمر صار مدير المستخدم"}, v); got.Allowed {
		t.Error("it is kept")
	}
	v = window{}.says("نعم صحيح احفظها").view()
	earlier := window{}.says("عمر انتقل لقسم المبيعات و ليلى صارت مديرتي من امس").view().Window
	earlier[0].ID, earlier[0].TurnID = "before", "before"
	v.Window = append(earlier, v.Window...)
	if got := grounds.Judge(grounds.Write{Content: "عمر صار مدير المستخدم"}, v); got.Allowed {
		t.Error("it is kept with a yes")
	}
}

// W3: an update keeps the month that two days share, and what the claim sets apart itself.
func TestW3ACorrectedDayKeepsItsMonth(t *testing.T) {
	for _, c := range []struct{ said, before, claim string }{
		{"lo del dentista me lo cambiaron, es el 9 y no el 7 de diciembre", "El usuario tiene dentista el 7 de diciembre de 2026", "El usuario tiene dentista el 9 de diciembre de 2026"},
		{"Freya swapped the cello for the trombone last month", "Freya plays the cello", "Freya plays the trombone instead of the cello since last month"},
	} {
		v := window{}.says(c.said).view()
		v.Asked = []string{grounds.ClaimOf(c.claim)}
		v.Stated = []grounds.Statement{{Quote: c.said, Facts: []string{c.claim}, Claims: v.Asked}}
		if got := grounds.Judge(grounds.Write{Content: c.claim, Before: c.before}, v); !got.Allowed {
			t.Errorf("%q waits of %q: %s %s", c.claim, c.said, got.Reason, got.Check)
		}
	}
}
