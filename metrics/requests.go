package metrics

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// elsewhere is the route of a request whose path nobody serves.
const elsewhere = "none"

// methods are those that are counted by name; others, which anybody may invent, are counted as one.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch,
	http.MethodDelete, http.MethodOptions}

// Requests counts the requests that next answers. Their route is [http.Request.Pattern] as next leaves it: a mux sets
// it, and so does package gate.
func (m *Meter) Requests(next http.Handler) http.Handler {
	if m == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began, said := time.Now(), Watch(w)
		defer func() { // also when next panics: the server cuts the connection then
			method, route := Method(r.Method), Route(r.Pattern)
			m.requests.WithLabelValues(method, route, strconv.Itoa(said.status)).Inc()
			m.durations.WithLabelValues(method, route).Observe(time.Since(began).Seconds())
		}()
		next.ServeHTTP(said, r)
	})
}

// Method is the name of a request's method, or "other".
func Method(name string) string {
	if slices.Contains(methods, name) {
		return name
	}
	return "other"
}

// Route is the path of a pattern, which may begin with its method.
func Route(pattern string) string {
	if _, path, ok := strings.Cut(pattern, " "); ok {
		pattern = path
	}
	if pattern == "" || pattern == "/" {
		return elsewhere
	}
	return pattern
}

// Answer notes the status of what is written.
type Answer struct {
	http.ResponseWriter
	status int
	wrote  bool
}

// Watch returns a writer that writes to w.
func Watch(w http.ResponseWriter) *Answer { return &Answer{ResponseWriter: w, status: http.StatusOK} }

// Status is the answer's status, 200 if none was written.
func (a *Answer) Status() int { return a.status }

// WriteHeader notes the first final status. One of 1xx is followed by another.
func (a *Answer) WriteHeader(status int) {
	if !a.wrote && status >= http.StatusOK {
		a.status, a.wrote = status, true
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write notes that the status is final.
func (a *Answer) Write(b []byte) (int, error) {
	a.wrote = true
	return a.ResponseWriter.Write(b)
}

// Unwrap is for [http.ResponseController], which sets deadlines and flushes.
func (a *Answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }
