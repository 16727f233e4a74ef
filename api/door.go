package api

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"litmus/fair"
	"litmus/models"
	"litmus/scheduling"
	"litmus/store"
)

const answerTimeout = 30 * time.Second // after this time the answer is a 500, even if the database still works on it

// call is one request as an operation sees it.
type call struct {
	*http.Request
	caller      store.Caller
	seat        *fair.Seat // its place while it is served
	id          string     // the path's resource
	requestID   string
	resourceIDs []string
	query       url.Values
	badQuery    error     // returned when a parameter is read: the path's 404 comes first
	tool        *toolCall // nil for REST
}

func (c *call) orgID() string { return c.caller.Organization.ID }

// by says that the call's key acts. Its answer waits for links, and gives the call's place to others meanwhile.
func (c *call) by() scheduling.By {
	by := scheduling.By{Org: c.caller.Organization, Answer: scheduling.Answer{Links: true, Away: c.seat.Away}}
	by.Actor = models.Actor{Kind: models.ActorKey, ID: c.caller.Key.ID, Name: c.caller.Key.Name, RequestID: c.requestID}
	if c.tool != nil && c.tool.plan != nil {
		by.Plan = &store.Commit{Plan: *c.tool.plan, KeyID: c.caller.Key.ID, Tool: c.tool.name}
	}
	return by
}

// touched adds resource ids to the audit row.
func (c *call) touched(ids ...string) { c.resourceIDs = append(c.resourceIDs, ids...) }

func (a *API) engine() *gin.Engine {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	e.RedirectTrailingSlash, e.RedirectFixedPath = false, false
	e.HandleMethodNotAllowed = true
	e.UseRawPath, e.UnescapePathValues = true, true
	e.Use(a.answer)
	e.NoRoute(func(g *gin.Context) {
		fail(g, models.NotFoundf("no such endpoint: %s %s", method(g), models.Quote(g.Request.URL.Path)))
	})
	e.NoMethod(func(g *gin.Context) {
		g.Set("status", http.StatusMethodNotAllowed)
		fail(g, models.Invalidf("method %s is not allowed here; see the Allow header", method(g)))
	})
	handle := func(path string, r route) {
		serve := a.serve(r)
		e.Handle(r.method, path, serve)
		if r.method == http.MethodGet {
			e.HEAD(path, serve)
		}
	}
	for _, r := range routes {
		handle(prefix+r.path, r)
	}
	if a.AdvanceClock != nil {
		for _, r := range clockRoutes {
			handle(r.path, r)
		}
	}
	e.POST(toolsPath, a.serveTools())
	return e
}

// answer wraps every request: it sets request id and headers, recovers from panics and logs one line.
func (a *API) answer(g *gin.Context) {
	start := time.Now()
	id := newRequestID()
	g.Set("request_id", id)
	g.Header("X-Request-Id", id)
	g.Header("Cache-Control", "no-store") // and no CORS headers: a key does not belong in a browser (§5 rule 2)
	defer func() {
		if p := recover(); p != nil {
			fail(g, fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
		}
		attrs := []any{
			"method", method(g), "route", curly(g.FullPath()), "status", g.Writer.Status(),
			"duration_ms", float64(time.Since(start).Microseconds()) / 1000,
			"request_id", id, "key_id", g.GetString("key_id"),
		}
		if called := g.GetString("tool"); called != "" {
			attrs = append(attrs, "tool", called)
		}
		if err := g.Errors.Last(); err != nil {
			attrs = append(attrs, "error", err.Err)
		}
		a.Log.Log(g.Request.Context(), a.logLevel(g), "request", attrs...)
	}()
	g.Next()
}

// serve answers and audits a request. Every operation checks in one order: credentials, scope, the 404 of the path's
// resource, the 400 of shape, the 404 of a resource that the body names, the 400 of its kind, and the 409 of its state.
// The scope comes before existence, so a key cannot find out what exists beyond its scopes.
func (a *API) serve(r route) gin.HandlerFunc {
	return func(g *gin.Context) {
		start := time.Now()
		ctx, cancel := context.WithTimeout(g.Request.Context(), answerTimeout)
		defer cancel()
		c := &call{Request: g.Request.WithContext(ctx), id: cleanID(g.Param("id")),
			requestID: g.GetString("request_id")}
		status, body, err := a.run(r, c)
		g.Set("key_id", c.caller.Key.ID)
		if err == nil {
			g.Header("Content-Length", strconv.Itoa(len(body)))
			g.Data(status, "application/json; charset=utf-8", body)
		}
		if err != nil {
			status = fail(g, err)
		}
		entry := store.AuditEntry{
			OrgID: c.orgID(), KeyID: c.caller.Key.ID, Method: g.Request.Method, Route: curly(g.FullPath()),
			Status: status, Duration: time.Since(start), ResourceIDs: c.auditIDs(err),
			RequestID: g.GetString("request_id"), At: start, KeyUsedAt: c.caller.Key.LastUsedAt,
		}
		switch kind := models.KindOf(err); {
		case entry.KeyID != "":
			a.Store.Record(entry)
		case kind == models.Unauthenticated, kind == models.Throttled:
			a.Store.RecordFailure(a.from(c.Request), entry)
		}
	}
}

// run authenticates the caller and runs the operation as soon as it has a place; body is the answer's JSON. A panic in
// the operation becomes an unexpected error, so that it is audited like every authenticated request.
func (a *API) run(r route, c *call) (status int, body []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if c.caller, err = a.authenticate(c.Request, r.anyOf); err != nil {
		return 0, nil, err
	}
	if c.seat, err = a.places.enter(c.Context(), c.orgID(), r.heavy); err != nil {
		return 0, nil, err
	}
	defer c.seat.End()
	c.query, c.badQuery = parseQuery(c.Request)
	status, answer, err := r.do(a, c)
	if err == nil {
		body, err = render(answer)
	}
	return status, body, err
}

// auditIDs returns the resources for the audit row: the path's unless it was not found, and those the operation
// touched.
func (c *call) auditIDs(err error) []string {
	if c.id != "" && models.KindOf(err) != models.NotFound && models.KindOf(err) != models.Unauthenticated {
		return append([]string{c.id}, c.resourceIDs...)
	}
	return c.resourceIDs
}

// method returns the request's method for messages, quoted and cut: clients may send any token of any length.
func method(g *gin.Context) string { return strings.Trim(models.Quote(g.Request.Method), `"`) }

// curly turns gin's :id into the contract's {id}.
func curly(p string) string { return strings.ReplaceAll(p, ":id", "{id}") }

// appender is a body that writes its own JSON because it is too large for reflection.
type appender interface{ appendJSON(to []byte) []byte }

// render returns body as JSON. Nothing is sent until all of it is rendered, so a failure can still become a 500.
func render(body any) ([]byte, error) {
	if large, ok := body.(appender); ok {
		return append(large.appendJSON(nil), '\n'), nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(body); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	return b.Bytes(), nil
}

func newRequestID() string {
	var b [12]byte
	rand.Read(b[:])
	return "req_" + hex.EncodeToString(b[:])
}
