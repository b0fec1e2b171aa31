package archive_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"keepsake/memory"
	"keepsake/memory/archive"
	"keepsake/store/storetest"
	"keepsake/trust"
)

// K7: past the cap a write costs what it costs before: it neither loads nor sorts the whole scope. Of
// 4,000 memories that are imported, 3,000 exceed the cap of 1,000; each further thousand used to
// take 14 times as long as the first.
func TestImportBeyondTheCapK7(t *testing.T) {
	to := newHouse(storetest.SQLite(t))
	a := archive.Archive{Store: "keepsake", Scopes: []archive.Scope{{Kind: alice.Kind, ID: alice.ID}}}
	at := to.now().Add(-5000 * time.Hour)
	for i := range 4000 {
		at = at.Add(time.Hour)
		a.Memories = append(a.Memories, archive.Entry{
			ID: fmt.Sprintf("many%04d", i), Scope: a.Scopes[0], Kind: memory.Item, Type: memory.Profile, Category: "context",
			Status: memory.Active, Origin: memory.Explicit, Trust: trust.Person.String(), Confidence: 1, Importance: 0.5, CreatedAt: at,
			Versions: []archive.Version{{ID: uuid.NewString(), Number: 1, Content: "The user lent " + word(i) + " to " + word(7*i+1), CreatedAt: at}},
		})
	}
	var took []time.Duration
	began := time.Now()
	r := ok[archive.Report](t)(to.Import(t.Context(), a, false, func(done, _ int) {
		if done%1000 == 0 {
			took = append(took, time.Since(began))
			began = time.Now()
		}
	}))
	if r.Added != 4000 {
		t.Fatalf("%+v", r)
	}
	for q, want := range map[*memory.Query]int{
		new(memory.ActiveQuery(alice)): 1000, new(memory.ArchivedQuery(alice)): 3000,
	} {
		if n := ok[int](t)(to.Memory.Count(t.Context(), *q)); n != want {
			t.Errorf("%d, want %d", n, want)
		}
	}
	t.Logf("thousand by thousand: %v", took)
	if slices.Min(took[1:]) > 5*took[0] {
		t.Errorf("each thousand beyond the cap takes longer: %v", took)
	}
	began = time.Now()
	for i := range 20 {
		if _, _, err := to.Memory.Add(t.Context(), by, memory.Draft{Scope: alice, Content: "Later " + word(90000+i) + " was bought"}); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("a write beyond the cap: %v", time.Since(began)/20)
}

// word returns a word for a number, without any that others share.
func word(n int) string {
	out := ""
	for ; n > 0 || out == ""; n /= 20 {
		out += "b" + []string{"a", "o", "u", "i"}[n%4] + []string{"d", "g", "k", "m", "z"}[n/4%5]
	}
	return out
}
