package booking_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
	"litmus/models/effect"
	"litmus/models/panel"
	"litmus/models/timetable"
)

// roomFacts are those of a round that two people have with a room: Ann or Bob lead it, and Cho watches if she is free.
// Each room is taken for the hours that are given.
func roomFacts(taken map[string][]int) booking.Facts {
	f := desk.Facts()
	f.Available.Places = []panel.Place{
		{Seat: "Backend", Role: models.SeatInterviewer, People: []string{desk.Ann, desk.Bob}},
		{Seat: "Rooms", Role: models.SeatRoom, People: []string{"room_1", "room_2", "room_3"}},
		{Seat: "Watch", Role: models.SeatObserver, Optional: true, People: []string{desk.Cho}}}
	for _, email := range []string{desk.Ann, desk.Bob, desk.Cho} {
		f.Available.Interviewers = append(f.Available.Interviewers, timetable.Available{Email: email,
			Painted: []time.Time{desk.Mon(15, 0), desk.Mon(16, 0), desk.Mon(17, 0)}})
	}
	for n, name := range []string{"Closet", "Small", "Large"} {
		room := timetable.Room{ID: f.Available.Places[1].People[n], Name: name, Capacity: n + 1}.In("UTC")
		for _, hour := range taken[name] {
			room.Bookings = append(room.Bookings, timetable.Booked{InterviewID: "int_0",
				Range: desk.Span(hour, 0, hour+1, 0)})
		}
		f.Available.Rooms = append(f.Available.Rooms, room)
	}
	return f
}

// TestRoomsOfOrders: a booking that chooses has the smallest room that holds the candidate and the lead; one that names
// people has one, too, or a warning; and whoever moves it keeps its room while that is free (P2, P4).
func TestRoomsOfOrders(t *testing.T) {
	t.Parallel()
	panelOf := func(i models.Interview) string {
		var out []string
		for _, s := range i.Panel {
			out = append(out, strings.TrimSuffix(s.Email, "@acme.example"))
		}
		return strings.Join(out, " ") + " in " + strings.Join(i.Rooms(), ", ")
	}
	auto := desk.Order()
	auto.InterviewerEmail, auto.Auto = "", true
	first := desk.Decide(t, auto, roomFacts(nil)).Interview
	if got := panelOf(first); got != "ann cho room_2 in Small" {
		t.Errorf("the first panel is %s", got)
	}
	recipients := effect.Recipients(first, desk.Cleo)
	if len(recipients) != 3 || slices.ContainsFunc(recipients, func(r effect.Recipient) bool {
		return strings.Contains(r.Email, "room")
	}) {
		t.Errorf("of %s these are told: %+v", panelOf(first), recipients)
	}
	for about, c := range map[string]struct {
		taken map[string][]int
		order func(o *booking.Order)
		want  string
		warns bool
	}{
		"people who are named": {nil, func(o *booking.Order) { o.Panel = []string{desk.Ann, desk.Bob} },
			"ann bob room_2 in Small", false},
		"people who are named while another interview is in the room": {map[string][]int{"Small": {16}},
			func(o *booking.Order) { o.Panel = []string{desk.Ann} }, "ann room_3 in Large", false},
		"a time that nobody offers": {map[string][]int{"Small": {18}, "Large": {18}}, func(o *booking.Order) {
			o.Panel, o.Start = []string{desk.Ann}, desk.Mon(18, 0)
		}, "ann in ", true},
		"one person who is named": {nil, func(*booking.Order) {}, " in ", false},
		"a move by the team": {nil, func(o *booking.Order) { o.KeepsPanel = true },
			"ann cho room_2 in Small", false},
		"a move to when the room is taken": {map[string][]int{"Small": {16}},
			func(o *booking.Order) { o.KeepsPanel = true }, "ann cho room_3 in Large", false},
		"another lead": {nil, func(o *booking.Order) { o.KeepsPanel, o.InterviewerEmail = true, desk.Bob },
			"bob cho room_2 in Small", false},
	} {
		f, o := roomFacts(c.taken), desk.Order()
		o.Start = desk.Mon(16, 0)
		c.order(&o)
		existing := first
		f.Candidate, f.Existing, o.Replace = desk.Known(), &existing, true
		emails := slices.Clone(o.Panel)
		for _, s := range booking.KeptPanel(o, &existing, desk.Thu) {
			emails = append(emails, s.Email)
		}
		f.Members = booking.NamedMembers(emails, f.Available.Places)
		for n := range f.Members {
			f.Members[n].Own.Known = true
		}
		b := desk.Decide(t, o, f)
		if got := panelOf(b.Interview); got != c.want ||
			slices.Contains(desk.Codes(b.Warnings), models.WarnNoRoom) != c.warns {
			t.Errorf("%s: %s, warned of %v; want %s", about, got, desk.Codes(b.Warnings), c.want)
		}
	}

	// The room in which it was stays its room where a smaller one is free, for the team and for a candidate.
	large := first
	large.Panel = slices.Clone(first.Panel)
	large.Panel[2].Email, large.Picked = "room_3", false
	for _, kind := range []booking.OrderKind{booking.OrderStandard, booking.OrderMove} {
		f, o := roomFacts(nil), desk.Order()
		f.Candidate, f.Existing = desk.Known(), &large
		invited := desk.Thu
		f.Candidate.InvitedAt = &invited
		o.Kind, o.Start, o.From, o.Replace, o.KeepsPanel = kind, desk.Mon(17, 0), large.StartsAt, true, true
		if kind == booking.OrderStandard {
			f.Members = booking.NamedMembers([]string{desk.Ann, desk.Cho}, f.Available.Places)
		} else {
			o.CandidateID, o.InterviewerEmail = f.Candidate.ID, ""
			f.Organization.RescheduleMax = 9
		}
		if got := panelOf(desk.Decide(t, o, f).Interview); got != "ann cho room_3 in Large" {
			t.Errorf("order of kind %d: moved it is %s", kind, got)
		}
	}
}

