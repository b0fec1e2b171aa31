package page

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"time"

	"keepsake/actor"
	"keepsake/memory/graph"
	"keepsake/text"
)

// addGraph registers the picture of what memories say about people, places and projects.
func (r *Room) addGraph() {
	r.page("GET /me/graph", "page-graph", func(v *visit) error {
		return v.showGraph(stand{v.actor(), v.owner(), "/me/graph"}, "/me/m/")
	})
	r.page("GET /me/g/{chat}/graph", "page-group-graph", atGroup(actor.Member, func(v *visit, at stand) error {
		memories := at.path + "/m/"
		at.path += "/graph"
		return v.showGraph(at, memories)
	}))
	r.page("GET /me/g/{chat}/m/{id}", "page-group-memory", atGroup(actor.Member, (*visit).showGroupMemory))
}

// maxDrawn bounds the statements of one picture: those closest to its middle are drawn, all others are in the list.
const maxDrawn = 24

// entity is a person, a place, a project or a thing of which memories say something.
type entity struct {
	Key  string
	Name string // as the newest memory calls it, made visible; "" = the person whose memory it is
	Kind string
	Old  bool // nothing of what is said about it holds
	// Facts are what memories say about it: those in which it is the subject, the newest first.
	Facts []fact
	// Link leads to its memory where it has one only, else to the picture of what is around it.
	Link     string
	memories []string
}

// fact is a statement between two entities.
type fact struct {
	Subject, Object *entity
	Says            string // the predicate, made visible
	Link            string // to its memory
	Since           time.Time
	Until           *time.Time // nil = it holds
}

// showGraph shows how what is remembered in a scope is linked: as a picture, and the same as a list.
func (v *visit) showGraph(at stand, memories string) error {
	if v.agent.Commands.Graph == nil {
		return errNothing
	}
	ts, err := v.agent.Commands.Graph.Picture(v.ctx(), v.scopesOf(at))
	if err != nil {
		return err
	}
	about := v.req.URL.Query().Get("about")
	entities, facts := readGraph(ts, at.path, memories)
	data := map[string]any{"Path": at.path, "IsCut": len(ts) >= graph.MaxPicture, "Kinds": kindsOf(entities)}
	if len(entities) > 0 {
		middle := middleOf(entities, about)
		near := closest(middle, facts)
		data["Pictures"] = []picture{draw(middle, near, narrow, v.Name), draw(middle, near, wide, v.Name)}
		data["IsPart"], data["Middle"], data["About"] = len(near) < len(facts), v.Name(middle), about != "" && middle.Key == about
		data["Entities"] = slices.DeleteFunc(entities, func(e *entity) bool { return len(e.Facts) == 0 })
	}
	return v.show("graph.html", "page.graph", data)
}

// Name returns how a page calls an entity.
func (f *frame) Name(e *entity) string { return cmp.Or(e.Name, f.T("page.you")) }

// showGroupMemory shows one memory of a group to its members: what it says and said. They change it in the group.
func (v *visit) showGroupMemory(at stand) error {
	h, err := v.memory().History(v.ctx(), v.scopesOf(at), v.id())
	if err == nil && h.Memory.DeletedAt != nil {
		err = errNothing
	}
	if err != nil {
		return err
	}
	return v.show("groupmemory.html", "page.memory", map[string]any{"M": h.Memory, "Versions": versionsOf(h, false), "Path": at.path})
}

// readGraph returns the entities of triples, those of which most is said first, and the statements between them.
func readGraph(ts []graph.Triple, path, memories string) (all []*entity, facts []fact) {
	byKey := map[string]*entity{}
	read := func(t graph.Triple, key, name, kind string) *entity {
		e, ok := byKey[key]
		if !ok {
			e = &entity{Key: key, Kind: graph.Thing, Old: true}
			if key == graph.Self {
				e.Kind = graph.Person
			} else {
				e.Name = text.Visible(name)
			}
			byKey[key] = e
			all = append(all, e)
		}
		if e.Kind == graph.Thing && slices.Contains(graph.Kinds, kind) {
			e.Kind = kind
		}
		e.Old = e.Old && t.ValidTo != nil
		if !slices.Contains(e.memories, t.MemoryID) {
			e.memories = append(e.memories, t.MemoryID)
		}
		return e
	}
	for _, t := range ts {
		f := fact{Subject: read(t, t.SubjectKey, t.Subject, t.SubjectKind), Object: read(t, t.ObjectKey, t.Object, t.ObjectKind),
			Says: text.Visible(t.Predicate), Link: memories + t.MemoryID, Since: t.ValidFrom, Until: t.ValidTo}
		isDouble := func(o fact) bool {
			return o.Subject == f.Subject && o.Object == f.Object && o.Says == f.Says && o.Link == f.Link
		}
		if i := slices.IndexFunc(facts, isDouble); i >= 0 { // an earlier wording of the memory says it as well
			facts[i].Since = f.Since
			continue
		}
		facts = append(facts, f)
	}
	for _, f := range facts {
		f.Subject.Facts = append(f.Subject.Facts, f)
	}
	for _, e := range all {
		if e.Link = path + "?about=" + url.QueryEscape(e.Key); len(e.memories) == 1 {
			e.Link = memories + e.memories[0]
		}
	}
	slices.SortStableFunc(all, func(a, b *entity) int {
		if (a.Key == graph.Self) != (b.Key == graph.Self) {
			return map[bool]int{true: -1, false: 1}[a.Key == graph.Self]
		}
		return cmp.Compare(len(b.memories), len(a.memories))
	})
	return all, facts
}

// kindsOf returns the kinds that entities have, for the legend.
func kindsOf(all []*entity) (kinds []string) {
	for _, k := range graph.Kinds {
		if slices.ContainsFunc(all, func(e *entity) bool { return e.Kind == k }) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// middleOf returns the entity that a picture is about: the one that is asked for, else the first.
func middleOf(all []*entity, about string) *entity {
	if i := slices.IndexFunc(all, func(e *entity) bool { return e.Key == about }); i >= 0 {
		return all[i]
	}
	return all[0]
}

// closest returns at most maxDrawn statements, those fewest steps from the middle first. Statements that nothing links with
// the middle come last.
func closest(middle *entity, facts []fact) (near []fact) {
	reached := map[*entity]bool{middle: true}
	rest := slices.Clone(facts)
	for len(rest) > 0 && len(near) < maxDrawn {
		var step, later []fact
		for _, f := range rest {
			if reached[f.Subject] || reached[f.Object] {
				step = append(step, f)
			} else {
				later = append(later, f)
			}
		}
		if len(step) == 0 { // a part of its own
			step, later = rest[:1], rest[1:]
		}
		slices.SortStableFunc(step, func(a, b fact) int { // what holds before what held
			return cmp.Compare(map[bool]int{true: 1}[a.Until != nil], map[bool]int{true: 1}[b.Until != nil])
		})
		for _, f := range step {
			reached[f.Subject], reached[f.Object] = true, true
		}
		near, rest = append(near, step...), later
	}
	return near[:min(len(near), maxDrawn)]
}

// showGroupOrGraph shows an admin what a group keeps together, and another member the picture.
func (v *visit) showGroupOrGraph(at stand) error {
	if at.who.IsAdmin() {
		return v.showShards(at)
	}
	if v.agent.Commands.Graph == nil {
		return errNothing
	}
	http.Redirect(v.w, v.req, at.path+"/graph", http.StatusSeeOther)
	return nil
}
