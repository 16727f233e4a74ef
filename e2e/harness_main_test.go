package e2e

import (
	"fmt"
	"os"
	"testing"

	"litmus/cli"
	"litmus/testdb"
)

const (
	envMain   = "LITMUS_TEST_MAIN"   // 1: the test binary is the command line, see [binary]
	envParent = "LITMUS_TEST_PARENT" // 1: the program ends when its standard input does
)

func TestMain(m *testing.M) {
	if os.Getenv(envMain) != "1" {
		os.Exit(testdb.Main(tests{m}))
	}
	os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr, nil))
}

// tests are the package's, after which the shared services end: before the databases that they use do.
type tests struct{ m *testing.M }

func (r tests) Run() int {
	defer removeProgram()
	if processes { // now, and not in the time of a test
		if _, err := program(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	status := r.m.Run()
	endChromium()
	for _, c := range commons {
		if err := c.stop(); err != nil {
			fmt.Fprintln(os.Stderr, "shared service:", err)
			status = 1
		}
	}
	return status
}
