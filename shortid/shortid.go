// Package shortid makes the short public ids of memories, tasks, changes and decisions:
// characters A–Z a–z 0–9, case-sensitive (P12, F1).
//
// An id is no key: who knows one may do nothing by that. Start reading at New.
package shortid

import (
	"crypto/rand"
	"crypto/sha256"
	"strings"
)

// Lengths of ids, in characters.
const (
	Len     = 8  // memories (P12) and tasks
	LongLen = 12 // changes, decisions, tombstones
)

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// New returns n random characters of A–Z a–z 0–9, every one equally likely (P12).
func New(n int) string {
	id := make([]byte, 0, n)
	buf := make([]byte, n+8)
	for {
		rand.Read(buf) // never fails
		for _, b := range buf {
			// 248 is the largest multiple of 62 in a byte: above it, some characters would
			// be likelier than others.
			if b < 248 && len(id) < n {
				id = append(id, alphabet[b%62])
			}
		}
		if len(id) == n {
			return string(id)
		}
	}
}

// Of returns the n characters that belong to a name: for things that came with an id of another
// house, so that they have the same one whenever they come.
func Of(name string, n int) string {
	sum := sha256.Sum256([]byte(name))
	id := make([]byte, min(n, len(sum)))
	for i := range id {
		id[i] = alphabet[sum[i]%62]
	}
	return string(id)
}

// IsValid reports whether id has the form of a memory's or a task's id. It says nothing
// about whether there is one.
func IsValid(id string) bool {
	if len(id) != Len {
		return false
	}
	for i := range len(id) {
		if strings.IndexByte(alphabet, id[i]) < 0 {
			return false
		}
	}
	return true
}
