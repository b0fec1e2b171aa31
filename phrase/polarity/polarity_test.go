package polarity_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"keepsake/phrase/polarity"
)

// W3: what is denied, what only in part, and what is set apart.
func TestOf(t *testing.T) {
	for said, want := range map[string]struct {
		denies, negative, mixed bool
		apart                   string
		left                    bool // what is left denies
	}{
		"I like tea":                     {},
		"I don't eat meat":               {denies: true, negative: true, left: true},
		"I hate coriander":               {negative: true},
		"at eight, not nine":             {denies: true, negative: true, apart: "9"},
		"coffee without sugar":           {denies: true, negative: true, apart: "sugar"},
		"mange plus de viande":           {negative: true}, // it may be either
		"mais plus de viande":            {denies: true, negative: true, left: true},
		"je mange plus de viande":        {denies: true, negative: true, left: true},
		"plus de 30 personnes viennent":  {negative: true},
		"Tom pays the rent, not me":      {denies: true, negative: true, mixed: true, left: true},
		"ich nehme den Bus, kein Taxi":   {denies: true, negative: true, apart: "taxi"},
		"я пью чай, а не кофе":           {denies: true, negative: true, apart: "кофе"},
		"nobody but Sven knows the code": {denies: true, negative: true, left: true},
	} {
		p := polarity.Parse(said)
		apart := strings.Join(slices.Sorted(maps.Keys(p.Apart)), " ")
		if p.Denies != want.denies || p.Negative != want.negative || p.Mixed != want.mixed || apart != want.apart || p.Left().Denies != want.left {
			t.Errorf("%q: %+v, left %+v", said, p, p.Left())
		}
	}
}

// A clause of another polarity makes the text a mixed one.
func TestNoteClause(t *testing.T) {
	p := polarity.Parse("I eat fish but no meat")
	p.NoteClause("I eat fish")
	if !p.Mixed {
		t.Errorf("%+v", p)
	}
	p = polarity.Parse("I like tea and cake")
	p.NoteClause("I like tea")
	if p.Mixed {
		t.Errorf("%+v", p)
	}
	p = polarity.Parse("at eight, not nine, on Mondays")
	if p.NoteClause("on Mondays"); p.Left().Mixed {
		t.Errorf("%+v", p)
	}
}
