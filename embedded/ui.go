package embedded

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	uiserver "github.com/temporalio/ui-server/v2/server"
	uiconfig "github.com/temporalio/ui-server/v2/server/config"
	uioptions "github.com/temporalio/ui-server/v2/server/server_options"
)

// UI is Temporal's web interface, served by this process.
type UI struct {
	addr   string
	server *uiserver.Server
	done   chan struct{}
	once   sync.Once
}

// StartUI serves the web interface on addr ("IP:port", port 0 takes a free one) for the Temporal server whose frontend is
// at temporalAddr, opening on the given namespace. It returns when the interface answers. It loads nothing from elsewhere.
func StartUI(ctx context.Context, addr, temporalAddr, namespace string) (*UI, error) {
	// Held for a moment only: the interface's server opens its own listener, and ends the process when it cannot.
	l, err := listen(addr)
	if err != nil {
		return nil, fmt.Errorf("start temporal ui: %w", err)
	}
	at := l.Addr().(*net.TCPAddr)
	if err := l.Close(); err != nil {
		return nil, fmt.Errorf("start temporal ui: %w", err)
	}
	host := at.IP.String()
	if at.IP.To4() == nil {
		host = "[" + host + "]"
	}
	u := &UI{addr: at.String(), done: make(chan struct{})}
	if at.IP.IsUnspecified() {
		u.addr = net.JoinHostPort(loopback, fmt.Sprint(at.Port))
	}
	u.server = uiserver.NewServer(uioptions.WithConfigProvider(&uiconfig.Config{
		Host:                host,
		Port:                at.Port,
		TemporalGRPCAddress: temporalAddr,
		DefaultNamespace:    namespace,
		EnableUI:            true,
		DisableNewsFetch:    true,
		HideLogs:            true,
		CORS:                uiconfig.CORS{CookieInsecure: true}, // plain HTTP
	}))
	go func() {
		defer close(u.done)
		_ = u.server.Start() // returns only after Stop, with nil
	}()
	if err := u.awaitReady(ctx); err != nil {
		u.Stop()
		return nil, fmt.Errorf("start temporal ui: %w", err)
	}
	return u, nil
}

// URL returns the address for a browser on this machine, "http://host:port".
func (u *UI) URL() string { return "http://" + u.addr }

// Stop ends the interface and returns when it has ended.
func (u *UI) Stop() {
	u.once.Do(func() {
		u.server.Stop()
		<-u.done
	})
}

func (u *UI) awaitReady(ctx context.Context) error {
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.URL()+"/healthz", nil)
		if err != nil {
			return err
		}
		res, err := http.DefaultClient.Do(req)
		if err == nil {
			return res.Body.Close()
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(5 * time.Millisecond): // the listener opens a moment after Start
		}
	}
}
