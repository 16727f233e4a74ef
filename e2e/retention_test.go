package e2e

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.temporal.io/sdk/converter"

	"litmus/activities"
	"litmus/models"
	"litmus/testdb"
	"litmus/workflows"
)

// What is old is deleted by one workflow, however many workers there are. A worker that is killed in the middle is
// followed by another one; then it waits for the next day, and no reconciliation takes it for a stranger.
func TestRetentionGoesOn(t *testing.T) {
	t.Parallel()
	needsProcess(t, "a worker to kill")
	testdb.Long(t)
	url := testdb.SQLite(t)
	temporal := startTemporal(t, keptAddr(), filepath.Join(t.TempDir(), "temporal.db"))
	p := startParts(t, url, temporal.Addr())
	file, err := sql.Open("sqlite", strings.Replace(url, "sqlite:", "file:", 1)+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	const old = 60_000
	if _, err := file.Exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
		insert into audit (id, method, route, status, duration_us, resource_ids, request_id, at)
		select 'aud_old_' || i, 'GET', '/api/v1/roles', 401, 1, '[]', 'req_' || i, ? from n`, old,
		time.Now().AddDate(0, 0, -500).UnixMicro()); err != nil {
		t.Fatal(err)
	}
	left := func() (n int) {
		if err := file.QueryRow("select count(*) from audit where id like 'aud_old_%'").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	first := p.worker(t, "")
	Until(t, letterTimeout, "some old rows to go", func() (bool, string) { n := left(); return n < old, fmt.Sprint(n) })
	first.run.kill()
	first.run = nil
	if n := left(); n == 0 {
		t.Fatal("all rows went before the worker was killed")
	}
	second, third := p.worker(t, ""), p.worker(t, "interviews")
	second.awaitHealth(t, 200)
	third.awaitHealth(t, 200)
	Until(t, 3*time.Minute, "all old rows to go", func() (bool, string) { n := left(); return n == 0, fmt.Sprint(n) })

	c := dialTemporal(t, temporal.Addr())
	var done activities.Retained
	attempts := int32(0)
	Until(t, letterTimeout, "the wait for the next day", func() (waits bool, _ string) {
		for h := c.GetWorkflowHistory(t.Context(), workflows.RetentionID, "", false, 0); h.HasNext(); {
			e, err := h.Next()
			if err != nil {
				return false, err.Error()
			}
			if a := e.GetActivityTaskStartedEventAttributes(); a != nil {
				attempts = a.GetAttempt()
			}
			if a := e.GetActivityTaskCompletedEventAttributes(); a != nil {
				if err := converter.GetDefaultDataConverter().FromPayloads(a.GetResult(), &done); err != nil {
					t.Fatal(err)
				}
			}
			if a := e.GetTimerStartedEventAttributes(); a != nil {
				d := a.GetStartToFireTimeout().AsDuration()
				waits = d < 24*time.Hour && d > 23*time.Hour
			}
		}
		return waits, "no timer of a day"
	})
	if attempts < 2 || len(done.Deleted) != 1 || done.Deleted[0].What != models.KeptAudit ||
		done.Deleted[0].Rows > old || done.Deleted[0].Rows < 1 {
		t.Errorf("after %d attempts it deleted %+v", attempts, done)
	}
	Command(t, p.env, "reconcile").must(t, nil)
}
