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
		began, said := time.Now(), &answer{ResponseWriter: w, status: http.StatusOK}
		defer func() { // also when next panics: the server cuts the connection then
			method, route := r.Method, routeOf(r.Pattern)
			if !slices.Contains(methods, method) {
				method = "other"
			}
			m.requests.WithLabelValues(method, route, strconv.Itoa(said.status)).Inc()
			m.durations.WithLabelValues(method, route).Observe(time.Since(began).Seconds())
		}()
		next.ServeHTTP(said, r)
	})
}

// routeOf is the path of a pattern, which may begin with its method.
func routeOf(pattern string) string {
	if _, path, ok := strings.Cut(pattern, " "); ok {
		pattern = path
	}
	if pattern == "" || pattern == "/" {
		return elsewhere
	}
	return pattern
}

// answer notes the status.
type answer struct {
	http.ResponseWriter
	status int
	wrote  bool
}

// WriteHeader notes the first final status. One of 1xx is followed by another.
func (a *answer) WriteHeader(status int) {
	if !a.wrote && status >= http.StatusOK {
		a.status, a.wrote = status, true
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write notes that the status is final.
func (a *answer) Write(b []byte) (int, error) {
	a.wrote = true
	return a.ResponseWriter.Write(b)
}

// Unwrap is for [http.ResponseController], which sets deadlines and flushes.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }
