package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

func TestAtOnce(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	connections := map[string]bool{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		connections[r.RemoteAddr] = true
		mu.Unlock()
		if r.URL.Path == "/full" {
			w.WriteHeader(http.StatusTooManyRequests)
		}
	}))
	t.Cleanup(s.Close)
	ask := func(path string) func(*pool, int) (string, error) {
		return func(p *pool, i int) (string, error) {
			return fmt.Sprint(i), p.do(http.MethodGet, path, "", http.StatusOK, nil)
		}
	}
	got, err := atOnce([]target{{s.URL, ""}}, 200, ask("/"))
	if err != nil || len(got) != 200 || got[199].ID != "199" || got[199].Done.Before(got[199].Due) {
		t.Errorf("got %d answers, %v", len(got), err)
	}
	mu.Lock()
	if len(connections) > clients {
		t.Errorf("%d connections, want at most %d: they are kept alive", len(connections), clients)
	}
	mu.Unlock()
	if _, err := atOnce([]target{{s.URL, ""}}, 200, ask("/full")); err == nil || !strings.Contains(err.Error(), "429") {
		t.Errorf("a refusal is passed over: %v", err)
	}
}
