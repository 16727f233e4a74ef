package booking_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
	"litmus/models/panel"
	"litmus/models/timetable"
)

// paneled are the facts about an interview of Ann, who leads, and Bob, whose seat may stay empty.
func paneled() booking.PanelFacts {
	i := desk.Scheduled()
	i.InterviewerEmail = desk.Ann
	i.Panel = []models.Seated{{Email: desk.Ann, Seat: "Backend", Role: models.SeatInterviewer},
		{Email: desk.Bob, Seat: "Managers", Role: models.SeatObserver, Optional: true}}
	return booking.PanelFacts{
		ReassignFacts: booking.ReassignFacts{Interview: i, Own: booking.InterviewerLinks{Known: true}},
		Places: []panel.Place{{Seat: "Backend", Role: models.SeatInterviewer, People: []string{desk.Ann, desk.Cho}},
			{Seat: "Managers", Role: models.SeatObserver, Optional: true, People: []string{desk.Bob, desk.Cho}}},
	}
}

// TestDecideChangePanel: a seat has somebody else then, everybody else stays, and what cannot be is refused (P8).
func TestDecideChangePanel(t *testing.T) {
	t.Parallel()
	now := desk.Thu.Add(time.Hour)
	decide := func(f booking.PanelFacts, leaves, joins string) (models.Interview, bool, error) {
		c := booking.PanelChange{Leaves: leaves, Joins: joins}
		return booking.DecideChangePanel(f, c, models.DefaultPolicy, now)
	}
	f := paneled()
	i, changed, err := decide(f, desk.Bob, desk.Cho)
	if s := i.InPanel(desk.Cho); err != nil || !changed || s == nil || s.Seat != "Managers" || !s.Optional ||
		!s.SetAt.Equal(i.UpdatedAt) || s.Why != models.ChosenByHand || i.InPanel(desk.Bob) != nil ||
		i.Revision != f.Interview.Revision+1 ||
		i.AnnounceRevision != f.Interview.AnnounceRevision || i.InterviewerEmail != desk.Ann {
		t.Errorf("Cho for Bob: %+v, %v", i.Panel, err)
	}
	if len(f.Interview.Panel) != 2 || f.Interview.Panel[1].Email != desk.Bob {
		t.Errorf("the panel of before is %+v", f.Interview.Panel)
	}
	i, _, err = decide(f, desk.Ann, desk.Bob) // who sits elsewhere leaves that seat
	if err != nil || i.InterviewerEmail != desk.Bob || len(i.Panel) != 1 || i.Panel[0].Seat != "Backend" ||
		i.Panel[0].Why != models.ChosenByHand {
		t.Errorf("Bob for Ann: %+v, %v", i.Panel, err)
	}
	i, _, err = decide(f, desk.Bob, "")
	if err != nil || len(i.Panel) != 1 {
		t.Errorf("nobody for Bob: %+v, %v", i.Panel, err)
	}
	f.Interview = i
	if i, _, err = decide(f, "", desk.Cho); err != nil || len(i.Panel) != 2 || i.Panel[1].Seat != "Managers" {
		t.Errorf("Cho for nobody: %+v, %v", i.Panel, err)
	}
	if _, changed, err = decide(f, desk.Bob, desk.Ann); changed || err != nil { // a form that is sent twice
		t.Errorf("what is so already: %v, %v", changed, err)
	}
	f = paneled()
	f.Why = &models.Reason{Text: "Bob is ill"}
	if i, _, _ = decide(f, desk.Bob, desk.Cho); i.Reason == nil || !i.Reason.Interviewer ||
		i.Reason.Revision != i.Revision {
		t.Errorf("the reason is %+v", i.Reason)
	}

	f = paneled()
	f.Busy = []timetable.Booked{{InterviewID: "int_9", Range: timetable.Range{From: desk.Mon(15, 0), To: desk.Mon(16, 0)}}}
	desk.WantRefusal(t, "somebody booked", models.Conflict, desk.Cho)(decide(f, desk.Bob, desk.Cho))
	f = paneled()
	desk.WantRefusal(t, "the lead's seat", models.Conflict, "no interview without")(decide(f, desk.Ann, ""))
	desk.WantRefusal(t, "somebody else", models.Conflict, "not in the panel")(decide(f, desk.Cho, "x@acme.example"))
	desk.WantRefusal(t, "no empty seat", models.Conflict, "No seat of the round is empty")(decide(f, "", desk.Cho))
	desk.WantRefusal(t, "nobody free", models.Conflict, "nobody else is free for the seat")(decide(f, desk.Bob, booking.Anybody))
	f.Places[1].Optional, f.Interview.Panel[1].Optional = false, false
	desk.WantRefusal(t, "a required seat", models.Conflict, "no interview without")(decide(f, desk.Bob, ""))
	f = paneled()
	f.Own.Known = false
	desk.WantRefusal(t, "a stranger", models.Conflict, "no interviewer of the organization")(decide(f, desk.Bob, desk.Cho))
	f = paneled()
	f.Interview.SetStart(now, 0)
	desk.WantRefusal(t, "one that has begun", models.Conflict, "has begun")(decide(f, desk.Bob, desk.Cho))
	f.Interview.CanceledAt = &now
	desk.WantRefusal(t, "a canceled one", models.Conflict, "canceled")(decide(f, desk.Bob, desk.Cho))
}

