// Package demo lets somebody try Keepsake without a token, a key or any set-up: the real
// bot (package app) over loopback HTTP against a simulated Telegram (bot/simulator) and a
// scripted stand-in for a model (llm/scripted), on a store that is thrown away afterwards.
//
// Two things use that World: a web page that looks like a messenger, with what is
// remembered beside the chat (page.go, feed.go; the files are in
// templates/demo), and the player of written conversations (stage.go, demo/script).
//
// It is not a test double of the bot: every word that is answered and everything that is
// kept went through the same code as in production. It serves one visitor on one machine
// and has no log-in: by default it listens on the loopback interface only.
//
// Start reading at Run, then World.
package demo

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"time"

	"keepsake/demo/script"
)

// DefaultAddr is where the page is served unless Options say otherwise.
const DefaultAddr = "127.0.0.1:8080"

// Options say how to run the demo. The zero value serves the page on DefaultAddr with the
// scripted model on a temporary store.
type Options struct {
	Addr   string // host:port of the page; "" = DefaultAddr, or a free port when that is taken
	Script string // a conversation to play instead of serving the page
	Keep   string // file of a SQLite store to use and keep; "" = temporary

	// With OpenAIKey the page talks to a real model at OpenAIURL ("" = OpenAI's own) by
	// this name ("" = the house's default). A script always plays with the scripted model:
	// its words are known.
	OpenAIKey, OpenAIURL, Model string

	Open bool         // open a browser where there is one
	Out  io.Writer    // what the person at the terminal reads; nil = nowhere
	Log  *slog.Logger // nil = silent
}

// Run runs the demo until ctx ends, or until the script is over. A script whose
// expectations do not hold ends in a *script.Failure.
func Run(ctx context.Context, o Options) error {
	if o.Out == nil {
		o.Out = io.Discard
	}
	if o.Script != "" {
		return playFile(ctx, o)
	}
	listener, err := listen(ctx, o.Addr)
	if err != nil {
		return fmt.Errorf("the demo's page cannot be served: %w", err)
	}
	defer listener.Close()
	w, err := NewWorld(ctx, WorldOptions{Keep: o.Keep, OpenAIKey: o.OpenAIKey, OpenAIURL: o.OpenAIURL, Model: o.Model, Log: o.Log})
	if err != nil {
		return err
	}
	defer w.Close()
	url := "http://" + browserAddress(listener.Addr())
	fmt.Fprintf(o.Out, "Talk to Keepsake at %s\n\n%s\n", url, w.Notice())
	if o.Keep != "" {
		fmt.Fprintf(o.Out, "What it remembers is kept in %s.\n", o.Keep)
	}
	fmt.Fprintln(o.Out, "Press Ctrl+C to end.")
	if o.Open {
		openBrowser(url)
	}
	return serve(ctx, listener, w)
}

// listen opens the page's address. Somebody who did not choose one gets the next free
// port when another program has the usual one.
func listen(ctx context.Context, addr string) (net.Listener, error) {
	var lc net.ListenConfig
	if addr != "" {
		return lc.Listen(ctx, "tcp", addr)
	}
	l, err := lc.Listen(ctx, "tcp", DefaultAddr)
	if err != nil {
		return lc.Listen(ctx, "tcp", "127.0.0.1:0")
	}
	return l, nil
}

// browserAddress returns an address a browser on this machine can open.
func browserAddress(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsUnspecified() {
		return a.String()
	}
	return net.JoinHostPort("127.0.0.1", port)
}

// serve serves the page and ends with the bot, or when ctx ends.
func serve(ctx context.Context, l net.Listener, w *World) error {
	open, end := context.WithCancel(ctx) // feeds end with it
	defer end()
	server := &http.Server{Handler: w.Page(), ReadHeaderTimeout: 10 * time.Second,
		BaseContext: func(net.Listener) context.Context { return open }}
	stopped := make(chan error, 1)
	go func() { stopped <- server.Serve(l) }()
	var err error
	select {
	case <-ctx.Done():
	case err = <-w.Failed():
	case err = <-stopped:
	}
	end()
	quick, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if server.Shutdown(quick) != nil {
		_ = server.Close()
	}
	return err
}

// playFile plays a conversation and tells how it went.
func playFile(ctx context.Context, o Options) error {
	data, err := os.ReadFile(o.Script)
	if err != nil {
		return fmt.Errorf("the script cannot be read: %w", err)
	}
	s, err := script.Parse(o.Script, data)
	if err != nil {
		return err
	}
	w, err := NewWorld(ctx, WorldOptions{Keep: o.Keep, Quick: true, Log: o.Log, Files: s.Files})
	if err != nil {
		return err
	}
	defer w.Close()
	if err := script.Play(ctx, s, w); err != nil {
		return err
	}
	if broken := w.Violations(); len(broken) > 0 {
		return fmt.Errorf("the conversation held, but the bot broke rules of its neighbours: %q", broken)
	}
	fmt.Fprintf(o.Out, "ok: every expectation of %s held (%d steps)\n", o.Script, len(s.Steps))
	return nil
}

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