// TestRoomsThatRefuse: an event that a room's calendar declines, or deletes after it was put back once, is an answer of
// the room. It asks for another one without a letter, and what is read later takes it back (P1, P10).
func TestRoomsThatRefuse(t *testing.T) {
	t.Parallel()
	f, now := roomFacts(nil), desk.Mon(8, 0)
	f.Links = map[string]booking.InterviewerLinks{"room_2": {Calendar: timetable.CalendarCalDAV, Known: true}}
	auto := desk.Order()
	auto.InterviewerEmail, auto.Auto, auto.MeetingLink = "", true, ""
	b := desk.Decide(t, auto, f)
	if got := desk.Codes(b.Warnings); slices.Contains(got, models.WarnMissingMeetingLink) {
		t.Errorf("in a room %v is warned of", got)
	}
	i := b.Interview
	if room := i.RoomOf("room_2"); room == nil || !room.CalendarCopy || i.RoomOf(desk.Ann) != nil {
		t.Fatalf("it is booked with %+v", i.Panel)
	}
	there := booking.SeenCopy{Start: i.StartsAt}
	read := func(want models.ChangeKind, answer models.Response, written int64, seen ...booking.SeenCopy) {
		t.Helper()
		after, did, by, _ := booking.DecideDrift(booking.DriftFacts{Owner: "room_2", Written: written, Seen: seen,
			AnswerFacts: booking.AnswerFacts{Interview: i, Members: []models.Member{{Email: desk.Bob,
				Role: models.Recruiter}}}}, now)
		i = after
		asked := i.ReplacementOf("room_2", now)
		if did != want || by != (models.Actor{}) || i.ResponseOf("room_2") != answer ||
			(asked != nil) != (answer == models.Declined) || asked != nil && len(asked.To) > 0 {
			t.Errorf("it is %q by %+v, answered %q, asked for with %+v", did, by, i.ResponseOf("room_2"), asked)
		}
	}
	old := i.Revision
	read(models.ChangeCopyMended, "", old) // deleted once: it is put back
	read(models.ChangeCopyDeleted, models.Declined, i.Revision)
	read("", models.Declined, i.Revision) // it is not put back meanwhile
	read(models.ChangeCopyAgrees, "", old, there)
	read(models.ChangeCopyDeclined, models.Declined, old,
		booking.SeenCopy{Start: i.StartsAt, Response: models.Declined})
	if got := i.Holders(); len(got) != 3 || got[2] != "room_2" || len(i.Attendees()) != 2 {
		t.Errorf("it is held by %v", got)
	}
	read(models.ChangeCopyAgrees, "", old, there)
}

// TestAnotherRoom: the service chooses another room in the place of one, of which everybody is told; not one that is
// taken, too small or was refused for this start (P1, P11).
func TestAnotherRoom(t *testing.T) {
	t.Parallel()
	now := desk.Mon(8, 0)
	auto := desk.Order()
	auto.InterviewerEmail, auto.Auto = "", true
	first := desk.Decide(t, auto, roomFacts(nil)).Interview
	change := func(i models.Interview, taken map[string][]int, c booking.PanelChange) (models.Interview, bool, error) {
		f := roomFacts(taken)
		f.Available.Rooms[2].Bookings = append(f.Available.Rooms[2].Bookings, timetable.Booked{InterviewID: i.ID,
			Range: timetable.Range{From: i.StartsAt, To: i.EndsAt}}) // its own takes nothing
		return booking.DecideChangePanel(booking.PanelFacts{ReassignFacts: booking.ReassignFacts{Interview: i},
			Places: f.Available.Places, Available: f.Available, Links: map[string]booking.InterviewerLinks{
				"room_3": {Calendar: timetable.CalendarGoogle}}}, c, models.DefaultPolicy, now)
	}
	another := booking.PanelChange{Leaves: "room_2", Joins: booking.Anybody}
	i, changed, err := change(first, nil, another)
	if err != nil || !changed || strings.Join(i.Rooms(), ", ") != "Large" || i.AnnounceRevision != i.Revision ||
		!i.RoomOf("room_3").CalendarCopy || len(i.Panel) != len(first.Panel) || first.RoomOf("room_2") == nil {
		t.Errorf("it is %+v, %v", i.Panel, err)
	}
	hour := first.StartsAt.Hour()
	for about, c := range map[string]struct {
		taken map[string][]int
		joins string
		says  string
	}{
		"that is taken":       {map[string][]int{"Large": {hour}}, booking.Anybody, "No other room is free then"},
		"of a certain name":   {nil, "room_3", "Small is a room"},
		"that is somebody":    {nil, desk.Bob, "Small is a room"},
		"that is none at all": {nil, "", "Small is a room"},
	} {
		_, changed, err := change(first, c.taken, booking.PanelChange{Leaves: "room_2", Joins: c.joins})
		if changed || models.KindOf(err) != models.Conflict || !strings.Contains(err.Error(), c.says) {
			t.Errorf("for a room %s: %v", about, err)
		}
	}
	declined := first
	declined.SetAnswer(models.Answer{Email: "room_2", Of: first.StartsAt, Response: models.Declined, At: now})
	if i, changed, err = change(declined, nil, another); err != nil || !changed || i.Refilled("room_3") != 0 {
		t.Errorf("after it declined: %v", err)
	}
	back := booking.PanelChange{Leaves: "room_3", Joins: booking.Anybody}
	if _, changed, _ := change(i, nil, back); changed {
		t.Errorf("a room that declined is taken again")
	}
}
