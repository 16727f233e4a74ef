package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// errUsage is a mistake in the flags, which was printed with the usage.
var errUsage = errors.New("wrong flags")

// newBench is the bench that the flags ask for. A mistake in them is [errUsage], and -h is [flag.ErrHelp]: both have
// printed the usage to out.
func newBench(args []string, out io.Writer) (*bench, error) {
	b := &bench{results: newResults()}
	var on string
	names, sites := baseNames(), []string{embeddedSite, splitSite}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.StringVar(&b.litmus, "litmus", "", "the binary to measure; built from this module when it is not given")
	flags.StringVar(&b.only, "only", "", "comma-separated list of what to measure: "+strings.Join(names, ", "))
	flags.StringVar(&on, "on", strings.Join(sites, ","),
		"comma-separated list of where to measure: "+strings.Join(sites, ", "))
	flags.StringVar(&b.temporalOn, "temporal", temporalOnSQLite, "where Temporal keeps its data on a split site: "+
		strings.Join(temporals, " or "))
	flags.IntVar(&b.runs, "runs", 5, "runs, of which the median counts")
	flags.Float64Var(&b.scale, "scale", 1, "share of the sizes that are promised, for a quick look: 0.1")
	flags.BoolVar(&b.noFail, "no-fail", false, "exit with status 0 when a bound does not hold")
	flags.BoolVar(&b.keep, "keep", false, "keep the working folder with its databases and logs")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil, err
	} else if err != nil {
		return nil, errUsage
	}
	b.on = strings.Split(on, ",")
	unknown := func(among []string) func(string) bool {
		return func(s string) bool { return !slices.Contains(among, s) }
	}
	mistake := ""
	switch {
	case b.only != "" && slices.ContainsFunc(strings.Split(b.only, ","), unknown(names)):
		mistake = fmt.Sprintf("-only %s names something that is not measured", b.only)
	case slices.ContainsFunc(b.on, unknown(sites)):
		mistake = fmt.Sprintf("-on %s names a site that does not exist", on)
	case !slices.Contains(temporals, b.temporalOn):
		mistake = fmt.Sprintf("-temporal %s is neither of %s", b.temporalOn, strings.Join(temporals, " and "))
	case b.runs < 1:
		mistake = fmt.Sprintf("-runs %d must be at least 1", b.runs)
	case b.scale <= 0:
		mistake = fmt.Sprintf("-scale %g must be over zero", b.scale)
	case flags.NArg() > 0:
		mistake = fmt.Sprintf("unexpected argument %s", flags.Arg(0))
	}
	if mistake != "" {
		fmt.Fprintln(out, mistake)
		flags.Usage()
		return nil, errUsage
	}
	b.setSizes()
	return b, nil
}

// setSizes makes everything as large as its promise says, times the scale.
func (b *bench) setSizes() {
	size := func(n int) int { return max(int(float64(n)*b.scale), 20) }
	lasts := func(seconds float64) time.Duration {
		return max(time.Duration(seconds*b.scale*float64(time.Second)), 500*time.Millisecond)
	}
	b.warmup, b.burst, b.resident, b.stored = size(100), size(500), size(1000), size(10_000)
	b.queried, b.million = size(100_000), size(1_000_000)
	b.drain, b.invites, b.reminded = size(300), size(600), size(1000)
	b.read, b.idle, b.load = lasts(4), max(lasts(20), 4*time.Second), max(lasts(60), 6*time.Second)
}
