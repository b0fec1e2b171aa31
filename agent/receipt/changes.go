package receipt

import (
	"slices"

	"keepsake/memory"
)

// IsRemembering reports whether the change added or updated a memory.
func IsRemembering(c memory.Change) bool { return c.Op == memory.OpAdd || c.Op == memory.OpUpdate }

// HasForgotten reports whether one of the changes was a wish to forget. The undo of an
// addition is none: the conversation may go on about it.
func HasForgotten(changes []memory.Change) bool {
	return slices.ContainsFunc(changes, func(c memory.Change) bool { return c.Op == memory.OpDelete && c.Undoes == "" })
}
