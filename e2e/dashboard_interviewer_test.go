package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// D13 and D16: an interviewer connects a calendar and runs an external session to its end in the dashboard: they issue
// a fresh link, which is shown once, see when the candidate opens it, join, write notes and end the call.
func TestDashboardInterviewer(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	dav := StartRadicale(t)
	s := Start(t, Env(private))
	eachManner(t, func(t *testing.T, n int, _ string, open func(testing.TB, *Service) *Visitor) {
		o := s.NewOrg(t)
		looks := func(v *Visitor, picture string) {
			if n == 0 {
				v.inspected("interviewer-" + picture)
			} else {
				v.looksRight(picture)
			}
		}
		calendar := dav.Calendar(t, fmt.Sprintf("manner-%d", n))
		v := o.SignIn(t, open(t, s), "ilse").Want(200, "Your next interviews")
		looks(v, "home")
		v.area("Availability").Click("Your calendar").Want(200, "Connect a calendar").Fill("Address", calendar).
			Fill("User name (CalDAV)", dav.User).Fill("Password (CalDAV)", dav.Password).Click("Try and connect").
			Want(200, "The calendar is connected")
		o.CalendarWhen(t, "the calendar to be read", func(c Calendar) bool { return c.State == "ok" })

		booked := o.Do(t, "POST", "/interviews", o.External("cleo")).Want(201)
		id, first := booked.Text("interview.id"), booked.Text("candidate_link")
		v.area("Interviews").Click("External links").Want(200, "Casey Quillon", "pending, link ends in")
		looks(v, "external-list")
		v.Click("Fresh link for Casey Quillon").Want(200, "Issue a fresh link", "older link is dead",
			"Nothing is sent to anybody")
		looks(v, "link-preview")
		v.Click("Issue a fresh link").Want(200, "shown only now")
		looks(v, "link-shown")
		link := strings.TrimSpace(ask[string](v, "read the link", "document.querySelector('.secret code').innerText"))
		if v.scripts {
			v.do("keep what is copied", chromedp.Evaluate[chromedp.Void](
				"navigator.clipboard.writeText = async text => { window.copied = text }; void 0"))
			v.Tap("Copy the link").follows("Copied")
			if copied := ask[string](v, "read what was copied", "window.copied"); copied != link {
				t.Errorf("%d characters were copied, want the link's %d", len(copied), len(link))
			}
		}
		o.Get(t, first).Want(410)
		v.Click("I have copied it").Want(200, "has not opened the link yet").WantNot(link)
		looks(v, "waiting")

		c := o.Visitor(t, Phone)
		c.Open(link).Click("Start session").Want(200, "Your session is running")
		if v.scripts { // the page says so by itself
			v.follows("The candidate opened the link")
		} else {
			v.Reload()
		}
		v.Want(200, "The candidate opened the link", "Under way", "End call")
		looks(v, "running")
		if to := v.Link("Join"); to != roomOfTheirOwn {
			t.Errorf("joining leads to %q", to)
		}
		v.Click("Write notes").Fill("Notes", "Asks before building. Ein Blick fürs Ganze.").Click("Save the notes").
			Want(200, "The notes are saved.", "Ein Blick fürs Ganze.")
		v.Click("End call").Want(200, "The interview is completed")
		looks(v, "end-call")
		v.Click("End the call").Want(200, "The call is ended.", "Completed")
		v.settles()
		looks(v, "over")
		c.Reload().Want(200, "Your session is over")
		if got := o.Do(t, "GET", "/interviews/"+id, nil).Want(200); got.Text("status") != "completed" ||
			got.At("call_ended_at") == nil {
			t.Errorf("REST shows %s", got.Body)
		}
		v.Open(o.Here(t, "/dashboard/interviews?view=past")).Want(200, "Casey Quillon", "Completed")
	})
}

// Notes that are typed while the session ends survive the sign-in in another tab, and are saved once.
func TestDashboardNotesSurviveSignIn(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	id := o.booked(t, "kai", "Kai Quillon", "ilse", "17:00")
	v := o.signedIn(t, "ilse")
	v.Open(o.Here(t, "/dashboard/interviews/"+id+"/notes"))
	typed := strings.TrimSpace(strings.Repeat("A line with <b>, \"quotes\" & 'more'.\n", 300))
	v.Fill("Notes", typed)
	other := o.signedIn(t, "ilse")
	other.Open(o.Here(t, "/dashboard/sessions")).Click("Sign out everywhere").Want(200, "You are signed out")
	v.Click("Save the notes").Want(401, "Your session has ended", "kept in this tab")
	link := strings.TrimSpace(o.MustRun(t, "signin", "--org", o.Slug, "--email", o.Email("ilse")))
	another := fmt.Sprintf("fetch(%q, {method: 'POST'}).then(r => r.status)", requestURI(t, link))
	if status := ask[int](v, "sign in in another tab", another, chromedp.EvalAwaitPromise); status != 200 {
		t.Fatalf("signing in answers %d", status)
	}
	v.Click("Send it again").Want(200, "The notes are saved.")
	v.Click("Edit the notes")
	if got := v.Value("Notes"); got != typed {
		t.Errorf("of %d characters %d came through", len(typed), len(got))
	}
}

// D11: the page of an interview that ends on the next day, whose heading has two dates, fits a phone.
func TestDashboardOverMidnight(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	id := o.booked(t, "kai", "Kai Quillon", "ilse", "22:30")
	v := o.signedIn(t, "ilse")
	v.Open(o.Here(t, "/dashboard/interviews/"+id)).Want(200, "23:30 CET –", "00:30 CET")
	v.inspected("interviewer-midnight")
}
