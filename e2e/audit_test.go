package e2e

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"litmus/store/audit"
	"litmus/testdb"
)

// audit waits until the organization has n audit rows and returns them, oldest first; "" for those of nobody.
func (s *Service) audit(t testing.TB, orgID string, enough func([]audit.Entry) bool) (rows []audit.Entry) {
	t.Helper()
	st := s.Store(t)
	Until(t, time.Minute, "audit rows", func() (bool, string) {
		var err error
		if rows, err = st.Audit.Entries(t.Context(), audit.Filter{OrgID: orgID, Limit: 100_000}); err != nil {
			t.Fatal(err)
		}
		slices.Reverse(rows)
		return enough(rows), fmt.Sprintf("%d rows", len(rows))
	})
	return rows
}

// §5 rule 6, nothing is lost on a clean stop: a service that is told to stop in the middle of load has an audit row for
// every request that it answered, one each, and none that nobody sent.
func TestAuditCleanStop(t *testing.T) {
	t.Parallel()
	enough := 500
	if testing.Short() {
		enough = 100
	}
	for name, start := range map[string]func(t *testing.T) *Service{
		"up": func(t *testing.T) *Service { return Start(t) },
		"api on SQLite": func(t *testing.T) *Service {
			return StartAPI(t, []string{"LITMUS_DATABASE_URL=" + testdb.SQLite(t), signingSecret})
		},
		"api on PostgreSQL": func(t *testing.T) *Service {
			return StartAPI(t, []string{"LITMUS_DATABASE_URL=" + testdb.Postgres(t), signingSecret})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			o := s.NewOrg(t)
			load := &flood{api: o.API, sent: map[string]int{}}
			paths := []string{"/roles", "/interviews?limit=100", "/interviews/" + o.IDs.Imports["gh"],
				"/interviews/int_unknown", "/interviews?limit=0"}
			for n := range 8 {
				load.Go(func() {
					for i := n; load.ask(paths[i%len(paths)], o.Key); i++ {
					}
				})
			}
			load.Go(func() {
				for load.ask("/roles", flipped(o.Key, 30)) {
				}
			})
			Until(t, 60*time.Second, "load", func() (bool, string) {
				n := load.count()
				return n >= enough, fmt.Sprint(n)
			})
			s.Stop(t)
			load.Wait()

			rows := s.audit(t, o.IDs.Organization, func([]audit.Entry) bool { return true })
			answered, failed := len(load.sent), 0
			for _, e := range s.audit(t, "", func([]audit.Entry) bool { return true }) {
				failed += e.Count
			}
			for id, status := range load.sent { // without a key: they are counted together
				if status == http.StatusUnauthorized || status == http.StatusTooManyRequests {
					delete(load.sent, id)
					failed--
				}
			}
			if failed < 0 || failed > 1 { // one was answered to a connection that was gone
				t.Errorf("the audit counts %d failed authentications more than were answered", failed)
			}
			load.lost -= failed
			for _, e := range rows {
				status, there := load.sent[e.RequestID]
				switch {
				case there && status != e.Status:
					t.Errorf("request %s was answered %d, and audited as %d", e.RequestID, status, e.Status)
				case !there && e.Method == "GET":
					load.lost-- // answered to a connection that was gone
				}
				delete(load.sent, e.RequestID)
			}
			if len(load.sent) > 0 || load.lost < 0 {
				t.Errorf("%d requests were answered, %d audit rows: %d answered ones have none, and %d rows are of "+
					"nothing that was sent", answered, len(rows), len(load.sent), -load.lost)
			}
			t.Logf("%d answered, %d rows", answered, len(rows))
		})
	}
}

// flood sends requests until the service is gone, and remembers what was answered.
type flood struct {
	sync.WaitGroup
	api  string
	mu   sync.Mutex
	sent map[string]int // the status of every request that was answered, by its id
	lost int            // requests without an answer
}

func (f *flood) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.sent)
}

// ask sends one request and reports whether it was answered to its end.
func (f *flood) ask(path, key string) bool {
	req, err := http.NewRequest("GET", f.api+prefix+path, nil)
	if err != nil {
		return false
	}
	req.Header.Set("Authorization", "Bearer "+key)
	resp, err := client.Do(req)
	if err == nil {
		_, err = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err != nil {
		f.lost++
		return false
	}
	f.sent[resp.Header.Get("X-Request-Id")] = resp.StatusCode
	return true
}
