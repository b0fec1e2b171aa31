// Package panics turns a panic into an error. The panic's value may quote what a person
// wrote, so only its type and the place are logged.
//
// Start reading at Catch.
package panics

import (
	"fmt"
	"log/slog"
	"path"
	"runtime"
	"strings"

	"keepsake/fault"
)

// Err is the error of work that panicked.
var Err = fault.New(fault.Internal, "panic")

// Catch runs work and returns its error, Err when it panicked.
func Catch(log *slog.Logger, work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			log.Error("panic caught", "type", fmt.Sprintf("%T", p), "at", origin())
			err = Err
		}
	}()
	return work()
}

// origin returns the first places of our own code on the stack of a panic that is being
// recovered: enough to find it, nothing of what was said.
func origin() string {
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
