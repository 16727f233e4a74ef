package booking_test

import (
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
	"litmus/models/panel"
	"litmus/models/timetable"
)

// TestRefills: a seat is given to somebody else by itself only where the organization wants that, up to the hours that
// it says, for whom a replacement is asked, and at most three times (P11).
func TestRefills(t *testing.T) {
	t.Parallel()
	f := paneled()
	i := f.Interview // of Monday at 15:00
	i.SetReplacement(models.Replacement{Interviewer: desk.Bob, By: desk.Bob, AskedAt: i.UpdatedAt})
	for about, c := range map[string]struct {
		of    string
		hours int
		at    time.Time
		want  bool
	}{
		"by default":       {desk.Bob, 0, desk.Thu, false},
		"in time":          {desk.Bob, 24, i.StartsAt.Add(-24 * time.Hour), true},
		"too late":         {desk.Bob, 24, i.StartsAt.Add(-24*time.Hour + time.Second), false},
		"nobody asked":     {desk.Ann, 24, desk.Thu, false},
		"it has begun":     {desk.Bob, 1, i.StartsAt, false},
		"somebody unknown": {desk.Cho, 24, desk.Thu, false},
	} {
		if got := booking.Refills(i, c.of, c.hours, c.at); got != c.want {
			t.Errorf("%s: %t, want %t", about, got, c.want)
		}
	}
	imported := i
	imported.ExternallyScheduled = true
	if booking.Refills(imported, desk.Bob, 24, desk.Thu) {
		t.Error("an import is refilled")
	}
	for n, d := range []models.Departure{{Email: "x", Joined: "y", ByItself: true}, {Email: "y", Joined: "z", ByItself: true},
		{Email: "other", Joined: desk.Ann, ByItself: true}, {Email: "z", Joined: "w"},
		{Email: "w", Joined: desk.Bob, ByItself: true}} {
		if !booking.Refills(i, desk.Bob, 24, desk.Thu) {
			t.Errorf("after %d departures the seat is not refilled", n)
		}
		i.Departures = append(i.Departures, d)
	}
	if got := i.Refilled(desk.Bob); got != models.MaxRefills || booking.Refills(i, desk.Bob, 24, desk.Thu) {
		t.Errorf("refilled %d times, the seat is refilled again", got)
	}
	if i.SetStart(i.StartsAt.Add(time.Hour), 0); i.Departures != nil {
		t.Errorf("at another time %v left", i.Departures)
	}
}

// TestDecideRefill: the seat is somebody else's then, who left is never chosen for it again, and of the request nothing
// is left. If there is nobody the interview stays as it is.
func TestDecideRefill(t *testing.T) {
	t.Parallel()
	now, f := desk.Thu.Add(time.Hour), paneled()
	start := f.Interview.StartsAt
	for _, email := range []string{desk.Ann, desk.Bob, desk.Cho, "dan@acme.example"} {
		f.Available.Interviewers = append(f.Available.Interviewers, timetable.Available{Email: email, Zone: "UTC",
			Painted: []time.Time{start}})
	}
	f.Places[1].People = append(f.Places[1].People, "dan@acme.example")
	f.Available.Places, f.Own = f.Places, booking.InterviewerLinks{}
	f.Links = map[string]booking.InterviewerLinks{desk.Bob: {Known: true}, desk.Cho: {Known: true},
		"dan@acme.example": {Known: true}}
	f.Shares = map[string]panel.Share{}
	refill := func(of string) bool {
		f.Interview.SetReplacement(models.Replacement{Interviewer: of, By: of,
			AskedAt: f.Interview.UpdatedAt.Add(time.Hour)})
		i, changed := booking.DecideRefill(f, of, models.DefaultPolicy, now)
		f.Interview = i
		return changed
	}
	if !refill(desk.Bob) || f.Interview.InPanel(desk.Cho) == nil || f.Interview.ReplacementsAskedAt(now) != nil ||
		f.Interview.InPanel(desk.Cho).Why == "" || f.Interview.Refilled(desk.Cho) != 1 {
		t.Errorf("Bob's seat: %+v", f.Interview)
	}
	if !refill(desk.Cho) || f.Interview.InPanel("dan@acme.example") == nil {
		t.Errorf("Cho's seat: %+v", f.Interview.Panel)
	}
	revision := f.Interview.Revision
	if refill("dan@acme.example") || f.Interview.Revision != revision ||
		!slices.Equal(f.Interview.Refused(), []string{desk.Bob, desk.Cho}) {
		t.Errorf("with nobody left: %+v", f.Interview)
	}
	f.Interview.Answers = []models.Answer{{Email: desk.Ann, Of: start, Response: models.Declined}, {Email: desk.Ann,
		Of: start.Add(time.Hour), Response: models.Declined}}
	if got := f.Interview.Refused(); len(got) != 3 || got[2] != desk.Ann {
		t.Errorf("refused have %v", got)
	}
}

// TestElsewhere: other starts are those at which the people who are kept and somebody for the seat are free.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	f := paneled()
	start := f.Interview.StartsAt
	later := start.Add(time.Hour)
	for email, painted := range map[string][]time.Time{desk.Ann: {start, later}, desk.Bob: {start, later},
		desk.Cho: {later, later.Add(time.Hour)}} {
		f.Available.Interviewers = append(f.Available.Interviewers, timetable.Available{Email: email, Zone: "UTC",
			Painted: painted})
	}
	f.Available.Places = f.Places
	at := func(of string) (out []time.Time) {
		for _, s := range f.Elsewhere(of, start.Add(-24*time.Hour), start.Add(24*time.Hour), desk.Thu) {
			out = append(out, s.StartAt)
		}
		return out
	}
	if got := at(desk.Bob); !slices.Equal(got, []time.Time{later}) {
		t.Errorf("Bob's seat could be Cho's at %v, want %v", got, later)
	}
	f.Interview.Departures = []models.Departure{{Email: desk.Cho}}
	if got := at(desk.Bob); got != nil {
		t.Errorf("with Cho gone it could be somebody's at %v", got)
	}
	f.Interview.Departures, f.Interview.Panel, f.Places, f.Available.Places = nil, nil, nil, nil
	if got := at(desk.Ann); !slices.Equal(got, []time.Time{start, later, later.Add(time.Hour)}) {
		t.Errorf("alone it could be somebody's at %v", got)
	}
}
