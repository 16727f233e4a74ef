package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// signedIn opens a browser in which a member of the organization is signed in to the dashboard.
func (o *Org) signedIn(t testing.TB, member string, habits ...Habit) *Visitor {
	t.Helper()
	v := o.Visitor(t, habits...)
	v.Open(o.signInLink(t, member)).Click("Sign in")
	return v
}

// signInLink is a link by which a member of the organization signs in.
func (o *Org) signInLink(t testing.TB, member string) string {
	t.Helper()
	return strings.TrimSpace(o.MustRun(t, "signin", "--org", o.Slug, "--email", o.Email(member)))
}

// painted are the starts of an interviewer in the week of Monday, 1 March 2032, in Berlin.
func (o *Org) painted(t testing.TB, posting, interviewer string) (out []string) {
	t.Helper()
	r := o.Do(t, "GET", "/postings/"+o.Posting(posting)+"/interviewers", nil).Want(200)
	n := slices.Index(r.Texts("interviewers", "email"), o.Email(interviewer))
	for _, s := range r.List(fmt.Sprintf("interviewers.%d.slots", n)) {
		at, err := time.Parse(time.RFC3339, s.(string))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, in(at, "Europe/Berlin").Format("Mon 15:04"))
	}
	return out
}

// drag presses the mouse on one half hour, moves it to another and lets go there.
func (v *Visitor) drag(from, to string) {
	v.t.Helper()
	defer v.acts("drag from "+from+" to "+to, 2)()
	x1, y1 := v.place(to)
	// without scrolling: both are in the grid's middle
	at := ask[struct{ X, Y float64 }](v, "find "+from, script(from,
		"const r = e.getBoundingClientRect(); return {X: r.x + r.width / 2, Y: r.y + r.height / 2};"))
	v.do("drag from "+from+" to "+to,
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at.X, at.Y),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, at.X, at.Y, chromedp.ButtonLeft,
			func(p *input.DispatchMouseEventParams) { p.ClickCount = 1 }),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x1, y1, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x1, y1, chromedp.ButtonLeft,
			func(p *input.DispatchMouseEventParams) { p.ClickCount = 1 }))
}

// D14: a week is painted by the pointer, by the keyboard alone, and as a plain form on a phone without scripts.
func TestDashboardGrid(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	path := "/dashboard/postings/" + o.Posting("engineer") + "/availability?week=2032-03-01"
	wants := func(want ...string) {
		t.Helper()
		if got := o.painted(t, "engineer", "ilse"); !slices.Equal(got, want) {
			t.Errorf("painted are %q, want %q", got, want)
		}
	}
	wants("Mon 16:00", "Mon 17:00", "Tue 16:00")

	v := o.signedIn(t, "ilse")
	v.Open(o.API+path).Want(200, "Availability of Ilse", "1 to 7 March 2032", "Europe/Berlin",
		"3 starts painted this week.")
	v.drag("Wednesday 3 March 10:00 CET", "Thursday 4 March 10:30 CET")
	v.Want(200, "7 starts painted this week.")
	v.Tap("Monday 1 March 16:00 CET") // one is taken away
	v.Want(200, "6 starts painted this week.")
	v.Looks("availability-grid")
	v.Click("Save the week").Want(200, "4 starts painted, 1 start removed")
	wants("Mon 17:00", "Tue 16:00", "Wed 10:00", "Wed 10:30", "Thu 10:00", "Thu 10:30")

	k := o.signedIn(t, "ilse", Keyboard)
	// The grid is one stop of Tab: the first half hour that is painted.
	k.Open(o.API + path).TabTo("Wednesday 3 March 10:00 CET")
	k.Keys(kb.ArrowDown)
	k.do("paint two below", chromedp.KeyEvent(kb.ArrowDown+kb.ArrowDown, chromedp.KeyModifiers(chromedp.ModifierShift)))
	if got, want := k.focused(), "Wednesday 3 March 11:30 CET"; got != want {
		t.Errorf("the focus is on %q, want %q", got, want)
	}
	k.Keys(kb.ArrowLeft).Keys(" ").Want(200, "9 starts painted this week.")
	k.Click("Save the week").Want(200, "3 starts painted, 0 starts removed")
	wants("Mon 17:00", "Tue 11:30", "Tue 16:00", "Wed 10:00", "Wed 10:30", "Wed 11:00", "Wed 11:30", "Thu 10:00",
		"Thu 10:30")

	// Shift and an arrow paint from an empty half hour, too, and erase from one that was just unticked (D14).
	k.Open(o.API + path).TabTo("Wednesday 3 March 10:00 CET")
	k.Keys(kb.ArrowLeft)
	k.do("paint from an empty one",
		chromedp.KeyEvent(kb.ArrowUp+kb.ArrowUp, chromedp.KeyModifiers(chromedp.ModifierShift)))
	k.Want(200, "12 starts painted this week.").Keys(" ")
	k.do("erase one below", chromedp.KeyEvent(kb.ArrowDown, chromedp.KeyModifiers(chromedp.ModifierShift)))
	k.Want(200, "10 starts painted this week.").Click("Save the week").Want(200, "1 start painted, 0 starts removed")
	wants("Mon 17:00", "Tue 10:00", "Tue 11:30", "Tue 16:00", "Wed 10:00", "Wed 10:30", "Wed 11:00", "Wed 11:30",
		"Thu 10:00", "Thu 10:30")

	p := o.signedIn(t, "ilse", Phone, NoScript)
	p.Open(o.API + path).Tap("Friday 5 March 09:00 CET")
	p.Click("Save and copy forward").Want(200, "copied to 1 week")
	if got := o.painted(t, "engineer", "ilse"); len(got) != 22 || got[10] != "Fri 09:00" || got[21] != "Fri 09:00" {
		t.Errorf("painted are %q, want eleven, and the same a week later", got)
	}
}
