package e2e

import (
	"context"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// envProcess chooses the lane; .ci/run has both. With 1 every service, and every command that is tested, is a process
// of the built binary, and what is about other programs ([needsNoProcess]) is skipped by name. Without it what is plain
// request and answer runs in the process of the tests, and a test that needs processes is skipped by name. CI=true
// alone means 1; 0 wins over it.
const envProcess = "LITMUS_TEST_PROCESS"

// processes says that this run has processes.
var processes = os.Getenv(envProcess) == "1" || os.Getenv("CI") == "true" && os.Getenv(envProcess) != "0"

// noteLane has a result depend on the lane: Go's cache of results knows no variable that was read before the tests
// began.
func noteLane() { _, _ = os.Getenv(envProcess), os.Getenv("CI") }

// needsProcess skips a test in the lane without processes; why says what it needs them for.
func needsProcess(t testing.TB, why string) {
	t.Helper()
	noteLane()
	if !processes {
		t.Skipf("it needs %s: %s=1 go test ./e2e -run '^%s$'", why, envProcess, t.Name())
	}
}

// needsNoProcess leaves a test to the lane without processes, which .ci/run has as well: in the other one it would say
// the same once more. why says what it is about instead of a running service.
func needsNoProcess(t testing.TB, why string) {
	t.Helper()
	noteLane()
	if processes {
		t.Skipf("it is about %s: %s=0 go test ./e2e -run '^%s$'", why, envProcess, t.Name())
	}
}

// aStranger is why the tests of clients that others wrote need no process: HTTP is the same from one.
const aStranger = "what clients of others make of answers"

// aBrowser is why the tests of pages in a browser need a process.
const aBrowser = "a browser and a service of its own process"

// envNow has the tests in the lane without processes begin at another instant than the machine's, so that what depends
// on the minute, the day or a change of clocks at which they run can be found: LITMUS_TEST_NOW=2027-10-30T23:59:50Z.
const envNow = "LITMUS_TEST_NOW"

// shift is by how much [envNow] is ahead of the machine's clock. It is read by a test, since Go's cache of results
// knows no variable that was read before.
var shift = sync.OnceValue(func() time.Duration {
	text := os.Getenv(envNow)
	if text == "" || processes {
		return 0
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(envNow + ": " + err.Error())
	}
	return time.Until(at)
})

// machineNow is the time at which services begin.
func machineNow() time.Time { return time.Now().Add(shift()) }

// movedClock is the time of a service in this process: [machineNow], until a test moves it.
type movedClock struct{ ahead atomic.Int64 }

// Now is what the clock says.
func (c *movedClock) Now() time.Time { return machineNow().Add(time.Duration(c.ahead.Load())) }

// Now is the time of the service: the machine's, unless the service runs in this process and a test has moved it.
func (s *Service) Now() time.Time {
	if s.local == nil {
		return machineNow()
	}
	return s.local.clock.Now()
}

// beginAt sets the clock of a service in this process that was just started, back too.
func (s *Service) beginAt(instant time.Time) {
	s.local.clock.ahead.Store(int64(instant.Sub(machineNow())))
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
	return answered(s.Now().Add(d))
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
