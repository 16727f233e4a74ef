package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"litmus/testdb"
)

// restored is what a test books before and after a backup, and what must be true once the backup is in the place of the
// database, beside a Temporal that knows what came after.
type restored struct {
	*Org
	letters *Service // whose inbox has them

	moved, canceled, lost string // ids of interviews
}

// before books what the backup has. Reminders are due after it was restored, if the machine is not too busy.
func (r *restored) before(t testing.TB) {
	t.Helper()
	soon := fromNow(remindBefore + 2*remindIn)
	book := func(who string) string {
		return r.Book(t, who, "scheduled_start_at", soon, "interviewer_email", r.Email("host-"+who)).Text("interview.id")
	}
	r.moved, r.canceled = book("moved"), book("canceled")
	r.Settled(t, letterTimeout, r.moved, r.canceled)
}

// after does what the backup does not know.
func (r *restored) after(t testing.TB) {
	t.Helper()
	r.Book(t, "moved", "scheduled_start_at", "2032-06-01T10:00:00Z", "interviewer_email", r.Email("host-moved"),
		"replace_existing", true)
	r.Do(t, "DELETE", "/interviews/"+r.canceled, nil).Want(200)
	r.lost = r.Book(t, "lost", "interviewer_email", r.Email("host-lost")).Text("interview.id")
	r.Settled(t, letterTimeout, r.moved, r.canceled, r.lost)
}

// check looks whether everything is as the backup has it: what stands in it happens in its time, and who was booked
// since can be booked again.
func (r *restored) check(t testing.TB) {
	t.Helper()
	for _, id := range []string{r.moved, r.canceled} {
		if got := r.Do(t, "GET", "/interviews/"+id, nil).Want(200).Text("status"); got != "scheduled" {
			t.Errorf("%s is %s, want what it was in the backup", id, got)
		}
	}
	r.Do(t, "GET", "/interviews/"+r.lost, nil).Want(404)
	for _, who := range []string{"moved", "canceled", "host-moved", "host-canceled"} {
		box := r.letters.LettersWhen(t, r.Email(who), "a reminder", func(l []Letter) bool { return len(reminders(l)) > 0 })
		if n := len(reminders(box)); n != 1 {
			t.Errorf("%s got %d reminders: %s", who, n, subjects(box))
		}
	}
	r.Book(t, "lost", "interviewer_email", r.Email("host-lost"))
	r.letters.Letters(t, r.Email("lost"), 2)
}

// An older database is put back while Temporal keeps what it knows: what the rows say holds, and happens.
func TestOlderDatabaseIsRestored(t *testing.T) {
	t.Parallel()
	needsProcess(t, "a database to put back while the service is down")
	reminders := "LITMUS_REMINDERS=" + remindBefore.String()
	t.Run("of up", func(t *testing.T) {
		t.Parallel()
		s, kept := Start(t, KeepPorts(), Env(private, reminders)), t.TempDir()
		r := &restored{Org: s.NewOrg(t, brief...), letters: s}
		r.before(t)
		s.Stop(t)
		copyFiles(t, databaseFiles(t, s.Data), kept)
		s.Restart(t)
		r.after(t)
		s.Kill9(t)
		removeFiles(t, databaseFiles(t, s.Data))
		copyFiles(t, databaseFiles(t, kept), s.Data)
		s.Restart(t)
		r.check(t)
	})
	t.Run("of PostgreSQL", func(t *testing.T) {
		t.Parallel()
		temporal := startTemporal(t, "", filepath.Join(t.TempDir(), "temporal.db"))
		database := testdb.Postgres(t)
		p := startParts(t, database, temporal.Addr(), reminders)
		r := &restored{Org: p.Org, letters: p.inbox}
		first := p.worker(t, "")
		r.before(t)
		first.Stop(t)
		p.api.Stop(t)
		backup := clonePostgres(t, database)
		again := *p
		again.api = StartPart(t, p.env, "127.0.0.1:0", "api")
		second := again.worker(t, "")
		r.Service.API = again.api.API
		r.after(t)
		second.Stop(t)
		again.api.Stop(t)

		back := p.on(backup, temporal.Addr())
		back.refuses(t, "restored or copied to another place", aWorker...)
		MustRun(t, back.env, "adopt", "--moved")
		back.api = StartPart(t, back.env, "127.0.0.1:0", "api")
		back.worker(t, "")
		r.Service.API = back.api.API
		r.check(t)
	})
}

// databaseFiles are the files of the database of `litmus up` in a folder.
func databaseFiles(t testing.TB, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "litmus.db*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("the files of the database: %v, %v", files, err)
	}
	return files
}

func removeFiles(t testing.TB, files []string) {
	t.Helper()
	for _, f := range files {
		if err := os.Remove(f); err != nil {
			t.Fatal(err)
		}
	}
}

// copyFiles copies files to a folder.
func copyFiles(t testing.TB, files []string, to string) {
	t.Helper()
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err == nil {
			err = os.WriteFile(filepath.Join(to, filepath.Base(f)), b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
