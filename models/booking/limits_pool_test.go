package booking_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
	"litmus/models/panel"
	"litmus/models/timetable"
)

// pooled are the facts of a round that Ann or Bob lead, from one pool, and that Cho watches, from another, if she is
// free. The pools have these limits; beside has an interview of somebody that ends at 17:00.
func pooled(lead, watch models.InterviewLimits, beside string) booking.Facts {
	f := desk.Facts()
	f.Candidate = desk.Known()
	for _, email := range []string{desk.Ann, desk.Bob, desk.Cho} {
		iv := timetable.Available{Email: email, Zone: "UTC", Painted: []time.Time{desk.Mon(15, 0), desk.Mon(17, 0)}}
		if email == beside {
			iv.Bookings = []timetable.Booked{{InterviewID: "int_b", Range: desk.Span(16, 0, 17, 0)}}
		}
		f.Available.Interviewers = append(f.Available.Interviewers, iv)
	}
	f.Available.Places = []panel.Place{
		{Seat: "Backend", Pool: "pool_1", Role: models.SeatInterviewer, People: []string{desk.Ann, desk.Bob},
			Limits: lead},
		{Seat: "Watch", Pool: "pool_2", Role: models.SeatObserver, Optional: true, People: []string{desk.Cho},
			Limits: watch}}
	f.Available.LimitPools("UTC")
	for _, iv := range f.Available.Interviewers {
		timetable.Count(iv.Limits, iv.Bookings)
	}
	return f
}

// TestPoolLimitsOfOrders: whoever is chosen, or stays while an interview moves, is asked from a pool within its limits;
// an optional seat stays empty, and whoever is named passes them with a warning that names the pool (P5).
func TestPoolLimitsOfOrders(t *testing.T) {
	t.Parallel()
	none, closed := models.InterviewLimits{}, models.InterviewLimits{Notice: 30}
	breaks := models.InterviewLimits{Before: 30}
	moved := desk.Scheduled()
	moved.InterviewerEmail, moved.RoundID = desk.Ann, desk.Order().RoundID
	moved.Panel = []models.Seated{{Email: desk.Ann, Seat: "Backend", Pool: "pool_1", Role: models.SeatInterviewer},
		{Email: desk.Cho, Seat: "Watch", Pool: "pool_2", Role: models.SeatObserver, Optional: true}}
	auto := desk.Order()
	auto.Start, auto.InterviewerEmail, auto.Auto = desk.Mon(17, 0), "", true
	moves := auto
	moves.Replace, moves.KeepsPanel = true, true
	named := desk.Order()
	named.Start, named.InterviewerEmail, named.Panel = desk.Mon(17, 0), desk.Ann, []string{desk.Ann, desk.Cho}
	for _, c := range []struct {
		name  string
		order booking.Order
		facts booking.Facts
		want  string // who comes, or the refusal
		warns string
	}{
		{"no limit", auto, pooled(none, none, ""), "ann cho", ""},
		{"the optional seat's pool is closed", auto, pooled(none, closed, ""), "ann", ""},
		{"the other pool is closed", auto, pooled(closed, none, ""), "! Backend: the pool needs 30 days of notice", ""},
		{"Ann comes from another interview", auto, pooled(breaks, none, desk.Ann), "bob cho", ""},
		{"Cho does, and her pool wants a break", auto, pooled(none, breaks, desk.Cho), "ann", ""},
		{"she does, and another pool wants one", auto, pooled(breaks, none, desk.Cho), "ann cho", ""},
		{"it moves with them", moves, pooled(none, none, ""), "ann cho", ""},
		{"it moves, and Cho stays away", moves, pooled(none, closed, ""), "ann", ""},
		{"it moves, and Ann has no break", moves, pooled(breaks, none, desk.Ann), "bob cho", ""},
		{"named, though the pool is closed", named, pooled(closed, none, ""), "ann cho",
			`Pool "Backend" needs 30 days of notice.`},
		{"both pools are", named, pooled(closed, closed, ""), "ann cho",
			`Pool "Backend" needs 30 days of notice. Pool "Watch" needs 30 days of notice.`},
		{"named, without a break", named, pooled(breaks, none, desk.Ann), "ann cho",
			`The interviewer needs 30 minutes before an interview, as pool "Backend" says.`},
		{"beside the lead, without a break", named, pooled(none, breaks, desk.Cho), "ann cho",
			`cho needs 30 minutes before an interview, as pool "Watch" says.`},
	} {
		f := c.facts
		if c.order.KeepsPanel {
			f.Existing = &moved
		}
		if f.Members = booking.NamedMembers(c.order.Panel, f.Available.Places); len(f.Members) > 0 {
			f.Limits = f.Available.Interviewers[0].Limits
			f.Members[0].Limits, f.Members[1].Limits = f.Limits, f.Available.Interviewers[2].Limits
			f.Members[1].Own.Known = true
		}
		b, err := booking.Decide(c.order, f, models.DefaultPolicy, desk.BookingIDs, desk.Thu)
		if words, refused := strings.CutPrefix(c.want, "! "); refused {
			desk.WantRefusal(t, c.name, models.Conflict, words)(b, err)
			continue
		}
		var come, warns []string
		for _, s := range b.Interview.Panel {
			come = append(come, strings.TrimSuffix(s.Email, "@acme.example"))
		}
		for _, w := range b.Warnings {
			if w.Code == models.WarnOverLimit {
				warns = append(warns, strings.ReplaceAll(w.Message, "@acme.example", ""))
			}
		}
		if got := strings.Join(come, " "); err != nil || got != c.want ||
			strings.TrimSuffix(strings.Join(warns, " "), " The interview is booked all the same.") != c.warns {
			t.Errorf("%s: %q come (%v), with %q\nwant %q and %q", c.name, got, err, warns, c.want, c.warns)
		}
	}
}

