package provenance_test

import (
	"testing"

	"keepsake/memory"
	"keepsake/memory/provenance"
	"keepsake/trust"
)

// The command line names the program that wrote something, and what came with an import.
func TestProvenanceOnTheCommandLine(t *testing.T) {
	program := memory.Evidence{Trust: trust.Tool, Meta: memory.Meta{Method: memory.MethodProgram, Model: "Key12345"}}
	local := program
	local.Model = "local"
	for want, e := range map[string]memory.Evidence{
		"a program with the key Key12345": program, "a program on this computer": local, "person": {Trust: trust.Person},
	} {
		if got := provenance.Words(e); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	of := func(source memory.Source, es ...memory.Evidence) string {
		h := memory.History{
			Versions: []memory.Version{{Number: 1, Evidence: es}},
			Changes:  []memory.Change{{Op: memory.OpAdd, Version: 1, Source: source}},
		}
		return string(provenance.Current(h).By) + provenance.Current(h).More()
	}
	for got, want := range map[string]string{
		of(memory.SourceArchive):          "imported  from a file that was imported\n",
		of(memory.SourceCommand):          "person",
		of(memory.SourceProgram, program): "program",
		of(memory.SourceCard, program):    "agreed  and the person said yes\n",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
