package e2e

import "testing"

// D14, D15, D16: the pages of availability hold in both schemes and on a phone, for everybody's eyes and tools. Package
// dashboard holds what they do.
func TestDashboardAvailability(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	o.Book(t, "robin", "interviewer_email", o.Email("ilse"), "scheduled_start_at", "2032-03-01T15:00:00Z")
	v := o.signedIn(t, "root")
	engineer := "/dashboard/postings/" + o.Posting("engineer")
	v.Open(o.API+"/dashboard/availability").Want(200, "Imaging Engineer", "Ilse Quillon", "3 painted times to come")
	v.Looks("availability")
	v.Open(o.API+engineer+"/why?at=2032-03-01T15:00:00Z&round="+o.Round("engineer", "main", "systems")).
		Want(200, "has an interview from 16:00 to 17:00 CET", "Offered near it").Looks("availability-why")

	// The interview of 1 March falls on an absence, whose form names it.
	v.Open(o.API+"/dashboard/availability").Click("Ilse Quillon").Click("Take over").
		Date("Away from", "2032-03-01").Date("To (if several days)", "2032-03-05").
		Fill("Why (if you like)", "Skiing in Davos").Click("Enter the absence").
		Want(200, "Interviews on days off", "Skiing in Davos").Looks("availability-absence")
	v.Open(o.API + "/dashboard/availability").Click("Ilse Quillon on Imaging Engineer")
	v.Open(v.URL()+"&week=2032-03-01").Want(200, "What is painted then stays as it is and is not offered.").
		Looks("availability-away-week")

	p := o.signedIn(t, "petra")
	p.Open(o.API+"/dashboard/meeting-link").Want(200, "Your meeting link").Looks("meeting-link")
	p.Open(o.API+"/dashboard/hours").Click("Take over").Want(200, "It is kept in the dashboard now.")
	if got := p.Value("Monday from") + "-" + p.Value("Monday to"); got != "09:00-12:00" {
		t.Errorf("Monday is %q", got)
	}
	// A day that is worked on has office hours to begin with; what is typed is understood, and copied at once.
	p.Tap("Works on Saturday")
	if got := p.Value("Saturday from") + "-" + p.Value("Saturday to"); got != "09:00-17:00" {
		t.Errorf("Saturday begins as %q", got)
	}
	p.Fill("Saturday from", "10am").Fill("Saturday to", "noon").Tap("Copy to all weekdays what Saturday has")
	if got := p.Value("Friday from") + "-" + p.Value("Friday to"); got != "10am-noon" {
		t.Errorf("Friday has %q after the copy", got)
	}
	p.Tap("Add hours to Saturday").Keys("2pm").Click("Save the working hours").
		Want(400, "Saturday: from 2pm until when?").Looks("availability-hours-refused")
	p.Tap("Remove 2pm from Saturday").Click("Save the working hours").Want(200, "The working hours are saved.")
	if got := p.Value("Saturday from") + "-" + p.Value("Saturday to"); got != "10:00-12:00" {
		t.Errorf("Saturday is %q", got)
	}
	p.Open(o.API+"/dashboard/calendar").Want(200, "Connect a calendar")
	p.Fill("Address", "https://calendars.invalid/petra.ics").Tap("A published address (ICS): only read").
		Click("Only try it").Want(502, "cannot be reached").Looks("availability-calendar-failed")
}
