package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// drop presses the mouse near the upper end of an interview of the week, moves it over what is called to, by several
// steps as a hand does, and lets go there.
func (v *Visitor) drop(candidate, to string) {
	v.t.Helper()
	defer v.acts("drag "+candidate+" to "+to, 2)()
	x1, y1 := v.place(to)
	at := ask[struct{ X, Y float64 }](v, "find "+candidate, script(candidate,
		"const r = e.getBoundingClientRect(); return {X: r.x + 12, Y: r.y + 8};"))
	moves := []chromedp.Action[chromedp.Void]{
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at.X, at.Y),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, at.X, at.Y, chromedp.ButtonLeft,
			func(p *input.DispatchMouseEventParams) { p.ClickCount = 1 })}
	for n := range 4 {
		part := float64(n+1) / 4
		moves = append(moves, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at.X+(x1-at.X)*part,
			at.Y+(y1-at.Y)*part, chromedp.ButtonLeft))
	}
	v.leads("drag "+candidate+" to "+to, append(moves, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased,
		x1, y1, chromedp.ButtonLeft, func(p *input.DispatchMouseEventParams) { p.ClickCount = 1 }))...)
}

// D11: an interview of the week is dragged to another time or person. The drop asks, Escape leaves everything as it is,
// and only the button moves it. By the keyboard "m" asks when, Enter books a free half hour, and without scripts links
// do; the page holds on every screen, light and dark.
func TestDashboardWeek(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t, rhea...)
	o.booked(t, "kai", "Kai Quillon", "ilse", "15:00")
	o.booked(t, "lena", "Lena Quillon", "petra", "15:00")
	stands := func() string {
		t.Helper()
		r := o.Interviews(t, "kai").Want(200)
		return r.Text("interviews.0.scheduled_start_at") + " " + r.Text("interviews.0.interviewer_email")
	}
	before := stands()
	v := o.signedIn(t, "rhea")
	week := o.API + "/dashboard/week?view=axis&day=2032-03-01"
	v.Open(week).Want(200, "Week of 1 March 2032", "Kai Quillon", "Lena Quillon", "Ilse Quillon")
	v.Looks("week-axis")

	v.drop("Kai Quillon", "Tuesday 2 March 16:00 CET: Ilse Quillon is free")
	v.Want(200, "Move the interview?", "16:00", "Ilse Quillon", "Leave it as it is")
	v.leads("Escape", chromedp.KeyEvent(kb.Escape))
	v.Want(200, "Week of 1 March 2032", "Kai Quillon")
	v.drop("Kai Quillon", "Monday 1 March 16:00 CET: Bram Quillon is free")
	v.Want(200, "Change the interviewer", o.Email("bram")+" interviews from then on")
	v.leads("Escape", chromedp.KeyEvent(kb.Escape))
	v.Want(200, "Week of 1 March 2032")
	if after := stands(); after != before {
		t.Errorf("the interview is %s after drops that were left, and was %s", after, before)
	}
	v.drop("Kai Quillon", "Wednesday 3 March 10:30 CET: Bram Quillon is free")
	v.Want(200, "Move the interview?", "Bram Quillon").Click("Move the interview").
		Want(200, "The interview is moved.", "Week of 1 March 2032")
	if got := stands(); !strings.HasPrefix(got, "2032-03-03T09:30:00") || !strings.HasSuffix(got, o.Email("bram")) {
		t.Errorf("the interview is %s, want Wednesday 10:30 in Berlin with Bram", got)
	}

	k := o.signedIn(t, "rhea", Keyboard)
	const first = "Monday 1 March 16:00 CET: Bram Quillon is free" // the grid is one stop of Tab
	k.Open(week).TabTo(first)
	k.leads("Enter", chromedp.KeyEvent(kb.Enter))
	k.Want(200, "Book an interview", "16:00 CET, with Bram Quillon")
	k.leads("Escape", chromedp.KeyEvent(kb.Escape))
	k.Want(200, "Week of 1 March 2032").TabTo(first).Keys(kb.ArrowRight).Keys(kb.ArrowRight)
	if got := k.focused(); !strings.Contains(got, "Lena Quillon") {
		t.Fatalf("two people right of %q the focus is on %q", first, got)
	}
	k.leads("m", chromedp.KeyEvent("m"))
	k.Want(200, "Move the interview", "Lena Quillon")

	p := o.signedIn(t, "rhea", Phone, NoScript)
	p.Open(o.API+"/dashboard/week?view=axis&day=2032-03-03").Want(200, "Kai Quillon").WantNot("Lena Quillon")
	p.Click("Kai Quillon").Want(200, "Details")
}
