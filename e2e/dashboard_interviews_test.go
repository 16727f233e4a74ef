package e2e

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// settles waits until the page of an interview has nothing to follow any more: by its script, or by its link where no
// scripts run.
func (v *Visitor) settles() {
	v.t.Helper()
	if !v.scripts {
		for v.Offers("Look again") {
			v.Click("Look again")
		}
		return
	}
	loads := v.loads()
	Until(v.t, letterTimeout, "everything to be sent", func() (bool, string) {
		busy, err := chromedp.Run(v.ctx, chromedp.Evaluate[bool]("!!document.querySelector('[data-busy]')"))
		return err == nil && !busy, v.Text()
	})
	if v.loads() != loads {
		v.t.Error("the page was loaded again, and not followed by its script")
	}
}

// looksRight runs axe-core on the page as it stands, if it is there.
func (v *Visitor) looksRight(about string) {
	v.t.Helper()
	if source, err := axe(); err == nil {
		v.do("get ready for looking", scripts(true)) // axe-core needs them, also on a page that was loaded without
		v.accessible(source, about)
		v.do("go on", scripts(v.scripts))
	} else {
		v.t.Log(withoutAxe)
	}
}

// D11 and D12: an admin moves an interview, changes its interviewer and cancels it, each after the page showed what
// will be sent; the page follows what is sent until it is done.
func TestDashboardInterviews(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	for name, habits := range map[string][]Habit{"by mouse": nil, "by keyboard": {Keyboard},
		"on a phone without scripts": {Phone, NoScript}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := NewOrg(t)
			id := o.Book(t, "cleo", "interviewer_email", o.Email("bram"), "scheduled_start_at",
				wire(time.Date(2032, 6, 1, 10, 0, 0, 0, time.UTC)), "meeting_link", "https://meet.example/room").
				Text("interview.id")
			o.Letters(t, o.Email("cleo"), 1)
			v := o.signedIn(t, "root", habits...)
			v.Open(o.Here(t, "/dashboard/interviews")).Want(200, "Bram Quillon")
			v.looksRight("the list of interviews")
			v.Open(o.Here(t, "/dashboard/interviews/"+id+"/move?week=2032-03-01")).Want(200, "Mon 1 Mar 2032")
			v.looksRight("the times to move to")
			v.Click("16:00 CET with Ilse Quillon").Want(200, "Move the interview?", "about the new time",
				"Cancellation of the calendar invitation to "+o.Email("bram"))
			v.Click("Move the interview").Want(200, "The interview is moved.", "Mon 1 Mar 2032, 16:00")
			v.settles()
			v.Want(200, "done").WantNot("to be done", "failing")
			v.looksRight("an interview")
			o.Letters(t, o.Email("cleo"), 2)

			v.Click("Change interviewer").Want(200, "Who interviews instead?")
			v.Fill("Their email address", o.Email("dora"))
			v.Click("See what will be sent").Want(200, "Briefing with calendar invitation to "+o.Email("dora"))
			v.Click("Change the interviewer").Want(200, "The interviewer is changed.", "Dora Quillon")
			v.settles()

			v.Click("Cancel").Want(200, "Cancellation of the calendar invitation to "+o.Email("cleo"))
			v.Click("Cancel the interview").Want(200, "The interview is canceled.", "Canceled")
			v.settles()
			v.WantNot("to be done", "failing")
			v.Open(o.Here(t, "/dashboard/week?day=2032-03-01")).Want(200, "No interview takes place in this week")
		})
	}
}
