package app_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"keepsake/app"
	"keepsake/app/settings"
)

// childVariable holds what a process of TestKillTicks is started with. A test program that finds it is such a process.
const childVariable = "KEEPSAKE_TICKING_CHILD"

func TestMain(m *testing.M) {
	if given := os.Getenv(childVariable); given != "" {
		if err := runChild(given); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child is what a process is started with.
type child struct {
	Config settings.Config
	Clock  string        // a file with how far the clock is moved, in nanoseconds
	Skew   time.Duration // how wrong the clock is besides
}

// report is what a process says when it has done what was due: how many readings and merges that were, and what went wrong.
type report struct {
	Jobs  int
	Error string
}

// runChild does what is due for each line that it reads, until there are no more.
func runChild(given string) error {
	raw, err := base64.StdEncoding.DecodeString(given)
	if err != nil {
		return err
	}
	var c child
	if err := gob.NewDecoder(bytes.NewReader(raw)).Decode(&c); err != nil {
		return err
	}
	a, err := app.New(context.Background(), c.Config, app.Options{Log: slog.New(slog.NewTextHandler(os.Stderr, nil)), Now: c.now})
	if err != nil {
		return err
	}
	defer a.Close()
	in, out := bufio.NewScanner(os.Stdin), json.NewEncoder(os.Stdout)
	for in.Scan() {
		if err := out.Encode(work(context.Background(), a)); err != nil {
			return err
		}
	}
	return in.Err()
}

func (c child) now() time.Time {
	b, err := os.ReadFile(c.Clock)
	if err != nil {
		panic(err)
	}
	moved, err := strconv.ParseInt(string(b), 10, 64)
	if err != nil {
		panic(err)
	}
	return time.Now().Add(time.Duration(moved) + c.Skew)
}

// work does everything that is due by the clock of a process.
func work(ctx context.Context, a *app.App) (r report) {
	a.Upkeep(ctx)
	both := []func(context.Context) (int, error){a.Agent.Ingest.Work, a.Agent.Forming.Work}
	if rand.IntN(2) == 0 {
		slices.Reverse(both)
	}
	for _, do := range both {
		n, err := do(ctx)
		if r.Jobs += n; err != nil {
			r.Error += err.Error() + "; "
		}
	}
	return r
}

// process is one of several on a database, whose clock is wrong. What it asks the model goes through a gate, at which it is
// frozen or killed.
type process struct {
	t     *testing.T
	child child
	log   io.Writer
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *json.Decoder

	mu     sync.Mutex
	signal syscall.Signal // what becomes of it at the gate, 0 = nothing
	passes int            // how many calls it still makes before that
	struck chan struct{}  // receives when it was frozen or killed there
}

func newProcess(t *testing.T, c settings.Config, clock string, skew time.Duration, log io.Writer) *process {
	t.Helper()
	p := &process{t: t, log: log, struck: make(chan struct{}, 1)}
	target, err := url.Parse(c.Model.BaseURL)
	must(t, err)
	forward := &httputil.ReverseProxy{
		Rewrite:      func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: target.Scheme, Host: target.Host}) },
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) {}, // whoever asked was killed
		ErrorLog:     slog.NewLogLogger(slog.DiscardHandler, 0),
	}
	gate := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		p.pass()
		forward.ServeHTTP(rw, r)
	}))
	t.Cleanup(gate.Close)
	c.Model.BaseURL = gate.URL + target.Path
	p.child = child{Config: c, Clock: clock, Skew: skew}
	p.begin()
	t.Cleanup(p.kill)
	return p
}

// begin starts the process.
func (p *process) begin() {
	p.t.Helper()
	var given bytes.Buffer
	must(p.t, gob.NewEncoder(&given).Encode(p.child))
	program, err := os.Executable()
	must(p.t, err)
	p.cmd = exec.Command(program)
	p.cmd.Env = append(os.Environ(), childVariable+"="+base64.StdEncoding.EncodeToString(given.Bytes()))
	p.cmd.Stderr = p.log
	p.in, err = p.cmd.StdinPipe()
	must(p.t, err)
	out, err := p.cmd.StdoutPipe()
	must(p.t, err)
	p.out = json.NewDecoder(out)
	must(p.t, p.cmd.Start())
}

// kill ends the process as a machine that loses its power does.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// work has the process do what is due, and returns what it says of it; ok=false: it was killed meanwhile.
func (p *process) work() (r report, ok bool) {
	if _, err := io.WriteString(p.in, "\n"); err != nil {
		return r, false
	}
	err := p.out.Decode(&r)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, os.ErrClosed) {
		return r, false
	}
	if err != nil {
		p.t.Error(err)
	}
	return r, true
}

// arm has a signal sent to the process when it next waits for the model, or a few calls later. disarm takes that back.
func (p *process) arm(s syscall.Signal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.signal, p.passes = s, rand.IntN(3)
}

func (p *process) disarm() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.signal = 0
}

// pass is a call for the model that arrives at the gate.
func (p *process) pass() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.signal == 0 {
		return
	}
	if p.passes--; p.passes >= 0 {
		return
	}
	if err := p.cmd.Process.Signal(p.signal); err != nil {
		p.t.Error(err)
	}
	p.signal = 0
	p.struck <- struct{}{}
}

// clockFile is a clock that several processes read.
func clockFile(t *testing.T) string { return filepath.Join(t.TempDir(), "clock") }

// setClock says in a file how far the clock is moved. A process reads the old or the new one, never a part.
func setClock(t *testing.T, path string, moved time.Duration) {
	t.Helper()
	must(t, os.WriteFile(path+".new", []byte(strconv.FormatInt(int64(moved), 10)), 0o600))
	must(t, os.Rename(path+".new", path))
}
