package archive_test

import (
	"slices"
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/archive"
	"keepsake/memory/graph"
	"keepsake/scope"
)

// Triples travel with the memories that say them, of every version, with the entities that a judge found, once, and are not
// listed by a model again; what was forgotten, and what a file claims that the memory does not say, stays behind. Erasing takes
// them along.
func TestTriplesTravel(t *testing.T) {
	eachPair(t, func(t *testing.T, from, to house) {
		ctx, scopes := t.Context(), []scope.Scope{alice}
		add := func(content string, facts ...graph.Fact) memory.Memory {
			m, _, err := from.Memory.Add(ctx, by, memory.Draft{Scope: alice, Content: content})
			if err == nil {
				err = from.Graph.Keep(ctx, by, m, facts, map[string]string{"alec": "alec brandt"})
			}
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		boss := add("User's boss is Alec Brandt", graph.Fact{Subject: "User", Predicate: "boss", Object: "Alec Brandt", ObjectKind: graph.Person})
		add("Alec lives in Graz", graph.Fact{Subject: "Alec", Predicate: "lives in", Object: "Graz", ObjectKind: graph.Place})
		gone := add("User's aunt is Carol", graph.Fact{Subject: "User", Predicate: "aunt", Object: "Carol"})
		if _, _, err := from.Memory.Delete(ctx, by, scopes, gone.ID, "test"); err != nil {
			t.Fatal(err)
		}
		_, boss, _, err := from.Memory.Update(ctx, by, scopes, boss.ID, memory.Edit{Content: "User's boss is Mia"})
		if err == nil {
			err = from.Graph.Keep(ctx, by, boss, []graph.Fact{{Subject: "User", Predicate: "boss", Object: "Mia"}}, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		file := text(t, ok[archive.Archive](t)(from.Export(ctx, "keepsake", scopes)))
		if strings.Contains(file, "Carol") || !strings.Contains(file, `"subject_key": "alec brandt"`) {
			t.Fatalf("exported: %s", file)
		}
		a := ok[archive.Archive](t)(archive.Read(strings.NewReader(file)))
		i := slices.IndexFunc(a.Memories, func(e archive.Entry) bool { return e.ID == boss.ID })
		untrue := archive.Triple{Fact: graph.Fact{Subject: "User", Predicate: "owes", Object: "Bob"}, SubjectKey: "@self", ObjectKey: "bob"}
		a.Memories[i].Versions[0].Triples = append(a.Memories[i].Versions[0].Triples, untrue)
		for want := 2; want >= 0; want -= 2 {
			if r := ok[archive.Report](t)(to.Import(ctx, a, false, nil)); r.Added != want {
				t.Errorf("imported %+v, want %d", r, want)
			}
		}
		picture := func(h house) (out []string) {
			for _, x := range ok[[]graph.Triple](t)(h.Graph.Picture(ctx, scopes)) {
				held := map[bool]string{true: "held", false: "holds"}[x.ValidTo != nil]
				out = append(out, strings.Join([]string{x.MemoryID, x.SubjectKey, x.Predicate, x.ObjectKey, x.ObjectKind, held}, " "))
			}
			slices.Sort(out)
			return out
		}
		if got, want := picture(to), picture(from); len(want) != 3 || !slices.Equal(got, want) {
			t.Errorf("came back as %q, was %q", got, want)
		}
		if unread := ok[[]graph.Unread](t)(to.Graph.Unread(ctx, "keepsake", "", 9)); len(unread) != 0 {
			t.Errorf("to be read again: %+v", unread)
		}
		if err := to.Graph.Restore(ctx, by, boss, memory.Version{Number: 2, Content: boss.Content}, nil); fault.KindOf(err) != fault.Denied {
			t.Errorf("a person restores triples: %v", err)
		}
		if _, err := to.Memory.Erase(ctx, actor.OfPerson(alice.ID), alice); err != nil {
			t.Fatal(err)
		}
		if n := ok[map[string]int64](t)(to.db.RowCounts(ctx)); n["memory_triples"] != 0 {
			t.Errorf("%d triples after the erasure", n["memory_triples"])
		}
	})
}
