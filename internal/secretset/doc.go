// Package secretset measures how well secrets are recognised: a labelled set of everyday
// lines in many languages, asked of the recogniser that the stores use.
//
// The set has twenty-six parts, listed in set_test.go. testdata/hand is written by hand, a line a case. testdata/work to
// work20 and the measured ones hold templates with slots for words and values, from which a
// generator with a fixed seed makes thousands of lines; the measured ones have no template and no
// word of the others. Rules are written against the work parts, whose misses are printed. Of
// the others only counts by language and kind are printed, so that the rules cannot be fitted
// to them: do not read these files while working on the recogniser.
//
// The recogniser and the set are independent: the set was written without reading the rules.
// No key in the files is complete: keys, cards and numbers are slots, which the generator
// fills with random values of the published shapes, checksums included.
//
// It has no code of its own but tests: `make secrets` prints the report. Start reading at
// TestSecrets and testdata/README.md.
package secretset
