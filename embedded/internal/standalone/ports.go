package standalone

import (
	"net"
	"os"
	"strconv"
	"sync/atomic"

	"go.temporal.io/server/common/membership/static"
	"go.temporal.io/server/common/primitives"
)

// Ports holds the address of each service.
type Ports map[primitives.ServiceName]*net.TCPAddr

// FreePorts finds a free port for each of the services, which are named as the server names them, with the frontend's
// on addr, or on loopback for "". It holds all of them until it returns, so that none is found twice. The server binds
// them a moment later, and ends the process if it cannot. A port that was not asked for by number is therefore outside
// of the range from which the system assigns ports, and is not tried by another server that starts at the same time.
func FreePorts(addr string, services []string) (Ports, error) {
	if addr == "" {
		addr = net.JoinHostPort(loopback, "0")
	}
	p := Ports{}
	for _, s := range services {
		at := net.JoinHostPort(loopback, "0")
		if name := primitives.ServiceName(s); name == primitives.FrontendService {
			at = addr
		}
		l, err := listen(at)
		if err != nil {
			return nil, err
		}
		defer l.Close()
		p[primitives.ServiceName(s)] = l.Addr().(*net.TCPAddr)
	}
	return p, nil
}

// The range lies below the ports that systems assign to outgoing connections and to listeners without a number (RFC
// 6335: 49152 and up; Linux: 32768 and up).
const lowestPort, highestPort = 20000, 29999

// Each process starts its search at its own place in that range, and tries no port twice.
const portsPerProcess = 16

var portsTried atomic.Int64

// listen listens on addr. For port 0 it takes a port of the range above, or else any free port.
func listen(addr string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil || port != "0" {
		return net.Listen("tcp", addr)
	}
	for range 50 {
		candidate := lowestPort + (os.Getpid()*portsPerProcess+int(portsTried.Add(1)))%(highestPort-lowestPort+1)
		if l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(candidate))); err == nil {
			return l, nil
		}
	}
	return net.Listen("tcp", addr)
}

// Client returns the address of the frontend for clients on this machine, whichever address it listens on.
func (p Ports) Client() string {
	a := *p[primitives.FrontendService]
	if a.IP.IsUnspecified() {
		a.IP = net.ParseIP(loopback)
	}
	return a.String()
}

// Hosts returns the address of each service as the services look each other up.
func (p Ports) Hosts() map[primitives.ServiceName]static.Hosts {
	h := map[primitives.ServiceName]static.Hosts{}
	for name, a := range p {
		h[name] = static.SingleLocalHost(a.String())
	}
	h[primitives.FrontendService] = static.SingleLocalHost(p.Client())
	return h
}
