package e2e

import (
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"litmus/store"
)

const (
	readyTimeout = 3 * time.Minute // a busy machine links and migrates slowly
	stopTimeout  = 40 * time.Second
	logTail      = 6000 // bytes shown of a failing test's service
)

// Service is a running `litmus up`, a part of the service ([StartPart]), or what [Serve] and [StartAPI] run in this
// process.
type Service struct {
	Ready          // what it printed when it was ready
	Data  string   // its data folder
	Env   []string // its environment, and that of commands beside it
	Log   *record  // standard error of all its runs
	args  []string
	demo  bool // see [Demonstration]
	ports bool
	clock bool // it has a test clock
	run   *process
	local *local // nil for a process
}

// Ready is the line of `litmus up --json`.
type Ready struct {
	API           string `json:"api"`
	Temporal      string `json:"temporal"`
	TemporalUI    string `json:"temporal_ui"`
	Inbox         string `json:"inbox"`
	SignIn        string `json:"signin_url"`
	TestClock     string `json:"test_clock"`
	Organizations []struct{ Slug, Key string }
}

// KeyOf is up's own full-access key for the organization.
func (r Ready) KeyOf(slug string) string {
	for _, o := range r.Organizations {
		if o.Slug == slug {
			return o.Key
		}
	}
	return ""
}

// Option changes what [Start] starts.
type Option func(*Service)

// Env adds variables, each "NAME=value"; there are no others.
func Env(variables ...string) Option {
	return func(s *Service) { s.Env = append(s.Env, variables...) }
}

// Demonstration loads the demonstration organization, as `litmus up` does by itself: most tests make organizations of
// their own, and have no use for its letters and workflows.
func Demonstration() Option { return func(s *Service) { s.demo = true } }

// Data fixes the data folder, which is otherwise one of the test's own.
func Data(dir string) Option { return func(s *Service) { s.Data = dir } }

// Database keeps the rows elsewhere than in the data folder: a url of package testdb.
func Database(url string) Option { return Env("LITMUS_DATABASE_URL=" + url) }

// KeepPorts keeps the addresses over a restart; otherwise each start takes free ones.
func KeepPorts() Option { return func(s *Service) { s.ports = true } }

// Args adds flags of `litmus up`, such as --ephemeral.
func Args(args ...string) Option {
	return func(s *Service) { s.args = append(s.args, args...) }
}

// WithTestClock gives the service a test clock.
func WithTestClock() Option { return func(s *Service) { s.clock = true } }

// Start runs `litmus up` as a process until the test ends and returns when it is ready. When the test has failed it
// prints the end of the service's log; in any case it searches the log for what must not stand there.
func Start(t testing.TB, options ...Option) *Service {
	t.Helper()
	noteLane()
	needsProcess(t, "a litmus up of its own")
	s := &Service{Log: &record{}}
	for _, o := range options {
		o(s)
	}
	if s.Data == "" {
		s.Data = t.TempDir()
	}
	if !s.demo && !slices.Contains(s.args, "--file") && !slices.Contains(s.args, "--empty") {
		s.args = append(s.args, "--empty")
	}
	t.Cleanup(func() { s.end(t) })
	if err := s.start(); err != nil {
		t.Fatalf("start the service: %v", err)
	}
	return s
}

// end stops the service of a test that is over, shows its log if that failed, and searches it.
func (s *Service) end(t testing.TB) {
	s.Stop(t)
	s.Log.over(t, "the service")
}

// over shows the log of what has ended if the test failed, and searches it.
func (r *record) over(t testing.TB, whose string) {
	if t.Failed() {
		t.Logf("the log of %s ends:\n%s", whose, tail(r.String()))
	}
	if found := leaks(r.String()); found != "" {
		t.Errorf("the log holds what is nobody's business: %s", found)
	}
}

// Restart ends the service as SIGTERM does, unless it is down already, and starts it again on the same data.
func (s *Service) Restart(t testing.TB) {
	t.Helper()
	s.Stop(t)
	if err := s.start(); err != nil {
		t.Fatalf("start the service again: %v", err)
	}
}

// Stop ends the service as an operator does and returns when it is gone; an exit status other than 0 fails the test.
func (s *Service) Stop(t testing.TB) {
	t.Helper()
	if err := s.stop(); err != nil {
		t.Errorf("stop the service: %v", err)
	}
}

// Kill9 ends the service without warning.
func (s *Service) Kill9(t testing.TB) {
	t.Helper()
	if s.run == nil {
		t.Fatal("the service is down already")
	}
	s.run.kill()
	<-s.run.ended
	s.run = nil
}

