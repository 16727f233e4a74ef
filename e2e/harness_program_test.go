package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

// binary is the file that runs as litmus: [program] where this run has processes, and else this test binary, which has
// no Temporal server. It does for the commands that a test runs as a process in both lanes: a client's `litmus mcp`,
// and a `litmus up` that is refused.
func binary() (string, error) {
	if processes {
		return program()
	}
	return os.Executable()
}

// program builds what runs as a process, the command in the folder program, when it is first asked for: before the
// tests of a run that has processes, and never else, since the first build of the Temporal server takes minutes.
var program = sync.OnceValues(func() (file string, err error) {
	if programDir, err = os.MkdirTemp("", "litmus-program-"); err != nil {
		return "", err
	}
	file = filepath.Join(programDir, "litmus")
	// Without symbols and the commit, which take time.
	build := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-s -w", "-o", file, "./program")
	if words, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build litmus/e2e/program: %w\n%s", err, words)
	}
	return file, nil
})

var programDir string // "" if it was not built

func removeProgram() {
	if programDir != "" {
		os.RemoveAll(programDir)
	}
}
