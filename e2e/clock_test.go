package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// clockOf asks for the organization's time, or with a body moves it.
func (o *Org) clockOf(t testing.TB, body any) *Response {
	t.Helper()
	method := "GET"
	if body != nil {
		method = "POST"
	}
	return o.Service.Do(t, method, "/test-clock", body, "Authorization", "Bearer "+o.Key)
}

// wait moves the test clock of the organization forward, and returns its time.
func (o *Org) wait(t testing.TB, d time.Duration) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, o.clockOf(t, Object{"seconds": d.Seconds()}).Want(200).Text("now"))
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// waitUntil moves the test clock of the organization to an instant, a year at most at a time.
func (o *Org) waitUntil(t testing.TB, to time.Time) {
	t.Helper()
	for at := o.wait(t, 0); at.Before(to); at = o.wait(t, min(to.Sub(at), 366*24*time.Hour)) {
	}
}

// nineDays are three reminders, an external session whose link nobody uses, an invitation that nobody takes up, and an
// interview whose last reminder alone is left to send.
type nineDays struct {
	o                              *Org
	booked, session, invited, near string // ids
}

// remindingThrice configures a service as nineDays needs it.
func remindingThrice() Option { return Env("LITMUS_REMINDERS=168h,24h,1h") }

// play makes what happens in nine days. start is that of the interview with three reminders, near that of the one with
// a single reminder left.
func (s *Service) play(t testing.TB, start, near time.Time) nineDays {
	t.Helper()
	o := s.NewOrg(t, "invite_days: 14", "invite_days: 8")
	endless := o.Round("engineer", "main", "pairing")
	return nineDays{o: o,
		booked: o.Book(t, "booked", "scheduled_start_at", start.Format(time.RFC3339),
			"interviewer_email", o.Email("ilse")).Text("interview.id"),
		session: o.Do(t, "POST", "/interviews", o.External("session")).Want(201).Text("interview.id"),
		invited: o.send(t, "lens", "assessment_id", o.Assessment("lens")).Want(201).Text("invite_id"),
		near: o.Book(t, "near", "round_id", endless, "scheduled_start_at", near.Format(time.RFC3339),
			"interviewer_email", o.Email("bram")).Text("interview.id"),
	}
}

// inboxes are subjects and dates of all letters of the nine days, the dates as distances from the interview's start
// where they were given by it.
func (n nineDays) inboxes(t testing.TB, start time.Time) (out []string) {
	t.Helper()
	for _, to := range []string{"booked", "ilse", "session", "lens", "near", "bram"} {
		for _, l := range n.o.Inbox(t, n.o.Email(to)) {
			line := to + ": " + l.Subject
			if at, err := time.Parse(time.RFC3339, l.Date); err == nil && (to == "booked" || to == "ilse") &&
				len(reminders([]Letter{l})) > 0 {
				line += ", " + start.Sub(at).String() + " before"
			}
			out = append(out, line)
		}
	}
	slices.Sort(out)
	return out
}

// check wants everything that nine days bring.
func (n nineDays) check(t testing.TB) {
	t.Helper()
	for id, want := range map[string]struct {
		status  string
		letters []string
	}{
		n.booked:  {"completed", []string{"confirmation", "reminder_168h", "reminder_24h", "reminder_1h"}},
		n.near:    {"scheduled", []string{"confirmation", "reminder_1h"}},
		n.session: {"expired", nil},
	} {
		if got := n.o.Do(t, "GET", "/interviews/"+id, nil).Want(200).Text("status"); got != want.status {
			t.Errorf("interview %s is %s, want %s", id, got, want.status)
		}
		var candidates []string
		all := n.o.Converged(t, id).Effects
		for _, e := range all {
			if strings.HasPrefix(e.Target, "mail:candidate") && e.State == "done" {
				candidates = append(candidates, e.Kind)
			}
		}
		slices.Sort(candidates)
		slices.Sort(want.letters)
		if !slices.Equal(candidates, want.letters) || len(all) != 2*len(want.letters) { // the interviewer has as many
			t.Errorf("interview %s has %+v, want %q", id, all, want.letters)
		}
	}
	i := n.o.InvitationConverged(t, n.invited)
	if i.State != "expired" || len(i.Effects) != 1 || i.Effects[0].Kind != "invitation" ||
		i.Effects[0].State != "done" {
		t.Errorf("the invitation is %+v, want it expired after one letter", i)
	}
}

