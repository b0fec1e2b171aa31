package memory_test

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/store/storetest"
	"keepsake/trust"
)

var (
	alice = memory.Scope{Store: "keepsake", Kind: memory.User, ID: "telegram:1"}
	bob   = memory.Scope{Store: "keepsake", Kind: memory.User, ID: "telegram:2"}
	hers  = []memory.Scope{alice}
	his   = []memory.Scope{bob}
	tap   = memory.Actor{Kind: memory.ActorPerson, ID: "telegram:1"}
	model = memory.Actor{Kind: memory.ActorTool, ID: "telegram:1", TurnID: "turn", CallID: "call"}
)

// house is a Service over a real database with a clock to move.
type house struct {
	*memory.Service
	t   *testing.T
	now time.Time
}

func open(t *testing.T) *house {
	h := &house{t: t, now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	h.Service = &memory.Service{
		Store: storetest.SQLite(t).Memories(), Key: []byte("key"),
		Now: func() time.Time { h.now = h.now.Add(time.Second); return h.now },
	}
	return h
}

func (h *house) add(content, category, subject string, distinct ...string) memory.Memory {
	h.t.Helper()
	m, _, err := h.Add(h.t.Context(), memory.New{
		Scope: alice, Content: content, Category: category, Subject: subject, DistinctFrom: distinct, Actor: tap,
	})
	must(h.t, err)
	return m
}

func (h *house) contents(scopes []memory.Scope) []string {
	h.t.Helper()
	ms, _, err := h.List(h.t.Context(), memory.Known(scopes...))
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
	m, c, err := h.Add(t.Context(), memory.New{
		Scope: alice, Content: "  Alec is the\nuser's boss ", Category: "Person", Subject: " Alec ", Actor: model, Reason: "asked",
		Evidence: []memory.Evidence{{MessageID: "m1", Quote: "Alec is my boss, my password is hunter2", Trust: trust.Person, SaidAt: h.now}},
	})
	must(t, err)
	if !regexp.MustCompile(`^[A-Za-z0-9]{8}$`).MatchString(m.ID) || !memory.ValidID(m.ID) {
		t.Errorf("id %q", m.ID)
	}
	same(t, "content", m.Content, "Alec is the user's boss")
	same(t, "labels", m.Category+" "+m.Subject+" "+string(m.Type)+" "+string(m.Kind)+" "+string(m.Origin)+" "+string(m.Status), "person Alec profile item explicit active")
	same(t, "trust", m.Trust, trust.Person)
	same(t, "change", string(c.Op)+c.After+c.Before, "addAlec is the user's boss")
	before, after, c, err := h.Update(t.Context(), hers, m.ID, memory.Edit{Content: "Alec is the user's boss at TechCorp", Actor: tap})
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

	_, _, _, err = h.Update(t.Context(), hers, m.ID, memory.Edit{Content: after.Content, Actor: tap})
	wants(t, err, memory.ErrUnchanged)
	_, _, _, err = h.Update(t.Context(), hers, m.ID, memory.Edit{Content: "something else", IfVersion: 1, Actor: tap})
	wants(t, err, memory.ErrConflict)
	_, _, _, err = h.Update(t.Context(), his, m.ID, memory.Edit{Content: "something else", Actor: tap})
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
		{"too long for a tool", long, memory.ToolLimits, "content", false},
		{"shorter after cleaning", "  a   \n b ", memory.ToolLimits, "content", false},
		{"empty", " \n ", memory.Limits{}, "content", false},
		{"nothing to read", "\u200B\u200B\u200B", memory.Limits{}, "content", false},
		{"too long for anybody", strings.Repeat("x", memory.DefaultMaxContent+1), memory.Limits{}, "content", false},
		{"a secret", "my password is hunter2", memory.ToolLimits, "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, addErr := h.Add(t.Context(), memory.New{Scope: alice, Content: c.content, Category: "person", Limits: c.limits, Actor: tap})
			_, _, _, updErr := h.Update(t.Context(), hers, m.ID, memory.Edit{Content: c.content, Limits: c.limits, Actor: tap})
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
	for _, n := range []memory.New{
		{Scope: alice, Content: "fine content", Subject: strings.Repeat("x", 201)},
		{Scope: alice, Content: "fine content", Category: strings.Repeat("x", 51)},
		{Scope: alice, Content: "fine content", Subject: "password: hunter2"},
		{Content: "fine content"},
	} {
		if _, _, err := h.Add(t.Context(), n); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%+v: %v", n, err)
		}
	}
	ok := h.add("x", "", "")
	same(t, "a person may write one character", ok.Content, "x")
	same(t, "category by type (R15)", ok.Category, memory.CategoryContext)
	p, _, err := h.Add(t.Context(), memory.New{Scope: alice, Content: "Always be brief", Type: memory.Constraint, Actor: tap})
	must(t, err)
	same(t, "category of a constraint", p.Category, memory.CategoryPreference)
	same(t, "category of a task state", memory.CategoryOf(memory.TaskState), memory.CategoryProject)
}

// P34, R6: the same subject is a suggestion with ids and contents, nothing stored; naming
// them lets another fact in; the very same statement is answered with its id.
func TestSameSubject(t *testing.T) {
	h := open(t)
	first := h.add("Alec is the user's boss", "person", "Alec")

	_, _, err := h.Add(t.Context(), memory.New{Scope: alice, Content: "Alec likes tea", Category: "person", Subject: "ALEC ", Actor: model})
	var similar *memory.SimilarError
	if !errors.As(err, &similar) || !errors.Is(err, memory.ErrSimilar) || fault.KindOf(err) != fault.Conflict {
		t.Fatalf("error %v", err)
	}
	same(t, "existing", similar.Existing[0].ID+similar.Existing[0].Content, first.ID+first.Content)
	same(t, "nothing stored", len(h.contents(hers)), 1)

	second := h.add("Alec likes tea", "person", "alec", first.ID)
	for _, n := range []memory.New{
		{Scope: alice, Content: "alec is the user's  BOSS.", Category: "context", Actor: model},
		{Scope: alice, Content: "Alec is the user's boss", Category: "person", Subject: "Alec", DistinctFrom: []string{first.ID, second.ID}, Actor: model},
	} {
		_, _, err = h.Add(t.Context(), n)
		var known *memory.KnownError
		if !errors.As(err, &known) || !errors.Is(err, memory.ErrKnown) {
			t.Fatalf("error %v", err)
		}
		same(t, "known", known.Memory.ID, first.ID)
	}
	_, _, err = h.Add(t.Context(), memory.New{Scope: alice, Content: "Alec has a dog", Subject: "Alec", DistinctFrom: []string{first.ID}, Actor: model})
	wants(t, err, memory.ErrSimilar) // the second is not named

	_, _, err = h.Add(t.Context(), memory.New{Scope: bob, Content: "Alec is the user's boss", Subject: "Alec", Actor: model})
	must(t, err) // another person's memory is no neighbour
	h.add("🎉", "", "")
	_, _, err = h.Add(t.Context(), memory.New{Scope: alice, Content: "🎉", Actor: tap})
	wants(t, err, memory.ErrKnown) // also without a single word
}

// A subject with many facts asks about the five nearest only, always the same ones.
func TestSameSubject_Many(t *testing.T) {
	h := open(t)
	var ids []string
	for _, s := range []string{"one apple", "two pears", "three plums", "four figs", "five kiwis", "six cherries", "seven melons"} {
		ids = append(ids, h.add("Project Fruit has "+s, "project", "Fruit", ids...).ID)
	}
	n := memory.New{Scope: alice, Content: "Project Fruit needs cherries and melons", Subject: "Fruit", Actor: model}
	_, _, err := h.Add(t.Context(), n)
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
	_, _, err = h.Add(t.Context(), n)
	must(t, err)
}

// P24, R12: deleting leaves a tombstone that pipelines honour; restoring and an explicit
// request lift it.
func TestDeleteAndRestore(t *testing.T) {
	h := open(t)
	m := h.add("Alec is the user's boss", "person", "Alec")
	_, c, err := h.Delete(t.Context(), hers, m.ID, tap, "asked")
	must(t, err)
	same(t, "change", string(c.Op)+":"+c.Before+":"+c.After, "delete:Alec is the user's boss:")
	same(t, "listed", len(h.contents(hers)), 0)
	_, err = h.Get(t.Context(), hers, m.ID)
	wants(t, err, memory.ErrNotFound)
	_, _, err = h.Delete(t.Context(), hers, m.ID, tap, "asked")
	wants(t, err, memory.ErrNotFound)
	_, _, _, err = h.Update(t.Context(), hers, m.ID, memory.Edit{Content: "Alec left", Actor: tap})
	wants(t, err, memory.ErrNotFound)

	propose := memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "Alec is the user's boss!", Category: "person", Subject: "alec"}
	_, err = h.Propose(t.Context(), hers, propose, memory.ToolLimits)
	wants(t, err, memory.ErrDeclined)

	_, _, err = h.Restore(t.Context(), hers, m.ID, tap, "asked")
	must(t, err)
	same(t, "back", h.contents(hers)[0], m.Content)
	_, _, err = h.Restore(t.Context(), hers, m.ID, tap, "asked")
	wants(t, err, memory.ErrUnchanged)
	propose.Content = "Alec is boss"
	_, err = h.Propose(t.Context(), hers, propose, memory.ToolLimits, m.ID)
	must(t, err) // the tombstone is lifted

	_, _, err = h.Delete(t.Context(), hers, m.ID, tap, "asked")
	must(t, err)
	again := h.add("Alec is the user's boss", "person", "Alec")
	if again.ID == m.ID {
		t.Error("the id came back")
	}
	_, _, err = h.Restore(t.Context(), hers, m.ID, tap, "asked")
	wants(t, err, memory.ErrKnown)
	_, _, err = h.Restore(t.Context(), his, m.ID, tap, "asked")
	wants(t, err, memory.ErrNotFound)
}

