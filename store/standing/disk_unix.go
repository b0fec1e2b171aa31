//go:build unix

package standing

import "syscall"

// freeBytes returns the free space of the disk that a folder is on; ok is false when it is not
// known.
func freeBytes(folder string) (free uint64, ok bool) {
	var s syscall.Statfs_t
	if syscall.Statfs(folder, &s) != nil {
		return 0, false
	}
	return uint64(s.Bavail) * uint64(s.Bsize), true //nolint:unconvert // the types differ by system
}
