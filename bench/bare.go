package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// bare is a running baseline.
type bare struct {
	*process
	origin string
}

// bareBookings starts the baseline of a site's bookings on the copy of its database: (a) the bare transaction on
// SQLite, (c) River on PostgreSQL.
func (b *bench) bareBookings(ctx context.Context, s *booked) (stop func() error, to target, err error) {
	var p bare
	if s.on == splitSite {
		p, err = b.startRiver(ctx, s)
	} else {
		o := transactionOptions{Database: s.copied, Booked: s.to}
		p, err = b.bareTransactions(ctx, o)
	}
	if err != nil {
		return nil, target{}, err
	}
	return p.stop, target{p.origin, s.keys[slugBench]}, nil
}

// bareTransactions starts this program again as baseline (a).
func (b *bench) bareTransactions(ctx context.Context, o transactionOptions) (p bare, err error) {
	program, err := os.Executable()
	if err != nil {
		return p, err
	}
	return b.baseline(ctx, "transactions", program, o, serveTransactions)
}

// bareWorkflows starts baseline (b): on a split site on the same server as the service's workflows, else on one of its
// own.
func (b *bench) bareWorkflows(ctx context.Context, s *site) (bare, error) {
	o := temporalOptions{File: filepath.Join(b.dir, "bare-"+s.on, "temporal.db")}
	if s.temporal != nil {
		o.Address = s.temporal.options.Address
	}
	return b.workflows(ctx, o)
}

// workflows starts baseline (b) with these options.
func (b *bench) workflows(ctx context.Context, o temporalOptions) (bare, error) {
	o.Clients, o.Activities = clients, lettersPerBooking
	return b.startTemporal(ctx, "workflows", o)
}

// lettersPerBooking are one to the candidate and one to the interviewer. A bare workflow has as many empty activities.
const lettersPerBooking = 2

// temporalOptions are the options of the program in bench/temporal, which explains them.
type temporalOptions struct {
	File, Address       string
	Database            string
	Clients, Activities int
}

// startTemporal builds the program in bench/temporal, unless it is there already, and starts it as the server or the
// workflows.
func (b *bench) startTemporal(ctx context.Context, as string, o temporalOptions) (p bare, err error) {
	program := filepath.Join(b.dir, "temporal")
	if _, err := os.Stat(program); err != nil {
		b.say("building the bare workflows")
		if _, err := goCommand(ctx, "build", "-o", program, "litmus/bench/temporal"); err != nil {
			return p, fmt.Errorf("build the bare workflows, which needs the bench to run inside its module: %w", err)
		}
	}
	return b.baseline(ctx, "temporal-"+as, program, o, as)
}

// baseline starts a program with the arguments and then the options, as JSON. Its first line is its origin, and its log
// has the name.
func (b *bench) baseline(ctx context.Context, name, program string, o any, args ...string) (p bare, err error) {
	options, err := json.Marshal(o)
	if err != nil {
		return p, err
	}
	p.process, err = start(ctx, filepath.Join(b.dir, name+".log"), program, append(args, string(options))...)
	if err != nil {
		return p, fmt.Errorf("start %s: %w", name, err)
	}
	p.origin = strings.TrimSpace(string(p.line))
	return p, nil
}

// riverOptions are the options of the program in bench/river.
type riverOptions struct {
	Database, Mail string
	Minutes        int
	Booked         place
}

// startRiver builds the program in bench/river, a module of its own, and starts it.
func (b *bench) startRiver(ctx context.Context, s *booked) (p bare, err error) {
	program := filepath.Join(b.dir, "river")
	if _, err := os.Stat(program); err != nil {
		b.say("building river")
		if err := buildRiver(ctx, program); err != nil {
			return p, err
		}
	}
	return b.baseline(ctx, "river", program, riverOptions{s.copied, s.mail, bookedMinutes, s.to})
}

// buildRiver builds the program in bench/river. The go command finds its source by the module of the folder in which
// the bench runs.
func buildRiver(ctx context.Context, program string) error {
	at, err := goCommand(ctx, "list", "-f", "{{.Dir}}", "litmus/bench")
	if err != nil {
		return fmt.Errorf("find the source of river, which needs the bench to run inside its module: %w", err)
	}
	if _, err := goCommand(ctx, "build", "-C", filepath.Join(at, "river"), "-o", program, "."); err != nil {
		return fmt.Errorf("build river: %w", err)
	}
	return nil
}

// goCommand runs the go command and returns its standard output without surrounding white space. The error contains
// what it printed to standard error.
func goCommand(ctx context.Context, args ...string) (string, error) {
	var complaint strings.Builder
	c := exec.CommandContext(ctx, "go", args...)
	c.Stderr = &complaint
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", args[0], err, strings.TrimSpace(complaint.String()))
	}
	return strings.TrimSpace(string(out)), nil
}
