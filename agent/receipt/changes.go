package receipt

import "keepsake/memory"

// IsRemembering reports whether the change added or updated a memory.
func IsRemembering(c memory.Change) bool { return c.Op == memory.OpAdd || c.Op == memory.OpUpdate }
