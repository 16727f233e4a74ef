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

// TestDecideBookingAuto: we choose a panel of who is free, the one that was shown or none; where an interview moves in
// its round its people stay if all of them are free (P6, D12).
func TestDecideBookingAuto(t *testing.T) {
	t.Parallel()
	facts := func(busy ...string) booking.Facts {
		f := desk.Facts()
		f.Candidate = desk.Known()
		for _, email := range []string{desk.Ann, desk.Bob, desk.Cho} {
			iv := timetable.Available{Email: email, Painted: []time.Time{desk.Mon(15, 0), desk.Mon(15, 30)}}
			if slices.Contains(busy, email) {
				iv.Bookings = []timetable.Booked{{InterviewID: "int_b", Range: desk.Span(15, 0, 16, 0)}}
			}
			f.Available.Interviewers = append(f.Available.Interviewers, iv)
		}
		place := panel.Place{Seat: "Backend", Role: models.SeatInterviewer,
			People: []string{desk.Ann, desk.Bob, desk.Cho}}
		f.Available.Places = []panel.Place{place, place}
		return f
	}
	moved := desk.Scheduled()
	moved.Panel = []models.Seated{{Email: desk.Cho, Role: models.SeatInterviewer}, {Email: desk.Bob,
		Role: models.SeatInterviewer}}
	moved.InterviewerEmail, moved.RoundID = desk.Cho, desk.Order().RoundID
	auto := desk.Order()
	auto.InterviewerEmail, auto.Auto = "", true
	moves := auto
	moves.Replace, moves.KeepsPanel = true, true
	for _, c := range []struct {
		name   string
		order  booking.Order
		shown  []string
		busy   []string
		exists bool
		want   string
	}{
		{"by address where all is alike", auto, nil, nil, false, desk.Ann + " " + desk.Bob},
		{"as it was shown", auto, []string{desk.Ann, desk.Bob}, nil, false, desk.Ann + " " + desk.Bob},
		{"another one than was shown", auto, []string{desk.Ann, desk.Bob}, []string{desk.Ann}, false, ""},
		{"who is in the interview stays", moves, nil, nil, true, desk.Cho + " " + desk.Bob},
		{"not all of them are free", moves, nil, []string{desk.Cho}, true, desk.Ann + " " + desk.Bob},
		{"a replace over REST means what it says", func() booking.Order {
			o := moves
			o.KeepsPanel = false
			return o
		}(), nil, nil, true, desk.Ann + " " + desk.Bob},
	} {
		f, o := facts(c.busy...), c.order
		if o.Shown = c.shown; c.exists {
			f.Existing = &moved
		}
		b, err := booking.Decide(o, f, models.DefaultPolicy, desk.BookingIDs, desk.Thu)
		if c.want == "" {
			desk.WantRefusal(t, c.name, models.Conflict, "not free any more")(b, err)
			continue
		}
		var got []string
		for _, s := range b.Interview.Panel {
			got = append(got, s.Email)
		}
		if err != nil || strings.Join(got, " ") != c.want || b.Interview.InterviewerEmail != got[0] {
			t.Errorf("%s: %q come, led by %s (%v), want %s", c.name, got, b.Interview.InterviewerEmail, err, c.want)
		}
	}
}

// TestAnybodyLeads: in a round without seats a panel moves with whoever is free as its lead, whose turn it is, and with
// everybody else as they are.
func TestAnybodyLeads(t *testing.T) {
	t.Parallel()
	f, o := desk.Facts(), desk.Order()
	o.InterviewerEmail, o.Anybody, o.Replace, o.KeepsPanel = "", true, true, true
	moved := desk.Scheduled()
	moved.InterviewerEmail, moved.RoundID = desk.Cho, o.RoundID
	moved.Panel = []models.Seated{{Email: desk.Cho, Role: models.SeatInterviewer},
		{Email: desk.Bob, Role: models.SeatInterviewer}}
	f.Candidate, f.Existing = desk.Known(), &moved
	for _, email := range []string{desk.Ann, desk.Bob} {
		f.Available.Interviewers = append(f.Available.Interviewers, timetable.Available{Email: email,
			Painted: []time.Time{o.Start}})
	}
	for _, s := range booking.KeptPanel(o, f.Existing, desk.Thu) {
		f.Members = append(f.Members, booking.Member{Seated: s})
	}
	f.Turns = map[string]timetable.Turn{desk.Ann: {Interviews: 5}}
	b, err := booking.Decide(o, f, models.DefaultPolicy, desk.BookingIDs, desk.Thu)
	if p := b.Interview.Panel; err != nil || len(p) != 2 || p[0].Email != desk.Ann || p[1].Email != desk.Bob ||
		b.Interview.InterviewerEmail != desk.Ann {
		t.Errorf("it is led by %s with %+v, %v", b.Interview.InterviewerEmail, p, err)
	}
}

