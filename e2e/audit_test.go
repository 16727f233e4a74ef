package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
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

// §5 rule 6.
func TestAuditRows(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		narrow := o.Scoped(t, "roles:read")
		o.MustRun(t, "keys", "list", "--org", o.Slug)
		type row struct {
			key           string // its last four
			method, route string
			status        int
			resources     []string
		}
		var want []row
		var requests []string
		do := func(who *Org, method, path string, body any, route string, status int, resources ...string) *Response {
			r := who.Do(t, method, path, body).Want(status)
			want = append(want, row{who.Key[len(who.Key)-4:], method, prefix + route, status, resources})
			requests = append(requests, r.Header.Get("X-Request-Id"))
			return r
		}
		posting := o.Posting("engineer")
		do(o, "GET", "/roles", nil, "/roles", 200)
		do(o, "GET", "/interviews?candidate_email="+o.Email("secret")+"&cursor=", nil, "/interviews", 200)
		do(o, "GET", "/postings/"+posting+"/pipeline", nil, "/postings/{id}/pipeline", 200, posting)
		booked := o.Do(t, "POST", "/interviews", o.Booking("cleo")).Want(201)
		id, candidate := booked.Text("interview.id"), booked.Text("interview.candidate.id")
		want = append(want, row{o.Key[len(o.Key)-4:], "POST", prefix + "/interviews", 201, []string{id, candidate}})
		requests = append(requests, booked.Header.Get("X-Request-Id"))
		do(o, "POST", "/interviews", o.Booking("cleo"), "/interviews", 409)
		do(o, "POST", "/interviews", strings.Repeat(" ", 1<<20+1), "/interviews", 413)
		do(o, "HEAD", "/postings/"+posting+"/pipeline", nil, "/postings/{id}/pipeline", 200, posting)
		do(o, "PATCH", "/interviews/"+id, Object{"interviewer_email": o.Email("bram")}, "/interviews/{id}", 200,
			id, candidate)
		do(o, "PATCH", "/interviews/"+id, "{", "/interviews/{id}", 400, id)
		// what is nobody's is not noted
		do(o, "GET", "/interviews/int_personal@"+o.Slug+".example", nil, "/interviews/{id}", 404)
		// a 403 belongs to the key
		do(narrow, "GET", "/interviews/"+id, nil, "/interviews/{id}", 403, id)
		do(o, "DELETE", "/interviews/"+id, nil, "/interviews/{id}", 200, id, candidate)

		rows := o.audit(t, o.IDs.Organization, func(rows []audit.Entry) bool { return len(rows) >= len(want) })
		if len(rows) != len(want) {
			t.Fatalf("%d audit rows, want %d", len(rows), len(want))
		}
		last := lastFours(t, o)
		for i, e := range rows {
			got := row{last[e.KeyID], e.Method, e.Route, e.Status, e.ResourceIDs}
			if fmt.Sprint(got) != fmt.Sprint(want[i]) || e.RequestID != requests[i] {
				t.Errorf("audit row %d: %v of request %s\nwant %v of %s", i, got, e.RequestID, want[i], requests[i])
			}
			if e.Duration <= 0 || time.Since(e.At) > time.Hour {
				t.Errorf("audit row %d: duration %s at %s", i, e.Duration, e.At)
			}
			b, _ := json.Marshal(e)
			if strings.ContainsAny(string(b), "@?") || strings.Contains(string(b), "Quillon") ||
				strings.Contains(string(b), o.Key) {
				t.Errorf("audit row %d holds more than it should: %s", i, b)
			}
		}

		t.Run("a failed authentication is kept without a key", func(t *testing.T) {
			counted := func() (total int) {
				for _, e := range o.audit(t, "", func([]audit.Entry) bool { return true }) {
					total += e.Count
					if e.KeyID != "" || e.OrgID != "" || len(e.ResourceIDs) != 0 || e.Address == "" ||
						strings.Contains(fmt.Sprint(e), "127.0.0.1") {
						t.Errorf("audit row %+v, want nobody's, about nothing, and no address", e)
					}
				}
				return total
			}
			before := counted() // other tests fail to authenticate, too
			o.With(flipped(o.Key, 30)).Do(t, "GET", "/interviews/"+id+"?x="+o.Email("secret"), nil).Want(401)
			Until(t, time.Minute, "it to be counted", func() (bool, string) {
				n := counted()
				return n > before, fmt.Sprint(n)
			})
		})
	})
}

// lastFours maps the ids of the organization's keys to their last four characters.
func lastFours(t testing.TB, o *Org) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, k := range o.keys(t) {
		out[k.ID] = k.LastFour
	}
	return out
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