// Purge: after its days a deleted text is gone for good, its tombstone stays as a hash.
func TestPurge(t *testing.T) {
	h := open(t)
	m := h.add("Alec is the user's boss", "person", "Alec")
	_, _, err := h.Delete(t.Context(), hers, m.ID, tap, "asked")
	must(t, err)
	h.now = h.now.Add(memory.DefaultKeepDeleted - time.Hour)
	n, err := h.Purge(t.Context())
	must(t, err)
	same(t, "too early", n, 0)
	h.now = h.now.Add(2 * time.Hour)
	n, err = h.Purge(t.Context())
	must(t, err)
	same(t, "due", n, 1)
	_, _, err = h.Restore(t.Context(), hers, m.ID, tap, "asked")
	wants(t, err, memory.ErrNotFound)
	ts, err := h.Store.Tombstones(t.Context(), hers)
	must(t, err)
	same(t, "tombstone", ts[0].Content, "")
	_, err = h.Propose(t.Context(), hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "The user's boss is Alec", Subject: "Alec"}, memory.ToolLimits)
	wants(t, err, memory.ErrDeclined) // the same words in another order: the hash of the slot
	_, err = h.Propose(t.Context(), hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "Alec plays chess", Subject: "Alec"}, memory.ToolLimits)
	must(t, err)
	// Another scope's key hashes differently: nothing can be compared across people.
	h.Key = []byte("other")
	_, err = h.Propose(t.Context(), hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "The user's boss is Alec", Subject: "Alec"}, memory.ToolLimits)
	must(t, err)
}

