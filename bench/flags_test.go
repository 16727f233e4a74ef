package main

import (
	"errors"
	"flag"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
)

func TestFlags(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	b, err := newBench(nil, &out)
	if err != nil || out.String() != "" {
		t.Fatalf("without flags: %v\n%s", err, &out)
	}
	verify.Each(t, "without flags the bench", verify.Fields{"runs": {b.runs, 5}, "scale": {b.scale, 1},
		"noFail": {b.noFail, false}, "keep": {b.keep, false}, "litmus": {b.litmus, ""},
		"wants": {b.wants(steady), true}, "on": {b.on, []string{embeddedSite, splitSite}},
		"temporalOn": {b.temporalOn, temporalOnSQLite}})
	verify.Each(t, "the sizes", verify.Fields{"burst": {b.burst, 500}, "million": {b.million, 1_000_000},
		"stored": {b.stored, 10_000}, "reminded": {b.reminded, 1000}, "load": {b.load, time.Minute},
		"idle": {b.idle, 20 * time.Second}, "read": {b.read, 4 * time.Second}})

	b, err = newBench(strings.Fields("--litmus bin/litmus --only drain,outage --on split --runs 1 --scale 0.1 "+
		"--no-fail --keep --temporal postgres"), &out)
	verify.Each(t, "with every flag", verify.Fields{"error": {err, nil}, "litmus": {b.litmus, "bin/litmus"},
		"b.wants(outage)": {b.wants(outage), true}, "b.wants(steady)": {b.wants(steady), false}, "runs": {b.runs, 1},
		"noFail": {b.noFail, true}, "keep": {b.keep, true}, "on": {b.on, []string{splitSite}},
		"temporalOn": {b.temporalOn, temporalOnPostgres}})
	verify.Each(t, "a tenth of the sizes", verify.Fields{"burst": {b.burst, 50}, "million": {b.million, 100_000},
		"invites": {b.invites, 60}, "load": {b.load, 6 * time.Second}, "idle": {b.idle, 4 * time.Second},
		"read": {b.read, 500 * time.Millisecond}})
	if b, err = newBench([]string{"--scale", "0.001"}, &out); err != nil || b.burst != 20 {
		t.Errorf("a thousandth: %v, a burst of %d, want at least 20", err, b.burst)
	}
}

func TestFlags_refused(t *testing.T) {
	t.Parallel()
	for args, why := range map[string]string{
		"--only speed":        "-only speed names something that is not measured",
		"--only steady@split": "-only steady@split names something that is not measured",
		"--only steady,":      "-only steady, names something that is not measured",
		"--on moon":           "-on moon names a site that does not exist",
		"--temporal mysql":    "-temporal mysql is neither of sqlite and postgres",
		"--runs 0":            "-runs 0 must be at least 1",
		"--scale 0":           "-scale 0 must be over zero",
		"--scale -1":          "-scale -1 must be over zero",
		"--runs many":         "invalid value",
		"--fast":              "flag provided but not defined: -fast",
		"steady":              "unexpected argument steady",
	} {
		var out strings.Builder
		if b, err := newBench(strings.Fields(args), &out); !errors.Is(err, errUsage) || b != nil ||
			!strings.HasPrefix(out.String(), why) || !strings.Contains(out.String(), "Usage of bench:") {
			t.Errorf("%s: %v, printed %q; want %q and the usage", args, err, &out, why)
		}
	}
	var out strings.Builder
	if _, err := newBench([]string{"-h"}, &out); !errors.Is(err, flag.ErrHelp) ||
		!strings.Contains(out.String(), "sequential, ") {
		t.Errorf("-h: %v, printed %q; want the usage with the names", err, &out)
	}
}
