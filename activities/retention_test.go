package activities_test

import (
	"errors"
	"net/netip"
	"testing"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"litmus/activities"
	"litmus/models"
	"litmus/store/audit"
)

// TestDeleteOld: whatever is older than it is kept goes, however much it is, and nothing else. An attempt that ended
// with its worker, or was killed, is gone on with, and its rows are counted.
func TestDeleteOld(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.AuditDays = 400
	const old, young = 2001, 3 // two transactions are not enough
	for n := range old + young {
		at := thu.AddDate(0, 0, -401).Add(-time.Duration(n) * time.Minute)
		if n >= old {
			at = thu.AddDate(0, 0, -399).Add(time.Duration(n) * time.Minute)
		}
		p.Store.Audit.RecordFailure(netip.MustParsePrefix("192.0.2.1/32"), audit.Entry{Status: 401, At: at})
	}
	left := func() int {
		t.Helper()
		rows, err := p.Store.Audit.Entries(t.Context(), audit.Filter{Limit: 10_000})
		p.must(err)
		return len(rows)
	}
	if got := left(); got != old+young {
		t.Fatalf("%d rows, want %d", got, old+young)
	}

	attempt := func(stopped chan struct{}, before map[string]int64) (out activities.Retained, err error) {
		t.Helper()
		suite := &testsuite.WorkflowTestSuite{}
		env := suite.NewTestActivityEnvironment()
		env.RegisterActivity(p.DeleteOld)
		env.SetWorkerStopChannel(stopped)
		if before != nil {
			env.SetHeartbeatDetails(before)
		}
		v, err := env.ExecuteActivity(p.DeleteOld)
		if err == nil {
			p.must(v.Get(&out))
		}
		return out, err
	}
	stopped := make(chan struct{})
	close(stopped)
	_, err := attempt(stopped, nil)
	var failure *temporal.ApplicationError
	gone := old + young - left()
	if !errors.As(err, &failure) || failure.Type() != activities.CodeStopped || failure.NonRetryable() || gone == old {
		t.Errorf("with its worker it ends with %v after %d rows", err, gone)
	}
	const killed = 5 // rows of an attempt before that one, so that some are counted whenever that one ends
	out, err := attempt(nil, map[string]int64{models.KeptAudit: int64(gone) + killed})
	want := activities.Deleted{What: models.KeptAudit, Rows: old + killed}
	if err != nil || len(out.Deleted) != 1 || out.Deleted[0] != want {
		t.Errorf("what was deleted is %+v, %v", out, err)
	}
	if got := left(); got != young {
		t.Errorf("%d rows are left, want the %d young ones", got, young)
	}
	if out, err := attempt(nil, nil); err != nil || len(out.Deleted) != 0 {
		t.Errorf("again: %+v, %v", out, err)
	}

	p.must(p.Store.Close())
	if _, err := attempt(nil, nil); !errors.As(err, &failure) || failure.Type() != activities.CodeDatabase ||
		failure.Message() != activities.CodeDatabase {
		t.Errorf("without a database: %v, want the code alone", err)
	}
}
