package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"litmus/models"
	"log/slog"
	"net"
	"net/http"
	"syscall"
	"time"
)

const (
	headerTimeout   = 10 * time.Second
	requestTimeout  = 60 * time.Second
	shutdownTimeout = 10 * time.Second
	checkTimeout    = 3 * time.Second
)

// check is one thing that a process needs to do its work.
type check struct {
	name string
	run  func(ctx context.Context) error
}

// health serves /healthz, the process lives, and /readyz, it can do its own work: every check with what is wrong.
func health(checks []check) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]string{"status": "alive"})
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), checkTimeout)
		defer cancel()
		results, status := runChecks(ctx, checks)
		writeJSON(w, status, map[string]any{"ready": status == http.StatusOK, "checks": results})
	})
	return mux
}

func runChecks(ctx context.Context, checks []check) (map[string]string, int) {
	results, status := map[string]string{}, http.StatusOK
	for _, c := range checks {
		results[c.name] = "ok"
		if err := c.run(ctx); err != nil {
			results[c.name], status = err.Error(), http.StatusServiceUnavailable
		}
	}
	return results, status
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client may be gone
}

// serve runs an HTTP server on the listener until ctx ends, then lets requests finish.
func serve(ctx context.Context, l net.Listener, h http.Handler, log *slog.Logger) error {
	s := &http.Server{Handler: h, ReadHeaderTimeout: headerTimeout, ReadTimeout: requestTimeout, WriteTimeout: requestTimeout,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug)}
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

// listening is where a flag or a variable says that the process listens.
type listening struct{ name, addr string }

// listen listens there. What is no address is a usage error.
func (x listening) listen() (net.Listener, error) {
	if _, port, err := net.SplitHostPort(x.addr); err != nil || port == "" {
		return nil, usagef("%s %s is malformed: expected HOST:PORT such as 127.0.0.1:8085", x.name, models.Quote(x.addr))
	}
	l, err := net.Listen("tcp", x.addr)
	switch e := (*net.AddrError)(nil); {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is in use; choose another address with %s (port 0 takes a free one)", x.addr, x.name)
	case errors.As(err, &e):
		return nil, usagef("%s %s is malformed: %s", x.name, models.Quote(x.addr), e.Err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", x.name, err)
	}
	return l, nil
}

// urlOf is the origin by which a listener is reached from this machine.
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