// Database is the url of the service's database.
func (s *Service) Database() string {
	for _, v := range s.Env {
		if u, ok := strings.CutPrefix(v, "LITMUS_DATABASE_URL="); ok {
			return u
		}
	}
	return s.ownDatabase()
}

// ownDatabase is the url of the database in the service's folder.
func (s *Service) ownDatabase() string { return "sqlite:" + filepath.Join(s.Data, "litmus.db") }

// hasStore reports whether the service runs in this process and has a store that is open for what is beside it.
func (s *Service) hasStore() bool { return s.local != nil && s.local.store != nil }

// Store is the service's database, for a test that looks into it: that of the commands beside a service in this
// process, else one that is opened until the test ends.
func (s *Service) Store(t testing.TB) *store.Store {
	t.Helper()
	if s.hasStore() {
		return s.local.store
	}
	st, err := store.Open(t.Context(), s.Database(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	return st
}

// beside completes a command, so that it finds the same database.
func (s *Service) beside(args []string) []string { return append(args, "--data", s.Data) }

// Run runs a command beside the service with its environment, its clock and --data; any exit status is returned. It
// runs in this process, also beside a process: most tests only prepare something by it, and to start the whole binary
// takes longer than most commands. Tests of commands call [Command].
func (s *Service) Run(t testing.TB, args ...string) Output {
	t.Helper()
	return s.here(t, s.beside(args)...)
}

// MustRun is [Service.Run] that fails the test unless the exit status is 0, and returns standard output.
func (s *Service) MustRun(t testing.TB, args ...string) string {
	t.Helper()
	return s.Run(t, args...).must(t, args)
}

// keptPorts counts the addresses that [keptAddr] has tried.
var keptPorts atomic.Int64

// keptAddr returns a free address for a server that is started again on it. Nobody takes it meanwhile: no other server
// of these tests gets it, and it lies below the ports that systems, and servers without one of their own, choose from.
func keptAddr() string {
	const lowest, many, ofProcess = 10_000, 10_000, 512
	for range many {
		port := lowest + (os.Getpid()*ofProcess+int(keptPorts.Add(1)))%many
		l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err == nil {
			l.Close()
			return l.Addr().String()
		}
	}
	return "127.0.0.1:0"
}

func (s *Service) start() error {
	api, temporal, ui, inbox := "127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:0"
	switch {
	case s.ports && s.API == "":
		api, temporal, ui, inbox = keptAddr(), keptAddr(), keptAddr(), keptAddr()
	case s.ports:
		api, temporal, ui = hostOf(s.API), s.Temporal, hostOf(s.TemporalUI)
		if s.Ready.Inbox != "" {
			inbox = hostOf(s.Ready.Inbox)
		}
	}
	args := append([]string{"up", "--json", "--addr", api, "--temporal-addr", temporal, "--ui-addr", ui, "--inbox-addr",
		inbox, "--data", s.Data}, s.args...)
	if s.clock {
		args = append(args, "--test-clock")
	}
	var stdout record
	p, err := launch(s.Env, s.Data, &stdout, s.Log, args...)
	if err != nil {
		return err
	}
	err = p.until(s.Log, func() bool {
		line, _, whole := strings.Cut(stdout.String(), "\n")
		s.Ready = Ready{}
		return whole && json.Unmarshal([]byte(line), &s.Ready) == nil
	})
	if err != nil { // it refused to start, or did not come up
		_ = p.stop() // how it ended is in err
		return err
	}
	s.run = p
	return nil
}

// stop sends SIGTERM, and SIGKILL to one that does not listen.
func (s *Service) stop() error {
	p := s.run
	if p == nil {
		return nil
	}
	s.run = nil
	if s.local != nil {
		defer s.local.close()
	}
	return p.stop()
}

func hostOf(origin string) string {
	u, err := url.Parse(origin)
	if err != nil {
		return origin
	}
	return u.Host
}

func tail(s string) string {
	if len(s) > logTail {
		return "…" + s[len(s)-logTail:]
	}
	return s
}

// personal matches what a log must never hold: addresses of the tests' organizations, the name that all their people
// have, keys, and tokens of links.
var personal = regexp.MustCompile(
	`(?i)[^\s"']{1,64}@[a-z0-9.-]*example|quillon|litmus_sk_[0-9a-z]{8,}|/(?:[aist]|in)/[0-9a-z_-]{30,}`)

// leaks lists the first finds in a log, "" when there are none.
func leaks(log string) string {
	var lines []string
	for line := range strings.SplitSeq(log, "\n") {
		if m := personal.FindString(line); m != "" {
			lines = append(lines, fmt.Sprintf("%q in %s", m, line))
		}
	}
	return strings.Join(lines[:min(len(lines), 5)], "\n")
}

// writeFile writes a file of the test's own and returns its path.
func writeFile(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
