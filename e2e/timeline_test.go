package e2e

import (
	"slices"
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
// makes an interview completed without a write, which updated_since does not see, and ends its workflow
// (§3 Transitions, §6). More in models/effect and package workflows.
func TestTimeline(t *testing.T) {
	t.Parallel()
	s := Serve(t, reminding())
	o := s.NewOrg(t, brief...)
	short := o.Round("engineer", "referral", "portfolio")
	at := func(candidate string, start time.Duration, changes ...any) *Response {
		t.Helper()
		return o.try(t, candidate, fromNow(start), o.Email(candidate+"-host"), changes...).Want(201)
	}
	ending := at("ending", 20*time.Second-fiveMinutes, "round_id", short)
	long, near := at("long", longReminder+dueIn), at("near", shortReminder+dueIn)
	gone := at("gone", longReminder+dueIn-2*time.Second).Text("interview.id")
	o.Do(t, "DELETE", "/interviews/"+gone, nil).Want(200)
	at("moved", longReminder+dueIn-2*time.Second)
	moved := at("moved", longReminder+dueIn+4*time.Second, "replace_existing", true)
	soon := at("soon", 20*time.Second).Text("interview.id") // both instants have passed

	for _, c := range []struct {
		name   string
		booked *Response
		before time.Duration
		words  string
	}{{"near", near, shortReminder, "now"}, {"long", long, longReminder, "in 1 minute"},
		{"moved", moved, longReminder, "in 1 minute"}} {
		due := startOf(t, c.booked).Add(-c.before)
		s.AdvanceTo(t, due)
		for _, to := range []string{o.Email(c.name), o.Email(c.name + "-host")} {
			o.LettersWhen(t, to, "a reminder", func(l []Letter) bool { return len(reminders(l)) > 0 })
			o.Settled(t, letterTimeout, c.booked.Text("interview.id"))
			box := reminders(o.Inbox(t, to))
			if on, _ := time.Parse(time.RFC3339, box[0].Date); len(box) != 1 || on.Sub(due).Abs() > time.Second ||
				!strings.Contains(box[0].Subject, c.words) || box[0].ICS != "" {
				t.Errorf("%s: reminders %s, %s; want one due %s", to, subjects(box), box[0].Date, due)
			}
		}
	}
	o.Settled(t, letterTimeout, gone, soon)
	for _, to := range []string{"gone", "gone-host", "soon", "soon-host"} {
		if l := reminders(o.Inbox(t, o.Email(to))); len(l) != 0 {
			t.Errorf("%s got %s, want no reminder", to, subjects(l))
		}
	}

	id, end := ending.Text("interview.id"), startOf(t, ending).Add(fiveMinutes)
	s.AdvanceTo(t, end)
	Until(t, letterTimeout, "the window to end", func() (bool, string) {
		r := o.Do(t, "GET", "/interviews/"+id, nil).Want(200)
		if r.JSON("updated_at") != ending.JSON("interview.updated_at") {
			t.Fatalf("updated_at became %s with the passage of time", r.JSON("updated_at"))
		}
		return r.Text("status") == "completed", r.Text("status")
	})
	if s.Now().Before(end) {
		t.Error("it is completed before its window ends")
	}
	since := "/interviews?updated_since=" + s.later(t, ending.Text("interview.updated_at"))
	if got := o.Do(t, "GET", since, nil).Want(200).Texts("interviews", "id"); slices.Contains(got, id) {
		t.Error("updated_since sees what time did")
	}
	if closed := runClosed(t, s, letterTimeout, "interview/"+id); closed.Before(end) {
		t.Errorf("the workflow ended at %s, before the window at %s", closed, end)
	}
	// A finished workflow is woken by the next change.
	o.Book(t, "ending", "round_id", short, "replace_existing", true)
	o.LettersWhen(t, o.Email("ending"), "a letter on the new time", func(l []Letter) bool {
		return len(l) > 0 && l[0].tells("Tuesday, 1 June 2032")
	})
	if !runOpen(t, s, "interview/"+id) {
		t.Error("the workflow has ended, want it to wait for the reminders")
	}
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