// TestPoolLimitsOfSeats: nobody follows in a seat past the limits of its pool, and there is no other time for it that
// would pass them; what an interview passed as a whole stands when another leads (P5, P11).
func TestPoolLimitsOfSeats(t *testing.T) {
	t.Parallel()
	facts := func(lead models.InterviewLimits, beside string) (f booking.PanelFacts) {
		of := pooled(lead, models.InterviewLimits{}, beside)
		f.Interview = desk.Scheduled()
		f.Interview.InterviewerEmail = desk.Ann
		f.Interview.SetStart(desk.Mon(17, 0), 0)
		f.Interview.Panel = []models.Seated{{Email: desk.Ann, Seat: "Backend", Pool: "pool_1",
			Role: models.SeatInterviewer}}
		f.Available, f.Places, f.Own = of.Available, of.Available.Places, booking.InterviewerLinks{Known: true}
		return f
	}
	both := []time.Time{desk.Mon(15, 0), desk.Mon(17, 0)}
	for _, c := range []struct {
		name   string
		limits models.InterviewLimits
		beside string
		able   bool
		other  []time.Time
	}{
		{"no limit", models.InterviewLimits{}, "", true, both},
		{"the pool is closed", models.InterviewLimits{Notice: 30}, "", false, nil},
		{"Bob has no break", models.InterviewLimits{Before: 30}, desk.Bob, false, nil},
		{"the pool has this one alone", models.InterviewLimits{Day: 1, Week: 1}, "", true, both},
		{"Ann has none", models.InterviewLimits{Before: 30}, desk.Ann, true, both},
	} {
		f := facts(c.limits, c.beside)
		timetable.Count(f.Available.Pools[:min(len(f.Available.Pools), 1)], []timetable.Booked{{
			InterviewID: f.Interview.ID, Range: desk.Span(17, 0, 18, 0)}})
		able, _ := f.Succession(desk.Ann, desk.Thu)
		if (len(able) == 1 && able[0].Email == desk.Bob) != c.able {
			t.Errorf("%s: who could lead is %+v", c.name, able)
		}
		var other []time.Time
		for _, s := range f.Elsewhere(desk.Ann, desk.Mon(0, 0), desk.Mon(23, 0), desk.Thu) {
			other = append(other, s.StartAt)
		}
		if !slices.Equal(other, c.other) {
			t.Errorf("%s: other times are %v", c.name, other)
		}
	}
	f := facts(models.InterviewLimits{}, "")
	f.Interview.OverLimits = models.OverLimits{{Pool: "Backend", Limit: "day", Most: 1, Has: 1},
		{Pool: "Backend", Limit: "row", Most: 1, Has: 2}}
	i, _, err := booking.DecideReassign(f.ReassignFacts, desk.Bob, models.DefaultPolicy, desk.Thu)
	if err != nil || len(i.OverLimits) != 1 || i.OverLimits[0].Limit != "day" {
		t.Errorf("with another lead it passes %+v (%v)", i.OverLimits, err)
	}
}
