package calendar

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// garbage is GOGC for tests with -short: a third of their time goes into looking for what hostile texts do not keep.
// Without it these texts are so large that the machine may need the memory.
const garbage = 400

func TestMain(m *testing.M) {
	flag.Parse() // for the flag -short
	if _, set := os.LookupEnv("GOGC"); testing.Short() && !set {
		debug.SetGCPercent(garbage)
	}
	os.Exit(m.Run())
}
