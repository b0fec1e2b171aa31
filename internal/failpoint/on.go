//go:build failpoint

package failpoint

import (
	"os"
	"strconv"
	"strings"
	"sync/atomic"
)

// Enabled tells whether this binary was built with the tag `failpoint`.
const Enabled = true

var (
	armed, nth = parse(os.Getenv(Env))
	hits       atomic.Int64
)

// Hit ends the process at once when name is the armed failpoint and this is its nth hit.
func Hit(name string) {
	if name != armed || hits.Add(1) != nth {
		return
	}
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		_ = self.Kill()
	}
	select {} // the signal is on its way: nothing after this line may run
}

// parse reads "name" or "name:count"; anything unreadable arms nothing.
func parse(s string) (name string, n int64) {
	name, count, found := strings.Cut(s, ":")
	if !found {
		return name, 1
	}
	n, err := strconv.ParseInt(count, 10, 64)
	if err != nil || n < 1 {
		return "", 0
	}
	return name, n
}
