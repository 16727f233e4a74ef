package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// inspected checks the page with axe-core and takes pictures of it, light and dark, on a desktop and on a phone, where
// it may not be wider than the screen.
func (v *Visitor) inspected(name string) {
	v.t.Helper()
	source, err := axe()
	if err != nil {
		v.t.Log(withoutAxe)
	}
	for _, look := range []struct {
		name, scheme string
		size         chromedp.Action[chromedp.Void]
	}{{"desktop", "light", desktop}, {"desktop-dark", "dark", desktop}, {"phone-dark", "dark", phone},
		{"phone", "light", phone}} {
		v.do("look on a "+look.name, look.size, still(look.scheme))
		v.picture(name + "-" + look.name)
		if source != "" {
			v.accessible(source, name+" on a "+look.name)
		}
		if wide := ask[int](v, "measure the page",
			"document.documentElement.scrollWidth - document.documentElement.clientWidth"); wide > 0 {
			v.t.Errorf("%s on a %s is %d pixels too wide", name, look.name, wide)
		}
		v.apart(name + " on a " + look.name)
	}
	v.do("go on", v.screen, colors("light"))
}

// still is [colors] without transitions: a colour that is on its way to another has no contrast.
func still(scheme string) chromedp.Action[chromedp.Void] {
	return tell(emulation.SetEmulatedMedia.Method, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme},
			{Name: "prefers-reduced-motion", Value: "reduce"}},
	})
}

// D14, D15, D16: the pages of availability hold in both schemes and on a phone, for everybody's eyes and tools.
func TestDashboardAvailability(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	o.Book(t, "robin", "interviewer_email", o.Email("ilse"), "scheduled_start_at", "2032-03-01T15:00:00Z").Want(201)
	v := o.signedIn(t, "root")
	engineer := "/dashboard/postings/" + o.Posting("engineer")
	v.Open(o.Here(t, "/dashboard/availability")).Want(200, "Imaging Engineer", "Ilse Quillon", "Petra Quillon",
		"3 painted times to come")
	v.inspected("availability")
	v.Click("Week of Ilse Quillon on Imaging Engineer").Want(200, "Availability of Ilse Quillon")
	v.Open(v.URL()+"&week=2032-03-01").Want(200, "1 to 7 March 2032", "3 starts painted this week.")
	v.inspected("availability-week")
	v.Open(o.Here(t, engineer+"/why?at=2032-03-01T15:00:00Z&round="+o.Round("engineer", "main", "systems"))).
		Want(200, "has an interview from 16:00 to 17:00 CET", "This time is offered", "Offered near it")
	v.inspected("availability-why")

	// The interview of 1 March falls on an absence, whose form names it and leads to handing it over.
	v.Open(o.Here(t, "/dashboard/availability")).Click("Hours and absences of Ilse Quillon").
		Want(200, "Working hours of Ilse Quillon", "Kept in the organization file")
	v.Click("Take over").Date("Away from", "2032-03-01").Date("To (if several days)", "2032-03-05").
		Fill("Why (if you like)", "Skiing in Davos").Click("Enter the absence").
		Want(200, "Entered as away: Mon 1 Mar 2032 – Fri 5 Mar 2032.", "Interviews on days off", "Skiing in Davos")
	v.inspected("availability-absence")
	v.Open(o.Here(t, engineer+"/why?at=2032-03-02T15:00:00Z")).Want(200, "Ilse Quillon is away from Mon 1 Mar 00:00")
	v.Open(o.Here(t, "/dashboard/availability")).Click("Week of Ilse Quillon on Imaging Engineer")
	v.Open(v.URL()+"&week=2032-03-01").Want(200, "What is painted then stays as it is and is not offered.")
	v.inspected("availability-away-week")
	v.Open(o.Here(t, "/dashboard/availability")).Click("Hours and absences of Ilse Quillon")
	v.Click("Change the interviewer of Casey Quillon’s interview").Want(200, "Who interviews instead?")

	p := o.signedIn(t, "petra")
	p.Open(o.Here(t, "/dashboard/meeting-link")).Want(200, "Your meeting link")
	p.inspected("meeting-link")
	p.Open(o.Here(t, "/dashboard/hours")).Want(200, "Your working hours", "09:00-12:00, 13:00-17:00",
		"Kept in the organization file")
	p.Click("Take over").Want(200, "It is kept in the dashboard now.")
	if got := p.Value("Monday"); got != "09:00-12:00, 13:00-17:00" {
		t.Errorf("Monday is %q", got)
	}
	p.inspected("availability-hours")
	p.Fill("Saturday", "10:00-12:00").Click("Save the working hours").Want(200, "The working hours are saved.")
	if got := p.Value("Saturday"); got != "10:00-12:00" {
		t.Errorf("Saturday is %q", got)
	}
	p.Open(o.Here(t, "/dashboard/calendar")).Want(200, "Connect a calendar")
	p.inspected("availability-calendar")
	p.Fill("Address", "https://calendars.invalid/petra.ics").Tap("A published address (ICS): only read")
	p.Click("Only try it").Want(502, "cannot be reached")
	p.inspected("availability-calendar-failed")
}
