package api

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"litmus/models"
	"litmus/store"
)

const (
	maxBody       = 1 << 20          // decision 6
	answerTimeout = 30 * time.Second // then it is a 500, whatever the database is doing
)

// call is one request as an operation sees it.
type call struct {
	*http.Request
	caller      store.Caller
	id          string // the path's resource
	resourceIDs []string
	query       url.Values
	badQuery    error // told where a parameter is read, after the 404 of the path (decision 9)
}

func (c *call) orgID() string { return c.caller.Organization.ID }

// touched notes a resource for the audit row.
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
	for _, r := range routes {
		serve := a.serve(r)
		e.Handle(r.method, prefix+r.path, serve)
		if r.method == http.MethodGet {
			e.HEAD(prefix+r.path, serve)
		}
	}
	return e
}

// answer wraps every request: request id, headers, panics, one log line.
func (a *API) answer(g *gin.Context) {
	start := time.Now()
	id := newRequestID()
	g.Set("request_id", id)
	g.Header("X-Request-Id", id)
	g.Header("Cache-Control", "no-store") // decision 13
	defer func() {
		if p := recover(); p != nil {
			fail(g, fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
		}
		level, attrs := a.logLevel(g), []any{"method", method(g), "route", pattern(g), "status", g.Writer.Status(),
			"duration_ms", float64(time.Since(start).Microseconds()) / 1000, "request_id", id, "key_id", g.GetString("key_id")}
		if err := g.Errors.Last(); err != nil {
			attrs = append(attrs, "error", err.Err)
		}
		a.Log.Log(g.Request.Context(), level, "request", attrs...)
	}()
	g.Next()
}

// serve checks in the order of decision 9: credentials, scope, then whatever the operation checks.
func (a *API) serve(r route) gin.HandlerFunc {
	return func(g *gin.Context) {
		start := time.Now()
		defer a.Workflows.Answering()()
		ctx, cancel := context.WithTimeout(g.Request.Context(), answerTimeout)
		defer cancel()
		c := &call{Request: g.Request.WithContext(ctx), id: cleanID(g.Param("id"))}
		status, body, err := a.run(r, c)
		g.Set("key_id", c.caller.Key.ID)
		if err == nil {
			err = render(g, status, body)
		}
		if err != nil {
			status = fail(g, err)
		}
		if unauthenticated := models.KindOf(err) == models.Unauthenticated; c.caller.Key.ID != "" || unauthenticated {
			a.Store.Record(store.AuditEntry{OrgID: c.orgID(), KeyID: c.caller.Key.ID, Method: g.Request.Method, Route: prefix + curly(r.path), Status: status,
				Duration: time.Since(start), ResourceIDs: c.auditIDs(err), RequestID: g.GetString("request_id"), At: start, KeyUsedAt: c.caller.Key.LastUsedAt})
		}
	}
}

// run authenticates the caller and runs the operation. What panics in it fails as an unexpected error does, and is audited
// like one (decision 86: every authenticated request).
func (a *API) run(r route, c *call) (status int, body any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if c.caller, err = a.authenticate(c.Request, r.anyOf); err != nil {
		return 0, nil, err
	}
	c.query, c.badQuery = parseQuery(c.Request)
	return r.do(a, c)
}

// auditIDs are the resources of the audit row: the path's, unless it is nobody's, and what the operation touched.
func (c *call) auditIDs(err error) []string {
	if c.id != "" && models.KindOf(err) != models.NotFound && models.KindOf(err) != models.Unauthenticated {
		return append([]string{c.id}, c.resourceIDs...)
	}
	return c.resourceIDs
}

// method is the request's method for people to read: any token can be one, however long.
func method(g *gin.Context) string { return strings.Trim(models.Quote(g.Request.Method), `"`) }

func pattern(g *gin.Context) string { return curly(g.FullPath()) }

// curly turns gin's :id into the {id} of the contract.
func curly(p string) string { return strings.ReplaceAll(p, ":id", "{id}") }

// render writes body as JSON. Nothing is sent before it is whole, so a failure can still be told.
func render(g *gin.Context, status int, body any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(body); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	g.Header("Content-Length", strconv.Itoa(b.Len()))
	g.Data(status, "application/json; charset=utf-8", b.Bytes())
	return nil
}

// parseQuery reads the query string; one that cannot be read is [models.Invalid].
func parseQuery(r *http.Request) (url.Values, error) {
	if r.URL.RawQuery == "" {
		return nil, nil
	}
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, models.Invalidf("the query string cannot be read: percent-encode its values, and do not give thousands of parameters")
	}
	return q, nil
}

