package cli

import (
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// serveTool serves a development tool of `litmus up` on l, to browsers and programs of this machine, until stop is
// called. stop returns when the server has ended. The inbox and Temporal's web interface have no authentication, so a
// page from the internet must not reach them through the browser that shows it. A request is therefore refused if its
// Host is neither loopback nor the listener's own address nor one of names, and so is a change that a page of another
// origin asks for. names are the names that the operator gave to the listener.
func serveTool(l net.Listener, h http.Handler, names ...string) (stop func()) {
	server := &http.Server{
		Handler:           guard(hostsOf(l.Addr(), names), h),
		ReadHeaderTimeout: headerTimeout,
		ErrorLog:          log.New(io.Discard, "", 0), // its errors are clients that hang up
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(l) // returns when the listener is closed
	}()
	return func() {
		_ = server.Close()
		_ = l.Close() // server.Close does not close it if Serve has not begun yet
		<-done
	}
}

// guard answers 403 to requests that a page of another site can make a browser send: a request with a name that its
// owner resolved to this machine (DNS rebinding), and a change from another origin.
func guard(hosts hosts, h http.Handler) http.Handler {
	origins := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !hosts.allow(r.Host) {
			const text = "this is served to this machine alone: open it by its address or as localhost"
			http.Error(w, text, http.StatusForbidden)
			return
		}
		if err := origins.Check(r); err != nil {
			http.Error(w, "a page of another origin may change nothing here", http.StatusForbidden)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// hosts are the accepted values of a Host header.
type hosts struct {
	names []string // in lower case, without a trailing dot
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

// allow reports whether a Host is accepted. The port is ignored, because it differs behind a tunnel. If the listener
// accepts connections on every address, every address is accepted, since DNS rebinding needs a name.
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