// A test clock carries three reminders, an external session and an invitation through nine days in less than five
// seconds. The same letters leave as in real time, to the word and the second, where the machine's own clock can be
// moved.
func TestNineDays(t *testing.T) {
	t.Parallel()
	s := Serve(t, WithTestClock(), remindingThrice())
	began := s.Now()
	start := began.Add(8*24*time.Hour + 12*time.Hour).Truncate(time.Minute).UTC()
	near := began.Add(time.Hour + time.Minute).Truncate(time.Second).UTC()
	n := s.play(t, start, near)
	for _, id := range []string{n.booked, n.session, n.near} {
		n.o.Converged(t, id)
	}
	fast := within(t, 5*time.Second, "nine days")
	n.o.wait(t, 9*24*time.Hour)
	fast()
	n.check(t)
	if s.local == nil {
		return // the machine's clock cannot be moved
	}
	timed := Serve(t, remindingThrice())
	timed.beginAt(began) // or a minute could begin between the two, and their letters name other times
	m := timed.play(t, start, near)
	_ = m.inboxes(t, start)
	for _, at := range []time.Time{near.Add(-time.Hour), start.Add(-168 * time.Hour),
		start.Add(-24 * time.Hour), start.Add(-time.Hour), start.Add(24 * time.Hour)} {
		timed.AdvanceTo(t, at)
		_ = m.inboxes(t, start)
	}
	m.check(t)
	if got, want := n.inboxes(t, start), m.inboxes(t, start); !slices.Equal(got, want) {
		t.Errorf("the test clock gave\n%s\nand real time\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The time is the organization's alone, is moved by command as well, is kept over a restart, and timers that were set
// before fire by it. Without the flag up refuses the database. More in packages api, cli and store.
func TestClockIsMoved(t *testing.T) {
	t.Parallel()
	s := Serve(t, WithTestClock())
	o, other := s.NewOrg(t), s.NewOrg(t)

	// A timer that is set for an hour and two seconds from now fires two seconds after the clock went an hour ahead.
	// Both letters have left before, or they would leave with the reminder.
	soon := o.Book(t, "soon", "scheduled_start_at", s.fromNow(2*time.Hour+2*time.Second), "interviewer_email",
		o.Email("ilse")).Text("interview.id")
	o.Settled(t, letterTimeout, soon)
	o.wait(t, time.Hour)
	o.LettersWhen(t, o.Email("soon"), "a reminder", func(l []Letter) bool { return len(reminders(l)) == 1 })

	o.MustRun(t, "clock", "advance", "1d12h", "--org", o.Slug)
	if got := o.Do(t, "GET", "/interviews/"+soon, nil).Want(200).Text("status"); got != "completed" {
		t.Errorf("then the interview is %s", got)
	}
	follows := func(o *Org, want float64) {
		t.Helper()
		if got := o.clockOf(t, nil).Want(200).JSON("ahead_seconds"); got != fmt.Sprint(want) {
			t.Errorf("%s is %s seconds ahead, want %v", o.Slug, got, want)
		}
	}
	follows(o, 37*3600)
	follows(other, 0)
	if !processes {
		return // a service in this process is not started again, and stands in no other's way
	}
	s.Restart(t)
	follows(o, 37*3600)

	s.Stop(t)
	s.clock = false
	if err := s.start(); err == nil || !strings.Contains(err.Error(), "a test clock moved the time") {
		t.Errorf("up without the flag: %v", err)
	}
	s.clock = true
}
