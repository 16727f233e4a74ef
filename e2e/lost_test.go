package e2e

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"
)

// remindBefore is the one reminder of the services of these tests, and remindIn how long after its booking it is due:
// after the service was started again, if the machine is not too busy.
const (
	remindBefore = 3 * time.Minute
	remindIn     = 40 * time.Second
)

// Temporal's store may lose what it wrote last, or all. Put back as it was before, or begun anew, everything that is
// owed still happens, once and in its time: the row decides, and Temporal is made to know it again.
func TestTemporalLosesItsStore(t *testing.T) {
	t.Parallel()
	for name, older := range map[string]bool{"an older one is put back": true, "it begins anew": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, kept := Start(t, KeepPorts(), Env(private, "LITMUS_REMINDERS="+remindBefore.String())), t.TempDir()
			o := s.NewOrg(t, brief...)
			host := func(n int) any { return o.Email(fmt.Sprintf("host-%d", n)) }
			id := func(r *Response) string { return r.Text("interview.id") }
			soon := func() string { return fromNow(remindBefore + remindIn) }

			// What the older store knows.
			early := o.Book(t, "early", "scheduled_start_at", fromNow(remindBefore+2*remindIn),
				"interviewer_email", host(0))
			gone := o.Book(t, "gone", "scheduled_start_at", fromNow(remindBefore+2*remindIn),
				"interviewer_email", host(1))
			moved := o.Book(t, "moved", "scheduled_start_at", "2032-06-01T10:00:00Z", "interviewer_email", host(2))
			invited := o.send(t, "invited", "assessment_id", o.Assessment("lens")).Want(201).Text("invite_id")
			o.Settled(t, letterTimeout, id(early), id(gone), id(moved))
			o.InvitationSettled(t, invited) // a letter in flight at the kill may come twice
			if older {
				s.Kill9(t)
				if copied := copyTemporal(t, s.Data, kept); copied < 4 {
					t.Fatalf("%d files of Temporal's copied, want its two stores and their logs", copied)
				}
				s.Restart(t)
			}

			// What it does not.
			late := o.Book(t, "late", "scheduled_start_at", soon(), "interviewer_email", host(3))
			o.Do(t, "DELETE", "/interviews/"+id(gone), nil).Want(200)
			o.Book(t, "moved", "scheduled_start_at", soon(), "interviewer_email", host(2), "replace_existing", true)
			guest := o.send(t, "guest", "assessment_id", o.Assessment("lens")).Want(201).Text("invite_id")
			at := workday(t)
			f := startFeed(t, at(10, 0))
			o.Apply(t, writeFile(t, "feed.yaml",
				northwind(t, o.Slug, append(connect(fmt.Sprintf(`{provider: ics, url: "%s"}`, f.URL)), brief...)...)))
			Until(t, syncTimeout, "the calendar to be read", func() (bool, string) { return f.requests() > 0, "" })
			o.Settled(t, letterTimeout, id(late), id(gone), id(moved))
			o.InvitationSettled(t, guest)
			last := o.Book(t, "last", "interviewer_email", host(4)) // its letters are on their way or not
			s.Kill9(t)
			if removed := removeTemporal(t, s); removed < 2 {
				t.Fatalf("%d files of Temporal's removed, want its two stores at least", removed)
			}
			if older {
				copyTemporal(t, kept, s.Data)
			}
			asked := f.requests()
			s.Restart(t)

			Until(t, letterTimeout, "the calendar to be read again", func() (bool, string) {
				return f.requests() > asked, ""
			})
			for _, who := range []string{"late", "moved", "early"} {
				o.LettersWhen(t, o.Email(who), "a reminder", func(l []Letter) bool { return len(reminders(l)) > 0 })
			}
			o.LettersWhen(t, o.Email("last"), "a confirmation", func(l []Letter) bool { return len(l) > 0 })
			o.Settled(t, afterCrash, id(early), id(gone), id(moved), id(late), id(last))
			if got := o.Do(t, "GET", "/interviews/"+id(gone), nil).Want(200).Text("status"); got != "canceled" {
				t.Errorf("gone is %s", got)
			}
			for who, want := range map[string]struct{ letters, reminders int }{
				"early": {2, 1}, "late": {2, 1}, "moved": {3, 1}, "gone": {2, 0}, "invited": {1, 0}, "guest": {1, 0},
				"host-0": {2, 1}, "host-1": {2, 0}, "host-2": {3, 1}, "host-3": {2, 1},
			} {
				box := o.LettersWhen(t, o.Email(who),
					"all its letters", func(l []Letter) bool { return len(l) >= want.letters })
				ids := map[string]bool{}
				for _, l := range box {
					ids[o.messageID(t, l)] = true
				}
				if len(box) != want.letters || len(ids) != want.letters || len(reminders(box)) != want.reminders {
					t.Errorf("%s got %s, %d different, want %d with %d reminders",
						who, subjects(box), len(ids), want.letters, want.reminders)
				}
			}
			for _, who := range []string{"last", "host-4"} { // in flight at the kill: at most twice, and then the same
				ids := map[string]bool{}
				for _, l := range o.Letters(t, o.Email(who), 1) {
					ids[o.messageID(t, l)] = true
				}
				if len(ids) != 1 {
					t.Errorf("%s got %d different letters, want one", who, len(ids))
				}
			}
		})
	}
}

// temporalFiles are the files of the embedded server's stores, their logs among them.
func temporalFiles(t testing.TB, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "temporal*.db*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// copyTemporal copies the stores of a service that is down to another folder, and returns how many files they are.
func copyTemporal(t testing.TB, from, to string) int {
	t.Helper()
	files := temporalFiles(t, from)
	copyFiles(t, files, to)
	return len(files)
}

// removeTemporal removes the stores of a service that is down, and returns how many files they were.
func removeTemporal(t testing.TB, s *Service) int {
	t.Helper()
	files := temporalFiles(t, s.Data)
	removeFiles(t, files)
	return len(files)
}
