package testdb

import (
	"fmt"
	"os"
	"syscall"
)

const (
	memory   = "/dev/shm"
	tmpfs    = 0x01021994 // the type of a file system in memory, as statfs(2) has it
	roomFor  = 2 << 30    // bytes that have to be free in it; a package's tests leave a tenth of them
	tempPath = "TMPDIR"
)

// inMemory keeps the temporary files of this process in memory, where the machine has room there and TMPDIR does not
// say where they belong. A commit to a file on a disk waits for the disk, and tests commit a lot. What it returns
// removes the files.
func inMemory() (remove func()) {
	none := func() {}
	var at syscall.Statfs_t
	if _, set := os.LookupEnv(tempPath); set || syscall.Statfs(memory, &at) != nil || at.Type != tmpfs ||
		at.Bavail*uint64(at.Bsize) < roomFor {
		return none
	}
	dir, err := os.MkdirTemp(memory, "litmus-test-")
	if err != nil {
		return none // it belongs to somebody else: the disk will do
	}
	if err := os.Setenv(tempPath, dir); err != nil {
		panic(err)
	}
	return func() {
		if err := os.RemoveAll(dir); err != nil {
			fmt.Fprintln(os.Stderr, "testdb: remove the temporary files:", err)
		}
	}
}
