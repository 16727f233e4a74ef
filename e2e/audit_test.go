package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/store"
)

// audit waits until the organization has n audit rows and returns them, oldest first; "" for those of nobody.
func (s *Service) audit(t testing.TB, orgID string, enough func([]store.AuditEntry) bool) (rows []store.AuditEntry) {
	t.Helper()
	st, err := store.Open(t.Context(), s.Database(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	Until(t, 20*time.Second, "audit rows", func() (bool, string) {
		if rows, err = st.AuditEntries(t.Context(), store.AuditFilter{OrgID: orgID, Limit: 100_000}); err != nil {
			t.Fatal(err)
		}
		slices.Reverse(rows)
		return enough(rows), fmt.Sprintf("%d rows", len(rows))
	})
	return rows
}

// §5 rule 6, decision 86.
func TestDecision86Audit(t *testing.T) {
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
		do(o, "PATCH", "/interviews/"+id, Object{"interviewer_email": o.Email("bram")}, "/interviews/{id}", 200, id, candidate)
		do(o, "PATCH", "/interviews/"+id, "{", "/interviews/{id}", 400, id)
		do(o, "GET", "/interviews/int_personal@"+o.Slug+".example", nil, "/interviews/{id}", 404) // what is nobody's is not noted
		do(narrow, "GET", "/interviews/"+id, nil, "/interviews/{id}", 403, id)                    // a 403 belongs to the key
		do(o, "DELETE", "/interviews/"+id, nil, "/interviews/{id}", 200, id, candidate)
		failed := o.With(flipped(o.Key, 30)).Do(t, "GET", "/interviews/"+id+"?x="+o.Email("secret"), nil).Want(401)

		rows := o.audit(t, o.IDs.Organization, func(rows []store.AuditEntry) bool { return len(rows) >= len(want) })
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
			if strings.ContainsAny(string(b), "@?") || strings.Contains(string(b), "Quillon") || strings.Contains(string(b), o.Key) {
				t.Errorf("audit row %d holds more than it should: %s", i, b)
			}
		}

		t.Run("a failed authentication is kept without a key", func(t *testing.T) {
			request := failed.Header.Get("X-Request-Id")
			of := func(e store.AuditEntry) bool { return e.RequestID == request }
			rows := o.audit(t, "", func(rows []store.AuditEntry) bool { return slices.ContainsFunc(rows, of) })
			e := rows[slices.IndexFunc(rows, of)]
			if e.KeyID != "" || e.OrgID != "" || e.Status != 401 || e.Route != prefix+"/interviews/{id}" || len(e.ResourceIDs) != 0 {
				t.Errorf("audit row %+v, want 401 of the route, of nobody, about nothing", e)
			}
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
