package shape

import "keepsake/memory/graph"

// Triple is what a version of a memory says about two entities.
type Triple struct {
	Subject     string `json:"subject" example:"Alec Brandt"`
	SubjectID   string `json:"subject_id" doc:"The same for all names of one entity; @self is the person whose memory it is"`
	SubjectKind string `json:"subject_kind" enum:"person,place,project,thing"`
	Predicate   string `json:"predicate" example:"assistant"`
	Object      string `json:"object" example:"Mia"`
	ObjectID    string `json:"object_id"`
	ObjectKind  string `json:"object_kind" enum:"person,place,project,thing"`
	MemoryID    string `json:"memory_id" doc:"The memory that says it"`
	Version     int    `json:"version_number" minimum:"1"`
	ValidFrom   Time   `json:"valid_from"`
	ValidTo     *Time  `json:"valid_to" nullable:"true" doc:"null = it holds"`
}

// TripleList is what the memories of a scope link.
type TripleList struct {
	Triples []Triple `json:"triples" nullable:"false"`
	IsCut   bool     `json:"is_cut" doc:"There may be older ones"`
}

// TriplesOf returns triples as programs read them.
func TriplesOf(all []graph.Triple) TripleList {
	out := TripleList{Triples: make([]Triple, len(all)), IsCut: len(all) >= graph.MaxPicture}
	for i, t := range all {
		out.Triples[i] = Triple{
			Subject: t.Subject, SubjectID: t.SubjectKey, SubjectKind: t.SubjectKind, Predicate: t.Predicate, Object: t.Object, ObjectID: t.ObjectKey, ObjectKind: t.ObjectKind,
			MemoryID: t.MemoryID, Version: t.Version, ValidFrom: Time(t.ValidFrom),
		}
		if t.ValidTo != nil {
			out.Triples[i].ValidTo = TimeOrNil(*t.ValidTo)
		}
	}
	return out
}
