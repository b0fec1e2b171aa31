package repeats_test

import (
	"testing"

	"keepsake/memory/repeats"
)

// A content of few characters is looked for where its script says much with few (P31, R18).
func TestShortContents(t *testing.T) {
	for _, c := range []struct {
		content, said string
		want          bool
	}{
		{"用户吃素", "我觉得用户吃素", true},
		{"吃素", "我吃素", false},
		{"four", "four of them", false},
	} {
		if got := repeats.Match([]string{c.content}, nil)(c.said); got != c.want {
			t.Errorf("%q tells %q: %v", c.said, c.content, got)
		}
	}
}
