package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/bench/openloop"
)

func TestBookings(t *testing.T) {
	t.Parallel()
	const n = 30
	var together sync.WaitGroup
	together.Add(n)
	server := func(name string) target {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var o order
			key := r.Header.Get("Authorization")
			if err := json.NewDecoder(r.Body).Decode(&o); err != nil || r.URL.Path != bookPath || key != "Bearer "+
				name {
				t.Errorf("%s got %s %s: %v", name, r.URL.Path, key, err)
			}
			together.Done()
			together.Wait() // answers when all have asked: nobody waits for an answer before asking
			w.WriteHeader(http.StatusCreated)
			fmt.Fprintf(w, `{"interview":{"id":"int_%s_%s"}}`, name, strings.TrimPrefix(o.CandidateName, "Candidate "))
		}))
		t.Cleanup(s.Close)
		return target{s.URL, name}
	}
	p := newPlan(time.Now())
	ts, schedule := []target{server("one"), server("two")}, openloop.Evenly(1000, n*time.Millisecond)
	got, err := bookings(t.Context(), ts, time.Now(), schedule, p.take(n, place{}))
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range got {
		if want := fmt.Sprintf("int_%s_%d", []string{"one", "two"}[i%2], i); a.ID != want {
			t.Errorf("booking %d is %s, want %s", i, a.ID, want)
		}
	}
}

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
