// Package permission holds no code: its tests say who may do what, for every noun at once.
//
// nouns_test.go is the table of the nouns (actor × operation × scope → allowed), and
// writers_test.go fails where a public writing method takes no actor.
//
// Start reading at TestWhoMayDoWhatWithMemories.
package permission
