package graph_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"keepsake/memory/graph"
	"keepsake/scope"
)

var (
	alice = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}
	bob   = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:2"}
	group = scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-1"}
)

// A triple says nothing that its memory does not say.
func TestParse(t *testing.T) {
	long := strings.Repeat("x", 101)
	for name, c := range map[string]struct {
		content string
		fact    graph.Fact
		isKept  bool
	}{
		"said":                 {"User's boss is Alec.", graph.Fact{Subject: "User", Predicate: "boss", Object: "Alec"}, true},
		"a name from nowhere":  {"User's boss is Alec.", graph.Fact{Subject: "User", Predicate: "boss", Object: "Bob"}, false},
		"a part of a word":     {"User's boss is Alecia.", graph.Fact{Subject: "User", Predicate: "boss", Object: "Alec"}, false},
		"no predicate":         {"User's boss is Alec.", graph.Fact{Subject: "User", Object: "Alec"}, false},
		"no object":            {"User's boss is Alec.", graph.Fact{Subject: "User", Predicate: "boss"}, false},
		"too long":             {"User's boss is " + long, graph.Fact{Subject: "User", Predicate: "boss", Object: long}, false},
		"a predicate too long": {"User's boss is Alec.", graph.Fact{Subject: "User", Predicate: long, Object: "Alec"}, false},
		"Chinese":              {"用户的老板是方国栋。", graph.Fact{Subject: "用户", Predicate: "老板", Object: "方国栋"}, true},
		"not in Chinese":       {"用户的老板是方国栋。", graph.Fact{Subject: "用户", Predicate: "老板", Object: "沈小雨"}, false},
		"Russian":              {"Начальник пользователя — Аркадий.", graph.Fact{Subject: "пользователь", Predicate: "начальник", Object: "Аркадий"}, true},
		"a secret": {"User's key is AKIAIOSFODNN7EXAMPLE",
			graph.Fact{Subject: "User", Predicate: "key", Object: "AKIAIOSFODNN7EXAMPLE"}, false},
	} {
		if kept := graph.Parse([]graph.Fact{c.fact, c.fact}, c.content); len(kept) > 1 || (len(kept) == 1) != c.isKept {
			t.Errorf("%s: kept %v", name, kept)
		}
	}
	many := make([]graph.Fact, 0, 20)
	for _, w := range strings.Split("a b c d e f g h i j k l", " ") {
		many = append(many, graph.Fact{Subject: "Anna", Predicate: w, Object: "Ben"})
	}
	if n := len(graph.Parse(many, "Anna knows Ben")); n != graph.MaxPerMemory {
		t.Errorf("%d triples of one memory", n)
	}
	kept := graph.Parse([]graph.Fact{{Subject: " Anna ", Predicate: "works_at", Object: "Acme", SubjectKind: "PERSON", ObjectKind: "company"}}, "Anna works at Acme")
	if want := (graph.Fact{Subject: "Anna", Predicate: "works at", Object: "Acme", SubjectKind: "person", ObjectKind: "thing"}); !slices.Equal(kept, []graph.Fact{want}) {
		t.Errorf("got %+v", kept)
	}
}

// Names are joined exactly, then by their endings, then as a judge says; what words do not settle is doubtful.
func TestJoin(t *testing.T) {
	known := []graph.Entity{{"@self", "User"}, {"alec brandt", "Alec Brandt"}, {"вера зимина", "Вера Зимина"}, {"marta", "Marta"}, {"ana", "Ana"}, {"александр", "Александр"}}
	for name, want := range map[string]string{
		"User": "@self", "der Nutzer": "@self", "ich": "@self", "я": "@self", "我": "@self",
		"Dr. Alec  BRANDT": "alec brandt", "Alec Brandt's": "alec brandt", "Alec Brandts": "alec brandt", "Веры Зиминой": "вера зимина", "Александра": "александра",
		"Вере Зимине": "вера зимина", "Mart": "mart", "Anas": "anas", "Martin": "martin", "Alec": "alec", "3 March": "3 march", "黒木さん": graph.Key(alice, "黒木"),
	} {
		if key := graph.Join(alice, name, known, nil); key != want {
			t.Errorf("%q is joined with %q, want %q", name, key, want)
		}
	}
	if graph.Join(group, "User", known, nil) == graph.Self {
		t.Error("a group has a self")
	}
	if key := graph.Join(alice, "Alec", known, map[string]string{"alec": "alec brandt"}); key != "alec brandt" {
		t.Errorf("the judge joined Alec with %q", key)
	}
	if key := graph.Join(alice, "Alec", known, map[string]string{"alec": "nobody"}); key != "alec" {
		t.Errorf("a key that nothing has was taken: %q", key)
	}
	for name, want := range map[string]int{"Alec": 1, "Alec Brandt": 0, "Alec Brendt": 1, "User": 0, "Otto": 0, "Marta Stone": 1, "3 March": 0, "Александра": 1} {
		if got := graph.Doubtful(alice, name, known); len(got) != want {
			t.Errorf("%q may be %v", name, got)
		}
	}
}

