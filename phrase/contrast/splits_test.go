package contrast_test

import (
	"testing"

	"keepsake/phrase/contrast"
)

func TestSplits(t *testing.T) {
	for _, c := range []struct {
		said, run string
		splits    bool
	}{
		{"我对猫不过敏，只对狗过敏", "对猫过敏", true}, {"我对猫过敏", "对猫过敏", false}, {"我不喜欢猫", "对猫过敏", false},
		{"我住北京，没有住过上海", "住过上海", false}, {"我没有养猫", "我养猫", true}, {"I am not allergic", "am allergic", false},
	} {
		if got := contrast.Splits(c.said, c.run); got != c.splits {
			t.Errorf("%q of %q: %t", c.run, c.said, got)
		}
	}
}
