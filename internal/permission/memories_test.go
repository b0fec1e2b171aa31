package permission_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"keepsake/actor"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/forget"
	"keepsake/memory/revert"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/task"
	"keepsake/trust"
	"keepsake/usage"
)

// vault is memories of alice's own, of a group and of everybody, and who wrote them.
type vault struct {
	db                   *store.DB
	memory               *memory.Service
	forget               *forget.Service
	candidates           *candidate.Service
	owner                scope.Scope
	hers, bobs, aboutHer memory.Memory   // in a scope that has members: by alice, by bob, about alice
	gone                 memory.Memory   // by bob, deleted by him
	pinned               memory.Change   // bob's pin of his memory
	asked, change        memory.Decision // asked of alice: a new memory, a change to bob's
	refused              string          // id of a tombstone
}

func newVault(t *testing.T, owner scope.Scope) *vault {
	t.Helper()
	db := storetest.SQLite(t)
	v := &vault{db: db, owner: owner, candidates: candidate.New(db.Candidates(), time.Now)}
	v.memory = memory.New(memory.Config{Store: db.Memories(), Now: time.Now, Key: []byte("k"), IsAbout: people.HasLabel})
	v.forget = &forget.Service{
		Memory: v.memory, Candidates: v.candidates, Tx: db, Stores: []string{owner.Store}, Now: time.Now,
		Sessions: session.New(session.Config{Store: db.Sessions(), Now: time.Now}),
		Delivery: delivery.New(delivery.Config{Store: db.Deliveries(), Now: time.Now}),
		People:   people.New(people.Config{Store: db.People(), Now: time.Now}),
		Tasks:    task.New(task.Config{Store: db.Tasks(), Now: time.Now}),
		Usage:    usage.New(usage.Config{Store: db.Usage(), Now: time.Now}),
	}
	ctx, own := t.Context(), []scope.Scope{owner}
	as := func(id string) actor.Actor {
		if owner.Kind == scope.User {
			id = owner.ID
		}
		return actor.Actor{Kind: actor.Person, ID: id, Standing: actor.Admin, Owner: true}
	}
	add := func(who, content, subject string) memory.Memory {
		m, _, err := v.memory.Add(ctx, as(who), memory.Draft{Scope: owner, Content: content, Subject: subject})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	v.hers, v.bobs = add("telegram:1", "Thursday is for chess", ""), add("telegram:2", "Fridays are for tea", "")
	v.aboutHer, v.gone = add("telegram:2", "likes plums", "Alice (u1)"), add("telegram:2", "soon gone", "")
	var err error
	if _, _, err = v.memory.Delete(ctx, as("telegram:2"), own, v.gone.ID, "x"); err != nil {
		t.Fatal(err)
	}
	if _, v.pinned, err = v.memory.Pin(ctx, as("telegram:2"), own, v.bobs.ID, true); err != nil {
		t.Fatal(err)
	}
	v.asked, err = v.memory.Propose(ctx, as("telegram:1"), own, memory.Decision{Op: memory.OpAdd, Scope: owner, Content: "asked of alice"}, memory.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	v.change, err = v.memory.Propose(ctx, as("telegram:1"), own, memory.Decision{Op: memory.OpUpdate, Scope: owner, MemoryID: v.bobs.ID, Content: "Fridays are for cocoa"}, memory.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if err := v.memory.Refuse(ctx, as("telegram:1"), owner, "the moon is full"); err != nil {
		t.Fatal(err)
	}
	refused, err := v.memory.Refused(ctx, own)
	if err != nil || len(refused) != 1 {
		t.Fatal(refused, err)
	}
	v.refused = refused[0].ID
	return v
}

// askers are everybody who may ask for something, by name.
func askers() map[string]actor.Actor {
	person := func(id string, s actor.Standing) actor.Actor {
		return actor.Actor{Kind: actor.Person, ID: id, Standing: s}
	}
	called := func(a actor.Actor) actor.Actor { a.Kind = actor.Tool; return a }
	return map[string]actor.Actor{
		"nobody": {}, "alice": person("telegram:1", actor.Member), "bob": person("telegram:2", actor.Member),
		"stranger": person("telegram:9", actor.Stranger), "admin": person("telegram:3", actor.Admin),
		"anonymous": person("", actor.Admin), "nameless": called(person("", actor.Stranger)),
		"alice's-tool": called(person("telegram:1", actor.Member)), "bob's-tool": called(person("telegram:2", actor.Member)),
		"owner":      {Kind: actor.Person, ID: "telegram:4", Owner: true},
		"extraction": {Kind: actor.Extraction}, "consolidation": {Kind: actor.Consolidation},
		"import": {Kind: actor.Import}, "alice's-import": {Kind: actor.Import, ID: "telegram:1"}, "system": actor.OfSystem(),
	}
}

// deed is something to do with memories, and who may, in alice's own scope, in a group's, and
// in the global one.
type deed struct {
	name                  string
	private, group, world string
	do                    func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error
}

func second[A, B any](_ A, _ B, err error) error { return err }

var deeds = []deed{
	{"add", "alice alice's-tool extraction consolidation",
		"alice bob admin anonymous alice's-tool bob's-tool extraction consolidation", "owner extraction consolidation",
		func(ctx context.Context, v *vault, a actor.Actor, _ []scope.Scope) error {
			return second(v.memory.Add(ctx, a, memory.Draft{Scope: v.owner, Content: "something new"}))
		}},
	{"apply", "alice alice's-tool extraction consolidation",
		"alice bob admin anonymous alice's-tool bob's-tool extraction consolidation", "owner extraction consolidation",
		func(ctx context.Context, v *vault, a actor.Actor, _ []scope.Scope) error {
			return only(v.memory.Apply(ctx, a, []memory.Write{{Op: memory.OpAdd, Draft: memory.Draft{Scope: v.owner, Content: "applied"}}}))
		}},
	{"propose", "alice alice's-tool extraction consolidation",
		"alice bob admin anonymous nameless alice's-tool bob's-tool extraction consolidation", "owner extraction consolidation",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			return only(v.memory.Propose(ctx, a, own, memory.Decision{Op: memory.OpAdd, Scope: v.owner, Content: "asked"}, memory.Limits{}))
		}},
	{"refuse", "alice alice's-tool extraction consolidation",
		"alice bob admin anonymous alice's-tool bob's-tool extraction consolidation", "owner extraction consolidation",
		func(ctx context.Context, v *vault, a actor.Actor, _ []scope.Scope) error {
			return v.memory.Refuse(ctx, a, v.owner, "it rains")
		}},
	{"erase a refusal", "alice system", "admin anonymous system", "owner system",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			return v.memory.EraseRefusal(ctx, a, own, v.refused)
		}},
	{"file bob's elsewhere", "alice alice's-tool extraction consolidation",
		"bob admin anonymous bob's-tool extraction consolidation", "owner extraction consolidation",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			return second(v.memory.Relabel(ctx, a, own, v.bobs.ID, memory.Labels{Category: "person"}))
		}},
	{"confirm bob's", "alice alice's-tool extraction consolidation",
		"bob admin anonymous bob's-tool extraction consolidation", "owner extraction consolidation",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			return v.memory.Confirm(ctx, a, own, v.bobs.ID, memory.Confirmation{Confidence: 1})
		}},
	{"merge bob's into alice's", "alice alice's-tool", "bob admin anonymous bob's-tool", "owner",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			return second(v.memory.Merge(ctx, a, own, v.bobs.ID, v.hers.ID))
		}},
	{"offer to forget bob's", "alice alice's-tool extraction consolidation",
		"alice bob admin anonymous nameless alice's-tool bob's-tool extraction consolidation", "owner extraction consolidation",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			return only(v.memory.OfferForgetting(ctx, a, own, []string{v.bobs.ID}))
		}},
	{"update bob's", "alice alice's-tool extraction consolidation",
		"bob admin anonymous bob's-tool extraction consolidation", "owner extraction consolidation",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			_, _, _, err := v.memory.Update(ctx, a, own, v.bobs.ID, memory.Edit{Content: "Fridays are for coffee"})
			return err
		}},
	{"update what is about alice", "alice alice's-tool extraction consolidation",
		"alice bob admin anonymous alice's-tool bob's-tool extraction consolidation", "owner extraction consolidation",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			_, _, _, err := v.memory.Update(ctx, a, own, v.aboutHer.ID, memory.Edit{Content: "likes pears"})
			return err
		}},
	{"save a change to bob's that alice was asked about", "alice alice's-tool extraction consolidation",
		"bob admin anonymous bob's-tool extraction consolidation", "owner extraction consolidation",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			return second(v.memory.Save(ctx, a, own, v.change.ID, ""))
		}},
	{"decline a change to bob's that alice was asked about", "alice alice's-tool extraction consolidation",
		"bob admin anonymous bob's-tool extraction consolidation", "owner extraction consolidation",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			return only(v.memory.Decline(ctx, a, own, v.change.ID))
		}},
	{"delete bob's", "alice alice's-tool", "bob admin anonymous bob's-tool", "owner",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			return second(v.memory.Delete(ctx, a, own, v.bobs.ID, "x"))
		}},
	{"forget what is about alice", "alice alice's-tool", "alice bob admin anonymous alice's-tool bob's-tool", "owner",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			return second(v.forget.One(ctx, a, own, v.aboutHer.ID))
		}},
	{"restore bob's", "alice alice's-tool", "bob admin anonymous bob's-tool", "owner",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			return second(v.memory.Restore(ctx, a, own, v.gone.ID, "x"))
		}},
	{"pin alice's", "alice alice's-tool", "alice admin anonymous alice's-tool", "owner",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			return second(v.memory.Pin(ctx, a, own, v.hers.ID, true))
		}},
	{"weigh alice's", "alice alice's-tool", "alice admin anonymous alice's-tool", "owner",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			return second(v.memory.Weigh(ctx, a, own, v.hers.ID, memory.Weight{Importance: 0.9}))
		}},
	{"archive bob's", "alice alice's-tool consolidation system", "bob admin anonymous bob's-tool consolidation system", "owner consolidation system",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			return only(v.memory.Apply(ctx, a, []memory.Write{{Op: memory.OpArchive, Scopes: own, MemoryID: v.bobs.ID}}))
		}},
	{"undo bob's pin", "alice alice's-tool", "bob admin anonymous bob's-tool", "owner",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			return second(v.memory.Undo(ctx, a, own, v.pinned.ID))
		}},
	{"save what alice was asked", "alice alice's-tool extraction consolidation", "alice admin anonymous alice's-tool extraction consolidation", "owner extraction consolidation",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			return second(v.memory.Save(ctx, a, own, v.asked.ID, ""))
		}},
	{"decline what alice was asked", "alice alice's-tool extraction consolidation", "alice admin anonymous alice's-tool extraction consolidation", "owner extraction consolidation",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			return only(v.memory.Decline(ctx, a, own, v.asked.ID))
		}},
	{"withdraw what alice was asked", "alice alice's-tool extraction consolidation", "alice admin anonymous alice's-tool extraction consolidation", "owner extraction consolidation",
		func(ctx context.Context, v *vault, a actor.Actor, own []scope.Scope) error {
			return v.memory.Withdraw(ctx, a, own, v.asked.ID)
		}},
	{"import", "import alice's-import", "import", "import",
		func(ctx context.Context, v *vault, a actor.Actor, _ []scope.Scope) error {
			now := time.Now().UTC()
			return only(v.memory.Import(ctx, a, memory.Memory{
				ID: "imported", Scope: v.owner, Kind: memory.Item, Type: memory.Profile, Category: "context", Status: memory.Active,
				Origin: memory.Explicit, Trust: trust.Person, Confidence: 1, Importance: 0.5, Content: "from a file", CreatedAt: now,
			}, []memory.Version{{ID: uuid.NewString(), Number: 1, Content: "from a file", CreatedAt: now}}))
		}},
	{"open a scope", "import alice's-import", "import", "import",
		func(ctx context.Context, v *vault, a actor.Actor, _ []scope.Scope) error {
			return v.memory.OpenScope(ctx, a, v.owner)
		}},
	{"erase", "alice system", "admin anonymous system", "owner system",
		func(ctx context.Context, v *vault, a actor.Actor, _ []scope.Scope) error {
			return only(v.memory.Erase(ctx, a, v.owner))
		}},
	{"erase candidates", "alice system", "admin anonymous system", "owner system",
		func(ctx context.Context, v *vault, a actor.Actor, _ []scope.Scope) error {
			return only(v.candidates.Erase(ctx, a, v.owner))
		}},
	{"find a candidate", "extraction consolidation", "extraction consolidation", "extraction consolidation",
		func(ctx context.Context, v *vault, a actor.Actor, _ []scope.Scope) error {
			return only(v.candidates.Found(ctx, a, candidate.Candidate{Scope: v.owner, Content: "found"}))
		}},
	{"take anybody's run back", "owner system", "owner system", "owner system",
		func(ctx context.Context, v *vault, a actor.Actor, _ []scope.Scope) error {
			part := actor.Actor{Kind: actor.Extraction}
			run, err := v.candidates.Begin(ctx, part, candidate.Run{Scope: v.owner})
			if err != nil {
				return err
			}
			_, err = v.memory.Apply(ctx, part, []memory.Write{{Op: memory.OpAdd, Draft: memory.Draft{Scope: v.owner, Content: "kept by " + run.ID}, Batch: run.ID}})
			if err != nil {
				return err
			}
			return only(revert.Reverter{Memory: v.memory, Candidates: v.candidates, Tx: v.db}.RevertIn(ctx, a, v.owner.Store, run.ID))
		}},
	{"expire", "system", "system", "system",
		func(ctx context.Context, v *vault, a actor.Actor, _ []scope.Scope) error {
			return only(v.memory.Expire(ctx, a, v.owner.Store))
		}},
	{"purge", "system", "system", "system",
		func(ctx context.Context, v *vault, a actor.Actor, _ []scope.Scope) error {
			return only(v.memory.Purge(ctx, a))
		}},
	{"move", "system", "system", "system",
		func(ctx context.Context, v *vault, a actor.Actor, _ []scope.Scope) error {
			return v.memory.Move(ctx, a, v.owner, scope.Scope{Store: v.owner.Store, Kind: v.owner.Kind, ID: "telegram:-77"})
		}},
}

