package main

import (
	"context"
	"encoding/json"
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
		p.process, p.origin, err = b.baseline(ctx, serveTransactions,
			transactionOptions{Database: s.copied, Booked: s.to})
	}
	if err != nil {
		return nil, target{}, err
	}
	return p.stop, target{p.origin, s.keys[slugBench]}, nil
}

// bareWorkflows starts baseline (b): on a split site on the same server as the service's workflows, else on one of its
// own.
func (b *bench) bareWorkflows(ctx context.Context, s *site) (p bare, err error) {
	o := workflowOptions{File: filepath.Join(b.dir, "bare-"+s.on, "temporal.db")}
	if s.temporal != nil {
		o.Address = s.temporal.options.Addr
	}
	p.process, p.origin, err = b.baseline(ctx, serveWorkflows, o)
	return p, err
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
		at, err := exec.CommandContext(ctx, "go", "list", "-f", "{{.Dir}}", "litmus/bench").Output()
		if err != nil {
			return p, err
		}
		source := filepath.Join(strings.TrimSpace(string(at)), "river")
		build := exec.CommandContext(ctx, "go", "build", "-C", source, "-o", program, ".")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return p, err
		}
	}
	options, err := json.Marshal(riverOptions{s.copied, s.mail, bookedMinutes, s.to})
	if err != nil {
		return p, err
	}
	if p.process, err = start(ctx, filepath.Join(b.dir, "river.log"), program, string(options)); err != nil {
		return p, err
	}
	p.origin = strings.TrimSpace(string(p.line))
	return p, nil
}
