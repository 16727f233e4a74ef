package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// D13: an interviewer runs an external session to its end in the dashboard: they issue a fresh link, which is shown
// once, see when the candidate opens it, join and end the call.
func TestDashboardInterviewer(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	eachManner(t, func(t *testing.T, m manner) {
		o := NewOrg(t)
		v := o.signedIn(t, "ilse", m.habits...).Want(200, "Your next interviews")
		m.looks(v, "interviewer-home")
		first := o.Do(t, "POST", "/interviews", o.External("cleo")).Want(201).Text("candidate_link")
		v.area("Interviews").Click("External links").Want(200, "Casey Quillon", "pending, link ends in")
		m.looks(v, "interviewer-external-list")
		v.Click("Fresh link for Casey Quillon").Want(200, "Issue a fresh link", "older link is dead")
		m.looks(v, "interviewer-link-preview")
		v.Click("Issue a fresh link").Want(200, "shown only now")
		m.looks(v, "interviewer-link-shown")
		link := strings.TrimSpace(ask[string](v, "read the link", "document.querySelector('.secret code').innerText"))
		if v.scripts {
			if copied := v.copies("Copy the link"); copied != link {
				t.Errorf("%d characters were copied, want the link's %d", len(copied), len(link))
			}
		}
		o.Get(t, first).Want(410)
		v.Click("I have copied it").Want(200, "has not opened the link yet").WantNot(link)
		m.looks(v, "interviewer-waiting")

		c := o.Visitor(t, Phone)
		c.Open(link).Want(200, "Your interview with Northwind Optics").WantNot("Join the interview")
		m.looks(c, "external-alive")
		c.Click("Start session").Want(200, "Your session is running")
		m.looks(c, "external-running")
		if got := c.Link("Join the interview"); got != roomOfTheirOwn {
			t.Errorf("the candidate's button leads to %q", got)
		}
		if v.scripts { // the page says so by itself
			v.follows("The candidate opened the link")
		} else {
			v.Reload()
		}
		v.Want(200, "The candidate opened the link", "Under way", "End call")
		m.looks(v, "interviewer-running")
		if to := v.Link("Join"); to != roomOfTheirOwn {
			t.Errorf("joining leads to %q", to)
		}
		v.Click("End call").Want(200, "The interview is completed")
		m.looks(v, "interviewer-end-call")
		v.Click("End the call").Want(200, "The call is ended.", "Completed")
		v.settles()
		m.looks(v, "interviewer-over")
		c.Reload().Want(200, "Your session is over").WantNot("Join the interview")
		m.looks(c, "external-over")
	})
}

// copies presses a button that copies, and returns what it put on the clipboard.
func (v *Visitor) copies(button string) string {
	v.t.Helper()
	v.do("keep what is copied", chromedp.Evaluate[chromedp.Void](
		"navigator.clipboard.writeText = async text => { window.copied = text }; void 0"))
	v.Tap(button).follows("Copied")
	return ask[string](v, "read what was copied", "window.copied")
}

// Notes that are typed while the session ends survive the sign-in in another tab, and are saved once.
func TestDashboardNotesSurviveSignIn(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	id := o.booked(t, "kai", "Kai Quillon", "ilse", "17:00")
	v := o.signedIn(t, "ilse")
	v.Open(o.API + "/dashboard/interviews/" + id + "/notes")
	typed := strings.TrimSpace(strings.Repeat("A line with <b>, \"quotes\" & 'more'.\n", 300))
	v.Fill("Notes", typed)
	other := o.signedIn(t, "ilse")
	other.Open(o.API+"/dashboard/sessions").Click("Sign out everywhere").Want(200, "You are signed out")
	v.Click("Save the notes").Want(401, "Your session has ended", "kept in this tab").
		Looks("dashboard-signin-again")
	another := fmt.Sprintf("fetch(%q, {method: 'POST'}).then(r => r.status)", requestURI(t, o.signInLink(t, "ilse")))
	if status := ask[int](v, "sign in in another tab", another, chromedp.EvalAwaitPromise); status != 200 {
		t.Fatalf("signing in answers %d", status)
	}
	v.Click("Send it again").Want(200, "The notes are saved.")
	v.Click("Edit the notes")
	if got := v.Value("Notes"); got != typed {
		t.Errorf("of %d characters %d came through", len(typed), len(got))
	}
}
