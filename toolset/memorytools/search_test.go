package memorytools_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/scope"
	"keepsake/store/storetest"
	"keepsake/tool"
	"keepsake/toolset/memorytools"
)

// search_memories is a system tool of over-full snapshots; its lines are those of Your
// Memory, so that their ids can be used.
func TestSearchMemories(t *testing.T) {
	db := storetest.SQLite(t)
	memories := memory.New(memory.Config{Store: db.Memories(), Now: time.Now, Key: []byte("key")})
	set := &memorytools.Toolset{Memory: memories, Recall: &recall.Service{Memories: memories, Now: time.Now}}
	tools := set.Tools()
	search := tools[len(tools)-1]
	if search.Def.Name != "search_memories" || !search.System || !search.Overfull || search.Risk != tool.RiskLow {
		t.Fatalf("%+v", search)
	}
	add := func(scope scope.Scope, content, subject string) {
		_, _, err := memories.Add(t.Context(), actor.Actor{Kind: actor.Person, ID: scope.ID}, memory.Draft{Scope: scope, Content: content, Subject: subject, Category: "person"})
		must(t, err)
	}
	add(alice, "Alec is the user's boss", "Alec")
	add(scope.Scope{Store: alice.Store, Kind: scope.User, ID: "telegram:999"}, "Alec is somebody else's", "Alec")
	for i := range 30 {
		add(alice, fmt.Sprintf("User keeps bees in hive%d", i), "")
	}
	run := func(args string) (string, error) {
		c := tool.Call{Scopes: []scope.Scope{alice}, Args: []byte(args), Now: time.Now()}
		var err error
		if c.Prepared, err = search.Prepare(t.Context(), c); err != nil {
			return "", err
		}
		r, err := search.Run(t.Context(), c)
		return r.Content, err
	}
	id := regexp.MustCompile(`id:[A-Za-z0-9]{8}`)
	for _, c := range []struct{ args, want string }{
		{`{"query":"who is Alec?"}`, "Remembered, the most fitting first:\n- [id:x] [Alec] Alec is the user's boss"},
		{`{"query":"submarine"}`, "Nothing remembered is about this."},
		{`{"query":"?"}`, "Nothing remembered is about this."},
	} {
		got, err := run(c.args)
		if got = id.ReplaceAllString(got, "id:x"); got != c.want || err != nil {
			t.Errorf("%s: %q %v", c.args, got, err)
		}
	}
	for _, args := range []string{`{"query":""}`, `{"query":7}`, `{}`} {
		if _, err := run(args); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", args, err)
		}
	}
	for i := range 10 {
		add(alice, fmt.Sprintf("The lighthouse at point%d is lit", i), fmt.Sprint("point", i))
	}
	for limit, want := range map[int]int{0: 10, 3: 3, 99: 10} {
		got, err := run(fmt.Sprintf(`{"query":"lighthouse","limit":%d}`, limit))
		if n := strings.Count(got, "\n"); n != want || err != nil {
			t.Errorf("limit %d: %d lines %v", limit, n, err)
		}
	}
	if n := len((&memorytools.Toolset{Memory: memories}).Tools()); n != 4 {
		t.Errorf("without recall there are %d tools", n)
	}
}
