package e2e

import (
	"testing"
	"time"
)

// A page with unsaved input asks before it is left, and not on the way of its own form.
func TestDashboardUnsaved(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	v := o.signedIn(t, "ilse")
	v.Open(o.API + "/dashboard/postings/" + o.Posting("engineer") + "/availability?week=2032-03-01")
	v.Tap("Wednesday 3 March 10:00 CET").Tap("Wednesday 3 March 10:00 CET").Click("The week after")
	if v.asked != 0 {
		t.Error("leaving a week as it was asked")
	}
	v.Click("The week before").Tap("Wednesday 3 March 10:00 CET").Click("The week after")
	if v.asked != 1 {
		t.Errorf("leaving a painted week asked %d times, want once", v.asked)
	}
	v.Click("The week before").Tap("Wednesday 3 March 10:00 CET").Click("Save the week").
		Want(200, "1 start painted").Click("Home")
	if v.asked != 1 {
		t.Error("saving a painted week asked, or leaving it then")
	}
}

// A form of the dashboard is kept in the browser for whoever typed, until it is saved, they sign out, or seven days are
// over (D8).
func TestDashboardDraft(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	v := o.signedIn(t, "root")
	form := o.API + "/dashboard/assessments/new"
	kept := func(want int, when string) {
		t.Helper()
		if keys := v.keptKeys(); len(keys) != want {
			t.Errorf("%s the browser's storage has %q, want %d", when, keys, want)
		}
	}
	const offer = "This browser has what you typed here"

	v.Open(form).WantNot(offer).Fill("Title", "Prism puzzle").Fill("Instructions", "Bend **light**.").Click("Cancel")
	if v.asked != 1 {
		t.Errorf("leaving a new assessment asked %d times", v.asked)
	}
	v.Open(form).Want(200, offer, "and did not save")
	v.Looks("dashboard-draft")
	v.Tap("Put it back").WantNot(offer)
	if title, text := v.Value("Title"), v.Value("Instructions"); title != "Prism puzzle" || text != "Bend **light**." {
		t.Errorf("the form holds %q and %q", title, text)
	}
	v.Click("Preview").Want(200, "Bend light.").WantNot(offer)
	kept(1, "beside the preview")
	v.Click("Cancel")
	if v.asked != 2 {
		t.Errorf("leaving a preview asked %d times", v.asked-1)
	}
	v.Open(form).Tap("Put it back").Click("Create the assessment").Want(200, "The assessment is created.")
	kept(0, "after saving")
	if v.asked != 2 {
		t.Errorf("saving asked %d times", v.asked-2)
	}

	v.Open(form).Fill("Title", "Another").Click("Cancel")
	kept(1, "before another member signs in")
	v.Open(o.signInLink(t, "desk")).Click("Sign in").Open(form).WantNot(offer)
	v.Open(o.signInLink(t, "root")).Click("Sign in").Open(form).Want(200, offer)
	v.Tap("Throw it away").WantNot(offer)
	kept(0, "when it was thrown away")

	v.Fill("Title", "Of a browser that is shared").Click("Sign out").Want(200, "You are signed out")
	kept(0, "after signing out")

	v.Open(o.signInLink(t, "root")).Click("Sign in").Open(form).Fill("Title", "Old").Click("Cancel")
	v.later(6 * 24 * time.Hour)
	v.Open(form).Want(200, offer, "6 days ago")
	v.later(24 * time.Hour) // beside the six days
	v.Open(form).WantNot(offer)
	kept(0, "after seven days")
}
