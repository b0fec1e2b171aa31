package memory_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/shortid"
	"keepsake/store/storetest"
	"keepsake/trust"
)

var (
	alice    = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}
	bob      = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:2"}
	hers     = []scope.Scope{alice}
	his      = []scope.Scope{bob}
	tap      = actor.OfPerson("telegram:1")
	byHouse  = actor.OfSystem()
	importer = actor.Actor{Kind: actor.Import}
	model    = actor.Actor{Kind: actor.Tool, ID: "telegram:1", TurnID: "turn", CallID: "call"}
)

// house is a Service over a real database with a clock to move.
type house struct {
	*memory.Service
	t     *testing.T
	now   time.Time
	store memory.Store
	cfg   memory.Config
}

// set makes the Service anew with other settings.
func (h *house) set(change func(c *memory.Config)) {
	change(&h.cfg)
	h.Service = memory.New(h.cfg)
}

func open(t *testing.T) *house {
	h := &house{t: t, now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	h.store = storetest.SQLite(t).Memories()
	h.cfg = memory.Config{
		Store: h.store, Key: []byte("key"),
		Now: func() time.Time { h.now = h.now.Add(time.Second); return h.now },
	}
	h.Service = memory.New(h.cfg)
	return h
}

func (h *house) add(content, category, subject string, distinct ...string) memory.Memory {
	h.t.Helper()
	m, _, err := h.Add(h.t.Context(), tap, memory.Draft{
		Scope: alice, Content: content, Category: category, Subject: subject, DistinctFrom: distinct,
	})
	must(h.t, err)
	return m
}

func (h *house) contents(scopes []scope.Scope) []string {
	h.t.Helper()
	ms, _, err := h.List(h.t.Context(), memory.ActiveQuery(scopes...))
	must(h.t, err)
	var out []string
	for _, m := range ms {
		out = append(out, m.Content)
	}
	return out
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wants(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("error %v, want %v", err, want)
	}
}

func same[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// P12, P13, P15, P27, P36, R2, R11: what a new memory looks like, and what an update does.
func TestAddAndUpdate(t *testing.T) {
	h := open(t)
	m, c, err := h.Add(t.Context(), model, memory.Draft{
		Scope: alice, Content: "  Alec is the\nuser's boss ", Category: "Person", Subject: " Alec ", Reason: "asked",
		Evidence: []memory.Evidence{{MessageID: "m1", Quote: "Alec is my boss, my password is hunter2", Trust: trust.Person, SaidAt: h.now}},
	})
	must(t, err)
	if !regexp.MustCompile(`^[A-Za-z0-9]{8}$`).MatchString(m.ID) || !shortid.IsValid(m.ID) {
		t.Errorf("id %q", m.ID)
	}
	same(t, "content", m.Content, "Alec is the user's boss")
	same(t, "labels", m.Category+" "+m.Subject+" "+string(m.Type)+" "+string(m.Kind)+" "+string(m.Origin)+" "+string(m.Status), "person Alec profile item explicit active")
	same(t, "trust", m.Trust, trust.Person)
	same(t, "change", string(c.Op)+c.After+c.Before, "addAlec is the user's boss")
	before, after, c, err := h.Update(t.Context(), tap, hers, m.ID, memory.Edit{Content: "Alec is the user's boss at TechCorp"})
	must(t, err)
	same(t, "id stays", after.ID, m.ID)
	same(t, "old → new", before.Content+" → "+after.Content, "Alec is the user's boss → Alec is the user's boss at TechCorp")
	same(t, "change", c.Before+" → "+c.After, before.Content+" → "+after.Content)
	got, err := h.Get(t.Context(), hers, m.ID)
	must(t, err)
	same(t, "current", got.Content, after.Content)
	same(t, "version", got.Version, 2)
	if !got.UpdatedAt.After(got.CreatedAt) || got.UpdatedAt.Location() != time.UTC {
		t.Errorf("times %v %v", got.CreatedAt, got.UpdatedAt)
	}

	hist, err := h.History(t.Context(), hers, m.ID) // P16
	must(t, err)
	same(t, "versions", len(hist.Versions), 2)
	same(t, "v1", hist.Versions[0].Content, "Alec is the user's boss")
	same(t, "quote", hist.Versions[0].Evidence[0].Quote, "Alec is my boss, my password is •••")
	same(t, "typed evidence", hist.Versions[1].Evidence[0].Quote, "Alec is the user's boss at TechCorp")
	same(t, "changes", len(hist.Changes), 2)

	_, _, _, err = h.Update(t.Context(), tap, hers, m.ID, memory.Edit{Content: after.Content})
	wants(t, err, memory.ErrUnchanged)
	_, _, _, err = h.Update(t.Context(), tap, hers, m.ID, memory.Edit{Content: "something else", IfVersion: 1})
	wants(t, err, memory.ErrConflict)
	_, _, _, err = h.Update(t.Context(), tap, his, m.ID, memory.Edit{Content: "something else"})
	wants(t, err, memory.ErrNotFound)
	_, err = h.Get(t.Context(), his, m.ID)
	wants(t, err, memory.ErrNotFound)
	_, err = h.Get(t.Context(), hers, strings.ToLower(m.ID)+"x")
	wants(t, err, memory.ErrNotFound)
}

// P25, P26, R15 and the refusal of secrets, for additions and updates alike (P29).
func TestLimits(t *testing.T) {
	h := open(t)
	m := h.add("Alec is the user's boss", "person", "Alec")
	long := strings.Repeat("é", 501)
	for _, c := range []struct {
		name, content string
		limits        memory.Limits
		field         string
		secret        bool
	}{
		{"too short for a tool", "four", memory.ToolLimits, "content", false},
		{"too short for a tool in Chinese", "吃素", memory.ToolLimits, "content", false},
		{"too long for a tool in Chinese", strings.Repeat("素", 501), memory.ToolLimits, "content", false},
		{"too long for a tool", long, memory.ToolLimits, "content", false},
		{"shorter after cleaning", "  a   \n b ", memory.ToolLimits, "content", false},
		{"empty", " \n ", memory.Limits{}, "content", false},
		{"nothing to read", "\u200B\u200B\u200B", memory.Limits{}, "content", false},
		{"too long for anybody", strings.Repeat("x", memory.DefaultMaxContent+1), memory.Limits{}, "content", false},
		{"a secret", "my password is hunter2", memory.ToolLimits, "", true},
		{"a secret that was masked on its way", "The user's password is •••", memory.ToolLimits, "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, addErr := h.Add(t.Context(), tap, memory.Draft{Scope: alice, Content: c.content, Category: "person", Limits: c.limits})
			_, _, _, updErr := h.Update(t.Context(), tap, hers, m.ID, memory.Edit{Content: c.content, Limits: c.limits})
			for _, err := range []error{addErr, updErr} {
				if fault.KindOf(err) != fault.Invalid {
					t.Fatalf("error %v", err)
				}
				var f *fault.Error
				errors.As(err, &f)
				same(t, "field", f.Field, c.field)
				same(t, "secret", errors.Is(err, memory.ErrSecret), c.secret)
				if strings.Contains(err.Error(), "hunter2") {
					t.Error("the secret is in the error")
				}
			}
		})
	}
	for _, n := range []memory.Draft{
		{Scope: alice, Content: "fine content", Subject: strings.Repeat("x", 201)},
		{Scope: alice, Content: "fine content", Category: strings.Repeat("x", 51)},
		{Scope: alice, Content: "fine content", Subject: "password: hunter2"},
		{Scope: alice, Content: "fine content", Subject: "password: •••"},
		{Content: "fine content"},
	} {
		if _, _, err := h.Add(t.Context(), model, n); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%+v: %v", n, err)
		}
	}
	ok := h.add("x", "", "")
	same(t, "a person may write one character", ok.Content, "x")
	same(t, "category by type (R15)", ok.Category, memory.CategoryContext)
	p, _, err := h.Add(t.Context(), tap, memory.Draft{Scope: alice, Content: "Always be brief", Type: memory.Constraint})
	must(t, err)
	same(t, "category of a constraint", p.Category, memory.CategoryPreference)
	same(t, "category of a task state", memory.CategoryOf(memory.TaskState), memory.CategoryProject)
}

