package api_test

import (
	"database/sql"
	"net/http"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"litmus/store/audit"
	"litmus/testdb"
	"litmus/testdb/worlds"
)

// TestAuditBeside proves that no request waits for its audit row: while the table is locked requests are answered as
// usual, and once it is free every row is there once (docs/adr/0002).
func TestAuditBeside(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		w := open(t, url)
		before, err := w.Audit.Entries(ctx, audit.Filter{OrgID: w.Ours.Organization, Limit: 10_000})
		w.Must(err)
		db, err := sql.Open("pgx", url)
		lock := "begin; lock table audit in access exclusive mode"
		if file, ok := strings.CutPrefix(url, "sqlite:"); ok {
			// Batched writes of earlier requests may still be under way.
			db, err = sql.Open("sqlite", "file:"+file+"?_pragma=busy_timeout(10000)")
			lock = "begin immediate"
		}
		w.Must(err)
		defer db.Close()
		one, err := db.Conn(ctx)
		w.Must(err)
		defer one.Close()
		_, err = one.ExecContext(ctx, lock)
		w.Must(err)

		start, want := time.Now(), map[string]int{}
		for range 50 {
			for path, status := range map[string]int{"/roles": 200, "/interviews/" + w.Ours.Rows["$interview"]: 200,
				"/interviews?limit=0": 400, "/submissions/sub_x": 404} {
				want[w.Do("GET", path, "", w.Key).Want(status).Header.Get("X-Request-Id")] = status
			}
		}
		if took := time.Since(start); took > worlds.Patience {
			t.Errorf("200 requests took %s beside a locked table, want as if it were free", took)
		}
		_, err = one.ExecContext(ctx, "rollback")
		w.Must(err)

		rows, err := w.Audit.Entries(ctx, audit.Filter{OrgID: w.Ours.Organization, Limit: 10_000})
		w.Must(err)
		for _, e := range rows[:len(rows)-len(before)] {
			if want[e.RequestID] != e.Status {
				t.Errorf("audit row %+v, want status %d", e, want[e.RequestID])
			}
			delete(want, e.RequestID)
		}
		if len(want) > 0 || len(rows)-len(before) != 200 {
			t.Errorf("%d audit rows, and %d requests without one; want 200 and none", len(rows)-len(before), len(want))
		}
	})
}

// TestAuditHoldsNoWords proves that the audit does not store what a caller writes in place of an id, since it holds no
// personal data, and that refusals before a look-up are audited without resources.
func TestAuditHoldsNoWords(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	narrow := w.NewKey(w.Ours.Organization, []string{"candidates:read"})
	for _, id := range []string{"ann@acme.example", "int_ann@acme.example", "Ann%20Quillon", strings.Repeat("x", 5000),
		"int_" + strings.Repeat("f", 31), strings.ToUpper(w.Ours.Rows["$interview"])} {
		w.Do("GET", "/interviews/"+id, "", narrow).Want(http.StatusForbidden)
		w.Do("DELETE", "/interviews/"+id, "", w.Key).Want(http.StatusNotFound)
	}
	w.Do("DELETE", "/interviews/int_"+strings.Repeat("f", 32), "", w.Key).Want(http.StatusNotFound)
	w.Do("GET", "/interviews/"+w.Ours.Rows["$interview"], "", narrow).Want(http.StatusForbidden)
	rows, err := w.Audit.Entries(ctx, audit.Filter{OrgID: w.Ours.Organization, Limit: 14})
	w.Must(err)
	for i, e := range rows {
		switch {
		case i == 0 && (e.Status != http.StatusForbidden || len(e.ResourceIDs) != 1 ||
			e.ResourceIDs[0] != w.Ours.Rows["$interview"]):
			t.Errorf("audit row %+v, want the 403 with the interview's id", e)
		case i > 0 && (len(e.ResourceIDs) != 0 || e.Route != worlds.Prefix+"/interviews/{id}"):
			t.Errorf("audit row %+v, want no resource", e)
		}
	}
}
