package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"litmus/models"
)

const (
	headerTimeout   = 10 * time.Second
	requestTimeout  = 60 * time.Second
	shutdownTimeout = 10 * time.Second
	checkTimeout    = 3 * time.Second
	checksLast      = time.Second // how long /readyz repeats the results of its checks
)

// check is one thing that a process needs to do its work.
type check struct {
	name string
	run  func(ctx context.Context) error
}

// States of a check.
const (
	checkOK      = "ok"
	checkFailing = "failing"
)

// health serves /healthz, which says that the process runs, and /readyz, which says whether it can do its work: the
// name and state of every check. Since anybody can ask, the errors are only logged, once for each change.
func health(checks []check, now func() time.Time, log *slog.Logger) http.Handler {
	l := &lookout{checks: checks, now: now, log: log, failing: map[string]bool{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]string{"status": "alive"})
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		states, ready := l.look(r.Context())
		status := http.StatusOK
		if !ready {
			status = http.StatusServiceUnavailable
		}
		writeJSON(w, status, map[string]any{"ready": ready, "checks": states})
	})
	return mux
}

// lookout runs the checks, at most once in [checksLast]; probes within that time share the results.
type lookout struct {
	checks []check
	now    func() time.Time
	log    *slog.Logger

	mu      sync.Mutex // held while the checks run
	looked  time.Time  // zero: never
	states  map[string]string
	failing map[string]bool // checks that failed according to the log
}

// look returns the state of every check, and whether all are ok. If the client whose probe runs the checks goes away,
// they finish nevertheless, because other probes wait for the results.
func (l *lookout) look(ctx context.Context) (states map[string]string, ready bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if age := l.now().Sub(l.looked); l.states == nil || age < 0 || age >= checksLast {
		l.run(context.WithoutCancel(ctx))
		l.looked = l.now()
	}
	for _, state := range l.states {
		if state != checkOK {
			return l.states, false
		}
	}
	return l.states, true
}

func (l *lookout) run(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	failed := runChecks(ctx, l.checks)
	states := map[string]string{} // a new map: the last one may still be in use by an answer
	for _, c := range l.checks {
		err := failed[c.name]
		states[c.name] = checkOK
		if err != nil {
			states[c.name] = checkFailing
		}
		switch {
		case err != nil && !l.failing[c.name]:
			l.log.Warn("not ready", "check", c.name, "error", err)
		case err == nil && l.failing[c.name]:
			l.log.Info("ready again", "check", c.name)
		}
		l.failing[c.name] = err != nil
	}
	l.states = states
}

// runChecks runs every check and returns the errors by name.
func runChecks(ctx context.Context, checks []check) map[string]error {
	failed := map[string]error{}
	for _, c := range checks {
		if err := c.run(ctx); err != nil {
			failed[c.name] = err
		}
	}
	return failed
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client may be gone
}

// draining returns a context that ends so long after ctx: meanwhile whoever balances the load sees that the process is
// not ready any more, and sends what comes elsewhere.
func draining(ctx context.Context, span time.Duration) (later context.Context, cancel func()) {
	later, end := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-time.After(span):
			end()
		case <-later.Done():
		}
	})
	return later, func() { stop(); end() }
}

// serving is the check that fails once the process was told to stop.
func serving(ctx context.Context) check {
	return check{"serving", func(context.Context) error {
		if ctx.Err() != nil {
			return errStopping
		}
		return nil
	}}
}

var errStopping = errors.New("told to stop")

// closing closes each connection with its next answer once ctx has ended.
func closing(ctx context.Context, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ctx.Err() != nil {
			w.Header().Set("Connection", "close")
		}
		h.ServeHTTP(w, r)
	})
}

// serve runs an HTTP server on the listener until ctx ends, then lets requests finish.
func serve(ctx context.Context, l net.Listener, h http.Handler, log *slog.Logger) error {
	s := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       requestTimeout,
		WriteTimeout:      requestTimeout,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		ending, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
		defer cancel()
		stopped <- s.Shutdown(ending)
	}()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}

// listening is an address to listen on, and the flag or variable that it comes from.
type listening struct{ name, addr string }

// listen opens a listener. A malformed address is a usage error.
func (x listening) listen() (net.Listener, error) {
	if _, port, err := net.SplitHostPort(x.addr); err != nil || port == "" {
		return nil, usagef("%s %s is malformed: expected HOST:PORT such as 127.0.0.1:8085",
			x.name, models.Quote(x.addr))
	}
	l, err := net.Listen("tcp", x.addr)
	switch e := (*net.AddrError)(nil); {
	case errors.Is(err, errInUse):
		return nil, fmt.Errorf("%s is in use; choose another address with %s (port 0 takes a free one)", x.addr, x.name)
	case errors.As(err, &e):
		return nil, usagef("%s %s is malformed: %s", x.name, models.Quote(x.addr), e.Err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", x.name, err)
	}
	return l, nil
}

// urlOf returns the origin under which this machine reaches the listener.
func urlOf(l net.Listener) string {
	a := l.Addr().(*net.TCPAddr)
	host := a.IP.String()
	if a.IP.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, portOf(l))
}

func portOf(l net.Listener) string {
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}
