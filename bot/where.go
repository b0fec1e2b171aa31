package bot

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// where returns the first places of our own code on the stack of a panic being
// recovered: enough to find it, nothing of what was said.
func where() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	var places []string
	for len(places) < 4 {
		f, more := frames.Next()
		if strings.HasPrefix(f.Function, "keepsake/") {
			places = append(places, fmt.Sprintf("%s:%d", path.Base(f.File), f.Line))
		}
		if !more {
			break
		}
	}
	return strings.Join(places, " < ")
}
