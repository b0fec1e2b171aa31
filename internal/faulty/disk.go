package faulty

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Disk is a small file system of a test's own. It needs root; InNamespace gives that to a test of
// another user.
type Disk struct {
	Dir string
	t   testing.TB
}

// NewDisk mounts a disk of a size in KiB, which is unmounted after the test.
func NewDisk(t testing.TB, kib int) *Disk {
	t.Helper()
	dir := t.TempDir()
	run(t, "mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%dk", kib), "keepsake-test", dir)
	t.Cleanup(func() { run(t, "umount", "-l", dir) })
	return &Disk{Dir: dir, t: t}
}

// Fill takes all space that is left but a number of KiB.
func (d *Disk) Fill(left int) {
	d.t.Helper()
	f, err := os.Create(filepath.Join(d.Dir, "filler"))
	if err != nil {
		d.t.Fatal(err)
	}
	for block := make([]byte, 4096); err == nil; {
		_, err = f.Write(block)
	}
	if info, err := f.Stat(); err == nil && left > 0 {
		_ = f.Truncate(max(0, info.Size()-int64(left)<<10))
	}
	_ = f.Close()
}

// Free gives the space back that Fill took.
func (d *Disk) Free() {
	d.t.Helper()
	if err := os.Remove(filepath.Join(d.Dir, "filler")); err != nil {
		d.t.Fatal(err)
	}
}

// SetReadOnly makes the disk read-only. What is open for writing must be closed.
func (d *Disk) SetReadOnly() {
	d.t.Helper()
	run(d.t, "mount", "-o", "remount,ro", d.Dir)
	d.t.Cleanup(func() { run(d.t, "mount", "-o", "remount,rw", d.Dir) })
}

// InNamespace runs the present test again in a namespace where this user is root, and reports
// whether it has done so: the caller returns then. As root it does nothing.
func InNamespace(t *testing.T) bool {
	t.Helper()
	if os.Getuid() == 0 {
		return false
	}
	out, err := exec.Command("unshare", "--user", "--map-root-user", "--mount", os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.count=1").CombinedOutput()
	if err != nil {
		t.Errorf("in a namespace of its own (this test needs root, or unshare): %v\n%s", err, out)
	}
	return true
}

func run(t testing.TB, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}
