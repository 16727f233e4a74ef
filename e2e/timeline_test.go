package e2e

import (
	"strings"
	"testing"
	"time"
)

const (
	longReminder  = 75 * time.Second // of the services of these tests; the gap to the next leaves a busy machine time
	shortReminder = 35 * time.Second
	dueIn         = 10 * time.Second // how long after its booking a reminder of these tests is due
	fiveMinutes   = 5 * time.Minute
)

// reminding configures a service whose reminders come within a test.
func reminding() Option {
	return Env("LITMUS_REMINDERS=" + longReminder.String() + "," + shortReminder.String())
}

// brief is an edit that makes the round engineer/referral/portfolio the shortest there is, and endless an indefinite
// one.
var brief = []string{"title: Portfolio, duration_minutes: 30}", "title: Portfolio, duration_minutes: 5}",
	"title: Systems, duration_minutes: 45}", "title: Systems, duration_minutes: 5, indefinite: true}"}

func reminders(box []Letter) (out []Letter) {
	for _, l := range box {
		if strings.Contains(l.Subject, "interview is ") || strings.HasPrefix(l.Subject, "Interview in ") ||
			strings.HasPrefix(l.Subject, "Interview now") {
			out = append(out, l)
		}
	}
	return out
}

// On the running service: reminders come at their time, move with a replace and end with a cancel; the window's end
// makes an interview completed without a write, and ends its workflow.
func TestTimeline(t *testing.T) {
	t.Parallel()
	s := Serve(t, reminding())
	o := s.NewOrg(t, brief...)
	short, endless := o.Round("engineer", "referral", "portfolio"), o.Round("engineer", "referral", "systems")
	at := func(candidate string, start time.Duration, changes ...any) *Response {
		t.Helper()
		return o.Book(t, candidate, append([]any{
			"scheduled_start_at", fromNow(start), "interviewer_email", o.Email(candidate + "-host"),
		}, changes...)...)
	}
	ending := at("ending", 20*time.Second-fiveMinutes, "round_id", short)
	running := at("running", -fiveMinutes-time.Second, "round_id", endless, "time_zone", "Asia/Tokyo")
	long, near := at("long", longReminder+dueIn), at("near", shortReminder+dueIn)
	gone := at("gone", longReminder+dueIn-2*time.Second)
	o.Do(t, "DELETE", "/interviews/"+gone.Text("interview.id"), nil).Want(200)
	at("moved", longReminder+dueIn-2*time.Second)
	moved := at("moved", longReminder+dueIn+4*time.Second, "replace_existing", true)
	if r := at("soon", 20*time.Second); len(decided(r)) > 0 && decided(r)[0] != "missing_meeting_link" {
		// both instants have passed
		t.Errorf("warnings %v", codes(r))
	}

	for name, c := range map[string]struct {
		booked *Response
		before time.Duration
		words  string
	}{"long": {long, longReminder, "in 1 minute"}, "near": {near, shortReminder, "now"}} {
		s.AdvanceTo(t, startOf(t, c.booked).Add(-c.before))
		for _, to := range []string{o.Email(name), o.Email(name + "-host")} {
			box := o.LettersWhen(t, to, "a reminder", func(l []Letter) bool { return len(reminders(l)) > 0 })
			l := reminders(box)[0]
			start := startOf(t, c.booked)
			if due, _ := time.Parse(time.RFC3339, l.Date); due.Sub(start.Add(-c.before)).Abs() > time.Second ||
				s.Now().Before(start.Add(-c.before)) || !strings.Contains(l.Subject, c.words) || l.ICS != "" {
				t.Errorf("%s: reminder %q of %s, start %s; want one due %s before",
					to, l.Subject, l.Date, start, c.before)
			}
		}
	}
	s.AdvanceTo(t, startOf(t, moved).Add(-longReminder))
	o.LettersWhen(t, o.Email("moved-host"), "a reminder", func(l []Letter) bool { return len(reminders(l)) > 0 })
	box := o.LettersWhen(t, o.Email("moved"), "a reminder", func(l []Letter) bool { return len(reminders(l)) > 0 })
	start := startOf(t, moved)
	if due, _ := time.Parse(time.RFC3339, reminders(box)[0].Date); len(reminders(box)) != 1 ||
		due.Sub(start.Add(-longReminder)).Abs() > time.Second {
		t.Errorf("moved got %s on %s, want one reminder, for the new time %s",
			subjects(box), reminders(box)[0].Date, start)
	}
	// By now those of the canceled interview and of the old time would have come, two seconds and more before.
	o.Settled(t, letterTimeout, gone.Text("interview.id"), moved.Text("interview.id"), long.Text("interview.id"),
		near.Text("interview.id"))
	for _, to := range []string{"gone", "gone-host", "soon", "soon-host", "running"} {
		if l := reminders(o.Inbox(t, o.Email(to))); len(l) != 0 {
			t.Errorf("%s got %s, want no reminder", to, subjects(l))
		}
	}
	for _, to := range []string{"long", "near", "long-host", "near-host", "moved-host"} {
		if l := reminders(o.Inbox(t, o.Email(to))); len(l) != 1 {
			t.Errorf("%s got %s, want one reminder", to, subjects(l))
		}
	}

	t.Run("the window's end", func(t *testing.T) {
		id := ending.Text("interview.id")
		end := windowEnd(t, ending, fiveMinutes)
		early := o.Do(t, "GET", "/interviews/"+id, nil).Want(200).Text("status")
		if s.Now().Before(end) && early != "scheduled" {
			t.Fatalf("%s before its window ends", early)
		}
		s.AdvanceTo(t, end)
		Until(t, letterTimeout, "the window to end", func() (bool, string) {
			r := o.Do(t, "GET", "/interviews/"+id, nil).Want(200)
			for _, same := range []string{"updated_at", "call_ended_at"} {
				if r.JSON(same) != ending.JSON("interview."+same) {
					t.Fatalf("%s became %s with the passage of time", same, r.JSON(same))
				}
			}
			return r.Text("status") == "completed", r.Text("status")
		})
		if now := s.Now(); now.Before(end) {
			t.Errorf("completed at %s, %s before its window ends", now, end.Sub(now))
		}
		if got := o.Do(t, "GET", "/interviews?candidate_email="+
			o.Email("ending"), nil).Text("interviews.0.status"); got != "completed" {
			t.Errorf("the list shows %s, want completed", got)
		}
		if closed := workflowClosed(t, s, letterTimeout, id); closed.Before(end) {
			t.Errorf("the workflow ended at %s, before the window at %s", closed, end)
		}
		o.Do(t, "PATCH", "/interviews/"+id, Object{"interviewer_email": o.Email("ilse")}).WantError(409, "completed")
		// §4 rule 1
		o.Do(t, "POST", "/interviews", o.Booking("ending", "round_id", short)).WantError(409, "completed")
		// A finished workflow is woken by the next change.
		r := o.Book(t, "ending", "round_id", short, "replace_existing", true)
		if r.Text("interview.id") != id || r.Text("interview.status") != "scheduled" {
			t.Errorf("replaced: %s", r.Body)
		}
		o.LettersWhen(t, o.Email("ending"), "a letter on the new time", func(l []Letter) bool {
			return len(l) > 0 && l[0].tells("Tuesday, 1 June 2032")
		})
		if !workflowRuns(t, s, id) {
			t.Error("the workflow has ended, want it to wait for the reminders")
		}
	})
	t.Run("an indefinite interview has no clock-based end (§3)", func(t *testing.T) {
		id := running.Text("interview.id")
		if got := o.Do(t, "GET", "/interviews/"+id, nil).Text("status"); got != "scheduled" {
			t.Errorf("status %s after its nominal end, want scheduled", got)
		}
		if l := o.Letters(t, o.Email("running"), 1)[0]; !l.tells("JST", "open-ended") {
			t.Errorf("its letter:\n%s", l.Text)
		}
		workflowClosed(t, s, letterTimeout, id)
	})
}

// windowEnd is when the session window of a booking closes without grace.
func windowEnd(t testing.TB, booked *Response, d time.Duration) time.Time {
	t.Helper()
	return startOf(t, booked).Add(d)
}

// startOf is the start of the interview that a booking's answer shows.
func startOf(t testing.TB, booked *Response) time.Time {
	t.Helper()
	start, err := time.Parse(time.RFC3339, booked.Text("interview.scheduled_start_at"))
	if err != nil {
		t.Fatal(err)
	}
	return start
}
