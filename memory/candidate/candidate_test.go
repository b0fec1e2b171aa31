package candidate_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store/storetest"
)

var (
	alice = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}
	hers  = []scope.Scope{alice}
	part  = actor.Actor{Kind: actor.Extraction}
)

func must[T any](t *testing.T) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// A20: a key is lower-case, without punctuation, and bounded.
func TestKeyOf(t *testing.T) {
	for content, want := range map[string]string{
		"Alec is the User's boss.": "alec is the users boss", "  two   spaces! ": "two spaces", "…": "",
		strings.Repeat("Long ", 60): strings.TrimSpace(strings.Repeat("long ", 60)[:128]),
	} {
		if got := strings.TrimSpace(candidate.KeyOf(content)); got != want {
			t.Errorf("KeyOf(%q) = %q, want %q", content, got, want)
		}
	}
}

// One run: what it found is decided, applied as one batch with the cursor in one transaction,
// can be asked about, reverted whole, and erased.
func TestARun(t *testing.T) {
	ctx, db := t.Context(), storetest.SQLite(t)
	memories := memory.New(memory.Config{Store: db.Memories(), Now: time.Now, Key: []byte("k")})
	sessions := session.New(session.Config{Store: db.Sessions(), Now: time.Now})
	talk := must[session.Session](t)(sessions.Begin(ctx, actor.OfSystem(), session.Place{Bot: "keepsake", Chat: 1}, alice.ID, alice.Store, false))
	s := candidate.New(db.Candidates(), time.Now)

	run := must[candidate.Run](t)(s.Begin(ctx, part, candidate.Run{Scope: alice, SessionID: talk.ID, FromSeq: 1, ToSeq: 4}))
	if due := must[[]candidate.Run](t)(s.Due(ctx, alice.Store, 10)); len(due) != 1 || due[0].ID != run.ID || due[0].Kind != actor.Extraction {
		t.Fatalf("due: %+v", due)
	}
	kept := must[candidate.Candidate](t)(s.Found(ctx, part, candidate.Candidate{RunID: run.ID, Scope: alice, Kind: memory.Item, Type: memory.Profile, Content: "Alec is the boss", Confidence: 0.8}))
	unsure := must[candidate.Candidate](t)(s.Found(ctx, part, candidate.Candidate{RunID: run.ID, Scope: alice, Kind: memory.Item, Type: memory.Profile, Content: "Perhaps it rains", Confidence: 0.2}))
	err := db.InTx(ctx, func(ctx context.Context) error {
		cs, err := memories.Apply(ctx, part, []memory.Write{{Op: memory.OpAdd, Batch: run.ID, Reason: "found by a run", Draft: memory.Draft{
			Scope: alice, Content: kept.Content, Origin: memory.Extracted, Confidence: kept.Confidence,
		}}})
		if err != nil {
			return err
		}
		run.State = candidate.Done
		return errors.Join(
			s.Decide(ctx, part, candidate.Verdict{CandidateID: kept.ID, Relation: candidate.IsNew, Action: candidate.Applied, ChangeID: cs[0].ID, MemoryID: cs[0].MemoryID}),
			s.Decide(ctx, part, candidate.Verdict{CandidateID: unsure.ID, Relation: candidate.IsNew, Action: candidate.Refused, Reason: "not sure enough"}),
			s.Save(ctx, part, run),
		)
	})
	if err != nil {
		t.Fatal(err)
	}
	found, verdicts, err := s.OfRun(ctx, hers, run.ID)
	if err != nil || len(found) != 2 || verdicts[unsure.ID].Reason != "not sure enough" || verdicts[kept.ID].Action != candidate.Applied {
		t.Errorf("%+v %+v %v", found, verdicts, err)
	}
	change := must[memory.Change](t)(memories.Change(ctx, hers, verdicts[kept.ID].ChangeID))
	if change.Source != memory.SourceExtraction || change.Batch != run.ID || change.Confidence != 0.8 || change.Origin != memory.Extracted {
		t.Errorf("the change: %+v", change)
	}
	if ended := must[candidate.Run](t)(s.Run(ctx, hers, run.ID)); ended.EndedAt == nil || ended.State != candidate.Done {
		t.Errorf("the run: %+v", ended)
	}
	if same := must[[]candidate.Candidate](t)(s.ByKey(ctx, alice, "ALEC is the boss!")); len(same) != 1 {
		t.Errorf("by key: %+v", same)
	}
	if back := must[[]memory.Change](t)(memories.Revert(ctx, actor.OfPerson(alice.ID), hers, run.ID)); len(back) != 1 || back[0].Op != memory.OpDelete {
		t.Errorf("reverted: %+v", back)
	}
	if n := must[int](t)(s.Erase(ctx, actor.OfPerson(alice.ID), alice)); n != 2 {
		t.Errorf("erased %d", n)
	}
	if _, err := s.Run(ctx, hers, run.ID); !errors.Is(err, candidate.ErrNotFound) {
		t.Errorf("after it: %v", err)
	}
}

// Nobody but a run writes; secrets and nothing at all are refused.
func TestRefusals(t *testing.T) {
	ctx, s := t.Context(), candidate.New(storetest.SQLite(t).Candidates(), time.Now)
	who := actor.OfPerson(alice.ID)
	_, begin := s.Begin(ctx, who, candidate.Run{Scope: alice})
	_, found := s.Found(ctx, who, candidate.Candidate{Scope: alice, Content: "x"})
	_, erased := s.Erase(ctx, part, alice)
	for i, err := range []error{begin, found, erased, s.Save(ctx, who, candidate.Run{}), s.Decide(ctx, who, candidate.Verdict{})} {
		if !errors.Is(err, memory.ErrNotAllowed) {
			t.Errorf("%d: %v", i, err)
		}
	}
	if _, err := s.Found(ctx, part, candidate.Candidate{Scope: alice, Content: "my password: hunter2"}); !errors.Is(err, memory.ErrSecret) {
		t.Errorf("a secret: %v", err)
	}
	if _, err := s.Found(ctx, part, candidate.Candidate{Scope: alice, Content: " "}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("nothing: %v", err)
	}
}

// A conversation is held out or not, for good; a quarter is, and none without an id (A41).
func TestIsHeldOut(t *testing.T) {
	n := 0
	for i := range 4000 {
		if candidate.IsHeldOut(fmt.Sprint("session-", i)) {
			n++
		}
	}
	if n < 850 || n > 1150 || candidate.IsHeldOut("") {
		t.Errorf("%d of 4000 are held out", n)
	}
}
