package e2e

import (
	"net"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// startDaemon runs a server of a Debian package until the test ends and returns its address, which args get for
// ADDRESS, and its port for PORT: a free one on loopback. A machine may lack the program, CI may not.
func startDaemon(t testing.TB, debian, program string, args ...string) (address string) {
	t.Helper()
	needsProcess(t, "the server of Debian's "+debian)
	program, err := exec.LookPath(program)
	if err != nil {
		without(t, "the real server of Debian's "+debian+" is missing: apt-get install "+debian)
	}
	dir := t.TempDir()
	var words record
	for range 5 { // the port may be taken meanwhile
		address = keptAddr() // no other test gets it, whose daemon this one would take for its own
		_, port, _ := net.SplitHostPort(address)
		var own []string
		for _, a := range args {
			own = append(own, strings.NewReplacer("ADDRESS", address, "PORT", port).Replace(a))
		}
		cmd := exec.Command(program, own...)
		cmd.Stdout, cmd.Stderr, cmd.Dir = &words, &words, dir
		p, err := run(cmd)
		if err != nil {
			t.Fatal(err)
		}
		stop := func() { _ = p.stop() } // as an operator does, so that its own processes end, too
		if err := p.until(&words, func() bool {
			c, err := net.DialTimeout("tcp", address, time.Second)
			if err == nil {
				c.Close()
			}
			return err == nil
		}); err == nil {
			t.Cleanup(stop)
			return address
		}
		stop()
	}
	t.Fatalf("%s does not start:\n%s", program, words.String())
	return ""
}
