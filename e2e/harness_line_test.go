package e2e

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// line stands between the service and a server that it connects to. It can cut all connections, and slow them down.
type line struct {
	Addr string

	network, to string
	delay       atomic.Int64 // of each piece that is passed on, in nanoseconds

	mu    sync.Mutex
	conns map[net.Conn]bool
}

// startLine passes connections on to an address, of which a test may say where it is later, until the test ends.
func startLine(t testing.TB, network, to string) *line {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	x := &line{Addr: l.Addr().String(), network: network, to: to, conns: map[net.Conn]bool{}}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			go x.pass(near)
		}
	}()
	t.Cleanup(func() {
		l.Close()
		<-ended
		x.Cut()
	})
	return x
}

// pass connects near with the server, both ways.
func (x *line) pass(near net.Conn) {
	far, err := net.Dial(x.network, x.to)
	if err != nil {
		near.Close()
		return
	}
	x.mu.Lock()
	x.conns[near], x.conns[far] = true, true
	x.mu.Unlock()
	done := make(chan struct{}, 2)
	copyTo := func(to, from net.Conn) {
		_, _ = io.Copy(slowed{to, x}, from) // until one of both is closed
		done <- struct{}{}
	}
	go copyTo(near, far)
	go copyTo(far, near)
	<-done
	near.Close()
	far.Close()
	<-done
	x.mu.Lock()
	delete(x.conns, near)
	delete(x.conns, far)
	x.mu.Unlock()
}

// slowed writes after the line's delay.
type slowed struct {
	net.Conn
	x *line
}

func (s slowed) Write(b []byte) (int, error) {
	time.Sleep(time.Duration(s.x.delay.Load())) //nolint:forbidigo // what it is for
	return s.Conn.Write(b)
}

// Cut breaks every connection; new ones are passed on.
func (x *line) Cut() {
	x.mu.Lock()
	defer x.mu.Unlock()
	for c := range x.conns {
		c.Close()
	}
}

// Slow delays what is passed on from now on.
func (x *line) Slow(delay time.Duration) { x.delay.Store(int64(delay)) }
