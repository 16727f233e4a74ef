package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"litmus/testdb"
)

// `litmus temporal` on an SQLite file has it for itself.
func TestTemporalCommand_file(t *testing.T) {
	t.Parallel()
	needsProcess(t, "two Temporal servers on one file")
	ui := keptAddr()
	env := []string{"LITMUS_TEMPORAL_DATABASE_URL=sqlite:" + filepath.Join(t.TempDir(), "temporal.db")}
	StartPart(t, env, ui, "temporal", "--addr", "127.0.0.1:0", "--ui-addr", ui).awaitHealth(t, 200)
	if got := Command(t, env, "temporal", "--addr", "127.0.0.1:0", "--ui-addr", "127.0.0.1:0"); got.Status != 1 ||
		!strings.Contains(got.Stderr, "in use by another litmus temporal") {
		t.Errorf("a second server on the file: exit status %d\n%s", got.Status, tail(got.Stderr))
	}
	open := Command(t, env, "temporal", "--addr", "0.0.0.0:0", "--ui-addr", "127.0.0.1:0")
	if open.Status != 2 || !strings.Contains(open.Stderr, "--expose-dev") {
		t.Errorf("beyond loopback: exit status %d, want a refusal\n%s", open.Status, tail(open.Stderr))
	}
}

// `litmus temporal` on PostgreSQL carries workflows to their end, is killed and goes on where it was. A second one on
// the same databases is refused.
func TestTemporalCommand(t *testing.T) {
	t.Parallel()
	needsProcess(t, "a Temporal server to kill")
	testdb.Long(t)
	database := testdb.EmptyPostgres(t)
	besidePostgres(t, database, "_visibility", "")
	addr, ui := keptAddr(), keptAddr()
	env := []string{"LITMUS_TEMPORAL_DATABASE_URL=" + database}
	serve := func() *Service {
		t.Helper()
		s := StartPart(t, env, ui, "temporal", "--addr", addr, "--ui-addr", ui)
		s.awaitHealth(t, 200)
		return s
	}
	first := serve()
	p := startParts(t, testdb.Postgres(t), addr)
	w := p.worker(t, "")
	w.awaitHealth(t, 200)
	p.sends(t, "early", "2032-06-01")

	if got := Command(t, env, "temporal", "--addr", "127.0.0.1:0", "--ui-addr", "127.0.0.1:0"); got.Status != 1 ||
		!strings.Contains(got.Stderr, "another Temporal server works on this database") {
		t.Errorf("a second server on the database: exit status %d\n%s", got.Status, tail(got.Stderr))
	}
	first.run.kill()
	<-first.run.ended
	first.run = nil
	moved := p.Book(t, "late", "interviewer_email", p.Email("ilse"))
	serve()
	w.awaitHealth(t, 200)
	p.inbox.Letters(t, p.Email("late"), 1)
	p.Settled(t, afterCrash, moved.Text("interview.id"))
	p.sends(t, "last", "2032-06-03")
}
