// Package provenance says where what a memory says comes from, as its chat, its page and the command line show it.
//
// Start reading at Of.
package provenance

import (
	"keepsake/memory"
	"keepsake/shortid"
)

// Bringer is who brought a content of a memory.
type Bringer string

const (
	// ByPerson is the person, in conversation or by a form, and what was found in their words.
	ByPerson Bringer = "person"
	// ByProgram is a program with a key; the person was not asked.
	ByProgram Bringer = "program"
	// ByAgreed is a program with a key, and the person said yes.
	ByAgreed Bringer = "agreed"
	// ByImport is a file that was imported.
	ByImport Bringer = "imported"
)

// Provenance says where a content of a memory comes from.
type Provenance struct {
	By  Bringer
	Key string // id of the program's key; "" = no program, or one that needs no key
}

// Of returns where a version of a memory comes from. Without changes in the history it does not know what the person agreed to.
func Of(h memory.History, v memory.Version) Provenance {
	p := OfEvidence(v.Evidence...)
	for _, c := range h.Changes {
		isWrite := c.Version == v.Number && (c.Op == memory.OpAdd || c.Op == memory.OpUpdate) && c.Undoes == ""
		switch {
		case c.Op == memory.OpAdd && c.Source == memory.SourceArchive && v.Number <= c.Version && p.By == ByPerson:
			p.By = ByImport
		case isWrite && p.By == ByProgram && (c.Source == memory.SourceCard || c.Source == memory.SourceCommand):
			p.By = ByAgreed
		}
	}
	return p
}

// Current returns where what a memory says now comes from.
func Current(h memory.History) Provenance {
	if len(h.Versions) == 0 {
		return Provenance{By: ByPerson}
	}
	return Of(h, h.Versions[len(h.Versions)-1])
}

// OfEvidence returns the provenance of what rests on evidence: a program's when one wrote it, else the person's.
func OfEvidence(es ...memory.Evidence) Provenance {
	for _, e := range es {
		if e.Method != memory.MethodProgram {
			continue
		}
		p := Provenance{By: ByProgram}
		if shortid.IsValid(e.Model) {
			p.Key = e.Model
		}
		return p
	}
	return Provenance{By: ByPerson}
}

// Words returns the words under which the command line shows an evidence: whose they are.
func Words(e memory.Evidence) string {
	switch p := OfEvidence(e); {
	case p.By != ByProgram:
		return e.Trust.String()
	case p.Key == "":
		return "a program on this computer"
	default:
		return "a program with the key " + p.Key
	}
}

// More returns the line that the command line adds to the evidence of a version; "" = nothing.
func (p Provenance) More() string {
	switch p.By {
	case ByAgreed:
		return "  and the person said yes\n"
	case ByImport:
		return "  from a file that was imported\n"
	}
	return ""
}
