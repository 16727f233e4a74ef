package embedded

import (
	"fmt"
	"io/fs"
	"net/http"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	uiapi "github.com/temporalio/ui-server/v2/server/api"
	uiconfig "github.com/temporalio/ui-server/v2/server/config"
	"github.com/temporalio/ui-server/v2/server/csrf"
	"github.com/temporalio/ui-server/v2/server/headers"
	"github.com/temporalio/ui-server/v2/server/route"
	"github.com/temporalio/ui-server/v2/ui"
)

// UI returns the server's web interface. It opens on the server's namespace and loads nothing from the internet. It has
// no authentication: whoever serves it keeps pages of other sites away from it.
//
// UI assembles the interface in the same way as the interface's own server (NewServer in its server.go). That one opens
// a listener itself, so that nothing could be put in front of it, and ends the process if it cannot. UI leaves out
// features of other deployments: sign-in, other origins, a path prefix.
func (t *Temporal) UI() (http.Handler, error) {
	config, err := uiconfig.NewConfigProviderWithRefresh(&uiconfig.Config{
		TemporalGRPCAddress: t.addr,
		DefaultNamespace:    namespace,
		EnableUI:            true,
		DisableNewsFetch:    true,
		HideLogs:            true,
		CORS:                uiconfig.CORS{CookieInsecure: true}, // plain HTTP
	})
	if err != nil {
		return nil, fmt.Errorf("make temporal ui: %w", err)
	}
	const cookieSecure = false
	e := echo.New()
	e.Use(middleware.Recover(), middleware.Gzip(), middleware.Secure(),
		csrf.EnsureTokenCookie(cookieSecure), middleware.CSRFWithConfig(csrf.MiddlewareConfig(config, cookieSecure)))
	route.SetHealthRoute(e)
	forward := headers.WithForwardHeaders([]string{"Caller-Type"})
	if err := route.SetAPIRoutes(e, config, []uiapi.Middleware{forward}); err != nil {
		return nil, fmt.Errorf("make temporal ui: %w", err)
	}
	assets, err := ui.Assets()
	if err == nil {
		assets, err = fs.Sub(assets, "local")
	}
	if err == nil {
		err = route.SetUIRoutes(e, "", assets)
	}
	if err != nil {
		return nil, fmt.Errorf("make temporal ui: %w", err)
	}
	route.SetRenderRoute(e, "")
	return e, nil
}