// shelf is triples that hold, and a count of what was read.
type shelf struct {
	all   []graph.Triple
	reads int
}

func (s *shelf) put(owner scope.Scope, memory, subject, predicate, object string) {
	s.all = append(s.all, graph.Triple{Fact: graph.Fact{Subject: subject, Predicate: predicate, Object: object}, Scope: owner, MemoryID: memory,
		SubjectKey: graph.Key(owner, subject), ObjectKey: graph.Key(owner, object)})
}

func (s *shelf) OfMemories(_ context.Context, scopes []scope.Scope, ids []string, limit int) (out []graph.Triple, _ error) {
	s.reads++
	for _, t := range s.all {
		if slices.Contains(scopes, t.Scope) && slices.Contains(ids, t.MemoryID) && len(out) < limit {
			out = append(out, t)
		}
	}
	return out, nil
}

func (s *shelf) Touching(_ context.Context, scopes []scope.Scope, keys []string, limit int) (out []graph.Triple, _ error) {
	s.reads++
	for _, t := range s.all {
		if slices.Contains(scopes, t.Scope) && (slices.Contains(keys, t.SubjectKey) || slices.Contains(keys, t.ObjectKey)) && len(out) < limit {
			out = append(out, t)
		}
	}
	return out, nil
}

// The boss's assistant's birthday is found over two people; nothing of another scope is; one statement tells that there are
// no triples.
func TestFind(t *testing.T) {
	s := &shelf{}
	s.put(alice, "m-boss", "User", "boss", "Alec")
	s.put(alice, "m-mia", "Alec", "assistant", "Mia")
	s.put(alice, "m-day", "Mia", "birthday", "3 March")
	s.put(alice, "m-other", "Mia", "likes", "jazz")
	s.put(bob, "b-boss", "User", "boss", "Alec")
	s.put(bob, "b-day", "Mia", "birthday", "9 May")
	find := func(question string, scopes []scope.Scope, seeds ...string) string {
		s.reads = 0
		found, err := graph.Find(t.Context(), s, scopes, question, seeds)
		if err != nil || s.reads > 2 {
			t.Errorf("%q: %d statements, %v", question, s.reads, err)
		}
		var ids []string
		for _, f := range found {
			ids = append(ids, f.MemoryID)
		}
		return strings.Join(ids, " ")
	}
	hers, both := []scope.Scope{alice}, []scope.Scope{alice, bob}
	for _, c := range []struct{ question, want string }{
		{"the birthday of my boss's assistant", "m-day"},
		{"what should I give my boss's assistant?", "m-mia m-day m-other"},
		{"Mia's birthday", ""}, // words find it: no step leads further
		{"assistant", ""},
		{"what time is it?", ""},
	} {
		if got := find(c.question, hers, "m-boss", "m-mia"); got != c.want {
			t.Errorf("%q leads to %q, want %q", c.question, got, c.want)
		}
	}
	if got := find("the birthday of my boss's assistant", both, "m-boss", "m-mia", "b-boss"); got != "m-day" {
		t.Errorf("with two scopes: %q", got)
	}
	if got := find("the birthday of my boss's assistant", hers, "m-none"); got != "" || s.reads != 1 {
		t.Errorf("without triples: %q in %d statements", got, s.reads)
	}
	if got := find("the birthday of my boss's assistant", hers); got != "" || s.reads != 0 {
		t.Errorf("without anything found: %q in %d statements", got, s.reads)
	}
}