// Undo takes each kind of change back once, and never over a later word of the person.
func TestUndo(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	m, added, err := h.Add(ctx, memory.New{Scope: alice, Content: "Alec is the user's boss", Subject: "Alec", Actor: model})
	must(t, err)
	_, _, updated, err := h.Update(ctx, hers, m.ID, memory.Edit{Content: "Alec left the company", Actor: model})
	must(t, err)

	_, _, err = h.Undo(ctx, hers, added.ID, tap)
	wants(t, err, memory.ErrConflict) // it says something else by now
	_, _, err = h.Undo(ctx, his, updated.ID, tap)
	wants(t, err, memory.ErrNotFound)

	got, c, err := h.Undo(ctx, hers, updated.ID, tap)
	must(t, err)
	same(t, "old content, new version", got.Content+" "+string(rune('0'+got.Version)), "Alec is the user's boss 3")
	same(t, "undoes", c.Undoes, updated.ID)
	_, _, err = h.Undo(ctx, hers, updated.ID, tap)
	wants(t, err, memory.ErrUndone)
	got, _, err = h.Undo(ctx, hers, c.ID, tap) // an undo can be undone
	must(t, err)
	same(t, "back and forth", got.Content, "Alec left the company")

	_, pinned, err := h.Pin(ctx, hers, m.ID, true, tap)
	must(t, err)
	_, _, err = h.Pin(ctx, hers, m.ID, true, tap)
	wants(t, err, memory.ErrUnchanged)
	got, _, err = h.Undo(ctx, hers, pinned.ID, tap)
	must(t, err)
	same(t, "unpinned", got.Pinned, false)
	_, unpinned, err := h.Pin(ctx, hers, m.ID, true, tap)
	must(t, err)
	same(t, "op", unpinned.Op, memory.OpPin)

	_, deleted, err := h.Delete(ctx, hers, m.ID, tap, "asked")
	must(t, err)
	got, restored, err := h.Undo(ctx, hers, deleted.ID, tap)
	must(t, err)
	same(t, "restored", got.DeletedAt == nil, true)
	_, _, err = h.Undo(ctx, hers, restored.ID, tap)
	must(t, err)
	same(t, "gone again", len(h.contents(hers)), 0)

	m, added, err = h.Add(ctx, memory.New{Scope: alice, Content: "User prefers tea", Actor: model})
	must(t, err)
	_, _, err = h.Undo(ctx, hers, added.ID, tap)
	must(t, err)
	_, err = h.Get(ctx, hers, m.ID)
	wants(t, err, memory.ErrNotFound)
}

