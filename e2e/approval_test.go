package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// While an organization is not approved its letters wait and its pages say so; a cancellation goes on; what waited
// leaves once it is approved again.
func TestUnapprovedOrganization(t *testing.T) {
	t.Parallel()
	s := Serve(t)
	o := s.NewOrg(t)
	booked := o.Book(t, "kept", "interviewer_email", o.Email("kept-host"),
		"scheduled_start_at", fromNow(time.Hour+20*time.Second)) // the reminder of an hour before is due in 20 s
	kept := booked.Text("interview.id")
	page := sessionLink.FindString(o.Letters(t, o.Email("kept"), 1)[0].Text)
	o.Letters(t, o.Email("kept-host"), 1)
	o.Get(t, page).Want(200)
	refused := writeFile(t, "refused.yaml", northwind(t, o.Slug, "approved: true", "approved: false"))
	o.Service.Apply(t, refused)
	o.Do(t, "GET", "/interviews/"+kept, nil).WantError(401, "not approved")
	if r := o.Get(t, page); r.Status != 503 || !strings.Contains(string(r.Body), "not available at the moment") {
		t.Errorf("the page: %d\n%s", r.Status, r.Body)
	}
	s.AdvanceTo(t, startOf(t, booked).Add(-time.Hour))
	Until(t, letterTimeout, "the reminders to be owed", func() (bool, string) {
		text := o.MustRun(t, "interviews", "show", "--json", kept)
		var shown struct {
			Approved bool `json:"organization_approved"`
			Owed     []struct{ Kind string }
		}
		if err := json.Unmarshal([]byte(text), &shown); err != nil || shown.Approved {
			t.Fatalf("interviews show --json printed %s (%v)", text, err)
		}
		return len(shown.Owed) == 2 && shown.Owed[0].Kind == "reminder_1h", fmt.Sprint(shown.Owed)
	})
	for _, to := range []string{"kept", "kept-host"} {
		if got := reminders(o.Inbox(t, o.Email(to))); len(got) != 0 {
			t.Errorf("%s got %s while the organization is not approved", to, subjects(got))
		}
	}
	o.Service.Apply(t, o.File)
	o.Get(t, page).Want(200)
	for _, to := range []string{"kept", "kept-host"} {
		o.LettersWhen(t, o.Email(to), "a reminder", func(l []Letter) bool { return len(reminders(l)) > 0 })
	}
	o.Converged(t, kept)
	for _, to := range []string{"kept", "kept-host"} {
		if got := o.Inbox(t, o.Email(to)); len(got) != 2 || len(reminders(got)) != 1 {
			t.Errorf("%s got %s, want one letter and one reminder", to, subjects(got))
		}
	}
}
