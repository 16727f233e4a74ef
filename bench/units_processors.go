package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Roles of processes, beside the commands of the binary.
const (
	roleUp        = "up"
	roleTemporal  = "temporal"
	roleDatabase  = "database"             // connections to the service's
	roleTemporals = "temporal's databases" // connections to those
	roleServer    = "database server"      // its other processes, and connections that have ended
)

// sitePart is a process of a site with its role.
type sitePart struct {
	role string
	*process
}

// processors sums the processor time of a site's processes by their roles.
type processors struct {
	site *site
	dir  string // of the PostgreSQL server, "" for none
	seen map[int]seenProcess
}

type seenProcess struct {
	role string
	ms   float64
}

func newProcessors(b *bench, s *site) *processors {
	p := &processors{site: s, seen: map[int]seenProcess{}}
	if s.on == splitSite {
		p.dir = b.postgres.dir
	}
	return p
}

// look reads the processor time of each process. What has ended keeps what it had when it was seen last.
func (p *processors) look() error {
	for _, part := range p.site.parts {
		if err := p.add(part.Process.Pid, part.role, false); err != nil {
			return err
		}
	}
	if p.site.temporal != nil {
		if err := p.add(p.site.temporal.Process.Pid, roleTemporal, false); err != nil {
			return err
		}
	}
	if p.dir == "" {
		return nil
	}
	file, err := os.ReadFile(filepath.Join(p.dir, "data", "postmaster.pid"))
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(file), "\n")
	server, err := strconv.Atoi(first)
	if err != nil {
		return err
	}
	if err := p.add(server, roleServer, true); err != nil {
		return err
	}
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", server, server))
	if err != nil {
		return err
	}
	for _, child := range strings.Fields(string(children)) {
		pid, err := strconv.Atoi(child)
		if err != nil {
			return err
		}
		title, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err != nil {
			continue // it has ended
		}
		role := roleServer
		switch name := " " + p.site.database; {
		case bytes.Contains(title, []byte(name+" ")):
			role = roleDatabase
		case bytes.Contains(title, []byte(name+"_temporal")):
			role = roleTemporals
		}
		_ = p.add(pid, role, false) // the same
	}
	return nil
}

// ticks is how many clock ticks Linux counts a second for programs.
const ticks = 100

// add notes the processor time of a process, and with ended also that of its children that have ended.
func (p *processors) add(pid int, role string, ended bool) error {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return err
	}
	_, rest, _ := strings.Cut(string(stat), ") ") // the program's name may have spaces
	fields, sum := strings.Fields(rest), 0
	counted := fields[11:13] // utime and stime
	if ended {
		counted = fields[11:15] // and cutime and cstime
	}
	for _, f := range counted {
		n, err := strconv.Atoi(f)
		if err != nil {
			return err
		}
		sum += n
	}
	p.seen[pid] = seenProcess{role, float64(sum) * 1000 / ticks}
	return nil
}

// used is the processor time so far, in milliseconds by role.
func (p *processors) used() map[string]float64 {
	out := map[string]float64{}
	for _, s := range p.seen {
		out[s.role] += s.ms
	}
	return out
}

// roles are the roles that were seen.
func (p *processors) roles() []string { return slices.Sorted(maps.Keys(p.used())) }

// sorted is how many numbers are sorted to say how fast a processor is.
const sorted = 4_000_000

// processorName says which processor it is, and how fast: machines of one name differ by what else they do.
func processorName() string {
	name := runtime.GOARCH
	if b, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(b)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				name = strings.TrimSpace(value)
				break
			}
		}
	}
	numbers, x := make([]uint64, sorted), uint64(1)
	for n := range numbers {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		numbers[n] = x
	}
	before := ownTime()
	slices.Sort(numbers)
	return fmt.Sprintf("on %d processors %s, of which one sorts %d random numbers in %d ms", runtime.NumCPU(), name,
		sorted, (ownTime() - before).Milliseconds())
}

// ownTime is the processor time of this process.
func ownTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // it does not fail for oneself
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// startCalendars starts Radicale, a calendar server, on a free port.
func (b *bench) startCalendars(ctx context.Context) (p bare, err error) {
	program, err := exec.LookPath("radicale")
	if err != nil {
		return p, fmt.Errorf("%s needs a calendar server, Debian's package radicale: %w", unitCosts, err)
	}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return p, err
	}
	address := l.Addr().String()
	_ = l.Close()
	log, err := os.Create(filepath.Join(b.dir, "radicale.log"))
	if err != nil {
		return p, err
	}
	defer log.Close()
	c := exec.CommandContext(ctx, program, "--config", "", "-H", address, "--auth-type", "none",
		"--storage-filesystem-folder", filepath.Join(b.dir, "collections"))
	c.Stdout, c.Stderr = log, log
	p = bare{&process{Cmd: c, waited: make(chan error, 1), logFile: log.Name()}, "http://" + address}
	if err := c.Start(); err != nil {
		return p, err
	}
	go func() { p.waited <- c.Wait() }()
	for end := time.Now().Add(startTimeout); ; {
		if conn, err := net.DialTimeout("tcp", address, time.Second); err == nil {
			return p, conn.Close()
		}
		if time.Now().After(end) {
			_ = p.stop()
			return p, fmt.Errorf("radicale does not listen after %s; %s may say why", startTimeout, p.logFile)
		}
		if err := pause(ctx, 50*time.Millisecond); err != nil {
			return p, err
		}
	}
}

func makeCalendar(ctx context.Context, url string) error {
	r, err := http.NewRequestWithContext(ctx, "MKCALENDAR", url, nil)
	if err != nil {
		return err
	}
	r.SetBasicAuth("bench", "bench")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusCreated {
		return fmt.Errorf("the calendar server answers %d to MKCALENDAR", answer.StatusCode)
	}
	return nil
}