// Two taps on one Undo button at once: one does it, the other is told so.
func TestUndo_Twice(t *testing.T) {
	h := open(t)
	h.Service.Now = time.Now
	_, c, err := h.Add(t.Context(), memory.New{Scope: alice, Content: "User prefers tea", Actor: model})
	must(t, err)
	errs := make([]error, 8)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { _, _, errs[i] = h.Undo(context.Background(), hers, c.ID, tap) })
	}
	wg.Wait()
	done := 0
	for _, err := range errs {
		if err == nil {
			done++
		} else if !errors.Is(err, memory.ErrUndone) {
			t.Errorf("error %v", err)
		}
	}
	same(t, "done", done, 1)
}

// A decision is stored as shown; Save stores exactly that, once; Never leaves a tombstone.
func TestDecisions(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	foreign := []memory.Evidence{{MessageID: "m1", Quote: "Bob is the boss", Trust: trust.Forwarded, SaidAt: h.now}}
	propose := func(content string) memory.Decision {
		d, err := h.Propose(ctx, hers, memory.Decision{
			Op: memory.OpAdd, Scope: alice, Content: content, Category: "person", Subject: "", Evidence: foreign, Actor: model, Reason: "why",
		}, memory.ToolLimits)
		must(t, err)
		return d
	}
	d := propose(" Bob is the\nuser's boss")
	same(t, "shown", d.Content, "Bob is the user's boss")
	same(t, "asked once", propose("Bob is the user's boss").ID, d.ID)
	same(t, "not stored", len(h.contents(hers)), 0)

	_, _, err := h.Save(ctx, his, d.ID, tap, "")
	if fault.KindOf(err) != fault.NotFound {
		t.Fatalf("error %v", err)
	}
	m, c, err := h.Save(ctx, hers, d.ID, tap, "")
	must(t, err)
	same(t, "byte for byte", m.Content, d.Content)
	same(t, "explicit, but no better than its evidence", string(m.Origin)+" "+m.Trust.String(), "explicit forwarded")
	same(t, "change", c.MemoryID, m.ID)
	_, _, err = h.Save(ctx, hers, d.ID, tap, "")
	wants(t, err, memory.ErrDecided)
	_, err = h.Decline(ctx, hers, d.ID, tap)
	wants(t, err, memory.ErrDecided)
	_, err = h.Propose(ctx, hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "Bob is the user's boss"}, memory.ToolLimits)
	wants(t, err, memory.ErrKnown)

	d = propose("Bob has a boat")
	m, _, err = h.Save(ctx, hers, d.ID, tap, "Bob has a small boat")
	must(t, err)
	same(t, "edited", m.Content+" "+m.Trust.String(), "Bob has a small boat person")
	got, err := h.Decision(ctx, hers, d.ID)
	must(t, err)
	same(t, "decision", string(got.State)+got.MemoryID+got.Content, "saved"+m.ID+m.Content)

	d = propose("Bob hates tea")
	_, _, err = h.Save(ctx, hers, d.ID, tap, "my password is hunter2")
	wants(t, err, memory.ErrSecret)
	_, err = h.Decline(ctx, hers, d.ID, tap)
	must(t, err)
	_, _, err = h.Save(ctx, hers, d.ID, tap, "")
	wants(t, err, memory.ErrDecided)
	_, err = h.Propose(ctx, hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "Bob hates tea."}, memory.ToolLimits)
	wants(t, err, memory.ErrDeclined)
	h.add("Bob hates tea", "person", "") // an explicit request lifts it
	_, _, err = h.Delete(ctx, hers, h.find("Bob hates tea").ID, tap, "asked")
	must(t, err)

	d = propose("Bob has two cats")
	known := h.add("Bob has two cats", "person", "Bob")
	m, c, err = h.Save(ctx, hers, d.ID, tap, "")
	must(t, err)
	same(t, "remembered meanwhile", m.ID+c.ID, known.ID)
	open, err := h.Decisions(ctx, hers, memory.DecisionOpen, "")
	must(t, err)
	same(t, "open", len(open), 0)
}

