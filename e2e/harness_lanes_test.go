package e2e

import (
	"context"
	"os"
	"sync/atomic"
	"testing"
	"time"
)

// envProcess chooses the lane (decision 136). With 1 every service and every command is a process of the built binary,
// as .ci/run wants it. Without it what is plain request and answer runs in the process of the tests, and a test that
// needs processes is skipped by name. CI=true alone means 1, so that CI skips nothing; 0 wins over it.
const envProcess = "LITMUS_TEST_PROCESS"

// processes says that this run has processes.
var processes = os.Getenv(envProcess) == "1" || os.Getenv("CI") == "true" && os.Getenv(envProcess) != "0"

// needsProcess skips a test in the lane without processes; why says what it needs them for.
func needsProcess(t testing.TB, why string) {
	t.Helper()
	if !processes {
		t.Skipf("it needs %s: %s=1 go test ./e2e -run '^%s$'", why, envProcess, t.Name())
	}
}

// aBrowser is why the tests of pages in a browser need a process.
const aBrowser = "a browser and a service of its own process"

// movedClock is the time of a service in this process: the machine's, until a test moves it ahead.
type movedClock struct{ ahead atomic.Int64 }

// Now is what the clock says.
func (c *movedClock) Now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }

// Now is the time of the service: the machine's, unless the service runs in this process and a test has moved it.
func (s *Service) Now() time.Time {
	if s.local == nil {
		return time.Now()
	}
	return s.local.clock.Now()
}

// AdvanceTo returns when it is at least that late for the service: at once where its clock can be moved, which only the
// one test that started the service may do.
func (s *Service) AdvanceTo(t testing.TB, instant time.Time) {
	t.Helper()
	if s.local != nil {
		if left := instant.Sub(s.Now()); left > 0 {
			s.local.clock.ahead.Add(int64(left))
		}
		return
	}
	limit := max(0, time.Until(instant)) + letterTimeout
	Until(t, limit, "the time "+instant.Format(time.RFC3339), func() (bool, string) {
		return !time.Now().Before(instant), ""
	})
}

// fromNow is an instant by the clock of the service, as a body has it.
func (s *Service) fromNow(d time.Duration) string {
	return s.Now().Add(d).UTC().Format("2006-01-02T15:04:05.000Z")
}

// watchesTemporal reports whether there is a Temporal server to look into: without processes there is none, and the
// workflows' own behaviour is tested in the other lane.
func watchesTemporal(t testing.TB, s *Service) bool {
	t.Helper()
	if s.local == nil {
		return true
	}
	t.Logf("%s=1 looks into Temporal here, too", envProcess)
	return false
}

// converge carries out what the rows of a service in this process owe by now; a process does so by itself.
func (s *Service) converge(t testing.TB) {
	t.Helper()
	if s.local == nil {
		return
	}
	if err := s.local.effects.run(context.WithoutCancel(t.Context())); err != nil {
		t.Errorf("the side effects of the service: %v", err)
	}
}
