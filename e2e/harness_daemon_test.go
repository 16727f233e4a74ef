package e2e

import (
	"bytes"
	"net"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// startDaemon runs a server of a Debian package until the test ends and returns its address, which args get for
// ADDRESS: a free port on loopback. A machine may lack the program, CI may not.
func startDaemon(t testing.TB, debian, program string, args ...string) (address string) {
	t.Helper()
	needsProcess(t, "the server of Debian's "+debian)
	program, err := exec.LookPath(program)
	if err != nil {
		without(t, "the real server of Debian's "+debian+" is missing: apt-get install "+debian)
	}
	dir := t.TempDir()
	var words bytes.Buffer
	for range 5 { // the port may be taken meanwhile
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		address = l.Addr().String()
		l.Close()
		words.Reset()
		var own []string
		for _, a := range args {
			own = append(own, strings.ReplaceAll(a, "ADDRESS", address))
		}
		cmd := exec.Command(program, own...)
		cmd.Stdout, cmd.Stderr, cmd.Dir = &words, &words, dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			_ = cmd.Wait()
			close(ended)
		}()
		stop := func() {
			_ = cmd.Process.Kill()
			<-ended
		}
		if answers(address, ended) {
			t.Cleanup(stop)
			return address
		}
		stop()
	}
	t.Fatalf("%s does not start:\n%s", program, words.String())
	return ""
}

// answers waits until somebody listens at an address, or the process has ended.
func answers(address string, ended <-chan struct{}) bool {
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	limit := time.After(time.Minute)
	for {
		if c, err := net.DialTimeout("tcp", address, time.Second); err == nil {
			c.Close()
			return true
		}
		select {
		case <-look.C:
		case <-ended:
			return false
		case <-limit:
			return false
		}
	}
}