// TestSuccession: who is chosen for a seat is free, not in the interview, not the candidate, and of those the one whose
// turn it is; in a round without seats they are interviewers of the posting (P6).
func TestSuccession(t *testing.T) {
	t.Parallel()
	now, f := desk.Thu.Add(time.Hour), paneled()
	start := f.Interview.StartsAt
	for _, email := range []string{desk.Ann, desk.Bob, desk.Cho, "dan@acme.example", "eve@acme.example"} {
		f.Available.Interviewers = append(f.Available.Interviewers, timetable.Available{Email: email, Zone: "UTC",
			Painted: []time.Time{start}})
		f.Places[0].People = append(f.Places[0].People, email)
	}
	f.Available.Places = f.Places
	f.Links = map[string]booking.InterviewerLinks{desk.Cho: {Known: true}, "dan@acme.example": {Known: true},
		"eve@acme.example": {Known: true}}
	f.Shares = map[string]panel.Share{desk.Cho: {Interviews: 2}, "eve@acme.example": {Interviews: 1}}
	f.Available.Not = []string{"dan@acme.example"}
	able, _ := f.Succession(desk.Ann, now)
	if len(able) != 2 || able[0].Email != "eve@acme.example" || able[1].Email != desk.Cho {
		t.Errorf("Ann's seat: %+v", able)
	}
	i, _, err := booking.DecideChangePanel(f, booking.PanelChange{Leaves: desk.Ann, Joins: booking.Anybody},
		models.DefaultPolicy, now)
	if err != nil || i.InterviewerEmail != "eve@acme.example" || i.Panel[0].Why == "" || i.InPanel(desk.Bob) == nil {
		t.Errorf("Ann's seat is given to %+v, %v", i.Panel, err)
	}
	if able, _ = f.Succession(desk.Bob, now); len(able) != 1 || able[0].Email != desk.Cho ||
		able[0].Seat != "Managers" {
		t.Errorf("Bob's seat: %+v", able)
	}
	lead := f.Places[0].People
	f.Interview.Panel, f.Interview.InterviewerEmail = nil, ""
	if able, _ = f.Succession("", now); len(able) != 4 || able[0].Seat != "Backend" {
		t.Errorf("of an interview that names nobody: %+v", able)
	}
	f.Places[0].People = []string{"zoe@acme.example"}
	if able, _ = f.Succession("", now); len(able) > 0 {
		t.Errorf("who only watches leads an interview that names nobody: %+v", able)
	}
	f.Interview.InterviewerEmail, f.Places[0].People = desk.Ann, lead
	f.Places, f.Available.Places = nil, nil
	f.Turns = map[string]timetable.Turn{desk.Bob: {Interviews: 1}, desk.Cho: {Interviews: 2}}
	able, _ = f.Succession(desk.Ann, now)
	if len(able) != 3 || able[0].Email != "eve@acme.example" || able[1].Email != desk.Bob {
		t.Errorf("without seats: %+v", able)
	}
}

// TestTraineesOfAChange: who is named for a trainee's seat counts as a trainee of their own pool, and a trainee who is
// named for another seat, or leads, as none (P7).
func TestTraineesOfAChange(t *testing.T) {
	t.Parallel()
	const dan, eve = "dan@acme.example", "eve@acme.example"
	f := paneled()
	f.Places[0].Pool = "pool_1"
	f.Places = append(f.Places, panel.Place{Seat: "Backend", Role: models.SeatShadow, Optional: true, Pool: "pool_1",
		People: []string{dan}}, panel.Place{Seat: "Managers", Role: models.SeatShadow, Optional: true, Pool: "pool_2",
		People: []string{eve}, Leads: []string{eve}})
	f.Interview.Panel[0].Pool = "pool_1"
	f.Interview.Panel = append(f.Interview.Panel, models.Seated{Email: "fay@acme.example", Seat: "Backend",
		Optional: true, Role: models.SeatShadow, Pool: "pool_1", Trains: models.PoolShadow})
	for _, c := range []struct {
		leaves, joins, pool string
		trains              models.PoolState
	}{
		{"fay@acme.example", dan, "pool_1", models.PoolShadow},
		{"fay@acme.example", eve, "pool_2", models.PoolReverseShadow},
		{"fay@acme.example", desk.Cho, "pool_1", ""},
		{desk.Ann, dan, "pool_1", ""},
		{desk.Bob, dan, "", ""},
	} {
		i, _, err := booking.DecideChangePanel(f, booking.PanelChange{Leaves: c.leaves, Joins: c.joins},
			models.DefaultPolicy, desk.Thu.Add(time.Hour))
		if s := i.InPanel(c.joins); err != nil || s == nil || s.Pool != c.pool || s.Trains != c.trains {
			t.Errorf("%s for %s: %+v, %v; want %q of %q", c.joins, c.leaves, s, err, c.trains, c.pool)
		}
	}
	f.Places[0].People = append(f.Places[0].People, dan) // whoever leads is no trainee, even if they are one elsewhere
	f.Places = append(f.Places[2:], f.Places[:2]...)
	if m := booking.NamedMembers([]string{dan, eve}, f.Places); m[0].Role != models.SeatInterviewer ||
		m[0].Trains != "" || m[1].Trains != models.PoolReverseShadow {
		t.Errorf("named are %+v", m)
	}
}