// TestSwappedPanel: of a panel in which a recruiter swapped a seat whoever we would choose keeps why, and who was
// swapped was chosen by hand; a panel that a request names has no reasons (P6).
func TestSwappedPanel(t *testing.T) {
	t.Parallel()
	f, o := roomFacts(nil), desk.Order()
	o.InterviewerEmail, o.Auto = "", true
	chosen := desk.Decide(t, o, f).Interview.Panel
	o.Auto = false
	why := func(swapped bool, emails ...string) (words []string) {
		o.Panel, o.Swapped = emails, swapped
		f.Members = booking.NamedMembers(emails, f.Available.Places)
		for n := range f.Members {
			f.Members[n].Own.Known = true
		}
		for _, s := range models.People(desk.Decide(t, o, f).Interview.Panel) {
			words = append(words, s.Why)
		}
		return words
	}
	people := models.People(chosen)
	if len(people) != 2 || people[0].Email != desk.Ann || people[0].Why == "" {
		t.Fatalf("chosen are %+v", people)
	}
	for about, c := range map[string]struct{ got, want []string }{
		"nothing is swapped":   {why(true, people[0].Email, people[1].Email), []string{people[0].Why, people[1].Why}},
		"the second is":        {why(true, people[0].Email, desk.Bob), []string{people[0].Why, models.ChosenByHand}},
		"the first is":         {why(true, desk.Bob, people[1].Email), []string{models.ChosenByHand, people[1].Why}},
		"a request names them": {why(false, people[0].Email, people[1].Email), []string{"", ""}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: they come since %q, want %q", about, c.got, c.want)
		}
	}
}

// TestOrderOfAPanelRepeats: an order for which we chose repeats what was booked a moment before, with those whom the
// page showed (D12).
func TestOrderOfAPanelRepeats(t *testing.T) {
	t.Parallel()
	o := booking.Order{RoundID: "rnd_1", Auto: true, Start: desk.Mon(15, 0)}
	i := models.Interview{RoundID: "rnd_1", InterviewerEmail: desk.Ann, StartsAt: o.Start, StartSetAt: desk.Thu,
		Panel: []models.Seated{{Email: desk.Ann}, {Email: desk.Bob}}}
	for _, c := range []struct {
		shown []string
		want  bool
	}{{nil, true}, {[]string{desk.Ann, desk.Bob}, true}, {[]string{desk.Ann, desk.Cho}, false}} {
		if o.Shown = c.shown; o.Repeats(i, desk.Thu) != c.want {
			t.Errorf("shown %q: want %t", c.shown, c.want)
		}
	}
	if i.Panel = nil; o.Repeats(i, desk.Thu) {
		t.Error("an interview without a panel is one that we chose")
	}
}

// TestNamedMembers: whoever is named first leads in an interviewer's seat, and required seats come before optional ones
// that stand before them, so that who is chosen and then named sits where they were shown; [panel.Named] has the rest.
func TestNamedMembers(t *testing.T) {
	t.Parallel()
	both := []string{desk.Ann, desk.Bob, desk.Cho}
	places := []panel.Place{{Seat: "Watch", Role: models.SeatObserver, Optional: true, People: both},
		{Seat: "Backend", Role: models.SeatInterviewer, People: both}}
	got := booking.NamedMembers([]string{desk.Bob, desk.Ann, desk.Cho}, places)
	if got[0].Seat != "Backend" || got[1].Seat != "Watch" || !got[1].Optional || got[2].Seat != "" {
		t.Errorf("seated are %+v", got)
	}
	chosen, err := panel.Choose(places, both, nil)
	if err != nil || places[0].Seat != "Watch" {
		t.Fatal(chosen, err)
	}
	for n, m := range booking.NamedMembers([]string{chosen[0].Email, chosen[1].Email}, places) {
		if m.Seat != chosen[n].Seat || m.Role != chosen[n].Role || m.Optional != chosen[n].Optional {
			t.Errorf("%d: named %+v, chosen %+v", n, m.Seated, chosen[n])
		}
	}
	if one := booking.NamedMembers([]string{desk.Ann}, places[:1])[0]; one.Role != models.SeatInterviewer ||
		one.Seat != "" || one.Optional {
		t.Errorf("an observer who leads: %+v", one.Seated)
	}
}
