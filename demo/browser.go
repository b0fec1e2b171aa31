package demo

import (
	"os"
	"os/exec"
	"runtime"
)

// openBrowser opens a page where there is a screen and a program for it; where not, the
// address that was printed is enough.
func openBrowser(url string) {
	name, args := browserCommand(runtime.GOOS, os.Getenv)
	if name == "" {
		return
	}
	cmd := exec.Command(name, append(args, url)...)
	if cmd.Start() == nil {
		go func() { _ = cmd.Wait() }()
	}
}

// browserCommand returns the command by which a system opens a page; "" when there is no screen.
func browserCommand(system string, env func(string) string) (name string, args []string) {
	switch {
	case system == "darwin":
		return "open", nil
	case system == "windows":
		return "rundll32", []string{"url.dll,FileProtocolHandler"}
	case env("DISPLAY") != "" || env("WAYLAND_DISPLAY") != "":
		return "xdg-open", nil
	}
	return "", nil
}
