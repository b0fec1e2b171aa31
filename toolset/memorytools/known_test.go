package memorytools_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/scope"
	"keepsake/store/storetest"
	"keepsake/tool"
	"keepsake/toolset/memorytools"
)

// TestRememberNamesDistinctFrom (W12, F21, R24): remember answers with the memory that fills the same
// slot and how to keep both, and with what is known in other words.
func TestRememberNamesDistinctFrom(t *testing.T) {
	k := role(t)
	k.says("I live in Berlin. I live in Rome in summer.")
	id := k.call("remember", args{"content": "User lives in Berlin"}).Changes[0].MemoryID
	r := k.call("remember", args{"content": "User lives in Rome"})
	if len(r.Changes) != 0 || !strings.Contains(r.Content, "[id:"+id+"]") || !strings.Contains(r.Content, `call remember again with distinct_from: ["`+id+`"]`) {
		t.Fatalf("%+v", r)
	}
	if r := k.call("remember", args{"content": "User lives in Rome", "distinct_from": []string{"[id:" + id + "]"}}); len(r.Changes) != 1 {
		t.Errorf("%+v", r)
	}
	if r := k.call("remember", args{"content": "The user resides in Berlin."}); len(r.Changes) != 0 || !strings.HasPrefix(r.Content, "Already known as [id:"+id+"]") {
		t.Errorf("%+v", r)
	}
}

// onePlace is an embedder for which all texts mean the same.
type onePlace struct{ asked []string }

func (*onePlace) Identity() string { return "test:one" }

func (e *onePlace) Embed(_ context.Context, texts []string) (llm.Embeddings, error) {
	e.asked = append(e.asked, texts...)
	out := make([][]float32, len(texts))
	for i := range texts {
		out[i] = []float32{1, 0}
	}
	return llm.Embeddings{Vectors: out}, nil
}

var _ llm.Embedder = (*onePlace)(nil)

// TestNearbyByMeaningIsCompared (W12, F21): the tool asks for what is close in meaning before the
// transaction, and what it finds is compared though it shares no search word with the new fact.
func TestNearbyByMeaningIsCompared(t *testing.T) {
	ctx, db := t.Context(), storetest.SQLite(t)
	embedder := &onePlace{}
	memories := memory.New(memory.Config{Store: db.Memories(), Now: time.Now, Key: []byte("key")})
	find := &recall.Service{Memories: memories, Vectors: db.Vectors(), Now: time.Now, Embedder: embedder}
	home, _, err := memories.Add(ctx, actor.OfPerson(alice.ID), memory.Draft{Scope: alice, Content: "私は京都で暮らしている"})
	must(t, err)
	_, err = (&recall.Indexer{Vectors: db.Vectors(), Embedder: embedder, Store: alice.Store, Now: time.Now}).Step(ctx)
	must(t, err)
	add := (&memorytools.Toolset{Memory: memories, Recall: find}).Tools()[0]
	c := tool.Call{
		Actor: actor.Actor{Kind: actor.Tool, ID: alice.ID, Standing: actor.Admin}, Scopes: []scope.Scope{alice}, Now: time.Now(), Zone: time.UTC,
		Args: []byte(`{"content": "ユーザーは那覇に住んでいる", "category": "context"}`),
	}
	c.Prepared, err = add.Prepare(ctx, c)
	must(t, err)
	if !strings.Contains(fmt.Sprint(c.Prepared), home.ID) || len(embedder.asked) < 2 {
		t.Fatalf("near: %v, asked %q", c.Prepared, embedder.asked)
	}
	r, err := add.Run(ctx, c)
	must(t, err)
	if len(r.Decisions) != 0 || !strings.Contains(r.Content, "[id:"+home.ID+"]") {
		t.Errorf("%+v", r)
	}
}
