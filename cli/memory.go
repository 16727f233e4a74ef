package cli

import (
	"os"
	"runtime/debug"
)

// Everything in one process on a small machine should leave room for other programs, and near its limit garbage
// collection slows letters down: with 2,500 open interviews and a limit of 208 MiB they left at a third of their rate.
const (
	softMemoryLimit   = 288 << 20 // bytes; GOMEMLIMIT sets another
	garbagePercentage = 125       // of what is live; GOGC sets another. At 100 a booking takes more processor time
)

// garbageOfParts is the percentage of an api or a worker. On two processors some 20 MiB are live in one of them, and at
// 100 a sixth of a worker's processor time goes into collecting garbage.
const garbageOfParts = 300

// limitMemory sets the garbage collector's [softMemoryLimit] and [garbagePercentage] unless the environment does.
func limitMemory() {
	collectAt(garbagePercentage)
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softMemoryLimit)
	}
}

// collectAt has garbage collected when there is so much of it, in percent of what is live, unless GOGC is set.
func collectAt(percentage int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percentage)
	}
}
