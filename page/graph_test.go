package page_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/graph"
	"keepsake/scope"
)

// link stores a memory with triples.
func (w *world) link(owner scope.Scope, content string, facts ...graph.Fact) memory.Memory {
	w.t.Helper()
	who := actor.OfPerson(owner.ID) // or the admin of a group
	m, _, err := w.commands.Memory.Add(w.t.Context(), who, memory.Draft{Scope: owner, Content: content, Category: memory.CategoryContext})
	must(w.t, err)
	must(w.t, w.commands.Graph.Keep(w.t.Context(), who, m, facts, nil))
	return m
}

// addLinks stores memories of a person that are linked with one another: a few dozen statements, some of them old.
func (w *world) addLinks(person string) {
	w.t.Helper()
	owner := scopeOf(person)
	fact := func(subject, predicate, object, subjectKind, objectKind string) graph.Fact {
		return graph.Fact{Subject: subject, Predicate: predicate, Object: object, SubjectKind: subjectKind, ObjectKind: objectKind}
	}
	const man, town, plan = "person", "place", "project"
	old := w.link(owner, "User lives in Lisbon.", fact("User", "lives in", "Lisbon", man, town))
	w.pass(24 * time.Hour)
	_, _, _, err := w.commands.Memory.Update(w.t.Context(), actor.OfPerson(person), []scope.Scope{owner}, old.ID, memory.Edit{Content: "User lives in Porto."})
	must(w.t, err)
	m, err := w.commands.Memory.Get(w.t.Context(), []scope.Scope{owner}, old.ID)
	must(w.t, err)
	must(w.t, w.commands.Graph.Keep(w.t.Context(), actor.OfPerson(person), m, []graph.Fact{fact("User", "lives in", "Porto", man, town)}, nil))
	w.link(owner, "User's boss is Alec Brandt.", fact("User", "boss", "Alec Brandt", man, man))
	w.link(owner, "Alec Brandt's assistant is Mia.", fact("Alec Brandt", "assistant", "Mia", man, man))
	w.link(owner, "Mia's birthday is on 3 March, and she lives in Lisbon.", fact("Mia", "birthday", "3 March", man, ""), fact("Mia", "lives in", "Lisbon", man, town))
	w.link(owner, "User builds the project Beehive with Anna.", fact("User", "builds", "Beehive", man, plan), fact("Anna", "works on", "Beehive", man, plan))
	w.link(owner, "User's sister is Anna.", fact("User", "sister", "Anna", man, man))
	w.link(owner, "Anna studies in Coimbra.", fact("Anna", "studies in", "Coimbra", man, town))
	w.link(owner, "用户的朋友方国栋住在上海。", fact("用户", "朋友", "方国栋", man, man), fact("方国栋", "住在", "上海", man, town))
	w.link(owner, "User's neighbour Maximiliane Oberhauser-Wittgenstein sings in the Choir of the Old Cathedral.",
		fact("Maximiliane Oberhauser-Wittgenstein", "sings every Sunday morning in", "Choir of the Old Cathedral", man, ""), fact("User", "neighbour", "Maximiliane Oberhauser-Wittgenstein", man, man))
}

var href = regexp.MustCompile(`<a class="says[^"]*" href="([^"]+)" aria-label="([^"]+)"`)

// Line 7 of the graph: a person sees how what they told is linked, as a picture and as a list; what is old is grey and said to
// be so; a tap leads to the memory, and a name to what is around it; what is forgotten is in neither, and what others told never.
func TestGraphPage(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		w.addLinks(alice)
		his := w.link(scopeOf(bob), "User's boss is <b>Otto</b>.", graph.Fact{Subject: "User", Predicate: "boss", Object: "<b>Otto</b>"})
		a, b := w.enter(alice), w.enter(bob)
		shown := a.see("/me/graph", `<a href="/me/graph" aria-current="page">Connections</a>`, `aria-label="You, boss: Alec Brandt"`, `<a class="node person" href="/me/graph?about=alec&#43;brandt" aria-label="Alec Brandt"`,
			`aria-label="You, lives in: Lisbon, No longer so"`, `<li class="old"><a href=`, "no longer so since", "Person", "Place", "Project", "<title>Maximiliane Oberhauser-Wittgenstein</title>", `class="node project"`)
		if strings.Contains(shown, "Otto") || strings.Contains(shown, "style=") || strings.Contains(shown, "<script") {
			t.Error("the page has what is another's, or a style or script in it")
		}
		if n := strings.Count(shown, "<svg"); n != 2 {
			t.Errorf("%d pictures, want one for each width", n)
		}
		for _, m := range href.FindAllStringSubmatch(shown, -1) {
			if content := a.see(m[1]); !strings.Contains(content, strings.TrimSuffix(m[2][strings.LastIndex(m[2], ": ")+2:], ", No longer so")) {
				t.Errorf("%q leads to %s", m[2], content)
			}
		}
		a.see("/me/graph?about=mia", "Picture of what is around: Mia", "Back to the whole picture")
		a.see("/me/graph?about=nobody", "Picture of what is around: You")
		b.see("/me/graph", "&lt;b&gt;Otto&lt;/b&gt;")
		if file := b.ask("GET", "/me/export", nil).body; !strings.Contains(file, `"links": [`) || !strings.Contains(file, `"object": "<b>Otto</b>"`) || strings.Contains(file, "Alec") {
			t.Errorf("the copy is %s", file)
		}
		for _, lang := range []string{"de", "ru", "zh"} {
			a.lang = lang
			a.see("/me/graph", map[string]string{"de": "Gilt nicht mehr", "ru": "Уже не так", "zh": "已不再如此"}[lang])
		}
		b.see("/me/m/" + his.ID)
		b.send("/me/m/" + his.ID + "/forget")
		b.see("/me/graph", "There is nothing to draw yet")
		if got := (&browser{world: w, lang: "en"}).ask("GET", "/me/graph", nil); got.status != 401 {
			t.Errorf("a stranger is shown %d", got.status)
		}
		w.commands.Graph = nil
		if got := b.ask("GET", "/me/graph", nil); got.status != 404 || strings.Contains(got.body, "/me/graph") {
			t.Errorf("without triples: %d", got.status)
		}
	})
}

