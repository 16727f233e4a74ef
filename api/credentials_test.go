package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"litmus/models/access"
	"litmus/models/act"
	"litmus/store/audit"
	"litmus/testdb"
	"litmus/testdb/worlds"
)

// TestCredentials proves that every request without a valid key gets the same 401, for every operation, that it costs
// at most one query and none if the text cannot be a key, and that no key is logged (§5 rules 1 and 4, §7).
func TestCredentials(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		w := open(t, url)
		revoked := w.NewKey(w.Ours.Organization, access.Scopes)
		keys, err := w.Team.Keys(ctx, w.Ours.Organization)
		w.Must(err)
		w.Must(w.Team.RevokeKey(ctx, act.By{}, w.Ours.Organization, keys[len(keys)-1].ID))
		never, err := access.NewKeySecret(strings.NewReader(strings.Repeat("never", 20)))
		w.Must(err)
		key := w.Key
		again := func(s string) []string { return []string{"Authorization", s, "Authorization", s} }

		for _, c := range []struct {
			what    string
			headers []string
			queries int
		}{
			{"none", nil, 0},
			{"revoked", []string{"Authorization", "Bearer " + revoked}, 1},
			{"never made, right in form", []string{"Authorization", "Bearer " + never}, 1},
			{"wrong checksum", []string{"Authorization", "Bearer " + key[:len(key)-1] + other(key[len(key)-1])}, 0},
			{"wrong in the middle", []string{"Authorization", "Bearer " + key[:20] + other(key[20]) + key[21:]}, 0},
			{"cut short", []string{"Authorization", "Bearer " + key[:len(key)-1]}, 0},
			{"empty", []string{"Authorization", ""}, 0},
			{"no scheme", []string{"Authorization", key}, 0},
			{"another scheme", []string{"Authorization", "Basic " + key}, 0},
			{"a list", []string{"Authorization", "Bearer " + key + ", Bearer " + key}, 0},
			{"a header twice, right both times", again("Bearer " + key), 0},
			{"a header twice, right first", []string{"Authorization", "Bearer " + key, "Authorization",
				"Basic eDp5"}, 0},
			{"a header twice, right last", []string{"Authorization", "Basic eDp5", "authorization",
				"Bearer " + key}, 0},
			{"a megabyte", []string{"Authorization", "Bearer " + strings.Repeat("x", 1<<20)}, 0},
			{"bytes", []string{"Authorization", "Bearer \xff\xfe" + key}, 0},
			{"a letter that looks like one", []string{"Authorization",
				"Bearer " + strings.Replace(key, "litmus", "l\u0456tmus", 1)}, 0},
			{"elsewhere", []string{"X-Api-Key", key, "Proxy-Authorization", "Bearer " + key, "Cookie", "key=" + key,
				"X-Authorization", "Bearer " + key}, 0},
		} {
			for _, o := range []struct{ method, path string }{
				{"GET", "/roles"},
				{"GET", "/roles?api_key=" + key + "&access_token=" + key + "&key=" + key},
				{"DELETE", "/interviews/" + w.Ours.Rows["$interview"]},
				{"POST", "/interviews"},
				{"GET", "/submissions/" + strings.Repeat("f", 40)},
			} {
				var a *worlds.Answer
				n := w.Statements(func() { a = w.Do(o.method, o.path, "", "", c.headers...) })
				if a.Status != http.StatusUnauthorized || a.Refusal() != "missing or invalid API key: send "+
					"Authorization: Bearer litmus_sk_…" || a.Header.Get("WWW-Authenticate") != "Bearer" {
					t.Errorf("%s: %.60s answered %d %s with %v", c.what, a.About, a.Status, a.Body, a.Header)
				}
				if n != c.queries {
					t.Errorf("%s: %d queries, want %d", c.what, n, c.queries)
				}
			}
		}

		t.Run("the key is let in, whatever the case of the scheme", func(t *testing.T) {
			for _, value := range []string{"Bearer " + key, "bearer " + key, "BEARER " + key, "bEaReR    " + key,
				" Bearer " + key + "  "} {
				if n := w.Statements(func() {
					w.Do("GET", "/submissions/"+w.Ours.Rows["$submission"], "", "", "Authorization",
						value).Want(http.StatusOK)
				}); n != 3 {
					t.Errorf("%q: %d queries, want one each for key, submission and its files", value[:10], n)
				}
			}
		})
		t.Run("a missing scope costs the query for the key alone", func(t *testing.T) { // §7: 403
			narrow := w.NewKey(w.Ours.Organization, []string{"candidates:read"})
			for _, path := range []string{"/roles", "/interviews", "/interviews/" + w.Ours.Rows["$interview"],
				"/postings/x/slots"} {
				if n := w.Statements(func() { w.Do("GET", path, "", narrow).Want(http.StatusForbidden) }); n != 1 {
					t.Errorf("GET %s: %d queries, want 1", path, n)
				}
			}
		})
		t.Run("no key is in the log", func(t *testing.T) {
			for _, k := range []string{key, revoked, never} {
				if log := w.Log.String(); strings.Contains(log, k[10:30]) || !strings.Contains(log, `"status":401`) {
					t.Errorf("the log holds a key or nothing of these requests:\n%.2000s", log)
				}
			}
		})
		t.Run("each is counted in the audit once, without a key", func(t *testing.T) {
			rows, err := w.Audit.Entries(ctx, audit.Filter{Limit: 1000})
			w.Must(err)
			total := 0
			for _, e := range rows {
				if e.KeyID != "" || e.OrgID != "" || e.Status != http.StatusUnauthorized || len(e.ResourceIDs) != 0 {
					t.Errorf("audit row %+v, want 401s of nobody about nothing", e)
				}
				total += e.Count
			}
			if want := strings.Count(w.Log.String(), `"status":401`); total != want || want < 50 {
				t.Errorf("the audit counts %d requests of nobody, want %d", total, want)
			}
		})
	})
}

// other returns another character that a key may contain.
func other(c byte) string {
	if c == '0' {
		return "1"
	}
	return "0"
}

// TestPanic proves that a panic becomes a 500 in JSON that reveals nothing, one line in the log, and an audit row as
// for any request (§7).
func TestPanic(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	w.Fail.Store(true)
	rec := w.Raw("GET", "/interviews", w.Key)
	w.Fail.Store(false)
	if rec.Code != http.StatusInternalServerError || strings.Contains(rec.Body.String(), "clock") ||
		!strings.Contains(rec.Body.String(), `"error":"internal error`) ||
		rec.Header().Get("Content-Type") != "application/json; charset=utf-8" {
		t.Errorf("answered %d %s", rec.Code, rec.Body)
	}
	id := rec.Header().Get("X-Request-Id")
	if lines := w.Log.Complaints(); strings.Count(lines, "\n") != 1 || !strings.Contains(lines, id) ||
		!strings.Contains(lines, "the clock fell down") {
		t.Errorf("in the log stands\n%s", lines)
	}
	rows, err := w.Audit.Entries(ctx, audit.Filter{OrgID: w.Ours.Organization, Limit: 1})
	w.Must(err)
	if len(rows) != 1 || rows[0].RequestID != id || rows[0].Status != http.StatusInternalServerError ||
		rows[0].KeyID == "" {
		t.Errorf("the newest audit row is %s, want the 500 of request %s", fmt.Sprint(rows), id)
	}
}
