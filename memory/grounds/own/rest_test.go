package own_test

import (
	"fmt"
	"testing"
	"time"

	"keepsake/memory/grounds"
	"keepsake/session"
	"keepsake/trust"
)

// burst returns a view of one turn of several messages.
func burst(texts ...string) grounds.View {
	v := grounds.View{TurnID: "now"}
	for i, s := range texts {
		v.Window = append(v.Window, session.Message{ID: fmt.Sprintf("m%d", i+1), Seq: int64(i + 1), Role: session.User, Trust: trust.Person, Content: s,
			At: friday.Add(time.Duration(i) * time.Second), TurnID: "now"})
	}
	return v
}

// W1: who asks between two messages to keep something means both, and what limits or corrects the first is kept with it. What has nothing of the
// claim, or only words that others have, is not.
func TestFindInABurst(t *testing.T) {
	const fact, ask = "Jude can't have pistachios or cashews", "keep that in mind please"
	const claim = "User's child Jude is allergic to pistachios and cashews; the EpiPen is in the school bag"
	for name, c := range map[string]struct {
		v     grounds.View
		claim string
		keeps string
	}{
		"more behind":               {burst(fact, ask, "the epipen is in the school bag"), claim, fact + " … the epipen is in the school bag"},
		"a limit":                   {burst(fact, ask, "almonds are no problem, just not whole"), claim, fact + " … almonds are no problem, just not whole"},
		"a limit, another language": {burst("le presté 300 al primo Nacho, me devuelve 50 cada día 5", "guarda eso", "pero en enero no puede"), "The user lent cousin Nacho 300; he pays back 50 on the 5th of each month, except January", "le presté 300 al primo Nacho, me devuelve 50 cada día 5 … pero en enero no puede"},
		"what somebody says":        {burst(fact, ask, "her doctor says the epipen stays in the bag"), claim, fact + " … her doctor says the epipen stays in the bag"},
		"about something else":      {burst(fact, ask, "my bus is late again"), claim, fact},
		"told in two messages":      {burst("we get the allotment behind the station", "my sister and her courgettes go there in March"), "User and their sister get the allotment behind the station for courgettes in March", "we get the allotment behind the station … my sister and her courgettes go there in March"},
		"a question":                {burst(fact, ask, "is the epipen in the school bag?"), claim, fact},
	} {
		got := ""
		if words := find(c.v, c.claim); words != nil {
			got = words.Quote
		}
		if got != c.keeps {
			t.Errorf("%s: %q, want %q", name, got, c.keeps)
		}
	}
	v := burst(fact, ask, "the school bag is new")
	v.Foreign = []string{"The EpiPen is in the school bag"}
	if words := find(v, claim); words == nil || words.Quote != fact {
		t.Errorf("beside the words of others: %+v", words)
	}
	if words := find(burst(fact, "remember: Jude can't have pistachios or cashews"), claim); words == nil || len(words.Evidence) != 1 {
		t.Errorf("said twice: %+v", words)
	}
}

// W1: what nobody asks for in words that are known is kept as it was said also where others speak of the matter, if they have fewer of the claim's words.
func TestFindToldBesideOthers(t *testing.T) {
	const claim = "User pays 910 pounds of rent until June because of the damp in the back bedroom"
	const said = "on the phone ive agreed 910 rent till june on account of the damp in the back bedroom"
	if words := find(view(said, "The rent of flat 3B is 940 pounds"), claim); words == nil || words.Quote != said {
		t.Errorf("%+v", words)
	}
	if words := find(view(said, "Rent 910 pounds until June, for the damp in the back bedroom"), claim); words != nil {
		t.Errorf("others have as many: %+v", words)
	}
}
