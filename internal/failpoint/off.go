//go:build !failpoint

package failpoint

// Enabled tells whether this binary was built with the tag `failpoint`.
const Enabled = false

// Hit does nothing in an ordinary build.
func Hit(string) {}
