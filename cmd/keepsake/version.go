package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

type versionCmd struct{}

func (versionCmd) Run(sh *shell) error {
	fmt.Fprintln(sh.out, versionLine())
	return nil
}

// versionLine returns the version, and what it was built with and for.
func versionLine() string {
	return fmt.Sprintf("keepsake %s (%s %s/%s)", versionName(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// versionName returns the version alone.
func versionName() string {
	v := version
	if info, ok := debug.ReadBuildInfo(); ok && v == "dev" {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				v = "dev-" + s.Value[:12]
			}
		}
	}
	return v
}
