package gate

import (
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"litmus/models"
	"litmus/tracing"
)

// Handler answers requests by the routes that register adds. Any other path is answered with a 404 in JSON, and any
// other method with a 405.
func (g *Gate) Handler(register func(*gin.Engine)) http.Handler {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	e.RedirectTrailingSlash, e.RedirectFixedPath = false, false
	e.HandleMethodNotAllowed = true
	e.UseRawPath, e.UnescapePathValues = true, true
	e.Use(g.answer)
	e.NoRoute(func(c *gin.Context) {
		Fail(c, models.NotFoundf("no such endpoint: %s %s", method(c), models.Quote(c.Request.URL.Path)))
	})
	e.NoMethod(func(c *gin.Context) {
		FailWith(c, http.StatusMethodNotAllowed,
			models.Invalidf("method %s is not allowed here; see the Allow header", method(c)))
	})
	register(e)
	return tracing.Identified(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// A trailing slash is served, never redirected: a redirect drops Authorization.
		if p := r.URL.Path; len(p) > 1 && strings.HasSuffix(p, "/") {
			r2 := r.Clone(r.Context())
			r2.URL.Path, r2.URL.RawPath = strings.TrimRight(p, "/"), strings.TrimRight(r.URL.RawPath, "/")
			defer func(asked *http.Request) { asked.Pattern = r2.Pattern }(r)
			r = r2
		}
		e.ServeHTTP(w, r)
	}))
}

// answer wraps every request: it sets headers, recovers from panics and logs one line.
func (g *Gate) answer(c *gin.Context) {
	start := time.Now()
	c.Request.Pattern = Route(c) // as a mux does, for whoever counts requests
	id := tracing.RequestID(c.Request.Context())
	c.Set("request_id", id)
	c.Header("Cache-Control", "no-store") // and no CORS headers: a key does not belong in a browser (§5 rule 2)
	defer func() {
		if p := recover(); p != nil {
			Fail(c, panicked(p))
		}
		called := callOf(c)
		attrs := []any{
			"method", method(c), "route", Route(c), "status", c.Writer.Status(),
			"duration_ms", float64(time.Since(start).Microseconds()) / 1000,
			"request_id", id, "key_id", called.Caller.Key.ID,
		}
		if called.Tools != "" {
			attrs = append(attrs, "tool", called.Tools)
		}
		if err := c.Errors.Last(); err != nil {
			attrs = append(attrs, "error", err.Err)
		}
		g.Log.Log(c.Request.Context(), logLevel(c), "request", attrs...)
	}()
	c.Next()
}

// callOf is the call of a request, an empty one if none has begun.
func callOf(c *gin.Context) *Call {
	if called, ok := c.Get("call"); ok {
		return called.(*Call)
	}
	return &Call{}
}

// method returns the request's method for messages, quoted and cut: clients may send any token of any length.
func method(c *gin.Context) string { return strings.Trim(models.Quote(c.Request.Method), `"`) }

// Route is the path by which a request is routed, as the contract has it: /interviews/{id}. It is "" for none.
func Route(c *gin.Context) string { return strings.ReplaceAll(c.FullPath(), ":id", "{id}") }