// TestWhoMayDoWhatWithMemories: the table of actor, deed and scope. Who may not is refused as
// Denied, before anything is written.
func TestWhoMayDoWhatWithMemories(t *testing.T) {
	for _, owner := range []scope.Scope{
		{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}, {Store: "keepsake", Kind: scope.Group, ID: "telegram:-100"},
		{Store: "keepsake", Kind: scope.Global},
	} {
		t.Run(string(owner.Kind), func(t *testing.T) {
			v := newVault(t, owner)
			everybody := askers()
			for _, d := range deeds {
				may := map[scope.Kind]string{scope.User: d.private, scope.Group: d.group, scope.Global: d.world}[owner.Kind]
				for _, name := range slices.Sorted(maps.Keys(everybody)) {
					var got error
					err := v.db.InTx(t.Context(), func(ctx context.Context) error {
						got = d.do(ctx, v, everybody[name], []scope.Scope{owner})
						return errUndone
					})
					if !errors.Is(err, errUndone) {
						t.Fatal(err)
					}
					allowed := slices.Contains(strings.Fields(may), name)
					if denied := fault.KindOf(got) == fault.Denied && got != nil; denied == allowed || !denied && got != nil {
						t.Errorf("%s by %s: allowed should be %v, got %v", d.name, name, allowed, got)
					}
				}
			}
		})
	}
}

// errUndone takes back what an operation wrote, for the next one.
var errUndone = errors.New("undone")