// Of many statements the closest are drawn and all are listed; of very many the newest.
func TestGraphPageIsBounded(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		names := make([]string, 40)
		for i := range names {
			names[i] = "Person" + strconv.Itoa(i)
		}
		for from := 0; from < len(names); from += 8 {
			facts := make([]graph.Fact, 0, 8)
			for _, n := range names[from : from+8] {
				facts = append(facts, graph.Fact{Subject: "User", Predicate: "knows", Object: n, ObjectKind: "person"})
			}
			w.link(scopeOf(alice), "User knows "+strings.Join(names[from:from+8], ", "), facts...)
		}
		shown := w.enter(alice).see("/me/graph", "The picture shows what is closest")
		if drawn, listed := strings.Count(shown, `<a class="says`), strings.Count(shown, ">knows: Person"); drawn != 2*24 || listed != 40 {
			t.Errorf("%d drawn in two pictures, %d listed", drawn, listed)
		}
	})
}

// A group's picture and memories are there for its members, and for nobody else; they change nothing there.
func TestGroupGraphPage(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		m := w.link(choirScope, "The choir's conductor is Vera.", graph.Fact{Subject: "The choir", Predicate: "conductor", Object: "Vera"})
		gone := w.link(choirScope, "The choir sings in Faro.", graph.Fact{Subject: "The choir", Predicate: "sings in", Object: "Faro"})
		_, _, err := w.forget.One(t.Context(), actor.OfPerson(choirScope.ID), []scope.Scope{choirScope}, gone.ID)
		must(t, err)
		hers := w.link(scopeOf(alice), "User's boss is Alec.", graph.Fact{Subject: "User", Predicate: "boss", Object: "Alec"})
		const at = "/me/g/-100200"
		w.stands(alice, actor.Admin, nil)
		w.stands(bob, actor.Member, nil)
		admin, member := w.enter(alice), w.enter(bob)
		admin.see(at, `href="`+at+`/graph"`)
		for _, b := range []*browser{admin, member} {
			if shown := b.see(at+"/graph", "Vera", at+"/m/"+m.ID, `<a href="`+at+`" aria-current="page">This group</a>`); strings.Contains(shown, "Faro") || strings.Contains(shown, "Alec") {
				t.Error("what is forgotten, or a person's own, is drawn for a group")
			}
			if shown := b.see(at+"/m/"+m.ID, "The choir&#39;s conductor is Vera.", at+"/graph"); strings.Contains(shown, "textarea") {
				t.Error("a member can edit a group's memory on its page")
			}
			for _, id := range []string{gone.ID, hers.ID, "nosuchid"} {
				if got := b.ask("GET", at+"/m/"+id, nil); got.status != 404 {
					t.Errorf("%s: %d", id, got.status)
				}
			}
		}
		if got := member.ask("GET", at, nil); got.status != 303 || got.header.Get("Location") != at+"/graph" {
			t.Errorf("a member is led to %d %q", got.status, got.header.Get("Location"))
		}
		w.stands(bob, actor.Stranger, nil)
		for _, path := range []string{at, at + "/graph", at + "/m/" + m.ID} {
			if got := member.ask("GET", path, nil); got.status != 404 {
				t.Errorf("%s for whoever is no member: %d", path, got.status)
			}
		}
	})
}