// P34, R6: the same subject is a suggestion with ids and contents, nothing stored; naming
// them lets another fact in; the very same statement is answered with its id.
func TestSameSubject(t *testing.T) {
	h := open(t)
	first := h.add("Alec is the user's boss", "person", "Alec")

	_, _, err := h.Add(t.Context(), model, memory.Draft{Scope: alice, Content: "Alec likes tea", Category: "person", Subject: "ALEC "})
	var similar *memory.SimilarError
	if !errors.As(err, &similar) || !errors.Is(err, memory.ErrSimilar) || fault.KindOf(err) != fault.Conflict {
		t.Fatalf("error %v", err)
	}
	same(t, "existing", similar.Existing[0].ID+similar.Existing[0].Content, first.ID+first.Content)
	same(t, "nothing stored", len(h.contents(hers)), 1)

	second := h.add("Alec likes tea", "person", "alec", first.ID)
	for _, n := range []memory.Draft{
		{Scope: alice, Content: "alec is the user's  BOSS.", Category: "context"},
		{Scope: alice, Content: "Alec is the user's boss", Category: "person", Subject: "Alec", DistinctFrom: []string{first.ID, second.ID}},
	} {
		_, _, err = h.Add(t.Context(), model, n)
		var known *memory.KnownError
		if !errors.As(err, &known) || !errors.Is(err, memory.ErrKnown) {
			t.Fatalf("error %v", err)
		}
		same(t, "known", known.Memory.ID, first.ID)
	}
	_, _, err = h.Add(t.Context(), model, memory.Draft{Scope: alice, Content: "Alec has a dog", Subject: "Alec", DistinctFrom: []string{first.ID}})
	wants(t, err, memory.ErrSimilar) // the second is not named

	_, _, err = h.Add(t.Context(), actor.OfPerson(bob.ID), memory.Draft{Scope: bob, Content: "Alec is the user's boss", Subject: "Alec"})
	must(t, err) // another person's memory is no neighbour
	h.add("🎉", "", "")
	_, _, err = h.Add(t.Context(), tap, memory.Draft{Scope: alice, Content: "🎉"})
	wants(t, err, memory.ErrKnown) // also without a single word
}

// A subject with many facts asks about the five nearest only, always the same ones.
func TestSameSubject_Many(t *testing.T) {
	h := open(t)
	var ids []string
	for _, s := range []string{"one apple", "two pears", "three plums", "four figs", "five kiwis", "six cherries", "seven melons"} {
		ids = append(ids, h.add("Project Fruit has "+s, "project", "Fruit", ids...).ID)
	}
	n := memory.Draft{Scope: alice, Content: "Project Fruit needs cherries and melons", Subject: "Fruit"}
	_, _, err := h.Add(t.Context(), model, n)
	var similar *memory.SimilarError
	if !errors.As(err, &similar) || len(similar.Existing) != 5 {
		t.Fatalf("error %v", err)
	}
	for _, m := range similar.Existing {
		n.DistinctFrom = append(n.DistinctFrom, m.ID)
	}
	if !slices.Contains(n.DistinctFrom, ids[5]) || !slices.Contains(n.DistinctFrom, ids[6]) {
		t.Error("the nearest are not shown")
	}
	_, _, err = h.Add(t.Context(), model, n)
	must(t, err)
}
