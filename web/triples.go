package web

import (
	"context"
	"net/http"

	"keepsake/memory/graph"
	"keepsake/web/shape"
)

// addTriples adds what memories link: what the page draws as Connections (M14).
func (r *Room) addTriples() {
	register(r, operation{
		id: "list-triples", method: http.MethodGet, path: "/api/ltm/triples", tag: "Long-term memory", summary: "List what the memories link",
		about: "Triples (subject, predicate, object), each said by a version of a memory: those that hold, and those that held until the memory said something else. The newest 300.",
	}, r.listTriples)
}

// Triple is what a version of a memory says about two entities.
type Triple struct {
	Subject     string      `json:"subject" example:"Alec Brandt"`
	SubjectID   string      `json:"subject_id" doc:"The same for all names of one entity; @self is the person whose memory it is"`
	SubjectKind string      `json:"subject_kind" enum:"person,place,project,thing"`
	Predicate   string      `json:"predicate" example:"assistant"`
	Object      string      `json:"object" example:"Mia"`
	ObjectID    string      `json:"object_id"`
	ObjectKind  string      `json:"object_kind" enum:"person,place,project,thing"`
	MemoryID    string      `json:"memory_id" doc:"The memory that says it"`
	Version     int         `json:"version_number" minimum:"1"`
	ValidFrom   shape.Time  `json:"valid_from"`
	ValidTo     *shape.Time `json:"valid_to" nullable:"true" doc:"null = it holds"`
}

// TripleList is what the memories of a scope link.
type TripleList struct {
	Triples []Triple `json:"triples" nullable:"false"`
	IsCut   bool     `json:"is_cut" doc:"There may be older ones"`
}

type triplesOutput struct{ Body TripleList }

func (r *Room) listTriples(ctx context.Context, _ *struct{}) (*triplesOutput, error) {
	c := callerOf(ctx)
	out := TripleList{Triples: []Triple{}}
	if c.agent.Graph == nil {
		return &triplesOutput{Body: out}, nil
	}
	all, err := c.agent.Graph.Picture(ctx, c.scopes())
	if err != nil {
		return nil, err
	}
	for _, t := range all {
		one := Triple{
			Subject: t.Subject, SubjectID: t.SubjectKey, SubjectKind: t.SubjectKind, Predicate: t.Predicate, Object: t.Object, ObjectID: t.ObjectKey, ObjectKind: t.ObjectKind,
			MemoryID: t.MemoryID, Version: t.Version, ValidFrom: shape.Time(t.ValidFrom),
		}
		if t.ValidTo != nil {
			one.ValidTo = shape.TimeOrNil(*t.ValidTo)
		}
		out.Triples = append(out.Triples, one)
	}
	out.IsCut = len(all) >= graph.MaxPicture
	return &triplesOutput{Body: out}, nil
}
