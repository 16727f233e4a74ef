package main

import (
	"errors"
	"flag"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestFlags(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	b, err := newBench(nil, &out)
	if err != nil || out.String() != "" {
		t.Fatalf("without flags: %v\n%s", err, &out)
	}
	if b.runs != 5 || b.scale != 1 || b.noFail || b.keep || b.litmus != "" || !b.wants(steady) ||
		!slices.Equal(b.on, []string{embeddedSite, splitSite}) || b.temporalOn != temporalOnSQLite {
		t.Errorf("without flags the bench is %+v", b)
	}
	if b.burst != 500 || b.million != 1_000_000 || b.stored != 10_000 || b.reminded != 1000 ||
		b.load != time.Minute || b.idle != 20*time.Second || b.read != 4*time.Second {
		t.Errorf("the sizes are %+v, want those of README.md", b)
	}

	b, err = newBench(strings.Fields("--litmus bin/litmus --only drain,outage --on split --runs 1 --scale 0.1 "+
		"--no-fail --keep --temporal postgres"), &out)
	if err != nil || b.litmus != "bin/litmus" || !b.wants(outage) || b.wants(steady) || b.runs != 1 || !b.noFail ||
		!b.keep || !slices.Equal(b.on, []string{splitSite}) || b.temporalOn != temporalOnPostgres {
		t.Errorf("with every flag: %v, %+v", err, b)
	}
	if b.burst != 50 || b.million != 100_000 || b.invites != 60 || b.load != 6*time.Second ||
		b.idle != 4*time.Second || b.read != 500*time.Millisecond {
		t.Errorf("a tenth of the sizes is %+v", b)
	}
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
