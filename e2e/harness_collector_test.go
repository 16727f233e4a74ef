package e2e

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// Collector takes the spans that services export by OTLP over HTTP.
type Collector struct {
	URL string

	mu    sync.Mutex
	spans map[string]*tracepb.Span // by trace and id
}

// StartCollector runs a collector until the test ends.
func StartCollector(t testing.TB) *Collector {
	t.Helper()
	c := &Collector{spans: map[string]*tracepb.Span{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var got tracepb.TracesData // on the wire the same as what a service exports
		if r.URL.Path != "/v1/traces" || err != nil || proto.Unmarshal(body, &got) != nil {
			t.Errorf("the collector cannot read %s of %d bytes: %v", r.URL.Path, len(body), err)
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, of := range got.ResourceSpans {
			for _, scope := range of.ScopeSpans {
				for _, s := range scope.Spans {
					c.spans[string(s.TraceId)+string(s.SpanId)] = s
				}
			}
		}
	}))
	t.Cleanup(server.Close)
	c.URL = server.URL
	return c
}

// Paths are the spans of that name, each as its trace's id and the names from the trace's first span down to it. A span
// whose parent was not exported begins with "?".
func (c *Collector) Paths(name string) (out []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.spans {
		if s.Name != name {
			continue
		}
		path := []string{s.Name}
		for at := s; len(at.ParentSpanId) > 0; {
			parent, there := c.spans[string(at.TraceId)+string(at.ParentSpanId)]
			if !there {
				path = append(path, "?")
				break
			}
			path, at = append(path, parent.Name), parent
		}
		slices.Reverse(path)
		out = append(out, fmt.Sprintf("%x %s", s.TraceId, strings.Join(path, " > ")))
	}
	slices.Sort(out)
	return out
}

// Await waits until a span of that name has one of the paths, and returns its trace's id.
func (c *Collector) Await(t testing.TB, name string, wants ...string) (trace string) {
	t.Helper()
	Until(t, letterTimeout, "the span "+name, func() (bool, string) {
		got := c.Paths(name)
		for _, path := range got {
			id, names, _ := strings.Cut(path, " ")
			if slices.Contains(wants, names) {
				trace = id
				return true, ""
			}
		}
		return false, strings.Join(got, "\n")
	})
	return trace
}

// String is all that was exported.
func (c *Collector) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var b strings.Builder
	for _, s := range c.spans {
		fmt.Fprintln(&b, s)
	}
	return b.String()
}