func (h *house) find(content string) memory.Memory {
	h.t.Helper()
	ms, _, err := h.Search(h.t.Context(), hers, content, 1, 0)
	must(h.t, err)
	return ms[0]
}

// A proposed update is against one version of one memory.
func TestDecisions_Update(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	m := h.add("Sarah works on the Platform team", "person", "Sarah")
	propose := func(content string) (memory.Decision, error) {
		return h.Propose(ctx, hers, memory.Decision{Op: memory.OpUpdate, MemoryID: m.ID, Content: content, Actor: model}, memory.ToolLimits)
	}
	_, err := propose("Sarah works on the Platform team")
	wants(t, err, memory.ErrUnchanged)
	d, err := propose("Sarah works on the Design team")
	must(t, err)
	same(t, "labels", d.Scope == alice && d.Subject == "Sarah" && d.Category == "person" && d.Version == 1, true)
	got, c, err := h.Save(ctx, hers, d.ID, tap, "")
	must(t, err)
	same(t, "updated", got.Content+" "+c.Before, "Sarah works on the Design team Sarah works on the Platform team")

	stale, err := propose("Sarah works on the Sales team")
	must(t, err)
	_, _, _, err = h.Update(ctx, hers, m.ID, memory.Edit{Content: "Sarah left", Actor: tap})
	must(t, err)
	_, _, err = h.Save(ctx, hers, stale.ID, tap, "")
	wants(t, err, memory.ErrConflict)

	last, err := propose("Sarah works elsewhere")
	must(t, err)
	_, _, err = h.Delete(ctx, hers, m.ID, tap, "asked")
	must(t, err)
	for _, id := range []string{last.ID, stale.ID} {
		gone, err := h.Decision(ctx, hers, id)
		must(t, err)
		same(t, "withdrawn with its memory", string(gone.State)+gone.Content, "declined")
	}
	if _, err = h.Propose(ctx, hers, memory.Decision{Op: memory.OpPin, Scope: alice}, memory.ToolLimits); fault.KindOf(err) != fault.Invalid {
		t.Errorf("error %v", err)
	}
	_, err = propose("Sarah is back")
	wants(t, err, memory.ErrNotFound)
}

// R12, A64: read-only stops every write at once, but never forgetting.
func TestReadOnly(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	m, added, err := h.Add(ctx, memory.New{Scope: alice, Content: "User prefers tea", Actor: model})
	must(t, err)
	other := h.add("User prefers cats", "preference", "")
	_, pinned, err := h.Pin(ctx, hers, other.ID, true, tap)
	must(t, err)
	d, err := h.Propose(ctx, hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "User prefers dogs"}, memory.ToolLimits)
	must(t, err)
	h.ReadOnly = true
	_, _, e1 := h.Add(ctx, memory.New{Scope: alice, Content: "anything"})
	_, _, _, e2 := h.Update(ctx, hers, m.ID, memory.Edit{Content: "anything"})
	_, _, e3 := h.Restore(ctx, hers, m.ID, tap, "")
	_, _, e4 := h.Pin(ctx, hers, m.ID, true, tap)
	_, e5 := h.Propose(ctx, hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: "anything"}, memory.Limits{})
	_, _, e6 := h.Save(ctx, hers, d.ID, tap, "")
	_, _, e7 := h.Undo(ctx, hers, pinned.ID, tap)
	for i, err := range []error{e1, e2, e3, e4, e5, e6, e7} {
		if !errors.Is(err, memory.ErrReadOnly) || fault.KindOf(err) != fault.Denied {
			t.Errorf("write %d: %v", i+1, err)
		}
	}
	_, _, err = h.Undo(ctx, hers, added.ID, tap)
	must(t, err)
	_, _, err = h.Delete(ctx, hers, other.ID, tap, "asked")
	must(t, err)
	_, err = h.Decline(ctx, hers, d.ID, tap)
	must(t, err)
	_, err = h.Erase(ctx, alice)
	must(t, err)
}

// Erase takes everything of one scope and nothing of another; the revision goes on.
func TestErase(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	h.add("User prefers tea", "preference", "")
	_, _, err := h.Add(ctx, memory.New{Scope: bob, Content: "User prefers coffee", Actor: tap})
	must(t, err)
	before, err := h.Revisions(ctx, []memory.Scope{alice, bob})
	must(t, err)
	e, err := h.Erase(ctx, alice)
	must(t, err)
	same(t, "erased", e, memory.Erased{Memories: 1, Versions: 1, Changes: 1})
	after, err := h.Revisions(ctx, []memory.Scope{alice, bob})
	must(t, err)
	if after[alice] <= before[alice] || after[bob] != before[bob] {
		t.Errorf("revisions %v, then %v", before, after)
	}
	same(t, "his", h.contents(his)[0], "User prefers coffee")
}

// P17, F2: categories A to Z, then time; List pages and counts; the zero query is empty.
func TestList(t *testing.T) {
	h := open(t)
	h.add("User prefers tea", "preference", "")
	h.add("Sarah is a colleague", "person", "Sarah")
	h.add("User works at TechCorp", "context", "")
	h.add("Alec is the user's boss", "person", "Alec")
	if got := strings.Join(h.contents(hers), "|"); got != "User works at TechCorp|Sarah is a colleague|Alec is the user's boss|User prefers tea" {
		t.Errorf("order %s", got)
	}
	q := memory.Known(alice)
	q.Category, q.Limit, q.Offset = "person", 1, 1
	ms, total, err := h.List(t.Context(), q)
	must(t, err)
	same(t, "page", ms[0].Content, "Alec is the user's boss")
	same(t, "total", total, 2)
	ms, total, err = h.List(t.Context(), memory.Query{})
	must(t, err)
	same(t, "zero query", len(ms)+total, 0)
}

// Search: all the words where there are such memories, else most of them.
func TestSearch(t *testing.T) {
	h := open(t)
	h.add("Alec is the user's boss", "person", "Alec")
	h.add("User has meetings with Sarah on Mondays", "context", "")
	h.add("用户的老板是李明", "person", "李明")
	for query, want := range map[string]string{
		"boss": "Alec is the user's boss", "meeting monday": "User has meetings with Sarah on Mondays",
		"老板": "用户的老板是李明", "when do I meet Sarah on Monday?": "User has meetings with Sarah on Mondays",
		"unicorn": "", "?!": "", "unicorn rainbow": "",
	} {
		ms, total, err := h.Search(t.Context(), hers, query, 10, 0)
		must(t, err)
		got := ""
		if len(ms) > 0 {
			got = ms[0].Content
		}
		same(t, query, got, want)
		if (total == 0) != (want == "") {
			t.Errorf("%s: total %d", query, total)
		}
	}
	ms, total, err := h.Search(t.Context(), hers, "Alec Sarah", 1, 1)
	must(t, err)
	same(t, "second page of the second try", len(ms)+10*total, 21)
}

// Changes and refs for the prompt: what is deleted by now comes without its texts.
func TestChangesSince(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	start := h.now
	m := h.add("Alec is the user's boss", "person", "Alec")
	kept := h.add("User prefers tea", "preference", "")
	cs, err := h.ChangesSince(ctx, hers, start, 10)
	must(t, err)
	same(t, "with text", len(cs) == 2 && cs[0].After == m.Content, true)
	_, c, err := h.Delete(ctx, hers, m.ID, tap, "asked")
	must(t, err)
	cs, err = h.ChangesSince(ctx, hers, start, 10)
	must(t, err)
	same(t, "changes", len(cs), 3)
	for _, c := range cs {
		same(t, "text of "+string(c.Op), c.Before+c.After, map[bool]string{true: "User prefers tea"}[c.MemoryID == kept.ID])
	}
	again, err := h.Change(ctx, hers, c.ID)
	must(t, err)
	same(t, "the change itself keeps it for Undo", again.Before, m.Content)
	cs, err = h.TurnChanges(ctx, "turn")
	must(t, err)
	same(t, "turn", len(cs), 0)
	ms, err := h.At(ctx, []memory.Ref{{ID: m.ID, Version: 1}, {ID: kept.ID, Version: 1}})
	must(t, err)
	same(t, "at", len(ms) == 1 && ms[0].ID == kept.ID, true)
}

// P12: ids are random, of the whole alphabet, and never refused for their case.
func TestNewID(t *testing.T) {
	seen, letters := map[string]bool{}, map[rune]int{}
	for range 2000 {
		id := memory.NewID(memory.IDLen)
		if seen[id] || !memory.ValidID(id) {
			t.Fatalf("id %q", id)
		}
		seen[id] = true
		for _, r := range id {
			letters[r]++
		}
	}
	same(t, "alphabet", len(letters), 62)
	for _, bad := range []string{"", "short", "ninechars", "with spa", "umläut1", "a1b2c3d!"} {
		same(t, bad, memory.ValidID(bad), false)
	}
}
