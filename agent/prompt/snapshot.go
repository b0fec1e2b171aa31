package prompt

import (
	"time"

	"keepsake/memory"
	"keepsake/scope"
	"keepsake/session"
)

// IsExpired reports whether a memory that the snapshot shows has expired.
func IsExpired(s *session.Snapshot, now time.Time) bool {
	return s.ValidUntil != nil && !s.ValidUntil.After(now)
}

// RevisionKeys returns revisions in the form that a snapshot stores.
func RevisionKeys(revisions map[scope.Scope]int64) map[string]int64 {
	out := make(map[string]int64, len(revisions))
	for s, n := range revisions {
		out[s.Store+"/"+string(s.Kind)+"/"+s.ID] = n
	}
	return out
}

// HaveMoved reports whether a revision differs from the one that was stored.
func HaveMoved(was map[string]int64, now map[scope.Scope]int64) bool {
	keys := RevisionKeys(now)
	for k, n := range keys {
		if was[k] != n {
			return true
		}
	}
	return len(was) > len(keys) // a link of accounts was taken back
}

// RefsOf returns the memories that a snapshot names.
func RefsOf(snap *session.Snapshot) []memory.Ref {
	refs := make([]memory.Ref, len(snap.Memories))
	for i, r := range snap.Memories {
		refs[i] = memory.Ref(r)
	}
	return refs
}
