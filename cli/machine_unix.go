//go:build unix

package cli

import (
	"os"
	"syscall"
)

// errInUse is how the system says that an address has a listener.
const errInUse = syscall.EADDRINUSE

// keepPrivate has this process make files that only their owner can read.
func keepPrivate() { syscall.Umask(0o077) }

// showsColors reports whether the file is a terminal.
func showsColors(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// freeBytes is how many bytes this process can still write where the folder is.
func freeBytes(dir string) (uint64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return uint64(s.Bavail) * uint64(s.Bsize), nil //nolint:gosec,unconvert // positive, and of other types elsewhere
}

// lockFile locks an open file for this process until the file is closed. It fails at once if another process has it.
func lockFile(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
