package trust_test

import (
	"testing"

	"keepsake/trust"
)

// levels are all, from the least trusted.
var levels = []trust.Level{trust.Unknown, trust.Bot, trust.Tool, trust.Document, trust.Quoted, trust.Forwarded, trust.Member, trust.Person}

func TestLevelsAreOrderedAndNamed(t *testing.T) {
	for i, l := range levels {
		if int(l) != i {
			t.Errorf("%s stands at %d, want %d", l, l, i)
		}
		if back := trust.Parse(l.String()); back != l {
			t.Errorf("%s is read back as %s", l, back)
		}
	}
	if trust.Parse("stranger") != trust.Unknown || trust.Level(99).String() != "unknown" || trust.Level(-1).String() != "unknown" {
		t.Error("what nobody knows is trusted least")
	}
}

func TestForeign(t *testing.T) {
	for _, l := range levels {
		if want := l != trust.Person && l != trust.Bot; l.Foreign() != want {
			t.Errorf("%s: foreign %t", l, l.Foreign())
		}
	}
}

func TestLeastForeign(t *testing.T) {
	for want, of := range map[trust.Level][]trust.Level{
		trust.Unknown:   {trust.Person, trust.Bot},
		trust.Forwarded: {trust.Person, trust.Member, trust.Forwarded, trust.Bot},
		trust.Tool:      {trust.Unknown, trust.Document}, // of what is older than the question nobody knows
	} {
		if got := trust.LeastForeign(of...); got != want {
			t.Errorf("%v: %s, want %s", of, got, want)
		}
	}
}
