package faulty

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Postgres is a PostgreSQL server of a test's own, with the programs of the server that the other
// tests use.
type Postgres struct {
	URL string // of its database

	t      testing.TB
	bin    string
	dir    string
	port   int
	cmd    *exec.Cmd
	exited chan struct{} // closed when cmd has ended
}

// NewPostgres makes and starts a server that ends with the test.
func NewPostgres(t testing.TB) *Postgres {
	t.Helper()
	p := &Postgres{t: t, bin: findPrograms(t), dir: t.TempDir(), port: freePort(t)}
	p.URL = fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres?sslmode=disable", p.port)
	for d := p.dir; d != "/" && os.Getuid() == 0; d = filepath.Dir(d) { // "nobody" must get there
		if info, err := os.Stat(d); err == nil && info.Mode()&0o001 == 0 {
			_ = os.Chmod(d, info.Mode()|0o001)
		}
	}
	data := filepath.Join(p.dir, "data")
	if err := os.Mkdir(data, 0o700); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() == 0 {
		if err := os.Chown(data, nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
	out, err := p.command("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N").CombinedOutput()
	if err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	p.Start()
	t.Cleanup(p.Kill)
	return p
}

const nobody = 65534

// command returns a command that runs as "nobody" where this is root, which PostgreSQL refuses.
func (p *Postgres) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(p.bin, name), args...)
	cmd.Dir = p.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if os.Getuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	return cmd
}

// Start starts the server and waits until it takes connections.
func (p *Postgres) Start() {
	p.t.Helper()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if p.tryStart(end) {
			return
		}
	}
	p.t.Fatal("the server does not start")
}

// tryStart starts the server once; the memory of a killed one may still be in use for a moment.
func (p *Postgres) tryStart(end time.Time) bool {
	data := filepath.Join(p.dir, "data")
	_ = os.Remove(filepath.Join(data, "postmaster.pid")) // of a killed one
	p.cmd = p.command("postgres", "-D", data, "-h", "127.0.0.1", "-p", fmt.Sprint(p.port), "-k", "",
		"-c", "max_connections=60", "-c", "shared_buffers=32MB", "-c", "jit=off")
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.exited = make(chan struct{})
	go func(cmd *exec.Cmd, exited chan struct{}) {
		_ = cmd.Wait()
		close(exited)
	}(p.cmd, p.exited)
	for time.Now().Before(end) {
		if out, err := p.query("select 1"); err == nil && strings.TrimSpace(out) == "1" {
			return true
		}
		select {
		case <-p.exited:
			return false
		case <-time.After(50 * time.Millisecond):
		}
	}
	return false
}

// Kill ends the server and all its processes at once.
func (p *Postgres) Kill() {
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	<-p.exited
}

// EndConnections ends all connections of others.
func (p *Postgres) EndConnections() {
	p.t.Helper()
	if out, err := p.query("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'"); err != nil {
		p.t.Errorf("end the connections: %v\n%s", err, out)
	}
}

func (p *Postgres) query(sql string) (string, error) {
	out, err := p.command("psql", "-h", "127.0.0.1", "-p", fmt.Sprint(p.port), "-U", "postgres", "-d", "postgres", "-Atc", sql).CombinedOutput()
	return string(out), err
}

// Run runs one of the server's own programs, pg_dump or pg_restore, which must succeed, and returns what
// it prints.
func (p *Postgres) Run(name string, args ...string) []byte {
	p.t.Helper()
	var complaints strings.Builder
	cmd := p.command(name, args...)
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		p.t.Fatalf("%s: %v\n%s", name, err, complaints.String())
	}
	return out
}

// findPrograms returns the folder of postgres, initdb and psql.
func findPrograms(t testing.TB) string {
	t.Helper()
	cache := os.Getenv("TEST_PG_CACHE")
	if cache == "" {
		cache = "/var/cache/keepsake-test-postgres"
		if home, err := os.UserCacheDir(); err == nil && os.Getuid() != 0 {
			cache = filepath.Join(home, "keepsake-test-postgres")
		}
	}
	for _, pattern := range []string{"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql@*/bin", "/usr/local/opt/postgresql@*/bin",
		filepath.Join(cache, "debian13/usr/lib/postgresql/17/bin")} {
		found, _ := filepath.Glob(pattern)
		for i := len(found) - 1; i >= 0; i-- {
			if _, err := os.Stat(filepath.Join(found[i], "initdb")); err == nil && hasVector(found[i]) {
				return found[i]
			}
		}
	}
	t.Fatal("no PostgreSQL programs: run scripts/postgres-for-tests.sh, or install PostgreSQL with pgvector")
	return ""
}

// hasVector reports whether the server of these programs has pgvector.
func hasVector(bin string) bool {
	for _, share := range []string{
		strings.Replace(filepath.Dir(bin), "/lib/", "/share/", 1), filepath.Join(bin, "../share"), filepath.Join(bin, "../share/postgresql"),
	} {
		if _, err := os.Stat(filepath.Join(share, "extension/vector.control")); err == nil {
			return true
		}
	}
	return false
}

func freePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// Freeze stops the server's processes without ending them: its connections hang. Thaw goes on.
func (p *Postgres) Freeze() { p.signal(syscall.SIGSTOP) }

// Thaw ends what Freeze began.
func (p *Postgres) Thaw() { p.signal(syscall.SIGCONT) }

// signal sends a signal to the server and to its children, each of which is a group of its own.
func (p *Postgres) signal(s syscall.Signal) {
	_ = syscall.Kill(p.cmd.Process.Pid, s)
	out, _ := exec.Command("pgrep", "-P", fmt.Sprint(p.cmd.Process.Pid)).Output()
	for _, field := range strings.Fields(string(out)) {
		var pid int
		if _, err := fmt.Sscan(field, &pid); err == nil {
			_ = syscall.Kill(pid, s)
		}
	}
}
