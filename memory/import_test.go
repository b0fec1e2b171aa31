package memory_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/scope"
)

// old is a memory with two versions as an archive holds it.
func old() (memory.Memory, []memory.Version) {
	first, second := time.Date(2025, 1, 2, 3, 4, 5, 0, time.UTC), time.Date(2025, 6, 7, 8, 9, 10, 0, time.UTC)
	return memory.Memory{
			ID: "a1b2c3d4", Scope: alice, Kind: memory.Item, Type: memory.Profile, Category: "person", Subject: "Sarah",
			Status: memory.Active, Origin: memory.Explicit, Confidence: 1, Importance: 0.5, CreatedAt: first,
		}, []memory.Version{
			{ID: "00000000-0000-7000-8000-000000000001", Number: 1, Content: "Sarah works on the Sales team", CreatedAt: first},
			{ID: "00000000-0000-7000-8000-000000000002", Number: 2, Content: "Sarah works on the Design team", CreatedAt: second},
		}
}

// An archive brings a memory back as it was: id, dates, versions; once.
func TestImport(t *testing.T) {
	h := open(t)
	m, vs := old()
	c, err := h.Import(t.Context(), importer, m, vs)
	must(t, err)
	same(t, "change", c.Op, memory.OpAdd)
	got, err := h.History(t.Context(), hers, m.ID)
	must(t, err)
	same(t, "content", got.Memory.Content, "Sarah works on the Design team")
	same(t, "version", got.Memory.Version, 2)
	same(t, "versions", len(got.Versions), 2)
	if !got.Memory.CreatedAt.Equal(m.CreatedAt) || !got.Memory.UpdatedAt.Equal(vs[1].CreatedAt) {
		t.Errorf("dates: %v, %v", got.Memory.CreatedAt, got.Memory.UpdatedAt)
	}
	_, err = h.Import(t.Context(), importer, m, vs)
	wants(t, err, memory.ErrIDTaken)

	// What was forgotten here since stays forgotten, whatever the archive says.
	_, _, err = h.Delete(t.Context(), tap, hers, m.ID, "")
	must(t, err)
	m.ID = "b1b2c3d4"
	_, err = h.Import(t.Context(), importer, m, vs)
	wants(t, err, memory.ErrDeclined)
	h.set(func(c *memory.Config) { c.ReadOnly = true })
	_, err = h.Import(t.Context(), importer, m, vs)
	wants(t, err, memory.ErrReadOnly)
}

// What no writer could have stored is not imported, and the field is named.
func TestImport_Refusals(t *testing.T) {
	for name, c := range map[string]struct {
		field string
		spoil func(m *memory.Memory, vs *[]memory.Version)
	}{
		"an id of another kind":       {"id", func(m *memory.Memory, _ *[]memory.Version) { m.ID = "nope" }},
		"no version":                  {"versions", func(_ *memory.Memory, vs *[]memory.Version) { *vs = nil }},
		"deleted":                     {"deleted_at", func(m *memory.Memory, _ *[]memory.Version) { m.DeletedAt = &m.CreatedAt }},
		"no kind":                     {"memory", func(m *memory.Memory, _ *[]memory.Version) { m.Kind = "" }},
		"no date":                     {"memory", func(m *memory.Memory, _ *[]memory.Version) { m.CreatedAt = time.Time{} }},
		"more than certain":           {"confidence", func(m *memory.Memory, _ *[]memory.Version) { m.Confidence = 1.5 }},
		"less than nothing":           {"confidence", func(m *memory.Memory, _ *[]memory.Version) { m.Importance = -1 }},
		"a gap":                       {"versions", func(_ *memory.Memory, vs *[]memory.Version) { (*vs)[1].Number = 3 }},
		"two lines":                   {"versions", func(_ *memory.Memory, vs *[]memory.Version) { (*vs)[0].Content = "Sarah\nworks" }},
		"no UUID":                     {"versions", func(_ *memory.Memory, vs *[]memory.Version) { (*vs)[0].ID = "1" }},
		"a version without a date":    {"versions", func(_ *memory.Memory, vs *[]memory.Version) { (*vs)[1].CreatedAt = time.Time{} }},
		"a category of another house": {"category", func(m *memory.Memory, _ *[]memory.Version) { m.Category = "  Person " }},
		"nothing said":                {"content", func(_ *memory.Memory, vs *[]memory.Version) { (*vs)[0].Content = "" }},
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t)
			m, vs := old()
			c.spoil(&m, &vs)
			_, err := h.Import(t.Context(), importer, m, vs)
			if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), c.field) {
				t.Errorf("%v, want one about %s", err, c.field)
			}
			same(t, "kept", len(h.contents(hers)), 0)
		})
	}
	h := open(t)
	m, vs := old()
	vs[1].Content = "Sarah's key is sk-abcdefghijklmnopqrstuvwxyz123456"
	_, err := h.Import(t.Context(), importer, m, vs)
	wants(t, err, memory.ErrSecret)
}

// A group that gets another number takes its memories along; once more changes nothing.
func TestMove(t *testing.T) {
	h := open(t)
	from := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-1"}
	to := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-1001"}
	_, _, err := h.Add(t.Context(), tap, memory.Draft{Scope: from, Content: "We meet on Thursdays", Category: "context"})
	must(t, err)
	for range 2 {
		must(t, h.Move(t.Context(), byHouse, from, to))
		same(t, "there", strings.Join(h.contents([]scope.Scope{to}), "|"), "We meet on Thursdays")
		same(t, "left behind", len(h.contents([]scope.Scope{from})), 0)
	}
}

// Vectors are directions: of length 1, or refused.
func TestNormalize(t *testing.T) {
	v := []float32{3, 0, 4}
	must(t, recall.Normalize(v))
	if v[0] != 0.6 || v[1] != 0 || v[2] != 0.8 {
		t.Errorf("%v", v)
	}
	for _, bad := range [][]float32{nil, {0, 0}, {float32(math.NaN()), 1}, {float32(math.Inf(1)), 1}} {
		if err := recall.Normalize(bad); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

// The errors of another embedding model name both, what to do, and a kind.
func TestModelErrors(t *testing.T) {
	for _, err := range []error{
		&recall.ModelChangedError{Recorded: "openai:a", Set: "openai:b"},
		&recall.DimensionMismatchError{Model: "openai:a", Recorded: 256, Got: 1536},
	} {
		if !strings.Contains(err.Error(), "keepsake memory reembed") || !strings.Contains(err.Error(), "openai:a") || fault.KindOf(err) != fault.Conflict {
			t.Errorf("%v is %s", err, fault.KindOf(err))
		}
	}
}
