package cli

import (
	"os"

	"golang.org/x/sys/windows"
)

// errInUse is how the system says that an address has a listener. The constant of package syscall is never returned.
const errInUse = windows.WSAEADDRINUSE

// keepPrivate does nothing: a file has the permissions of its folder, and in a user's own folder nobody else reads it.
func keepPrivate() {}

// showsColors reports whether the file is a terminal, and has it understand escape sequences.
func showsColors(f *os.File) bool {
	var mode uint32
	h := windows.Handle(f.Fd())
	return windows.GetConsoleMode(h, &mode) == nil &&
		windows.SetConsoleMode(h, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}

// freeBytes is how many bytes this process can still write where the folder is.
func freeBytes(dir string) (free uint64, err error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err == nil {
		err = windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
	}
	return free, err
}

// lockFile locks an open file for this process until the file is closed. It fails at once if another process has it.
func lockFile(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{})
}