// param returns a query parameter, "" when it is absent or empty; twice is [models.Invalid], and so is every parameter of a
// query string that cannot be read (decisions 12 and 59).
func (c *call) param(name string) (string, error) {
	if c.badQuery != nil {
		return "", c.badQuery
	}
	v := c.query[name]
	if len(v) > 1 {
		return "", models.Invalidf("query parameter %s is given %d times; give it once", name, len(v))
	}
	if len(v) == 0 {
		return "", nil
	}
	return v[0], nil
}

// fields is a JSON object of a request body; null values are left out (decision 12).
type fields map[string]json.RawMessage

// body reads the request body as a JSON object of at most 1 MiB (decision 6).
func (c *call) body() (fields, error) {
	b, err := io.ReadAll(http.MaxBytesReader(nil, c.Body, maxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, models.TooLargef("the body is larger than %d bytes", maxBody)
	case err != nil:
		return nil, models.Invalidf("the body could not be read to its end")
	case len(bytes.TrimSpace(b)) == 0:
		return nil, models.Invalidf("the body is empty; send a JSON object")
	case !utf8.Valid(b): // json would replace what is broken, and a name or an address be stored that nobody sent
		return nil, models.Invalidf("the body is not valid JSON: it is not UTF-8")
	}
	var f fields
	if err := json.Unmarshal(b, &f); err != nil || f == nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, models.Invalidf("the body is not valid JSON: error at byte %d", syntax.Offset)
		}
		return nil, models.Invalidf("the body must be a JSON object")
	}
	return f, nil
}

// absent reports whether a field is missing or null.
func (f fields) absent(name string) bool { return len(f[name]) == 0 || string(f[name]) == "null" }

// text reads an optional string, "" when absent.
func (f fields) text(where, name string) (string, error) {
	p, err := f.optional(where, name)
	if p == nil {
		return "", err
	}
	return *p, err
}

// optional reads an optional string, nil when absent.
func (f fields) optional(where, name string) (*string, error) {
	if f.absent(name) {
		return nil, nil
	}
	var s string
	if err := json.Unmarshal(f[name], &s); err != nil {
		return nil, models.Invalidf("%s%s must be a string", where, name)
	}
	return &s, nil
}

// flag reads an optional boolean, false when absent.
func (f fields) flag(name string) (bool, error) {
	if f.absent(name) {
		return false, nil
	}
	var v bool
	if err := json.Unmarshal(f[name], &v); err != nil {
		return false, models.Invalidf("%s must be true or false", name)
	}
	return v, nil
}

// objects reads a list of objects; nil when the field is absent.
func (f fields) objects(name string) ([]fields, error) {
	if f.absent(name) {
		return nil, nil
	}
	out := []fields{}
	if err := json.Unmarshal(f[name], &out); err != nil {
		return nil, models.Invalidf("%s must be a list of objects", name)
	}
	for i, o := range out {
		if o == nil {
			return nil, models.Invalidf("%s[%d] must be an object", name, i)
		}
	}
	return out, nil
}

// cleanID makes any text safe to look up: a malformed id is an unknown id (decision 1).
func cleanID(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

func newRequestID() string {
	var b [12]byte
	rand.Read(b[:])
	return "req_" + hex.EncodeToString(b[:])
}
