package doubles_test

import (
	"fmt"
	"testing"
	"time"

	"keepsake/memory"
	"keepsake/memory/doubles"
)

// A50: what another memory says as well may go, never what a person asked for, what is pinned, a constraint, or what says more.
func TestFind(t *testing.T) {
	day := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	extracted := func(content string) memory.Memory { return memory.Memory{Content: content, Origin: memory.Extracted} }
	asked := func(content string) memory.Memory { return memory.Memory{Content: content, Origin: memory.Explicit} }
	pinned, constraint := extracted("User lives in Graz"), extracted("User lives in Graz")
	pinned.Pinned, constraint.Type = true, memory.Constraint
	for name, c := range map[string]struct {
		all  []memory.Memory
		want string
	}{
		"the newer of two that say the same": {[]memory.Memory{extracted("User lives in Graz"), extracted("User lives in Graz")}, "2→1 "},
		"what says less":                     {[]memory.Memory{extracted("User lives in Graz"), extracted("User lives in Graz with Ann")}, "1→2 "},
		"what was asked for stays":           {[]memory.Memory{extracted("User lives in Graz"), asked("User lives in Graz")}, "1→2 "},
		"pinned":                             {[]memory.Memory{pinned, asked("User lives in Graz")}, ""},
		"a constraint":                       {[]memory.Memory{constraint, asked("User lives in Graz")}, ""},
		"another value":                      {[]memory.Memory{extracted("User lives in Graz"), extracted("User lives in Linz")}, ""},
	} {
		for i := range c.all {
			c.all[i].ID, c.all[i].CreatedAt = fmt.Sprint(i+1), day.AddDate(0, 0, i)
		}
		got := ""
		for _, p := range doubles.Find(c.all, 10) {
			got += p.Goes.ID + "→" + p.Stays.ID + " "
		}
		if got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
	same := []memory.Memory{extracted("User lives in Graz"), extracted("User lives in Graz"), extracted("User lives in Graz")}
	for i := range same {
		same[i].ID, same[i].CreatedAt = fmt.Sprint(i+1), day.AddDate(0, 0, i)
	}
	if got := doubles.Find(same, 1); len(got) != 1 {
		t.Errorf("%d pairs, at most one was asked for", len(got))
	}
}
