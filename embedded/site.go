package embedded

import (
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// headerTimeout is how long a client may take for the head of a request.
const headerTimeout = 10 * time.Second

// Serve serves h on l, to browsers and programs of this machine, until stop is called; stop returns when it has ended.
// Neither tool of `litmus up` that people look at, the inbox and Temporal's web interface, asks who somebody is, so a
// page on the internet must not reach them through the browser that shows it (decision 114): a request whose Host is
// neither loopback nor the listener's own, by its address or as one of names, is refused, and so is a change that a
// page of another origin asks for. Names are those that the operator gave for the listener.
func Serve(l net.Listener, h http.Handler, names ...string) (stop func()) {
	server := &http.Server{Handler: guard(hostsOf(l.Addr(), names), h), ReadHeaderTimeout: headerTimeout,
		ErrorLog: log.New(io.Discard, "", 0)} // clients that hang up; nobody needs to look
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(l) // returns when it is closed
	}()
	return func() {
		_ = server.Close()
		_ = l.Close() // the server does not know it yet when it is closed at once
		<-done
	}
}

// guard answers 403 to what a page of somebody else can make a browser send: a request under a name that the page's
// owner had resolved to this machine (DNS rebinding), and a change from another origin.
func guard(hosts hosts, h http.Handler) http.Handler {
	origins := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !hosts.allow(r.Host) {
			http.Error(w, "this is served to this machine alone: open it by its address or as localhost",
				http.StatusForbidden)
			return
		}
		if err := origins.Check(r); err != nil {
			http.Error(w, "a page of another origin may change nothing here", http.StatusForbidden)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// hosts are what a Host header may say.
type hosts struct {
	names []string // in lower case, without a dot at the end
	own   netip.Addr
}

func hostsOf(listener net.Addr, names []string) hosts {
	h := hosts{names: []string{"localhost"}}
	for _, name := range names {
		if name = plainName(name); name != "" {
			h.names = append(h.names, name)
		}
	}
	if a, err := netip.ParseAddrPort(listener.String()); err == nil {
		h.own = a.Addr().Unmap()
	}
	return h
}

// allow reports whether the Host may be asked for here. The port does not matter: it differs behind a tunnel. An
// address cannot be rebound, so a listener on every address takes each of them.
func (h hosts) allow(host string) bool {
	name := host
	if bare, _, err := net.SplitHostPort(host); err == nil {
		name = bare
	}
	if bare, bracketed := strings.CutPrefix(name, "["); bracketed && strings.HasSuffix(bare, "]") {
		name = strings.TrimSuffix(bare, "]")
	}
	a, err := netip.ParseAddr(name)
	if err != nil {
		return slices.Contains(h.names, plainName(name))
	}
	a = a.Unmap()
	return a.IsLoopback() || a == h.own || h.own.IsUnspecified()
}

func plainName(name string) string { return strings.ToLower(strings.TrimSuffix(name, ".")) }
